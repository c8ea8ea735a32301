# The programs about the language, with all of their functions and loops compiled to machine code: what one
# prints, and how it ends, is as in the interpreter. (Of those about the library the library is most.)
. "$ROOT/tests/cli/lib.sh"
values() { sed -n "s|^.*// $2: \{0,1\}\(.*\)$|\1|p" "$1"; }
# result JIT FILE: output and status.
result()
{
    # shellcheck disable=SC2046 # flags are several words
    "$GOL" run --jit "$1" $(values "$2" args) "$2" $(values "$2" 'program args') \
        < stdin 2>&1 | grep -av '^\(replay\|show\):'
    echo "status ${PIPESTATUS[0]}"
}
cd "$ROOT" || exit 1
work=$OLDPWD
programs=$(grep -rLE '// (error|args): ' tests/lang --exclude-dir=stdlib --exclude-dir=lib --include='*.go' --include='*.gol')
[ "$(echo "$programs" | wc -l)" -gt 50 ] || bad "where are the programs?"
for file in $programs; do
    values "$file" stdin > "$work/stdin"
    (cd "$work" && result off "$ROOT/$file" > off && result all "$ROOT/$file" > all)
    cmp -s "$work/off" "$work/all" || bad "$file:" "$(diff -a "$work/off" "$work/all" | head -n 6)"
done
finish
