// A loop that was compiled before there were other goroutines is watched once there are.
//
// args: --jit all
package main

var count int

func add(n int) {
	for i := 0; i < n; i++ {
		count += i // race: WaW on count
	}
}

func main() {
	add(1000)
	done := make(chan bool)
	go func() {
		add(10)
		done <- true
	}()
	add(10)
	<-done
}
