// syscall.Exit ends the program as os.Exit does; the numbers of the standard files are variables; there are no
// groups of addresses.
//
// exit: 7
package main

import (
	"fmt"
	"net"
	"syscall"
)

func main() {
	fmt.Println(*&syscall.Stdin, *&syscall.Stdout, *&syscall.Stderr) // expect: 0 1 2
	_, err := net.ListenMulticastUDP("udp4", nil, &net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: 5353})
	fmt.Println(err) // expect: listen udp4 224.0.0.251:5353: setsockopt: no such device
	_, err = net.ListenMulticastUDP("udp", nil, nil)
	fmt.Println(err) // expect: listen udp: missing address
	_, err = net.ListenMulticastUDP("tcp", nil, nil)
	fmt.Println(err) // expect: listen tcp: unknown network tcp
	defer fmt.Println("deferred")
	syscall.Exit(7)
}
