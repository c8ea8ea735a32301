// A service with JSON in both directions, cookies, a redirect, an error and a handler that panics.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
)

type order struct {
	Item  string   `json:"item"`
	Count int      `json:"count"`
	Tags  []string `json:"tags,omitempty"`
}

func place(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	o.Count *= 2
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	json.NewEncoder(w).Encode(o)
}

func visit(w http.ResponseWriter, r *http.Request) {
	if c, err := r.Cookie("seen"); err == nil {
		fmt.Fprintln(w, "again", c.Value)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: "seen", Value: "yes"})
	fmt.Fprintln(w, "first")
}

func show(resp *http.Response, err error) {
	if err != nil {
		var u *url.Error
		fmt.Println(errors.As(err, &u), u.Op, u.Err)
		return
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	fmt.Printf("%s %s %q %v\n", resp.Status, resp.Header.Get("Content-Type"), body, err)
}

func main() {
	log.SetOutput(io.Discard)
	mux := http.NewServeMux()
	mux.HandleFunc("/order", place)
	mux.HandleFunc("/visit", visit)
	mux.Handle("/old", http.RedirectHandler("/visit", http.StatusFound))
	mux.HandleFunc("/panic", func(http.ResponseWriter, *http.Request) { panic("lost") })
	mux.HandleFunc("/big", func(w http.ResponseWriter, r *http.Request) { w.Write(bytes.Repeat([]byte("x"), 100000)) })
	server := httptest.NewServer(mux)
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	post := func(body string) { show(client.Post(server.URL+"/order", "application/json", strings.NewReader(body))) }
	post(`{"item":"nut","count":21,"tags":["a","b"]}`)
	post(`{"item":3}`)
	show(client.Get(server.URL + "/visit"))
	show(client.Get(server.URL + "/old"))
	show(client.Get(server.URL + "/none"))
	resp, err := client.Get(server.URL + "/panic")
	fmt.Println(resp, strings.HasSuffix(fmt.Sprint(err), "EOF"))
	resp, err = client.Get(server.URL + "/big")
	n, err2 := io.Copy(io.Discard, resp.Body)
	fmt.Println(resp.TransferEncoding, n, err, err2)
	recorder := httptest.NewRecorder()
	mux.ServeHTTP(recorder, httptest.NewRequest("GET", "/visit", nil))
	fmt.Println(recorder.Code, recorder.Header().Get("Set-Cookie"), strings.TrimSpace(recorder.Body.String()))
	server.Close()
	_, err = client.Get(server.URL)
	fmt.Println(err != nil)
}

// expect: 201 Created application/json "{\"item\":\"nut\",\"count\":42,\"tags\":[\"a\",\"b\"]}\n" <nil>
// expect: 400 Bad Request text/plain; charset=utf-8 "json: cannot unmarshal number into Go struct field order.item of type string\n" <nil>
// expect: 200 OK text/plain; charset=utf-8 "first\n" <nil>
// expect: 200 OK text/plain; charset=utf-8 "again yes\n" <nil>
// expect: 404 Not Found text/plain; charset=utf-8 "404 page not found\n" <nil>
// expect: <nil> true
// expect: [chunked] 100000 <nil> <nil>
// expect: 200 seen=yes first
// expect: true
