package main

func f(a int, b string) {}
func v(a int, rest ...string) {}
func two() (int, string) { return 1, "" }
func slices() []string    { return nil }

func calls(c chan int, r <-chan int, w chan<- int, m map[string]int, s []int, b []byte) {
	f(1, "a")
	f(two())
	f(1)             // error: not enough arguments in call to f
	f(1, "a", 2)     // error: too many arguments in call to f
	f("a", 1)        // error: cannot use "a" .untyped string constant. as int value in argument to f
	f(1, two())      // error: multiple-value two\(\)
	v(1)
	v(1, "a", "b")
	v(1, slices()...)
	v(1, "a", slices()...) // error: too many arguments in call to v
	v(1, 2)                // error: cannot use 2 .untyped int constant. as string value in argument to v
	f(1, slices()...)      // error: cannot use \.\.\. in call to non-variadic f
	1()                    // error: cannot call non-function 1
	_ = int("a")           // error: cannot convert "a" .untyped string constant. to type int
	_ = int()              // error: missing argument in conversion to int
	_ = int(1, 2)          // error: too many arguments in conversion to int
	_ = []byte("a")
	_ = string(b)
	_ = []int("a")         // error: cannot convert "a" .untyped string constant. to type \[\]int
	_ = [2]int(s)
	_ = (*[2]int)(s)
	_ = [2]string(s)       // error: cannot convert s

	_ = append(s, 1, 2)
	_ = append(s, "a")     // error: cannot use "a" .untyped string constant. as int value in argument to append
	_ = append(b, "abc"...)
	_ = append(nil, 1)     // error: first argument to append must be a typed slice; have untyped nil
	_ = append(1, 1)       // error: invalid argument: 1 .* is not a slice
	append(s, 1)           // error: append\(s, 1\) .value of type \[\]int. is not used
	_ = len(1)             // error: invalid argument: 1 .* for built-in len
	_ = cap(m)             // error: invalid argument: m .* for built-in cap
	_ = len()              // error: not enough arguments for len\(\) .expected 1, found 0.
	_ = len(s, s)          // error: too many arguments for len\(s, s\) .expected 1, found 2.
	copy(s, b)             // error: arguments to copy .* have different element types int and byte
	copy(b, "abc")
	delete(m, 1)           // error: cannot use 1 .untyped int constant. as string value in argument to delete
	delete(s, 1)           // error: invalid argument: s .* is not a map
	close(c)
	close(r)               // error: cannot close receive-only channel
	close(s)               // error: cannot close non-channel
	w <- 1
	<-w                    // error: cannot receive from send-only channel
	clear(m)
	clear(1)               // error: clear 1 .*argument must be map or slice
	_ = make([]int)        // error: make\(\[\]int\) expects 2 or 3 arguments; found 1
	_ = make([]int, -1)    // error: index -1 .*must not be negative
	_ = make([]int, 2, 1)  // error: length and capacity swapped
	_ = make(int)          // error: cannot make int; type must be slice, map, or channel
	_ = new(nil)           // error: use of untyped nil in argument to new
	_ = new(1)
	_ = new(1 << 64)       // error: cannot use 1 << 64 .*as int value in argument to new \(overflows\)
	_ = min(1, 2.5) + max(3, 'a')
	_ = min("a", 1)        // error: mismatched types
	_ = max()              // error: not enough arguments for max\(\)
	panic()                // error: not enough arguments for panic\(\)
	print(1, "a", nil)     // error: use of untyped nil in argument to print
	_ = recover()
}

func main() {}
