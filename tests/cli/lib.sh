# Sourced by the scripts here: small assertions. A script fails when `check` saw a failure.
failures=0
program() { cat > "$1"; }

# wants STATUS COMMAND...: runs it, keeps ./out and ./err.
wants()
{
    local wanted=$1 status
    shift
    "$@" > out 2> err < /dev/null
    status=$?
    [ $status = "$wanted" ] || bad "status $status, not $wanted: ${*/#$GOL/gol}" "$(head -n 5 err)"
}
matches() { grep -aEq -- "$2" "$1" || bad "$1 lacks: $2" "$(head -n 5 "$1")"; }
lacks() { ! grep -aEq -- "$2" "$1" || bad "$1 has: $2"; }
same() { cmp -s "$1" "$2" || bad "$1 and $2 differ" "$(diff -a "$1" "$2" | head -n 5)"; }
# What gol test reports of its tests stands in their output, indented: writes it to ./said.
said() { sed -n 's/^    //p' out > said; }
# The same but for the seconds that gol test took for a package.
same_but_time()
{
    sed -E 's/^((ok|FAIL) *	[^	]*	)[0-9.]+s/\10s/' "$2" > but_time && same "$1" but_time
}
bad() { printf '%s\n' "$@"; failures=$((failures + 1)); }
finish() { exit $((failures > 0)); }

racy_program()
{
    program racy.gol << 'END'
x := 0
done := make(chan bool)
go func() { x = 1; done <- true }()
go func() { x = 2; done <- true }()
<-done
<-done
END
}

# A real terminal, 80 columns wide: `terminal COMMAND` starts it, `keys` types (names as of tmux:
# Enter, C-c, ...), `shows` waits for a line of its screen, `shows_not` looks at once.
in_tmux() { tmux -f /dev/null -S "$PWD/tmux" "$@" 2> /dev/null; }
terminal()
{
    trap 'in_tmux kill-server' EXIT
    in_tmux has-session || in_tmux new-session -d -x 80 -y 40 cat \; set -g remain-on-exit on
    in_tmux respawn-pane -k "clear; export HOME='$PWD' TERM=screen; $*; echo \"[status \$?]\""
}
keys() { in_tmux send-keys "$@"; }
screen() { in_tmux capture-pane -p > screen; }
shows()
{
    local tries
    for tries in $(seq 200); do
        screen
        grep -aEq -- "$1" screen && return
        sleep 0.05
    done
    bad "after ${tries} looks the screen lacks: $1" "$(cat screen)"
}
shows_not() { screen; lacks screen "$1"; }
# Pastes standard input as a terminal does that marks what is pasted.
pastes() { in_tmux load-buffer - && in_tmux paste-buffer -p; }
