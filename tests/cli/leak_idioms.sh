# Idioms that leave goroutines behind, and twins that leave none (tests/leaks/idioms.go), as tests;
# each also beside a ticker that nothing reads, a goroutine in `select {}`, a worker that a
# package-level variable reaches, and a loop that sleeps. None may be missed, none reported wrongly.
. "$ROOT/tests/cli/lib.sh"
. "$ROOT/tests/leaks/make.sh"

# results PACKAGE: NAME RESULT of each test.
results()
{
    timeout 60 "$GOL" test --json "$1/tests" 2> err |
        sed -n 's/.*"type":"test","name":"\([A-Za-z]*\)","result":"\([a-z ]*\)".*/\1 \2/p' | sort
}

results leak > leaking
results clean > fine
count=$(wc -l < leaking)
[ "$count" -ge 200 ] || bad "$count tests, not 200" "$(head -n 5 err)"
[ "$(wc -l < fine)" = "$count" ] || bad "not as many twins" "$(head -n 5 err)"
missed=$(grep -Ev ' (leak|lock cycle)$' leaking)
[ -z "$missed" ] || bad "missed:" "$missed"
wrong=$(grep -v ' pass$' fine)
[ -z "$wrong" ] || bad "reported wrongly:" "$wrong"

finish
