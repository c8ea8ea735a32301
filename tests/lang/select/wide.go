// A select with more cases than most have, ready ones and none; each that is ready is taken at some time.
// args: --seed 5
package main

import "fmt"

var c [20]chan int

func receive(block bool) int {
	if !block {
		select {
		case v := <-c[0]:
			return v
		case v := <-c[19]:
			return v
		default:
			return -1
		}
	}
	select {
	case v := <-c[0]:
		return v
	case v := <-c[1]:
		return v
	case v := <-c[2]:
		return v
	case v := <-c[3]:
		return v
	case v := <-c[4]:
		return v
	case v := <-c[5]:
		return v
	case v := <-c[6]:
		return v
	case v := <-c[7]:
		return v
	case v := <-c[8]:
		return v
	case v := <-c[9]:
		return v
	case v := <-c[10]:
		return v
	case v := <-c[11]:
		return v
	case v := <-c[12]:
		return v
	case v := <-c[13]:
		return v
	case v := <-c[14]:
		return v
	case v := <-c[15]:
		return v
	case v := <-c[16]:
		return v
	case v := <-c[17]:
		return v
	case v := <-c[18]:
		return v
	case v := <-c[19]:
		return v
	}
}

func main() {
	for i := range c {
		c[i] = make(chan int, 1)
		c[i] <- i
	}
	seen := [20]int{}
	for range c {
		seen[receive(true)]++
	}
	fmt.Println(seen)           // expect: [1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]
	fmt.Println(receive(false)) // expect: -1
	go func() { c[17] <- 17 }()
	fmt.Println(receive(true)) // expect: 17
}
