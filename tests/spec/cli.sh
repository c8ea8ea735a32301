# Every command is described in spec/cli.md, every flag of `gol help COMMAND` in the manual page,
# which describes no others.
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
sed 's/\\-/-/g' "$ROOT/docs/gol.1" | flags > manual
missing=$(comm -23 code_flags manual | paste -sd ' ')
stale=$(comm -13 code_flags manual | paste -sd ' ')
[ -z "$missing" ] || bad "docs/gol.1 lacks: $missing"
[ -z "$stale" ] || bad "docs/gol.1 has, but gol help has not: $stale"
exit $failures
