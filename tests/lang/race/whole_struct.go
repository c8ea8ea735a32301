// race: on
// Copying a struct reads all its fields.
package main

type T struct{ a, b int }

func main() {
	t := &T{}
	done := make(chan T)
	go func() { done <- *t }()
	t.b = 1
	<-done
}
