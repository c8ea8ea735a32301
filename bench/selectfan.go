// Four producers of 500,000 values each into one select.
package main

func produce(n int) <-chan int {
	c := make(chan int)
	go func() {
		for i := 0; i < n; i++ {
			c <- i
		}
		close(c)
	}()
	return c
}

func main() {
	const n = 500000
	a, b, c, d := produce(n), produce(n), produce(n), produce(n)
	sum, open := 0, 4
	for open > 0 {
		var v int
		var ok bool
		select {
		case v, ok = <-a:
			if !ok {
				a = nil
			}
		case v, ok = <-b:
			if !ok {
				b = nil
			}
		case v, ok = <-c:
			if !ok {
				c = nil
			}
		case v, ok = <-d:
			if !ok {
				d = nil
			}
		}
		if !ok {
			open--
		}
		sum += v
	}
	println(sum)
}
