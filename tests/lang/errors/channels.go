package main

func main() {
	r := make(<-chan int)
	s := make(chan<- int)
	r <- 1    // error: (cannot send|receive-only)
	<-s       // error: (cannot receive|send-only)
	close(r)  // error: (cannot close|receive-only)
	for range s { // error: (cannot (receive|range)|send-only)
	}
	x := 1
	x <- 2 // error: (cannot send|non-chan)
	select {
	case x > 1: // error: (must be|expected|select case)
	}
}
