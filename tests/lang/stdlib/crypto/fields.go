// The fields below the curves: what go prints.
package main

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"math/big"
)

// What the fields below the curves come to, by multiples of the base points and a known signature.
func main() {
	k, _ := new(big.Int).SetString("123456789012345678901234567890123456789012345678901234567890", 10)
	for _, c := range []elliptic.Curve{elliptic.P224(), elliptic.P256(), elliptic.P384(), elliptic.P521()} {
		x, y := c.ScalarBaseMult(k.Bytes())
		x2, y2 := c.ScalarMult(x, y, k.Bytes())
		x3, y3 := c.Add(x, y, x2, y2)
		sum := sha256.Sum256([]byte(fmt.Sprint(x, y, x2, y2, x3, y3)))
		fmt.Printf("%s %x %v\n", c.Params().Name, sum[:8], c.IsOnCurve(x3, y3))
		less := new(big.Int).Sub(c.Params().N, big.NewInt(1))
		x, y = c.ScalarBaseMult(less.Bytes()) // the base point with the other y
		fmt.Println(x.Cmp(c.Params().Gx), new(big.Int).Add(y, c.Params().Gy).Cmp(c.Params().P))
		key, err := ecdsa.GenerateKey(c, rand.Reader)
		if err != nil {
			panic(err)
		}
		sig, err := ecdsa.SignASN1(rand.Reader, key, sum[:])
		fmt.Println(err, ecdsa.VerifyASN1(&key.PublicKey, sum[:], sig))
		sum[3]++
		fmt.Println(ecdsa.VerifyASN1(&key.PublicKey, sum[:], sig))
	}
	key := ed25519.NewKeyFromSeed([]byte("a seed of thirty-two bytes, known"[:32]))
	sig := ed25519.Sign(key, []byte("message"))
	fmt.Printf("%x\n%v\n", sig, ed25519.Verify(key.Public().(ed25519.PublicKey), []byte("message"), sig))
	sig[5]++
	fmt.Println(ed25519.Verify(key.Public().(ed25519.PublicKey), []byte("message"), sig))
}

// expect: P-224 f99bf5231c6bf043 true
// expect: 0 0
// expect: <nil> true
// expect: false
// expect: P-256 42c7a20732c6a031 true
// expect: 0 0
// expect: <nil> true
// expect: false
// expect: P-384 c041c1b8918cc3af true
// expect: 0 0
// expect: <nil> true
// expect: false
// expect: P-521 98c6c1a67dc5ee43 true
// expect: 0 0
// expect: <nil> true
// expect: false
// expect: b0fad011856084467e4e1588d37c9820fc71ca8216e0b8d19386c13680e7be8bd4402c04daa148131bba474f3f2d7785aa2e914d513b2e3ad1f5585466b16e0f
// expect: true
// expect: false
