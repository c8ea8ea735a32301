# --sandbox: programs that try to leave it. Each has the directory `in`, to read and to write, and
# must get at nothing else: the file beside it keeps its text, which no output shows.
. "$ROOT/tests/cli/lib.sh"
mkdir in outside
here=$PWD

# attempt NAME: the program on standard input, of which "in" and "out" are the two directories. It
# says "reached" if it got where it should not.
attempt()
{
    echo secret > outside/secret
    rm -rf in/*
    ln -s "$here/outside/secret" in/link
    ln -s "$here/outside/new" in/dangling
    ln -s "$here/outside" in/dir
    echo mine > in/mine
    {
        printf 'package main\n\nimport (\n\t"fmt"\n\t"os"\n\t"os/exec"\n\t"net"\n\t"path/filepath"\n\t"syscall"\n)\n\n'
        printf 'var in, out = "%s/in", "%s/out"\n\n' "$here" "$here"
        printf 'var _, _, _, _ = exec.Command, net.Dial, filepath.Join, syscall.Getpid\n\n'
        printf 'func say(what any, err error) {\n\tfmt.Println(what)\n\tif err == nil {\n\t\tfmt.Println("reached")\n\t}\n}\n\n'
        printf 'func main() {\n\tdefer os.Stdout.Sync()\n'
        cat
        printf '}\n'
    } > "$1.go"
    local before after how
    for how in run 'run --seed 3' 'fuzz --schedules 3' 'check'; do
        before=$(ls -lRi outside /tmp/gol-sandbox-* 2> /dev/null)
        # shellcheck disable=SC2086
        timeout 60 "$GOL" $how --sandbox --allow "read:$here/in,write:$here/in" "$1.go" > said 2> err < /dev/null
        status=$?
        [ $status -lt 60 ] || bad "$1: status $status of $how" "$(head -n 5 err)"
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
matches err 'none of read:DIR, write:DIR, env:NAME'
wants 1 "$GOL" run --sandbox --allow read:nowhere allowed.go
matches err 'No such file'
finish
