package api

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

func TestMove(t *testing.T) {
	handler := Handler()
	var wg sync.WaitGroup
	for _, path := range []string{"/east", "/west"} {
		wg.Add(1)
		go func(path string) {
			defer wg.Done()
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, httptest.NewRequest("GET", path, nil))
			if answer.Code != http.StatusOK {
				t.Errorf("%s: status %d", path, answer.Code)
			}
		}(path)
	}
	wg.Wait()
}
