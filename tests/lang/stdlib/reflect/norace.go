// Different fields and elements by reflection, and what channels and calls hand over.
package main

import "reflect"

type T struct {
	A, B int
	L    []int
}

func main() {
	t := &T{L: make([]int, 2)}
	v := reflect.ValueOf(t).Elem()
	done := reflect.ValueOf(make(chan *T))
	set := func(i int) { v.Field(i).SetInt(int64(i)); v.Field(2).Index(i).SetInt(9) }
	for i := 0; i < 2; i++ {
		i := i
		go func() {
			reflect.ValueOf(set).Call([]reflect.Value{reflect.ValueOf(i)})
			done.Send(reflect.ValueOf(t))
		}()
	}
	done.Recv()
	x, _ := done.Recv()
	if x.Elem().Field(1).Int()+int64(t.L[0]) != 10 { // norace
		panic("lost")
	}
}
