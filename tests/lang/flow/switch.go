package main

import "fmt"

func grade(n int) string {
	switch {
	case n > 90:
		return "A"
	case n > 80, n == 42:
		return "B"
	}
	return "F"
}

func main() {
	fmt.Println(grade(95), grade(42), grade(1)) // expect: A B F
	for i := 0; i < 5; i++ {
		switch x := i * 2; x {
		case 0:
			fmt.Print("zero ")
			fallthrough
		case 2:
			fmt.Print("two ")
		default:
			fmt.Print("default ")
		case 4:
			if i == 2 {
				break
			}
			fmt.Print("unreachable ")
		}
	}
	fmt.Println() // expect: zero two two default default 
	switch f := interface{}(3.5); f {
	case 3.5:
		fmt.Println("interface") // expect: interface
	}
	switch {
	}
	switch s := "b"; s {
	case "a", "b", "c":
		fmt.Println("letters") // expect: letters
	}
}
