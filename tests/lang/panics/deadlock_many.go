// Of many goroutines that are blocked some are listed, by their numbers.
package main

func main() {
	c := make(chan int)
	for range 40 {
		go func() { c <- 1 }()
	}
	for range 40 {
		<-c
	}
	for range 40 {
		go func() { <-c }()
	}
	select {}
}

// exit: 2
// stderr: ^fatal error: all goroutines are asleep - deadlock!$
// stderr: ^goroutine 1 \[select \(no cases\)\]:$
// stderr: ^goroutine 72 \[chan receive\]:$
// stderr: ^\.\.\. and 9 more goroutines, all blocked$
