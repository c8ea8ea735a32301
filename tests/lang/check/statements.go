package main

func f() int        { return 1 }

func two() (a, b int) { return }

type T struct{}

func (T) m() int { return 1 }

func main() {
	x := 1
	s := []int{}
	c := make(chan int)
	f()
	(f())
	T{}.m()
	<-c
	(<-c)
	two()
	copy(s, s)
	recover()
	x        // error: x .*is not used
	x + 1    // error: x \+ 1 .*is not used
	-x       // error: [-]x .*is not used
	"x"      // error: "x" .*is not used
	s[0]     // error: s\[0\] .*is not used
	T{}.m    // error: T\{\}.m .*is not used
	f        // error: f .*is not used
	int      // error: int .*is not an expression
	len      // error: len .*must be called
	len(s)   // error: len\(s\) .*is not used
	append(s, 1) // error: append\(s, 1\) .*is not used
	int(x)   // error: int\(x\) .*is not used
	new(int) // error: new\(int\) .*is not used
	func() {} // error: .*is not used
	go f()
	defer two()
	defer recover()
	defer int(x)    // error: defer requires function call, not conversion
	go len(s)       // error: go discards result of len\(s\)
	defer append(s) // error: defer discards result of append\(s\)
	go undefined()  // error: undefined: undefined
	if x {          // error: non-boolean condition in if statement
	}
	for x = 0; "a"; { // error: non-boolean condition in for statement
	}
	if x := 2; x == 2 {
	}
	c <- "a" // error: cannot use "a" .*as int value in send
	x <- 1   // error: cannot send to non-channel x
}
