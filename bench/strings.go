// Building strings, taking them apart and counting their words.
package main

import (
	"strconv"
	"strings"
)

const lines = 40000

func line(i int) string {
	var b strings.Builder
	for j := 0; j < 8; j++ {
		if j > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("word")
		b.WriteString(strconv.Itoa(i * j % 101))
	}
	return b.String()
}

func main() {
	counts := map[string]int{}
	total := 0
	for i := 0; i < lines; i++ {
		text := line(i) + ", line " + strconv.Itoa(i)
		total += len(text)
		for _, word := range strings.Split(text, " ") {
			counts[strings.ToUpper(word)]++
		}
	}
	println(total, len(counts), counts["WORD7"], counts["LINE"])
}
