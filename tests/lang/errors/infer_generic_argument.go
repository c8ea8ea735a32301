package main

func apply[T any](x T, f func(T) string) string { return f(x) }
func twice[A, B any](f func(A) B, g func(B) A, x A) A { return g(f(x)) }
func show[T ~int](x T) string                    { return "" }
func pair[A, B any](a A, b B) A                  { return a }
func id[T any](x T) T                            { return x }
func unknown[A, B any](x A) (b B)                { return }

func main() {
	_ = apply(1, show)
	_ = apply("x", show) // error: string does not satisfy ~int
	_ = apply(1, pair)   // error: type func\[A, B any\]\(a A, b B\) A of pair does not match func\(T\) string in call to apply
	_ = twice(id, id, 1)
	_ = twice(id, unknown, 2)
	_ = twice(unknown, id, 2)
	_ = twice(unknown, unknown, 2) // error: in call to twice, cannot infer B
}
