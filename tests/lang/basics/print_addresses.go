// print shows of an address only whether it is nil.
package main

func main() {
	x := 1
	var none *int
	var all, empty []int = make([]int, 2, 3), nil
	var value, nothing any = x, nil
	println("pointers", &x, none)
	println("slices", all, empty)
	println("interfaces", value, nothing)
	println("maps", map[int]int{} != nil, make(chan int), func() {})
}

// stderr: ^pointers 0x1 0x0$
// stderr: ^slices \[2/3\]0x1 \[0/0\]0x0$
// stderr: ^interfaces \(0x1,0x1\) \(0x0,0x0\)$
// stderr: ^maps true 0x1 0x1$
