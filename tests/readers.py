#!/usr/bin/env python3
"""Damaged input for everything that gol reads: files that gol made (schedules, orders, traces, checkpoints,
corpora, shared directories), files and text of users (suppressions, go.mod, go.work, inputs of fuzz
targets, what is typed at the prompt, JSON for the debugger), mutated. Each must end in time, without a
crash, an internal error or a report of a sanitizer.

    tests/readers.py [--gol PATH] [--seconds S] [--seed N] [--keep DIR] [PATTERN]

An input that does not is kept in DIR, as the directory in which the command was run. Checksums are
mended after the damage, so that it gets to what they protect. tests/fuzz has the readers of programs and
traces as targets of libFuzzer, which is much faster."""
import os
import random
import re
import resource
import shutil
import struct
import subprocess
import tempfile
import time

from practice import attack

PATIENCE = 60

PROGRAM = """package main

import "fmt"

func main() {
	c := make(chan int, 3)
	x := 0
	for i := 0; i < 3; i++ {
		go func() { x += i; c <- i }()
	}
	sum := 0
	for i := 0; i < 3; i++ {
		sum = 10*sum + <-c
	}
	fmt.Println(sum)
}
"""
FREE = PROGRAM.replace("x += i; ", "").replace("\tx := 0\n", "")
# Of its states some lie on cycles, so the whole graph is looked at in the end.
CYCLE = """package main

import "sync"

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	turn, c := 0, make(chan int)
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				mu.Lock()
				mine := turn == i
				if mine {
					turn++
				}
				mu.Unlock()
				if mine {
					break
				}
			}
			c <- i
		}()
	}
	for range 8 {
		select {
		case <-c:
		case n := <-c:
			_ = n
		}
	}
	wg.Wait()
}
"""
TEST = """package main

import "testing"

func FuzzAll(f *testing.F) {
	f.Add("x", 1, []byte("y"), 2.5, true, uint8(3))
	f.Fuzz(func(t *testing.T, s string, n int, b []byte, d float64, yes bool, u uint8) {})
}

func TestRacy(t *testing.T) {
	x := 0
	done := make(chan bool)
	go func() { x++; done <- true }()
	x++
	<-done
}
"""
GOMOD = """module example.com/m // comment

go 1.21

toolchain go1.22.1

require (
	example.com/a v1.2.3
	example.com/b v0.0.0-20200101000000-abcdefabcdef // indirect
)

replace example.com/a v1.2.3 => ./a

replace (
	example.com/b => ./b
)

exclude example.com/c v1.0.0
retract [v1.0.0, v1.1.0]
"""
GOWORK = "go 1.21\n\nuse (\n\t.\n\t./a\n)\n\nreplace example.com/b => ./b\n"
PACKAGE = "package a\n\nconst A = 1\n"
IMPORTS = 'package main\n\nimport "example.com/a"\n\nfunc main() { _ = a.A }\n'
SILENCED = "# why\nmain.* # because\nx\na.go:1?\n*:*\n"
TYPED = """x := 1
func f(n int) int { return n * 2 }
f(x)
:type f
:vars
go f(2)
:hold
:pick 1
:release all
for i := 0; i < 3; i++ {
	println(i)
}
type t struct { a, b int }
t{1, 2}
:undo
:save s.gol
:load s.gol
import "strings"
strings.Repeat("a", 3)
:help
"""
ASKED = """{"do":"break","file":"a.go","line":9}
{"do":"run"}
{"do":"step","n":2}
{"do":"pick","goroutine":2}
{"do":"look","what":"variables","goroutine":1}
{"do":"watch","name":"x"}
{"do":"back","n":1}
{"do":"goto","at":3,"instr":0}
{"do":"stops"}
{"do":"save"}
{"do":"failure"}
"""
VALUES = 'go test fuzz v1\nstring("x\\xff")\nint(-1)\n[]byte("y")\nfloat64(+Inf)\nbool(true)\nbyte(\'a\')\n'
TOKENS = [b"0", b"1", b"-1", b"4294967295", b"18446744073709551615", b"99999999999999999999", b"^", b".", b"{", b"}",
          b"(", b")", b"\"", b"\\", b"\n", b"\r\n", b"\0", b"\xff", b"\xc3", b" ", b"=>", b"/", b"..", b"%s", b"x" * 300,
          b"(" * 200, b"{" * 200, b"0^4000000000", b"{0}^4000000000", b"1e308", b"NaN", b"'", b"`"]

# name: (arguments, the file or directory that is damaged, standard input is that file, statuses)
READERS = {
    "schedule": (["replay", "d/in.schedule", "a.go"], "d/in.schedule"),
    "schedule of a run": (["run", "--schedule", "d/in.schedule", "--steps", "100000", "a.go"], "d/in.schedule"),
    "order": (["run", "--schedule", "d/order.schedule", "a.go"], "d/order.schedule"),
    "short schedule": (["run", "--schedule", "@d/short", "a.go"], "d/short"),
    "trace": (["predict", "d/in.trace"], "d/in.trace"),
    "trace of a program": (["predict", "--program", "free.go", "d/free.trace"], "d/free.trace"),
    "trace that is shown": (["show", "-o", "out.html", "d/in.trace"], "d/in.trace"),
    "trace under a detector": (["predict", "--detector", "grace-full", "d/in.trace"], "d/in.trace"),
    "STD trace": (["predict", "d/in.std"], "d/in.std"),
    "table trace": (["predict", "d/in.table"], "d/in.table"),
    "suppressions": (["run", "--suppress", "d/silenced", "a.go"], "d/silenced"),
    "go.mod": (["run", "m"], "m/go.mod"),
    "go.work": (["run", "w"], "w/go.work"),
    "corpus": (["fuzz", "-j", "1", "--schedules", "3", "--corpus", "d/kept", "a.go"], "d/kept"),
    "corpus of tests": (["test", "--corpus=d/tested", "-run", "TestRacy", "--fuzz=1", "a_test.go"], "d/tested"),
    "inputs of a fuzz target": (["test", "--fuzz=0", "f"], "f/testdata"),
    "checkpoint": (["check", "--engine", "dpor", "--checkpoint", "d/check", "--resume", "free.go"], "d/check"),
    "checkpoint of states": (["check", "--engine", "states", "-j", "2", "--checkpoint", "d/states", "--resume", "cycle.go"],
                             "d/states"),
    "checkpoint of auto": (["check", "--checkpoint", "d/both", "--resume", "--time", "20s", "cycle.go"], "d/both"),
    "shared directory": (["check", "--engine", "dpor", "--shard", "0/1", "--shared", "d/shared", "--time", "3s", "free.go"], "d/shared"),
    "status": (["status", "d/shared"], "d/shared"),
    "prompt": (["repl", "--steps", "100000"], "d/typed"),
    "debugger": (["debug", "--json", "a.go"], "d/asked"),
    "debugger's prompt": (["debug", "a.go"], "d/asked2"),
}
STDIN = {"prompt", "debugger", "debugger's prompt"}


# ---- damage ----

def damaged(rng, data, others):
    """One to four mutations."""
    most = max(100000, len(data))
    for _ in range(rng.choice([1, 1, 2, 4])):
        kind, at = rng.randrange(8), rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([1, 2, 4, 8, 64, 1000]))
        if kind == 0 and at < len(data):
            data = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:at] + data[at:end] * rng.choice([2, 3, 50]) + data[end:]
        elif kind == 3:
            data = data[:at] + rng.choice(TOKENS) + data[at if rng.random() < .5 else end:]
        elif kind == 4:
            data = data[:at]
        elif kind == 5 and at + 8 <= len(data):
            size = rng.choice([1, 2, 4, 8])
            number = rng.choice([0, 1, 127, 128, 255, (1 << 8 * size - 1) - 1, 1 << 8 * size - 1, (1 << 8 * size) - 1])
            data = data[:at] + (number & (1 << 8 * size) - 1).to_bytes(size, "little") + data[at + size:]
        elif kind == 6:
            lines = data.split(b"\n")
            rng.shuffle(lines) if rng.random() < .2 else lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
            data = b"\n".join(lines)
        else:
            other = rng.choice(others)
            data = data[:at] + other[rng.randrange(len(other) + 1):]
    return data[:most]


def fnv(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return value


FIRST = b"gol checkpoint 3\n"


def checkpoint_body(data):
    """(identity, body) of a checkpoint, or None."""
    if not data.startswith(FIRST):
        return None
    at = len(FIRST)
    return data[at:at + 8], data[at + 24:]


def damaged_checkpoint(rng, data, others):
    identity, body = checkpoint_body(data)
    bodies = [checkpoint_body(other)[1] for other in others if checkpoint_body(other)]
    body = damaged(rng, body, bodies or [body])
    return FIRST + identity + struct.pack("<QQ", fnv(body), len(body)) + body


# ---- the loop ----

class Readers:
    def __init__(self, gol, base, keep, rng):
        self.gol, self.base, self.keep, self.rng = gol, base, keep, rng
        self.failures = self.tried = 0
        self.counts = {}

    def run(self, arguments, cwd, stdin=None):
        given = open(os.path.join(cwd, stdin), "rb") if stdin else subprocess.DEVNULL
        # Mostly for what a hostile count asks for: nobody has as much memory.
        def limits():
            resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))
            if "asan" not in self.gol:
                resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        try:
            return subprocess.run([self.gol, *arguments], cwd=cwd, stdin=given, capture_output=True, timeout=PATIENCE,
                                  preexec_fn=limits, check=False)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if stdin:
                given.close()

    def prepare(self):
        for name in ["d", "m", "m/a", "m/b", "w", "w/a", "w/b", "f", "f/testdata", "f/testdata/fuzz", "f/testdata/fuzz/FuzzAll"]:
            os.mkdir(os.path.join(self.base, name))
        for name, text in [("a.go", PROGRAM), ("free.go", FREE), ("cycle.go", CYCLE), ("a_test.go", TEST), ("m/go.mod", GOMOD), ("m/main.go", IMPORTS),
                           ("m/a/a.go", PACKAGE), ("m/a/go.mod", "module example.com/a\n"), ("w/go.work", GOWORK),
                           ("w/main.go", IMPORTS), ("w/go.mod", "module example.com/m\n"), ("w/a/a.go", PACKAGE),
                           ("w/a/go.mod", "module example.com/a\n"), ("d/silenced", SILENCED), ("d/typed", TYPED),
                           ("d/asked", ASKED), ("d/asked2", "break 9\ncontinue\nstep\nback\nstate\nprint sum\ngoroutines\nquit\n"),
                           ("d/short", "0^4.1.2^3.{0.1^2}^5"), ("f/f_test.go", TEST), ("f/go.mod", "module f\n"),
                           ("f/testdata/fuzz/FuzzAll/one", VALUES),
                           ("d/in.table", "fork(T1)\nmk(c,1)\nacq(y)\n     wr(x)\nrel(y)\nsnd(c)\n     rcv(c)\ncls(c)\n1.   rd(x)\njoin(T1)\n")]:
            with open(os.path.join(self.base, name), "w") as file:
                file.write(text)
        for arguments in [
                ["run", "--quiet", "--seed", "3", "--trace", "d/in.trace", "--save-schedule", "d/in.schedule", "a.go"],
                ["run", "--quiet", "--seed", "3", "--trace", "d/free.trace", "free.go"],
                ["fuzz", "-j", "1", "--schedules", "50", "--corpus", "d/kept", "a.go"],
                ["test", "--corpus=d/tested", "-run", "TestRacy", "--fuzz=5", "a_test.go"],
                ["check", "--engine", "dpor", "--checkpoint", "d/check", "--schedules", "2", "free.go"],
                ["check", "--engine", "states", "--checkpoint", "d/states", "--time", "50ms", "cycle.go"],
                ["check", "--checkpoint", "d/both", "--time", "300ms", "cycle.go"],
                ["check", "--engine", "dpor", "--shard", "0/1", "--shared", "d/shared", "--time", "1s", "free.go"]]:
            self.run(arguments, self.base)
        done = self.run(["predict", "--export", "std", "d/in.trace"], self.base)
        with open(os.path.join(self.base, "d/in.std"), "wb") as file:
            file.write(done.stdout)
        with open(os.path.join(self.base, "d/in.schedule")) as file:
            text = file.read()
        with open(os.path.join(self.base, "d/order.schedule"), "w") as file:
            file.write(text + "order a.go:10:14 before a.go:14:13\n")

    def files(self, name, folder):
        path = os.path.join(folder, READERS[name][1])
        if not os.path.isdir(path):
            return [path]
        return sorted(os.path.join(root, file) for root, _, names in os.walk(path) for file in names)

    def try_one(self, name):
        arguments, _ = READERS[name]
        with tempfile.TemporaryDirectory() as parent:
            folder = os.path.join(parent, "work")
            shutil.copytree(self.base, folder)
            files = self.files(name, folder)
            if not files:
                return
            texts = []
            for path in files:
                with open(path, "rb") as file:
                    texts.append(file.read())
            chosen = self.rng.randrange(len(files))
            mutate = damaged_checkpoint if checkpoint_body(texts[chosen]) and self.rng.random() < .9 else damaged
            data = mutate(self.rng, texts[chosen], texts)
            with open(files[chosen], "wb") as file:
                file.write(data)
            arguments = [self.expanded(word, data) for word in arguments]
            if None in arguments:
                return
            given = os.path.join(parent, "given")  # for what the command writes may be what it has read
            shutil.copytree(folder, given)
            done = self.run(arguments, folder, READERS[name][1] if name in STDIN else None)
            self.tried += 1
            self.counts[name] = self.counts.get(name, 0) + 1
            wrong = self.wrong(done)
            if wrong:
                self.failures += 1
                kept = os.path.join(self.keep, f"{name.replace(' ', '_')}-{self.tried}")
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(given, kept)
                print(f"{name}: {wrong}\n    cd {kept} && gol {' '.join(arguments)[:300]}"
                      f"{' < ' + READERS[name][1] if name in STDIN else ''}", flush=True)

    def expanded(self, word, data):
        """@FILE: what is in it, as an argument."""
        if not word.startswith("@"):
            return word
        return None if b"\0" in data or len(data) > 50000 else data.decode(errors="surrogateescape")

    def wrong(self, done):
        if done is None:
            return "no end"
        text = done.stderr.decode(errors="replace") + done.stdout[-2000:].decode(errors="replace")
        fault = re.search(r"internal error.*|AddressSanitizer.*|runtime error: (?!.*goroutine)[^\n]*\.[ch]:.*|LeakSanitizer.*", text)
        if fault:
            return fault.group(0)[:200]
        return f"status {done.returncode}: {text[:200]}" if done.returncode < 0 or done.returncode > 66 else None


def run(options, rng, folder):
    readers = Readers(options.gol, folder, os.path.abspath(options.keep), rng)
    readers.prepare()
    names = [name for name in READERS if re.search(options.pattern, name)]
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        for name in names:
            readers.try_one(name)
    print("  " + ", ".join(f"{name} {count}" for name, count in readers.counts.items()))
    print(f"readers: {readers.tried} inputs, {readers.failures} faults")
    return readers.failures


if __name__ == "__main__":
    attack(run, seconds=60.0, keep="build/readers")
