// Bytes as text: encoding/hex and encoding/base64, streams and errors too.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

func main() {
	data := []byte("any carnal pleas\x00\xff\xfe~ and some more text for dumps")
	for n := 0; n <= 20; n++ {
		for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding, base64.StdEncoding.WithPadding('*')} {
			s := e.EncodeToString(data[:n])
			b, err := e.DecodeString(s)
			fmt.Print(s, " ", bytes.Equal(b, data[:n]), err, e.EncodedLen(n) == len(s), e.DecodedLen(len(s)), " ")
		}
		fmt.Println(hex.EncodeToString(data[:n]))
	}
	for _, s := range []string{"", "!!!!", "====", "x===", "AAA=AAAA", "AAAAA", "AA", "AA=", "AA==", "AA=A", "AA=====", "A=", "AAAA====", "A!==", "AA=\n=", "AAA=\n", "Y\nW\r\nJj", "AAAAAA=", "/+8=", "_-8=", "AB=="} {
		b, err := base64.StdEncoding.DecodeString(s)
		c, err2 := base64.RawStdEncoding.Strict().DecodeString(s)
		fmt.Printf("%q: %x %v; %x %v\n", s, b, err, c, err2)
	}
	var out strings.Builder
	w := base64.NewEncoder(base64.StdEncoding, &out)
	for _, part := range []string{"a", "bcd", "", "efgh"} {
		io.WriteString(w, part)
	}
	w.Close()
	back, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, strings.NewReader(out.String())))
	fmt.Println(out.String(), string(back), err)
	for _, s := range []string{"", "00ff", "ABcd", "0", "0g", "zz", "012", "01x"} {
		b, err := hex.DecodeString(s)
		fmt.Printf("%q: %x %v\n", s, b, err)
	}
	fmt.Print(hex.Dump(data), hex.Dump(data[:16]), hex.Dump(nil), hex.Dump(data[:9]))
	out.Reset()
	hex.NewEncoder(&out).Write(data[:5])
	back, err = io.ReadAll(hex.NewDecoder(strings.NewReader(out.String() + "7")))
	fmt.Println(out.String(), string(back), err)
}

// expect:  true <nil> true 0  true <nil> true 0  true <nil> true 0  true <nil> true 0  true <nil> true 0 
// expect: YQ== true <nil> true 3 YQ== true <nil> true 3 YQ true <nil> true 1 YQ true <nil> true 1 YQ** true <nil> true 3 61
// expect: YW4= true <nil> true 3 YW4= true <nil> true 3 YW4 true <nil> true 2 YW4 true <nil> true 2 YW4* true <nil> true 3 616e
// expect: YW55 true <nil> true 3 YW55 true <nil> true 3 YW55 true <nil> true 3 YW55 true <nil> true 3 YW55 true <nil> true 3 616e79
// expect: YW55IA== true <nil> true 6 YW55IA== true <nil> true 6 YW55IA true <nil> true 4 YW55IA true <nil> true 4 YW55IA** true <nil> true 6 616e7920
// expect: YW55IGM= true <nil> true 6 YW55IGM= true <nil> true 6 YW55IGM true <nil> true 5 YW55IGM true <nil> true 5 YW55IGM* true <nil> true 6 616e792063
// expect: YW55IGNh true <nil> true 6 YW55IGNh true <nil> true 6 YW55IGNh true <nil> true 6 YW55IGNh true <nil> true 6 YW55IGNh true <nil> true 6 616e79206361
// expect: YW55IGNhcg== true <nil> true 9 YW55IGNhcg== true <nil> true 9 YW55IGNhcg true <nil> true 7 YW55IGNhcg true <nil> true 7 YW55IGNhcg** true <nil> true 9 616e7920636172
// expect: YW55IGNhcm4= true <nil> true 9 YW55IGNhcm4= true <nil> true 9 YW55IGNhcm4 true <nil> true 8 YW55IGNhcm4 true <nil> true 8 YW55IGNhcm4* true <nil> true 9 616e79206361726e
// expect: YW55IGNhcm5h true <nil> true 9 YW55IGNhcm5h true <nil> true 9 YW55IGNhcm5h true <nil> true 9 YW55IGNhcm5h true <nil> true 9 YW55IGNhcm5h true <nil> true 9 616e79206361726e61
// expect: YW55IGNhcm5hbA== true <nil> true 12 YW55IGNhcm5hbA== true <nil> true 12 YW55IGNhcm5hbA true <nil> true 10 YW55IGNhcm5hbA true <nil> true 10 YW55IGNhcm5hbA** true <nil> true 12 616e79206361726e616c
// expect: YW55IGNhcm5hbCA= true <nil> true 12 YW55IGNhcm5hbCA= true <nil> true 12 YW55IGNhcm5hbCA true <nil> true 11 YW55IGNhcm5hbCA true <nil> true 11 YW55IGNhcm5hbCA* true <nil> true 12 616e79206361726e616c20
// expect: YW55IGNhcm5hbCBw true <nil> true 12 YW55IGNhcm5hbCBw true <nil> true 12 YW55IGNhcm5hbCBw true <nil> true 12 YW55IGNhcm5hbCBw true <nil> true 12 YW55IGNhcm5hbCBw true <nil> true 12 616e79206361726e616c2070
// expect: YW55IGNhcm5hbCBwbA== true <nil> true 15 YW55IGNhcm5hbCBwbA== true <nil> true 15 YW55IGNhcm5hbCBwbA true <nil> true 13 YW55IGNhcm5hbCBwbA true <nil> true 13 YW55IGNhcm5hbCBwbA** true <nil> true 15 616e79206361726e616c20706c
// expect: YW55IGNhcm5hbCBwbGU= true <nil> true 15 YW55IGNhcm5hbCBwbGU= true <nil> true 15 YW55IGNhcm5hbCBwbGU true <nil> true 14 YW55IGNhcm5hbCBwbGU true <nil> true 14 YW55IGNhcm5hbCBwbGU* true <nil> true 15 616e79206361726e616c20706c65
// expect: YW55IGNhcm5hbCBwbGVh true <nil> true 15 YW55IGNhcm5hbCBwbGVh true <nil> true 15 YW55IGNhcm5hbCBwbGVh true <nil> true 15 YW55IGNhcm5hbCBwbGVh true <nil> true 15 YW55IGNhcm5hbCBwbGVh true <nil> true 15 616e79206361726e616c20706c6561
// expect: YW55IGNhcm5hbCBwbGVhcw== true <nil> true 18 YW55IGNhcm5hbCBwbGVhcw== true <nil> true 18 YW55IGNhcm5hbCBwbGVhcw true <nil> true 16 YW55IGNhcm5hbCBwbGVhcw true <nil> true 16 YW55IGNhcm5hbCBwbGVhcw** true <nil> true 18 616e79206361726e616c20706c656173
// expect: YW55IGNhcm5hbCBwbGVhcwA= true <nil> true 18 YW55IGNhcm5hbCBwbGVhcwA= true <nil> true 18 YW55IGNhcm5hbCBwbGVhcwA true <nil> true 17 YW55IGNhcm5hbCBwbGVhcwA true <nil> true 17 YW55IGNhcm5hbCBwbGVhcwA* true <nil> true 18 616e79206361726e616c20706c65617300
// expect: YW55IGNhcm5hbCBwbGVhcwD/ true <nil> true 18 YW55IGNhcm5hbCBwbGVhcwD_ true <nil> true 18 YW55IGNhcm5hbCBwbGVhcwD/ true <nil> true 18 YW55IGNhcm5hbCBwbGVhcwD_ true <nil> true 18 YW55IGNhcm5hbCBwbGVhcwD/ true <nil> true 18 616e79206361726e616c20706c65617300ff
// expect: YW55IGNhcm5hbCBwbGVhcwD//g== true <nil> true 21 YW55IGNhcm5hbCBwbGVhcwD__g== true <nil> true 21 YW55IGNhcm5hbCBwbGVhcwD//g true <nil> true 19 YW55IGNhcm5hbCBwbGVhcwD__g true <nil> true 19 YW55IGNhcm5hbCBwbGVhcwD//g** true <nil> true 21 616e79206361726e616c20706c65617300fffe
// expect: YW55IGNhcm5hbCBwbGVhcwD//n4= true <nil> true 21 YW55IGNhcm5hbCBwbGVhcwD__n4= true <nil> true 21 YW55IGNhcm5hbCBwbGVhcwD//n4 true <nil> true 20 YW55IGNhcm5hbCBwbGVhcwD__n4 true <nil> true 20 YW55IGNhcm5hbCBwbGVhcwD//n4* true <nil> true 21 616e79206361726e616c20706c65617300fffe7e
// expect: "":  <nil>;  <nil>
// expect: "!!!!":  illegal base64 data at input byte 0;  illegal base64 data at input byte 0
// expect: "====":  illegal base64 data at input byte 0;  illegal base64 data at input byte 0
// expect: "x===":  illegal base64 data at input byte 1;  illegal base64 data at input byte 1
// expect: "AAA=AAAA": 0000 illegal base64 data at input byte 4;  illegal base64 data at input byte 3
// expect: "AAAAA": 000000 illegal base64 data at input byte 4; 000000 illegal base64 data at input byte 4
// expect: "AA":  illegal base64 data at input byte 0; 00 <nil>
// expect: "AA=":  illegal base64 data at input byte 3;  illegal base64 data at input byte 2
// expect: "AA==": 00 <nil>;  illegal base64 data at input byte 2
// expect: "AA=A":  illegal base64 data at input byte 2;  illegal base64 data at input byte 2
// expect: "AA=====": 00 illegal base64 data at input byte 4;  illegal base64 data at input byte 2
// expect: "A=":  illegal base64 data at input byte 1;  illegal base64 data at input byte 1
// expect: "AAAA====": 000000 illegal base64 data at input byte 4; 000000 illegal base64 data at input byte 4
// expect: "A!==":  illegal base64 data at input byte 1;  illegal base64 data at input byte 1
// expect: "AA=\n=": 00 <nil>;  illegal base64 data at input byte 2
// expect: "AAA=\n": 0000 <nil>;  illegal base64 data at input byte 3
// expect: "Y\nW\r\nJj": 616263 <nil>; 616263 <nil>
// expect: "AAAAAA=": 000000 illegal base64 data at input byte 7; 000000 illegal base64 data at input byte 6
// expect: "/+8=": ffef <nil>;  illegal base64 data at input byte 3
// expect: "_-8=":  illegal base64 data at input byte 0;  illegal base64 data at input byte 0
// expect: "AB==": 00 <nil>;  illegal base64 data at input byte 2
// expect: YWJjZGVmZ2g= abcdefgh <nil>
// expect: "":  <nil>
// expect: "00ff": 00ff <nil>
// expect: "ABcd": abcd <nil>
// expect: "0":  encoding/hex: odd length hex string
// expect: "0g":  encoding/hex: invalid byte: U+0067 'g'
// expect: "zz":  encoding/hex: invalid byte: U+007A 'z'
// expect: "012": 01 encoding/hex: odd length hex string
// expect: "01x": 01 encoding/hex: invalid byte: U+0078 'x'
// expect: 00000000  61 6e 79 20 63 61 72 6e  61 6c 20 70 6c 65 61 73  |any carnal pleas|
// expect: 00000010  00 ff fe 7e 20 61 6e 64  20 73 6f 6d 65 20 6d 6f  |...~ and some mo|
// expect: 00000020  72 65 20 74 65 78 74 20  66 6f 72 20 64 75 6d 70  |re text for dump|
// expect: 00000030  73                                                |s|
// expect: 00000000  61 6e 79 20 63 61 72 6e  61 6c 20 70 6c 65 61 73  |any carnal pleas|
// expect: 00000000  61 6e 79 20 63 61 72 6e  61                       |any carna|
// expect: 616e792063 any c unexpected EOF
