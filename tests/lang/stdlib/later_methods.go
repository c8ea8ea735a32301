// Methods and functions that Go 1.22 to 1.25 added to packages that are Go 1.19's otherwise.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"go/ast"
	"go/parser"
	"hash/maphash"
	"math"
	"net/http/httptest"
	"net/netip"
	"time"
)

type key struct {
	s string
	f float64
	a [2]int8
	i any
	p *int
}

func hashes() {
	seed := maphash.MakeSeed()
	n := 5
	x := key{"ab", 0, [2]int8{1, 2}, uint(3), &n}
	y := x
	y.f = math.Copysign(0, -1)
	fmt.Println(x == y, maphash.Comparable(seed, x) == maphash.Comparable(seed, y))
	y.i = 3
	fmt.Println(maphash.Comparable(seed, x) == maphash.Comparable(seed, y))
	fmt.Println(maphash.Comparable(seed, [2]string{"a", "b"}) == maphash.Comparable(seed, [2]string{"ab", ""}))
	var h maphash.Hash
	h.SetSeed(seed)
	maphash.WriteComparable(&h, x)
	fmt.Println(h.Sum64() == maphash.Comparable(seed, x))
	defer func() { fmt.Println(recover()) }()
	maphash.Comparable[any](seed, []int{})
}

func main() {
	hashes()
	type id struct{}
	r := httptest.NewRequestWithContext(context.WithValue(context.Background(), id{}, 7), "GET", "/x", nil)
	fmt.Println(r.Context().Value(id{}), r.URL)
	var n sql.Null[int]
	fmt.Println(n.Scan("12"), n.V, n.Valid)
	fmt.Println(n.Value())
	fmt.Println(n.Scan(nil), n)
	fmt.Println(n.Value())
	e, _ := parser.ParseExpr("((a)) + b*c")
	for node := range ast.Preorder(e) {
		fmt.Printf("%T ", node)
		if id, ok := node.(*ast.Ident); ok && id.Name == "b" {
			break
		}
	}
	fmt.Println(ast.Unparen(e.(*ast.BinaryExpr).X))
	p, q := netip.MustParseAddrPort("1.2.3.4:5"), netip.MustParseAddrPort("1.2.3.4:80")
	fmt.Println(p.Compare(q), q.Compare(p), p.Compare(p))
	b, err := p.AppendText([]byte("at "))
	fmt.Println(string(b), err)
	b, err = p.Addr().AppendBinary([]byte{9})
	fmt.Println(b, err)
	b, err = time.Unix(0, 0).UTC().AppendText([]byte("t "))
	fmt.Println(string(b), err)
	b, err = time.Unix(0, 0).UTC().AppendBinary(nil)
	fmt.Println(len(b), err)
}

// expect: true true
// expect: false
// expect: false
// expect: true
// expect: hash/maphash: hash of unhashable type []int
// expect: 7 /x
// expect: <nil> 12 true
// expect: 12 <nil>
// expect: <nil> {0 false}
// expect: <nil> <nil>
// expect: *ast.BinaryExpr *ast.ParenExpr *ast.ParenExpr *ast.Ident *ast.BinaryExpr *ast.Ident a
// expect: -1 1 0
// expect: at 1.2.3.4:5 <nil>
// expect: [9 1 2 3 4] <nil>
// expect: t 1970-01-01T00:00:00Z <nil>
// expect: 15 <nil>
