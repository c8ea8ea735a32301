# Schedules with faults in them: each is refused at its line, with what was expected there.
. "$ROOT/tests/cli/lib.sh"
racy_program
while IFS= read -r line; do
    printf "gol schedule 1\n${line%% => *}\n" > damaged
    wants 1 "$GOL" run --detector none --schedule damaged racy.gol
    grep -qxF "gol: schedule damaged: line ${line#* => }" err || bad "$line:" "$(head -n 2 err)"
done << 'END'
order in main.main before "y" => 2: expected a source line in quotes, found "before"
order in before => 2: expected a source line in quotes, found ""
order "x" before => 2: expected a source line in quotes, found ""
order "x" after "y" => 2: expected "before", found "after"
order "x" # before "y" => 2: expected a count from 1, found "before"
order "x" #4294967296 before "y" => 2: expected a count from 1, found "before"
order goroutine 4294967295 "x" before goroutine x "y" => 2: expected the number of a goroutine, found "x"
order "x" #99999999999999999999 before "y" => 2: expected a count from 1, found "before"
order "x => 2: expected a source line in quotes, found ""
order "x\\\\ => 2: expected a source line in quotes, found ""
order in => 2: expected the name of a function, found ""
order in "x" before "y" => 2: expected the name of a function, found ""x""
order "x" #0 before "y" => 2: expected a count from 1, found "before"
order "x" before "y"" => 2: expected the end of the line, found """
order in f"x" before in "y" => 2: expected the name of a function, found ""y""
choose goroutine 1 select # 2 => 2: expected an answer (a number), found ""
choose goroutine 1 select #x 2 => 2: expected "#" and a count from 1, found "x"
order "x\\" before "y" => 2: expected "before", found "y""
order "x" before "y" => 3: expected a step or "end", found the end
ordered => 2: expected a source line in quotes, found "ed"
choose => 2: expected "goroutine" and its number, found ""
choose goroutine => 2: expected "goroutine" and its number, found ""
choose goroutine 1 => 2: expected select, map, random or timer, found ""
choose goroutine 1 goroutine #1 2 => 2: expected select, map, random or timer, found "goroutine"
choose goroutine 1 select 1 2 => 2: expected "#" and a count from 1, found "1"
choose goroutine 1 select #0 2 => 2: expected "#" and a count from 1, found "2"
choose goroutine 1 select #1 => 2: expected an answer (a number), found ""
choose goroutine 1 select #1 2 3 => 2: expected the end of the line, found "3"
g2 => 2: expected a number of options and ':', found ""
g2: => 2: expected an answer (a number, or n), found ""
g2x => 2: expected a number of options and ':', found "x"
g:1 => 2: expected a number of options and ':', found ":1"
g4294967296:1 => 2: expected a number of options and ':', found "6:1"
g2:4294967296 => 2: expected an answer (a number, or n), found "6"
g2:1^ => 2: expected a repeat count, found ""
g2:1^268435457 => 2: expected a repeat count, found ""
{ => 2: expected an answer (a number, or n), found ""
{} => 2: expected a step or '}', found "}"
{0 => 3: expected a step or '}', found the end
{0}^x => 2: expected a repeat count, found "x"
{{0}} => 2: expected an answer (a number, or n), found "{0}}"
{0 1}^200000000 => 2: expected a repeat count, found ""
x => 2: expected an answer (a number, or n), found "x"
0,1 => 2: expected an answer (a number, or n), found ",1"
program zz => 2: expected an answer (a number, or n), found "zz"
END
printf 'gol schedule 2\nend\n' > damaged
wants 1 "$GOL" run --schedule damaged racy.gol
matches err '^gol: schedule damaged: line 1: expected "gol schedule 1", found "gol"$'

# What is no fault: nothing, repeats of nothing, all choices of lines, what comes after the end.
for text in '' '0 1 2' '{0 0}^2' '0^0 1^0' 'end more' '   \n\t0\r' \
    'choose goroutine 9 select #1 2\nchoose goroutine 1 map #1 0\nchoose goroutine 1 random #2 7\nchoose goroutine 1 timer #1 0'; do
    printf "gol schedule 1\n$text\nend\n" > fine
    wants 0 "$GOL" run --detector none --schedule fine racy.gol
    lacks err .
done
printf 'gol schedule 1\nprogram 0011223344556677\nlibrary 1\nfacts 1\n0\nend\n' > old
wants 0 "$GOL" run --detector none --schedule old racy.gol
matches err '^gol: note: the program has changed since schedule old was recorded$'

# As an argument; where an answer fits no question.
for text in '0^ => line 1: expected a repeat count, found the end' \
    '{ => line 1: expected a step or .}., found the end' '{0 => line 1: expected a step or .}., found the end' \
    '9999999999 => line 1: expected an answer \(a number, or n\), found "9"' 'g2:1 => cannot read it' \
    '0^9999999999 => line 1: expected a repeat count, found "9"' '0.x => cannot read it'; do
    wants 1 "$GOL" replay --detector none "${text%% => *}" racy.gol
    matches err "^gol: schedule .*: ${text#* => }\$"
done
wants 1 "$GOL" replay --detector none n.N.A.G racy.gol
matches err 'step 2 of the schedule does not fit: the program asks which goroutine runs among 3, the schedule answers that none does$'

# Steps of other kinds of questions, and of questions with other numbers of answers.
while IFS= read -r line; do
    printf "gol schedule 1\n${line%% => *}\nend\n" > other
    wants 1 "$GOL" replay --detector none other racy.gol
    matches err "^gol: step 1 of the schedule does not fit: the program asks which goroutine runs among 3, the schedule answers ${line#* => }\$"
done << 'END'
s2:0 => which case of a select runs
m2:0 => where a map's iteration starts
r2:1 => a random number
g9:1 => 1 among 9
g2:5 => 5 among 2
g2:0^2 g2:1^500 => 0 among 2
END
for text in g1:0 g1:A g1:G 0; do
    printf "gol schedule 1\r\n$text\r\nend\r\n" > fits
    wants 0 "$GOL" replay --detector none fits racy.gol
done
printf 'gol schedule 1\norder "x" before "y"\r\nend\n' > order
wants 1 "$GOL" replay --detector none order racy.gol
matches err '^gol: order 1 of the schedule does not fit: "x" did not happen$'
wants 1 "$GOL" replay '' racy.gol
matches err '^gol: schedule : cannot read it$'
finish
