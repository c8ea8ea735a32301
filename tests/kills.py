#!/usr/bin/env python3
"""Kills gol at random moments, under every command that writes something: what was reported before is
on disk and readable, a file that was there is as it was or wholly new, and what gol reads is untouched.

    tests/kills.py [--gol PATH] [--count N] [--seed N] [PATTERN]

Each round takes the next command, lets it run for a random part of the time that it needs, and
sends KILL, TERM, INT or HUP. Prints what is wrong, and at the end counts for each command: how often it was
killed, how often before it had ended by itself, how often its file was there, and was new."""
import collections
import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from practice import attack

# Races, outputs and a panic, in that many rounds that a run takes a part of a second.
PROGRAM = """package main

import (
	"fmt"
	"sync"
)

var shared, other int

func work(n int, wg *sync.WaitGroup) {
	for i := 0; i < 200; i++ {
		shared += n
	}
	other++
	wg.Done()
}

func main() {
	var wg sync.WaitGroup
	for round := 0; round < ROUNDS; round++ {
		wg.Add(2)
		go work(1, &wg)
		go work(2, &wg)
		wg.Wait()
		fmt.Println("round", round)
	}
}
"""
SEARCHED = """package main

import "fmt"

func main() {
	c := make(chan int, 4)
	x := 0
	for i := 0; i < 4; i++ {
		go func() {
			if i == 3 {
				x = i
			}
			c <- i
		}()
	}
	sum := x
	for i := 0; i < 4; i++ {
		sum = 10*sum + <-c
	}
	if sum == 3210 {
		panic("backwards")
	}
	fmt.Println(sum)
}
"""
# Free of races, with a number of executions that is known.
COUNTED = """package main

func main() {
	c := make(chan int, 6)
	for i := 0; i < 6; i++ {
		go func() { c <- i }()
	}
	for i := 0; i < 6; i++ {
		<-c
	}
}
"""
TEST = """package main

import "testing"

var shared int

func TestRacy(t *testing.T) {
	done := make(chan bool)
	go func() { shared = 1; done <- true }()
	shared = 2
	<-done
}

func TestGood(t *testing.T) {
	for i := 0; i < 100000; i++ {
		shared = i
	}
}

func TestBad(t *testing.T) { t.Error("bad") }
"""
SESSION = "x := 1\nfunc double(n int) int { return 2 * n }\ny := double(x)\n" + "".join(
    f"var v{i} = {i}\n" for i in range(60)) + ":save session.gol\n:quit\n"
OLD = "old content\n"

# name: (arguments, standard input, outputs that are whole or as before, inputs made by other commands)
COMMANDS = {
    "run --trace": (["run", "--trace", "out.trace", "--seed", "1", "a.go"], "", []),
    "run --save-schedule": (["run", "--save-schedule", "out.schedule", "--seed", "1", "a.go"], "", ["out.schedule"]),
    "run --sarif": (["run", "--sarif", "out.sarif", "--seed", "1", "a.go"], "", ["out.sarif"]),
    "run --html": (["run", "--html", "out.html", "--seed", "1", "small.go"], "", ["out.html"]),
    "run --coverprofile": (["run", "--coverprofile", "out.cover", "a.go"], "", ["out.cover"]),
    "run --json": (["run", "--json", "a.go"], "", []),
    "test -json": (["test", "-json", "--fuzz=20", "a_test.go"], "", []),
    "test --junit": (["test", "--junit", "out.xml", "--fuzz=20", "a_test.go"], "", ["out.xml"]),
    "test --corpus": (["test", "--corpus=kept", "--fuzz=20", "a_test.go"], "", []),
    "check --checkpoint": (["check", "--engine", "dpor", "--checkpoint", "out.check", "counted.go"], "", []),
    "check --sarif": (["check", "--sarif", "out.sarif", "searched.go"], "", ["out.sarif"]),
    "check --json": (["check", "--json", "searched.go"], "", []),
    "fuzz --corpus": (["fuzz", "-j", "1", "--corpus", "kept", "--schedules", "300", "searched.go"], "", []),
    "fuzz --sarif": (["fuzz", "-j", "1", "--sarif", "out.sarif", "--schedules", "300", "searched.go"], "", ["out.sarif"]),
    "predict": (["predict", "in.trace"], "", []),
    "predict --export": (["predict", "--export", "std", "in.trace"], "", []),
    "predict --json": (["predict", "--json", "in.trace"], "", []),
    "replay": (["replay", "--quiet", "in.schedule", "a.go"], "", []),
    "show": (["show", "-o", "out.html", "in.trace"], "", ["out.html"]),
    "vet --sarif": (["vet", "--sarif", "out.sarif", "a.go"], "", ["out.sarif"]),
    "repl :save": (["repl"], SESSION, ["session.gol"]),
    "fmt -w": (["fmt", "-w", "unformatted.go"], "", ["unformatted.go"]),
}
SIGNALS = [signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
PATIENCE = 60


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Killer:
    def __init__(self, gol, base, rng):
        self.gol, self.base, self.rng = gol, base, rng
        self.whole = {}  # command: how its outputs look when nothing disturbs it
        self.needs = {}  # command: seconds
        self.counts = collections.defaultdict(collections.Counter)
        self.failures = 0

    def call(self, folder, arguments, text="", env=None):
        return subprocess.run([self.gol, *arguments], cwd=folder, input=text.encode(), capture_output=True,
                              timeout=PATIENCE, env=env)

    def prepare(self):
        """The inputs, the same in every round."""
        for name, text in [("a.go", PROGRAM.replace("ROUNDS", "15")), ("small.go", PROGRAM.replace("ROUNDS", "2")),
                           ("searched.go", SEARCHED), ("counted.go", COUNTED), ("a_test.go", TEST)]:
            with open(os.path.join(self.base, name), "w") as file:
                file.write(text)
        with open(os.path.join(self.base, "unformatted.go"), "w") as file:
            file.write(PROGRAM.replace("ROUNDS", "2").replace("\t", "  ") * 1)
        self.call(self.base, ["run", "--quiet", "--trace", "in.trace", "--save-schedule", "in.schedule", "--seed", "1", "a.go"])
        self.inputs = {name: digest(os.path.join(self.base, name)) for name in os.listdir(self.base)}

    def fresh(self, parent, name):
        folder = os.path.join(parent, "work")
        shutil.copytree(self.base, folder)
        for output in COMMANDS[name][2]:
            if output not in self.inputs:
                with open(os.path.join(folder, output), "w") as file:
                    file.write(OLD)
        return folder

    def measure(self, name):
        with tempfile.TemporaryDirectory() as parent:
            folder = self.fresh(parent, name)
            begin = time.monotonic()
            self.call(folder, COMMANDS[name][0], COMMANDS[name][1])
            self.needs[name] = min(time.monotonic() - begin, PATIENCE / 4)
            self.whole[name] = {output: digest(os.path.join(folder, output)) for output in COMMANDS[name][2]}

    def bad(self, name, when, text):
        self.failures += 1
        print(f"{name}, {when}: {text}", flush=True)

    def round(self, name):
        arguments, text, outputs = COMMANDS[name]
        number = self.rng.choice(SIGNALS)
        delay = self.rng.random() * 1.1 * self.needs[name]
        when = f"signal {number} after {delay * 1000:.0f} ms of {self.needs[name] * 1000:.0f}"
        with tempfile.TemporaryDirectory() as parent:
            folder = self.fresh(parent, name)
            with open(os.path.join(parent, "out"), "w+b") as out, open(os.path.join(parent, "err"), "w+b") as err, \
                    open(os.path.join(parent, "in"), "w+b") as given:
                given.write(text.encode())
                given.seek(0)
                process = subprocess.Popen([self.gol, *arguments], cwd=folder, stdin=given, stdout=out, stderr=err)
                time.sleep(delay)
                ended = process.poll() is not None
                if not ended:
                    process.send_signal(number)
                try:
                    status = process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                    self.bad(name, when, "it goes on")
                    return
                out.seek(0), err.seek(0)
                stdout, stderr = out.read().decode(errors="replace"), err.read().decode(errors="replace")
            self.counts[name]["killed" if not ended else "ended"] += 1
            if "internal error" in stderr or status in (-11, -6, -7, -8):
                self.bad(name, when, f"status {status}: {stderr[:200]}")
            self.untouched(name, when, folder, outputs)
            self.left_over(name, when, folder, number, ended)
            for output in outputs:
                self.output_is_whole(name, when, folder, output)
            self.readable(name, when, folder, stdout, stderr, number == signal.SIGKILL and not ended)

    def untouched(self, name, when, folder, outputs):
        for given, was in self.inputs.items():
            path = os.path.join(folder, given)
            if given not in outputs and (not os.path.exists(path) or digest(path) != was):
                self.bad(name, when, f"{given} is not what it was")

    def left_over(self, name, when, folder, number, ended):
        known = set(self.inputs) | {"kept", "out.trace", "out.check", "out.schedule", "gol-schedules"} | set(COMMANDS[name][2])
        extra = [f for f in os.listdir(folder) if f not in known and not f.endswith(".schedule")]
        if extra and (number != signal.SIGKILL or ended):
            self.bad(name, when, f"leaves {extra}")
        elif extra:
            self.counts[name]["temporary file left by KILL"] += 1

    def output_is_whole(self, name, when, folder, output):
        path = os.path.join(folder, output)
        if not os.path.exists(path):
            self.bad(name, when, f"{output}, which was there, is gone")
            return
        with open(path, errors="replace") as file:
            text = file.read()
        if text == OLD or digest(path) == self.inputs.get(output):
            return
        self.counts[name]["new"] += 1
        if digest(path) == self.whole[name][output]:
            return
        if not self.complete(folder, output, text):
            self.bad(name, when, f"{output} is a part: {text[-60:]!r}")

    def complete(self, folder, output, text):
        """Whether an output that differs from the usual one (the run was shorter) is in good form."""
        if output.endswith(".sarif"):
            return is_json(text)
        if output.endswith(".html"):
            return text.rstrip().endswith("</html>")
        if output.endswith(".xml"):
            return text.rstrip().endswith("</testsuites>") or text.rstrip().endswith("</testsuite>")
        if output.endswith(".schedule"):
            # It follows as far as it goes.
            done = self.call(folder, ["replay", "--quiet", output, "a.go"])
            return done.returncode in (0, 2, 3, 66) and b"damaged" not in done.stderr
        if output.endswith(".cover"):
            return text.startswith("mode: ") and text.endswith("\n") and all(
                re.match(r"\S+:\d+\.\d+,\d+\.\d+ \d+ \d+$", line) for line in text.splitlines()[1:])
        return False

    def readable(self, name, when, folder, stdout, stderr, killed):
        lines = stdout.split("\n")
        if "json" in name:
            for line in lines[:-1]:
                if not is_json(line):
                    self.bad(name, when, f"a line that is no JSON: {line[:100]!r}")
            if lines[-1] and not killed:
                self.bad(name, when, f"the last line is a part: {lines[-1][:100]!r}")
        if os.path.exists(os.path.join(folder, "out.trace")):
            self.counts[name]["file"] += 1
            done = self.call(folder, ["predict", "out.trace"])
            # One that ends in its head, the text of the program, has no events yet, and says so.
            headless = os.path.getsize(os.path.join(folder, "out.trace")) == 0 or done.returncode == 1 and re.search(rb"byte \d{1,5}: .*the file ends", done.stderr)
            if done.returncode not in (0, 2, 3, 66) and not headless:
                self.bad(name, when, f"predict: status {done.returncode}: {done.stderr[:200]}")
        if os.path.exists(os.path.join(folder, "out.check")):
            self.counts[name]["file"] += 1
            done = self.call(folder, ["check", "--engine", "dpor", "--checkpoint", "out.check", "--resume", "counted.go"])
            if done.returncode != 0 or b"in all 720 executions" not in done.stderr.replace(b",", b""):
                self.bad(name, when, f"resumed: status {done.returncode}: {done.stderr[:200]}")
        self.replays(name, when, folder, stdout + stderr)

    def replays(self, name, when, folder, text):
        """Each command that was reported for a finding shows one."""
        commands = re.findall(r"^ *replay: (gol .*)\n", text, re.M)[:2]
        for command in commands:
            words = shlex.split(command)
            done = self.call(folder, words[1:])
            self.counts[name]["replayed"] += 1
            failed = words[1] == "test" and done.returncode == 1 and b"--- FAIL" in done.stdout
            if done.returncode not in (2, 66) and not failed:
                self.bad(name, when, f"{command}: status {done.returncode}: {done.stderr[:200]}")
        kept = os.path.join(folder, "kept")
        for root, _, files in os.walk(kept):
            for file in files:
                if file.endswith(".schedule"):
                    self.counts[name]["file"] += 1
                    program = "searched.go" if name.startswith("fuzz") else None
                    if not program:
                        continue
                    done = self.call(folder, ["replay", os.path.join(root, file), program])
                    if done.returncode not in (2, 66):
                        self.bad(name, when, f"{file}: status {done.returncode}: {done.stderr[:200]}")


def is_json(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


def run(options, rng, folder):
    killer = Killer(options.gol, folder, rng)
    killer.prepare()
    names = [name for name in COMMANDS if re.search(options.pattern, name)]
    for name in names:
        killer.measure(name)
    for i in range(options.count):
        killer.round(names[i % len(names)])
    for name in names:
        print(f"  {name}: " + ", ".join(f"{n} {what}" for what, n in sorted(killer.counts[name].items())))
    print(f"kills: {options.count} rounds, {killer.failures} faults")
    return killer.failures


if __name__ == "__main__":
    attack(run, count=500)
