// What follows the start of a timer is concurrent with what the timer does, even if there is no
// other goroutine yet.
package main

import "time"

func main() {
	x := 0
	time.AfterFunc(time.Millisecond, func() { println(x) })
	x = 1
	time.Sleep(10 * time.Millisecond)
}

// race: RaW on x
// stderr: 1
// exit: 66
