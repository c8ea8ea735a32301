// Panics with values whose Error and String have other signatures, so that they are not called.
package main

type number int
type text int
type two int

func (number) String() int          { return 1 }
func (text) Error(int) string       { return "no" }
func (two) Error() (string, string) { return "no", "no" }

func main() {
	defer func() {
		defer func() {
			defer func() { panic(two(3)) }()
			panic(text(2))
		}()
		panic(number(1))
	}()
	panic(1 + 2i)
}

// exit: 2
// stderr: ^panic: \(\+1.000000e\+000\+2.000000e\+000i\)$
// stderr: ^	panic: main.number\(1\)$
// stderr: ^	panic: main.text\(2\)$
// stderr: ^	panic: main.two\(3\)$
