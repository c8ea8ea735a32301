// race: write after write \(WaW\) on total
// stderr: write +goroutine [23], in main.deposit +.*report.go:14:2
// stderr: 14 \| +total = n
// stderr: \^\^\^\^\^
// stderr: started by main at .*report.go:1[89]
// stderr: replay: gol run .*report.go$
package main

import "time"

var total int

func deposit(n int) {
	total = n
}

func main() {
	go deposit(1)
	go deposit(2)
	time.Sleep(1)
}
