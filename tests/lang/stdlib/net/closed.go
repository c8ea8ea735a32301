// As on Linux: of the end of the other side the first write of TCP learns nothing, its answer is
// the news; bytes that the other side left unread are a reset, which is reported once.
package main

import (
	"fmt"
	"net"
	"time"
)

// pair is the two ends of a new connection.
func pair(network, address string) (client, server net.Conn) {
	l, err := net.Listen(network, address)
	if err != nil {
		panic(err)
	}
	defer l.Close()
	if client, err = net.Dial(network, l.Addr().String()); err != nil {
		panic(err)
	}
	if server, err = l.Accept(); err != nil {
		panic(err)
	}
	return client, server
}

func cause(err error) error {
	if op, ok := err.(*net.OpError); ok {
		return op.Err
	}
	return err
}

func writes(c net.Conn) {
	for i := 0; i < 3; i++ {
		n, err := c.Write([]byte("hello"))
		fmt.Println("write", n, cause(err))
		time.Sleep(10 * time.Millisecond)
	}
}

func reads(c net.Conn) {
	for i := 0; i < 3; i++ {
		n, err := c.Read(make([]byte, 10))
		fmt.Println("read", n, cause(err))
	}
}

// left is the client's side of a connection whose other side has closed, with some bytes unread or none.
func left(network, address, unread string) net.Conn {
	client, server := pair(network, address)
	client.Write([]byte(unread))
	server.Write([]byte("last"))
	time.Sleep(10 * time.Millisecond)
	server.Close()
	time.Sleep(10 * time.Millisecond)
	return client
}

func main() {
	for _, unread := range []string{"", "unread"} {
		fmt.Printf("TCP %q\n", unread)
		c := left("tcp", "127.0.0.1:0", unread)
		writes(c)
		reads(c)
		c = left("tcp", "127.0.0.1:0", unread)
		reads(c)
		writes(c)
		fmt.Printf("Unix %q\n", unread)
		writes(left("unix", "@gol-closed", unread))
		reads(left("unix", "@gol-closed", unread))
	}

	fmt.Println("a write that waits")
	client, server := pair("tcp", "127.0.0.1:0")
	time.AfterFunc(100*time.Millisecond, func() { server.Close() })
	_, err := client.Write(make([]byte, 10<<20))
	fmt.Println(err != nil)
	writes(client)

	fmt.Println("CloseRead")
	client, server = pair("tcp", "127.0.0.1:0")
	server.(*net.TCPConn).CloseRead()
	writes(client)
	reads(server)
}

// expect: TCP ""
// expect: write 5 <nil>
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: read 4 <nil>
// expect: read 0 EOF
// expect: read 0 EOF
// expect: read 4 <nil>
// expect: read 0 EOF
// expect: read 0 EOF
// expect: write 5 <nil>
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: Unix ""
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: read 4 <nil>
// expect: read 0 EOF
// expect: read 0 EOF
// expect: TCP "unread"
// expect: write 0 write: connection reset by peer
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: read 4 <nil>
// expect: read 0 EOF
// expect: read 0 EOF
// expect: read 4 <nil>
// expect: read 0 read: connection reset by peer
// expect: read 0 EOF
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: Unix "unread"
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: read 4 <nil>
// expect: read 0 read: connection reset by peer
// expect: read 0 EOF
// expect: a write that waits
// expect: true
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: write 0 write: broken pipe
// expect: CloseRead
// expect: write 5 <nil>
// expect: write 5 <nil>
// expect: write 5 <nil>
// expect: read 10 <nil>
// expect: read 5 <nil>
// expect: read 0 EOF
