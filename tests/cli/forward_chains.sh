# Declarations that each need the next one, thousands in a row, compile.
. "$ROOT/tests/cli/lib.sh"
N=5000

# chain LINE LAST: a program with N times LINE, # and % being two successive numbers, then LAST.
chain()
{
    {
        echo 'package main'
        awk -v n=$N -v line="$1" 'BEGIN {
            for (i = 0; i < n; i++) {
                s = line
                gsub("#", i, s)
                gsub("%", i + 1, s)
                print s
            }
        }'
        echo "$2"
        echo 'func main() { println(x0) }'
    } > chain.go
}

chain 'var x# = x% + 1' "var x$N = 1"
wants 0 "$GOL" run chain.go
matches err "^$((N + 1))\$"
chain 'const x# = x% + 1' "const x$N = 1"
wants 0 "$GOL" run chain.go
matches err "^$((N + 1))\$"
chain 'type x# struct { a [1]x%; b int8 }' "type x$N int8
var size x0"
sed -i 's/println(x0)/println(len(size.a))/' chain.go
wants 0 "$GOL" run chain.go
chain 'var x# = f#(); func f#() int { return x% + 1 }' "var x$N = 1"
wants 0 "$GOL" run chain.go
matches err "^$((N + 1))\$"

# Without a limit the checker would run out of stack.
N=10000
chain 'var x# = x% + 1' "var x$N = 1"
wants 1 "$GOL" run chain.go
matches err '^chain.go:[0-9]*:[0-9]*: error: nesting too deep (more than 20000 levels)$'
