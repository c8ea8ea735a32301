# gol test --junit: tests and subtests with what they logged, skipped ones, findings, what does not compile.
. "$ROOT/tests/cli/lib.sh"
mkdir a b && printf 'module example.com/m\n\ngo 1.21\n' > go.mod
program a/a_test.go << 'END'
package a

import "testing"

func TestGood(t *testing.T) { t.Run("sub<1>", func(t *testing.T) {}) }
func TestBad(t *testing.T)  { t.Log("x & y"); t.Error("wrong \x01") }
func TestSkip(t *testing.T) { t.Skip("not now") }
func TestRace(t *testing.T) {
	x, done := 0, make(chan bool)
	go func() { x = 1; done <- true }()
	x++
	<-done
}
END
printf 'package b\n\nimport "testing"\n\nfunc TestB(t *testing.T) { nothing() }\n' > b/b_test.go
wants 66 "$GOL" test --junit out.xml ./...
command -v /usr/bin/python3 > /dev/null || finish # bare machines: CI has it
/usr/bin/python3 - > parsed << 'END' || bad "no XML" "$(cat out.xml)"
import xml.etree.ElementTree as tree
for suite in tree.parse("out.xml").getroot():
    print(suite.get("name"), suite.get("tests"), suite.get("failures"), suite.get("skipped"))
    for case in suite:
        failure = case.find("failure")
        what = "skipped" if case.find("skipped") is not None else "passed"
        if failure is not None:
            text = " ".join((failure.text or "").split())
            what = failure.get("message") + " " + text.partition(" R-Write")[0]
        print("", case.get("name"), what)
END
cat > want << 'END'
example.com/m/a 5 2 1
 TestGood passed
 TestGood/sub<1> passed
 TestBad failed a_test.go:6: x & y a_test.go:6: wrong �
 TestSkip skipped
 TestRace race testing: race detected during execution of test race: write after write (WaW) on x
example.com/m/b 1 1 0
 build does not compile 
END
same want parsed
wants 1 "$GOL" test --junit nowhere/out.xml ./a
matches err 'cannot write nowhere/out.xml'
finish
