package main

import (
	"fmt"
	"os"
	"text/tabwriter"
)

// Escaped text, and that of tags and entities, is no cell boundary and has another width.

func main() {
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 1, '.', tabwriter.FilterHTML|tabwriter.StripEscape|tabwriter.Debug)
	fmt.Fprintf(w, "a\tb\xff\t\xffc\td\n<x>aaa\t&amp;\tz\n")
	w.Flush()
}

// expect: a...|b	c.|d
// expect: <x>aaa.|&amp;...|z
