// What a goroutine was told just before it is done, those who wait for it know.
// norace
package main

import "sync"

func main() {
	var x int
	var wg sync.WaitGroup
	c := make(chan bool)
	wg.Add(1)
	go func() {
		<-c
		wg.Done()
	}()
	go func() {
		x = 1
		c <- true
	}()
	wg.Wait()
	x++
}
