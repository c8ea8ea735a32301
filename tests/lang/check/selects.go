package main

func f() chan int { return nil }

func main() {
	c := make(chan int)
	var send chan<- int = c
	var receive <-chan int = c
	x := 0 // error: declared and not used: x
	a := []int{0}
	var ok bool
	select {
	case c <- 1:
	case x = <-c:
	case x, ok = (<-c):
	case a[f2()] = <-receive:
	case y := <-c: // error: declared and not used: y
	case y, ok := <-c:
		_, _ = y, ok
	case _ = <-f():
	case <-(c):
	case ok == true: // error: select case must be receive, send or assign recv
	case x = 1:  // error: select case must be receive, send or assign recv
	case x += <-c: // error: select case must be receive, send or assign recv
	case <-send:   // error: cannot receive from send-only channel
	case receive <- 1: // error: cannot send to receive-only channel
	case c <- "": // error: cannot use "" .* as int value in send
	case ok = <-c: // error: cannot use <-c .* as bool value in assignment
	default:
	default: // error: multiple defaults in select
	}
	_ = ok
}

func f2() int { return 0 }
