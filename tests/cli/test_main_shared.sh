# A package's own tests and its external ones are one program for the go command: TestMain, wherever it
# is, is for both, and both are initialised.
. "$ROOT/tests/cli/lib.sh"
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
mkdir inner outer main bare vetted
# in the package: the external tests see what it did
printf 'package inner\n\nvar Ready bool\n' > inner/inner.go
printf 'package inner\n\nimport (\n\t"fmt"\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tReady = true\n\tcode := m.Run()\n\tfmt.Println("end")\n\tos.Exit(code)\n}\nfunc TestIn(t *testing.T) { fmt.Println("in", Ready) }\n' > inner/a_test.go
printf 'package inner_test\n\nimport (\n\t"fmt"\n\t"testing"\n\n\t"example.com/m/inner"\n)\n\nfunc TestOut(t *testing.T) { fmt.Println("out", inner.Ready) }\n' > inner/x_test.go
wants 0 "$GOL" test -v ./inner
matches out '^in true$'
matches out '^out true$'
[ "$(grep -c '^end$' out)" = 2 ] || bad 'TestMain has not run both tests'
wants 0 "$GOL" test -v -run Out ./inner
lacks out '^in'
wants 0 "$GOL" test -c -o inner.test ./inner
wants 0 ./inner.test -v
matches out '^out true$'
# outside: the package's own tests run in that program
printf 'package outer\n\nvar Ready bool\n\nfunc F() int {\n\treturn 1\n}\n' > outer/outer.go
printf 'package outer\n\nimport (\n\t"fmt"\n\t"testing"\n)\n\nfunc TestIn(t *testing.T)     { fmt.Println("in", Ready, F()) }\nfunc FuzzIn(f *testing.F)     { f.Add(1); f.Fuzz(func(t *testing.T, i int) {}) }\nfunc BenchmarkIn(b *testing.B) {}\nfunc ExampleF() {\n\tfmt.Println(F())\n\t// Output: 1\n}\n' > outer/a_test.go
printf 'package outer_test\n\nimport (\n\t"os"\n\t"testing"\n\n\t"example.com/m/outer"\n)\n\nfunc TestMain(m *testing.M) {\n\touter.Ready = true\n\tos.Exit(m.Run())\n}\n' > outer/x_test.go
wants 0 "$GOL" test -v -cover ./outer
matches out '^in true 1$'
matches out '	3 tests	coverage: 100.0% of statements$'
[ "$(grep -c '^in' out)" = 1 ] || bad 'the test has run twice'
wants 0 "$GOL" test -list . ./outer
sed '$d' out > names
printf '%s\n' TestIn BenchmarkIn FuzzIn ExampleF > want
same want names
wants 0 "$GOL" test -fuzz In -fuzztime 10x ./outer
wants 0 "$GOL" test -c -o outer.test ./outer
wants 0 ./outer.test -v
matches out '^in true 1$'
[ "$(grep -c '^in' out)" = 1 ] || bad 'the test has run twice in the executable'
# what is wrong with a race is repeated by the command that is printed
sed -i 's/^func TestIn.*/func TestIn(t *testing.T) {\n\tif Ready {\n\t\tgo func() { Ready = false }()\n\t\tReady = true\n\t}\n}/' outer/a_test.go
wants 66 "$GOL" test -run TestIn ./outer
eval "wants 66 \"\$GOL\" $(sed -n 's/^ *replay: gol //p' out | head -n 1)"
# of a program, and of a package that has nothing but tests
printf 'package main\n\nvar Ready = 1\n\nfunc main() {}\n' > main/main.go
printf 'package main\n\nimport "testing"\n\nfunc TestMain(m *testing.M) { Ready++; m.Run() }\n' > main/a_test.go
printf 'package main_test\n\nimport (\n\t"fmt"\n\t"testing"\n\n\tm "example.com/m/main"\n)\n\nfunc TestOut(t *testing.T) { fmt.Println("ready", m.Ready) }\n' > main/x_test.go
wants 0 "$GOL" test -v ./main
matches out '^ready 2$'
printf 'package bare\n\nimport "fmt"\n\nfunc init() { fmt.Println("initialised") }\n' > bare/a_test.go
printf 'package bare_test\n\nimport "testing"\n\nfunc TestOut(t *testing.T) {}\n' > bare/x_test.go
wants 0 "$GOL" test -v ./bare
matches out '^initialised$'
# the files of the package are vetted where they do not run, too
printf 'package vetted\n\nimport "fmt"\n\nfunc F() { fmt.Printf("%%d\\n", "x") }\n' > vetted/v.go
printf 'package vetted\n\nimport "testing"\n\nfunc TestIn(t *testing.T) {}\n' > vetted/a_test.go
printf 'package vetted_test\n\nimport "testing"\n\nfunc TestMain(m *testing.M) { m.Run() }\n' > vetted/x_test.go
wants 1 "$GOL" test ./vetted
matches err 'v.go:5:.*\[printf\]'
finish
