package main

// Type arguments that cannot be found, or do not fit.

type pair[A, B any] struct {
	a A
	b B
}
type box[T any] struct{ v T }

func (b box[T]) Get() T { return b.v }

type ints []int

func fields[K any](s struct{ key K })                         {}
func methods[T any](i interface{ Get() T })                   {}
func functions[A any](f func(A) A)                            {}
func channels[T any](c chan T)                                {}
func maps[K comparable, V any](m map[K]V)                     {}
func arrays[T any](a [3]T)                                    {}
func pointers[T any](p *T)                                    {}
func core[S ~[]E, E any](s S)                                 {}
func corestring[S ~string | ~[]byte](s S)                     {}
func same[T any](a, b T)                                      {}
func named[T any](b box[T])                                   {}
func unused[T, U any](a T)                                    {}
func number[T ~int | ~float64](a T)                           {}
func ordered[T interface{ ~int | ~string; String() string }](a T) {}
func comparable1[T comparable](a T)                           {}

func main() {
	fields(struct{ other int }{})       // error: (does not match|cannot infer)
	fields(struct{ key, more int }{})   // error: (does not match|cannot infer)
	fields(1)                           // error: (does not match|cannot infer)
	methods(1)                          // error: (does not match|cannot infer|missing method)
	var wrong interface{ Get() (int, int) }
	methods(wrong)                      // error: (does not match|cannot infer|missing method|wrong type)
	functions(func(a int) string { return "" }) // error: (does not match|cannot infer)
	functions(func(a, b int) int { return 1 })  // error: (does not match|cannot infer)
	functions(func(a ...int) int { return 1 })  // error: (does not match|cannot infer)
	channels(make(<-chan int))          // error: (does not match|cannot (infer|use))
	maps([]int{})                       // error: (does not match|cannot infer)
	maps(map[string]int(nil))
	arrays([2]int{})                    // error: (does not match|cannot infer)
	arrays([]int{})                     // error: (does not match|cannot infer)
	pointers(1)                         // error: (does not match|cannot infer)
	pointers(nil)                       // error: cannot infer T
	core(1)                             // error: (does not match|cannot infer|does not satisfy)
	core(ints{})
	corestring(1)                       // error: does not satisfy
	same(1, "a")                        // error: (mismatched types|default type|does not match)
	same(ints{}, []string{})            // error: (does not match|mismatched)
	same(box[int]{}, box[string]{})     // error: (does not match|mismatched)
	same(pair[int, int]{}, box[int]{})  // error: (does not match|mismatched)
	named(pair[int, int]{})             // error: (does not match|cannot infer)
	named(1)                            // error: (does not match|cannot infer)
	unused(1)                           // error: cannot infer U
	unused[int, string](1)
	number("a")                         // error: does not satisfy
	ordered(1)                          // error: (does not satisfy|missing method String)
	comparable1([]int{})                // error: does not satisfy comparable
	comparable1(struct{ f func() }{})   // error: does not satisfy comparable
	comparable1[any](1)
	_ = pair[int]{}                     // error: (not enough type arguments|got 1 )
	var f func(int) = same              // error: (cannot use|type mismatch|does not match|cannot assign)
	var g func(int, string) = same      // error: (cannot use|does not match|type mismatch|cannot assign)
	_, _ = f, g
}
