# Functions of some thousand instructions, as generated arithmetic has, are compiled to machine code whole, with the
# result of the interpreter.
. "$ROOT/tests/cli/lib.sh"
# Its hot function has 900 multiplications, whose halves others multiply.
awk 'BEGIN {
    print "package main\nimport (\"fmt\"; \"math/bits\")\nfunc long(x0, x1 uint64) uint64 {"
    for (i = 2; i < 1800; i += 2)
        printf "\tx%d, x%d := bits.Mul64(x%d^%d, x%d|1)\n", i, i + 1, i - 1, i, int(i / 3)
    printf "\treturn 0"
    for (i = 2; i < 1800; i++)
        printf " ^ x%d", i
    print "\n}\nfunc main() {\n\tvar sum uint64\n\tfor i := range 3000 {\n\t\tsum += long(uint64(i), sum)\n\t}"
    print "\tfmt.Println(sum)\n}"
}' > long.go
for jit in off hot; do
    wants 0 "$GOL" run --detector none --jit $jit long.go
    mv out $jit
done
matches hot '^[0-9]+$'
same off hot
finish
