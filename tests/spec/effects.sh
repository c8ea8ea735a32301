# The tables of spec/effects.md are what code/effect.def and the engines' switches over it give. With
# `update` (and ROOT set, or from the top folder) they are rewritten instead.
ROOT=${ROOT:-.}
document=$ROOT/spec/effects.md
awk -f "$ROOT/tests/spec/effects.awk" "$ROOT/vm/visible.c" "$ROOT/explore/dpor/pending.c" \
    "$ROOT/explore/check/tree.c" "$ROOT/explore/states/moves.c" "$ROOT/code/effect.def" > tables
if [ "${1:-}" = update ]; then
    sed '/^### /,$d' "$document" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' | cat - tables > new
    mv new "$document"
    rm tables
    exit 0
fi
status=0
sed -n '/^### /,$p' "$document" | diff <(sed -n '/^### /,$p' tables) - || {
    echo "the code (<) and spec/effects.md (>) differ: tests/spec/effects.sh update"
    status=1
}
# Each effect has an answer of each engine.
if grep -E '^\| `.*\|  \|' tables; then
    echo "no engine may leave out an effect"
    status=1
fi
exit $status
