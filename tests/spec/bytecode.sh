# The opcode tables of spec/bytecode.md are what code/op.def gives. With `update` (and ROOT set, or
# from the top folder) they are rewritten instead.
ROOT=${ROOT:-.}
document=$ROOT/spec/bytecode.md
awk -f "$ROOT/tests/spec/bytecode.awk" "$ROOT/code/op.def" > tables
if [ "${1:-}" = update ]; then
    sed '/^### /,$d' "$document" | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' | cat - tables > new
    mv new "$document"
    rm tables
    exit 0
fi
sed -n '/^### /,$p' "$document" | diff <(sed -n '/^### /,$p' tables) - && exit 0
echo "code/op.def (<) and the tables of spec/bytecode.md (>) differ: tests/spec/bytecode.sh update"
exit 1
