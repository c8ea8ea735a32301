package main

import "fmt"

// One mistake a statement.

var (
	s    []int
	c    chan int
	send chan<- int
	i    interface{}
	n    int
	m    map[string]int
)

func two() (int, int) { return 1, 2 }
func nothing()        {}
func iter(yield func(int) bool)  {}
func noiter(yield func(int))     {}

type stringer interface{ String() string }

func flow() {
	break                     // error: break (is not in|statement not)
	continue                  // error: continue (is not in|statement not)
	goto nowhere              // error: (label nowhere not defined|not declared|not defined)
	fallthrough               // error: fallthrough statement out of place
unused: // error: label unused defined and not used
	for {
		break outer           // error: (invalid break label|break label not defined)
	}
block:
	{
		for {
			continue block    // error: invalid continue label block
		}
	}
twice:
	for {
		break twice
	}
twice: // error: label twice (already|redeclared)
	for {
		goto inside           // error: goto inside jumps into block
	}
	{
	inside:
		n++
	}
	goto over                 // error: goto over jumps over variable declaration
	x := 1
	_ = x
over:
	n++
	if n { // error: (non-boolean|must be boolean)
	}
	if nil { // error: (use of untyped nil|non-boolean)
	}
	if n = 1; n { // error: (non-boolean|must be boolean)
	}
	for n { // error: (non-boolean|must be boolean)
	}
	for two() { // error: (multiple-value|non-boolean)
	}
	n                         // error: is not used
	n + 1                     // error: is not used
	-n                        // error: is not used
	"a"                       // error: is not used
	s[0]                      // error: is not used
	i.(int)                   // error: is not used
	int(n)                    // error: is not used
	func() {}                 // error: is not used
	len(s)                    // error: is not used
	nothing                   // error: is not used
	int                       // error: (is not an expression|is not used)
	n++
	i++                       // error: (non-numeric|must be)
	y := 1                    // error: declared and not used: y
	n := 1                    // error: declared and not used: n
	a, b := 1, 2              // error: declared and not used: a
	_ = b
	b, a := 1, 2              // error: no new variables
	m.x := 1                  // error: non-name m.x on left side
	_ := 1                    // error: no new variables
	b, b := 1, 2              // error: (repeated|no new variables)
	var z int                 // error: declared and not used: z
	const unusedconst = 1
	import1()                 // error: undefined: import1
}

func more() {
	for a, b := range n { // error: (permits only one|permits no|at most one iteration variable)
		_, _ = a, b
	}
	for range 1.5 { // error: (cannot range|truncated)
	}
	for a := range nil { // error: (cannot range|untyped nil)
		_ = a
	}
	for range two() { // error: (multiple-value|cannot range)
	}
	for a, b := range c { // error: (permits only one|permits no)
		_, _ = a, b
	}
	for range send { // error: (send-only|cannot range)
	}
	for range i { // error: cannot range
	}
	for range noiter { // error: cannot range
	}
	for a, b := range iter { // error: (permits only one|permits no|at most)
		_, _ = a, b
	}
	for n.x = range s { // error: undefined
	}
	for 1 = range s { // error: cannot assign
	}
	var text string // error: declared and not used: text
	for text = range s { // error: (cannot (use|assign)|type mismatch)
	}
	for _, text = range s { // error: (cannot (use|assign)|type mismatch)
	}
}

func switches() {
	switch n {
	case 1, 1: // error: duplicate case 1
	case "a": // error: (mismatched types|cannot convert|invalid case)
	case nil: // error: (mismatched|cannot convert|invalid case)
	case two(): // error: multiple-value
	default:
	}
	switch {
	case n: // error: (mismatched|invalid case)
	case true:
	case true: // as gc, which allows it
	}
	switch 1.5 {
	case 1.5, 3.0 / 2: // error: duplicate case 3.0 / 2
	}
	switch "a" {
	case "a", "a": // error: duplicate case "a"
	case "b":
	}
	switch uint64(1) {
	case 1<<64 - 1, 18446744073709551615: // error: duplicate case 18446744073709551615
	case 1 << 64: // error: overflows
	}
	switch i {
	case 1, "a", 1.0, '\x01':
	case 1: // error: duplicate case 1
	}
	switch nothing() { // error: used as value
	}
	switch s {
	case s: // error: (can only compare|cannot compare|invalid case)
	case nil:
	}
	switch i.(type) {
	case int:
	case int: // error: duplicate case int
	case nosuch: // error: undefined: nosuch
	case 1: // error: is not a type
	case nil:
	case nil: // error: (multiple nil|duplicate case nil)
	}
	switch n.(type) { // error: not an interface
	}
	switch t := i.(type) { // error: declared and not used: t
	case int:
	}
	switch t := i.(type) {
	case int, string:
		_ = t + 1             // error: (mismatched types|not defined|cannot convert)
		fallthrough           // error: (cannot fallthrough|fallthrough statement out of place)
	default:
	}
	var str stringer
	switch str.(type) {
	case int: // error: impossible type switch case
	}
	switch n {
	case 1:
		fallthrough
	case 2:
		fallthrough           // error: cannot fallthrough final case
	}
}

func selects() {
	select {
	case n := <-s: // error: (cannot receive|non-chan)
		_ = n
	case c <- "a": // error: cannot use "a"
	case <-send: // error: (cannot receive|send-only)
	case a := <-c: // error: declared and not used: a
	case a, b, d := <-c: // error: (assignment mismatch|3 variables)
	}
	select {
	case n = <-c:
	case n.x = <-c: // error: undefined
	}
}

func returns() (int, string) {
	if n > 1 {
		return                // error: not enough return values
	}
	if n > 2 {
		return 1              // error: not enough return values
	}
	if n > 3 {
		return 1, 2           // error: cannot use 2
	}
	if n > 4 {
		return two()          // error: cannot use two
	}
	if n > 5 {
		return 1, "a", 2      // error: too many return values
	}
	return nothing()          // error: (used as value|not enough)
}

func ends() int {
	for {
		break
	}
}                             // error: missing return

func endsToo() int {
	switch n {
	case 1:
		return 1
	}
}                             // error: missing return

func endsWell() int {
	switch n {
	case 1:
		panic(1)
	default:
		for {
		}
	}
}

func endsSelect() int {
	select {
	case <-c:
		return 1
	default:
		goto end
	}
end:
	fmt.Println()
}                             // error: missing return

func main() {}
