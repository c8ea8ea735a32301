# Whole SARIF logs: every kind of race, a lockset's warning, a leak, and what gol vet finds. Columns are in
# characters; a file's name is a URI.
. "$ROOT/tests/cli/lib.sh"

# log COMMAND ARGUMENT...: prints the results, a line each, and the rules, without the white space of JSON.
log()
{
    rm -f log.sarif
    local command=$1
    shift
    "$GOL" "$command" --sarif log.sarif "$@" > out 2> err < /dev/null
    echo "== gol $command $*: $?"
    tr -d '\n\t' < log.sarif | sed 's/"version":[^,]*,//; s/{"ruleId"/\n&/g; s/"\(results\|rules\)"/\n&/g
        s/"\(relatedL\|l\)ocations"/\n    &/g; s/"codeFlows"/\n    &/'
    echo
}

program 'zwei ä%.gol' << 'END'
var x, y, z int
var done = make(chan bool, 3)
go func() { x = 1; y = 1; done <- true }()
if "ä" == "ä" { x = 2 }
println(y)
z = 1
go func() { println(z); done <- true }()
z = 2
<-done
<-done
END
program lockset.gol << 'END'
var m, n sync.Mutex
x := 0
done := make(chan bool)
go func() { m.Lock(); x++; m.Unlock(); done <- true }()
<-done
n.Lock(); x++; n.Unlock()
m.Lock(); x++; m.Unlock()
END
program leak.go << 'END'
package main

func main() {
	c := make(chan int)
	go func() {
		c <- 1
	}()
}
END
log run 'zwei ä%.gol'
log run --detector lockset lockset.gol
log run --leaks leak.go
log vet 'zwei ä%.gol'
log vet lockset.gol
finish
