# For tests/cli/leak_*.sh: makes tests and mains of the idioms in tests/leaks/idioms.go, in folders
# `leak` and `clean`.
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

make_package leak fine
make_package clean leak
