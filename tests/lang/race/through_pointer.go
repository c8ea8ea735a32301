// race: .
package main

type list struct {
	next *list
	v    int
}

func main() {
	l := &list{next: &list{}}
	done := make(chan bool)
	go func() { l.next.v = 1; done <- true }()
	p := &l.next.v
	*p = 2
	<-done
}
