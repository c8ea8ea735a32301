package main

type colon struct {
	a: int               // error: unexpected :
}


type u int | string      // error: unexpected \|

func (p) (x) named() {}  // error: .

func f() {
	if x := 1 {          // error: (cannot use .* as value|missing condition|used as value)
	}
	switch x {
	foo:                 // error: .
	case 1:
	}
	if {                 // error: missing condition
	}
	else {               // error: (unexpected else|unexpected keyword else)
	}
	a := []int{1, 2      // error: unexpected newline in composite literal; possibly missing comma or }
	}
	b := [3]             // error: .
	c := map[string]     // error: .
	d = = 1              // error: unexpected =
	var e int = = 1      // error: unexpected =
	x++ + 1              // error: unexpected \+
	y = x++              // error: unexpected \+\+
	++x                  // error: unexpected \+\+
	(x = 1)              // error: (unexpected =|cannot use)
	f(a b)               // error: unexpected (name )?b
	f(a,, b)             // error: unexpected comma
	int x                // error: unexpected (name )?x
	while x {            // error: unexpected
	}
	return 1 2           // error: unexpected literal 2
	x := 1 : 2           // error: unexpected :
	break 1              // error: .
	x[]                  // error: (expected operand|expected)
	x[1:2:]              // error: (final index|middle index|3-index)
	x[::]                // error: (middle index|3-index)
	{1, 2}               // error: .
	<-chan chan int(1)
	x ? 1 : 2            // error: (invalid character|unexpected \?)
	a -> b               // error: .
	@                    // error: invalid character
	"unterminated        // error: (newline in string|string not terminated)
	'ab'                 // error: more than one character in rune literal
	''                   // error: empty rune literal
	'\q'                 // error: unknown escape
	"\xg1"               // error: invalid character .g. in hexadecimal escape
	"\400"               // error: octal escape value 256 > 255
	'\U00110000'         // error: escape is invalid Unicode code point
	"\ud800"             // error: escape is invalid Unicode code point
	0x                   // error: hexadecimal literal has no digits
	0b2                  // error: invalid digit '2' in binary literal
	0o8                  // error: invalid digit '8' in octal literal
	089                  // error: invalid digit '8' in octal literal
	1_                   // error: '_' must separate successive digits
	1e                   // error: exponent has no digits
	0x1.0                // error: hexadecimal mantissa requires a 'p' exponent
	0x1p                 // error: exponent has no digits
	1p2                  // error: 'p' exponent requires hexadecimal mantissa
}
