// As handler_race.go with a lock around the counter.
// expect any
// norace
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
)

var (
	mu   sync.Mutex
	hits int
)

func count(w http.ResponseWriter, r *http.Request) {
	mu.Lock()
	defer mu.Unlock()
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
