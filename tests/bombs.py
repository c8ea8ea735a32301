#!/usr/bin/env python3
"""Programs that want all memory, all time or both (tests/bomb_programs.py), under every command that
compiles, runs or analyses them and every detector: each run ends within a second after its --time, with
less than 400 MB resident, with status 3 and a message that names the limit (a test that it ends has failed: status 1). A
run or search may end with a finding instead; of a program that is hard to compile, it may be that it compiles or has an error.

    tests/bombs.py [--gol PATH] [--each N] [--sample N] [--seed N] [PATTERN]

Prints one line for each run that does not; --each takes N random commands for each program, --sample N
of the runs at random. PATTERN is a regular expression for "COMMAND NAME"."""
import os
import re
import resource
import subprocess
import tempfile
import time

from bomb_programs import KINDS, SOURCES
from practice import attack

MEMORY, RESIDENT_MB, SECONDS, GRACE = "300M", 400, 2, 1.0
# On a busy machine seconds of the processor count, and a run is waited for that long.
PATIENCE = 120
EVENTS = "200000"  # steps of the run that gol predict gets the trace of
DETECTORS = ["grace", "grace-full", "djit", "fasttrack", "tsan", "lockset", "none"]
LIMITS = ["--memory", MEMORY, "--time", f"{SECONDS}s"]
COMMANDS = {
    "run": ["run", *LIMITS],
    "run --seed": ["run", "--seed", "3", *LIMITS],
    "fuzz": ["fuzz", "-j", "1", *LIMITS],
    "fuzz -j 2": ["fuzz", "-j", "2", *LIMITS],
    "test": ["test", "--fuzz=0", *LIMITS],
    "vet": ["vet", *LIMITS],
    "predict": ["predict", *LIMITS],
    "repl": ["repl", *LIMITS],
    **{f"check {engine}": ["check", "--engine", engine, *LIMITS] for engine in ["auto", "dpor", "states", "reduced"]},
    **{f"run {detector}": ["run", "--detector", detector, *LIMITS] for detector in DETECTORS},
}
SEARCHES = ("fuzz", "check", "vet", "predict", "repl")
NAMES_LIMIT = re.compile(r"limit|--memory|--time|--steps|timeout|livelock|within|no more than|out of memory|stack overflow|too (large|many|long|deep)")


def program(name):
    if name in SOURCES:
        return SOURCES[name]
    imports, declarations, body = KINDS[name]
    lines = ["package main", ""]
    lines += [f'import "{path}"' for path in imports]
    lines += ["", declarations, "", "func main() {"]
    return "\n".join(lines) + "\n\t" + body.replace("\n", "\n\t") + "\n}\n"


def test_program(name):
    text = program(name)
    text = text.replace("package main\n", 'package main\n\nimport "testing"\n', 1)
    return re.sub(r"func main\(\) ?\{", "func TestBomb(t *testing.T) {", text)


def session(name):
    """What is typed: of a source its lines, else the declarations and the body as it stands."""
    if name in SOURCES:
        return SOURCES[name].replace("package main\n", "", 1) + "\nmain()\n"
    imports, declarations, body = KINDS[name]
    return "".join(f'import "{path}"\n' for path in imports) + f"{declarations}\n\n{{\n{body}\n}}\n"


def runs():
    """(name, program, command): every program with every command."""
    return [(f"{command} {name}", name, command) for name in [*KINDS, *SOURCES] for command in COMMANDS]

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


def write(path, text):
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text)


def arguments_of(gol, folder, name, command):
    """Writes what the command reads into the folder; the arguments, or None: there is nothing to do."""
    if command == "test":
        write(os.path.join(folder, "bomb_test.go"), test_program(name))
        return [*COMMANDS[command], "bomb_test.go"]
    write(os.path.join(folder, "typed"), session(name) if command == "repl" else "")
    write(os.path.join(folder, "bomb.go"), program(name))
    if command == "repl":
        return COMMANDS[command]
    if command == "predict":
        subprocess.run([gol, "run", "--quiet", "--steps", EVENTS, "--trace", "bomb.trace", *LIMITS, "bomb.go"],
                       cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       preexec_fn=own_limits, timeout=PATIENCE, check=False)
        return [*COMMANDS[command], "bomb.trace"] if os.path.exists(os.path.join(folder, "bomb.trace")) else None
    return [*COMMANDS[command], "bomb.go"]


def explode(gol, label, name, command):
    """What is wrong with that run, or None."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = arguments_of(gol, folder, name, command)
        if not arguments:
            return None
        typed = open(os.path.join(folder, "typed"), encoding="utf-8", errors="replace") if command == "repl" else subprocess.DEVNULL
        shown = command.split()[0] in ("test", "repl", "vet", "predict")
        with open(os.path.join(folder, "err"), "w+", errors="replace") as err:
            begin = time.monotonic()
            process = subprocess.Popen([gol, *arguments], cwd=folder, stdin=typed,
                                       stdout=err if shown else subprocess.DEVNULL, stderr=err, preexec_fn=own_limits)
            status, usage = finish(process, begin + PATIENCE)
            took, cpu = time.monotonic() - begin, usage.ru_utime + usage.ru_stime
            message = ends_of(err)
        if command == "repl":
            typed.close()
    last = " | ".join(message.strip().splitlines()[-2:])[-200:]
    if status is None:
        return f"killed after {took:.1f} s ({cpu:.1f} s of processor): {last}"
    if min(took, cpu) > SECONDS + GRACE:
        return f"{took:.1f} s, {cpu:.1f} s of processor: {last}"
    if usage.ru_maxrss > RESIDENT_MB * 1024:
        return f"{usage.ru_maxrss // 1024} MB: {last}"
    if status < 0 or status > 66 or "internal error" in message:
        return f"status {status}: {last}"
    return wrong_end(name, command, status, message, last)


def wrong_end(name, command, status, message, last):
    if re.search(r"unknown flag|^usage:", message, re.M):
        return f"no run at all: {last}"
    if status in (2, 66) or (name in SOURCES and status in (0, 1)):
        return None
    if status == 1 and command == "test" and NAMES_LIMIT.search(message) and "--- FAIL: TestBomb" in message:
        return None
    if status == 3 or command.split()[0] in SEARCHES:
        found = NAMES_LIMIT.search(message) or command.split()[0] in ("vet", "predict")
        return None if found and status in (0, 3) else f"status {status}, no word of the limit: {last}"
    return f"status {status}: {last}"


def some_of(all_runs, options, rng):
    chosen = [run for run in all_runs if re.search(options.pattern, run[0])]
    if options.each:
        by_name = {}
        for run in chosen:
            by_name.setdefault(run[1], []).append(run)
        chosen = [run for of_one in by_name.values() for run in rng.sample(of_one, min(options.each, len(of_one)))]
    if options.sample and options.sample < len(chosen):
        chosen = rng.sample(chosen, options.sample)
    return chosen


def run_some(options, rng, _):
    failures = 0
    chosen = some_of(runs(), options, rng)
    for run in chosen:
        wrong = explode(options.gol, *run)
        if wrong:
            failures += 1
            print(f"{run[0]}: {wrong}", flush=True)
    print(f"bombs: {len(chosen) - failures} of {len(chosen)} ended as they should, of {len({run[1] for run in chosen})} programs")
    return failures


if __name__ == "__main__":
    attack(run_some, each=int, sample=int)
