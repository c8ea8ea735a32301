#!/usr/bin/env python3
"""What the tests notice: make mutants COUNT=200 SEED=1, or tests/mutants.py COUNT SEED [FOLDER...].

Makes COUNT random small changes (mutants) to the C files of the folders, in proportion to their
lines, one at a time, and runs the tests until one fails. A change that no test notices survives: a
test is missing, the code is redundant, or the change means nothing (tests/mutants.txt says why).

Changed is one token or statement: a comparison, && and ||, + and -, true and false, a whole number
by one, a condition of if or while negated, a statement dropped. Not counted is what does not
compile or compiles to the same code. Not dropped are a return (the result would be undefined) and
what only releases memory. CHECKs are live, as in make asan: they are tests, so they are not changed.

Only tests that reach the changed place are run: the first call builds the folders with a hook per
basic block and runs all tests once. It is kept in build-mutants/, as is how often each test has
failed; remove the folder to begin again. Without the objects of make mutants nothing works.
A call that was interrupted goes on when it is repeated. AGAIN=1 tries the survivors of the last
call again, with the tests and sources as they are now.
BUDGET=60 runs tests of so many seconds per mutant, the most promising first.
"""
import collections
import concurrent.futures
import difflib
import functools
import hashlib
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOME = "build-mutants"
BASE = os.path.join(HOME, "base")
REACH = os.path.join(HOME, "reach")
FOLDERS = ("race", "explore", "vm", "predict")
COMPILE = shlex.split(os.environ.get("COMPILE", "gcc")) + ["-w", "-g0"]
LIBS = shlex.split(os.environ.get("LIBS", ""))
# Mutants loop, wait and write without end: a process has so much address space (KiB), so large files
# and so many seconds of CPU time. What the test used of it comes last.
LIMITED = 'ulimit -v 16000000 -f 400000 -c 0 -t {}; tests/run --one "$0"; echo; times'

# Mutants ------------------------------------------------------------------------------------------

TOKEN = re.compile(r"""(?P<skip>\s+ | //[^\n]* | /\*.*?\*/ | ^[ \t]*\#(?:\\\n|[^\n])*)
    | (?P<text>"(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*')
    | (?P<name>[A-Za-z_]\w*)
    | (?P<number>\d[\w.]*)
    | (?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""", re.S | re.M | re.X)

SWAPS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",),
    "!=": ("==",), "&&": ("||",), "||": ("&&",), "+": ("-",), "-": ("+",), "+=": ("-=",),
    "-=": ("+=",), "++": ("--",), "--": ("++",), "true": ("false",), "false": ("true",),
}
WHOLE = re.compile(r"(0x[\da-f]{1,8}|\d{1,9})[ul]*", re.I)
NOT_DROPPED = re.compile(r"return|goto|BUG|CHECK|typedef|struct|union|enum|\w*free\w*$|unmap")

# The text from start to end becomes new.
Mutant = collections.namedtuple("Mutant", "file start end new")


def tokens(text):
    return [m for m in TOKEN.finditer(text) if m.lastgroup != "skip"]


def closing(tokens_, i):
    """Index of the parenthesis that closes the one at i."""
    depth = 0
    for k in range(i, len(tokens_)):
        depth += {"(": 1, ")": -1}.get(tokens_[k].group(), 0)
        if depth == 0:
            return k
    return i


def replacements(tokens_, i):
    """(start, end, new text) of each change to token i."""
    token = tokens_[i]
    text = token.group()
    if text in SWAPS and token.lastgroup in ("op", "name"):
        for new in SWAPS[text]:
            yield token.start(), token.end(), new
    elif token.lastgroup == "number" and WHOLE.fullmatch(text):
        yield token.start(), token.end(), f"({text} + 1)"
        yield token.start(), token.end(), f"({text} - 1)"


def negations(text, tokens_):
    for i, token in enumerate(tokens_[:-1]):
        if token.group() in ("if", "while") and tokens_[i + 1].group() == "(":
            start, end = tokens_[i + 1].start(), tokens_[closing(tokens_, i + 1)].end()
            yield start, end, "(!" + text[start:end] + ")"


def statements(tokens_):
    """(start, end) of each statement that can be dropped."""
    depth = braces = 0
    first = None
    for i, token in enumerate(tokens_):
        word = token.group()
        first = token if first is None else first
        depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(word, 0)
        braces += {"{": 1, "}": -1}.get(word, 0)
        if depth:
            continue
        header = word == ")" and first.group() in ("if", "for", "while", "switch")
        label = word == ":" and first.group() in ("case", "default")
        if word == ";" and braces and not NOT_DROPPED.match(first.group()) and first is not token:
            yield first.start(), token.start()
        if word in (";", "{", "}", "else", "do") or header or label:
            first = None


def asserted(text):
    """The spans of what says what cannot happen."""
    all_ = tokens(text)
    for i, token in enumerate(all_[:-1]):
        if token.group() in ("CHECK", "BUG") and all_[i + 1].group() == "(":
            yield token.start(), all_[closing(all_, i + 1)].end()


# Functions and loops that only release memory, or only CHECK.
LEFT_OUT = re.compile(r"""^(?:static\ )?void\ (?:free_\w+|\w+_free|\w+_check)\([^;{]*\)\n\{.*?^\}
    | ^[^\n]*\bCHECKING\b[^\n]*\n[^\n]*;
    | ^\ +for\ \([^\n]*\)\n\ +\w*free\w*\([^;]*;""", re.S | re.M | re.X)


def changes(text):
    """(start, end, new text) of each change."""
    all_ = tokens(text)
    for i in range(len(all_)):
        yield from replacements(all_, i)
    yield from negations(text, all_)
    for start, end in statements(all_):
        yield start, end, "\n" * text.count("\n", start, end)


def mutants_of(file):
    text = read(file)
    left_out = [match.span() for match in LEFT_OUT.finditer(text)] + list(asserted(text))
    for start, end, new in changes(text):
        if not any(a <= start < b for a, b in left_out):
            yield Mutant(file, start, end, new)


def sources(folder):
    """Its C files that are part of gol."""
    found = []
    for path, _, names in os.walk(os.path.join(ROOT, folder)):
        found += [os.path.relpath(os.path.join(path, n), ROOT) for n in names
                  if n.endswith(".c") and not n.endswith(("_gen.c", "_mpi.c"))]
    return sorted(found)


def read(file):
    with open(os.path.join(ROOT, file), encoding="utf-8") as f:
        return f.read()


def mutated(mutant):
    text = read(mutant.file)
    return text[:mutant.start] + mutant.new + text[mutant.end:]


def line_of(mutant):
    return read(mutant.file).count("\n", 0, mutant.start) + 1


def diff(mutant):
    """The changed line, before and after, each without indentation."""
    text = read(mutant.file)
    line = text.rfind("\n", 0, mutant.start) + 1
    end = (text + "\n").index("\n", mutant.end)
    new = text[line:mutant.start] + mutant.new + text[mutant.end:end]
    return [" ".join(part.split()) for part in (text[line:end], new)]


def equivalents():
    """The changes that tests/mutants.txt describes: patterns for lines of file, before, after."""
    rules = []
    for entry in re.split(r"\n\n+", read("tests/mutants.txt")):
        match = re.match(r"(\S+)\n- (.*)\n\+ (.*)\n", entry)
        if match:
            text = re.escape("\n".join(match.groups()[:3])).replace(re.escape("..."), ".*")
            rules.append(re.compile(text))
    return rules


def is_equivalent(mutant, rules):
    return any(rule.fullmatch("\n".join([mutant.file, *diff(mutant)])) for rule in rules)


# Building -----------------------------------------------------------------------------------------

def compile_text(file, text, target):
    """Whether the text compiles, as if it stood in the file."""
    command = COMPILE + ["-c", "-x", "c", "-", "-o", target]
    return subprocess.run(command, input=f'# 1 "{file}"\n{text}', text=True, cwd=ROOT,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def link(name, objects, build):
    """Links gol, or a unit test, with the objects instead of those in the library."""
    main = "cli/main.o" if name == "gol" else name + ".o"
    target = os.path.join(ROOT, build, name)
    if os.path.lexists(target):
        os.remove(target)
    command = COMPILE + ["-o", target, os.path.join(BASE, main)] + objects
    command += [os.path.join(BASE, "libgol.a"), "-Wl,--as-needed"] + LIBS
    subprocess.run(command, cwd=ROOT, check=True)


def fresh_build(build):
    """A folder like BASE, of links to it."""
    shutil.rmtree(os.path.join(ROOT, build), ignore_errors=True)
    os.makedirs(os.path.join(ROOT, build, "tests/unit"))
    for name in ["gol"] + unit_names():
        os.symlink(os.path.join(ROOT, BASE, name), os.path.join(ROOT, build, name))


def unit_names():
    files = os.listdir(os.path.join(ROOT, "tests/unit"))
    return ["tests/unit/" + f[:-2] for f in sorted(files) if f.endswith("_test.c")]


# Running tests ------------------------------------------------------------------------------------

def end_session(leader):
    """Ends what a test has left running."""
    for pid in session_pids(leader):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def session_pids(leader):
    found = subprocess.run(["pgrep", "-s", str(leader)], capture_output=True, text=True, check=False)
    return [int(pid) for pid in found.stdout.split()]


def activity(leader):
    """Of the processes of a test: seconds of CPU time, and whether one runs or waits for the disk."""
    used, busy = 0, False
    for pid in session_pids(leader):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as f:
                fields = f.read().rpartition(")")[2].split()
        except OSError: # it has ended
            busy = True
            continue
        used += sum(map(int, fields[11:15])) # its own, and of children that have ended
        busy |= fields[0] in "RD"
    return used / os.sysconf("SC_CLK_TCK"), busy


def wait_for(process, limit, patience):
    """ended; slow: it has used so much CPU time; hangs: all its processes have slept for so long."""
    began = quiet_since = time.time()
    before = None
    while True:
        try:
            process.wait(timeout=0.5)
            return "ended"
        except subprocess.TimeoutExpired:
            used, busy = activity(process.pid)
        if used > limit or time.time() > began + 20 * limit:
            return "slow"
        if busy or used != before:
            before, quiet_since = used, time.time()
        elif time.time() > quiet_since + patience:
            return "hangs"


def run_test(test, build, usual, variables=()):
    """What one test says of a build: ok, failed, slow or hangs, and its seconds of CPU time. What it
    usually needs are seconds of CPU time and of time."""
    temporary = os.path.join(ROOT, build, "tmp")
    os.makedirs(temporary, exist_ok=True)
    limit = int(5 + 3 * usual[0])
    env = dict(os.environ, BUILD=build, TMPDIR=temporary, TEST_TIMEOUT="3000", JOBS="1",
               **dict(variables))
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        with subprocess.Popen(["bash", "-c", LIMITED.format(limit), test], cwd=ROOT, env=env,
                              start_new_session=True, stdout=output, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL) as process:
            how = wait_for(process, limit, 5 + 2 * usual[1])
            end_session(process.pid)
        shutil.rmtree(temporary, ignore_errors=True)
        output.seek(0)
        said = output.read()
    if how != "ended":
        return how, limit
    times = re.findall(r"(\d+)m([\d.]+)s", said.splitlines()[-1])
    used = sum(60 * int(minutes) + float(seconds) for minutes, seconds in times)
    passed = said.startswith("ok ") and not re.search(r"^FAIL ", said, re.M)
    return "ok" if passed else "slow" if used > limit - 1 else "failed", used


def all_tests():
    listed = subprocess.run(["tests/run", "--list"], cwd=ROOT, capture_output=True, text=True,
                            env=dict(os.environ, BUILD=BASE), check=True)
    return listed.stdout.split("\n")[:-1]


# Which tests reach which lines --------------------------------------------------------------------

HOOK = r"""
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
extern char __executable_start, etext;
static char *reached; /* a byte per address of code, shared by all processes of a test */
__attribute__((constructor)) static void start(void)
{
    char path[4096];
    const char *dir = getenv("MUTANTS_REACHED");
    snprintf(path, sizeof(path), "%s/%s", dir ? dir : "", program_invocation_short_name);
    int fd = dir ? open(path, O_RDWR | O_CREAT, 0666) : -1;
    if (fd < 0 || ftruncate(fd, &etext - &__executable_start))
        return;
    void *map = mmap(0, &etext - &__executable_start, PROT_WRITE, MAP_SHARED, fd, 0);
    reached = map == MAP_FAILED ? 0 : map;
    close(fd);
}
void __sanitizer_cov_trace_pc(void)
{
    if (reached)
        reached[(char *)__builtin_return_address(0) - 1 - &__executable_start] = 1;
}
"""


def hooked_build():
    fresh_build(REACH)
    hook = os.path.join(ROOT, REACH, "hook.o")
    compile_text("hook.c", HOOK, hook)

    def hooked(file):
        target = os.path.join(ROOT, REACH, file.replace("/", "_")[:-2] + ".o")
        command = COMPILE + ["-g", "-fsanitize-coverage=trace-pc", "-c", file, "-o", target]
        subprocess.run(command, cwd=ROOT, check=True)
        return target

    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        objects = [hook] + list(pool.map(hooked, [f for folder in FOLDERS for f in sources(folder)]))
        list(pool.map(lambda name: link(name, objects, REACH), ["gol"] + unit_names()))


def hooks():
    """The addresses in gol that can be marked."""
    said = subprocess.run(["objdump", "-d", "--no-show-raw-insn", os.path.join(ROOT, REACH, "gol")],
                          capture_output=True, text=True, check=True)
    calls = re.finditer(r"<__sanitizer_cov_trace_pc>\n +([0-9a-f]+):", said.stdout)
    return [int(call[1], 16) - 1 for call in calls]


def marked(path):
    with open(path, "rb") as f:
        data = f.read()
    at = data.find(b"\1")
    while at >= 0:
        yield at
        at = data.find(b"\1", at + 1)


def source_lines(binary, addresses):
    """file:line of each address. What is no unit test is gol, perhaps as gol build has named it."""
    unit = os.path.join(ROOT, REACH, "tests/unit", binary)
    path = unit if os.path.exists(unit) else os.path.join(ROOT, REACH, "gol")
    said = subprocess.run(["addr2line", "-e", path], capture_output=True, text=True, check=True,
                          input="\n".join(hex(a) for a in addresses))
    for line in said.stdout.splitlines():
        yield os.path.relpath(os.path.join(ROOT, line.split(" ")[0]), ROOT)


def sum_of(test):
    with open(os.path.join(ROOT, test), "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def probe(tests):
    """Runs all tests once. {"seconds": {test: its time}, "lines": {file:line: number whose bit n is
    set when test n gets there}}; a time is CPU time and time; tests that fail are left out."""
    hooked_build()
    places = collections.defaultdict(lambda: collections.defaultdict(int))
    seconds, lock = {}, threading.Lock()

    def one(number):
        build = os.path.join(REACH, f"of-{threading.get_ident()}")
        reached = os.path.join(ROOT, build, "reached")
        shutil.rmtree(os.path.join(ROOT, build), ignore_errors=True)
        os.makedirs(reached)
        os.symlink(os.path.join(ROOT, REACH, "gol"), os.path.join(ROOT, build, "gol"))
        os.symlink(os.path.join(ROOT, REACH, "tests"), os.path.join(ROOT, build, "tests"))
        began = time.time()
        result, used = run_test(tests[number], build, (100, 100), [("MUTANTS_REACHED", reached)])
        with lock:
            if result != "ok":
                print(f"left out, {result} without a mutant: {tests[number]}", flush=True)
                return
            seconds[tests[number]] = (used, round(time.time() - began, 2))
            for binary in os.listdir(reached):
                for address in marked(os.path.join(reached, binary)):
                    places[binary][address] |= 1 << number

    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        list(pool.map(one, range(len(tests))))
    places["gol"] = dict.fromkeys(hooks(), 0) | places["gol"]
    lines = collections.defaultdict(int)
    for binary, masks in places.items():
        for address, line in zip(masks, source_lines(binary, masks)):
            lines[line] |= masks[address]
    return {"tests": tests, "seconds": seconds, "sums": {test: sum_of(test) for test in tests},
            "texts": {file: read(file) for folder in FOLDERS for file in sources(folder)},
            "lines": {line: hex(mask) for line, mask in lines.items()}}


class Reach:
    """Answers which tests are worth running for a mutant."""

    def __init__(self, tests):
        path = os.path.join(ROOT, HOME, "reach.json")
        if not os.path.exists(path):
            print("running all tests once, to see what they reach", flush=True)
            save(path, probe(tests))
        with open(path, encoding="utf-8") as f:
            known = json.load(f)
        self.seconds, self.texts = known["seconds"], known["texts"]
        self.probed = known["tests"]
        self.new = [test for test in tests if known["sums"].get(test) != sum_of(test)]
        self.alive = set(tests)
        self.lines = collections.defaultdict(dict)
        for place, mask in known["lines"].items():
            file, line = place.rsplit(":", 1)
            self.lines[file][int(line) if line.isdigit() else 0] = int(mask, 16)

    def probed_line(self, file, line):
        """Where the line stood when the tests were run; None if it is newer."""
        old, new = self.texts.get(file, ""), read(file)
        matcher = difflib.SequenceMatcher(None, old.split("\n"), new.split("\n"), False)
        for a, b, size in matcher.get_matching_blocks():
            if b < line <= b + size:
                return a + line - b
        return None

    def tests(self, mutant):
        """Those that reach the statement, and those that have changed since the probe. Of a statement
        that is newer than the probe, or that none seems to reach, since the compiler has put it
        elsewhere: those that reach anything of its file."""
        masks, line = self.lines[mutant.file], self.probed_line(mutant.file, line_of(mutant))
        near = []
        if line is not None:
            last = line + read(mutant.file).count("\n", mutant.start, mutant.end)
            before = max((n for n in masks if n <= line), default=0)
            near = [m for n, m in masks.items() if before <= n <= last]
        mask = 0
        for m in near if any(near) else masks.values():
            mask |= m
        old = [test for i, test in enumerate(self.probed) if mask >> i & 1]
        return [t for t in old if t in self.seconds and t in self.alive and t not in self.new] + \
            self.new

    @functools.lru_cache(maxsize=None)
    def portion(self, file, test):
        """The share of the lines of the file that the test reaches: much for one that is about it."""
        if test not in self.probed:
            return 1
        bit, masks = 1 << self.probed.index(test), self.lines[file].values()
        return sum(mask & bit > 0 for mask in masks) / max(1, len(masks))

    def usual(self, test):
        return self.seconds.get(test, (5, 5))


# The search ---------------------------------------------------------------------------------------

def jobs():
    return int(os.environ.get("JOBS", os.cpu_count()))


def save(path, value):
    new = f"{path}.{threading.get_ident()}"
    with open(new, "w", encoding="utf-8") as f:
        json.dump(value, f)
    os.replace(new, path)


class History:
    """How often each test was run and failed, by folder and by file. What kills most per second goes
    first, of tests as good those that reach most of the file."""

    def __init__(self):
        self.path = os.path.join(ROOT, HOME, "history.json")
        self.counts = {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as f:
                self.counts = json.load(f)

    def add(self, mutant, test, failed):
        for key in keys(mutant, test):
            count = self.counts.setdefault(key, [0, 0])
            count[0] += 1
            count[1] += failed

    def order(self, mutant, tests, reach):
        def promise(test):
            share = 0.5 if test.startswith("tests/unit") else 0.2 if test.endswith(".sh") else 0.02
            for key in keys(mutant, test):
                runs, failed = self.counts.get(key, (0, 0))
                share = (failed + 2 * share) / (runs + 2)
            return share * reach.portion(mutant.file, test) / (reach.usual(test)[0] + 0.3)
        return sorted(tests, key=promise, reverse=True)


def keys(mutant, test):
    return f"{mutant.file.split('/')[0]} {test}", f"{mutant.file} {test}"


def object_of(mutant, target):
    """Whether there is one with code of its own."""
    if not compile_text(mutant.file, mutated(mutant), target):
        return False
    with open(target, "rb") as f:
        return f.read() != unchanged(mutant.file, read(mutant.file))


@functools.lru_cache(maxsize=None)
def unchanged(file, text):
    """The object of the file as it is."""
    with tempfile.NamedTemporaryFile(suffix=".o") as f:
        compile_text(file, text, f.name)
        with open(f.name, "rb") as written:
            return written.read()


def killer(mutant, build, reach, history):
    """(how, test) of the first test that fails with the mutant and passes without, or None, and the
    number of tests run. The folder has its object."""
    mutant_object = os.path.join(build, "mutant.o")
    tests = history.order(mutant, reach.tests(mutant), reach)
    if tests:
        link("gol", [mutant_object], build)
    left, run = float(os.environ.get("BUDGET") or "inf"), 0
    for test in tests:
        usual = reach.usual(test)
        if left < usual[0]:
            continue
        left -= usual[0]
        run += 1
        if test.startswith("tests/unit/"):
            link(test[:-2], [mutant_object], build)
        result = run_test(test, build, usual)[0]
        failed = result != "ok" and run_test(test, BASE, usual)[0] == "ok"
        if failed and result != "slow": # it could have been the machine
            failed = run_test(test, build, usual)[0] != "ok"
        history.add(mutant, test, failed)
        if failed:
            return (result, test), run
    return None, run


def sample(folders, count, rng):
    """For each of the mutants the list to take it from, in proportion to the lines of the folders."""
    lines = {folder: sum(read(f).count("\n") for f in sources(folder)) for folder in folders}
    chosen = []
    for folder in folders:
        candidates = [m for file in sources(folder) for m in mutants_of(file)]
        rng.shuffle(candidates)
        chosen += [candidates] * round(count * lines[folder] / sum(lines.values()))
    rng.shuffle(chosen)
    return chosen


def report(results, rules):
    print(f"\n{'folder':10}{'mutants':>8}{'killed':>8}{'(looped)':>9}{'equivalent':>12}{'survive':>9}")
    total = collections.Counter()
    for folder in FOLDERS:
        count = collections.Counter()
        for mutant, found in results:
            if mutant.file.startswith(folder + "/"):
                same = not found and is_equivalent(mutant, rules)
                count["mutants"] += 1
                count["killed"] += bool(found)
                count["looped"] += bool(found) and found[0] != "failed"
                count["equivalent"] += same
                count["survive"] += not found and not same
        total += count
        if count["mutants"]:
            row(folder, count)
    row("all", total)


def row(name, count):
    counted = count["mutants"] - count["equivalent"]
    share = f"{100 * count['killed'] / counted:.1f} %" if counted else ""
    print(f"{name:10}{count['mutants']:8}{count['killed']:8}{count['looped']:9}"
          f"{count['equivalent']:12}{count['survive']:9}{share:>9}")


def show(mutant, tests):
    old, new = diff(mutant)
    place = f"{mutant.file}:{line_of(mutant)}"
    how = f"survives {tests} tests" if tests else "reached by no test"
    print(f"\n{place}: {how}\n- {old}\n+ {new}", flush=True)


class Results:
    """What came of each mutant of a call: (how, test) that killed it or None."""

    def __init__(self, call):
        self.path = os.path.join(ROOT, HOME, "results.json")
        self.call, self.found, old = call, {}, {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as f:
                old = json.load(f)
        if os.environ.get("AGAIN"):
            self.call = old["call"]
        elif old.get("call") != call:
            return
        for *saved, found in old["results"]:
            mutant = again(saved)
            if mutant:
                self.found[mutant] = found

    def add(self, mutant, found):
        self.found[mutant] = found
        results = [[m.file, m.start, *diff(m), found] for m, found in list(self.found.items())]
        save(self.path, {"call": self.call, "results": results})


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    folders = sys.argv[3:] or FOLDERS
    reach, history, rules = Reach(all_tests()), History(), equivalents()
    results = Results([count, seed, *folders])
    if os.environ.get("AGAIN"):
        chosen = [[m] for m, found in results.found.items()
                  if not found and not is_equivalent(m, rules)]
        done = set(results.found) - {m for m, in chosen}
    else:
        chosen = sample(folders, count, random.Random(seed))
        done = set(results.found)
    numbers = threading.local()
    free = list(range(jobs()))

    def one(candidates):
        if not hasattr(numbers, "mine"):
            numbers.mine = free.pop()
        build = os.path.join(HOME, f"worker-{numbers.mine}")
        fresh_build(build)
        mutant = next_of(candidates, os.path.join(build, "mutant.o"), done)
        if not mutant or mutant in done:
            return
        found, tests = killer(mutant, build, reach, history)
        save(history.path, dict(history.counts))
        results.add(mutant, found)
        if not found and not is_equivalent(mutant, rules):
            show(mutant, tests)
        if os.environ.get("VERBOSE") and found:
            print(f"{mutant.file}:{line_of(mutant)} {diff(mutant)[1]}: {found}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
        list(pool.map(one, chosen))
    report(list(results.found.items()), rules)


def next_of(candidates, target, known):
    """Takes the next that is known or has code of its own, which becomes the target; or None."""
    while candidates:
        mutant = candidates.pop()
        if mutant in known or object_of(mutant, os.path.join(ROOT, target)):
            return mutant
    return None


def again(saved):
    """A survivor of the last call, where it stands now; None when its line has gone."""
    file, start, old, new = saved
    same = [m for m in mutants_of(file) if diff(m) == [old, new]]
    return min(same, key=lambda m: abs(m.start - start), default=None)


if __name__ == "__main__":
    main()
