package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

func addresses() {
	for _, s := range []string{"192.168.1.10", "::1", "2001:db8::68", "::ffff:1.2.3.4", "1.2.3", "1.2.3.256", "01.2.3.4",
		"fe80::1:0:0:0:2", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::", "1::2::3", "12345::", "1:2:3:4:5:6:1.2.3.4", "1::1.2.3.4",
		"0:0:1:0:0:0:0:1", ":1", "1:", "1:0:0:2:0:0:3:4"} {
		ip := net.ParseIP(s)
		fmt.Println(s, ip, len(ip), ip.To4() != nil, ip.IsLoopback(), ip.IsPrivate(), ip.IsGlobalUnicast(), ip.DefaultMask())
	}
	for _, s := range []string{"192.168.1.10/24", "10.0.0.1/8", "2001:db8::/32", "1.2.3.4/33", "1.2.3.4", "x/8", "1.2.3.4/08", "0.0.0.0/0", "::/0"} {
		ip, n, err := net.ParseCIDR(s)
		fmt.Println(ip, n, err)
		if err == nil {
			ones, bits := n.Mask.Size()
			fmt.Println(ones, bits, n.Mask, n.Contains(net.ParseIP("192.168.1.77")), n.Contains(net.ParseIP("2001:db8::1")), n.Network())
		}
	}
	for _, s := range []string{"localhost:80", "[::1]:8080", ":0", "nohost", "a:b:c", "[::1]", "[::1", "::1]:1", "[a]b:1", "[[::1]:5", "x[y:1", "[a]]:1", "[::1]:80:90"} {
		h, p, err := net.SplitHostPort(s)
		fmt.Printf("%q %q %v\n", h, p, err)
	}
	fmt.Println(net.JoinHostPort("::1", "80"), net.JoinHostPort("a", "http"), net.IPv4(1, 2, 3, 4).Mask(net.CIDRMask(16, 32)))
	fmt.Println(net.ParseMAC("00:00:5e:00:53:01"))
	fmt.Println(net.ParseMAC("0000.5e00.5301"))
	fmt.Println(net.ParseMAC("00:00"))
	text, err := net.ParseIP("1.2.3.4").MarshalText()
	fmt.Println(string(text), err)
	var ip net.IP
	fmt.Println(ip.UnmarshalText([]byte("bad")), ip.UnmarshalText([]byte("::1")), ip, ip.Equal(net.IPv6loopback))
	a, err := net.ResolveTCPAddr("tcp", "127.0.0.1:http")
	fmt.Println(a, err)
	_, err = net.ResolveTCPAddr("tcp9", "127.0.0.1:http")
	fmt.Println(err)
	fmt.Println(net.IPMask{255, 0, 255, 0}, &net.IPNet{IP: net.IP{1, 2, 3, 4}, Mask: net.IPMask{255, 0, 255, 0}})
}

func pipes() {
	a, b := net.Pipe()
	go func() {
		io.WriteString(b, "hello")
		b.Close()
	}()
	buf := make([]byte, 3)
	n, err := a.Read(buf)
	fmt.Println(n, err, string(buf[:n]))
	rest, err := io.ReadAll(a)
	fmt.Println(string(rest), err)
	_, err = a.Write([]byte("x"))
	fmt.Println(err)
	fmt.Println(a.Close(), a.LocalAddr(), a.RemoteAddr().Network())
	_, err = a.Read(buf)
	fmt.Println(err)
	c, _ := net.Pipe()
	c.SetDeadline(time.Now().Add(time.Millisecond))
	n, err = c.Read(buf)
	var ne net.Error
	fmt.Println(n, err, errors.As(err, &ne) && ne.Timeout(), errors.Is(err, os.ErrDeadlineExceeded))
	n, err = c.Write([]byte("abc"))
	fmt.Println(n, err)
}

func echo() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				for s := bufio.NewScanner(c); s.Scan(); {
					fmt.Fprintf(c, "%s\n", strings.ToUpper(s.Text()))
				}
			}()
		}
	}()
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				fmt.Println(err)
				return
			}
			defer c.Close()
			r := bufio.NewReader(c)
			for j := 0; j < 3; j++ {
				fmt.Fprintf(c, "line %d %d\n", i, j)
				if got, err := r.ReadString('\n'); got != fmt.Sprintf("LINE %d %d\n", i, j) {
					fmt.Println(got, err)
				}
			}
			c.(*net.TCPConn).CloseWrite()
			_, err = r.ReadString('\n')
			fmt.Println(err)
		}()
	}
	wg.Wait()
	l.Close()
	_, err = l.Accept()
	fmt.Println(errors.Is(err, net.ErrClosed), strings.HasSuffix(err.Error(), "use of closed network connection"))
	_, err = net.Dial("tcp", "127.0.0.1:1")
	fmt.Println(err)
	_, err = net.Dial("tpc", "127.0.0.1:1")
	fmt.Println(err)
	_, err = net.Dial("tcp", "127.0.0.1")
	fmt.Println(err)
	c1, err := net.Listen("tcp", "127.0.0.1:0")
	_, err = net.Listen("tcp", c1.Addr().String())
	fmt.Println(strings.Replace(err.Error(), c1.Addr().String(), "ADDR", 1))
}

func main() {
	addresses()
	pipes()
	echo()
}

// expect: 192.168.1.10 192.168.1.10 16 true false true true ffffff00
// expect: ::1 ::1 16 false true false false <nil>
// expect: 2001:db8::68 2001:db8::68 16 false false false true <nil>
// expect: ::ffff:1.2.3.4 1.2.3.4 16 true false false true ff000000
// expect: 1.2.3 <nil> 0 false false false false <nil>
// expect: 1.2.3.256 <nil> 0 false false false false <nil>
// expect: 01.2.3.4 <nil> 0 false false false false <nil>
// expect: fe80::1:0:0:0:2 fe80:0:0:1::2 16 false false false false <nil>
// expect: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:8 16 false false false true <nil>
// expect: 1:2:3:4:5:6:7:: 1:2:3:4:5:6:7:0 16 false false false true <nil>
// expect: :: :: 16 false false false false <nil>
// expect: 1::2::3 <nil> 0 false false false false <nil>
// expect: 12345:: <nil> 0 false false false false <nil>
// expect: 1:2:3:4:5:6:1.2.3.4 1:2:3:4:5:6:102:304 16 false false false true <nil>
// expect: 1::1.2.3.4 1::102:304 16 false false false true <nil>
// expect: 0:0:1:0:0:0:0:1 0:0:1::1 16 false false false true <nil>
// expect: :1 <nil> 0 false false false false <nil>
// expect: 1: <nil> 0 false false false false <nil>
// expect: 1:0:0:2:0:0:3:4 1::2:0:0:3:4 16 false false false true <nil>
// expect: 192.168.1.10 192.168.1.0/24 <nil>
// expect: 24 32 ffffff00 true false ip+net
// expect: 10.0.0.1 10.0.0.0/8 <nil>
// expect: 8 32 ff000000 false false ip+net
// expect: 2001:db8:: 2001:db8::/32 <nil>
// expect: 32 128 ffffffff000000000000000000000000 false true ip+net
// expect: <nil> <nil> invalid CIDR address: 1.2.3.4/33
// expect: <nil> <nil> invalid CIDR address: 1.2.3.4
// expect: <nil> <nil> invalid CIDR address: x/8
// expect: 1.2.3.4 1.0.0.0/8 <nil>
// expect: 8 32 ff000000 false false ip+net
// expect: 0.0.0.0 0.0.0.0/0 <nil>
// expect: 0 32 00000000 true false ip+net
// expect: :: ::/0 <nil>
// expect: 0 128 00000000000000000000000000000000 false true ip+net
// expect: "localhost" "80" <nil>
// expect: "::1" "8080" <nil>
// expect: "" "0" <nil>
// expect: "" "" address nohost: missing port in address
// expect: "" "" address a:b:c: too many colons in address
// expect: "" "" address [::1]: missing port in address
// expect: "" "" address [::1: missing ']' in address
// expect: "" "" address ::1]:1: too many colons in address
// expect: "" "" address [a]b:1: missing port in address
// expect: "" "" address [[::1]:5: unexpected '[' in address
// expect: "" "" address x[y:1: unexpected '[' in address
// expect: "" "" address [a]]:1: missing port in address
// expect: "" "" address [::1]:80:90: too many colons in address
// expect: [::1]:80 a:http 1.2.0.0
// expect: 00:00:5e:00:53:01 <nil>
// expect: 00:00:5e:00:53:01 <nil>
// expect:  address 00:00: invalid MAC address
// expect: 1.2.3.4 <nil>
// expect: invalid IP address: bad <nil> ::1 true
// expect: 127.0.0.1:80 <nil>
// expect: unknown network tcp9
// expect: ff00ff00 1.2.3.4/ff00ff00
// expect: 3 <nil> hel
// expect: lo <nil>
// expect: io: read/write on closed pipe
// expect: <nil> pipe pipe
// expect: io: read/write on closed pipe
// expect: 0 read pipe: i/o timeout true true
// expect: 0 write pipe: i/o timeout
// expect: EOF
// expect: EOF
// expect: EOF
// expect: true true
// expect: dial tcp 127.0.0.1:1: connect: connection refused
// expect: dial tpc: unknown network tpc
// expect: dial tcp: address 127.0.0.1: missing port in address
// expect: listen tcp ADDR: bind: address already in use
