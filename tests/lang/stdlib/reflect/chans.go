// Channels by reflection: sending, receiving, closing, and select statements made at run time.
package main

import (
	"fmt"
	"reflect"
)

type pair struct {
	name string
	n    int
}

func try(name string, f func()) {
	defer func() { fmt.Printf("%s: %v\n", name, recover()) }()
	f()
}

func main() {
	unbuffered := reflect.MakeChan(reflect.TypeOf(make(chan pair)), 0)
	go func() {
		for i := 0; i < 3; i++ {
			unbuffered.Send(reflect.ValueOf(pair{"p", i}))
		}
		unbuffered.Close()
	}()
	for {
		x, ok := unbuffered.Recv()
		fmt.Println(x, ok)
		if !ok {
			break
		}
	}
	ch := make(chan any, 2)
	v := reflect.ValueOf(ch)
	fmt.Println(v.TrySend(reflect.ValueOf(1)), v.TrySend(reflect.ValueOf("two")), v.TrySend(reflect.ValueOf(3.0)), v.Len(), v.Cap())
	x, ok := v.TryRecv()
	fmt.Println(x, ok, <-ch)
	x, ok = v.TryRecv()
	fmt.Println(x.IsValid(), ok)

	strings, numbers, done := make(chan string), make(chan [3]int, 1), make(chan bool)
	go func() {
		strings <- "hello"
		numbers <- [3]int{1, 2, 3}
		close(strings)
		done <- true
	}()
	cases := []reflect.SelectCase{
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(strings)},
		{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(numbers)},
		{Dir: reflect.SelectSend, Chan: reflect.Value{}, Send: reflect.ValueOf(1)},
	}
	counts := map[int]int{}
	for i := 0; i < 3; i++ {
		chosen, x, ok := reflect.Select(cases)
		counts[chosen]++
		if chosen == 1 {
			fmt.Println(x, ok)
		} else if ok {
			fmt.Println(x)
		} else {
			cases[0].Chan = reflect.Value{}
		}
	}
	<-done
	fmt.Println(counts)
	chosen, _, ok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectDefault}, cases[1]})
	fmt.Println(chosen, ok)
	chosen, _, _ = reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: reflect.ValueOf(numbers), Send: reflect.ValueOf([3]int{7})}, {Dir: reflect.SelectDefault}})
	fmt.Println(chosen, <-numbers)
	try("send on closed", func() { unbuffered.Send(reflect.ValueOf(pair{})) })
	try("close twice", func() { unbuffered.Close() })
	try("wrong type", func() { v = reflect.ValueOf(done); v.Send(reflect.ValueOf(1)) })
	try("receive only", func() { reflect.ValueOf((<-chan int)(make(chan int))).Send(reflect.ValueOf(1)) })
	try("send only", func() { reflect.ValueOf((chan<- int)(make(chan int))).Recv() })
	try("two defaults", func() { reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectDefault}, {Dir: reflect.SelectDefault}}) })
}

// expect: {p 0} true
// expect: {p 1} true
// expect: {p 2} true
// expect: { 0} false
// expect: true true false 2 2
// expect: 1 true two
// expect: false false
// expect: hello
// expect: [1 2 3] true
// expect: map[0:2 1:1]
// expect: 0 false
// expect: 0 [7 0 0]
// expect: send on closed: send on closed channel
// expect: close twice: close of closed channel
// expect: wrong type: reflect.Value.Send: value of type int is not assignable to type bool
// expect: receive only: reflect: send on recv-only channel
// expect: send only: reflect: recv on send-only channel
// expect: two defaults: reflect.Select: multiple default cases
