// Package api moves goods between two warehouses, by HTTP.
package api

import (
	"fmt"
	"net/http"
	"sync"
)

type warehouse struct {
	mu    sync.Mutex
	goods int
}

// Handler moves one item: GET /east moves it to the east, any other path to the west.
func Handler() http.Handler {
	east, west := &warehouse{goods: 10}, &warehouse{goods: 10}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from, to := east, west
		if r.URL.Path == "/east" {
			from, to = west, east
		}
		from.mu.Lock() // two requests, in both directions, lock in opposite orders
		defer from.mu.Unlock()
		to.mu.Lock()
		defer to.mu.Unlock()
		from.goods--
		to.goods++
		fmt.Fprintln(w, "moved")
	})
}
