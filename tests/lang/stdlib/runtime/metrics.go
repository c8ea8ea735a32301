// The metrics that mean something: each that All describes can be read, others are of KindBad.
package main

import (
	"fmt"
	"runtime/metrics"
)

func read(name string) metrics.Value {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value
}

var keep []byte

func main() {
	bad := 0
	for _, d := range metrics.All() {
		if read(d.Name).Kind() != d.Kind || d.Description == "" {
			bad++
		}
	}
	fmt.Println(len(metrics.All()) > 5, bad) // expect: true 0
	stop := make(chan bool)
	go func() { <-stop }()
	fmt.Println(read("/sched/goroutines:goroutines").Uint64()) // expect: 2
	before := read("/gc/heap/allocs:bytes").Uint64()
	keep = make([]byte, 1<<20)
	fmt.Println(read("/gc/heap/allocs:bytes").Uint64()-before >= 1<<20)  // expect: true
	fmt.Println(read("/no/such:thing").Kind() == metrics.KindBad)          // expect: true
	stop <- true
	defer func() { fmt.Println(recover()) }()
	read("/no/such:thing").Uint64() // expect: called Uint64 on non-uint64 metric value
}
