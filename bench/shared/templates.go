// 64 goroutines render pages from one parsed template and a shared table of products.
package main

import (
	"bytes"
	"fmt"
	"sync"
	"text/template"
)

const (
	workers = 64
	pages   = 192
)

type product struct {
	Name  string
	Price int
	Tags  []string
}

type page struct {
	Title    string
	Products []*product
	Discount int
}

const layout = `== {{.Title}} =={{range $i, $p := .Products}}
{{$i}}. {{$p.Name}}: {{price $p.Price $.Discount}}{{range .Tags}} #{{.}}{{end}}{{end}}
`

var (
	shop     = template.New("page").Funcs(template.FuncMap{"price": price})
	products []*product
	lengths  = map[int]int{}
	mu       sync.Mutex
)

func price(cents, discount int) string {
	return fmt.Sprintf("%.2f", float64(cents*(100-discount))/10000)
}

func init() {
	template.Must(shop.Parse(layout))
	for i := 0; i < 30; i++ {
		p := &product{Name: fmt.Sprintf("product %d", i), Price: i*i*7 + 100}
		for k := 0; k < i%3; k++ {
			p.Tags = append(p.Tags, fmt.Sprint("tag", k))
		}
		products = append(products, p)
	}
}

func render(number int) int {
	data := page{Title: fmt.Sprint("Page ", number), Discount: number % 20}
	for i := 0; i < 6; i++ {
		data.Products = append(data.Products, products[(number*5+i)%len(products)])
	}
	var out bytes.Buffer
	if err := shop.Execute(&out, data); err != nil {
		fmt.Println(err)
	}
	sum := 0
	for _, c := range out.Bytes() {
		sum += int(c)
	}
	return sum
}

func main() {
	next := make(chan int)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for number := range next {
				sum := render(number)
				mu.Lock()
				lengths[number] = sum
				mu.Unlock()
			}
		}()
	}
	for i := 0; i < pages; i++ {
		next <- i
	}
	close(next)
	wg.Wait()
	total := 0
	for number, sum := range lengths {
		total += sum * (number%13 + 1)
	}
	fmt.Println("pages", len(lengths), "total", total)
}
