// Index finds the first place, as a search step by step does: parts of all lengths at all places of
// texts around the widths that are looked at at once, and texts full of places that begin and end alike.
package main

import (
	"bytes"
	"fmt"
	"strings"
)

func slowly(s, part string) int {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return i
		}
	}
	return -1
}

func compare(s, part string) {
	want := slowly(s, part)
	if got := strings.Index(s, part); got != want {
		fmt.Println(s, part, got, want)
	}
	if got := bytes.Index([]byte(s), []byte(part)); got != want {
		fmt.Println(s, part, got, want)
	}
}

func main() {
	n := 0
	for length := 0; length < 70; length++ {
		plain := strings.Repeat("abcdefg", 10)[:length]
		for at := 0; at <= length; at++ {
			for _, part := range []string{"x", "xy", "xyx", "xabcdefgabcdefgabx", "\xff\x80"} {
				compare(plain[:at]+part+plain[at:], part)
				compare(plain[:at]+part[:len(part)-1]+plain[at:], part)
				n++
			}
		}
	}
	alike := strings.Repeat("ab", 2000)
	for _, part := range []string{"bb", "ba", "abb", "aab", "baa", strings.Repeat("ab", 50) + "b",
		"a" + strings.Repeat("ab", 50), strings.Repeat("ba", 50)} {
		compare(alike, part)
		compare(alike+part, part)
		compare(alike+strings.Repeat("z", 100)+part+alike, part)
		n++
	}
	fmt.Println(n)
}

// expect: 12433
