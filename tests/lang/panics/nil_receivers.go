package main

import (
	"fmt"
	"sync"
)

type shown struct{ text string }

func (s *shown) Error() string { return s.text }

func said(f func()) (text any) {
	defer func() {
		text = recover()
		if text == nil {
			text = "nothing"
		}
	}()
	f()
	return
}

// Every operation of package sync on a nil pointer, of maps that are nil or have keys that do not compare.
func main() {
	var mutex *sync.Mutex
	var rw *sync.RWMutex
	var group *sync.WaitGroup
	var cond *sync.Cond
	var once *sync.Once
	for _, f := range []func(){
		mutex.Lock, mutex.Unlock, func() { mutex.TryLock() },
		rw.Lock, rw.Unlock, rw.RLock, rw.RUnlock, func() { rw.TryLock() }, func() { rw.TryRLock() },
		group.Wait, group.Done, func() { group.Add(1) },
		cond.Wait, cond.Signal, cond.Broadcast, func() { once.Do(main) },
	} {
		fmt.Println(said(f))
	}
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference
	// expect: runtime error: invalid memory address or nil pointer dereference

	var none map[any]int
	empty, full := map[any]int{}, map[any]int{1: 1}
	key := any([]int{})
	for _, m := range []map[any]int{none, empty, full} {
		fmt.Println(len(m), said(func() { _ = m[key] }), said(func() { _, _ = m[key] }), said(func() { delete(m, key) }))
		fmt.Println(said(func() { m[key] = 1 }), said(func() { delete(m, 2) }), said(func() { clear(m) }))
	}
	// expect: 0 runtime error: hash of unhashable type []int runtime error: hash of unhashable type []int runtime error: hash of unhashable type []int
	// expect: assignment to entry in nil map nothing nothing
	// expect: 0 runtime error: hash of unhashable type []int runtime error: hash of unhashable type []int runtime error: hash of unhashable type []int
	// expect: runtime error: hash of unhashable type []int nothing nothing
	// expect: 1 runtime error: hash of unhashable type []int runtime error: hash of unhashable type []int runtime error: hash of unhashable type []int
	// expect: runtime error: hash of unhashable type []int nothing nothing

	var f func()
	var ch chan int
	var failure *shown
	fmt.Println(said(func() { f() }))                                      // expect: runtime error: invalid memory address or nil pointer dereference
	fmt.Println(said(func() { defer f(); fmt.Print("runs, ") }))           // expect: runs, runtime error: invalid memory address or nil pointer dereference
	fmt.Println(said(func() { close(ch) }), len(ch), cap(ch))              // expect: close of nil channel 0 0
	fmt.Println(said(func() { _ = failure.Error() }))                      // expect: runtime error: invalid memory address or nil pointer dereference
	fmt.Println(said(func() { panic(fmt.Sprint(error(failure) != nil)) })) // expect: true
}
