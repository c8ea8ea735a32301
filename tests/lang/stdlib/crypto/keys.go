// Public keys: what one signs or encrypts the other verifies or decrypts, and nothing else.
package main

import (
	"bytes"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"time"
)

func signatures(h []byte) {
	r, err := rsa.GenerateKey(rand.Reader, 768)
	fmt.Println(err, r.Validate())
	s, err := rsa.SignPKCS1v15(rand.Reader, r, crypto.SHA256, h)
	fmt.Println(err, rsa.VerifyPKCS1v15(&r.PublicKey, crypto.SHA256, h, s))
	s[5] ^= 1
	fmt.Println(rsa.VerifyPKCS1v15(&r.PublicKey, crypto.SHA256, h, s))
	c, _ := rsa.EncryptOAEP(sha256.New(), rand.Reader, &r.PublicKey, []byte("text"), nil)
	p, err := rsa.DecryptOAEP(sha256.New(), nil, r, c, nil)
	fmt.Println(string(p), err)
	for _, curve := range []elliptic.Curve{elliptic.P224(), elliptic.P256(), elliptic.P384()} {
		e, _ := ecdsa.GenerateKey(curve, rand.Reader)
		s, err := ecdsa.SignASN1(rand.Reader, e, h)
		fmt.Println(err, ecdsa.VerifyASN1(&e.PublicKey, h, s), ecdsa.VerifyASN1(&e.PublicKey, h[1:], s))
	}
	key := ed25519.NewKeyFromSeed(h)
	fmt.Println(hex.EncodeToString(ed25519.Sign(key, []byte("text")))[:32])
}

func certificate() {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	template := &x509.Certificate{SerialNumber: big.NewInt(7), Subject: pkix.Name{CommonName: "self"}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, DNSNames: []string{"here.test"}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	block, _ := pem.Decode(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	c, err2 := x509.ParseCertificate(block.Bytes)
	fmt.Println(err, err2, c.Subject, c.SerialNumber, c.CheckSignatureFrom(c))
	roots := x509.NewCertPool()
	roots.AddCert(c)
	_, err = c.Verify(x509.VerifyOptions{Roots: roots, DNSName: "here.test"})
	_, err2 = c.Verify(x509.VerifyOptions{Roots: roots, DNSName: "there.test"})
	fmt.Println(err, err2)
}

func main() {
	h := sha256.Sum256([]byte("message"))
	signatures(h[:])
	certificate()
	b, _ := aes.NewCipher(h[:16])
	gcm, _ := cipher.NewGCM(b)
	sealed := gcm.Seal(nil, h[:12], []byte("secret"), []byte("more"))
	fmt.Println(hex.EncodeToString(sealed))
	open, err := gcm.Open(nil, h[:12], sealed, []byte("more"))
	fmt.Println(string(open), err)
	sealed[0] ^= 1
	_, err = gcm.Open(nil, h[:12], sealed, []byte("more"))
	fmt.Println(err)
	out := make([]byte, 40)
	cipher.NewCTR(b, h[:16]).XORKeyStream(out, bytes.Repeat([]byte{1}, 40))
	fmt.Println(hex.EncodeToString(out))
	x, _ := new(big.Int).SetString("123456789012345678901234567890123456789", 10)
	fmt.Println(new(big.Int).Exp(x, big.NewInt(30), nil).BitLen(), new(big.Int).ModInverse(x, big.NewInt(1000003)), new(big.Int).Sqrt(x), new(big.Int).ModSqrt(big.NewInt(5), big.NewInt(41)))
	f, _, _ := big.ParseFloat("1.1", 10, 200, big.ToNearestEven)
	fmt.Println(f.Text('g', 50), x.ProbablyPrime(10), new(big.Int).Rsh(new(big.Int).Lsh(x, 64), 128), new(big.Int).Quo(new(big.Int).Mul(x, x), big.NewInt(-12345)))
}

// expect: <nil> <nil>
// expect: <nil> <nil>
// expect: crypto/rsa: verification error
// expect: text <nil>
// expect: <nil> true false
// expect: <nil> true false
// expect: <nil> true false
// expect: d9f49ddd3837faab98fa6ddb7a91ebcb
// expect: <nil> <nil> CN=self 7 <nil>
// expect: <nil> x509: certificate is valid for here.test, not there.test
// expect: c7f33d2cd2e0a40a8696bd5955b193e00ed8ab021790
// expect: secret <nil>
// expect: cipher: message authentication failed
// expect: ac6017166e3d596e9b0971b84b3798e55ceeb89611915834b212d00bd09900d1fa0e2f5f65b64e30
// expect: 3797 379720 11111111061111110993 28
// expect: 1.1 false 6692605942763486917 -1234635783980464702348752657964089262454867116859081570504254277197144608
