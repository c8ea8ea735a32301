# Functions of some thousand instructions, as generated arithmetic has, are compiled to machine code whole:
# with the result of the interpreter, and in less time.
. "$ROOT/tests/cli/lib.sh"
# Its hot function has 900 multiplications, whose halves others multiply.
awk 'BEGIN {
    print "package main\nimport (\"fmt\"; \"math/bits\")\nfunc long(x0, x1 uint64) uint64 {"
    for (i = 2; i < 1800; i += 2)
        printf "\tx%d, x%d := bits.Mul64(x%d^%d, x%d|1)\n", i, i + 1, i - 1, i, int(i / 3)
    printf "\treturn 0"
    for (i = 2; i < 1800; i++)
        printf " ^ x%d", i
    print "\n}\nfunc main() {\n\tvar sum uint64\n\tfor i := range 100000 {\n\t\tsum += long(uint64(i), sum)\n\t}"
    print "\tfmt.Println(sum)\n}"
}' > long.go
cpu() { (TIMEFORMAT=%U; time "$GOL" run --detector none --jit "$1" long.go > "$1") 2>&1; }
interpreted=$(cpu off) compiled=$(cpu hot)
grep -qx '[0-9][0-9]*' hot || bad "the program ends otherwise: $(cat hot)"
cmp -s hot off || bad "machine code computes $(cat hot), the interpreter $(cat off)"
awk -v off="$interpreted" -v hot="$compiled" 'BEGIN { exit !(hot < .7 * off) }' ||
    bad "compiled it takes $compiled s, interpreted $interpreted s"
finish
