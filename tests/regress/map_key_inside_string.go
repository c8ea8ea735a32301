package main

import (
	"fmt"
	"strings"
)

// A key is the same whatever stands behind it: the hash of a text of 17 to 23 bytes read beyond its end.

func main() {
	bad := 0
	for n := 0; n < 100; n++ {
		key := strings.Repeat("abcdefghijklmnopq", 6)[:n]
		m := map[string]int{key: n}
		pairs := map[[2]string]int{{key, key}: n}
		faces := map[any]int{key: n}
		for i := 0; i < 9; i++ {
			text := strings.Repeat("-", i) + key + "behind it" + fmt.Sprint(n*i)
			part := text[i : i+n]
			if v, ok := m[part]; !ok || v != n || pairs[[2]string{part, part}] != n || faces[part] != n {
				bad++
			}
		}
	}
	fmt.Println(bad)
}

// expect: 0
