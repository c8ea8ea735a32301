// A ReverseProxy with Rewrite: where requests go, which headers they have.
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
)

func get(url string) {
	req, _ := http.NewRequest("GET", url, nil)
	req.Header.Set("X-Forwarded-For", "10.0.0.1")
	req.Header.Set("Connection", "close, X-Hop")
	req.Header.Set("X-Hop", "1")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	body, _ := io.ReadAll(res.Body)
	res.Body.Close()
	fmt.Printf("%d %s %q\n", res.StatusCode, body, res.Trailer.Get("After"))
}

func main() {
	back := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "After")
		fmt.Fprint(w, r.URL, " ", r.Header["X-Forwarded-For"], r.Header["X-Forwarded-Proto"], r.Header.Get("X-Hop"))
		w.Header().Set("After", "all")
	}))
	defer back.Close()
	target, _ := url.Parse(back.URL + "/base")
	serve := func(p *httputil.ReverseProxy) {
		p.ErrorLog = log.New(io.Discard, "", 0)
		front := httptest.NewServer(p)
		defer front.Close()
		get(front.URL + "/x?a=1&b=;")
	}
	serve(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }})
	// expect: 200 /base/x?a=1 [] [] "all"
	serve(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.SetXForwarded()
		if !strings.HasPrefix(r.Out.Header.Get("X-Forwarded-Host"), "127.0.0.1:") {
			fmt.Println("wrong host")
		}
	}})
	// expect: 200 /base/x?a=1 [127.0.0.1] [http] "all"
	serve(httputil.NewSingleHostReverseProxy(target))
	// expect: 200 /base/x?a=1&b=; [10.0.0.1, 127.0.0.1] [] "all"
	serve(&httputil.ReverseProxy{})
	// expect: 502  ""
}
