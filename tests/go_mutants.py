#!/usr/bin/env python3
"""Mutants of real Go programs that still type-check (tests/tools/mutate.go), judged by oracles: gol with machine
code against gol's interpreter, gol against `go build`, and, with --asan PATH, a gol that has sanitizers.
What is compared is standard output, how the program ended, and the first line of a panic.

    tests/go_mutants.py [--gol PATH] [--asan PATH] [--count N] [--seed N] [--keep DIR] [PATTERN]

The programs are those of Go's own tests (GOROOT/test) that are one file, run without arguments and do not
depend on a schedule. A mutant that is judged differently is kept in DIR; the last line counts."""
import os
import re
import subprocess

from practice import attack

SECONDS = 20
STEPS = "20000000"
# Programs whose output is not theirs alone to decide.
LEFT_OUT = re.compile(r'\bgo func|\bgo [a-z]\w*\(|"(unsafe|runtime|runtime/debug|time|os/exec|math/rand|syscall|plugin|sync|reflect|testing)"|import "C"|println\(&|%p')


def call(arguments, cwd, env=None, seconds=SECONDS):
    try:
        done = subprocess.run(arguments, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds,
                              env=env, check=False)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def programs(pattern):
    root = subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    root = os.path.realpath(os.path.join(root, "test"))
    for folder, _, names in sorted(os.walk(root)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not name.endswith(".go") or not re.search(pattern, path) or os.path.getsize(path) > 30000:
                continue
            with open(path, errors="replace") as file:
                text = file.read()
            if text.startswith("// run\n") and "package main" in text and not LEFT_OUT.search(text):
                yield path


def ended(got):
    """What is compared of a run; None: it has no end, or not the program's."""
    if got is None:
        return None
    status, out, err = got
    if status < 0 or status == 3 or "goroutine stack exceeds" in err or "stack overflow" in err or "out of memory" in err:
        return None
    first = re.search(r"^(panic: .*|fatal error: .*)$", err, re.M)
    text = re.sub(r"^(panic: )(main\.)?", r"\1", first.group(0)) if first else ""
    text = re.sub(r"0x[0-9a-f]+|\[recovered\].*| \[signal.*", "", text)
    return status, out, text


class Judge:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.gol = options.gol
        self.asan = options.asan and os.path.abspath(options.asan)
        self.judged = self.failures = self.endless = 0

    def run(self, gol, path, *flags):
        return call([gol, "run", "--quiet", "--detector", "none", "--go", "1.19", "--steps", STEPS, "--memory", "1G", *flags, path], self.folder)

    def differs(self, path):
        compiled, plain = self.run(self.gol, path, "--jit", "all"), self.run(self.gol, path, "--jit", "off")
        for got in (compiled, plain):
            if got and (got[0] < 0 or "internal error" in got[2]):
                return f"status {got[0]}: {got[2][:200]}"
            if got and got[0] == 1 and re.search(r"\.go:\d+:\d+: error: ", got[2]):
                return f"rejected: {got[2][:200]}"
        if ended(compiled) != ended(plain) and compiled and plain:
            return f"machine code {ended(compiled)}, interpreted {ended(plain)}"[:400]
        if self.asan:
            got = self.run(self.asan, path)
            if got and re.search(r"AddressSanitizer|runtime error: .*\.[ch]:\d+|internal error", got[2]):
                return "sanitizer: " + got[2][:300]
        if ended(plain) is None:
            self.endless += 1
            return None
        return self.differs_from_go(path, plain)

    def differs_from_go(self, path, plain):
        binary = os.path.join(self.folder, "binary")
        built = call(["go", "build", "-o", binary, path], self.folder, seconds=120)
        if not built or built[0]:
            return None
        go = ended(call([binary], self.folder, env={"GOTRACEBACK": "none", "PATH": "/usr/bin:/bin"}))
        if go is None or go == ended(plain):
            return None
        return f"go {go}, gol {ended(plain)}"[:600]

    def judge(self, path, name):
        wrong = self.differs(path)
        self.judged += 1
        if wrong:
            self.failures += 1
            os.makedirs(self.options.keep, exist_ok=True)
            kept = os.path.join(self.options.keep, f"{os.path.basename(name)[:-3]}-{self.options.seed}-{os.path.basename(path)}")
            with open(path) as text, open(kept, "w") as file:
                file.write(text.read())
            print(f"{kept}: {wrong}", flush=True)


def judge_made(options, folder, name, program):
    """Judges COUNT programs, which program() makes; the last line that is printed counts. Returns how many differ."""
    judge = Judge(options, folder)
    for number in range(options.count):
        path = os.path.join(folder, f"{number}.go")
        with open(path, "w") as file:
            file.write(program())
        judge.judge(path, f"{name}.go")
        os.unlink(path)
    print(f"{name}: {judge.judged} programs, {judge.failures} differ, {judge.endless} without an end")
    return judge.failures


def run(options, rng, folder):
    tool = os.path.join(folder, "mutate")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tools", "mutate.go")
    subprocess.run(["go", "build", "-o", tool, source], check=True)
    judge = Judge(options, folder)
    chosen = list(programs(options.pattern))
    rng.shuffle(chosen)
    each = max(1, -(-options.count // len(chosen)))
    for name in chosen:
        if judge.judged >= options.count:
            break
        made = os.path.join(folder, "made")
        os.mkdir(made)
        call([tool, name, str(options.seed), str(each), made], folder, seconds=300)
        for mutant in sorted(os.listdir(made)):
            judge.judge(os.path.join(made, mutant), name)
            os.unlink(os.path.join(made, mutant))
        os.rmdir(made)
    print(f"mutants: {judge.judged} of {len(chosen)} programs, {judge.failures} differ, {judge.endless} without an end")
    return judge.failures


if __name__ == "__main__":
    attack(run, asan=str, count=1000, keep="build/mutants")
