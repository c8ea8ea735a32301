// Keys of package crypto/ecdh: the test vectors of RFC 7748 and RFC 5903, errors, and keys of
// package ecdsa.
package main

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/hex"
	"fmt"
)

func bytes(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

func main() {
	alice, _ := ecdh.X25519().NewPrivateKey(bytes("77076d0a7318a57d3c16c17251b26645df9f4b6b29c7d1d3b4e4e8c7a6c4b2f1"))
	fmt.Println(len(alice.PublicKey().Bytes())) // expect: 32
	alice, _ = ecdh.X25519().NewPrivateKey(bytes("77076d0a7318a57d3c16c17251b26645c6c2f6c7f1c1d1d6b3d7e0d6a8d4c3b2"))
	bob, _ := ecdh.X25519().GenerateKey(rand.Reader)
	one, _ := alice.ECDH(bob.PublicKey())
	two, _ := bob.ECDH(alice.PublicKey())
	fmt.Println(string(one) == string(two), len(one)) // expect: true 32
	scalar, _ := ecdh.X25519().NewPrivateKey(bytes("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"))
	u, _ := ecdh.X25519().NewPublicKey(bytes("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))
	secret, err := scalar.ECDH(u)
	fmt.Printf("%x %v\n", secret, err) // expect: c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552 <nil>

	i, err := ecdh.P256().NewPrivateKey(bytes("C88F01F510D9AC3F70A292DAA2316DE544E9AAB8AFE84049C62A9C57862D1433"))
	r, err2 := ecdh.P256().NewPrivateKey(bytes("C6EF9C5D78AE012A011164ACB397CE2088685D8F06BF9BE0B283AB46476BEE53"))
	fmt.Println(err, err2)                        // expect: <nil> <nil>
	fmt.Printf("%x\n", i.PublicKey().Bytes()[:9]) // expect: 04dad0b65394221cf9
	secret, _ = i.ECDH(r.PublicKey())
	fmt.Printf("%x\n", secret) // expect: d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de

	for _, c := range []ecdh.Curve{ecdh.P256(), ecdh.P384(), ecdh.P521(), ecdh.X25519()} {
		a, _ := c.GenerateKey(rand.Reader)
		b, _ := c.GenerateKey(rand.Reader)
		public, err := c.NewPublicKey(b.PublicKey().Bytes())
		x, _ := a.ECDH(public)
		y, _ := b.ECDH(a.PublicKey())
		fmt.Println(c, err, len(x), string(x) == string(y), public.Equal(b.Public()), a.Equal(b))
		// expect: P-256 <nil> 32 true true false
		// expect: P-384 <nil> 48 true true false
		// expect: P-521 <nil> 66 true true false
		// expect: X25519 <nil> 32 true true false
	}
	_, err = ecdh.P256().NewPrivateKey(make([]byte, 32))
	fmt.Println(err) // expect: crypto/ecdh: invalid private key
	_, err = ecdh.P256().NewPrivateKey(make([]byte, 31))
	fmt.Println(err) // expect: crypto/ecdh: invalid private key size
	_, err = ecdh.P256().NewPublicKey([]byte{0})
	fmt.Println(err) // expect: crypto/ecdh: invalid public key
	_, err = i.ECDH(u)
	fmt.Println(err) // expect: crypto/ecdh: private key and public key curves do not match
	zero, _ := ecdh.X25519().NewPublicKey(make([]byte, 32))
	_, err = scalar.ECDH(zero)
	fmt.Println(err) // expect: crypto/ecdh: bad X25519 remote ECDH input: low order point

	signer, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	k, err := signer.ECDH()
	public, err2 := signer.PublicKey.ECDH()
	fmt.Println(err, err2, k.PublicKey().Equal(public)) // expect: <nil> <nil> true
}
