// 300,000 goroutines, one after another.
package main

func main() {
	c := make(chan int)
	sum := 0
	for i := 0; i < 300000; i++ {
		go func(i int) { c <- i }(i)
		sum += <-c
	}
	println(sum)
}
