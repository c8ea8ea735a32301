// Connections that nobody has accepted are reset when the listener is closed.
package main

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

func main() {
	for _, network := range []string{"tcp", "unix"} {
		address := "127.0.0.1:0"
		if network == "unix" {
			address = "@backlog"
		}
		l, _ := net.Listen(network, address)
		a, _ := net.Dial(network, l.Addr().String())
		b, _ := net.Dial(network, l.Addr().String())
		accepted, _ := l.Accept()
		accepted.Write([]byte("x"))
		waits := make(chan error)
		go func() {
			_, err := b.Read(make([]byte, 1))
			waits <- err
		}()
		l.Close()
		err := <-waits
		fmt.Println(errors.Is(err, syscall.ECONNRESET)) // expect: true
		_, err = b.Write([]byte("x"))
		fmt.Println(errors.Is(err, syscall.EPIPE)) // expect: true
		n, err := a.Read(make([]byte, 1))
		fmt.Println(n, err) // expect: 1 <nil>
		// expect: true
		// expect: true
		// expect: 1 <nil>
	}
}
