// A pipeline of a hundred stages.
package main

func stage(in <-chan int) <-chan int {
	out := make(chan int, 1)
	go func() {
		for v := range in {
			out <- v + 1
		}
		close(out)
	}()
	return out
}

func main() {
	source := make(chan int)
	go func() {
		for i := 0; i < 10000; i++ {
			source <- i
		}
		close(source)
	}()
	var last <-chan int = source
	for i := 0; i < 100; i++ {
		last = stage(last)
	}
	sum := 0
	for v := range last {
		sum += v
	}
	println(sum)
}
