package main

import (
	"fmt"
	"os"      // error: "os" imported and not used
	str "sort" // error: "sort" imported as str and not used
	_ "strings"
	"strconv"
	"nowhere/at/all" // error: could not import nowhere/at/all
)

const (
	a, b = iota, iota + 1
	c, d
	e      // error: extra init expr
	f, g, h = 1, 2 // error: missing init expr for h
	i = 1, 2       // error: extra init expr 2
)

const notConst = fmt.Sprint() // error: fmt.Sprint\(\) .*is not constant
const sliceConst []int = nil  // error: invalid constant type \[\]int

var x, y = 1, 2, 3 // error: extra init expr 3
var z, w = one()   // error: assignment mismatch: 2 variables but one returns 1 value
var q = nil        // error: use of untyped nil in variable declaration

func one() int { return 1 }

func one() {} // error: one redeclared in this block

func strconv() {} // error: strconv already declared through import

var init = 1 // error: cannot declare init - must be func

func init() int { return 1 } // error: func init must have no arguments and no return values

func main(args []string) { // error: func main must have no arguments and no return values
	init()         // error: undefined: init
	const k = iota // not the package's
	var t, u int = 1 // error: assignment mismatch: 2 variables but 1 value
	_, _, _ = k, t, u
	var v v // error: undefined: v
	type local struct{ next *local }
	_ = local{}
	_ = undefinedName // error: undefined: undefinedName
	_ = _             // error: cannot use _ as value
	_ = iota          // error: cannot use iota outside constant declaration
	fmt := 1          // hides the package
	fmt.Println()     // error: fmt.Println undefined
}

type T struct {
	a, b int
	a    string // error: a redeclared
	m    int
}

func (T) m()  {} // error: field and method with the same name m
func (t T) n() {}
func (t *T) n() {} // error: method T.n already declared
func (t T) _()  {}

func (int) bad()         {} // error: cannot define new methods on non-local type int
func (p **T) bad2()      {} // error: invalid receiver type \*\*T
func (p *PT) bad3()      {} // error: invalid receiver type PT .pointer or interface type
func (x Missing) lost()  {} // error: undefined: Missing
func (s []int) onSlice() {} // error: invalid receiver type \[\]int

type PT *T
