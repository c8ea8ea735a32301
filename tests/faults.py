#!/usr/bin/env python3
"""Makes the 1st, 2nd, 3rd, ... allocation, mapping, file operation or call for processes and pipes of gol fail
(tests/tools/faults.c), until a run has none left to fail, for every command; or sends SIGTERM after each file
operation. A run whose memory has failed ends with status 3, as for any limit, or with the same answer as without;
one whose file operation has failed says so, or nothing of what it was to write is missing; one that is ended leaves
no part of a file. No other signal, no internal error, no end beyond patience.

    tests/faults.py [--gol PATH] [--lib PATH] [--points N] [--seed N] [PATTERN]

--points N tries N of the points of each command, the first ones and random ones."""
import os
import signal
import subprocess

from practice import attack

PROGRAM = """package main

import (
	"fmt"
	"math/big"
	"sync"
	"time"
)

type node struct {
	next *node
	text string
}

func main() {
	var mu sync.Mutex
	var list *node
	m := map[string]int{}
	done := make(chan bool)
	for i := 0; i < 3; i++ {
		go func() {
			mu.Lock()
			list = &node{list, fmt.Sprint(i)}
			m[list.text]++
			mu.Unlock()
			done <- true
		}()
	}
	for i := 0; i < 3; i++ {
		select {
		case <-done:
		case <-time.After(time.Hour):
		}
	}
	n := new(big.Int).Exp(big.NewInt(3), big.NewInt(3000), nil)
	fmt.Println(len(m), len(n.String()))
	x := 0
	go func() { x = 1 }()
	x = 2
	_ = x
}
"""
TEST = PROGRAM.replace("func main() {", "func TestAll(t *testing.T) {").replace(
    '"fmt"', '"fmt"\n\t"testing"')

SMALL = """package main

func main() {
	x, c := 0, make(chan int)
	for i := 0; i < 2; i++ {
		go func() { x += i; c <- x }()
	}
	println(<-c, <-c)
}
"""

# name: arguments, files that are written
COMMANDS = {
    "run": (["run", "a.go"], []),
    "run with outputs": (["run", "--trace", "t.trace", "--save-schedule", "s.schedule", "--sarif", "r.sarif",
                          "--coverprofile", "c.out", "--seed", "3", "a.go"],
                         ["t.trace", "s.schedule", "r.sarif", "c.out"]),
    "run json": (["run", "--json", "a.go"], []),
    "fuzz": (["fuzz", "-j", "1", "--schedules", "5", "--corpus", "kept", "a.go"], []),
    "check": (["check", "--schedules", "5", "--engine", "dpor", "a.go"], []),
    "fuzz in processes": (["fuzz", "-j", "2", "--schedules", "20", "small.go"], []),
    "check in processes": (["check", "-j", "2", "--engine", "dpor", "--schedules", "20", "small.go"], []),
    "check states in processes": (["check", "-j", "2", "--engine", "states", "--schedules", "20", "small.go"], []),
    "debug": (["debug", "a.go"], []),
    "check states": (["check", "--schedules", "5", "--engine", "states", "a.go"], []),
    "test": (["test", "--fuzz=2", "a_test.go"], []),
    "vet": (["vet", "a.go"], []),
    "predict": (["predict", "old.trace"], []),
    "replay": (["replay", "old.schedule", "a.go"], []),
    "show": (["show", "-o", "page.html", "a.go"], []),
    "dump": (["dump", "code", "a.go"], []),
    "repl :save": (["repl"], ["typed.gol"]),
}


TYPED = {"debug": "break 33\ncontinue\nstep\nback\nprint x\ngoroutines\nback\ncontinue\nquit\n",
         "repl :save": "x := 1\n:save typed.gol\n"}


PATIENCE = 120  # seconds, on a busy machine


class Loop:
    def __init__(self, gol, lib, folder):
        self.gol, self.lib, self.folder = gol, lib, folder

    def run(self, arguments, fault=None, typed=""):
        hit = os.path.join(self.folder, "hit")
        if os.path.exists(hit):
            os.unlink(hit)
        env = dict(os.environ, TMPDIR=self.folder)
        if fault:
            env.update(LD_PRELOAD=self.lib, FAULT=fault, FAULT_HIT=hit)
        try:
            done = subprocess.run([self.gol, *arguments], cwd=self.folder, env=env, input=typed.encode(),
                                  capture_output=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return None, "", "", True
        return (done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"),
                os.path.exists(hit))

    def wrong(self, name, kind, files, got, clean):
        """What is wrong with an answer after a fault, or None."""
        status, out, err = got
        if status is None:
            return "no end"
        if status < 0 and (kind, status) != ("term", -signal.SIGTERM):
            return f"signal {-status}"
        if "internal error" in err:
            return err[err.index("internal error"):][:120]
        if kind == "term":
            parts = [name for name in os.listdir(self.folder) if name.endswith(".part")]
            for name in parts:
                os.unlink(os.path.join(self.folder, name))
            return f"leaves {parts}" if parts else None
        if kind != "io":
            # Processes may find in another order, and then what another run does not find.
            allowed = (0, 1, 2, 3, 66) if "processes" in name else (1, 3, clean[0])
            return None if status in allowed else f"status {status}: {err[:120]!r}"
        if status == 0 and clean[0] == 0 and out != clean[1]:
            return "status 0, and output is missing"
        missing = [name for name in files if not os.path.exists(os.path.join(self.folder, name))]
        if missing and status == clean[0] and not err.strip():
            return f"nothing is said of {missing}"
        return None

    def command(self, name, kind, points, rng):
        """Prints what is wrong; returns how many points there were, and failures."""
        arguments, files = COMMANDS[name]
        typed = TYPED.get(name, "")
        clean = self.run(arguments, typed=typed)
        failures = tried = 0
        n, step = 1, 1
        while tried < points:
            for old in files:
                if os.path.exists(os.path.join(self.folder, old)):
                    os.unlink(os.path.join(self.folder, old))
            status, out, err, hit = self.run(arguments, f"{kind}:{n}", typed)
            if not hit:
                break
            tried += 1
            wrong = self.wrong(name, kind, files, (status, out, err), clean)
            if wrong:
                failures += 1
                print(f"{name}, {kind}:{n}: {wrong}", flush=True)
            # All of the first third, then ever further apart, so that the end is reached.
            if tried > points // 3:
                step = max(1, n // 8)
            n += 1 if step == 1 else rng.randint(1, 2 * step)
        return tried, failures


def run(options, rng, folder):
    tried = failures = 0
    for name, text in [("a.go", PROGRAM), ("small.go", SMALL), ("a_test.go", TEST)]:
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    loop = Loop(options.gol, os.path.abspath(options.lib), folder)
    loop.run(["run", "--trace", "old.trace", "--save-schedule", "old.schedule", "--seed", "1", "a.go"])
    for name in COMMANDS:
        for kind in ["malloc", "mmap", "io", "term", "process"]:
            if options.pattern in f"{name}, {kind}":
                more, wrong = loop.command(name, kind, options.points, rng)
                tried, failures = tried + more, failures + wrong
    print(f"faults: {tried} tried, {failures} not borne")
    return failures


if __name__ == "__main__":
    attack(run, lib="build/faults.so", points=1 << 30)
