# Idioms that leave goroutines behind, and twins that leave none (tests/leaks/idioms.go), as tests and
# as mains; each also beside a ticker that nothing reads, a goroutine in `select {}`, a worker that a
# package-level variable reaches, and a loop that sleeps. None may be missed, none reported wrongly.
. "$ROOT/tests/cli/lib.sh"

idioms=$(sed -n 's/^func \([a-z][A-Za-z]*\)() {$/\1/p' "$ROOT/tests/leaks/idioms.go")

# Surroundings NAME: what runs beside the idiom.
surroundings='Alone Ticker Forever Worker Sleeper'
beside()
{
    case $1 in
    Alone) ;;
    Ticker) echo '_ = time.NewTicker(time.Millisecond)' ;;
    Forever) echo 'go func() { select {} }()' ;;
    Worker) echo 'worker.Do(func() { go func() { for range tasks {} }() })' ;;
    Sleeper) echo 'go func() { for { time.Sleep(time.Hour) } }()' ;;
    esac
}

# make_package NAME UNWANTED: the idioms without the lines so marked, a test for each and its
# surroundings, and a main that runs the one that its argument names.
make_package()
{
    mkdir -p "$1/tests" "$1/main"
    for part in tests main; do
        sed -e "s/^package idioms/package main/" -e "/\/\/ $2\$/d" "$ROOT/tests/leaks/idioms.go" \
            > "$1/$part/idioms.go"
    done
    {
        printf 'package main\nimport ("sync"; "testing"; "time")\n'
        printf 'var worker sync.Once\nvar tasks = make(chan int)\n'
        for idiom in $idioms; do
            for surrounding in $surroundings; do
                echo "func Test${idiom^}$surrounding(t *testing.T) { $(beside "$surrounding"); $idiom() }"
            done
        done
        echo 'var _ time.Duration'
    } > "$1/tests/idioms_test.go"
    {
        printf 'package main\nimport "os"\nvar all = map[string]func(){\n'
        for idiom in $idioms; do echo "\"$idiom\": $idiom,"; done
        printf '}\nfunc main() { all[os.Args[1]]() }\n'
    } > "$1/main/main.go"
}

# results PACKAGE: NAME RESULT of each test.
results()
{
    timeout 60 "$GOL" test --json "$1/tests" 2> err |
        sed -n 's/.*"type":"test","name":"\([A-Za-z]*\)","result":"\([a-z ]*\)".*/\1 \2/p' | sort
}

make_package leak fine
make_package clean leak
results leak > leaking
results clean > fine
count=$(wc -l < leaking)
[ "$count" -ge 200 ] || bad "$count tests, not 200" "$(head -n 5 err)"
[ "$(wc -l < fine)" = "$count" ] || bad "not as many twins" "$(head -n 5 err)"
missed=$(grep -Ev ' (leak|lock cycle)$' leaking)
[ -z "$missed" ] || bad "missed:" "$missed"
wrong=$(grep -v ' pass$' fine)
[ -z "$wrong" ] || bad "reported wrongly:" "$wrong"

for idiom in $idioms; do
    wants 2 timeout 20 "$GOL" run --leaks leak/main "$idiom"
    grep -Eq '^(leak|lock cycle): ' err || bad "main $idiom: nothing said" "$(head -n 3 err)"
    wants 0 timeout 20 "$GOL" run --leaks clean/main "$idiom"
done
finish
