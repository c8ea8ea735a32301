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
func Testament(t *testing.T)    { t.Fatal("not a test: lower-case letter") }
END

wants 0 "$GOL" test -run 'Deposit|Alone|Sub' .
echo 'ok  	.	3 tests' > want
same want out

wants 0 "$GOL" test -v -run 'Sub/two' .
matches out '^=== RUN   TestSub/two#01$'
matches out '^    --- PASS: TestSub/two \(0.00s\)$'
lacks out 'TestSub/one'

wants 2 "$GOL" test -run Fails .
matches out '^    bank_test.go:[0-9]+: got 1, want 2$'
matches out '^    bank_test.go:[0-9]+: fatal 3$'
matches out '^    bank_test.go:[0-9]+: deferred$'
matches out '^--- FAIL: TestFails \(0.00s\)$'
matches out '^FAIL	.	1 of 1 tests failed$'

wants 66 "$GOL" test -run Race .
matches out '^--- FAIL: TestRace \(race\)$'
matches err '^race: write after read \(WaR\) on a.balance'
matches err "^replay: gol test -run '\^TestRace\\\$' \.$"

wants 2 "$GOL" test -run 'Panics|Deadlock' .
matches out '^--- FAIL: TestPanics \(panic\)$'
matches out '^--- FAIL: TestDeadlock \(deadlock\)$'
matches out '2 of 2 tests failed'

wants 66 "$GOL" test --json .
tail -n 1 out > last
matches last '^\{"type":"verdict","verdict":"race","passed":3,"failed":4,"status":66\}$'
wants 0 "$GOL" test -run Nothing .
matches out 'no tests to run'
wants 1 "$GOL" test -run '(' .
finish
