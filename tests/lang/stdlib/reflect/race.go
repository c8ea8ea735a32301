// Reading a variable by reflection is a read of it, setting it a write, of this field only.
package main

import "reflect"

type T struct{ a, B, C int }

func main() {
	t := &T{}
	done := make(chan bool, 2)
	go func() {
		reflect.ValueOf(t).Elem().Field(1).SetInt(1) // race: (WaR|RaW)
		done <- true
	}()
	go func() {
		t.C = int(reflect.ValueOf(t).Elem().FieldByName("a").Int())
		_ = reflect.ValueOf(t).Elem().Field(1).Interface()
		done <- true
	}()
	<-done
	<-done
}
