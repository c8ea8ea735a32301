// Connections that are zero are none: all of them is an invalid argument.
package main

import (
	"fmt"
	"io"
	"net"
	"time"
)

func main() {
	var tcp net.TCPConn
	var unix net.UnixConn
	var udp net.UDPConn
	for _, c := range []net.Conn{&tcp, &unix, &udp} {
		_, read := c.Read(make([]byte, 1))
		_, write := c.Write([]byte("x"))
		fmt.Printf("%T %v %v %v %v %v\n", c, c.LocalAddr(), c.RemoteAddr(), read, write, c.Close())
		fmt.Println(c.SetDeadline(time.Now()), c.SetReadDeadline(time.Now()), c.SetWriteDeadline(time.Now()))
	}
	_, from := tcp.ReadFrom(io.LimitReader(nil, 0))
	fmt.Println(tcp.CloseRead(), tcp.CloseWrite(), tcp.SetNoDelay(true), tcp.SetLinger(0), tcp.SetKeepAlive(true), tcp.SetReadBuffer(1), from)
	_, raw := tcp.SyscallConn()
	fmt.Println(raw)
	// expect: *net.TCPConn <nil> <nil> invalid argument invalid argument invalid argument
	// expect: invalid argument invalid argument invalid argument
	// expect: *net.UnixConn <nil> <nil> invalid argument invalid argument invalid argument
	// expect: invalid argument invalid argument invalid argument
	// expect: *net.UDPConn <nil> <nil> invalid argument invalid argument invalid argument
	// expect: invalid argument invalid argument invalid argument
	// expect: invalid argument invalid argument invalid argument invalid argument invalid argument invalid argument invalid argument
	// expect: invalid argument
}
