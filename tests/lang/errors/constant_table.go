// Constants that do not fit, and operations that constants do not have.
package main

const big = 1 << 500

type small uint8

var (
	_ = big * 1.0
	_ int = big // error: ^cannot use big \(untyped int constant 327339060789614187001318969682759915221664204604306478948329\.\.\.589376\) as int value in variable declaration \(overflows\)$
	_ int8 = 128 // error: ^cannot use 128 \(untyped int constant\) as int8 value in variable declaration \(overflows\)$
	_ uint = -1 // error: ^cannot use -1 \(untyped int constant\) as uint value in variable declaration \(overflows\)$
	_ float32 = 1e100 // error: ^cannot use 1e100 \(untyped float constant 1e\+100\) as float32 value in variable declaration \(overflows\)$
	_ float64 = 1e400 // error: ^cannot use 1e400 \(untyped float constant 1e\+400\) as float64 value in variable declaration \(overflows\)$
	_ = 1e400 // error: ^cannot use 1e400 \(untyped float constant 1e\+400\) as float64 value in variable declaration \(overflows\)$
	_ complex64 = 1e100i // error: ^cannot use 1e100i \(untyped complex constant \(0 \+ 1e\+100i\)\) as complex64 value in variable declaration \(overflows\)$
	_ int = 1.5 // error: ^cannot use 1\.5 \(untyped float constant\) as int value in variable declaration \(truncated\)$
	_ int = 1e3
	_ uint8 = 'ā' // error: ^cannot use 'ā' \(untyped rune constant 257\) as uint8 value in variable declaration \(overflows\)$
	_ = small(256) // error: ^constant 256 overflows small$
	_ small = 255 + 1 // error: ^cannot use 255 \+ 1 \(untyped int constant 256\) as small value in variable declaration \(overflows\)$
	_ = small(200) + 100 // error: ^small\(200\) \+ 100 \(constant 300 of type small\) overflows small$
	_ = small(200) * 2 // error: ^small\(200\) \* 2 \(constant 400 of type small\) overflows small$
	_ = -small(1) // error: ^-small\(1\) \(constant -1 of type small\) overflows small$
	_ = int8(-128) / -1 // error: ^int8\(-128\) / -1 \(constant 128 of type int8\) overflows int8$
	_ = 10000000000 * 10000000000 // error: ^cannot use 10000000000 \* 10000000000 \(untyped int constant 100000000000000000000\) as int value in variable declaration \(overflows\)$
	_ rune = "a" // error: ^cannot use "a" \(untyped string constant\) as rune value in variable declaration$
	_ string = 'a' // error: ^cannot use 'a' \(untyped rune constant 97\) as string value in variable declaration$
	_ bool = 0 // error: ^cannot use 0 \(untyped int constant\) as bool value in variable declaration$
	_ = 1 << 64 >> 1 // error: ^cannot use 1 << 64 >> 1 \(untyped int constant 9223372036854775808\) as int value in variable declaration \(overflows\)$
	_ = uint64(1 << 64) // error: ^constant 18446744073709551616 overflows uint64$
	_ = 1.5 << 2 // error: ^invalid operation: shifted operand 1\.5 \(untyped float constant\) must be integer$
	_ = 1.0 << 62
	_ = "a" + 1 // error: ^invalid operation: "a" \+ 1 \(mismatched types untyped string and untyped int\)$
	_ = "a" + 'b' // error: ^invalid operation: "a" \+ 'b' \(mismatched types untyped string and untyped rune\)$
	_ = !5 // error: ^invalid operation: operator ! not defined on 5 \(untyped int constant\)$
	_ = 5 && true // error: ^invalid operation: 5 && true \(mismatched types untyped int and untyped bool\)$
	_ = 1.5 & 1 // error: ^invalid operation: operator & not defined on 1\.5 \(untyped float constant\)$
	_ = 1.5 | 2.0 // error: ^invalid operation: operator \| not defined on 1\.5 \(untyped float constant\)$
	_ = 2.0 | 1 // error: ^invalid operation: operator \| not defined on 2\.0 \(untyped float constant 2\)$
	_ = 1i % 2 // error: ^invalid operation: operator % not defined on 1i \(untyped complex constant \(0 \+ 1i\)\)$
	_ = 5 % 0.5 // error: ^invalid operation: operator % not defined on 5 \(untyped float constant\)$
	_ = 3 / 0.0 // error: ^invalid operation: division by zero$
	_ = 3i / 0 // error: ^invalid operation: division by zero$
	_ = 1 < "a" // error: ^invalid operation: 1 < "a" \(mismatched types untyped int and untyped string\)$
	_ = true < false // error: ^invalid operation: true < false \(operator < not defined on untyped bool\)$
	_ = nil == nil // error: ^invalid operation: nil == nil \(operator == not defined on nil\)$
	_ = nil // error: ^use of untyped nil in variable declaration$
	_ = "abc"[3] // error: ^invalid argument: index 3 out of bounds \[0:3\]$
	_ = "abc"[-1] // error: ^invalid argument: index -1 \(untyped int constant\) must not be negative$
	_ = [2]int{}[2] // error: ^invalid argument: index 2 out of bounds \[0:2\]$
	_ = len("abc")[0] // error: ^invalid operation: cannot index len\("abc"\) \(constant 3 of type int\)$
	_ = 08.5
	_ = 1 == 1.5
	_ int = 'a' * 1.5 // error: ^cannot use 'a' \* 1\.5 \(untyped float constant 145\.5\) as int value in variable declaration \(truncated\)$
	_ = int(big >> 480)
	_ = int32(big >> 460) // error: ^constant 1099511627776 overflows int32$
	_ = float32(big) // error: ^cannot convert big \(untyped int constant 327339060789614187001318969682759915221664204604306478948329\.\.\.589376\) to type float32$
	_ = string(big)
	_ = complex(1, 2) < 3 // error: ^invalid operation: complex\(1, 2\) < 3 \(operator < not defined on untyped complex\)$
	_ = real("a") // error: ^cannot convert "a" \(untyped string constant\) to type complex128$
	_ = -"a" // error: ^invalid operation: operator - not defined on "a" \(untyped string constant\)$
	_ = ^"a" // error: ^invalid operation: operator \^ not defined on "a" \(untyped string constant\)$
	_ = ^1.5 // error: ^invalid operation: operator \^ not defined on 1\.5 \(untyped float constant\)$
	_ = ^true // error: ^invalid operation: operator \^ not defined on true \(untyped bool constant\)$
	_ uint = ^0 // error: ^cannot use \^0 \(untyped int constant -1\) as uint value in variable declaration \(overflows\)$
	_ uint8 = ^uint8(0) + 1 // error: ^\^uint8\(0\) \+ 1 \(constant 256 of type uint8\) overflows uint8$
	_ = 1 << (1 << 10) // error: ^constant shift overflow$
	_ = 1 << 1.0
	_ = 1 << "a" // error: ^cannot convert "a" \(untyped string constant\) to type uint$
	_ = 1 << big // error: ^big \(untyped int constant 327339060789614187001318969682759915221664204604306478948329\.\.\.589376\) overflows uint$
	_ = 1 >> big // error: ^big \(untyped int constant 327339060789614187001318969682759915221664204604306478948329\.\.\.589376\) overflows uint$
	_ = -1 >> 1000
)

func main() {}
