# Commands that a program starts (package os/exec): what they are given and give back, pipes, ends,
# timeouts; in tests, in schedules that are explored, in a sandbox.
. "$ROOT/tests/cli/lib.sh"

program commands.go << 'END'
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

func ends() {
	err := exec.Command("sh", "-c", "exit 3").Run()
	var failed *exec.ExitError
	fmt.Println(err, errors.As(err, &failed), failed.ExitCode(), failed.Success(), failed.Exited())
	_, err = exec.Command("sh", "-c", "echo oops >&2; exit 4").Output()
	errors.As(err, &failed)
	fmt.Printf("%v %q\n", err, failed.Stderr)
	p, _ := os.StartProcess("/bin/sh", []string{"sh", "-c", "exit 7"}, &os.ProcAttr{})
	state, err := p.Wait()
	fmt.Println(state, err, state.Pid() == p.Pid)
	_, err = p.Wait()
	fmt.Println(err)
	fmt.Println(exec.Command("/nonexistent").Run())
	fmt.Println(exec.Command("/tmp").Run())
}

func given() {
	cmd := exec.Command("tr", "a-z", "A-Z")
	cmd.Stdin = strings.NewReader("hello")
	out, err := cmd.CombinedOutput()
	fmt.Printf("%q %v\n", out, err)
	cmd = exec.Command("sh", "-c", "echo $FOO; pwd")
	cmd.Env = []string{"FOO=bar"}
	cmd.Dir = "/"
	out, err = cmd.Output()
	fmt.Printf("%q %v\n", out, err)
	f, _ := os.CreateTemp("", "")
	defer os.Remove(f.Name())
	fmt.Fprint(f, "from a file")
	f.Seek(0, 0)
	cmd = exec.Command("sh", "-c", "cat <&3; cat <&0")
	cmd.ExtraFiles = []*os.File{f}
	out, err = cmd.Output()
	fmt.Printf("%q %v\n", out, err)
	fmt.Print("before ")
	cmd = exec.Command("echo", "direct")
	cmd.Stdout = os.Stdout
	cmd.Run()
}

func talks() {
	cmd := exec.Command("cat")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	cmd.Start()
	r := bufio.NewReader(out)
	for i := 0; i < 3; i++ {
		fmt.Fprintf(in, "line %d\n", i)
		line, err := r.ReadString('\n')
		fmt.Printf("%q %v\n", line, err)
	}
	in.Close()
	_, err := r.ReadString('\n')
	fmt.Println(err, cmd.Wait())
	cmd = exec.Command("true")
	in, _ = cmd.StdinPipe()
	cmd.Start()
	cmd.Process.Wait()
	_, err = in.Write([]byte("x"))
	fmt.Println(errors.Is(err, syscall.EPIPE))
	cmd = exec.Command("echo", "early")
	out, _ = cmd.StdoutPipe()
	read := make(chan string)
	go func() {
		data, err := io.ReadAll(out)
		read <- fmt.Sprintf("%q %v", data, err)
	}()
	time.Sleep(time.Millisecond)
	cmd.Start()
	fmt.Println(<-read, cmd.Wait())
}

func killed() {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	err := exec.CommandContext(ctx, "sleep", "100").Run()
	fmt.Println(err, ctx.Err(), time.Since(began) < 50*time.Second)
	cmd := exec.Command("sh", "-c", "sleep 100 & sleep 100")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Start()
	fmt.Println(syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM), cmd.Wait())
	fmt.Println(cmd.Process.Signal(os.Interrupt), cmd.Process.Kill())
}

func pipes() {
	large := strings.Repeat("0123456789abcdef", 1<<16)
	var copied, counted bytes.Buffer
	cmd := exec.Command("cat")
	cmd.Stdin, cmd.Stdout = strings.NewReader(large), &copied
	fmt.Println(cmd.Run(), copied.String() == large)
	r, w, _ := os.Pipe()
	from, to := exec.Command("echo", "through", "a pipe"), exec.Command("wc", "-w")
	from.Stdout, to.Stdin, to.Stdout = w, r, &counted
	fmt.Println(from.Start(), to.Start())
	w.Close()
	r.Close()
	fmt.Println(from.Wait(), to.Wait(), strings.TrimSpace(counted.String()))
	r, w, _ = os.Pipe()
	fmt.Fprint(w, "written before")
	w.Close()
	cmd = exec.Command("cat")
	cmd.Stdin = r
	out, err := cmd.Output()
	fmt.Printf("%q %v\n", out, err)
}

func many() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	right := 0
	for i := 0; i < 20; i++ {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			out, err := exec.Command("sh", "-c", fmt.Sprintf("sleep 0.0%d; echo %d", i%10, i)).Output()
			if err == nil && string(out) == fmt.Sprintln(i) {
				mu.Lock()
				right++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	fmt.Println(right)
}

func main() {
	ends()
	given()
	talks()
	killed()
	pipes()
	many()
}
END
program wanted << 'END'
exit status 3 true 3 false true
exit status 4 "oops\n"
exit status 7 <nil> true
waitid: no child processes
fork/exec /nonexistent: no such file or directory
fork/exec /tmp: permission denied
"HELLO" <nil>
"bar\n/\n" <nil>
"from a file" <nil>
before direct
"line 0\n" <nil>
"line 1\n" <nil>
"line 2\n" <nil>
EOF <nil>
true
"early" <nil> <nil>
signal: killed context deadline exceeded true
<nil> signal: terminated
os: process already finished os: process already finished
<nil> true
<nil> <nil>
<nil> <nil> 3
"written before" <nil>
20
END
sed -i 's/"early"/"early\\n"/' wanted
for seed in 0 1 2; do
    wants 0 "$GOL" run --seed $seed commands.go
    same wanted out
    lacks err .
done
wants 0 "$GOL" build -o commands commands.go
wants 0 ./commands
same wanted out

# The program itself, by each of its names; files that are closed or left out, a session, no directory;
# no signal to what the program has not started.
program odd.go << 'END'
package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println("child", os.Args[1:])
		return
	}
	me, _ := os.Executable()
	for _, path := range []string{me, os.Args[0], "./" + os.Args[0]} {
		out, err := exec.Command(path, "a", "b").CombinedOutput()
		fmt.Printf("%q %v\n", out, err)
	}
	f, _ := os.Open("/dev/null")
	f.Close()
	cmd := exec.Command("true")
	cmd.ExtraFiles = []*os.File{f}
	fmt.Println(cmd.Run() != nil)
	fmt.Println(syscall.Kill(os.Getppid(), 0), syscall.Kill(1, 0), syscall.Kill(-1, 0))
	cmd = exec.Command("sh", "-c", "cut -d' ' -f6 /proc/$$/stat; echo $$")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.Output()
	lines := strings.Fields(string(out))
	fmt.Println(err, len(lines) == 2 && lines[0] == lines[1])
	// More files than the three, with gaps: a number that is not given is closed.
	r, w, _ := os.Pipe()
	p, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "echo five >&5; (echo one) 2> /dev/null || echo none >&5; (echo four >&4) 2> /dev/null || echo no four >&5"},
		&os.ProcAttr{Files: []*os.File{nil, nil, nil, nil, nil, w}})
	fmt.Println(err)
	w.Close()
	state, err := p.Wait()
	text := make([]byte, 100)
	n, _ := r.Read(text)
	fmt.Printf("%v %v %q\n", state, err, text[:n])
	p, err = os.StartProcess("/bin/sh", []string{"sh", "-c", "pwd > /dev/null; exit 5"}, &os.ProcAttr{Dir: "/nowhere"})
	fmt.Println(err)
}
END
program wanted << 'END'
"child [a b]\n" <nil>
"child [a b]\n" <nil>
"child [a b]\n" <nil>
true
<nil> <nil> no such process
<nil> true
<nil>
exit status 0 <nil> "five\nnone\nno four\n"
chdir /nowhere: no such file or directory
END
wants 0 "$GOL" run odd.go
same wanted out
wants 0 "$GOL" build -o odd odd.go
wants 0 ./odd
same wanted out
mkdir -p below
(cd below && ../odd) > out 2> err || bad "../odd ends with $?"
same wanted out

# Of schedules that are explored none starts a command, which could not be undone, unless told to.
program one.go << 'END'
package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	done := make(chan error)
	go func() { done <- exec.Command("touch", "made").Run() }()
	if err := <-done; err != nil {
		fmt.Println(err, os.IsPermission(err))
		panic(err)
	}
}
END
wants 2 "$GOL" fuzz --schedules 5 one.go
matches err 'no command is started while schedules are explored'
for engine in auto dpor reduced states; do
    wants 2 "$GOL" check --engine $engine one.go
    matches err 'no command is started while schedules are explored'
done
[ ! -e made ] || bad "an explored schedule has started a command"
wants 0 "$GOL" fuzz --host --schedules 5 one.go
[ -e made ] || bad "fuzz --host starts no command"
rm -f made
wants 0 "$GOL" check --host one.go
matches err 'engine dpor'
[ -e made ] || bad "check --host starts no command"
rm -f made
wants 1 "$GOL" check --host --engine states one.go
matches err 'host has no meaning for the engine states'
wants 1 "$GOL" fuzz --host --sandbox one.go
wants 2 "$GOL" run --sandbox --allow read:/usr/bin,env:PATH one.go
matches err 'operation not permitted$'
[ ! -e made ] || bad "a sandbox has let a command start"

# A test that starts commands runs once: what a search without them found says nothing.
mkdir runner
printf 'module example.com/runner\n' > runner/go.mod
program runner/runner_test.go << 'END'
package runner

import (
	"os/exec"
	"testing"
)

func TestEchoes(t *testing.T) {
	outs := make(chan string)
	for _, word := range []string{"a", "b"} {
		cmd := exec.Command("echo", word)
		go func() {
			out, err := cmd.Output()
			if err != nil {
				t.Error(err)
			}
			outs <- string(out)
		}()
	}
	if both := <-outs + <-outs; both != "a\nb\n" && both != "b\na\n" {
		t.Error(both)
	}
}
END
wants 0 "$GOL" test ./runner
wants 0 "$GOL" test --fuzz 20 ./runner
matches err 'TestEchoes: passed under no other schedule: it starts commands, which --host allows'
wants 0 "$GOL" test --fuzz 20 --host ./runner
matches out '20 schedules'

# A program that starts itself, and tests whose binary is their helper.
program itself.go << 'END'
package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println("started with", os.Args[1:])
		os.Exit(3)
	}
	path, err := os.Executable()
	cmd := exec.Command(path, "a", "b c")
	cmd.Stdout = os.Stdout
	fmt.Println(err, cmd.Run())
}
END
printf 'started with [a b c]\n<nil> exit status 3\n' > wanted
wants 0 "$GOL" run itself.go
same wanted out
wants 0 "$GOL" build -o itself itself.go
wants 0 ./itself
same wanted out
program runner/runner_test.go << 'END'
package runner

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestHelper(t *testing.T) {
	if os.Getenv("HELPS") != "" {
		fmt.Print(os.Args[len(os.Args)-2:])
		os.Exit(0)
	}
}

func TestStarts(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=TestHelper", "--", "word")
	cmd.Env = append(os.Environ(), "HELPS=yes")
	out, err := cmd.Output()
	if err != nil || string(out) != "[-- word]" {
		t.Fatalf("%q %v", out, err)
	}
	if name := filepath.Base(os.Args[0]); name != "runner.test" {
		t.Error(name)
	}
}
END
wants 0 "$GOL" test ./runner
HELPS=yes wants 1 "$GOL" test -run TestHelper ./runner
matches out '^--- FAIL: TestHelper \(exit\)$'
matches out 'unexpected call to os.Exit\(0\) during test'
sed -i 's/Exit(0)/Exit(5)/' runner/runner_test.go
wants 0 "$GOL" test -c -o binary ./runner
HELPS=yes wants 5 ./binary -test.run TestHelper a b
[ "$(cat out)" = '[a b]' ] || bad "binary: $(cat out)"
[ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'gol-self-*' -newer commands.go)" ] || bad "executables are left"
finish
