// Package net/http: patterns with methods, hosts and wildcards; which of several is meant, and which
// cannot be registered. The expectations are those of Go's documentation.
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
)

func handle(mux *http.ServeMux, pattern string, names ...string) {
	mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<%s>", r.Pattern)
		for _, name := range names {
			fmt.Fprintf(w, " %s=%q", name, r.PathValue(name))
		}
	})
}

func ask(mux *http.ServeMux, method, target string) {
	r := httptest.NewRequest(method, target, nil)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	where := ""
	for _, name := range []string{"Location", "Allow"} {
		if v := w.Header().Get(name); v != "" {
			where += " " + name + ": " + v
		}
	}
	line, _, _ := strings.Cut(w.Body.String(), "\n")
	if w.Code == 301 {
		line = ""
	}
	fmt.Println(method, target, w.Code, line+where)
}

func refused(patterns ...string) {
	mux := http.NewServeMux()
	defer func() {
		text, _, _ := strings.Cut(fmt.Sprint(recover()), "\n")
		before, after, cut := strings.Cut(text, " (registered at ")
		if cut {
			_, after, _ = strings.Cut(after, ")")
			after, _, _ = strings.Cut(after, " (registered at ")
		}
		fmt.Println(before + after)
	}()
	for _, p := range patterns {
		mux.Handle(p, http.NotFoundHandler())
	}
}

func main() {
	mux := http.NewServeMux()
	handle(mux, "GET /items/{id}", "id", "other")
	handle(mux, "POST /items/{id}", "id")
	handle(mux, "GET /items/new")
	handle(mux, "/files/{rest...}", "rest")
	handle(mux, "/end/{$}")
	handle(mux, "GET\t /w/{a}/x/{b}", "b", "a")
	handle(mux, "/tree/")
	handle(mux, "/tree/{name}/leaf", "name")
	handle(mux, "example.org/")
	handle(mux, "/a%2Fb/c")
	handle(mux, "HEAD /headed")
	handle(mux, "GET /headed")
	ask(mux, "GET", "/items/5")
	ask(mux, "HEAD", "/items/5")
	ask(mux, "POST", "/items/a%2Fb%20c")
	ask(mux, "DELETE", "/items/5")
	ask(mux, "DELETE", "/items/new")
	ask(mux, "GET", "/items/new")
	ask(mux, "GET", "/items/5/6")
	ask(mux, "GET", "/items//5")
	ask(mux, "GET", "/files/")
	ask(mux, "GET", "/files/a/b%2Fc")
	ask(mux, "GET", "/files?q=1")
	ask(mux, "GET", "/end/")
	ask(mux, "GET", "/end")
	ask(mux, "GET", "/end/more")
	ask(mux, "GET", "/w/y/x/z")
	ask(mux, "GET", "/tree/a/leaf")
	ask(mux, "GET", "/tree/a/b")
	ask(mux, "GET", "/tree")
	ask(mux, "GET", "http://example.org:80/items/5")
	ask(mux, "GET", "/a%2Fb/c")
	ask(mux, "GET", "/a/b/c")
	ask(mux, "HEAD", "/headed")
	ask(mux, "PUT", "/headed")
	ask(mux, "GET", "/none")

	refused("/x", "/x")
	refused("/{a}", "GET /{b}", "/{c}")
	refused("/a/{x}", "/{y}/b")
	refused("GET /", "/foo")
	refused("/", "GET /foo", "HEAD /foo", "/foo", "a.b/foo", "a.b/", "/{x}", "/foo/{$}", "/foo/")
	refused("")
	refused("GET")
	refused("G@T /")
	refused("{x}/")
	refused("/a{x}")
	refused("/{x}a")
	refused("/{}")
	refused("/{x...}/a")
	refused("/{$}/a")
	refused("/{1x}")
	refused("/{x}/{x}")
	refused("GET /a//b")

	r := httptest.NewRequest("GET", "/", nil)
	r.SetPathValue("k", "v")
	c := r.Clone(context.Background())
	r.SetPathValue("k", "w")
	fmt.Println(r.PathValue("k"), c.PathValue("k"), c.PathValue("none") == "")
	r.AddCookie(&http.Cookie{Name: "a", Value: "1"})
	r.AddCookie(&http.Cookie{Name: "b", Value: "2"})
	r.AddCookie(&http.Cookie{Name: "a", Value: "3"})
	fmt.Println(r.CookiesNamed("a"), r.CookiesNamed(""), len(r.CookiesNamed("c")))
}

// expect: GET /items/5 200 <GET /items/{id}> id="5" other=""
// expect: HEAD /items/5 200 <GET /items/{id}> id="5" other=""
// expect: POST /items/a%2Fb%20c 200 <POST /items/{id}> id="a/b c"
// expect: DELETE /items/5 405 Method Not Allowed Allow: GET, HEAD, POST
// expect: DELETE /items/new 405 Method Not Allowed Allow: GET, HEAD, POST
// expect: GET /items/new 200 <GET /items/new>
// expect: GET /items/5/6 404 404 page not found
// expect: GET /items//5 301  Location: /items/5
// expect: GET /files/ 200 </files/{rest...}> rest=""
// expect: GET /files/a/b%2Fc 200 </files/{rest...}> rest="a/b/c"
// expect: GET /files?q=1 301  Location: /files/?q=1
// expect: GET /end/ 200 </end/{$}>
// expect: GET /end 301  Location: /end/
// expect: GET /end/more 404 404 page not found
// expect: GET /w/y/x/z 200 <GET	 /w/{a}/x/{b}> b="z" a="y"
// expect: GET /tree/a/leaf 200 </tree/{name}/leaf> name="a"
// expect: GET /tree/a/b 200 </tree/>
// expect: GET /tree 301  Location: /tree/
// expect: GET http://example.org:80/items/5 200 <example.org/>
// expect: GET /a%2Fb/c 200 </a%2Fb/c>
// expect: GET /a/b/c 404 404 page not found
// expect: HEAD /headed 200 <HEAD /headed>
// expect: PUT /headed 405 Method Not Allowed Allow: GET, HEAD
// expect: GET /none 404 404 page not found
// expect: pattern "/x" conflicts with pattern "/x"
// expect: pattern "/{c}" conflicts with pattern "/{a}"
// expect: pattern "/{y}/b" conflicts with pattern "/a/{x}"
// expect: pattern "/foo" conflicts with pattern "GET /"
// expect: <nil>
// expect: http: invalid pattern
// expect: parsing "GET": at offset 0: host/path missing /
// expect: parsing "G@T /": at offset 0: invalid method "G@T"
// expect: parsing "{x}/": at offset 0: host contains '{' (missing initial '/'?)
// expect: parsing "/a{x}": at offset 1: bad wildcard segment (must start with '{')
// expect: parsing "/{x}a": at offset 1: bad wildcard segment (must end with '}')
// expect: parsing "/{}": at offset 1: empty wildcard
// expect: parsing "/{x...}/a": at offset 1: {...} wildcard not at end
// expect: parsing "/{$}/a": at offset 1: {$} not at end
// expect: parsing "/{1x}": at offset 1: bad wildcard name "1x"
// expect: parsing "/{x}/{x}": at offset 5: duplicate wildcard name "x"
// expect: parsing "GET /a//b": at offset 4: non-CONNECT pattern with unclean path can never match
// expect: w v true
// expect: [a=1 a=3] [] 0
