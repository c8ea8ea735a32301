// A chain of filters, a goroutine for each prime found.
package main

func generate(out chan<- int) {
	for i := 2; ; i++ {
		out <- i
	}
}

func filter(in <-chan int, out chan<- int, prime int) {
	for {
		if v := <-in; v%prime != 0 {
			out <- v
		}
	}
}

func main() {
	in := make(chan int)
	go generate(in)
	prime := 0
	for i := 0; i < 1000; i++ {
		prime = <-in
		out := make(chan int)
		go filter(in, out, prime)
		in = out
	}
	println(prime)
}
