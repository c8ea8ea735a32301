# gol merge: one corpus of several, the shorter schedule of each finding.
. "$ROOT/tests/cli/lib.sh"
racy_program
program panics.gol << 'END'
c := make(chan int, 2)
go func() { c <- 1 }()
go func() { c <- 2 }()
if <-c == 2 { panic("second") }
END
"$GOL" fuzz --schedules 200 --seed 1 --corpus one racy.gol > /dev/null 2>&1
"$GOL" fuzz --schedules 200 --seed 2 --shard 0/1 --shared two panics.gol > /dev/null 2>&1
count() { find "$1" -name '*.schedule' | wc -l; }
first=$(count one) second=$(count two/corpus)
[ "$first" -gt 0 ] && [ "$second" -gt 0 ] || bad "nothing was found: $first, $second"
wants 0 "$GOL" merge all one two
matches out "^$((first + second)) new, 0 shorter than before, 0 known$"
[ "$(count all)" = $((first + second)) ] || bad "$(count all) of $((first + second)) files"
# What was merged is what was found.
for file in one/*.schedule; do
    wants 66 "$GOL" replay "all/${file#one/}" racy.gol
done

# The shorter one is kept, whichever came first; what is no schedule is left out and said.
file=$(find two/corpus -name '*.schedule' | head -n 1)
mkdir long broken
sed 's/^g[0-9]*:.*/& g2:0/' "$file" > "long/${file##*/}"
cmp -s "$file" "long/${file##*/}" && bad "the schedule is no longer than before"
wants 0 "$GOL" merge all long
matches out '^0 new, 0 shorter than before, 1 known$'
same "$file" "all/${file##*/}"
wants 0 "$GOL" merge long two
matches out ', 1 shorter than before'
same "$file" "long/${file##*/}"
echo nonsense > broken/race-0.schedule
wants 1 "$GOL" merge all broken nowhere one
matches err '^gol merge: broken/race-0.schedule: '
matches err '^gol merge: nowhere: is no directory$'
matches out "^0 new, 0 shorter than before, $first known$"
wants 1 "$GOL" merge all
matches err 'usage: gol merge INTO DIR'
finish
