# Packages by pattern, import path and -C; go's flags before and after them; -json as test2json.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/a/deep m/b m/testdata/x m/_no m/vendor/v m/nested m/none && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
printf 'module example.com/nested\n\ngo 1.21\n' > nested/go.mod
for p in a a/deep b testdata/x _no vendor/v nested; do
    printf 'package p\n\nimport "testing"\n\nfunc TestX(t *testing.T) { t.Log("in %s") }\n' $p > $p/x_test.go
done
echo 'package none' > none/none.go
wants 0 "$GOL" test ./...
cut -f 1-2,4 out > got
printf 'ok  \texample.com/m/%s\t1 test\n' a a/deep b > want
printf '?   \texample.com/m/none\n' >> want
same want got
matches out 'none	\[no test files\]'
wants 0 "$GOL" test -v=true example.com/m/a ./b -run=X -count=1 -race=false -parallel 3
matches out 'in a$'
matches out 'in b$'
wants 0 "$GOL" test example.com/m/a/...
[ "$(wc -l < out)" = 2 ] || bad "$(cat out)"
cd ..
wants 0 "$GOL" test -C m ./a
matches out '^ok  	example.com/m/a	'
wants 1 "$GOL" test -C missing ./a
matches err 'No such file'
wants 1 "$GOL" test ./missing/...
matches err 'matches no packages'
cd m || exit 1
echo 'package p; func f( {' > b/bad.go
wants 1 "$GOL" test ./...
matches out '^FAIL	example.com/m/b \[build failed\]$'
matches out '^FAIL$'
wants 1 "$GOL" test ./b # as the go command, where a package is named, though it is only one
[ "$(tail -n 1 out)" = FAIL ] || bad "$(cat out)"
wants 1 "$GOL" test -C b
lacks out '^FAIL$'
rm b/bad.go

# The commands that repeat a failure name the package as one would type it.
mkdir fails
program fails/x_test.go << 'END'
package fails

import "testing"

func TestPanics(t *testing.T) { panic("here") }
END
for name in ./... ./fails; do
    wants 1 "$GOL" test "$name"
    matches out '^ *replay: gol test -run .\^TestPanics\$. \./fails$'
done
rm -r fails

cat > b/x_test.go << 'END'
package p

import "testing"

func TestTop(t *testing.T) {
	t.Run("good", func(t *testing.T) { t.Log("one") })
	t.Run("bad", func(t *testing.T) { t.Error("two") })
	t.Run("late", func(t *testing.T) { t.Skip() })
}
func TestSkipped(t *testing.T) { t.Skip("no") }
func TestPanics(t *testing.T)  { panic("boom") }
END
wants 1 "$GOL" test -json ./b
sed -n 's/^{.*"Action":"\([a-z]*\)","Package":"example.com\/m\/b","Test":"\([A-Za-z/]*\)".*/\1 \2/p' out |
    grep -v ^output > got
cat > want << 'END'
run TestTop
run TestTop/good
run TestTop/bad
run TestTop/late
pass TestTop/good
fail TestTop/bad
skip TestTop/late
fail TestTop
run TestSkipped
skip TestSkipped
run TestPanics
fail TestPanics
END
same want got
matches out '"Action":"output","Package":"example.com/m/b","Test":"TestTop/bad","Output":"    x_test.go:7: two\\n"'
matches out '^\{"Action":"start","Package":"example.com/m/b"\}$'
matches out '^\{"Action":"fail","Package":"example.com/m/b","Elapsed":[0-9.]+\}$'

# TestMain is a test if its parameter is one's; a test that takes long is run under one schedule
mkdir -p ../long && cd ../long || exit 1
cat > a_test.go << 'END'
package long

import "testing"

func TestMain(t *testing.T) { t.Log("a test") }

func count(n int) (sum int) {
	done := make(chan int)
	go func() {
		for i := 0; i < n; i++ {
			sum += i
		}
		done <- sum
	}()
	return <-done
}

func TestLong(t *testing.T)  { count(700_000_000) }
func TestShort(t *testing.T) { count(700) }
END
wants 0 "$GOL" test -v a_test.go
matches out '^--- PASS: TestMain '
matches out 'TestLong: passed under 1 schedule$'
matches out 'TestShort: passed under [2-9][0-9]* schedules$'
# Several files are one package, and a package is tested once.
mkdir several
printf 'package several\n\nfunc F() int { return 1 }\n' > several/f.go
printf 'package several\n\nthis is not read\n' > several/other.go
printf 'package several\n\nimport "testing"\n\nfunc TestF(t *testing.T) {\n\tif F() != 1 {\n\t\tt.Fail()\n\t}\n}\n' > several/f_test.go
printf 'package several\n\nimport "testing"\n\nfunc TestG(t *testing.T) { x := []int{}; _ = x[F()] }\n' > several/g_test.go
wants 0 "$GOL" test several/f_test.go several/f.go
matches out '^ok  	command-line-arguments	[0-9.]+s	1 test$'
wants 1 "$GOL" test ./several/g_test.go ./several/f.go ./several/f_test.go
eval "wants 1 \"\$GOL\" $(sed -n 's/^ *replay: gol //p' out)"
matches out 'index out of range'
wants 1 "$GOL" test several/f_test.go
rm several/other.go several/g_test.go
wants 0 "$GOL" test ./several several ./several/...
[ "$(grep -c '^ok' out)" = 1 ] || bad 'a package is tested again'
finish
