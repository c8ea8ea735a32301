package main

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
)

func fibonacci(yield func(int) bool) {
	a, b := 0, 1
	for yield(a) {
		a, b = b, a+b
	}
}

func take[T any](seq iter.Seq[T], n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range seq {
			if n--; n < 0 || !yield(v) {
				return
			}
		}
	}
}

func zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		next, stop := iter.Pull(b)
		defer stop()
		for x := range a {
			y, ok := next()
			if !ok || !yield(x, y) {
				return
			}
		}
	}
}

func pulling() {
	next, stop := iter.Pull(func(yield func(string) bool) {
		defer fmt.Println("cleaned up")
		_ = yield("one") && yield("two") && yield("three")
	})
	fmt.Println(next())
	fmt.Println(next())
	stop()
	fmt.Println(next())
	stop()

	next2, stop2 := iter.Pull2(slices.All([]string{"x", "y"}))
	for {
		i, s, ok := next2()
		if !ok {
			break
		}
		fmt.Println(i, s)
	}
	fmt.Println(next2())
	stop2()

	unused, stop3 := iter.Pull(fibonacci)
	stop3()
	fmt.Println(unused())

	bad, _ := iter.Pull(func(yield func(int) bool) { yield(1); panic("in seq") })
	defer func() {
		fmt.Println("recovered", recover())
		fmt.Println(bad())
	}()
	fmt.Println(bad())
	bad()
}

func main() {
	fmt.Println(slices.Collect(take(fibonacci, 10)))
	for a, b := range zip(take(fibonacci, 100), slices.Values([]string{"a", "b", "c"})) {
		fmt.Print(a, b, " ")
	}
	fmt.Println()
	pulling()

	m := map[string]int{"one": 1, "two": 2, "three": 3}
	fmt.Println(slices.Sorted(maps.Keys(m)), slices.Sorted(maps.Values(m)))
	fmt.Println(maps.Collect(slices.All([]string{"p", "q"})))
	maps.Insert(m, maps.All(map[string]int{"four": 4, "one": 11}))
	fmt.Println(m)
	for i, v := range slices.Backward([]int{1, 2, 3}) {
		fmt.Print(i, "=", v, " ")
	}
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c, cap(c), " ")
	}
	fmt.Println(slices.Repeat([]int{1, 2}, 3))
	fmt.Println(slices.SortedFunc(slices.Values([]int{3, 1, 2}), func(a, b int) int { return b - a }))
	fmt.Println(slices.SortedStableFunc(slices.Values([]string{"bb", "aa", "c"}),
		func(a, b string) int { return len(a) - len(b) }))
	fmt.Println(slices.AppendSeq([]int{0}, take(fibonacci, 3)))

	for line := range strings.Lines("one\ntwo\n\nlast") {
		fmt.Printf("%q ", line)
	}
	fmt.Println()
	for _, seq := range []iter.Seq[string]{strings.SplitSeq("a,b,,c", ","), strings.SplitSeq("", ","),
		strings.SplitSeq("añb", ""), strings.SplitAfterSeq("a,b,", ","), strings.FieldsSeq("  a  bc\td "),
		strings.FieldsFuncSeq("x1y22z", func(r rune) bool { return r < 'a' })} {
		fmt.Printf("%q ", slices.Collect(seq))
	}
	fmt.Println()
	for _, seq := range []iter.Seq[[]byte]{bytes.SplitSeq([]byte("a,b,,c"), []byte(",")), bytes.Lines([]byte("a\nb")),
		bytes.SplitSeq([]byte("añb"), nil), bytes.SplitAfterSeq([]byte("a,b,"), []byte(",")),
		bytes.FieldsSeq([]byte("  a  bc\td "))} {
		fmt.Printf("%q ", slices.Collect(seq))
	}
	fmt.Println()

	var sm sync.Map
	sm.Store("k", 1)
	for k, v := range sm.Range {
		fmt.Println(k, v)
	}
}

// expect: [0 1 1 2 3 5 8 13 21 34]
// expect: 0a 1b 1c 
// expect: one true
// expect: two true
// expect: cleaned up
// expect:  false
// expect: 0 x
// expect: 1 y
// expect: 0  false
// expect: 0 false
// expect: 1 true
// expect: recovered in seq
// expect: 0 false
// expect: [one three two] [1 2 3]
// expect: map[0:p 1:q]
// expect: map[four:4 one:11 three:3 two:2]
// expect: 2=3 1=2 0=1 [1 2] 2 [3 4] 2 [5] 1 [1 2 1 2 1 2]
// expect: [3 2 1]
// expect: [c bb aa]
// expect: [0 0 1 1]
// expect: "one\n" "two\n" "\n" "last" 
// expect: ["a" "b" "" "c"] [""] ["a" "ñ" "b"] ["a," "b," ""] ["a" "bc" "d"] ["x" "y" "z"] 
// expect: ["a" "b" "" "c"] ["a\n" "b"] ["a" "ñ" "b"] ["a," "b," ""] ["a" "bc" "d"] 
// expect: k 1
