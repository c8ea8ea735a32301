# The programs of bench/ stay within what gol compiles; bench/run.sh compares what they print.
. "$ROOT/tests/cli/lib.sh"
for source in "$ROOT"/bench/*.go "$ROOT"/bench/scale/*.go; do
    wants 0 "$GOL" run --compile-only "$source"
done
wants 0 "$GOL" run "$ROOT/bench/bigprogram.gol" 1000
mv out length.go
wants 0 "$GOL" run length.go
matches out '^-?[0-9]+$'

# Medians, ratios, bounds, aims and exponents, against what was worked out by hand.
command -v python3 > /dev/null || finish
tr ' ' '\t' > rows << 'END'
time fib gol 0.2 1 5
time fib gol 9.9 1 7
time fib gol 0.3 1 6
time fib go-race 0.5 1 50
time fib lua 0.6 1 3
time fib gol-none 0.15 1 6
time sieve gol 0.2 1 5
time sieve go-race 0.3 1 50
time many gol 12 1 900
limit many go-race 120
skip many yaegi no-memory
scale lines one 1000 2.5 4
scale lines one 101000 3.5 4
scale lines one 1001000 12.5 4
scale squares one 1000 1 4
scale squares one 101000 2 4
scale squares one 1001000 101 4
figure things this gol 1234567
END
wants 0 env PYTHONDONTWRITEBYTECODE=1 python3 "$ROOT/bench/report.py" text rows
matches out '^\| fib +\| +0\.300 \|'
matches out '^\| fib +\| +0\.60 \| 0\.65 \| +\|'
matches out '^\| sieve +\| +0\.67 \| 0\.50 \| not met \|'
matches out '^\| many +\| +<0\.10 \| 0\.12 \| +\|'
matches out '>120 '
matches out '^\| geometric mean +\| +0\.34 '
matches out '^\| exponent of time +\| +1\.00 \|'
matches out '^\| exponent of time +\| +2\.00 \|'
matches out '^\| this +\| 1,234,567 \|'
finish
