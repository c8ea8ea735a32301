// Profiles that programs look up are there, and empty; their own have what they add.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
)

func main() {
	var names []string
	for _, p := range pprof.Profiles() {
		names = append(names, p.Name())
	}
	fmt.Println(strings.Join(names, " "))             // expect: allocs block goroutine goroutineleak heap mutex threadcreate
	fmt.Println(pprof.Lookup("threadcreate").Count()) // expect: 0
	fmt.Println(pprof.Lookup("goroutine").Count())    // expect: 1
	pprof.Lookup("heap").WriteTo(os.Stdout, 1)        // expect: heap profile: total 0

	mine := pprof.NewProfile("mine")
	a, b := new(int), new(int)
	mine.Add(a, 0)
	mine.Add(b, 0)
	mine.Remove(a)
	fmt.Println(mine.Count(), pprof.Lookup("mine") == mine) // expect: 1 true
	for _, f := range []func(){
		func() { mine.Add(b, 0) },                 // expect: pprof: Profile.Add of duplicate value
		func() { pprof.NewProfile("mine") },       // expect: pprof: NewProfile name already in use: mine
		func() { pprof.NewProfile("") },           // expect: pprof: NewProfile with empty name
		func() { pprof.Lookup("heap").Add(1, 0) }, // expect: pprof: Add called on built-in Profile
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
	fmt.Println(runtime.StartTrace(), len(runtime.ReadTrace())) // expect: <nil> 0
	runtime.StopTrace()
	runtime.SetCgoTraceback(0, nil, nil, nil)
	defer func() { fmt.Println(recover()) }() // expect: CPUProfile no longer available
	runtime.CPUProfile()
}
