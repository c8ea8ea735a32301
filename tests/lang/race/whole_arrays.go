// race: on parts\[130\]
// race: on names\[77\]
// race: on texts\[20\]
// Arrays that are accessed as a whole, of which others access a part.
package main

import "fmt"

func main() {
	parts := make([]byte, 400)
	names := make([]int32, 100)
	texts := make([]string, 40)
	kept := make([]int64, 300)
	ready, done := make(chan bool), make(chan bool)
	go func() {
		<-ready
		copy(parts, make([]byte, 400))
		copy(names, make([]int32, 100))
		copy(texts, make([]string, 40))
		copy(kept, make([]int64, 300))
		done <- true
		parts[130] = 1
		names[77]++
		texts[20] = "a"
		done <- true
	}()
	ready <- true
	<-done
	kept[200]++
	n := copy(make([]byte, 400), parts)
	n += copy(make([]int32, 100), names)
	n += copy(make([]string, 40), texts)
	n += copy(make([]int64, 300), kept)
	<-done
	fmt.Println(n)
}

// expect: 840
