# gol test -fuzz REGEX: inputs of fuzz targets, kept and made up.
. "$ROOT/tests/cli/lib.sh"
program a_test.go << 'END'
package a

import "testing"

var total int

func FuzzText(f *testing.F) {
	f.Add("abc", []byte("xyz"))
	f.Fuzz(func(t *testing.T, s string, b []byte) {
		if len(s) > 5 && len(b) > 5 {
			t.Errorf("both are long: %q %q", s, b)
		}
	})
}

func FuzzPanic(f *testing.F) {
	f.Fuzz(func(t *testing.T, n int, ok bool) {
		if n > 50 && ok {
			var p *int
			*p = n
		}
	})
}

func FuzzRace(f *testing.F) {
	f.Fuzz(func(t *testing.T, n uint8) {
		done := make(chan bool)
		go func() { total = 1; done <- true }()
		if n > 100 {
			total = 2
		}
		<-done
	})
}

func FuzzFine(f *testing.F) {
	f.Add(1.5, 'x')
	f.Fuzz(func(t *testing.T, x float64, r rune) { t.Log(x, r) })
}

func TestOther(t *testing.T) {}
END
wants 0 "$GOL" test .
wants 1 "$GOL" test -run none -fuzz Text .
matches out '^fuzz: inputs: [0-9]+, failing input written to testdata/fuzz/FuzzText/[0-9a-f]{16}$'
matches out '^    --- FAIL: FuzzText/[0-9a-f]{16} '
matches out 'both are long'
lacks out TestOther
kept=$(ls testdata/fuzz/FuzzText)
[ "$(head -n 1 "testdata/fuzz/FuzzText/$kept")" = 'go test fuzz v1' ] || bad "the file is not the go command's"
wants 1 "$GOL" test .
matches out "^    --- FAIL: FuzzText/$kept "
rm -r testdata
wants 1 "$GOL" test -fuzz Text .
[ "$kept" = "$(ls testdata/fuzz/FuzzText)" ] || bad "other inputs the second time"

# Inputs that were written by hand, in the go command's format.
rm -r testdata
mkdir -p testdata/fuzz/FuzzPanic
printf 'go test fuzz v1\nint(51)\nbool(false)\n' > testdata/fuzz/FuzzPanic/fine
wants 0 "$GOL" test -v -run Panic .
matches out '^    --- PASS: FuzzPanic/fine '
printf 'go test fuzz v1\nint(51)\nbool(true)\n' > testdata/fuzz/FuzzPanic/other
wants 1 "$GOL" test -run Panic .
matches out '^--- FAIL: FuzzPanic \(panic\)'
for text in 'go test fuzz v1\nint(51)\n' 'go test fuzz v1\nint(51)\nint(2)\n' 'nonsense'; do
    printf "$text" > testdata/fuzz/FuzzPanic/other
    wants 1 "$GOL" test -run Panic .
    matches out 'testdata/fuzz/FuzzPanic/other'
done
rm -r testdata

# A panic and a race are found like a failure.
wants 1 "$GOL" test -fuzz Panic .
matches out 'FuzzPanic \(panic\)'
wants 1 "$GOL" test -run Panic .
wants 66 "$GOL" test -run Race -fuzz Race .
matches out 'FuzzRace/[0-9a-f]{16}'

# An end without a failure.
wants 0 "$GOL" test -run none -fuzz Fine -fuzztime 100x -v .
matches out '^fuzz: inputs: 100$'
matches out '^--- PASS: FuzzFine'
lacks out 'testing.gol'
wants 0 "$GOL" test -run none -fuzz Fine -fuzztime 10ms .
matches out '^fuzz: inputs: [0-9]+$'
wants 1 "$GOL" test -fuzz Fuzz .
matches err 'more than one fuzz target'
wants 0 "$GOL" test -run Other -fuzz 3 .
finish
