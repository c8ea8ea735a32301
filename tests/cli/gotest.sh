# gol test: each test in an execution of its own; what go test prints, and races.
. "$ROOT/tests/cli/lib.sh"

program bank.go << 'END'
package bank

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

func (a *Account) Deposit(n int) { a.mu.Lock(); a.balance += n; a.mu.Unlock() }
func (a *Account) Balance() int  { a.mu.Lock(); defer a.mu.Unlock(); return a.balance }
func (a *Account) Peek() int     { return a.balance }
END
program bank_test.go << 'END'
package bank

import "testing"

var shared int

func check(t *testing.T, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestDeposit(t *testing.T) {
	shared++
	a := &Account{}
	a.Deposit(5)
	check(t, a.Balance(), 5)
}

func TestAlone(t *testing.T) { check(t, shared, 0) }

func TestFails(t *testing.T) {
	defer t.Log("deferred")
	check(t, 1, 2)
	t.Fatalf("fatal %d", 3)
}

func TestSub(t *testing.T) {
	for _, n := range []string{"one", "two", "two"} {
		n := n
		t.Run(n, func(t *testing.T) {
			t.Parallel()
			t.Cleanup(func() { t.Log("clean") })
			if n == "one" {
				t.Skip("skipped")
			}
		})
	}
}

func TestRace(t *testing.T) {
	a, done := &Account{}, make(chan bool)
	go func() { a.Deposit(1); done <- true }()
	_ = a.Peek()
	<-done
}

func TestPanics(t *testing.T)   { var m map[string]int; m["a"] = 1 }
func TestDeadlock(t *testing.T) { <-make(chan int) }
func Testament(t testing.TB)    { t.Fatal("not a test: another parameter") }
END

wants 0 "$GOL" test -run 'Deposit|Alone|Sub' .
echo 'ok  	.	0s	3 tests, 7 schedules' > want
same_but_time want out

wants 0 "$GOL" test -v -run 'Sub/two' .
matches out '^=== RUN   TestSub/two#01$'
matches out '^    --- PASS: TestSub/two \(0.00s\)$'
lacks out 'TestSub/one'

wants 1 "$GOL" test -run Fails .
matches out '^    bank_test.go:[0-9]+: got 1, want 2$'
matches out '^    bank_test.go:[0-9]+: fatal 3$'
matches out '^    bank_test.go:[0-9]+: deferred$'
matches out '^--- FAIL: TestFails \(0.00s\)$'
matches out '^FAIL	.	[0-9.]+s	1 of 1 tests failed$'

wants 66 "$GOL" test -run Race .
# What a test has said itself is not said again.
[ "$(grep -c 'FAIL: TestRace' out)" = 1 ] || bad "$(cat out)"
said
matches said '^race: write after read \(WaR\) on a.balance'
matches said ' in bank\.\(\*Account\)\.'
lacks said 'in main\.'
matches said "^replay: gol test -run '\^TestRace\\\$' \.$"

wants 1 "$GOL" test -run 'Panics|Fails' .
wants 2 "$GOL" test -run 'Panics|Deadlock' .
[ "$(grep -c 'FAIL: TestPanics' out)" = 1 ] || bad "$(cat out)"
matches out '^--- FAIL: TestDeadlock \(deadlock\)$'
matches out '2 of 2 tests failed'

wants 66 "$GOL" test --json .
tail -n 1 out > last
matches last '^\{"type":"verdict","verdict":"race","passed":3,"failed":4,"status":66\}$'
matches out '^\{"type":"panic","title":"panic: .*","report":"panic: .*","replay":"gol test .*TestPanics'
matches out '^\{"type":"deadlock","title":"deadlock: .*","report":"fatal error: .*","replay":"gol test .*TestDeadlock'
wants 0 "$GOL" test -run Nothing .
matches out 'no tests to run'
wants 1 "$GOL" test -run '(' .

# ---- what an example promises: its last comment, as the go command takes it ----

mkdir examples
cat > examples/examples_test.go <<'END'
package examples

import "fmt"

func Example_block() {
	fmt.Println("one\n  two\n\n// three")
	/*
Output:
one
  two

// three
	*/
}
func Example_oneLine() {
	fmt.Println("a") // Output: a
}
func Example_behindCode() {
	fmt.Println("a") // prints
	// Output: a
}
func Example_groups() {
	fmt.Println("a")
	// Output: wrong

	// OUTPUT: a
	//
	//
}
func Example_inside() {
	if '"' != '`' {
		// Output: /*
		fmt.Println("/*", ``)
	}
}
func Example_notLast() {
	fmt.Println("a")
	// Output: wrong

	/* no output is promised */
}
func Example_blanks() {
	fmt.Println("a ")
	fmt.Println("b")
	// Output:
	// a
	// b
}
func Example_indented() {
	fmt.Println("a\nb")
	/* Unordered output: a
		b */
}
END
wants 1 "$GOL" test -v -vet=off examples # one has an Output comment that is not the last
for name in block oneLine behindCode groups inside; do
    matches out "^--- PASS: Example_$name "
done
lacks out notLast
matches out '^--- FAIL: Example_blanks '
matches out '^--- FAIL: Example_indented '
matches out '^want \(unordered\):$'
rm -r examples

# ---- flags, benchmarks, examples, fuzz targets; what go test prints ----
mkdir all && cd all || exit 1
program all.go << 'END'
package main

import "os"

func add(a, b int) int { return a + b }
func main()            { os.Exit(add(1, 2)) }
END
program all_test.go << 'END'
package main

import (
	"fmt"
	"os"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	fmt.Println("before")
	code := m.Run()
	fmt.Println("after")
	os.Exit(code)
}

func TestTree(t *testing.T) {
	t.Log("top")
	t.Run("good", func(t *testing.T) { t.Log("in good") })
	t.Run("bad", func(t *testing.T) {
		t.Error("wrong")
		t.Run("inner", func(t *testing.T) { t.Fatal("fatal") })
	})
	t.Log("end")
}

func TestParallel(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) { t.Parallel() })
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/file", []byte("x"), 0644); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 || list[0].Name() != "file" || list[0].IsDir() {
		t.Fatal(list, err)
	}
	t.Setenv("GOL_TEST_VARIABLE", "set")
	if os.Getenv("GOL_TEST_VARIABLE") != "set" {
		t.Fatal("not set")
	}
	if end, ok := t.Deadline(); !ok || time.Until(end) > time.Hour {
		t.Fatal(end, ok)
	}
}

func TestTicks(t *testing.T) {
	for range time.Tick(time.Second) {
	}
}

func TestRaceInSubtest(t *testing.T) {
	t.Run("clean", func(t *testing.T) {})
	t.Run("racy", func(t *testing.T) {
		x, done := 0, make(chan bool)
		go func() { x++; done <- true }()
		x++
		<-done
	})
}

func TestShort(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
}

func FuzzAdd(f *testing.F) {
	f.Add(1, "one")
	f.Add(2, "two")
	f.Fuzz(func(t *testing.T, n int, s string) {
		if n == 2 {
			t.Error(n, s)
		}
	})
}

func Example() {
	fmt.Println("b")
	fmt.Println("a")
	// Unordered output: a
	// b
}

func Example_wrong() {
	fmt.Println(add(1, 1))
	// Output: 3
}

func Example_notRun() { panic("no output, not run") }

func BenchmarkAdd(b *testing.B) {
	for i := 0; i < b.N; i++ {
		add(i, i)
	}
}

func BenchmarkSub(b *testing.B) {
	b.Run("sleeps", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			time.Sleep(time.Millisecond)
		}
		b.ReportMetric(2.5, "things/op")
	})
	b.Run("skips", func(b *testing.B) { b.Skip() })
}
END
# The hostile build ends time slices everywhere, and they take time.
hostile() { case $GOL in *stress*) ;; *) false ;; esac; }
no_time() { ! hostile || sed -i 's/(0\.0[0-9]s)/(0.00s)/' out; }

wants 1 "$GOL" test -run Tree .
no_time
cat > want << 'END'
before
--- FAIL: TestTree (0.00s)
    all_test.go:18: top
    --- FAIL: TestTree/bad (0.00s)
        all_test.go:21: wrong
        --- FAIL: TestTree/bad/inner (0.00s)
            all_test.go:22: fatal
    all_test.go:24: end
after
FAIL
FAIL	.	0s	1 of 1 tests failed
FAIL
END
same_but_time want out
wants 1 "$GOL" test -v -run Tree .
no_time
cat > want << 'END'
before
=== RUN   TestTree
    all_test.go:18: top
=== RUN   TestTree/good
    all_test.go:19: in good
=== RUN   TestTree/bad
    all_test.go:21: wrong
=== RUN   TestTree/bad/inner
    all_test.go:22: fatal
=== NAME  TestTree
    all_test.go:24: end
--- FAIL: TestTree (0.00s)
    --- PASS: TestTree/good (0.00s)
    --- FAIL: TestTree/bad (0.00s)
        --- FAIL: TestTree/bad/inner (0.00s)
after
FAIL
FAIL	.	0s	1 of 1 tests failed
FAIL
END
same_but_time want out
wants 0 "$GOL" test -v -short -run 'Parallel|Files|Short' .
matches out '^=== PAUSE TestParallel/a$'
matches out '^=== CONT  TestParallel/b$'
matches out '^--- SKIP: TestShort'
matches out '^PASS$'
wants 66 "$GOL" test -run RaceInSubtest .
matches out '^    --- FAIL: TestRaceInSubtest/racy \(0.00s\)$'
matches out 'testing: race detected during execution of test$'
lacks out 'FAIL: TestRaceInSubtest/clean'
wants 1 "$GOL" test -timeout 1m -run Ticks .
matches out '^--- FAIL: TestTicks \(timeout\)$'

wants 1 "$GOL" test -run 'Fuzz|Example' .
matches out '^    --- FAIL: FuzzAdd/seed#1 \(0.00s\)$'
matches out 'all_test.go:[0-9]+: 2 two$'
matches out '^--- FAIL: Example_wrong \(0.00s\)$'
lacks out 'not run'
sed -n '/^got:/,/^3/p' out > part
printf 'got:\n2\nwant:\n3\n' > want
same want part
matches out '2 of 3 tests failed'

wants 0 "$GOL" test -run Nothing -bench . .
slices='' slept=1000000
hostile && slices='(	 +[0-9]+ ns/op)?' slept='100[0-9]{4}'
matches out "^BenchmarkAdd +	 +[0-9]+	 +[0-9.]+ steps/op$slices$"
matches out "^BenchmarkSub/sleeps +	 +[0-9]+	.* $slept ns/op	 +2.50 things/op$"
lacks out skips
wants 0 "$GOL" test -run Nothing -bench Add -benchtime 7x -benchmem .
matches out "^BenchmarkAdd +	 +7	 +[0-9.]+ steps/op$slices	 +[0-9]+ B/op	 +0 allocs/op$"

wants 0 "$GOL" test -list 'Sub|Fuzz' .
# The go command's order of kinds.
printf 'TestRaceInSubtest\nBenchmarkSub\nFuzzAdd\nok  	.	0s	3 tests\n' > want
same_but_time want out
wants 1 "$GOL" test -failfast -run 'Tree|Fuzz' .
matches out '1 of 1 tests failed'
wants 0 "$GOL" test -shuffle 7 -v -run 'Parallel|Files|Short' .
matches out '^-test.shuffle 7$'
sed -E 's/	[0-9.]+s	/	0s	/' out > first
wants 0 "$GOL" test -shuffle 7 -v -run 'Parallel|Files|Short' .
same_but_time first out
wants 0 "$GOL" test -cpu 2 -count 2 -run Files .
matches out '^ok  	.	[0-9.]+s	2 tests$'
wants 66 "$GOL" test --seed 3 -run RaceInSubtest .
said
replay=$(sed -n 's/^replay: gol //p' said | head -n 1)
eval wants 66 '"$GOL"' "$replay"
matches out '^    race: '
cd ..
# what a package's own tests declare is there for its external tests
mkdir -p exported && cd exported || exit 1
printf 'module example.com/exported\n\ngo 1.21\n' > go.mod
program p.go << 'END'
package p

func hidden() int { return 42 }
END
program export_test.go << 'END'
package p

var Hidden = hidden
END
program p_test.go << 'END'
package p_test

import (
	"testing"

	"example.com/exported"
)

func TestHidden(t *testing.T) {
	if p.Hidden() != 42 {
		t.Fail()
	}
}
END
wants 0 "$GOL" test -v .
matches out 'PASS: TestHidden'
# An example's output is what it writes to standard output; testing.Testing tells a test.
mkdir streams
program streams/x_test.go << 'END'
package streams

import (
	"fmt"
	"os"
	"testing"
)

var early = testing.Testing()

func Example_a() {
	fmt.Fprintln(os.Stderr, "elsewhere")
	fmt.Println("a")
	println("there")
	fmt.Println(early, testing.Testing())
	// Output:
	// a
	// true true
}
func Example_b() {
	fmt.Fprintln(os.Stderr, "before the end")
	panic("p")
	// Output: a
}
END
wants 1 "$GOL" test -v ./streams
matches out '^--- PASS: Example_a '
matches out '^elsewhere$'
matches out '^there$'
matches out '^before the end$'
matches out '^--- FAIL: Example_b '
finish
