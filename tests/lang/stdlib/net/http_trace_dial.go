// The hooks of net/http/httptrace that package net calls.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http/httptrace"
	"strings"
)

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	trace := &httptrace.ClientTrace{
		DNSStart: func(i httptrace.DNSStartInfo) { fmt.Println("look up", i.Host) },
		DNSDone:  func(i httptrace.DNSDoneInfo) { fmt.Println("found", len(i.Addrs) > 0, i.Coalesced, i.Err) },
		ConnectStart: func(network, addr string) {
			fmt.Println("connect", network, strings.HasSuffix(addr, ":"+port))
		},
		ConnectDone: func(network, addr string, err error) { fmt.Println("connected", network, err != nil) },
	}
	ctx := httptrace.WithClientTrace(context.Background(), trace)
	dial := func(address string) {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp4", address)
		fmt.Println(c != nil, err != nil)
		if err == nil {
			c.Close()
		}
	}
	dial("127.0.0.1:" + port)
	// expect: connect tcp4 true
	// expect: connected tcp4 false
	// expect: true false
	dial("localhost:" + port)
	// expect: look up localhost
	// expect: found true false <nil>
	// expect: connect tcp4 true
	// expect: connected tcp4 false
	// expect: true false
	l.Close()
	dial("127.0.0.1:1")
	// expect: connect tcp4 false
	// expect: connected tcp4 true
	// expect: false true
}
