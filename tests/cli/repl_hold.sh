# Two goroutines driven by hand: the lost update, and an input that waits for another goroutine.
. "$ROOT/tests/cli/lib.sh"
"$GOL" repl > out 2> err << 'EOF'
n := 0
done := make(chan bool)
func add() { n = n + 1; done <- true }
:hold
go add()
go add()
:pick 2
:pick 3
:pick 2
:pick 3
:goroutines
:pick 2
:pick 3
<-done
n
:pick 2
:step
n
:release
n
:pick 2
EOF
[ $? = 66 ] || bad "the session had a race"
matches out 'goroutine 2 .* started at input5:1:1, is at input3:1:14, next: write of n$'
matches out '^held: the input waits for a value from done;'
matches out '^the last input still waits'
matches out '^true +bool$'
matches out '^1 +int$'
lacks out '^2 +int$'
matches out '^:pick is for goroutines that are held'
matches err 'race: .* on n'
# What is held stays where it is; an input that waits can be given up.
"$GOL" repl > out 2> err << 'EOF'
x := 1
c := make(chan int)
:hold
go func() { x = 2 }()
x
<-c
:drop
x + 10
:release
x + 20
EOF
matches out '^1 +int$'
matches out '^11 +int$'
matches out '^22 +int$'
finish
