// A connection takes what is copied to it by itself, so that a bufio.Writer on it, as proxies have, keeps nothing
// back while the source still has an end to come.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
)

func dial(l net.Listener) (client, server net.Conn) {
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	server, _ = l.Accept()
	return client, server
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	user, proxied := dial(l)
	proxy, server := dial(l)
	done := make(chan string)
	go func() {
		from := bufio.NewReadWriter(bufio.NewReader(proxied), bufio.NewWriter(proxied))
		n, err := io.Copy(bufio.NewWriter(proxy), from)
		proxy.Close()
		done <- fmt.Sprintln(n, err)
	}()
	fmt.Fprint(user, "hello")
	greeting := make([]byte, 5)
	n, err := io.ReadFull(server, greeting)
	fmt.Println(string(greeting[:n]), err) // expect: hello <nil>
	fmt.Fprint(user, " world")
	user.(*net.TCPConn).CloseWrite()
	rest, err := io.ReadAll(server)
	fmt.Printf("%q %v\n", rest, err) // expect: " world" <nil>
	fmt.Print(<-done)                // expect: 11 <nil>

	for _, c := range []any{user, proxy} {
		_, from := c.(io.ReaderFrom)
		_, to := c.(io.WriterTo)
		fmt.Println(from, to) // expect: true true
		// expect: true true
	}
	_, err = io.Copy(proxy, bytes.NewReader([]byte("late")))
	fmt.Println(err) // expect: write tcp 127.0.0.1:40003->127.0.0.1:40001: use of closed network connection
	_, err = proxy.(io.ReaderFrom).ReadFrom(&bytes.Buffer{})
	fmt.Println(err) // expect: <nil>
	_, err = proxy.(io.ReaderFrom).ReadFrom(bytes.NewBufferString("late"))
	fmt.Println(err.(*net.OpError).Op) // expect: readfrom
	_, err = proxy.(io.WriterTo).WriteTo(io.Discard)
	fmt.Println(err.(*net.OpError).Op) // expect: writeto

	var f io.Reader = os.Stdin
	_, to := f.(io.WriterTo)
	fmt.Println(to) // expect: true
}
