// The server calls handlers concurrently: a counter without a lock is a race at the handler's line.
// expect any
// args: --seed 1
// race: (RaW|WaW|WaR) on hits
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

var hits int

func count(w http.ResponseWriter, r *http.Request) {
	hits++
	fmt.Fprintln(w, "counted")
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(count))
	defer server.Close()
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			resp, err := http.Get(server.URL)
			if err == nil {
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
		}()
	}
	wg.Wait()
}
