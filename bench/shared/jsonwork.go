// 64 goroutines encode and decode orders as JSON; the orders are in one slice, and totals by
// customer in a map under a Mutex.
package main

import (
	"encoding/json"
	"fmt"
	"sync"
)

const (
	workers   = 64
	orders    = 1200
	customers = 40
)

type line struct {
	Article string `json:"article"`
	Count   int    `json:"count"`
	Cents   int    `json:"cents"`
}

type order struct {
	ID       int    `json:"id"`
	Customer int    `json:"customer"`
	Lines    []line `json:"lines"`
	Paid     bool   `json:"paid"`
}

type book struct {
	mu     sync.Mutex
	totals map[int]int
	bytes  int
}

var (
	list     []order
	articles = map[int]string{}
	sales    = book{totals: map[int]int{}}
)

func init() {
	for i := 0; i < 20; i++ {
		articles[i] = fmt.Sprintf("article-%d", i)
	}
	for i := 0; i < orders; i++ {
		o := order{ID: i, Customer: i * 7 % customers, Paid: i%3 == 0}
		for k := 0; k <= i%4; k++ {
			o.Lines = append(o.Lines, line{articles[(i+k)%20], k + 1, i * 10 % 997})
		}
		list = append(list, o)
	}
}

func (b *book) add(customer, cents, bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.totals[customer] += cents
	b.bytes += bytes
}

func process(o *order) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	var back order
	if err := json.Unmarshal(text, &back); err != nil {
		return err
	}
	cents := 0
	for _, l := range back.Lines {
		cents += l.Count * l.Cents
	}
	o.Paid = true
	sales.add(back.Customer, cents, len(text))
	return nil
}

func main() {
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func(w int) {
			defer wg.Done()
			for i := w; i < orders; i += workers {
				if err := process(&list[i]); err != nil {
					fmt.Println(err)
				}
			}
		}(w)
	}
	wg.Wait()
	total, paid := 0, 0
	for customer, cents := range sales.totals {
		total += cents * (customer + 1)
	}
	for i := range list {
		if list[i].Paid {
			paid++
		}
	}
	fmt.Println("total", total, "bytes", sales.bytes, "paid", paid)
}
