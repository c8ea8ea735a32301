// 5,000 goroutines fetch parts of a document, which wait for a shared index, write into one slice,
// report by a channel, and are started by 50 coordinators.
package main

import (
	"fmt"
	"strings"
	"sync"
)

const (
	fetchers     = 5000
	coordinators = 50
	words        = 8
)

type part struct {
	number int
	text   string
	weight int
}

type index struct {
	once   sync.Once
	offset map[int]int
	words  []string
}

var (
	catalogue index
	document  = make([]part, fetchers)
	titles    = map[int]string{}
)

func init() {
	for i := 0; i < 12; i++ {
		titles[i] = strings.Repeat(string(rune('a'+i)), i%4+1)
	}
}

func (x *index) load() {
	x.offset = make(map[int]int)
	for i := 0; i < 100; i++ {
		x.offset[i] = i * 3 % 17
		x.words = append(x.words, titles[i%12])
	}
}

func fetch(number int, out chan<- *part) {
	catalogue.once.Do(catalogue.load)
	p := &document[number]
	p.number = number
	at := catalogue.offset[number%100]
	for i := 0; i < words; i++ {
		word := catalogue.words[(at+i*number)%100]
		p.weight += len(word) * (i + 1)
		p.text = word
	}
	out <- p
}

func coordinate(id int, sums []int, wg *sync.WaitGroup) {
	defer wg.Done()
	out := make(chan *part)
	each := fetchers / coordinators
	for i := 0; i < each; i++ {
		go fetch(id*each+i, out)
	}
	for i := 0; i < each; i++ {
		p := <-out
		sums[id] += p.weight + len(p.text)
	}
}

func main() {
	sums := make([]int, coordinators)
	var wg sync.WaitGroup
	for i := 0; i < coordinators; i++ {
		wg.Add(1)
		go coordinate(i, sums, &wg)
	}
	wg.Wait()
	total, check := 0, 0
	for _, n := range sums {
		total += n
	}
	for i := range document {
		check = (check*31 + document[i].weight) % 1000003
	}
	fmt.Println("total", total, "check", check)
}
