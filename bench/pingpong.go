// Two million round trips over two unbuffered channels.
package main

func main() {
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			pong <- v + 1
		}
		close(pong)
	}()
	v := 0
	for i := 0; i < 2000000; i++ {
		ping <- v
		v = <-pong
	}
	close(ping)
	println(v)
}
