# The programs about goroutines, channels, panics and values without a detector, as machine code for the
# most part: nothing depends on being observed. Races and how they end a program are left out.
. "$ROOT/tests/cli/lib.sh"
values() { sed -n "s|^.*// $2: \{0,1\}\(.*\)$|\1|p" "$1"; }
cd "$ROOT" || exit 1
work=$OLDPWD
programs=$(grep -rLE '// (error|args|expect any|exit): ' tests/lang/{chans,select,flow,panics,race,values,basics} \
    tests/lang/stdlib/{sync,time,context} --include='*.go' --include='*.gol')
[ "$(echo "$programs" | wc -l)" -gt 50 ] || bad "where are the programs?"
for file in $programs; do
    values "$file" stdin > "$work/stdin"
    values "$file" expect > "$work/want"
    (cd "$work" && timeout 100 "$GOL" run --detector none "$ROOT/$file" < stdin > out 2> err)
    status=$?
    [ $status -lt 64 ] || bad "$file: status $status"
    cmp -s "$work/want" "$work/out" || bad "$file:" "$(diff -a "$work/want" "$work/out" | head -n 6)"
done
finish
