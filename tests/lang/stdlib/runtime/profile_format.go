// Profiles in the format of go tool pprof: a compressed message with the functions of each stack. One of
// time can be started, and is empty.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"runtime/pprof"
)

func waits(c chan int) { <-c }

// parts prints whether the message has these texts, and how many fields of each number.
func parts(b *bytes.Buffer, show ...string) {
	z, err := gzip.NewReader(b)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := io.ReadAll(z)
	fmt.Println(len(m) > 0, err)
	for _, text := range show {
		fmt.Println(text, bytes.Contains(m, []byte(text)))
	}
	counts := map[byte]int{}
	for len(m) > 0 { // all fields are bytes, and short
		counts[m[0]>>3]++
		m = m[2+m[1]:]
	}
	fmt.Println(counts)
}

func main() {
	c := make(chan int)
	for i := 0; i < 3; i++ {
		go waits(c)
	}
	c <- 0
	var b bytes.Buffer
	fmt.Println(pprof.Lookup("goroutine").WriteTo(&b, 0))
	parts(&b, "main.waits", "profile_format.go", "main.nothing")
	close(c)

	fmt.Println(pprof.StartCPUProfile(&b), pprof.StartCPUProfile(&b))
	pprof.StopCPUProfile()
	pprof.StopCPUProfile()
	parts(&b, "nanoseconds")
	fmt.Println(pprof.WriteHeapProfile(&b))
	parts(&b, "inuse_space")
}

// expect: <nil>
// expect: true <nil>
// expect: main.waits true
// expect: profile_format.go true
// expect: main.nothing false
// expect: map[1:1 2:2 4:3 5:3 6:8]
// expect: <nil> cpu profiling already in use
// expect: true <nil>
// expect: nanoseconds true
// expect: map[1:2 6:5]
// expect: <nil>
// expect: true <nil>
// expect: inuse_space true
// expect: map[1:4 6:7]
