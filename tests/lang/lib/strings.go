package main

import (
	"fmt"
	"strings"
)

func main() {
	fmt.Println(strings.Contains("seafood", "foo"), strings.Index("chicken", "ken"), strings.LastIndex("go gopher", "go"), strings.HasPrefix("ab", "a"), strings.HasSuffix("ab", "a")) // expect: true 4 3 true false
	fmt.Printf("%q %q %q\n", strings.Split("a,b,c", ","), strings.Split("abc", ""), strings.SplitN("a,b,c", ",", 2)) // expect: ["a" "b" "c"] ["a" "b" "c"] ["a" "b,c"]
	fmt.Println(strings.Join([]string{"x", "y"}, "-"), strings.Repeat("na", 3), strings.ToUpper("äb"), strings.Title("x")) // expect: x-y nanana ÄB X
	fmt.Printf("%q %q %q %q\n", strings.TrimSpace(" \t a b \n"), strings.Trim("xxaxx", "x"), strings.TrimLeft("aab", "a"), strings.TrimSuffix("a.go", ".go")) // expect: "a b" "a" "b" "a"
	fmt.Println(strings.Replace("oink oink", "k", "ky", 1), strings.ReplaceAll("aaa", "a", "b"), strings.Count("cheese", "e"), strings.Count("abc", "")) // expect: oinky oink bbb 3 4
	fmt.Printf("%q %v\n", strings.Fields("  a b  c "), strings.EqualFold("Go", "GO")) // expect: ["a" "b" "c"] true
	var b strings.Builder
	for i := 0; i < 3; i++ {
		fmt.Fprintf(&b, "%d,", i)
	}
	b.WriteString("end")
	b.WriteByte('!')
	b.WriteRune('ü')
	fmt.Println(b.String(), b.Len()) // expect: 0,1,2,end!ü 12
	fmt.Println(strings.Map(func(r rune) rune {
		if r == 'a' {
			return -1
		}
		return r + 1
	}, "abc"), strings.IndexByte("abc", 'c'), strings.ContainsRune("abc", 'b'), strings.Compare("a", "b")) // expect: cd 2 true -1
	before, after, found := strings.Cut("k=v", "=")
	fmt.Println(before, after, found) // expect: k v true
}
