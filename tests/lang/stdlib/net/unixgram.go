// Packets over sockets that have names.
package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"
)

func main() {
	dir, _ := os.MkdirTemp("", "grams")
	defer os.RemoveAll(dir)
	os.Chdir(dir)
	addr, err := net.ResolveUnixAddr("unixgram", "server")
	_, err = net.Dial("unixgram", "server")
	fmt.Println(err) // expect: dial unixgram server: connect: no such file or directory
	_, err = net.ListenUnixgram("unix", addr)
	fmt.Println(err) // expect: listen unix: unknown network unix
	_, err = net.ListenPacket("unixgram", filepath.Join(dir, "missing", "socket"))
	fmt.Println(err != nil) // expect: true

	server, err := net.ListenUnixgram("unixgram", addr)
	fmt.Println(server.LocalAddr(), server.LocalAddr().Network(), server.RemoteAddr(), err) // expect: server unixgram <nil> <nil>
	_, err = net.ListenUnixgram("unixgram", addr)
	fmt.Println(err) // expect: listen unixgram server: bind: address already in use

	client, err := net.Dial("unixgram", "server")
	client.Write([]byte("one"))
	client.Write([]byte("second"))
	b := make([]byte, 4)
	n, err := server.Read(b)
	fmt.Println(string(b[:n]), err) // expect: one <nil>
	n, from, err := server.ReadFromUnix(b)
	fmt.Println(string(b[:n]), from, err) // expect: seco  <nil>
	other, err := net.Dial("unixgram", "/"+dir+"/./server")
	fmt.Println(other.RemoteAddr().String() != "server", other.Close(), err) // expect: true <nil> <nil>
	_, err = server.Write(b)
	fmt.Println(errors.Unwrap(err)) // expect: write: transport endpoint is not connected

	// Answers need a name.
	named, err := net.DialUnix("unixgram", &net.UnixAddr{Name: "client", Net: "unixgram"}, addr)
	named.Write([]byte("hello"))
	n, to, err := server.ReadFrom(make([]byte, 10))
	fmt.Println(n, to, err) // expect: 5 client <nil>
	server.WriteTo([]byte("you"), to)
	n, err = named.Read(b)
	fmt.Println(string(b[:n]), err) // expect: you <nil>
	_, err = named.WriteTo(b, to)
	fmt.Println(errors.Is(err, net.ErrWriteToConnected)) // expect: true

	// Deadlines, and a queue that is full until it is read from.
	server.SetReadDeadline(time.Now().Add(time.Second))
	_, err = server.Read(b)
	fmt.Println(errors.Is(err, os.ErrDeadlineExceeded)) // expect: true
	server.SetDeadline(time.Time{})
	sent := 0
	client.SetWriteDeadline(time.Now().Add(time.Second))
	for ; err == nil || sent == 0; sent++ {
		_, err = client.Write(b)
	}
	fmt.Println(sent > 9, errors.Is(err, os.ErrDeadlineExceeded)) // expect: true true
	client.SetWriteDeadline(time.Time{})
	done := make(chan error)
	go func() {
		_, err := client.Write([]byte("more"))
		done <- err
	}()
	time.Sleep(time.Second)
	server.Read(b)
	fmt.Println(<-done) // expect: <nil>

	go func() {
		_, err := client.Write([]byte("more"))
		done <- err
	}()
	time.Sleep(time.Second)
	fmt.Println(server.Close(), server.Close() != nil) // expect: <nil> true
	fmt.Println(<-done)                                // expect: write unixgram ->server: write: connection refused
	_, err = client.Write(b)
	fmt.Println(err != nil, client.Close()) // expect: true <nil>

	// So it is with streams.
	listener, err := net.Listen("unix", "stream")
	stream, err := net.Dial("unix", "/"+dir+"/stream")
	fmt.Println(stream.RemoteAddr() != nil, err, listener.Close()) // expect: true <nil> <nil>
	_, err = net.Dial("unix", "stream")
	fmt.Println(err != nil) // expect: true
}
