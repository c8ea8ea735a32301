package main

import "fmt"

func main() {
	s := "häß\xff€"
	for i, r := range s {
		fmt.Print(i, ":", r, " ")
	}
	fmt.Println() // expect: 0:104 1:228 3:223 5:65533 6:8364 
	fmt.Println(len(s), s[1], s[1:3], s[6:]) // expect: 9 195 ä €
	fmt.Println([]byte("aä"), []rune("aä"), string([]rune{228, 0x10FFFF + 1})) // expect: [97 195 164] [97 228] ä�
	fmt.Println(string(rune(8364)), "a"+"b" == "ab", "a" < "b", "a" < "", "ab" > "a") // expect: € true true false true
	b := []byte("xyz")
	t := string(b)
	b[0] = 'X'
	fmt.Println(t, string(b)) // expect: xyz Xyz
	t += "!"
	fmt.Println(t, `raw\n`, "\x41\101\u0041\t|") // expect: xyz! raw\n AAA	|
	n := copy(b, "pq")
	fmt.Println(n, string(append(b, "rs"...))) // expect: 2 pqzrs
}
