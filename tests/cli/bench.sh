# The programs of bench/ stay within what gol compiles; bench/run.sh compares what they print.
. "$ROOT/tests/cli/lib.sh"
for source in "$ROOT"/bench/*.go "$ROOT"/bench/scale/*.go; do
    wants 0 "$GOL" run --compile-only "$source"
done
wants 0 "$GOL" run "$ROOT/bench/bigprogram.gol" 1000
mv out length.go
wants 0 "$GOL" run length.go
matches out '^-?[0-9]+$'
finish
