# The exit status of a session says whether a race was reported in it.
. "$ROOT/tests/cli/lib.sh"
printf 'x := 0\ngo func() { x = 1 }()\nx\n' | "$GOL" repl > out 2> err
[ $? = 66 ] || bad "a race, but the status is not 66"
matches err '^race: '
printf 'x := 0\nnosuch\npanic("no race")\n' | "$GOL" repl > out 2> err
[ $? = 0 ] || bad "no race, but the status is not 0"
finish
