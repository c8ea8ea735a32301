// URLs: parts, escapes, references, queries.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
)

func show(text string) {
	u, err := url.Parse(text)
	if err != nil {
		var e *url.Error
		fmt.Println(err, errors.As(err, &e), e.Op)
		return
	}
	fmt.Printf("%s: %q %q %q %q %q %q %q %q %q %v\n", u, u.Scheme, u.Opaque, u.User, u.Hostname(), u.Port(), u.Path,
		u.RawPath, u.RawQuery, u.Fragment, u.IsAbs())
	fmt.Println(u.EscapedPath(), u.EscapedFragment(), u.RequestURI(), u.Redacted(), u.ForceQuery, u.OmitHost)
}

func main() {
	for _, text := range []string{
		"postgres://user:p%40ss@host.com:5432/path?k=v#f", "mailto:joe@xyz.com", "/a%20b/c%2Fd?x=1&y=%zz", "//host/p",
		"http://[fe80::1%25en0]:8080/", "a:b", "a/b:c", "http://a b.com/", "http://host:port/", "%zz", ":x", "",
		"http:///x", "file:///etc/passwd", "http://h?", "http://h/é?é#é", "HTTP://EXAMPLE.com/A", "*", "http://[::1",
		"http://a\x7f", "1http://x", "http://us\\er@h", "x:?q", "mailto:?subject=hi", "http://h/%41%2f;p",
	} {
		show(text)
	}
	base, _ := url.Parse("http://a/b/c/d;p?q")
	for _, ref := range []string{"g", "./g", "g/", "/g", "//g", "?y", "g?y#s", "#s", ";x", "", ".", "./", "..", "../g",
		"../../../g", "/./g", "g..", "./../g", "g;x=1/../y", "http:g", "mailto:a@b"} {
		u, err := base.Parse(ref)
		fmt.Println(ref, "at", u, err)
	}
	fmt.Println(base.JoinPath("../x", "y/"), base.JoinPath(), base.JoinPath("//z"))
	fmt.Println(url.JoinPath("https://go.dev", "doc", "install"))
	q, err := url.ParseQuery("a=1&b=2&a=3&c&=&d=%+x&e=a;b&f=x+y%20z")
	fmt.Println(len(q), q["a"], q.Get("b"), q.Has("c"), q.Get("nil"), q.Get("f"), err)
	v := url.Values{}
	v.Set("name", "Ava & Co")
	v.Add("friend", "Jess")
	v.Add("friend", "Zoe=ü")
	v.Add("x", "")
	v.Del("none")
	fmt.Println(v.Encode())
	fmt.Println(url.QueryEscape("a b/c?&=+é~"), url.PathEscape("a b/c?&=+é~"))
	fmt.Println(url.QueryUnescape("a+b%2"))
	fmt.Println(url.PathUnescape("a+b%2F"))
	fmt.Println(url.ParseRequestURI("x/y"))
	fmt.Println(url.ParseRequestURI("/x?y#z"))
	u := &url.URL{Scheme: "https", User: url.UserPassword("me", "p:w"), Host: "h.com", Path: "a b", RawQuery: "q"}
	text, _ := json.Marshal(struct{ U *url.URL }{u})
	fmt.Println(u, u.User.Username(), string(text))
	fmt.Println(&url.URL{Path: "a:b/c"}, &url.URL{Scheme: "x", Opaque: "y"}, (&url.URL{}).String() == "")
}

// expect: postgres://user:p%40ss@host.com:5432/path?k=v#f: "postgres" "" "user:p%40ss" "host.com" "5432" "/path" "" "k=v" "f" true
// expect: /path f /path?k=v postgres://user:xxxxx@host.com:5432/path?k=v#f false false
// expect: mailto:joe@xyz.com: "mailto" "joe@xyz.com" "" "" "" "" "" "" "" true
// expect:   joe@xyz.com mailto:joe@xyz.com false false
// expect: /a%20b/c%2Fd?x=1&y=%zz: "" "" "" "" "" "/a b/c/d" "/a%20b/c%2Fd" "x=1&y=%zz" "" false
// expect: /a%20b/c%2Fd  /a%20b/c%2Fd?x=1&y=%zz /a%20b/c%2Fd?x=1&y=%zz false false
// expect: //host/p: "" "" "" "host" "" "/p" "" "" "" false
// expect: /p  /p //host/p false false
// expect: http://[fe80::1%25en0]:8080/: "http" "" "" "fe80::1%en0" "8080" "/" "" "" "" true
// expect: /  / http://[fe80::1%25en0]:8080/ false false
// expect: a:b: "a" "b" "" "" "" "" "" "" "" true
// expect:   b a:b false false
// expect: a/b:c: "" "" "" "" "" "a/b:c" "" "" "" false
// expect: a/b:c  a/b:c a/b:c false false
// expect: parse "http://a b.com/": invalid character " " in host name true parse
// expect: parse "http://host:port/": invalid port ":port" after host true parse
// expect: parse "%zz": invalid URL escape "%zz" true parse
// expect: parse ":x": missing protocol scheme true parse
// expect: : "" "" "" "" "" "" "" "" "" false
// expect:   /  false false
// expect: http:///x: "http" "" "" "" "" "/x" "" "" "" true
// expect: /x  /x http:///x false false
// expect: file:///etc/passwd: "file" "" "" "" "" "/etc/passwd" "" "" "" true
// expect: /etc/passwd  /etc/passwd file:///etc/passwd false false
// expect: http://h?: "http" "" "" "h" "" "" "" "" "" true
// expect:   /? http://h? true false
// expect: http://h/%C3%A9?é#%C3%A9: "http" "" "" "h" "" "/é" "/é" "é" "é" true
// expect: /%C3%A9 %C3%A9 /%C3%A9?é http://h/%C3%A9?é#%C3%A9 false false
// expect: http://EXAMPLE.com/A: "http" "" "" "EXAMPLE.com" "" "/A" "" "" "" true
// expect: /A  /A http://EXAMPLE.com/A false false
// expect: *: "" "" "" "" "" "*" "" "" "" false
// expect: *  * * false false
// expect: parse "http://[::1": missing ']' in host true parse
// expect: parse "http://a\x7f": net/url: invalid control character in URL true parse
// expect: parse "1http://x": first path segment in URL cannot contain colon true parse
// expect: parse "http://us\\er@h": net/url: invalid userinfo true parse
// expect: x:?q: "x" "" "" "" "" "" "" "q" "" true
// expect:   /?q x:?q false false
// expect: mailto:?subject=hi: "mailto" "" "" "" "" "" "" "subject=hi" "" true
// expect:   /?subject=hi mailto:?subject=hi false false
// expect: http://h/%41%2f;p: "http" "" "" "h" "" "/A/;p" "/%41%2f;p" "" "" true
// expect: /%41%2f;p  /%41%2f;p http://h/%41%2f;p false false
// expect: g at http://a/b/c/g <nil>
// expect: ./g at http://a/b/c/g <nil>
// expect: g/ at http://a/b/c/g/ <nil>
// expect: /g at http://a/g <nil>
// expect: //g at http://g <nil>
// expect: ?y at http://a/b/c/d;p?y <nil>
// expect: g?y#s at http://a/b/c/g?y#s <nil>
// expect: #s at http://a/b/c/d;p?q#s <nil>
// expect: ;x at http://a/b/c/;x <nil>
// expect:  at http://a/b/c/d;p?q <nil>
// expect: . at http://a/b/c/ <nil>
// expect: ./ at http://a/b/c/ <nil>
// expect: .. at http://a/b/ <nil>
// expect: ../g at http://a/b/g <nil>
// expect: ../../../g at http://a/g <nil>
// expect: /./g at http://a/g <nil>
// expect: g.. at http://a/b/c/g.. <nil>
// expect: ./../g at http://a/b/g <nil>
// expect: g;x=1/../y at http://a/b/c/y <nil>
// expect: http:g at http:g <nil>
// expect: mailto:a@b at mailto:a@b <nil>
// expect: http://a/b/c/x/y/?q http://a/b/c/d;p?q http://a/b/c/d;p/z?q
// expect: https://go.dev/doc/install <nil>
// expect: 5 [1 3] 2 true  x y z invalid semicolon separator in query
// expect: friend=Jess&friend=Zoe%3D%C3%BC&name=Ava+%26+Co&x=
// expect: a+b%2Fc%3F%26%3D%2B%C3%A9~ a%20b%2Fc%3F&=+%C3%A9~
// expect:  invalid URL escape "%2"
// expect: a+b/ <nil>
// expect: <nil> parse "x/y": invalid URI for request
// expect: /x?y#z <nil>
// expect: https://me:p%3Aw@h.com/a%20b?q me {"U":{"Scheme":"https","Opaque":"","User":{},"Host":"h.com","Path":"a b","RawPath":"","OmitHost":false,"ForceQuery":false,"RawQuery":"q","Fragment":"","RawFragment":""}}
// expect: ./a:b/c x:y true
