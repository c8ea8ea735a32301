# The initialisers of library variables that nothing uses: each that changes something is computed, whatever
# statement or expression hides it. The same package outside of the library, where all are computed, agrees.
. "$ROOT/tests/cli/lib.sh"
mkdir -p go/src/expvar m/state
program m/state/state.go << 'END'
package state

var n, key, value int
var all = []int{1, 2, 3}
var grid [3]int
var named = map[string]int{"a": 1}
var field struct{ a, b int }

func bump() int    { n++; return n }
func zero() int    { n++; return 0 }
func yes() bool    { n++; return true }
func text() string { n++; return "a" }
func keep(x *int)  { *x++ }

type box struct{ v int }

func (b *box) add() *box { b.v++; n++; return b }
func (b box) get() int   { return b.v }

type shape interface{ area() int }

func (b box) area() int { n++; return b.v }

func initial() int {
	if x := bump(); x > 1000 {
		return 2
	}
	return 1
}

func elseBranch() int {
	if len(all) > 100 {
		return 2
	} else {
		n++
	}
	return 1
}

func loopInit() int {
	for i := zero(); i < 1; i++ {
	}
	return 1
}

func loopCondition() int {
	for i := 0; i < 1 && yes(); i++ {
	}
	return 1
}

func loopPost() int {
	for i := 0; i < 3; i, n = i+1, n+1 {
	}
	return 1
}

func rangeKey() int {
	for key = range all {
	}
	return 1
}

func rangeValue() int {
	for _, value = range all {
	}
	return 1
}

func rangeElement() int {
	for field.a, grid[0] = range all {
	}
	return 1
}

func rangeOver() int {
	s := 0
	for range all[:zero()] {
		s++
	}
	for i := range text() {
		s += i
	}
	return 1 + s
}

func rangeBody() int {
	for range all {
		n++
	}
	return 1
}

func rangeChannel() int {
	c := make(chan int, 1)
	c <- 1
	close(c)
	for v := range c {
		n += v
	}
	return 1
}

func switchInit() int {
	switch x := bump(); x {
	case 1000:
		return 2
	}
	return 1
}

func switchTag() int {
	switch bump() {
	case 1000:
		return 2
	}
	return 1
}

func switchCase() int {
	switch 5 {
	case 1, bump():
		return 2
	}
	return 1
}

func switchBody() int {
	switch {
	default:
		n++
	}
	return 1
}

func typeSwitch() int {
	var s any = box{}
	switch s := s.(type) {
	case box:
		n += 1 + s.v
	}
	return 1
}

func declaration() int {
	var x, y = 1, bump()
	const z = 1
	return x + y - y + z - z
}

func inIndex() int      { return all[zero()] }
func inIndexed() int    { return all[:zero()+1][0] }
func inSlice() int      { return len(all[zero():]) }
func inThird() int      { return cap(all[0 : 1 : zero()+2]) }
func inMap() int        { return named[text()] }
func inComposite() int  { return len(map[int]int{zero(): 1, 2: bump()}) }
func inStruct() int     { return box{v: bump()}.v }
func inAddress() int    { return (&box{bump()}).v }
func inConversion() int { return int(int64(bump())) }
func inUnary() int      { return -bump() }
func inBinary() int     { return 1 + bump()*2 }
func inLogic() int {
	if len(all) == 3 && yes() {
		return 1
	}
	return 2
}
func inMethod() int    { return new(box).add().v }
func inInterface() int { var s shape = box{1}; return s.area() }
func inAssertion() int { var v any = bump(); return v.(int) }
func inDefer() (x int) { defer bump(); return 1 }
func inGo() int        { c := make(chan bool); go func() { n++; close(c) }(); <-c; return 1 }
func inLiteral() int   { return func() int { n++; return 1 }() }
func inValue() int     { f := bump; return f() }
func inLen() int       { return len([...]int{bump(), 2}) }
func inAppend() int    { return len(append(all[:0:0], bump())) }
func inCopy() int      { return copy(grid[:], []int{bump()}) }
func byPointer() int   { p := &n; *p++; return 1 }
func byCall() int      { keep(&n); return 1 }
func byElement() int   { p := &grid; p[0]++; return 1 }
func byField() int     { p := &field; p.a++; return 1 }
func bySliceOf() int   { s := grid[:]; s[0]++; return 1 }
func byGlobalSlice() int {
	all[0]++
	return 1
}
func byRange() int {
	p := &grid
	for i := range p {
		p[i]++
	}
	return 1
}
func byLabel() int {
outer:
	for {
		for {
			n++
			break outer
		}
	}
	return 1
}
func bySelect() int {
	select {
	default:
		n++
	}
	return 1
}
func byGoto() int {
	i := 0
again:
	n++
	if i++; i < 2 {
		goto again
	}
	return 1
}

func freeArray() int {
	var own [3]int
	for i := range own {
		own[i] += i
	}
	return own[2]
}
func freeSlice() int {
	own := make([]int, 3)
	for i, v := range all {
		own[i%3] = v
	}
	return len(own[1:])
}
func freeStruct() int {
	own := &box{1}
	own.v++
	b := box{v: own.v}
	b.v *= 2
	return b.get()
}
func freeLoop() int {
	s, i := 0, 0
	for ; i < 3; i++ {
		switch {
		case i == 1:
			continue
		case i > 5:
			break
		}
		s += i
	}
	var last int
	for last = range grid {
	}
	return s + last
}
func freeMap() int { return named["a"] }

func (b *box) grow() { b.v++ }
func freeMethod() int {
	b := box{1}
	b.grow()
	return b.v
}
func freeParts() int {
	own := [3]box{{1}, {2}, {3}}
	list := own[:2]
	p := &own[1]
	p.v = 4
	list[0].v++
	var last, sum int
	for last, sum = range []int{3, 4} {
		sum += last
	}
	const two, name = 2, "a"
	m := map[string][]int{name: {1, two}}
	switch x := len(m[name][:1]); x {
	case 1, two:
		sum++
	default:
		sum--
	}
	var f any = sum
	if v, ok := f.(int); ok && -v < 0 {
		return v
	}
	return len(string([]byte{1})[0:1])
}
func keptInGlobal() int {
	for i, all[0] = range []int{7} {
	}
	return i
}
func keptInField() int {
	var own struct{ p *int }
	own.p = &grid[2]
	*own.p = 5
	return 1
}
func keptInSlice() int {
	own := all[1:]
	own[0]++
	return 1
}
func keptInAlias() int {
	own := &field
	again := own
	again.b++
	return 1
}
func deep1() int { return deep2() }
func deep2() int { return deep3() }
func deep3() int { return deep4() }
func deep4() int { return deep5() }
func deep5() int { return deep6() }
func deep6() int { return deep7() }
func deep7() int { return deep8() }
func deep8() int { return deep9() }
func deep9() int { n += 100; return 1 }
func self(k int) int {
	if k == 0 {
		return 0
	}
	return self(k - 1)
}
func selfAndMore(k int) int {
	if k == 0 {
		n += 1000
		return 0
	}
	return selfAndMore(k - 1)
}
func generic[T any](v T) T { n += 10000; return v }

var i int
var ofFreeMethod, ofFreeParts = freeMethod(), freeParts()
var ofGlobal, ofField, ofSlice, ofAlias = keptInGlobal(), keptInField(), keptInSlice(), keptInAlias()
var ofDeep, ofSelf, ofMore, ofGeneric = deep1(), self(3), selfAndMore(3), generic(1)
var ofSliced = all[:zero()+1][0:1]
var ofIndexed = grid[zero()]
var ofText = map[string]int{text(): 1}[text()]
var ofNot, ofSum = !yes(), 1 + bump()

// State is what initialisers have changed.
func State() []int {
	return append([]int{n, key, value, field.a, field.b, i}, append(grid[:], all...)...)
}

var ofInitial = initial()
var ofElseBranch = elseBranch()
var ofLoopInit = loopInit()
var ofLoopCondition = loopCondition()
var ofLoopPost = loopPost()
var ofRangeKey = rangeKey()
var ofRangeValue = rangeValue()
var ofRangeElement = rangeElement()
var ofRangeOver = rangeOver()
var ofRangeBody = rangeBody()
var ofRangeChannel = rangeChannel()
var ofSwitchInit = switchInit()
var ofSwitchTag = switchTag()
var ofSwitchCase = switchCase()
var ofSwitchBody = switchBody()
var ofTypeSwitch = typeSwitch()
var ofDeclaration = declaration()
var ofInIndex = inIndex()
var ofInIndexed = inIndexed()
var ofInSlice = inSlice()
var ofInThird = inThird()
var ofInMap = inMap()
var ofInComposite = inComposite()
var ofInStruct = inStruct()
var ofInAddress = inAddress()
var ofInConversion = inConversion()
var ofInUnary = inUnary()
var ofInBinary = inBinary()
var ofInLogic = inLogic()
var ofInMethod = inMethod()
var ofInInterface = inInterface()
var ofInAssertion = inAssertion()
var ofInDefer = inDefer()
var ofInGo = inGo()
var ofInLiteral = inLiteral()
var ofInValue = inValue()
var ofInLen = inLen()
var ofInAppend = inAppend()
var ofInCopy = inCopy()
var ofByPointer = byPointer()
var ofByCall = byCall()
var ofByElement = byElement()
var ofByField = byField()
var ofBySliceOf = bySliceOf()
var ofByGlobalSlice = byGlobalSlice()
var ofByRange = byRange()
var ofByLabel = byLabel()
var ofBySelect = bySelect()
var ofByGoto = byGoto()
var ofFreeArray = freeArray()
var ofFreeSlice = freeSlice()
var ofFreeStruct = freeStruct()
var ofFreeLoop = freeLoop()
var ofFreeMap = freeMap()
END
sed 's/^package state/package expvar/' m/state/state.go > go/src/expvar/state.go
printf 'module m\n\ngo 1.21\n' > m/go.mod
program m/main.go << 'END'
package main

import (
	"expvar"
	"fmt"

	"m/state"
)

func main() {
	fmt.Println(expvar.State())
	fmt.Println(state.State())
}
END
wants 0 "$GOL" run --goroot go m
sed -n 1p out > of_library
sed -n 2p out > of_module
same of_module of_library
matches of_module '^\[111[0-9]+ 2 3 '
finish
