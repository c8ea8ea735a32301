// TLS with HTTP/1.1 and with HTTP/2, a client without the certificate, and a timeout in virtual time.
package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"
)

func serve(http2 bool) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.Proto, " ", r.TLS.Version == tls.VersionTLS13, " ", r.Method, " ", r.URL)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.EnableHTTP2 = http2
	server.StartTLS()
	defer server.Close()
	client := server.Client()
	for _, path := range []string{"/a", "/b?c=d"} {
		resp, err := client.Get(server.URL + path)
		if err != nil {
			fmt.Println(err)
			return
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Println(resp.Status, string(body))
	}
	_, err := http.Get(server.URL)
	fmt.Println(strings.HasSuffix(fmt.Sprint(err), "certificate signed by unknown authority"))
}

func main() {
	serve(false)
	serve(true)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(time.Hour):
		case <-r.Context().Done():
		}
	}))
	client := &http.Client{Timeout: time.Minute}
	_, err := client.Get(slow.URL)
	fmt.Println(strings.HasSuffix(fmt.Sprint(err), "(Client.Timeout exceeded while awaiting headers)"))
	slow.Close()
}

// expect: 200 OK HTTP/1.1 true GET /a
// expect: 200 OK HTTP/1.1 true GET /b?c=d
// expect: true
// expect: 200 OK HTTP/2.0 true GET /a
// expect: 200 OK HTTP/2.0 true GET /b?c=d
// expect: true
// expect: true
