# Every command is described in spec/cli.md; the section OPTIONS of the manual page is made from
# `gol help COMMAND`, that is from the table in cli/options.c. With `update` (and GOL set, or from the
# top folder) it is rewritten instead.
ROOT=${ROOT:-.}
GOL=${GOL:-build/gol}
manual=$ROOT/docs/gol.1
failures=0
bad() { echo "$*"; failures=1; }

commands=$("$GOL" help | sed -n 's/^    \([a-z]\{2,\}\) .*/\1/p')
[ -n "$commands" ] || bad "gol help lists no commands"
options=$(for command in $commands; do
    "$GOL" help "$command" | sed "s/^/$command: /"
done | awk -f "$ROOT/tests/spec/options.awk")

if [ "${1:-}" = update ]; then
    { sed '/^\.SH OPTIONS/,$d' "$manual"; echo "$options"; sed -n '/^\.SH MORE/,$p' "$manual"; } > new
    mv new "$manual"
    exit 0
fi
for command in $commands; do
    grep -q "gol $command" "$ROOT/spec/cli.md" || bad "spec/cli.md lacks: gol $command"
done
sed -n '/^\.SH OPTIONS/,/^\.SH MORE/p' "$manual" | sed '$d' | diff - <(echo "$options") ||
    bad "docs/gol.1 (<) and gol help (>) differ: tests/spec/cli.sh update"
exit $failures
