// Type arguments that are inferred, and those that are not: what matches what, part by part.
package main

type list[T any] struct{ head T }
type pair[K comparable, V any] struct {
	key K
	val V
}
type names []string
type table map[string]int
type feed chan int
type source <-chan int
type visit func(int, string) bool
type point struct{ x, y int }
type tagged struct {
	x int `a:"b"`
}
type getter[T any] interface{ get() T }
type box struct{}

func (box) get() int    { return 1 }
func (*box) set(s string) {}

type setter[T any] interface{ set(T) }
type odd struct{ get int }
type both[T any] interface {
	get() T
	set(string)
}

func slice[T any](x []T) T                        { return x[0] }
func array[T any](x [3]T)                         {}
func dict[K comparable, V any](x map[K]V)         {}
func channel[T any](x chan T)                     {}
func recv[T any](x <-chan T)                      {}
func send[T any](x chan<- T)                      {}
func call[A, B, R any](f func(A, B) R)            {}
func spread[T any](f func(...T))                  {}
func strct[T any](x struct{ x, y T })             {}
func tag[T any](x struct{ x T `a:"c"` })          {}
func generic[T any](x list[T])                    {}
func keyed[K comparable, V any](x pair[K, V])     {}
func pointer[T any](x *T)                         {}
func get[T any](x getter[T])                      {}
func set[T any](x setter[T])                      {}
func iface[T any](x interface{ get() T })         {}
func two[T any](x, y T)                           {}
func twoSlices[T any](x, y []T)                   {}
func chans[T any](x T, y T)                       {}
func core[S ~[]E, E any](s S)                     {}
func mapped[M ~map[K]V, K comparable, V any](m M) {}
func result[T any]() T                            { panic(0) }
func ret[T, U any](x T) U                         { panic(0) }
func apply[T, U any](x T, f func(T) U) U          { return f(x) }
func nums[T int | float64](x ...T)                {}
func method[T interface{ get() E }, E any](x T)   {}
func chained[A []B, B []C, C any](a A)            {}

func ident[T any](x T) T             { return x }
func variadic(x ...int)              {}
func plain(a int, b string) (c bool) { return }

func work[P any, Q ~[]P, R interface{ ~[]P | ~[3]P }](p P, q Q, r R, m map[string]P, fn func(P, P) P) {
	slice(q)
	slice(r) // error: ^type R of r does not match \[\]T in call to slice$
	slice(p) // error: ^type P of p does not match \[\]T in call to slice$
	dict(m)
	call(fn)
	core(q)
	two(p, p)
	two(p, q) // error: ^type Q of q does not match T in call to two$
	two(q, []P{})
	generic(list[P]{})
	generic(list[Q]{p}) // error: ^cannot use p \(variable of type P\) as Q value in struct literal$
}

func main() {
	slice([]int{1})
	slice(names{"a"})
	slice([3]int{}) // error: ^type \[3\]int of \[3\]int\{\} does not match \[\]T in call to slice$
	slice("text") // error: ^in call to slice, cannot infer T$
	slice(nil) // error: ^in call to slice, cannot infer T$
	array([3]int{})
	array([4]int{}) // error: ^type \[4\]int of \[4\]int\{\} does not match \[3\]T in call to array$
	dict(table{})
	dict(map[int]bool{})
	dict(names{}) // error: ^type names of names\{\} does not match map\[K\]V in call to dict$
	channel(make(feed))
	channel(make(source)) // error: ^cannot use make\(source\) \(value of type source\) as chan int value in argument to channel$
	recv(make(source))
	recv(make(feed))
	send(make(chan<- string))
	send(make(source)) // error: ^cannot use make\(source\) \(value of type source\) as chan<- int value in argument to send$
	call(plain)
	call(visit(nil))
	call(variadic) // error: ^type func\(x \.\.\.int\) of variadic does not match func\(A, B\) R in call to call$
	call(func(int) {}) // error: ^type func\(int\) of func\(int\) \{\} does not match func\(A, B\) R in call to call$
	call(func(int, int) {}) // error: ^type func\(int, int\) of func\(int, int\) \{\} does not match func\(A, B\) R in call to call$
	spread(variadic)
	spread(plain) // error: ^type func\(a int, b string\) \(c bool\) of plain does not match func\(\.\.\.T\) in call to spread$
	strct(struct{ x, y int }{})
	strct(point{})
	strct(struct{ x int; y string }{}) // error: ^type struct\{x int; y string\} of struct\{x int; y string\}\{\} does not match struct\{x T; y T\} in call to strct$
	strct(struct{ a, b int }{}) // error: ^type struct\{a int; b int\} of struct\{a, b int\}\{\} does not match struct\{x T; y T\} in call to strct$
	strct(tagged{}) // error: ^type tagged of tagged\{\} does not match struct\{x T; y T\} in call to strct$
	tag(tagged{}) // error: ^cannot use tagged\{\} \(value of type tagged\) as struct\{x int "a:\\"c\\""\} value in argument to tag$
	generic(list[int]{})
	generic(&list[int]{}) // error: ^type \*list\[int\] of &list\[int\]\{\} does not match list\[T\] in call to generic$
	generic(pair[int, int]{}) // error: ^type pair\[int, int\] of pair\[int, int\]\{\} does not match list\[T\] in call to generic$
	generic(point{}) // error: ^type point of point\{\} does not match list\[T\] in call to generic$
	keyed(pair[string, bool]{})
	pointer(&point{})
	pointer(point{}) // error: ^type point of point\{\} does not match \*T in call to pointer$
	get(box{})
	get(&box{})
	get(odd{}) // error: ^type odd of odd\{\} does not match getter\[T\] in call to get$
	get(point{}) // error: ^type point of point\{\} does not match getter\[T\] in call to get$
	set(box{}) // error: ^cannot use box\{\} \(value of type box\) as setter\[string\] value in argument to set: box does not implement setter\[string\] \(method set has pointer receiver\)$
	set(&box{})
	iface(box{})
	var g getter[int]
	var b both[bool]
	get(g)
	get(b)
	iface(g)
	iface(b)
	set(b)
	set(g) // error: ^type getter\[int\] of g does not match setter\[T\] in call to set$
	two(1, 2.5)
	two(1, "a") // error: ^mismatched types untyped int and untyped string \(cannot infer T\)$
	two(1, point{}) // error: ^cannot use 1 \(untyped int constant\) as point value in argument to two$
	two(point{}, struct{ x, y int }{})
	two(struct{ x, y int }{}, point{})
	two(names{}, []string{})
	two([]string{}, names{})
	two(make(chan int), make(<-chan int))
	two(make(<-chan int), make(chan int))
	two(make(feed), make(source)) // error: ^type source of make\(source\) does not match T in call to two$
	two(make(<-chan int), make(feed))
	two(make(chan<- int), make(<-chan int)) // error: ^cannot use make\(<-chan int\) \(value of type <-chan int\) as chan<- int value in argument to two$
	two(nil, &point{})
	two(nil, nil) // error: ^in call to two, cannot infer T$
	two(g, box{})
	two(box{}, g) // error: ^type getter\[int\] of g does not match T in call to two$
	twoSlices(names{}, []string{})
	twoSlices([]int{}, []string{}) // error: ^type \[\]string of \[\]string\{\} does not match \[\]T in call to twoSlices$
	core(names{})
	core([]point{})
	core(point{}) // error: ^point does not satisfy ~\[\]E$
	mapped(table{})
	mapped(names{}) // error: ^names does not satisfy ~map\[K\]V$
	result() // error: ^in call to result, cannot infer T$
	_ = result[int]()
	var _ int = result() // error: ^in call to result, cannot infer T$
	ret(1) // error: ^in call to ret, cannot infer U$
	_ = ret[int, string](1)
	_ = ret[int](1) // error: ^in call to ret\[int\], cannot infer U$
	_ = apply(1, func(x int) string { return "" })
	_ = apply(1, func(x string) string { return "" }) // error: ^cannot use 1 \(untyped int constant\) as string value in argument to apply$
	_ = apply(1, ident)
	_ = apply("a", ident[string])
	_ = apply("a", ident[int]) // error: ^cannot use "a" \(untyped string constant\) as int value in argument to apply$
	_ = apply(1, slice) // error: ^in call to apply, cannot infer T$
	_ = apply([]int{}, slice)
	nums(1, 2.5)
	nums(1, "a") // error: ^mismatched types untyped int and untyped string \(cannot infer T\)$
	nums[string]("a") // error: ^string does not satisfy int \| float64 \(string missing in int \| float64\)$
	nums() // error: ^in call to nums, cannot infer T$
	method(box{})
	method(odd{}) // error: ^in call to method, cannot infer E$
	method(point{}) // error: ^in call to method, cannot infer E$
	chained([][]int{})
	chained([]int{}) // error: ^int does not satisfy \[\]C$
	var f func(int) int = ident
	var h func(string) int = ident // error: ^cannot use generic function ident without instantiation$
	var k func(int, int) int = ident // error: ^cannot use generic function ident without instantiation$
	var i interface{} = ident // error: ^cannot use generic function ident without instantiation$
	f = ident[int]
	f = slice // error: ^cannot use generic function slice without instantiation$
	_, _, _, _ = f, h, k, i
	slice[int, string]([]int{}) // error: ^got 2 type arguments but slice has 1 type parameters$
	slice[undefined](nil) // error: ^undefined: undefined$
	slice[int]([]string{}) // error: ^cannot use \[\]string\{\} \(value of type \[\]string\) as \[\]int value in argument to slice$

	_ = ident[int]
	_ = ident // error: ^cannot use generic function ident without instantiation$
	_ = list{} // error: ^cannot use generic type list\[T any\] without instantiation$
	_ = list[int, int]{} // error: ^too many type arguments for type list: have 2, want 1$
	_ = pair[[]int, int]{} // error: ^\[\]int does not satisfy comparable$
	_ = pair[int]{} // error: ^not enough type arguments for type pair: have 1, want 2$
	var _ list // error: ^cannot use generic type list\[T any\] without instantiation$
	_ = point[int]{} // error: ^point is not a generic type$
	_ = plain[int] // error: ^invalid operation: cannot index plain \(value of type func\(a int, b string\) \(c bool\)\)$
}
