package main

type broken struct{}

func (broken) Error() string { panic("no text") }

func main() {
	panic(broken{}) // panic: \(its Error or String method panicked\)
}
