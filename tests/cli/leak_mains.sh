# The same idioms as main programs: gol run and gol check find each leak, and none in the twins.
. "$ROOT/tests/cli/lib.sh"
. "$ROOT/tests/leaks/make.sh"

for idiom in $idioms; do
    wants 2 timeout 20 "$GOL" run --leaks leak/main "$idiom"
    grep -Eq '^(leak|lock cycle): ' err || bad "main $idiom: nothing said" "$(head -n 3 err)"
    wants 0 timeout 20 "$GOL" run --leaks clean/main "$idiom"
    wants 2 timeout 20 "$GOL" check --leaks --time 5s leak/main "$idiom"
    grep -Eq '^(leak|lock cycle): ' err || bad "check $idiom: nothing said" "$(head -n 3 err)"
    wants 0 timeout 20 "$GOL" check --leaks --time 5s clean/main "$idiom"
done
finish
