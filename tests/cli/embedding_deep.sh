# Types that are embedded in each other are as large as they are, however deep: at n, 2n and 4n levels the
# program prints the same. Too deep is an error, not a wrong size.
. "$ROOT/tests/cli/lib.sh"
nested() # LEVELS
{
    echo 'package main'
    for i in $(seq 0 $(($1 - 1))); do echo "type t$i struct{ t$((i + 1)) }"; done
    printf 'type t%d struct{ x, y int }\n\nfunc (t%d) M() int { return 7 }\n\n' "$1" "$1"
    printf 'func main() {\n\tvar v t0\n\tv.y = 3\n\tprintln(v.x, v.y, v.M())\n}\n'
}
for levels in 100 998 1000 1001 2000 4000; do
    nested $levels > deep.go
    wants 0 "$GOL" run deep.go
    matches err '^0 3 7$'
done
nested 11000 > deep.go
wants 1 "$GOL" run deep.go
matches err '^deep.go:2:.*error: type t0 larger than address space, or nested too deeply$'

# The type set of a constraint: each one found once, however often and deep it is embedded.
{
    printf 'package main\n\ntype T0 interface{ ~int | ~string }\n'
    for ((i = 1; i <= 60; i++)); do echo "type T$i interface{ T$((i - 1)); T$((i - 1)) }"; done
    for ((; i <= 1000; i++)); do echo "type T$i interface{ T$((i - 1)) }"; done
    printf 'func f[P T1000](p P) {}\nfunc main() { f(1) }\n'
} > sets.go
wants 0 timeout 60 "$GOL" run sets.go
sed 's/f(1)/f(1.5)/' sets.go > outside.go
wants 1 timeout 60 "$GOL" run outside.go
matches err 'float64 does not satisfy T1000 \(float64 missing in ~int | ~string\)'
finish
