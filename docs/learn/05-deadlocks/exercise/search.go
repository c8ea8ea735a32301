// Package search asks several servers and takes the first answer.
package search

// First asks all servers at the same time and returns the answer that comes first.
func First(query string, servers []func(string) string) string {
	answers := make(chan string)
	for _, server := range servers {
		go func() { answers <- server(query) }()
	}
	return <-answers
}
