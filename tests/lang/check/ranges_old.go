// args: --go 1.21
package main

func main() {
	for range 10 { // error: cannot range over 10 .*: requires go1.22 or later
	}
	for i := range []int{} {
		_ = i
	}
}
