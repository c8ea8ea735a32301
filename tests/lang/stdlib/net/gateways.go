// CGI and FastCGI, and what a file says of the program in it.
package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cgi"
	"net/http/fcgi"
	"runtime/debug"
	"strings"
)

// record is one of the FastCGI protocol.
func record(kind byte, content string) []byte {
	n := len(content)
	return append([]byte{1, kind, 0, 1, byte(n >> 8), byte(n), 0, 0}, content...)
}

// ask sends a request for the path and returns the last line of the answer.
func ask(address, path string) string {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	var params strings.Builder
	for _, p := range [][2]string{{"REQUEST_METHOD", "GET"}, {"SERVER_PROTOCOL", "HTTP/1.1"}, {"REQUEST_URI", path}} {
		params.WriteString(string([]byte{byte(len(p[0])), byte(len(p[1]))}) + p[0] + p[1])
	}
	const begin, parameters, input = 1, 4, 5
	c.Write(record(begin, "\x00\x01\x00\x00\x00\x00\x00\x00"))
	c.Write(record(parameters, params.String()))
	c.Write(record(parameters, ""))
	c.Write(record(input, ""))
	const output = 6
	var answer []byte
	for head := make([]byte, 8); ; {
		if _, err := io.ReadFull(c, head); err != nil {
			return err.Error()
		}
		if head[1] != output {
			return string(answer[bytes.LastIndexByte(answer, '\n')+1:])
		}
		content := make([]byte, int(head[4])<<8|int(head[5])+int(head[6]))
		io.ReadFull(c, content)
		answer = append(answer, content[:len(content)-int(head[6])]...)
	}
}

func main() {
	request, err := cgi.RequestFromMap(map[string]string{"REQUEST_METHOD": "GET", "SERVER_PROTOCOL": "HTTP/1.1",
		"HTTP_HOST": "shop", "REQUEST_URI": "/cart?item=7", "REMOTE_ADDR": "10.0.0.1"})
	fmt.Println(request.Method, request.URL, request.FormValue("item"), err) // expect: GET http://shop/cart?item=7 7 <nil>

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go fcgi.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %d", r.URL.Path, len(fcgi.ProcessEnv(r)))
	}))
	fmt.Println(ask(l.Addr().String(), "/stock")) // expect: /stock 0

	_, err = buildinfo.Read(bytes.NewReader(make([]byte, 4096)))
	fmt.Println(err) // expect: unrecognized file format
	_, err = buildinfo.ReadFile("/nowhere")
	fmt.Println(errors.Unwrap(errors.Unwrap(err)) != nil) // expect: true
	info, err := debug.ParseBuildInfo("path\texample.com/shop\nmod\texample.com/shop\tv1.2.3\th1:x\n")
	fmt.Println(info.Path, info.Main.Version, err) // expect: example.com/shop v1.2.3 <nil>
}
