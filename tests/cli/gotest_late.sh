# gol test: what Go 1.24 and 1.25 added to T, B and F. The expectations are those of Go's documentation.
. "$ROOT/tests/cli/lib.sh"

program late_test.go << 'END'
package late

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestContext(t *testing.T) {
	ctx := t.Context()
	if ctx != t.Context() || ctx.Err() != nil {
		t.Error("not one context, or cancelled already")
	}
	ended := make(chan bool)
	go func() { <-ctx.Done(); close(ended) }()
	t.Cleanup(func() {
		<-ended
		fmt.Println("first cleanup:", ctx.Err())
	})
	t.Cleanup(func() { fmt.Println("last cleanup:", ctx.Err(), context.Cause(ctx)) })
	t.Run("sub", func(t *testing.T) {
		if t.Context() == ctx {
			t.Error("the parent's context")
		}
	})
	if ctx.Err() != nil {
		t.Error("cancelled by a subtest's end")
	}
}

func TestLate(t *testing.T) {
	t.Cleanup(func() { fmt.Println("made in a cleanup:", t.Context().Err()) })
}

func TestChdir(t *testing.T) {
	before, _ := os.Getwd()
	dir := t.TempDir()
	os.Mkdir(filepath.Join(dir, "in"), 0777)
	t.Run("sub", func(t *testing.T) {
		t.Chdir(dir)
		t.Chdir("in")
		now, _ := os.Getwd()
		if want := filepath.Join(dir, "in"); now != want || os.Getenv("PWD") != want {
			t.Error(now, os.Getenv("PWD"))
		}
		defer func() { fmt.Println(recover()) }()
		t.Parallel()
	})
	if now, _ := os.Getwd(); now != before {
		t.Error("not changed back:", now)
	}
}

func TestChdirFails(t *testing.T) { t.Chdir("nowhere") }

func TestConflict(t *testing.T) {
	t.Parallel()
	defer func() { fmt.Println(recover()) }()
	t.Chdir("/")
}

func TestOutput(t *testing.T) {
	fmt.Fprintf(t.Output(), "one\ntw")
	fmt.Fprintf(t.Output(), "o\nthree")
	t.Log("log")
	fmt.Fprintf(t.Output(), "end")
}

func TestKept(t *testing.T) {
	fmt.Fprintf(t.Output(), "kept")
	t.Fail()
}

func TestAttr(t *testing.T) {
	var tb testing.TB = t
	tb.Attr("key", "some value")
	tb.Attr("a b", "c")
	tb.Attr("a", "b\n")
}

func BenchmarkContext(b *testing.B) {
	if b.Context().Err() != nil {
		b.Fatal("cancelled")
	}
}

func FuzzContext(f *testing.F) {
	f.Add(1)
	if f.Context().Err() != nil {
		f.Fatal("cancelled")
	}
	f.Fuzz(func(t *testing.T, n int) {
		if t.Context().Err() != nil {
			t.Fatal("cancelled")
		}
	})
}
END
conflict='testing: test using t.Setenv or t.Chdir can not use t.Parallel'

wants 0 "$GOL" test -v -run 'TestContext|TestLate|FuzzContext' late_test.go
matches out '^last cleanup: context canceled context canceled$'
matches out '^first cleanup: context canceled$'
matches out '^made in a cleanup: context canceled$'

wants 0 "$GOL" test -v -run 'TestChdir$' late_test.go
matches out "^$conflict"
wants 1 "$GOL" test -v -run 'TestChdirFails' late_test.go
matches out 'late_test.go:[0-9]*: chdir nowhere: no such file or directory$'
wants 0 "$GOL" test -v -run 'TestConflict' late_test.go
matches out "^$conflict"

# Lines are those of Log, but for the place; one that is not complete ends before what Log writes.
wants 0 "$GOL" test -v -run TestOutput late_test.go
sed -n '/=== RUN/,/--- PASS/p' out | sed 's/([0-9.]*s)//' > shown
printf '=== RUN   TestOutput\n    one\n    two\n    three\n    late_test.go:67: log\n    end\n--- PASS: TestOutput \n' |
    diff - shown || bad "Output with -v"
wants 1 "$GOL" test -run TestKept late_test.go
matches out '^    kept$'

wants 1 "$GOL" test -v -run TestAttr late_test.go
matches out '^=== ATTR  TestAttr key some value$'
matches out 'late_test.go:[0-9]*: disallowed whitespace in attribute key "a b"$'
matches out 'late_test.go:[0-9]*: disallowed newline in attribute value "b\\n"$'

wants 0 "$GOL" test -run NONE -bench . -benchtime 3x late_test.go
finish
