# :show writes the picture of the session so far, also of goroutines driven by hand; it may come again.
. "$ROOT/tests/cli/lib.sh"
"$GOL" repl > out 2> err << 'EOF'
n := 0
done := make(chan bool)
func add() { n = n + 1; done <- true }
:show before.html
:hold
go add()
go add()
:pick 2
:pick 3
:pick 2
:show
:release
:show after.html
:show no/such/folder/x.html
:reset
x := 0
go func() { x++ }()
for i := 0; i < 10000; i++ { x++ }
:show long.html
EOF
[ $? = 66 ] || bad "the session had a race"
matches out '^wrote session.html, to be opened in a browser$'
matches out '^cannot write no/such/folder/x.html: No such file or directory$'
summary() { sed -n 's/^<p id="verdict">//; T; :more; p; /<\/p>/q; n; b more' "$1" | sed 's/<[^>]*>//g'; }
[ "$(summary before.html)" = "no race so far" ] || bad "before: $(summary before.html)"
[ "$(summary session.html)" = "no race so far" ] || bad "held: $(summary session.html)"
summary after.html > seen
matches seen '^race: .* on n$'
summary long.html > seen
matches seen '^race: .* on x$'
matches seen '^only the first 20000 steps are shown: the run went on$'
# A page of its own, with the source of what was typed and what goroutines wait for at the end.
matches after.html '"name":"input3"'
matches after.html '"waits":"a receiver on done'
finish
