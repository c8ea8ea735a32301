# Wrong usage: a message that says what to do, status 1.
. "$ROOT/tests/cli/lib.sh"
program ok.gol << 'END'
fmt.Println("ok", os.Args[1:])
END
wants 1 "$GOL"
matches err 'gol run'
wants 1 "$GOL" frobnicate
matches err 'frobnicate'
wants 1 "$GOL" run
wants 1 "$GOL" run --no-such-flag ok.gol
matches err 'no-such-flag'
wants 1 "$GOL" run --seed ok.gol
wants 1 "$GOL" run --seed abc ok.gol
matches err 'abc'
for version in 1.99 1.27 1.0 0 1.22x two; do
    wants 1 "$GOL" run --go $version ok.gol
    matches err "bad value $version for --go: expected 1\.1 to 1\.26"
done
wants 0 "$GOL" run --go go1.23 ok.gol
wants 0 "$GOL" run --go 1.1 ok.gol
wants 1 "$GOL" fuzz --time soon ok.gol
matches err 'expected a time such as 30s'
wants 1 "$GOL" run --detector nonsense ok.gol
matches err 'gol help detectors'
wants 0 "$GOL" help detectors
matches out 'grace-full'
wants 0 "$GOL" check --engine all --help
matches out '^usage: gol check'
wants 1 "$GOL" run missing.gol
matches err 'missing\.gol'
mkdir empty
wants 1 "$GOL" run empty
wants 0 "$GOL" version
matches out '^gol '
wants 0 "$GOL" help
matches out 'replay|run'
wants 0 "$GOL" run ok.gol --seed x
matches out 'ok \[--seed x\]'
for command in $("$GOL" help | sed -n 's/^    \([a-z]*\) .*/\1/p'); do
    wants 0 "$GOL" help "$command"
done
# Files that cannot be written are told of before the run.
wants 1 "$GOL" run --sarif . ok.gol
matches err '^gol run: cannot write \.: Is a directory'
wants 1 "$GOL" run --save-schedule no/such/file ok.gol
matches err '^gol run: cannot write no/such/file: No such file'
wants 1 "$GOL" repl nosuch.gol
wants 1 "$GOL" repl ok.gol more
wants 1 "$GOL" dump tokens ok.gol
matches err '^usage: gol dump'
# what was mistyped
wants 1 "$GOL" tset
matches err '^gol: there is no command "tset": did you mean test\?$'
wants 1 "$GOL" help chekc
matches err 'did you mean check\?$'
wants 1 "$GOL" test --failfats .
matches err 'unknown flag --failfats: did you mean --failfast\?$'
wants 1 "$GOL" run --sede=3 x.gol
matches err 'did you mean --seed\?$'
wants 1 "$GOL" xyz
matches err '^gol: there is no command "xyz"$'

# What is left to the go command.
PATH=/nonexistent wants 1 "$GOL" mod tidy
matches err 'there is no command "mod": that is for go mod; gol reads what it leaves$'

# Files and packages that are nearly right.
mkdir -p m/calc
printf 'module example.com/m\n' > m/go.mod
echo 'package main; func main() {}' > m/calc/main.go
cd m || exit 1
wants 1 "$GOL" run calc/man.go
matches err 'did you mean calc/main.go\?'
wants 1 "$GOL" run clac
matches err 'did you mean calc\?'
wants 1 "$GOL" test ./clac
matches err 'did you mean ./calc\?'
wants 1 "$GOL" test example.com/m/clac
matches err 'did you mean example.com/m/calc\?'
wants 1 "$GOL" run nothing/like.it
lacks err 'did you mean'
finish
