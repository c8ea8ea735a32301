package main

type T struct {
	A, b int
	*E
}

type E struct{ Deep int }

func (e *E) Method() int { return e.Deep }
func (t T) Value()       {}
func (t *T) Pointer()    {}

type I interface{ Method() int }
type Big interface {
	I
	More()
}

func one() int          { return 1 }
func two() (int, error) { return 1, nil }
func none()             {}

func binary(i int, s string, f float64, p *int, sl []int, m map[int]int, fn func(), t T, a any) {
	_ = i + s    // error: invalid operation: i \+ s .mismatched types int and string
	_ = i + 1.5  // error: 1.5 .untyped float constant. truncated to int
	_ = s + 1    // error: invalid operation: s \+ 1 .mismatched types string and untyped int
	_ = s - s    // error: operator - not defined on s
	_ = !i       // error: operator ! not defined on i
	_ = -s       // error: operator - not defined on s
	_ = f % f    // error: operator % not defined on f
	_ = i && i   // error: operator && not defined on i
	_ = sl == sl // error: invalid operation: sl == sl .slice can only be compared to nil
	_ = m == m   // error: map can only be compared to nil
	_ = fn == fn // error: func can only be compared to nil
	_ = sl == nil
	_ = nil == nil // error: operator == not defined on nil
	_ = i == nil   // error: invalid operation: i == nil .mismatched types int and untyped nil
	_ = p == nil
	_ = a == sl     // error: slice can only be compared to nil
	_ = a == 1
	_ = t == t
	_ = p < p       // error: operator < not defined on pointer
	_ = struct{ f []int }{} == struct{ f []int }{} // error: struct containing \[\]int cannot be compared
	_ = none()      // error: none\(\) .no value. used as value
	_ = one         // a function value
	_ = two() + 1   // error: multiple-value two\(\) .value of type .int, error.. in single-value context
	_ = int         // error: int .type. is not an expression
	_ = len         // error: len .built-in. must be called
	_ = *i          // error: cannot indirect i
	_ = *nil        // error: cannot indirect nil
	_ = &1          // error: cannot take address of 1
	_ = &one()      // error: cannot take address of one\(\)
	_ = &T{}
	_ = &m[1]       // error: cannot take address of m\[1\]
	_ = i[0]        // error: cannot index i
	_ = i[0:1]      // error: cannot slice i
	_ = [2]int{}[:] // error: slice of unaddressable value
	_ = s[0:1:2]    // error: 3-index slice of string
	_ = sl["a"]     // error: index "a" .*must be integer
	_ = sl[2:1]     // error: invalid slice indices: 1 < 2
	_ = m["a"]      // error: cannot use "a" .untyped string constant. as int value in map index
	_ = i.(int)     // error: i .variable of type int. is not an interface
	_ = a.(Missing) // error: undefined: Missing
	_ = <-i         // error: cannot receive from non-channel i
}

func selectors(t T, p *T, i I, pi *I, pp **T) {
	_ = t.A + t.b + t.Deep + p.Deep
	_ = t.Method() + p.Method()
	t.Pointer()
	T{}.Pointer() // error: cannot call pointer method Pointer on T
	(&T{}).Pointer()
	_ = t.a      // error: t.a undefined .type T has no field or method a, but does have field A.
	_ = t.method // error: t.method undefined .type T has no field or method method, but does have method Method.
	_ = t.zzz    // error: t.zzz undefined .type T has no field or method zzz.
	_ = pi.Method // error: pi.Method undefined .type \*I is pointer to interface, not interface.
	_ = pp.A      // error: pp.A undefined
	_ = i.Nothing // error: i.Nothing undefined
	_ = T.Value
	_ = (*T).Pointer
	_ = T.Pointer // error: invalid method expression T.Pointer .needs pointer receiver .\*T..Pointer.
	_ = T.A       // error: T.A undefined .type T has no method A.
	_ = I.Method
	var f func(T) = T.Value
	var g func() = t.Value
	_, _ = f, g
}

func interfaces(t T, p *T, e E) {
	var i I = t
	var j I = e // error: E does not implement I .method Method has pointer receiver.
	var b Big = i // error: I does not implement Big .missing method More.
	var n I = 1   // error: int does not implement I .missing method Method.
	_ = i.(Big)
	_ = i.(E)      // error: impossible type assertion: i..E.
	_ = i.(*E)
	var q *E = i   // error: need type assertion
	_, _, _, _ = j, b, n, q
}

func main() {}
