// There are no connections of IP itself, as for a program without the right to have one.
package main

import (
	"fmt"
	"net"
)

var _ net.PacketConn = (*net.IPConn)(nil)
var _ net.Conn = (*net.IPConn)(nil)

func main() {
	to := &net.IPAddr{IP: net.IPv4(127, 0, 0, 1)}
	_, err := net.DialIP("ip4:icmp", nil, to)
	fmt.Println(err) // expect: dial ip4:icmp 127.0.0.1: socket: operation not permitted
	_, err = net.ListenIP("ip4:icmp", to)
	fmt.Println(err) // expect: listen ip4:icmp 127.0.0.1: socket: operation not permitted
}
