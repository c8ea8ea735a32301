package client

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// Lines that race say what with, as in ../http.
func TestLeakWriter(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		go func() {
			io.WriteString(w, "late") // RACE writer
		}()
	}))
	defer srv.Close()
	http.Get(srv.URL)
}

func TestSharedBody(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	var buf bytes.Buffer
	req, _ := http.NewRequest("POST", srv.URL, &buf)
	go func() {
		buf.WriteString("x") // RACE body
	}()
	http.DefaultClient.Do(req)
}

func TestHeader(t *testing.T) {
	req, _ := http.NewRequest("GET", "http://x", nil)
	go func() {
		req.Header.Set("A", "b") // RACE header
	}()
	http.DefaultClient.Do(req) // RACE header
}

func TestBackground(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	done := make(chan bool)
	go func() {
		for {
			select {
			case <-ctx.Done():
				done <- true
				return
			case <-time.After(time.Millisecond):
				n++ // RACE worker
			}
		}
	}()
	println(n) // RACE worker
	cancel()
	<-done
	println(n)
}

func TestTransport(t *testing.T) {
	n := 0
	c := &http.Client{Transport: rt(func(r *http.Request) (*http.Response, error) {
		n++ // RACE transport
		return httptest.NewRecorder().Result(), nil
	})}
	go c.Get("http://a")
	c.Get("http://b")
}

type rt func(r *http.Request) (*http.Response, error)

func (f rt) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
