// Text of HTML: escapes, and references by name and number.
package main

import (
	"fmt"
	"html"
)

func main() {
	s := html.EscapeString(`<a href="x?y&z">it's</a>`)
	fmt.Println(s, html.UnescapeString(s) == `<a href="x?y&z">it's</a>`)
	for _, text := range []string{"", "&", "&&amp;", "&lt;b&gt;", "&ltb&ampx", "&eacute;&Eacute&hellip;", "&notit;&notin;",
		"&NotEqualTilde;", "&#65;&#x41;&#X41&#97z", "&#;&#x;&#xg;", "&#128;&#150;&#0;&#xd800;&#x110000;&#99999999999;",
		"&unknown;&amp", "&aacute&AACUTE", "é&nbsp;ü", "&#x1F600;", "&acE;"} {
		fmt.Printf("%+q\n", html.UnescapeString(text))
	}
}

// expect: &lt;a href=&#34;x?y&amp;z&#34;&gt;it&#39;s&lt;/a&gt; true
// expect: ""
// expect: "&"
// expect: "&&"
// expect: "<b>"
// expect: "<b&x"
// expect: "\u00e9\u00c9\u2026"
// expect: "\u00acit;\u2209"
// expect: "\u2242\u0338"
// expect: "AAAaz"
// expect: "&#;\ufffd&#xg;"
// expect: "\u20ac\u2013\ufffd\ufffd\ufffd\ufffd"
// expect: "&unknown;&"
// expect: "\u00e1&AACUTE"
// expect: "\u00e9\u00a0\u00fc"
// expect: "\U0001f600"
// expect: "\u223e\u0333"
