package main

import (
	"fmt"
	"reflect"
)

type named <-chan int

func main() {
	fmt.Printf("%T %T %T %T %T %T\n", (<-chan (<-chan int))(nil), (chan (<-chan int))(nil), (chan<- (<-chan int))(nil), (chan<- (chan int))(nil), (chan named)(nil), (<-chan (chan<- int))(nil))
	r := reflect.TypeOf((<-chan int)(nil))
	fmt.Println(reflect.ChanOf(reflect.RecvDir, r), reflect.ChanOf(reflect.SendDir, r), reflect.ChanOf(reflect.BothDir, r), reflect.ChanOf(reflect.BothDir, reflect.TypeOf(named(nil))), reflect.ChanOf(reflect.RecvDir, reflect.TypeOf(named(nil))))
	fmt.Println(reflect.ChanOf(reflect.RecvDir, r) == reflect.TypeOf((<-chan (<-chan int))(nil)))
}
// expect: <-chan <-chan int chan (<-chan int) chan<- <-chan int chan<- chan int chan main.named <-chan chan<- int
// expect: <-chan <-chan int chan<- <-chan int chan (<-chan int) chan main.named <-chan main.named
// expect: true
