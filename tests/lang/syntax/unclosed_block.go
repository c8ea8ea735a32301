package main

func f() {
	if true {
		f()

func main() { // error: unexpected name main, expected \(
	f()
}
