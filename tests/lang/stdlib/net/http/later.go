// Package net/http: ResponseController, CrossOriginProtection and files of an fs.FS.
package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing/fstest"
	"time"
)

type wrapper struct{ http.ResponseWriter }

func (w wrapper) Unwrap() http.ResponseWriter { return w.ResponseWriter }

type bare struct{ w http.ResponseWriter }

func (b bare) Header() http.Header         { return b.w.Header() }
func (b bare) Write(p []byte) (int, error) { return b.w.Write(p) }
func (b bare) WriteHeader(code int)        { b.w.WriteHeader(code) }

func controlled(w http.ResponseWriter, r *http.Request) {
	c := http.NewResponseController(wrapper{w})
	fmt.Println(c.SetReadDeadline(time.Now().Add(time.Second)), c.SetWriteDeadline(time.Time{}))
	io.WriteString(w, "flushed")
	fmt.Println(c.Flush())
	err := http.NewResponseController(bare{w}).Flush()
	fmt.Println(err, errors.Is(err, http.ErrNotSupported), errors.Is(err, errors.ErrUnsupported))
	_, _, err = http.NewResponseController(bare{w}).Hijack()
	fmt.Println(err)
}

func main() {
	server := httptest.NewServer(http.HandlerFunc(controlled))
	resp, err := http.Get(server.URL)
	if err != nil {
		panic(err)
	}
	body, _ := io.ReadAll(resp.Body)
	fmt.Println(string(body))
	server.Close()

	p := http.NewCrossOriginProtection()
	fmt.Println(p.AddTrustedOrigin("https://good.example"), p.AddTrustedOrigin("good.example"), p.AddTrustedOrigin("https://a/b"))
	p.AddInsecureBypassPattern("/open/{rest...}")
	h := p.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "in") }))
	ask := func(method, path, site, origin string) {
		r := httptest.NewRequest(method, "http://here.example"+path, nil)
		if site != "" {
			r.Header.Set("Sec-Fetch-Site", site)
		}
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
	}
	ask("GET", "/", "cross-site", "https://bad.example")
	ask("POST", "/", "", "")
	ask("POST", "/", "same-origin", "")
	ask("POST", "/", "same-site", "https://bad.example")
	ask("POST", "/", "", "https://bad.example")
	ask("POST", "/", "", "https://here.example")
	ask("POST", "/", "cross-site", "https://good.example")
	ask("POST", "/open/x", "cross-site", "https://bad.example")

	files := fstest.MapFS{"dir/a.txt": {Data: []byte("text")}}
	w := httptest.NewRecorder()
	http.FileServerFS(files).ServeHTTP(w, httptest.NewRequest("GET", "/dir/a.txt", nil))
	fmt.Println(w.Code, w.Body)
	w = httptest.NewRecorder()
	http.ServeFileFS(w, httptest.NewRequest("GET", "/any", nil), files, "dir/a.txt")
	fmt.Println(w.Code, w.Body)
}

// expect: <nil> <nil>
// expect: <nil>
// expect: feature not supported true true
// expect: feature not supported
// expect: flushed
// expect: <nil> invalid origin "good.example": scheme is required invalid origin "https://a/b": path, query, and fragment are not allowed
// expect: 200 in
// expect: 200 in
// expect: 200 in
// expect: 403 cross-origin request detected from Sec-Fetch-Site header
// expect: 403 cross-origin request detected, and/or browser is out of date: Sec-Fetch-Site is missing, and Origin does not match Host
// expect: 200 in
// expect: 200 in
// expect: 200 in
// expect: 200 text
// expect: 200 text
