// A socket of a file system needs a folder to lie in.
package main

import (
	"fmt"
	"net"
	"os"
)

func main() {
	_, err := net.Listen("unix", "/no/such/folder/socket")
	fmt.Println(err) // expect: listen unix /no/such/folder/socket: bind: no such file or directory
	l, err := net.Listen("unix", os.TempDir()+"/gol.sock")
	fmt.Println(err) // expect: <nil>
	l.Close()
	l, err = net.Listen("unix", "@abstract/name")
	fmt.Println(err) // expect: <nil>
	l.Close()
}
