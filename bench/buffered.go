// Five million integers through a channel of capacity 128.
package main

func main() {
	c := make(chan int, 128)
	go func() {
		for i := 0; i < 5000000; i++ {
			c <- i
		}
		close(c)
	}()
	sum := 0
	for v := range c {
		sum += v
	}
	println(sum)
}
