// Map-reduce over text: 64 mappers count the words of their share of the lines in a map of their
// own, reducers merge the maps by the first letter of the words.
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

const (
	mappers  = 64
	reducers = 8
	lines    = 4000
)

type pair struct {
	word  string
	count int
}

var (
	text  []string
	words = []string{"channel", "goroutine", "select", "mutex", "go", "race", "happens", "before",
		"order", "map", "slice", "array", "struct", "interface", "buffer", "lock", "wait", "group"}
	partial [mappers]map[string]int
	results [reducers][]pair
)

func init() {
	x := uint32(99)
	for i := 0; i < lines; i++ {
		var line []string
		for k := 0; k < 10; k++ {
			x = x*1664525 + 1013904223
			line = append(line, words[int(x>>16)%len(words)]+string(rune('a'+x>>28)))
		}
		text = append(text, strings.Join(line, " "))
	}
}

func mapper(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	counts := make(map[string]int)
	for _, line := range text[id*lines/mappers : (id+1)*lines/mappers] {
		for _, word := range strings.Fields(line) {
			counts[strings.ToUpper(word[:1])+word[1:]]++
		}
	}
	partial[id] = counts
}

func reducer(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	sums := map[string]int{}
	for _, counts := range partial {
		for word, n := range counts {
			if int(word[0])%reducers == id {
				sums[word] += n
			}
		}
	}
	for word, n := range sums {
		results[id] = append(results[id], pair{word, n})
	}
	sort.Slice(results[id], func(i, k int) bool {
		a, b := results[id][i], results[id][k]
		return a.count > b.count || (a.count == b.count && a.word < b.word)
	})
}

func main() {
	var mapping, reducing sync.WaitGroup
	for i := 0; i < mappers; i++ {
		mapping.Add(1)
		go mapper(i, &mapping)
	}
	mapping.Wait()
	for i := 0; i < reducers; i++ {
		reducing.Add(1)
		go reducer(i, &reducing)
	}
	reducing.Wait()
	total, different := 0, 0
	for _, list := range results {
		different += len(list)
		for _, p := range list {
			total += p.count
		}
		if len(list) > 0 {
			fmt.Println(list[0].word, list[0].count)
		}
	}
	fmt.Println("words", total, "different", different)
}
