# A test that copies or links its own executable gets one that runs its tests.
. "$ROOT/tests/cli/lib.sh"
mkdir m && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
program m_test.go << 'END'
package m

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestGreet(t *testing.T) {
	if os.Getenv("GREET") != "" {
		fmt.Println("hello", os.Getenv("GREET"))
		os.Exit(0)
	}
}

func runs(t *testing.T, path string) {
	command := exec.Command(path, "-test.run=^TestGreet$")
	command.Env = append(os.Environ(), "GREET=you")
	out, err := command.CombinedOutput()
	if string(out) != "hello you\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

func TestCopy(t *testing.T) {
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode()&0o100 == 0 {
		t.Fatal(info, err)
	}
	from, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "greet")
	to, _ := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o777)
	io.Copy(to, from)
	to.Close()
	runs(t, path)
}

func TestLink(t *testing.T) {
	name, _ := os.Executable()
	path := filepath.Join(t.TempDir(), "greet")
	if err := os.Link(name, path); err != nil {
		t.Fatal(err)
	}
	runs(t, path)
}

func TestOther(t *testing.T) {
	name, _ := os.Executable()
	if _, err := os.Stat(filepath.Join(t.TempDir(), filepath.Base(name))); err == nil {
		t.Error("another file of that name is there")
	}
}
END
wants 0 "$GOL" test .

# A program whose file has the name of its executable: that is what it finds there, and the
# executable that was made for its command when it is gone.
mkdir sub
program self.go << 'END'
package main

import (
	"fmt"
	"os"
	"os/exec"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println("again", os.Args[1:])
		return
	}
	name, err := os.Executable()
	info, _ := os.Stat(name)
	_, other := os.Stat(name + "x")
	fmt.Println(err, info.Size() < 1000, other != nil)
	os.Chdir("/")
	command := exec.Command(name, "x")
	command.Stdout = os.Stdout
	fmt.Println(command.Run())
	os.Remove(name)
	info, err = os.Stat(name)
	fmt.Println(err, info.Size() > 1000)
}
END
for name in self sub/self "$PWD/self"; do
    cp self.go self && cp self.go sub/self
    printf '<nil> true true\nagain [x]\n<nil>\n<nil> true\n' > want
    wants 0 "$GOL" run "$name"
    same out want
    [ -e "$name" ] && bad "$name is still there"
done
finish
