package main

// What a loop over a function shares with goroutines that its body starts.

func twice(yield func(int) bool) {
	_ = yield(1) && yield(2)
}

func main() {
	done := make(chan bool)
	total := 0
	for i := range twice {
		go func() {
			total += i
			done <- true
		}()
	}
	<-done
	<-done
}

// race: (WaW|RaW|WaR) on total
