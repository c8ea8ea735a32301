// Three million updates of a map with 100,003 keys.
package main

func main() {
	m := make(map[int]int)
	key := 0
	for i := 0; i < 3000000; i++ {
		key = (key + 7919) % 100003
		m[key] += i
	}
	println(len(m), m[1], m[99999])
}
