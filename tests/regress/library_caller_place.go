package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"sync"
	"text/template"
)

// Library code makes the accesses, called from different places, in other frames each time, also by
// way of functions of the program that the library calls.

type word struct{ text string }

func (w *word) String() string { return strings.ToUpper(w.text) }

func (w *word) MarshalJSON() ([]byte, error) { return json.Marshal(strings.Repeat(w.text, 2)) }

var shared = []int{3, 1, 2}

func less(i, j int) bool {
	again := []int{2, 1}
	sort.Ints(again)
	return shared[i] < shared[j]
}

func nested(depth int) string {
	if depth == 0 {
		return fmt.Sprint(&word{"x"})
	}
	m := strings.Map(func(r rune) rune { return []rune(nested(depth - 1))[0] }, "a")
	return m
}

func main() {
	t := template.Must(template.New("t").Parse("{{range .}}{{.}} {{end}}"))
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		sort.Slice(shared, less) // writes
	}()
	go func() {
		defer wg.Done()
		var b strings.Builder
		t.Execute(&b, []*word{{"p"}, {"q"}})
		j, _ := json.Marshal([]*word{{"r"}})
		b.Write(j)
		b.WriteString(nested(6))
		sort.Ints(shared) // writes too
	}()
	wg.Wait()
	fmt.Println(shared)
}

// race: RaW on sort.Slice\(shared, less\)
// stderr: read .*in main.main.func2 .*library_caller_place.go:52:3
// stderr: write .*in main.main.func1 .*library_caller_place.go:43:3
// race: WaR on shared\[j\]
// expect: [1 2 3]
