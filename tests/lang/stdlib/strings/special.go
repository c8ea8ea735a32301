// Cases of a language.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

func main() {
	c := unicode.TurkishCase
	fmt.Println(strings.ToUpperSpecial(c, "iı"), strings.ToLowerSpecial(c, "Iİ"), strings.ToTitleSpecial(c, "i"))
}

// expect: İI ıi İ
