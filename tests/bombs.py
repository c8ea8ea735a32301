#!/usr/bin/env python3
"""Programs that want all memory, all time or both, under every command that runs programs and every
detector: each run has to end within a second after its --time, with less than 400 MB resident, with
status 3 and a message that names the limit. A search may end with a finding instead, or (a program
that is bounded by its number of steps) find nothing.

    tests/bombs.py [--gol PATH] [--sample N] [--seed N] [PATTERN]

Prints one line for each run that does not; --sample takes N of the runs at random."""
import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

MEMORY, RESIDENT_MB, SECONDS, GRACE = "300M", 400, 2, 1.0
# On a busy machine seconds of the processor count, and a run is waited for that long.
PATIENCE = 60
STEPS = "10000000"  # what ends a test: --time is that of searches

# name: (imports, declarations, body of main). What a body does it does for ever.
KINDS = {
    "strings": ([], "", 's := "x"\nfor { s += s }'),
    "string_pieces": ([], "", 'var all []string\nfor i := 0; ; i++ { all = append(all, "a"+string(rune(65+i%26))) }'),
    "builder": (["strings"], "", 'var b strings.Builder\nfor { b.WriteString("gol gol gol gol") }'),
    "repeat": (["strings"], "", 's := "abc"\nfor { s = strings.Repeat(s, 1000) }'),
    "slices": ([], "", "var all [][]byte\nfor { all = append(all, make([]byte, 1<<20)) }"),
    "small_slices": ([], "", "var all [][]int\nfor i := 0; ; i++ { all = append(all, []int{i}) }"),
    "append": ([], "", "var all []int\nfor i := 0; ; i++ { all = append(all, i) }"),
    "maps": ([], "", "m := map[int]int{}\nfor i := 0; ; i++ { m[i] = i }"),
    "string_map": (["fmt"], "", "m := map[string]int{}\nfor i := 0; ; i++ { m[fmt.Sprint(i)] = i }"),
    "many_maps": ([], "", "var all []map[int]int\nfor { all = append(all, map[int]int{1: 1}) }"),
    "pointers": ([], "type node struct{ next *node; v int }", "var list *node\nfor i := 0; ; i++ { list = &node{list, i} }"),
    "channels": ([], "", "var all []chan int\nfor { all = append(all, make(chan int, 10)) }"),
    "big_channel": ([], "", "c := make(chan int, 1<<40)\nfor i := 0; ; i++ { c <- i }"),
    "channel_growth": ([], "", "var all []chan [64]int\nfor { c := make(chan [64]int, 1000); c <- [64]int{}; all = append(all, c) }"),
    "goroutines": ([], "", "c := make(chan int)\nfor { go func() { <-c }() }"),
    "goroutine_tree": ([], "func grow() { for { go grow() } }", "go grow()\nselect {}"),
    "short_goroutines": ([], "", "for { done := make(chan bool); go func() { done <- true }(); <-done }"),
    "after": (["time"], "", "var all []<-chan time.Time\nfor { all = append(all, time.After(time.Hour)) }"),
    "dropped_timers": (["time"], "", "for { time.NewTimer(time.Hour) }"),
    "after_func": (["time"], "", "for { time.AfterFunc(time.Hour, func() {}) }"),
    "timer_chain": (["time"], "func next() { time.AfterFunc(time.Second, next) }", "next()\nselect {}"),
    "sleepers": (["time"], "", "for { go time.Sleep(time.Hour) }"),
    "sleeps": (["time"], "", "for { time.Sleep(time.Hour) }"),
    "ticker": (["time"], "", "for range time.Tick(time.Second) { }"),
    "polling_timers": (["time"], "", "for { select { case <-time.After(time.Hour): default: } }"),
    "closures": ([], "", "f := func() int { return 0 }\nfor { g := f; f = func() int { return g() + 1 } }"),
    "big_square": (["math/big"], "", "n := big.NewInt(3)\nfor { n.Mul(n, n) }"),
    "big_power": (["math/big"], "", "n := big.NewInt(3)\nn.Exp(n, big.NewInt(1<<40), nil)\nfor { }"),
    "big_shift": (["math/big"], "", "n := big.NewInt(1)\nfor { n.Lsh(n, 1<<28); n.Add(n, n) }"),
    "big_text": (["math/big"], "", "n := new(big.Int).Lsh(big.NewInt(1), 1<<29)\nfor { _ = n.String() }"),
    "big_mod": (["math/big"], "", "n := new(big.Int).Lsh(big.NewInt(1), 1<<22)\nn.Sub(n, big.NewInt(1))\nfor { big.NewInt(3).Exp(big.NewInt(3), n, n) }"),
    "regexp": (["regexp", "strings"], "", 'r := regexp.MustCompile("(a*)*b|(a|aa)+$")\ns := strings.Repeat("a", 1<<20)\nfor { r.FindAllString(s, -1) }'),
    "regexp_size": (["regexp"], "", 'for { regexp.MustCompile("((a{0,100}){0,100}){0,1000}") }'),
    "sort": (["sort"], "", "s := make([]int, 1<<20)\nfor { sort.Slice(s, func(i, j int) bool { return i*7919%1000 < j*7919%1000 }) }"),
    "sort_for_ever": (["sort"], "", "s := make([]int, 1000)\nsort.Slice(s, func(i, j int) bool { for { } })"),
    "recursion": ([], "func f(n int) int { return f(n+1) + 1 }", "f(0)"),
    "wide_recursion": ([], "func f(a [1000]int) int { return f(a) + 1 }", "f([1000]int{})"),
    "slow_recursion": ([], "func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }", "for { fib(90) }"),
    "output": (["fmt"], "", 'for { fmt.Println("all work and no play makes jack a dull boy") }'),
    "long_line": (["fmt"], "", 'for { fmt.Print("all work and no play makes jack a dull boy") }'),
    "print": ([], "", 'for { print("x") }'),
    "formats": (["fmt"], "", 'for { _ = fmt.Sprintf("%100000000d", 1) }'),
    "select": ([], "", "a, b := make(chan int), make(chan int)\ngo func() { for { a <- 1 } }()\ngo func() { for { b <- 1 } }()\nfor { select { case <-a: case <-b: } }"),
    "select_default": ([], "", "a := make(chan int)\nfor { select { case <-a: default: } }"),
    "contexts": (["context"], "", "c := context.Background()\nfor i := 0; ; i++ { c, _ = context.WithCancel(c) }"),
    "context_tree": (["context"], "", "c, _ := context.WithCancel(context.Background())\nfor { context.WithCancel(c) }"),
    "context_values": (["context"], "", "c := context.Background()\nfor i := 0; ; i++ { c = context.WithValue(c, i, i) }"),
    "context_timeouts": (["context", "time"], "", "for { context.WithTimeout(context.Background(), time.Hour) }"),
    "panics": ([], "func f(n int) { defer func() { f(n + 1) }(); panic(n) }", "f(0)"),
    "recovered": ([], "func f() { defer func() { recover() }(); panic(1) }", "for { f() }"),
    "defers": ([], "", "for { defer func() {}() }"),
    "mutexes": (["sync"], "", "var all []*sync.Mutex\nfor { m := new(sync.Mutex); m.Lock(); all = append(all, m) }"),
    "lock_users": (["sync"], "", "var m sync.Mutex\nm.Lock()\nfor { go m.Lock() }"),
    "wait_groups": (["sync"], "", "for { var w sync.WaitGroup; w.Add(1); go w.Done(); w.Wait() }"),
    "atomics": (["sync/atomic"], "", "var n atomic.Int64\nfor { n.Add(1) }"),
    "pool": (["sync"], "", "var p sync.Pool\nfor { p.Put(make([]byte, 1000)) }"),
    "sync_map": (["sync"], "", "var m sync.Map\nfor i := 0; ; i++ { m.Store(i, i) }"),
    "racy_cells": ([], "", "var all [][]int\nfor { s := make([]int, 1000); go func() { for i := range s { s[i]++ } }(); all = append(all, s) }"),
    "spin": ([], "", "for { }"),
    "count": ([], "", "n := 0\nfor { n++ }"),
    "gosched": (["runtime"], "", "for { runtime.Gosched() }"),
    "interfaces": ([], "", "var all []any\nfor i := 0; ; i++ { all = append(all, i, 1.5, \"s\") }"),
    "json": (["encoding/json"], "", 'v := any(1)\nfor { v = map[string]any{"v": v}; json.Marshal(v) }'),
    "files": (["os"], "", 'for { os.ReadFile("/dev/zero") }'),
    "random": (["math/rand"], "", "m := map[int]bool{}\nfor { m[rand.Int()] = true }"),
    "arrays": ([], "", "var all []*[1 << 16]int\nfor { all = append(all, new([1 << 16]int)) }"),
}

DETECTORS = ["hybrid", "grace", "grace-full", "djit", "fasttrack", "tsan", "lockset", "none"]


def program(kind):
    imports, declarations, body = KINDS[kind]
    lines = ["package main", ""]
    lines += [f'import "{name}"' for name in imports]
    lines += ["", declarations, "", "func main() {"]
    return "\n".join(lines) + "\n\t" + body.replace("\n", "\n\t") + "\n}\n"


def test_program(kind):
    text = program(kind)
    head, rest = text.split("func main() {")
    head = head.replace("package main\n", 'package main\n\nimport "testing"\n', 1)
    return head + "func TestBomb(t *testing.T) {" + rest


def runs():
    """(name, kind, arguments): every kind with every command, and with every detector."""
    out = []
    for kind in KINDS:
        common = ["--memory", MEMORY, "--time", f"{SECONDS}s"]
        out.append((f"run {kind}", kind, ["run", *common]))
        out.append((f"run --seed {kind}", kind, ["run", "--seed", "3", *common]))
        out.append((f"fuzz {kind}", kind, ["fuzz", "-j", "1", *common]))
        for engine in ["auto", "dpor", "states", "reduced"]:
            out.append((f"check {engine} {kind}", kind, ["check", "--engine", engine, *common]))
        out.append((f"test {kind}", kind, ["test", "--memory", MEMORY, "--steps", STEPS, "--fuzz=0"]))
        for detector in DETECTORS[1:]:
            out.append((f"run {detector} {kind}", kind, ["run", "--detector", detector, *common]))
    return out


def own_limits():
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 20, 64 << 20))


def finish(process, deadline):
    """Waits; the status (None: it had to be killed), the most it had resident and the processor
    seconds that it took."""
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status), usage
        if time.monotonic() > deadline:
            os.killpg(process.pid, 9)
            _, _, usage = os.wait4(process.pid, 0)
            return None, usage
        time.sleep(0.01)


def ends_of(file, most=4096):
    """The first and the last bytes of what is in the file."""
    file.seek(0)
    text = file.read()
    return text if len(text) < 2 * most else text[:most] + text[-most:]


def explode(gol, name, kind, arguments):
    """What is wrong with that run, or None."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bomb_test.go" if arguments[0] == "test" else "bomb.go")
        with open(path, "w") as file:
            file.write(test_program(kind) if arguments[0] == "test" else program(kind))
        with open(os.path.join(folder, "err"), "w+") as err:
            begin = time.monotonic()
            process = subprocess.Popen([gol, *arguments, os.path.basename(path)], cwd=folder, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL if arguments[0] != "test" else err,
                                       stderr=err, preexec_fn=own_limits)
            status, usage = finish(process, begin + PATIENCE)
            took, cpu = time.monotonic() - begin, usage.ru_utime + usage.ru_stime
            message = ends_of(err)
    last = " | ".join(message.strip().splitlines()[:2])[:200]
    if status is None:
        return f"killed after {took:.1f} s ({cpu:.1f} s of processor)"
    if min(took, cpu) > SECONDS + GRACE:
        return f"{took:.1f} s, {cpu:.1f} s of processor: {last}"
    if usage.ru_maxrss > RESIDENT_MB * 1024:
        return f"{usage.ru_maxrss // 1024} MB: {last}"
    if status < 0 or status > 66 or "internal error" in message:
        return f"status {status}: {last}"
    if arguments[0] == "run" and status == 3 and not any(
            word in message for word in ("limit", "--memory", "livelock", "timeout")):
        return f"no word of the limit: {last}"
    if arguments[0] == "run" and status not in (2, 3, 66):
        return f"status {status}: {last}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gol", default=os.environ.get("GOL", "build/gol"))
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("pattern", nargs="?", default="")
    options = parser.parse_args()
    chosen = [run for run in runs() if re.search(options.pattern, run[0])]
    if options.sample and options.sample < len(chosen):
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    failures = 0
    for run in chosen:
        wrong = explode(os.path.abspath(options.gol), *run)
        if wrong:
            failures += 1
            print(f"{run[0]}: {wrong}", flush=True)
    print(f"bombs: {len(chosen) - failures} of {len(chosen)} ended as they should")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
