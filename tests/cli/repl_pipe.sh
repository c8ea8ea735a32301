# The REPL works with input from a pipe; errors do not end it.
. "$ROOT/tests/cli/lib.sh"
"$GOL" repl > out 2> err << 'END'
x := 20
x + 1
func double(n int) int {
	return 2 * n
}
double(x)
undefined_name
[]int{1}[5:]
panic("caught by the prompt")
c := make(chan int)
go func() { c <- double(50) }()
<-c
type point struct{ x, y int }
point{1, 2}
"still here"
:quit
"not reached"
END
[ $? = 0 ] || bad "status is not 0"
cat out err > all
matches all '21'
matches all '40'
matches all 'undefined: undefined_name'
matches all 'slice bounds out of range|index out of range'
matches all 'caught by the prompt'
matches all '100'
matches all '\{1 2\}|point'
matches all 'still here'
lacks all 'not reached'

# An input with an error that was the first to need a package's function leaves that function whole.
printf 'var v = none + strings.Repeat("a", 2)\nstrings.Repeat("a", 3)\n' | "$GOL" repl > out 2> err
[ $? = 0 ] || bad "status is not 0 after an error"
matches err 'undefined: none'
matches out '"aaa"'

# A goroutine that never ends goes on for a while between two inputs.
printf 'n := 0\ngo func() { for { n++ } }()\nn > 1000\n' | timeout 60 "$GOL" repl > out 2> err
[ $? = 66 ] || bad "no race, or no end, beside a goroutine that never ends"
matches out '^true'
finish
