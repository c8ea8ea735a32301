# gol predict --explain --analysis NAME prints a reordering for each race; --reorder judges one.
. "$ROOT/tests/cli/lib.sh"

# The lecture notes' first example, and its reorderings [SULZMANN24].
program notes.txt << 'END'
T1   T2
w(x)
acq(y)
rel(y)
     acq(y)
     w(x)
     rel(y)
END
wants 1 "$GOL" predict --reorder "4 1 2 3 5 6" notes.txt
matches out '^not valid at 2\. acq\(y\): lock semantics: 4\. acq\(y\) of T2 has the lock$'
wants 1 "$GOL" predict --reorder "2 3 4 1 5 6" notes.txt
matches out '^not valid at 2\. acq\(y\): program order: 1\. wr\(x\) of T1 is missing before it$'
wants 66 "$GOL" predict --reorder "4 5 1" notes.txt
matches out '^valid: it ends in a race$'
wants 0 "$GOL" predict --reorder "4,5,6,1,2,3" notes.txt
matches out '^valid$'
wants 1 "$GOL" predict --reorder "4 4" notes.txt
matches out 'it has been there'
wants 1 "$GOL" predict --json --reorder "4 1 2" notes.txt
matches out '"valid":false,"races":false,"event":2,"rule":"lock semantics"'
for list in 7 0 x "1 2x"; do
    wants 1 "$GOL" predict --reorder "$list" notes.txt
    matches err 'takes numbers of events, 1 to 6, not'
done

# All of them, and what leads up to each race.
wants 66 "$GOL" predict --reorder all notes.txt
cat > want << 'END'
1 2 3 4 5 6
1 4 5 6 2 3
4 1 5 6 2 3
4 5 1 6 2 3
4 5 6 1 2 3
5 valid reorderings of all events
4 1 5: race of 1. wr(x) of T1 and 5. wr(x) of T2
END
same want out
wants 66 "$GOL" predict --json --reorder all notes.txt
matches out '"count":5,"complete":true,"reorderings":\[\[1,2,3,4,5,6\],.*,\[4,5,6,1,2,3\]\],"races":\[\[4,1,5\]\]'

# example3: the second race would have to change what a read gets.
program example3.txt << 'END'
T1    T2
w(x)
w(y)
      r(y)
      w(x)
END
wants 1 "$GOL" predict --reorder "3 4 1" example3.txt
matches out 'not valid at 3\. rd\(y\): last writer: the write that it reads in the run is missing'
wants 66 "$GOL" predict --reorder "1 2 3" example3.txt
wants 66 "$GOL" predict --reorder "1 3 2" example3.txt
wants 66 "$GOL" predict --reorder all example3.txt
[ "$(cat out)" = '1 2 3 4
1 valid reordering of all events
1 2 3: race of 2. wr(y) of T1 and 3. rd(y) of T2' ] || bad "$(cat out)"

# Other rules.
program rules.txt << 'END'
A      B
mk(c,1)
fork(B)
w(x)
snd(c)
       rcv(c)
snd(c)
w(x)
r(x)
END
wants 1 "$GOL" predict --reorder "1 5" rules.txt
matches out 'synchronisation: (2|4)\. .* must come before it'
wants 1 "$GOL" predict --reorder "1 2 3 4 6" rules.txt
matches out 'not valid at 6\. snd\(c\): the capacity of a channel: 4\. snd\(c\) of A'

# A reordering for each race of each analysis that has one.
wants 66 "$GOL" predict --explain --analysis all notes.txt
[ "$(sed -n '/a reordering that leads up/,$p' out | grep -oE '^[0-9]\.' | tr -d '\n')" = 4.1.5. ] ||
    bad "$(cat out)"
wants 66 "$GOL" predict --explain --analysis hb example3.txt
matches out 'no valid reordering is known that leads up to both'

# Of random programs: what is printed is judged valid, and to end in the race.
PRINT=$(dirname "$GOL")/tests/unit/random_programs_test
judged=0
for number in $(seq 1 "${PROGRAMS:-30}"); do
    "$PRINT" --print "$number" > random.go
    "$GOL" run --quiet --seed "$number" --steps 100000 --trace run.trace random.go \
        > /dev/null 2>&1 < /dev/null
    "$GOL" predict --explain --analysis osr --json run.trace > out
    sed -n 's/.*"witness":\[\([0-9,]*\)\].*/\1/p' out > witnesses
    [ "$(grep -c '"type":"predicted"' out)" = "$(grep -c '"witness":' out)" ] ||
        bad "program $number: a race without a reordering"
    while IFS= read -r events; do
        "$GOL" predict --reorder "$events" --quiet run.trace
        [ $? = 66 ] || bad "program $number: the reordering is not valid: $events"
        judged=$((judged + 1))
    done < witnesses
done
[ "$judged" -gt 5 ] || bad "only $judged reorderings"
finish
