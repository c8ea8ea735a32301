// A packet to a port where nobody listens is sent; the next call says that it was refused, as on Linux.
package main

import (
	"fmt"
	"net"
	"time"
)

func main() {
	c, err := net.Dial("udp", "127.0.0.1:514")
	fmt.Println(err) // expect: <nil>
	for i := 0; i < 3; i++ {
		n, err := c.Write([]byte("abc"))
		time.Sleep(10 * time.Millisecond)
		fmt.Println(n, err != nil)
		// expect: 3 false
		// expect: 0 true
		// expect: 3 false
	}
	n, err := c.Read(make([]byte, 9))
	fmt.Println(n, err != nil) // expect: 0 true
	c.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	n, err = c.Read(make([]byte, 9))
	fmt.Println(n, err.(net.Error).Timeout()) // expect: 0 true
}
