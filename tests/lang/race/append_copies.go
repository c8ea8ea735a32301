// append that has to grow reads all elements.
// race: on s\[
package main

func main() {
	s := make([]int, 2)
	done := make(chan bool)
	go func() {
		s[1] = 1
		done <- true
	}()
	t := append(s, 3)
	<-done
	println(len(t))
}
