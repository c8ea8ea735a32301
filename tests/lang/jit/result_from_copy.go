// A result that is computed from a variable does not take the place of the copy of it that is the next
// result: where the call is inlined, the results are copied one after the other.
//
// args: --jit all
package main

import "fmt"

func extend(dst, src []byte, all, more bool) (nDst, nSrc int, err error) {
	n := copy(dst, src)
	if n < len(src) || !all {
		return n, n, nil
	}
	if len(dst) == n {
		return n, n, fmt.Errorf("short")
	}
	dst[n] = 'X'
	if more {
		return n + 1, n, nil
	}
	return n, n + 1, nil
}

func swap(a, b int, yes bool) (int, int) {
	x, y := a, b
	if yes {
		return y, x
	}
	return x, y
}

func three(a, b int, k int) (int, int, int) {
	x := a + b
	switch k {
	case 0:
		return x, x, x
	case 1:
		return x + 1, x, x + 2
	case 2:
		return x, x - 1, x
	}
	return x + 1, x + 2, x
}

func main() {
	dst, src := make([]byte, 20), []byte("1234567")
	wrong := 0
	for i := 0; i < 3000; i++ {
		if a, b, err := extend(dst, src, true, true); a != 8 || b != 7 || err != nil {
			wrong++
		}
		if a, b, err := extend(dst, src, true, false); a != 7 || b != 8 || err != nil {
			wrong++
		}
		if a, b, _ := extend(dst, src, false, true); a != 7 || b != 7 {
			wrong++
		}
		if a, b := swap(i, -i, i%2 == 0); i%2 == 0 && (a != -i || b != i) || i%2 != 0 && (a != i || b != -i) {
			wrong++
		}
		a, b, c := three(i, 1, i%4)
		switch x := i + 1; i % 4 {
		case 0:
			wrong += a - x + b - x + c - x
		case 1:
			wrong += max(a-x-1, x+1-a) + max(b-x, x-b) + max(c-x-2, x+2-c)
		case 2:
			wrong += max(a-x, x-a) + max(b-x+1, x-1-b) + max(c-x, x-c)
		case 3:
			wrong += max(a-x-1, x+1-a) + max(b-x-2, x+2-b) + max(c-x, x-c)
		}
	}
	fmt.Println("wrong:", wrong)
}

// expect: wrong: 0
