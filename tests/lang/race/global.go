// race: on counter
package main

var counter int

func main() {
	done := make(chan bool)
	for i := 0; i < 2; i++ {
		go func() { counter++; done <- true }()
	}
	<-done
	<-done
}
