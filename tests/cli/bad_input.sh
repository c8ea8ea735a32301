# Damaged and absurd source text gets diagnostics, never a crash.
. "$ROOT/tests/cli/lib.sh"
rejects() { wants 1 "$GOL" run "$1"; matches err "$1:[0-9]+:[0-9]+: error: "; }

printf 'x := "\xff\xfe"\n\xff\n' > utf8.gol
rejects utf8.gol
printf 'x := 1\0\n' > nul.gol
rejects nul.gol
{ printf 'x := '; head -c 100000 /dev/zero | tr '\0' '('; } > parens.gol
rejects parens.gol
{ printf 'x := 1'; for ((i = 0; i < 20000; i++)); do printf ' + (1'; done; } > nest.gol
rejects nest.gol
{ for ((i = 0; i < 20000; i++)); do printf 'if true {'; done; } > blocks.gol
rejects blocks.gol
{ printf 'var x '; for ((i = 0; i < 50000; i++)); do printf '[]'; done; echo int; } > types.gol
wants 1 "$GOL" run types.gol
echo 'const c = 1 << 1000000000; var x = c' > huge.gol
rejects huge.gol
echo 'const c = 1e1000000000 * 1e1000000000; var x int = c' > huge_float.gol
rejects huge_float.gol
echo 'var a [1 << 60]int' > array.gol
wants 1 "$GOL" run array.gol
echo 'x := `never closed' > raw.gol
rejects raw.gol
echo '/* never closed' > comment.gol
rejects comment.gol
echo "x := 'ab'" > rune.gol
rejects rune.gol
head -c 3000 /dev/urandom > noise.gol
wants 1 "$GOL" run noise.gol
{ echo 'x := 1'; for ((i = 0; i < 500; i++)); do echo "undefined$i()"; done; } > many.gol
rejects many.gol
matches err 'more errors'
[ "$(grep -c 'error: ' err)" -lt 100 ] || bad "too many errors are printed"
wants 1 "$GOL" run --compile-only many.gol
[ "$(grep -c 'error: undefined' err)" = 500 ] || bad "--compile-only does not print all errors"
# Packages that are missing: misspelt ones, and those that only Go has.
printf 'package main\nimport (\n"plugin"\n"strngs"\n"crypto/sha25"\n)\nfunc main() {}\n' > imports.go
wants 1 "$GOL" run imports.go
[ "$(grep -A 4 plugin err | grep -c "hint: Go's library has this package")" = 1 ] || bad "$(cat err)"
matches err 'hint: did you mean "strings"'
matches err 'hint: did you mean "crypto/sha256"'

finish
