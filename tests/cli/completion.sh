# gol completion: bash, zsh and fish ask gol for commands, flags and values.
. "$ROOT/tests/cli/lib.sh"
words() { wants 0 "$GOL" __complete "$@"; cut -f 1 out > offered; }
words ''
for command in run test fuzz check fmt build version help; do
    matches offered "^$command\$"
done
words te
[ "$(cat offered)" = test ] || bad "te: $(cat offered)"
words test --cov
matches offered '^--coverprofile$'
lacks offered '^--run$'
words test -cov
matches offered '^-cover$'
words test --
lacks offered 'gcflags' # accepted only
words check --engine d
[ "$(cat offered)" = dpor ] || bad "engines: $(cat offered)"
words run --detector=x --seed ''
[ ! -s offered ] || bad "a value that is a number: $(cat offered)"
words help f
matches offered '^fuzz$'
words run bank
[ ! -s offered ] || bad "files are the shell's"
# Each flag of each command, from its own help.
"$GOL" help test | sed -n 's/^  \(--*[a-zA-Z-]*\).*/\1/p' | sort -u > flags
words test -
sort -u offered | sed 's/^-\([a-z]\{2,\}\)/--\1/' | diff flags - > /dev/null || bad "help and completion differ"

wants 1 "$GOL" completion
wants 1 "$GOL" completion csh
for shell in bash zsh fish; do
    wants 0 "$GOL" completion $shell
    [ -s out ] || bad "nothing for $shell"
    if command -v $shell > /dev/null; then
        cp out script
        $shell -n script || bad "$shell cannot read its script"
    fi
done

# A real terminal: tab completes a command, a flag, and where gol has nothing to say, a file.
mkdir bin
ln -s "$GOL" bin/gol
touch bankrupt.gol
terminal "PATH='$PWD/bin:$PATH' PS1='> ' bash --norc --noprofile -i"
keys 'source <(gol completion bash)' Enter
keys 'echo r''eady' Enter
shows '^ready'
keys 'gol tes' Tab '--failf' Tab ' bankr' Tab ' #'
shows '> gol test --failfast +bankrupt.gol +#'
keys C-u exit Enter
shows '^\[status'
finish
