// Scripts, properties, cases and constants of the system, which are read when they are asked for.
package main

import (
	"fmt"
	"os"
	"syscall"
	"unicode"
)

func main() {
	fmt.Println(unicode.Is(unicode.Khmer, 'ក'), unicode.Is(unicode.Latin, 'x'), len(unicode.Scripts) > 100)
	fmt.Printf("%c %c\n", unicode.SimpleFold('K'), unicode.TurkishCase.ToUpper('i'))
	fmt.Println(unicode.IsOneOf(unicode.PrintRanges, 'x'), unicode.Is(unicode.Noncharacter_Code_Point, 0xfffe))
	fmt.Println(unicode.Categories["Lu"] == unicode.Lu, unicode.Version)
	os.Setenv("GOL_X", "1")
	fmt.Println(syscall.Getenv("GOL_X"))
	fmt.Println(syscall.AF_INET6, syscall.S_IFDIR, syscall.ENOSYS, syscall.TIOCGWINSZ)
	_, _, e := syscall.Syscall(syscall.SYS_IOCTL, 1, syscall.TIOCGWINSZ, 0)
	fmt.Println(e)
}

// expect: true true true
// expect: k İ
// expect: true true
// expect: true 15.0.0
// expect: 1 true
// expect: 10 16384 function not implemented 21523
// expect: function not implemented
