package store

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// A store under a mutex, with handlers as closures and as methods behind middleware. Lines that race say
// what with; every other access of the program's own is proved, or is of what the library made.
type store struct {
	mu    sync.Mutex
	items map[string]int
	hits  int
	seen  map[string]bool
}

func (s *store) add(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[key]++
	return s.items[key]
}

func (s *store) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.add(r.URL.Path)
	s.mu.Lock()
	s.hits++ // RACE counter
	s.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
	})
}

func newMux(s *store) *http.ServeMux {
	mux := http.NewServeMux()
	last := ""
	mux.Handle("/items/", logged(s))
	mux.HandleFunc("/seen", func(w http.ResponseWriter, r *http.Request) {
		s.seen[r.URL.Path] = true // RACE map
		io.WriteString(w, "seen")
	})
	mux.HandleFunc("/last", func(w http.ResponseWriter, r *http.Request) {
		path := r.FormValue("path")
		go func() {
			last += path // RACE captured
		}()
	})
	return mux
}

func TestServer(t *testing.T) {
	s := &store{items: map[string]int{}, seen: map[string]bool{}}
	srv := httptest.NewServer(newMux(s))
	defer srv.Close()
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			resp, err := http.Get(srv.URL + "/items/a")
			if err == nil {
				resp.Body.Close()
			}
		}()
	}
	wg.Wait()
	if s.hits == 0 { // RACE counter
		t.Error("no hits")
	}
	if s.count() == 0 {
		t.Error("no items")
	}
}
