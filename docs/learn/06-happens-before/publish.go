package main

import "fmt"

var page, title string

func main() {
	ready := make(chan bool, 1)
	go func() {
		page = "the text"
		ready <- true
		title = "a title"
	}()
	<-ready
	fmt.Println(page)
	fmt.Println(title)
}
