// Cookies from the text of a header.
package main

import (
	"fmt"
	"net/http"
)

func main() {
	cookies, err := http.ParseCookie(`a=1; b="x y";c=`)
	for _, c := range cookies {
		fmt.Printf("%q %q %v\n", c.Name, c.Value, c.Quoted)
		// expect: "a" "1" false
		// expect: "b" "x y" true
		// expect: "c" "" false
	}
	fmt.Println(err) // expect: <nil>
	for _, line := range []string{"", "a", "a b=1", "a=1; b=\\"} {
		_, err := http.ParseCookie(line)
		fmt.Println(err)
		// expect: http: blank cookie
		// expect: http: '=' not found in cookie
		// expect: http: invalid cookie name
		// expect: http: invalid cookie value
	}
	c, err := http.ParseSetCookie(`id="v"; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax; Partitioned; Extra=1`)
	fmt.Println(err, c.Quoted, c.Partitioned, c.Unparsed) // expect: <nil> true true [Extra=1]
	fmt.Println(c)                                        // expect: id="v"; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax; Partitioned
	_, err = http.ParseSetCookie("; a=1")
	fmt.Println(err) // expect: http: '=' not found in cookie
	_, err = http.ParseSetCookie(" ")
	fmt.Println(err)                                                                       // expect: http: blank cookie
	fmt.Println(&http.Cookie{Name: "n", Value: "a b", Domain: ".example.com", MaxAge: -1}) // expect: n="a b"; Domain=example.com; Max-Age=0
}
