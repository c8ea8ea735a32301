package main

import (
	"fmt"
	"runtime"
)

func main() {
	c := make(chan bool)
	for i := 0; i < 5; i++ {
		go func() { <-c }()
	}
	runtime.Gosched()
	fmt.Println(runtime.NumGoroutine()) // expect: 6
	close(c)
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
	runtime.GC()
	fmt.Println(runtime.GOMAXPROCS(0) >= 1, runtime.GOOS, runtime.GOARCH) // expect: true linux amd64
}
