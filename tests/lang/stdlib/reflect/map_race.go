// A map used by reflection is read and written as a whole, as by the language.
package main

import "reflect"

func main() {
	m := map[string]int{"a": 1}
	v := reflect.ValueOf(m)
	done := make(chan bool)
	go func() {
		v.SetMapIndex(reflect.ValueOf("b"), reflect.ValueOf(2)) // race: (WaR|RaW)
		done <- true
	}()
	_ = v.MapIndex(reflect.ValueOf("a"))
	<-done
}
