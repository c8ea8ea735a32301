// Packets within the program, the loopback interface, buffers, names.
package main

import (
	"bytes"
	"fmt"
	"net"
	"time"
)

func main() {
	s, err := net.ListenPacket("udp", "127.0.0.1:0")
	fmt.Println(err)
	ended := make(chan bool)
	go func() {
		b := make([]byte, 100)
		for {
			n, from, err := s.ReadFrom(b)
			if err != nil {
				ended <- err != nil
				return
			}
			s.WriteTo(bytes.ToUpper(b[:n]), from)
		}
	}()
	c, err := net.Dial("udp", s.LocalAddr().String())
	fmt.Println(err)
	c.Write([]byte("hello"))
	b := make([]byte, 3)
	n, err := c.Read(b)
	fmt.Println(string(b[:n]), err)
	c.SetReadDeadline(time.Now().Add(time.Second))
	_, err = c.Read(b)
	ne := err.(net.Error)
	fmt.Println(ne.Timeout())
	c.Close()
	s.Close()
	fmt.Println("server:", <-ended)
	i, _ := net.Interfaces()
	fmt.Println(i[0].Name, i[0].Flags&net.FlagLoopback != 0)
	v := net.Buffers{[]byte("ab"), []byte("cd")}
	var out bytes.Buffer
	fmt.Println(v.WriteTo(&out))
	fmt.Println(out.String(), len(v))
	names, _ := net.LookupAddr("127.0.0.1")
	fmt.Println(names[0])
}

// expect: <nil>
// expect: <nil>
// expect: HEL <nil>
// expect: true
// expect: server: true
// expect: lo true
// expect: 4 <nil>
// expect: abcd 0
// expect: localhost
