// Package greet greets several people at a time.
package greet

// All calls f for each name, each call in a goroutine of its own, and returns when all have ended.
func All(names []string, f func(string)) {
	for _, name := range names {
		go f(name)
	}
	// What is missing here?
}
