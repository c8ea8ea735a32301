// Package greet greets several people at a time.
package greet

// All calls f for each name, each call in a goroutine of its own, and returns when all have ended.
func All(names []string, f func(string)) {
	done := make(chan bool)
	for _, name := range names {
		go func() {
			f(name)
			done <- true
		}()
	}
	for range names {
		<-done
	}
}
