# A trace that is longer than --window is analysed window by window: what is found there is what one
# window shows with what came before it, and the verdict says so.
set -u
failed=0
bad() { printf '%s: %s\n' "$1" "$2"; failed=1; }

# padding N: events of a third thread that concern nothing else.
padding() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "T3|w(p)|900" }'; }
start() { printf 'T0|fork(T1)|1\nT0|fork(T2)|2\nT0|fork(T3)|3\n'; }

# pairs ANALYSIS WINDOW FILE: how many it finds, and in how many windows.
pairs()
{
    "$GOL" predict --json --analysis "$1" --window "$2" "$3" |
        sed -n 's/.*"type":"analysis".*"\(pairs\|deadlocks\)":\([0-9]*\).*"complete":true\(,"windows":\([0-9]*\)\)\{0,1\}.*/\2 \4/p'
}
# expect WHAT FILE WINDOW "WANTED"...: ANALYSIS=PAIRS, for each.
expect()
{
    local what=$1 file=$2 window=$3
    shift 3
    for each in "$@"; do
        got=$(pairs "${each%=*}" "$window" "$file")
        [ "${got% *}" = "${each#*=}" ] || bad "$what" "${each%=*}: $got, not ${each#*=}"
    done
}

# A race that happens-before does not see, after 250 other events; both accesses are in one window.
{ start; padding 250; printf '%s\n' 'T1|w(x)|10' 'T1|acq(l)|11' 'T1|rel(l)|12' 'T2|acq(l)|20' 'T2|rel(l)|21' 'T2|w(x)|22'; } > near.std
expect "one window" near.std 1000 hb=0 wcp=1 syncp=1 osr=1
expect "near" near.std 100 hb=0 wcp=1 syncp=1 osr=1
case $(pairs syncp 100 near.std) in '1 '[2-9]) ;; *) bad "number of windows" "$(pairs syncp 100 near.std)" ;; esac
[ "$(pairs syncp 1000 near.std)" = "1 " ] || bad "a short trace is no window" "$(pairs syncp 1000 near.std)"
"$GOL" predict --analysis syncp --window 100 near.std > text
grep -Eq '^syncp +1 +1  \(pairs within each of [0-9] windows\)$' text || bad "text" "$(tail -n 1 text)"
grep -q 'at near.std:254:' text || bad "the place in the run" "$(cat text)"

# The same with 250 events between the accesses: only hb and shb look that far, and there is nothing for them.
{ start; printf '%s\n' 'T1|w(x)|10' 'T1|acq(l)|11' 'T1|rel(l)|12'; padding 250; printf '%s\n' 'T2|acq(l)|20' 'T2|rel(l)|21' 'T2|w(x)|22'; } > far.std
expect "one window" far.std 1000 hb=0 wcp=1 syncp=1
expect "far" far.std 100 hb=0 wcp=0 syncp=0 osr=0
{ start; printf 'T1|w(x)|10\n'; padding 250; printf 'T2|w(x)|22\n'; } > far_hb.std
expect "far, without a lock" far_hb.std 100 hb=1 shb=1 syncp=0

# A section that has been open since before the window: no access of another section can come between.
{ start; printf 'T1|acq(l)|9\n'; padding 250; printf '%s\n' 'T1|w(x)|10' 'T1|rel(l)|11' 'T2|acq(l)|20' 'T2|w(x)|21' 'T2|rel(l)|22'; } > open.std
expect "open section" open.std 100 hb=0 wcp=0 syncp=0 osr=0 lockset=0
# T3 opens it before the window, so it is before T2's in every reordering; T1's access is free of it.
{ start; printf 'T3|acq(l)|9\n'; padding 250; printf '%s\n' 'T1|w(y)|10' 'T3|w(x)|11' 'T3|rel(l)|12' 'T2|acq(l)|20' 'T2|w(x)|21' 'T2|w(y)|22' 'T2|rel(l)|23'; } > held.std
expect "held by another" held.std 100 hb=1 syncp=1 osr=1
"$GOL" predict --analysis syncp --window 100 held.std | grep -q 'variable y\|on y' || bad "held by another" "which variable"

# T3 holds the lock when it writes what T1 reads, before the window, and gives it back after it has read what T1 writes last: no
# reordering lets T2 have the lock before T1's write of x. The accesses of y race, as do those of z.
{ start; printf '%s\n' 'T3|acq(l)|4' 'T3|w(z)|5' 'T1|r(z)|6' 'T2|w(q)|7'; padding 250; printf '%s\n' 'T1|w(x)|10' 'T1|w(y)|11' 'T3|r(y)|12' 'T3|rel(l)|13' 'T2|acq(l)|20' 'T2|w(x)|21' 'T2|rel(l)|22'; } > before.std
expect "held before, one window" before.std 1000 syncp=2 osr=2
expect "held before" before.std 100 syncp=2 osr=2

# A deadlock of two sections, 250 events after the start; and one of which an acquire is before the window.
order() { printf '%s\n' "$1|acq($2)|$4" "$1|acq($3)|$(($4 + 1))" "$1|rel($3)|$(($4 + 2))" "$1|rel($2)|$(($4 + 3))"; }
{ start; padding 250; order T1 a b 10; order T2 b a 20; padding 250; order T1 a b 10; order T2 b a 20; } > dead.std
expect "deadlock, once for its places" dead.std 100 deadlock=1
# The acquires of a deadlock that was found are kept. Their sections have ended.
{ cat dead.std; padding 250; printf '%s\n' 'T1|w(x)|30' 'T1|acq(a)|31' 'T1|rel(a)|32' 'T2|acq(a)|40' 'T2|rel(a)|41' 'T2|w(x)|42'; } > later.std
"$GOL" predict --json --window 100 later.std > out
grep -q '"analysis":"syncp","racy":1,"pairs":1,' out || bad "a race after a deadlock" "$(cat out)"
{ start; order T1 a b 10; padding 250; order T2 b a 20; } > dead_far.std
expect "deadlock, one window" dead_far.std 1000 deadlock=1
expect "deadlock, two windows" dead_far.std 100 deadlock=0

# With a memory limit the windows are as small as that asks for. AddressSanitizer needs terabytes.
{ start; padding 250000; printf '%s\n' 'T1|w(x)|10' 'T1|acq(l)|11' 'T1|rel(l)|12' 'T2|acq(l)|20' 'T2|rel(l)|21' 'T2|w(x)|22'; } > long.std
if [ -z "${ASAN_OPTIONS:-}" ]; then
    "$GOL" predict --json --memory 100M long.std > out; status=$?
    [ $status = 66 ] || bad "--memory" "status $status: $(tail -n 1 out)"
    [ "$(grep -c '"complete":true,"windows":2' out)" = 5 ] || bad "--memory" "$(cat out)"
fi

# What needs the whole run has it.
"$GOL" predict --explain --analysis syncp --window 100 far.std | grep -Eq '^syncp +1 +1$' || bad "--explain" "not whole"
"$GOL" predict --window x far.std 2> err; [ $? = 1 ] || bad "--window x" "status"
exit $failed
