# --sandbox: programs that try to leave it. Each has the directory `in`, to read and to write, and
# must get at nothing else: the file beside it keeps its text, which no output shows.
. "$ROOT/tests/cli/lib.sh"
mkdir in outside
here=$PWD

# attempt NAME: the program on standard input, of which "in" and "out" are the two directories. It
# says "reached" if it got where it should not.
attempt()
{
    {
        printf 'package main\n\nimport (\n\t"fmt"\n\t"os"\n\t"os/exec"\n\t"net"\n\t"path/filepath"\n\t"syscall"\n%s)\n\n' "${IMPORTS// /$'\n'}"
        printf 'var in, out = "%s/in", "%s/out"\n\n' "$here" "$here"
        printf 'var _, _, _, _ = exec.Command, net.Dial, filepath.Join, syscall.Getpid\n\n'
        printf 'func say(what any, err error) {\n\tfmt.Println(what)\n\tif err == nil {\n\t\tfmt.Println("reached")\n\t}\n}\n\n'
        printf 'func main() {\n\tdefer os.Stdout.Sync()\n'
        cat
        printf '}\n'
    } > "$1.go"
    local before after how
    for how in run 'run --seed 3' 'fuzz --schedules 3' 'check --schedules 50'; do
        rm -rf in
        mkdir in
        echo secret > outside/secret
        ln -s "$here/outside/secret" in/link
        ln -s "$here/outside/new" in/dangling
        ln -s "$here/outside" in/dir
        echo mine > in/mine
        before=$(ls -lRi outside /tmp/gol-sandbox-* 2> /dev/null)
        # shellcheck disable=SC2086
        timeout 60 "$GOL" $how --sandbox --allow "read:$here/in,write:$here/in" "$1.go" > said 2> err < /dev/null
        status=$?
        [ $status -lt 67 ] || bad "$1: status $status of $how" "$(head -n 5 err)"
        after=$(ls -lRi outside /tmp/gol-sandbox-* 2> /dev/null)
        ! grep -q 'secret$\|reached' said err || bad "$1: $how leaves the sandbox" "$(cat said)"
        [ "$before" = "$after" ] || bad "$1: $how has changed something outside" "$after"
        grep -q secret outside/secret || bad "$1: $how has overwritten a file"
        ! grep -q 'error: \|cannot find' err || bad "$1 does not compile" "$(head -n 5 err)"
    done
}

attempt path_read << 'END'
	text, err := os.ReadFile(out + "/secret")
	say(string(text), err)
END
attempt path_write << 'END'
	say("", os.WriteFile(out+"/new", []byte("x"), 0o644))
	say("", os.WriteFile(out+"/secret", []byte("x"), 0o644))
END
attempt dots << 'END'
	text, err := os.ReadFile(in + "/../outside/secret")
	say(string(text), err)
	text, err = os.ReadFile(in + "/none/../../outside/secret")
	say(string(text), err)
	say("", os.Mkdir(in+"/../outside/new", 0o755))
END
attempt relative << 'END'
	text, err := os.ReadFile("outside/secret")
	say(string(text), err)
	os.Chdir(in)
	text, err = os.ReadFile("../outside/secret")
	say(string(text), err)
	say("", os.Chdir(".."))
	say("", os.Chdir("dir"))
END
attempt link_in_place << 'END'
	text, err := os.ReadFile(in + "/link")
	say(string(text), err)
	text, err = os.ReadFile(in + "/dir/secret")
	say(string(text), err)
	say("", os.WriteFile(in+"/link", []byte("x"), 0o644))
END
attempt link_made << 'END'
	os.Symlink(out, in+"/way")
	text, err := os.ReadFile(in + "/way/secret")
	say(string(text), err)
	os.Symlink("way/secret", in+"/way2")
	text, err = os.ReadFile(in + "/way2")
	say(string(text), err)
END
attempt dangling_link << 'END'
	say("", os.WriteFile(in+"/dangling", []byte("x"), 0o644))
	say("", os.WriteFile(in+"/dangling/x", []byte("x"), 0o644))
END
attempt hard_link << 'END'
	say("", os.Link(out+"/secret", in+"/hard"))
	say("", os.Link(in+"/mine", out+"/hard"))
END
attempt rename << 'END'
	say("", os.Rename(out+"/secret", in+"/taken"))
	say("", os.Rename(in+"/mine", out+"/given"))
	say("", os.Rename(in+"/mine", in+"/dir/given"))
END
attempt remove << 'END'
	say("", os.Remove(out+"/secret"))
	say("", os.Remove(in+"/dir/secret"))
	say("", os.RemoveAll(out))
END
attempt attributes << 'END'
	say("", os.Chmod(out+"/secret", 0o777))
	say("", os.Chmod(in+"/link", 0o777))
	say("", os.Truncate(in+"/link", 0))
	_, err := os.Stat(out + "/secret")
	say("", err)
	_, err = os.Stat(in + "/link")
	say("", err)
END
attempt directories << 'END'
	names, err := os.ReadDir(out)
	say(names, err)
	names, err = os.ReadDir(in + "/dir")
	say(names, err)
	names, err = os.ReadDir("/")
	say(names, err)
	found, _ := filepath.Glob(out + "/*")
	if len(found) > 0 {
		say(found, nil)
	}
END
attempt temporary << 'END'
	_, err := os.MkdirTemp("", "gol-sandbox-")
	say("", err)
	_, err = os.CreateTemp("/tmp", "gol-sandbox-")
	say("", err)
END
attempt proc << 'END'
	for _, path := range []string{"/proc/self/environ", "/proc/self/maps", "/proc/self/mem", "/proc/self/root" + out + "/secret", "/proc/self/cwd/outside/secret", "/proc/self/exe", "/dev/mem", "/dev/tty"} {
		text, err := os.ReadFile(path)
		say(len(text), err)
	}
	say("", os.WriteFile("/proc/self/oom_score_adj", []byte("0"), 0o644))
END
attempt descriptors << 'END'
	for fd := uintptr(3); fd < 40; fd++ {
		f := os.NewFile(fd, "f")
		_, err := f.Write([]byte("x"))
		say(fd, err)
		_, err = f.Read(make([]byte, 1))
		say(fd, err)
		_, err = f.Seek(0, 0)
		say(fd, err)
	}
	_, err := os.ReadFile("/proc/self/fd/3")
	say("", err)
	_, err = os.ReadFile("/dev/fd/3")
	say("", err)
END
MY_SECRET=secret
export MY_SECRET
attempt environment << 'END'
	fmt.Println(os.Getenv("MY_SECRET"), os.Environ(), os.ExpandEnv("$MY_SECRET"))
	if len(os.Environ()) > 0 {
		say("", nil)
	}
END
attempt commands << 'END'
	text, err := exec.Command("/bin/cat", out+"/secret").CombinedOutput()
	say(string(text), err)
	_, err = exec.LookPath("sh")
	say("", err)
	_, err = os.StartProcess("/bin/true", nil, &os.ProcAttr{})
	say("", err)
END
attempt sockets << 'END'
	_, err := net.Dial("tcp", "93.184.216.34:80")
	say("", err)
	_, err = net.Dial("unix", "/run/systemd/private")
	say("", err)
END
# A signal to the process that has started gol.
program signals.go << 'END'
package main

import (
	"os"
	"syscall"
)

func main() {
	p, _ := os.FindProcess(os.Getppid())
	p.Signal(syscall.SIGUSR1)
}
END
bash -c 'trap "touch signalled" USR1; "$0" run --sandbox signals.go; :' "$GOL" > said 2> err
[ ! -e signalled ] || bad "signals: it has reached another process"
attempt exhausts_descriptors << 'END'
	var all []*os.File
	for i := 0; i < 3000; i++ {
		f, err := os.Open(in + "/mine")
		if err != nil {
			break
		}
		all = append(all, f)
	}
	text, err := os.ReadFile(out + "/secret")
	say(string(text), err)
END
attempt writes_itself << 'END'
	say("", os.WriteFile(os.Args[0], []byte("package main"), 0o644))
	exe, _ := os.Executable()
	say("", os.WriteFile(exe, nil, 0o755))
END

attempt link_swapped_meanwhile << 'END'
	os.Mkdir(in+"/real", 0o755)
	done := make(chan bool)
	go func() {
		for i := 0; i < 3; i++ {
			os.Remove(in + "/swap")
			os.Symlink([]string{"real", out}[i%2], in+"/swap")
		}
		done <- true
	}()
	for i := 0; i < 2; i++ {
		text, err := os.ReadFile(in + "/swap/secret")
		say(string(text), err)
		os.WriteFile(in+"/swap/new", nil, 0o644)
	}
	<-done
END
attempt descriptor_of_directory << 'END'
	dir, _ := os.Open(in)
	for _, way := range []string{"fd", "task/1/fd", "cwd"} {
		for fd := 3; fd < 10; fd++ {
			path := fmt.Sprintf("/proc/self/%s/%d", way, fd)
			text, err := os.ReadFile(path + "/../outside/secret")
			say(string(text), err)
			text, err = os.ReadFile(path + "/dir/secret")
			say(string(text), err)
		}
	}
	os.Symlink(out, in+"/later")
	os.Rename(in+"/later", in+"/mine")
	dir.Chdir()
	text, err := os.ReadFile("../outside/secret")
	say(string(text), err)
END
attempt allowed_directory_replaced << 'END'
	os.RemoveAll(in)
	say("", os.Remove(in))
	say("", os.Rename(in, in+"/deeper"))
	say("", os.Symlink(out, in))
	os.WriteFile(in+"/new", nil, 0o644)
	text, err := os.ReadFile(in + "/secret")
	say(string(text), err)
END
attempt hard_link_of_a_link << 'END'
	os.Link(in+"/link", in+"/hard")
	text, err := os.ReadFile(in + "/hard")
	say(string(text), err)
	say("", os.Truncate(in+"/hard", 0))
	os.Rename(in+"/dir", in+"/moved")
	text, err = os.ReadFile(in + "/moved/secret")
	say(string(text), err)
	say("", os.Rename(in+"/mine", in+"/moved/given"))
END
attempt odd_paths << 'END'
	long := in
	for len(long) < 5000 {
		long += "/./" + "../in"
	}
	for _, path := range []string{out + "/secret\x00/../../in/mine", out + "/secret\x00", long + "/../outside/secret",
		"//" + out + "/secret", in + "//..//outside/./secret", in + "/dir/../outside/secret", "file://" + out + "/secret", ""} {
		text, err := os.ReadFile(path)
		say(string(text), err)
		say("", os.WriteFile(path, nil, 0o644))
	}
END
attempt streams_again << 'END'
	for _, path := range []string{"/dev/stdout", "/dev/stderr", "/proc/self/fd/1", "/proc/thread-self/fd/2", "/proc/1/environ", "/proc/self/task", "/sys/kernel", "/dev/shm/gol", "/dev/pts/0", "/dev/kmsg", "/dev/zero"} {
		_, err := os.OpenFile(path, os.O_RDWR, 0)
		say(path, err)
		_, err = os.ReadFile(path)
		say(path, err)
	}
END
attempt listening << 'END'
	net.Listen("unix", in+"/socket") // its network is none of the machine's
	net.Listen("unix", out+"/socket")
	net.Listen("tcp", "0.0.0.0:0")
	_, err := os.Stat(in + "/socket")
	say("", err)
END
attempt forks << 'END'
	for i := 0; i < 50; i++ {
		say("", exec.Command(os.Args[0]).Start())
		say("", exec.Command("sh", "-c", "touch "+out+"/new").Run())
	}
	os.Setenv("LD_PRELOAD", in+"/mine")
	say("", exec.Command("/bin/true").Run())
END
attempt fills_the_directory << 'END'
	for i := 0; i < 200; i++ {
		os.WriteFile(fmt.Sprint(in, "/f", i), make([]byte, 1000), 0o644)
		os.MkdirAll(fmt.Sprint(in, "/d", i, "/e/f"), 0o755)
	}
	text, err := os.ReadFile(out + "/secret")
	say(string(text), err)
	say("", os.Rename(in+"/d1", out+"/new"))
END

IMPORTS='"archive/zip" "io/fs" "text/template" "time"'
attempt through_the_library << 'END'
	_, err := zip.OpenReader(out + "/secret")
	say("", err)
	_, err = template.ParseFiles(in + "/link")
	say("", err)
	t, err := template.ParseGlob(out + "/*")
	say(t, err)
	text, err := fs.ReadFile(os.DirFS(out), "secret")
	say(string(text), err)
	text, err = fs.ReadFile(os.DirFS(in), "link")
	say(string(text), err)
	text, err = fs.ReadFile(os.DirFS("/"), out[1:]+"/secret")
	say(string(text), err)
	say("", filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error { return err }))
	_ = time.Now
END
attempt zone_names << 'END'
	for _, name := range []string{"../../../../../.." + out + "/secret", out + "/secret", "posix/../../../.." + out + "/secret"} {
		zone, err := time.LoadLocation(name)
		say(zone, err)
	}
	os.Setenv("ZONEINFO", out)
	zone, err := time.LoadLocation("secret")
	say(zone, err)
	os.Setenv("TZ", ":"+out+"/secret")
	_, _, _ = fs.ReadFile, zip.OpenReader, template.New
END
attempt times_and_owners << 'END'
	say("", os.Chtimes(out+"/secret", time.Now(), time.Now()))
	say("", os.Chtimes(in+"/link", time.Now(), time.Now()))
	say("", os.Chown(out+"/secret", 1, 1))
	say("", os.Lchown(in+"/dir/secret", 1, 1))
	say("", os.Truncate(in+"/mine", 1<<60))
	_, err := os.Lstat(in + "/dir/secret")
	say("", err)
	_, _, _ = fs.ReadFile, zip.OpenReader, template.New
END
IMPORTS=
attempt system_calls << 'END'
	_, err := syscall.Open(out+"/secret", 0, 0)
	say("", err)
	_, err = syscall.Read(3, make([]byte, 1))
	say("", err)
	_, _, number := syscall.RawSyscall(syscall.SYS_UNLINK, 0, 0, 0)
	if number == 0 {
		say("", nil)
	}
	_, err = syscall.Mmap(3, 0, 4096, 1, syscall.MAP_PRIVATE)
	say("", err)
	_, err = syscall.Mmap(0, 0, 4096, 1, syscall.MAP_SHARED)
	say("", err)
	_, err = syscall.Socket(2, 1, 0)
	say("", err)
	say("", syscall.Unlink(out+"/secret"))
	say("", syscall.Mount("", out, "", 0, ""))
	say("", syscall.Dup2(1, 5))
	say("", syscall.Setrlimit(7, &syscall.Rlimit{}))
	say("", syscall.Exec("/bin/true", nil, nil))
	say("", syscall.Chroot(out))
	say("", syscall.Mkfifo(out+"/fifo", 0o644))
END
# What gol itself writes for a report does not go where the program says.
attempt directory_of_reports << 'END'
	os.Setenv("TMPDIR", out)
	os.Setenv("HOME", out)
	x, done := 0, make(chan bool)
	for i := 0; i < 60; i++ {
		go func() { x++; done <- true }()
	}
	for i := 0; i < 60; i++ {
		<-done
	}
	panic(x)
END
attempt lines_of_another_file << 'END'
	x, done := 0, make(chan bool)
//line outside/secret:1
	go func() { x++; done <- true }()
	x++
	<-done
END
# A function without a body is none of gol's own, but one that linkname finds, by its own type.
for text in 'package main

import _ "math/big"

//go:linkname evil math/big.addVV
func evil(z, x, y []uint) uint

func main() { evil(nil, nil, nil) }' 'package main

type File struct{ a, b, c uintptr }

func (f *File) read(b []byte) int

func main() { (&File{1, 2, 3}).read(nil) }' 'package main

func addVV(z, x, y uintptr) uintptr

func main() { addVV(1, 2, 3) }'; do
    for path in os math/big sync m; do
        mkdir -p "forged/$path"
        echo "module $path" > "forged/$path/go.mod"
        printf '%s\n' "$text" > "forged/$path/main.go"
        wants 1 "$GOL" run --sandbox "forged/$path"
        matches err 'missing function body|evil has another type than math/big\.addVV'
    done
done
# What is embedded is the program's own: no link out of its directory.
program embeds.go << 'END'
package main

import _ "embed"

//go:embed in/link
var link string

//go:embed in/dir/secret
var beside string

func main() { println(link, beside) }
END
wants 1 "$GOL" run --sandbox embeds.go
[ "$(grep -c 'no matching files found' err)" = 2 ] || bad "a link is embedded" "$(cat err)"

# With an unsafe.Pointer a program could change gol's own memory, the list of what is allowed, too.
no_unsafe()
{
    cat > "$1.go"
    for how in run 'fuzz --schedules 3' check; do
        # shellcheck disable=SC2086
        wants 1 "$GOL" $how --sandbox "$1.go"
        matches err "$1.go:.*error: --sandbox allows no unsafe.Pointer"
    done
    wants 0 "$GOL" run --sandbox --allow unsafe "$1.go"
}
no_unsafe unsafe_import << 'END'
package main

import "unsafe"

func main() { _ = unsafe.Sizeof(1) }
END
no_unsafe unsafe_newat << 'END'
package main

import "reflect"

func main() {
	x := [3]uintptr{1, 1 << 40, 1 << 40}
	_, at := reflect.ValueOf(reflect.NewAt), reflect.ValueOf(&x)
	_ = at
}
END
no_unsafe unsafe_conversion << 'END'
package main

import "reflect"

func main() {
	x := [3]uintptr{1, 1 << 40, 1 << 40}
	_ = (*[]byte)(reflect.ValueOf(&x).UnsafePointer())
}
END
mkdir -p mod/evil
echo 'module m' > mod/go.mod
printf 'package evil

import "unsafe"

var P unsafe.Pointer
' > mod/evil/evil.go
printf 'package main

import "m/evil"

func main() { _ = evil.P }
' > mod/main.go
wants 1 "$GOL" run --sandbox mod
matches err 'evil.go:3:.*error: --sandbox allows no unsafe.Pointer'
wants 0 "$GOL" run mod

# What is allowed works.
program allowed.go << 'END'
package main

import (
	"fmt"
	"os"
)

func main() {
	text, err := os.ReadFile("in/mine")
	fmt.Print(string(text), err, "\n")
	fmt.Println(os.WriteFile("in/new", []byte("new"), 0o644), os.Mkdir("in/sub", 0o755), os.WriteFile("in/sub/x", nil, 0o644))
	fmt.Println(os.Rename("in/new", "in/newer"), os.Remove("in/sub/x"))
	_, err = os.Open("in/none")
	fmt.Println(os.IsNotExist(err), os.Getenv("MY_SECRET"), os.WriteFile(os.DevNull, nil, 0))
}
END
wants 0 "$GOL" run --sandbox --allow read:in,write:in,env:MY_SECRET --trace here.trace allowed.go
printf 'mine\n<nil>\n<nil> <nil> <nil>\n<nil> <nil>\ntrue secret <nil>\n' > should
same should out
[ -s here.trace ] || bad "gol itself cannot write any more"
wants 1 "$GOL" run --allow read:in allowed.go
matches err 'without it all is'
wants 1 "$GOL" run --sandbox --allow see:in allowed.go
matches err 'none of read:DIR, write:DIR, env:NAME, unsafe'
wants 1 "$GOL" run --sandbox --allow read:nowhere allowed.go
matches err 'No such file'
finish
