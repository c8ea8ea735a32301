// A stack says which function started the goroutine, and in which goroutine: the innermost function
// that the go statement is in, and for WaitGroup.Go the one that called it.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

type worker[T any] struct{}

func (worker[T]) start(f func()) { go f() }

func createdBy() string {
	buf := make([]byte, 10000)
	stack := string(buf[:runtime.Stack(buf, false)])
	stack = stack[strings.Index(stack, "created by "):]
	return stack[:strings.Index(stack, "\n")]
}

func main() {
	texts := make(chan string)
	tell := func() { texts <- createdBy() }
	var wg sync.WaitGroup
	wg.Go(tell)
	fmt.Println(<-texts)
	worker[int]{}.start(tell)
	fmt.Println(<-texts)
	go func() {
		quiet := func() {}
		func() { go tell() }()
		quiet()
	}()
	fmt.Println(<-texts)
	later := func() {}
	go tell()
	fmt.Println(<-texts)
	later()
}

// expect: created by main.main in goroutine 1
// expect: created by main.worker[...].start in goroutine 1
// expect: created by main.main.func2.2 in goroutine 4
// expect: created by main.main in goroutine 1
