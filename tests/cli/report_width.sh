# The reasons in a report are broken at spaces: no line is wider than 80, and none could have had the
# first word of the next one.
. "$ROOT/tests/cli/lib.sh"
program with_a_name_of_some_length.go << 'END'
package main

import "sync"

var (
	total                   int
	firstOfTheLocks         sync.Mutex
	theOtherOneOfTheLocks   sync.RWMutex
	finishedWithEverything  = make(chan bool, 2)
	aChannelThatIsNotShared = make(chan int, 1)
)

func main() {
	go func() {
		aChannelThatIsNotShared <- 1
		firstOfTheLocks.Lock()
		total++
		firstOfTheLocks.Unlock()
		finishedWithEverything <- true
	}()
	go func() {
		theOtherOneOfTheLocks.Lock()
		total++
		theOtherOneOfTheLocks.Unlock()
		finishedWithEverything <- true
	}()
	<-finishedWithEverything
	<-finishedWithEverything
}
END
wants 66 "$GOL" run with_a_name_of_some_length.go
sed -n '/^  why    /,/^[^ ]/p' err | grep '^ ' > why
[ "$(wc -l < why)" -ge 4 ] || bad "few lines of reasons" "$(cat err)"
awk '
{ line = $0; sub(/^ *(why)? */, "         ", line) }
length(line) > 80 { print "wider than 80: " $0; bad = 1 }
last != "" && last !~ /;$/ { split(line, words, " "); if (length(last) + 1 + length(words[1]) <= 80) { print "could be longer: " last; bad = 1 } }
{ last = line }
END { exit bad }' why > said || bad "$(cat said)"
finish
