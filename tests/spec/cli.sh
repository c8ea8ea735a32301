# Every flag of `gol help COMMAND` is described in spec/cli.md and the manual page, and these
# describe no others; every command likewise.
failures=0
bad() { echo "$*"; failures=1; }
flags() { grep -oE -- '--[a-z][a-z-]+' | sort -u; }

"$GOL" help | sed -n 's/^    \([a-z]\{2,\}\) .*/\1/p' > commands
[ -s commands ] || bad "gol help lists no commands"
while read -r command; do
    grep -q "gol $command" "$ROOT/spec/cli.md" || bad "spec/cli.md lacks: gol $command"
    "$GOL" help "$command" 2> /dev/null | flags
done < commands | sort -u > code
grep -v '^--' code && failures=1
grep '^--' code > code_flags
flags < "$ROOT/spec/cli.md" > spec_flags
sed 's/\\-/-/g' "$ROOT/docs/gol.1" | flags > manual_flags
for page in spec_flags manual_flags; do
    missing=$(comm -23 code_flags $page | paste -sd ' ')
    stale=$(comm -13 code_flags $page | paste -sd ' ')
    [ -z "$missing" ] || bad "$page lacks: $missing"
    [ -z "$stale" ] || bad "$page has, but gol help has not: $stale"
done
exit $failures
