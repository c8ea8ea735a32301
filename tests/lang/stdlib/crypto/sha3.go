// Packages crypto/sha3 and go/version. The hashes are those of Python's hashlib; cSHAKE128's is sample 1 of
// NIST SP 800-185; versions are those of go/version's documentation.
package main

import (
	"crypto/sha3"
	"crypto/tls"
	"fmt"
	"go/version"
	"hash"
)

func main() {
	data := make([]byte, 768)
	for i := range data {
		data[i] = byte(i)
	}
	for _, h := range []hash.Hash{sha3.New224(), sha3.New256(), sha3.New384(), sha3.New512()} {
		h.Write(data[:5])
		h.Sum(nil)
		h.Write(data[5:])
		fmt.Printf("%x\n", h.Sum(nil))
	}
	fmt.Printf("%x\n", sha3.SumSHAKE128(data, 40))
	s := sha3.NewSHAKE256()
	out := make([]byte, 150)
	s.Read(out)
	s.Read(out)
	fmt.Printf("%x\n", out[140:])
	c := sha3.NewCSHAKE128(nil, []byte("Email Signature"))
	for range 2 {
		c.Write([]byte{0, 1, 2, 3})
		c.Read(out[:32])
		fmt.Printf("%x\n", out[:32])
		c.Reset()
	}
	fmt.Printf("%x %d\n", sha3.Sum256([]byte("abc")), sha3.New256().BlockSize())

	for _, v := range []string{"go1.21rc2", "go1.21.2", "go1.21", "go1", "1.21", "go1.021", "go1.21x1", "go1.21-custom", ""} {
		fmt.Printf("%v %q,", version.IsValid(v), version.Lang(v))
	}
	fmt.Println()
	order := []string{"", "go1", "go1.2", "go1.9.1", "go1.20beta1", "go1.20", "go1.21", "go1.21beta1", "go1.21rc2", "go1.21rc10", "go1.21.0", "go1.21.1"}
	for i := range order {
		for j := range order {
			want := min(1, max(-1, i-j))
			if got := version.Compare(order[i], order[j]); got != want {
				fmt.Println(order[i], order[j], got)
			}
		}
	}
	fmt.Println(tls.VersionName(tls.VersionTLS13), tls.VersionName(0x300), tls.VersionName(7))
}

// expect: 1e79576532395de20d67911b1f6b482bbcaaed8e6863d1e58082916e
// expect: c043b2b15d405c9f4cd92fdaef420eba6201d328fb34ec0e2c16e4981b9e4b39
// expect: 1719287be5dd0ce14ac51bfdc22f8e1137a6951666b2d946cd0d031bb68bc3173ba0e202bc0e6202f5d337061c6ec21f
// expect: ad3a11a3430f0fac234a6c15bff0cb609b3d6fde0eac5873893e2775d15cf47d6791b4db907361c53719da248a7662f759b3f6c7ffb4fe69492a9449728cdad7
// expect: 92b62d6682dda8ef27e599c00ce6fcd070dafa726908c07bf6c361ab7be2149ff7b03259d2a42cd3
// expect: 6d1368b208e21f7c10d0
// expect: c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5
// expect: c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5
// expect: 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532 136
// expect: true "go1.21",true "go1.21",true "go1.21",true "go1",false "",false "",false "",true "go1.21",false "",
// expect: TLS 1.3 SSLv3 0x0007
