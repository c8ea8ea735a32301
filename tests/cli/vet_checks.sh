# gol vet --checks: in tests/vet/check each line that is wrong says "// vet: CHECKS", and nothing else is reported.
. "$ROOT/tests/cli/lib.sh"

for file in "$ROOT"/tests/vet/check/*.gol; do
    # shellcheck disable=SC2046 # words of the line
    timeout 20 "$GOL" vet --json --checks all,-race $(sed -n 's|^// args: ||p' "$file") "$file" > out 2> err
    status=$?
    sed -n 's/,"notes":.*//; s/.*"check":"\([^"]*\)".*"line":\([0-9]*\),.*/\2 \1/p' out | sort -u > found
    awk '{ n = split($0, part, "// vet: "); if (n > 1) { k = split(part[2], name, " ");
        for (i = 1; i <= k; i++) print NR, name[i] } }' "$file" | sort -u > wanted
    cmp -s found wanted || bad "$file: found (<), wanted (>)" "$(diff found wanted)" "$(head -n 3 err)"
    [ -s wanted ] && [ $status = 0 ] && bad "$file: status 0"
    [ -s wanted ] || [ $status = 0 ] || bad "$file: status $status"
done

# What is sure is an error, and the rest a warning; each names its check.
check=$ROOT/tests/vet/check
wants 2 "$GOL" vet --checks closed "$check/closed.gol"
matches out 'closed.gol:9:2: error: closes a channel that is closed already \[closed\]$'
matches out '^.*closed.gol:7:1: note: it is closed here$'
matches out '^2 other errors, 0 warnings$'
wants 3 "$GOL" vet --checks copy-lock "$check/copy_lock.gol"
matches out 'copy_lock.gol:13:16: warning: the parameter copies a Safe|copies a main.Safe, which contains a sync.Mutex \[copy-lock\]$'
wants 0 "$GOL" vet --checks all,-race,-copy-lock "$check/copy_lock.gol"
wants 0 "$GOL" help checks
matches out '^  lock-order '
finish
