// Every part of an array whose elements are irregular is tracked, also of one with many of them: a
// race on an element beyond the 4096th was missed.
package main

type row struct {
	cells [4200]byte
	n     int
}

var rows [4200]row

func main() {
	done := make(chan bool)
	go func() {
		var empty [4200]row
		rows = empty
		done <- true
	}()
	rows[4150].cells[7] = 1 // race: WaW on rows
	<-done
}
