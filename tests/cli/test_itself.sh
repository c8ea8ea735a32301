# A test binary that starts itself: TestMain as the main function of another program, with its own
# arguments, streams, signals and time; a test as a helper. go test says the same of these tests.
. "$ROOT/tests/cli/lib.sh"
mkdir m && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
program itself_test.go << 'END'
package m

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	switch os.Getenv("ROLE") {
	case "print":
		fmt.Println("hello from child", os.Args[1:])
		fmt.Fprintln(os.Stderr, "child stderr")
		os.Exit(3)
	case "echo":
		sc := bufio.NewScanner(os.Stdin)
		for sc.Scan() {
			fmt.Println("echo", sc.Text())
		}
		return
	case "signal":
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		fmt.Println("ready")
		fmt.Println("got", <-c)
		os.Exit(0)
	case "sleep":
		fmt.Println("ready")
		time.Sleep(time.Hour)
	case "panic":
		panic("child panics")
	}
	os.Exit(m.Run())
}

func child(role string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "ROLE="+role)
	return cmd
}

func TestPrint(t *testing.T) {
	cmd := child("print", "a", "-b")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if err == nil || err.Error() != "exit status 3" || out.String() != "hello from child [a -b]\n" || errs.String() != "child stderr\n" {
		t.Errorf("%v %q %q", err, out.String(), errs.String())
	}
}

func TestEcho(t *testing.T) {
	cmd := child("echo")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(out)
	for _, w := range []string{"one", "two"} {
		fmt.Fprintln(in, w)
		line, err := r.ReadString('\n')
		if err != nil || line != "echo "+w+"\n" {
			t.Fatalf("%q %v", line, err)
		}
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestSignal(t *testing.T) {
	cmd := child("signal")
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(out)
	line, err := r.ReadString('\n')
	if line != "ready\n" {
		t.Fatal(line, err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	line, err = r.ReadString('\n')
	if line != "got terminated\n" {
		t.Fatal(line, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestKill(t *testing.T) {
	cmd := child("sleep")
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if line != "ready\n" {
		t.Fatal(line, err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err == nil || err.Error() != "signal: terminated" {
		t.Error(err)
	}
}

func TestPanic(t *testing.T) {
	out, err := child("panic").CombinedOutput()
	if err == nil || err.Error() != "exit status 2" || !strings.HasPrefix(string(out), "panic: child panics\n") {
		t.Errorf("%v %q", err, out)
	}
}

func TestHelper(t *testing.T) {
	if os.Getenv("HELP") == "" {
		return
	}
	fmt.Print("out")
	fmt.Fprint(os.Stderr, "err")
	if os.Getenv("HELP") == "panic" {
		var m map[string]int
		m["a"] = 1
	}
	os.Exit(4)
}

func TestHelped(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestHelper$")
	cmd.Env = append(os.Environ(), "HELP=yes")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err == nil || err.Error() != "exit status 4" || string(out) != "out" || errs.String() != "err" {
		t.Errorf("%v %q %q", err, out, errs.String())
	}
}
END
wants 0 "$GOL" test -v .
for test in Print Echo Signal Kill Panic Helped; do
    matches out "^--- PASS: Test$test "
done

# Without a parent, too: an executable of tests writes at once, and to both streams.
wants 0 "$GOL" test -c -o binary .
HELP=yes wants 4 ./binary -test.run Helper
[ "$(cat out)" = out ] || bad "stdout: $(cat out)"
[ "$(cat err)" = err ] || bad "stderr: $(cat err)"
ROLE=panic wants 2 ./binary
matches err '^panic: child panics$'

# TestMain that runs no test is the program also if it is one of the external tests, and no other test
# runs then.
mkdir two
program two/own_test.go << 'END'
package two

import "testing"

func TestOwn(t *testing.T) { println("own") }
END
program two/main_test.go << 'END'
package two_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "-json" {
		fmt.Println("program", os.Args[1:])
		return
	}
	os.Exit(m.Run())
}

func TestStarts(t *testing.T) {
	out, err := exec.Command(os.Args[0], "-json", "-h").CombinedOutput()
	if err != nil || string(out) != "program [-json -h]\n" {
		t.Errorf("%v %q", err, out)
	}
}
END
wants 0 "$GOL" test ./two

# A copy of it under another name is the command of that name, as for scripts that test commands.
mkdir copied
program copied/copied_test.go << 'END'
package copied

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "greet" {
		fmt.Println("hello", os.Args[1:])
		os.Exit(3)
	}
	os.Exit(m.Run())
}

func TestCopy(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	command := filepath.Join(t.TempDir(), "greet")
	if err := os.WriteFile(command, text, 0o777); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(command, "-loud", "bob").CombinedOutput()
	if err == nil || err.Error() != "exit status 3" || string(out) != "hello [-loud bob]\n" {
		t.Errorf("%v %q", err, out)
	}
}
END
wants 0 "$GOL" test ./copied

# Flags of go test may stand after the program's own.
mkdir own
cat > own/own_test.go << 'END'
package own

import (
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var file, loud = flag.String("file", "", ""), flag.Bool("loud", false, "")

func TestOther(t *testing.T) {
	if *file != "" {
		t.Error("not asked for")
	}
}

func TestChild(t *testing.T) {
	if *file != "" {
		t.Log(*file, *loud, len(os.Args), flag.Args())
		return
	}
	for _, words := range []string{
		"-file /a -loud -test.v -test.run=Child$", "-test.v -file=/a -loud -test.run Child$",
		"-loud -file /a -test.v -test.run=Child$ -- -test.run=Other", "-file=/a -test.v -loud -test.run=Child$ b -test.run=Other",
	} {
		out, err := exec.Command(os.Args[0], strings.Fields(words)...).CombinedOutput()
		if err != nil || !strings.Contains(string(out), ": /a true ") || !strings.Contains(string(out), "PASS: TestChild") {
			t.Errorf("%s: %v\n%s", words, err, out)
		}
	}
}
END
wants 0 "$GOL" test ./own
finish
