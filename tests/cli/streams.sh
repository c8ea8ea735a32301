# Program output goes to stdout and stderr unmixed, reports to stderr; input comes from stdin.
. "$ROOT/tests/cli/lib.sh"
racy_program
echo 'fmt.Println("to stdout"); println("to stderr")' >> racy.gol
wants 66 "$GOL" run racy.gol
echo "to stdout" > want
same out want
matches err '^to stderr$'
matches err 'race: '
lacks err $'\033'
"$GOL" run --color always racy.gol 2> err > /dev/null
matches err $'\033'
# A line of println is written at once, before what other writers write after it.
cat > order.gol << 'EOF'
import "os"
println("first", 1)
fmt.Fprintln(os.Stderr, "second")
print("third ")
print("[", []int{1}[:0], "]")
println()
os.Stderr.WriteString("fourth\n")
EOF
wants 0 "$GOL" run order.gol
printf '%s\n' 'first 1' second 'third [[0/1]0x1]' fourth > want
same err want
echo 'fmt.Println("from a pipe")' | "$GOL" run - > out 2> err
matches out 'from a pipe'
"$GOL" run racy.gol > /dev/full 2> err
[ $? -le 66 ] || bad "a full disk crashes it"
# What cannot be written is said, with the reason; the run and its verdict go on.
for flag in --save-schedule --trace --sarif; do
    wants 66 "$GOL" run $flag /dev/full racy.gol
    matches err 'cannot write /dev/full: No space left on device'
    matches err '^race: '
done
: > file
wants 1 "$GOL" fuzz --schedules 100 --corpus file/here racy.gol
matches err 'cannot use file/here: Not a directory'
finish
