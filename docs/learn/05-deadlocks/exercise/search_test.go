package search

import "testing"

func TestFirst(t *testing.T) {
	server := func(query string) string { return "all about " + query }
	servers := []func(string) string{server, server}
	if answer := First("channels", servers); answer != "all about channels" {
		t.Errorf("a strange answer: %q", answer)
	}
}
