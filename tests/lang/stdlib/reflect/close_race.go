// A close by reflection races with a send, as one by the language does.
package main

import "reflect"

func main() {
	ch := make(chan int, 3)
	done := make(chan bool)
	go func() {
		defer func() { recover() }()
		defer func() { done <- true }()
		ch <- 1 // race: (RaW|WaR) on ch
	}()
	reflect.ValueOf(ch).Close()
	<-done
}
