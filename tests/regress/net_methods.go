package main

// The methods of connections that libraries call or ask for by an interface.
import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"syscall"
)

var (
	_ syscall.Conn   = (*net.UDPConn)(nil)
	_ net.PacketConn = (*net.UnixConn)(nil)
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func packets() {
	a, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	check(err)
	to := a.LocalAddr().(*net.UDPAddr).AddrPort()
	c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	check(err)
	n, _, err := c.WriteMsgUDPAddrPort([]byte("hello"), nil, to)
	fmt.Println(n, err)
	b := make([]byte, 10)
	n, _, _, from, err := a.ReadMsgUDPAddrPort(b, nil)
	fmt.Println(string(b[:n]), from.Addr().Unmap() == netip.MustParseAddr("127.0.0.1"), err)
	raw, err := a.SyscallConn()
	check(err)
	set := false
	check(raw.Control(func(uintptr) { set = true }))
	fmt.Println(set, errors.Is(raw.Read(func(uintptr) bool { return true }), syscall.ENOTSUP))
}

func stream() {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: "/tmp/net_methods", Net: "unix"})
	check(err)
	c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: "/tmp/net_methods", Net: "unix"})
	check(err)
	s, err := l.AcceptUnix()
	check(err)
	n, _, err := c.WriteMsgUnix([]byte("hi"), nil, nil)
	fmt.Println(n, err)
	b := make([]byte, 10)
	n, _, _, _, err = s.ReadMsgUnix(b, nil)
	fmt.Println(string(b[:n]), err)
	_, err = c.WriteToUnix([]byte("x"), &net.UnixAddr{Name: "/tmp/other", Net: "unix"})
	fmt.Println(errors.Is(err, net.ErrWriteToConnected))
}

func main() {
	packets()
	stream()
}

// expect: 5 <nil>
// expect: hello true <nil>
// expect: true true
// expect: 2 <nil>
// expect: hi <nil>
// expect: true
