// A server by itself: no client outside of the program reaches it, which the report of the deadlock says.
// exit: 2
// stderr: all goroutines are asleep - deadlock!
// stderr: The network is inside the program: nothing outside of it can connect.
package main

import "net/http"

func main() {
	http.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	http.ListenAndServe("localhost:8090", nil)
}
