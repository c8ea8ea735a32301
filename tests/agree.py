#!/usr/bin/env python3
"""One run in which everything must agree: make agree, or tests/agree.py [SECONDS [FIRST]].

Takes program after program (random ones of three generators, and mutations of the programs in
tests/check and examples), and asks every part of gol about each: run under seeds and detectors,
interpreted and compiled; fuzz; the engines of check; predict; vet; replays of what was found.
Each contradiction is printed as one line with the commands. What must agree:

  engines    engines of check that explored everything find the same
  found      what fuzz or a run finds every such engine finds too
  detectors  precise detectors see a race in the same runs
  jit        a run ends the same, interpreted and compiled
  replay     the command that a finding prints ends with that finding
  confirmed  a race that predict confirms every such engine finds
  vet        what is proved race-free no run has a race in; each race is among the warnings; where
             a race must be, and a run makes both accesses, there is a race
  facts      with --facts a run and the engines say what they say without
  leaks      with --leaks the engines find what they find without, and leaks
  crash      every command ends with a documented status, within its time
"""
import collections
import concurrent.futures
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
GOL = os.path.join(BUILD, "gol")
ENGINES = ("dpor", "reduced", "states")
PRECISE = ("hybrid", "grace", "grace-full", "eventset", "djit", "fasttrack")
STATUSES = {0, 1, 2, 3, 66}
SEARCH = "2s"   # what each search may take
PATIENCE = 60   # seconds of processor time after which a command hangs,
ASLEEP = 900    # or of any time
SEEDS = 4
REPLAYS = 3     # findings replayed per search

GENERATORS = ("reference_test", "random_programs_test", "vet_oracle_test")


def generated(number):
    """Program `number` of the generators in turn."""
    test = GENERATORS[number % len(GENERATORS)]
    env = dict(os.environ)
    if number % 2:
        env["SOUP_TIMERS"] = "1"
    which = str(number // len(GENERATORS) + 1)
    command = [os.path.join(BUILD, "tests/unit", test), "--print", which]
    return subprocess.run(command, capture_output=True, text=True, env=env, check=True).stdout


def realistic():
    """Texts of programs that people could have written, by name."""
    texts = {}
    for folder in ("tests/check", "tests/check/kernels", "tests/check/engines", "tests/fuzz",
                   "examples"):
        path = os.path.join(ROOT, folder)
        for name in sorted(os.listdir(path)):
            if name.endswith((".go", ".gol")):
                with open(os.path.join(path, name), encoding="utf-8") as file:
                    text = file.read()
                if len(text) < 4000 and "testing" not in text:
                    texts[os.path.join(folder, name)] = text
    return texts


def drop_line(pattern):
    """A mutation that drops one line with a match of the pattern."""
    def mutate(lines, rng):
        places = [i for i, line in enumerate(lines) if re.search(pattern, line)]
        if places:
            del lines[rng.choice(places)]
        return bool(places)
    return mutate


def move_line(pattern):
    """One that moves such a line up or down."""
    def mutate(lines, rng):
        places = [i for i, line in enumerate(lines) if re.fullmatch(pattern, line.strip())]
        if not places:
            return False
        line = lines.pop(rng.choice(places))
        lines.insert(rng.randrange(len(lines)), line)
        return True
    return mutate


def replace(pattern, by):
    """One that replaces one match."""
    def mutate(lines, rng):
        places = [i for i, line in enumerate(lines) if re.search(pattern, line)]
        if places:
            i = rng.choice(places)
            lines[i] = re.sub(pattern, by, lines[i], count=1)
        return bool(places)
    return mutate


def swap_lines(lines, rng):
    i = rng.randrange(max(1, len(lines) - 1))
    if i + 1 < len(lines):
        lines[i], lines[i + 1] = lines[i + 1], lines[i]
    return True


MUTATIONS = (
    drop_line(r"\.R?Lock\(\)$"), drop_line(r"\.R?Unlock\(\)$"), drop_line(r"\.Wait\(\)$"),
    drop_line(r"\.Done\(\)$"), drop_line(r"^\s*<-\w+$"), drop_line(r"^\s*\w+ <- \w+$"),
    drop_line(r"\bclose\("),
    move_line(r"\w+(\.\w+)*\.R?Unlock\(\)"), move_line(r"\w+(\.\w+)*\.R?Lock\(\)"),
    move_line(r"close\(\w+\)"), move_line(r"<-\w+"), swap_lines,
    replace(r"make\(chan (\w+)\)", r"make(chan \1, 1)"),
    replace(r"make\(chan (\w+), \w+\)", r"make(chan \1)"),
    replace(r"\.Lock\(\)", ".RLock()"), replace(r"defer ", ""), replace(r"\bgo func", "func"),
    replace(r"\.Add\(1\)", ".Add(2)"), replace(r"\.Broadcast\(\)", ".Signal()"),
    replace(r"for (\w+)\.Wait", r"if \1.Wait"),
)


def mutated(texts, rng):
    """One of the texts after one to three mutations, and its name."""
    name = rng.choice(sorted(texts))
    lines = texts[name].split("\n")
    for _ in range(rng.randint(1, 3)):
        rng.choice(MUTATIONS)(lines, rng)
    return name, "\n".join(lines) + "\n"


def place(access):
    file = os.path.basename(access.get("file", "?"))
    return "%s:%s:%s" % (file, access.get("line"), access.get("column"))


def finding_of(line):
    """What a JSON line says was found, in words that all commands share; None: nothing."""
    kind = line.get("type")
    if kind == "race":
        return "race " + " ".join(sorted((place(line["access"]), place(line["conflict"]))))
    if kind in ("deadlock", "lock cycle", "partial deadlock"):
        return kind + " " + line.get("title", "")
    if kind in ("leak", "panic", "livelock", "memory"):
        return kind + " " + re.sub(r"goroutine \d+|\d+", "N", line.get("title", ""))
    if kind == "verdict" and line.get("verdict") == "exit":  # a run has no other line for it
        return "panic exit, os.Exit(N)"
    return None


def is_leaked(finding, answer):
    """Whether it is a partial deadlock of goroutines which the answer, with --leaks, calls leaked."""
    blocked = {line.get("blocked") for line in answer.lines if line.get("type") == "leak"}
    return finding.startswith("partial deadlock ") and \
        set(re.findall(r"\S+:\d+:\d+", finding)) <= blocked


class Answer:
    """What one command said."""

    def __init__(self, command, cwd):
        self.command = command
        self.hung = False
        try:
            done = subprocess.run(["prlimit", f"--cpu={PATIENCE}", GOL] + command, cwd=cwd,
                                  capture_output=True, timeout=ASLEEP, stdin=subprocess.DEVNULL,
                                  check=False)
            self.status, out = done.returncode, done.stdout
            self.hung = self.status == -signal.SIGXCPU
            self.err = done.stderr.decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            self.hung, self.status, out, self.err = True, -1, b"", ""
        self.text = out.decode("utf-8", "replace")
        self.lines = []
        for text in self.text.splitlines():
            if text.startswith("{"):
                try:
                    self.lines.append(json.loads(text))
                except ValueError:
                    pass
        self.found = {f for f in map(finding_of, self.lines) if f}
        last = self.lines[-1] if self.lines else {}
        self.verdict = last if last.get("type") == "verdict" else {}

    def complete(self):
        return bool(self.verdict.get("complete"))

    def __str__(self):
        return "gol " + shlex.join(self.command)


class Case:
    """One program and what contradicts itself about it."""

    def __init__(self, name, text, keep):
        self.name, self.keep = name, keep
        self.dir = tempfile.mkdtemp(prefix="agree-")
        self.file = "p.go" if re.search(r"^package ", text, re.M) else "p.gol"
        with open(os.path.join(self.dir, self.file), "w", encoding="utf-8") as file:
            file.write(text)
        self.wrong, self.counts = [], collections.Counter()

    def ask(self, *command):
        answer = Answer(list(command), self.dir)
        self.counts[command[0]] += 1
        if answer.hung or (answer.status not in STATUSES and command[0] != "run"):
            self.contradiction("crash", answer, "status %d" % answer.status)
        return answer

    def contradiction(self, kind, *parts):
        said = " | ".join(map(str, parts))
        self.wrong.append("%s: %s: %s (%s)" % (kind, self.name, said, self.dir))

    def subset(self, kind, found, source, engine):
        for finding in sorted(found - engine.found):
            self.contradiction(kind, finding, source, "not found by", engine)

    def check(self):
        """Whether the program compiles; if so everything is asked."""
        if self.ask("run", "--compile-only", self.file).status != 0:
            return False
        engines = [self.ask("check", "--json", "--engine", e, "--time", SEARCH, self.file)
                   for e in ENGINES]
        whole = [e for e in engines if e.complete()]
        for engine in whole[1:]:
            self.subset("engines", whole[0].found, whole[0], engine)
            self.subset("engines", engine.found, engine, whole[0])
        fuzz = self.ask("fuzz", "--json", "-j", "1", "--schedules", "400", "--time", SEARCH,
                        self.file)
        searches = engines + [fuzz]
        for engine in whole:
            self.subset("found", fuzz.found, fuzz, engine)
        races = set().union(*(a.found for a in searches))
        races |= self.runs(whole)
        races = {r for r in races if r.startswith("race ")}
        for search in searches:
            self.replays(search)
        self.predict(whole)
        self.vet(races)
        self.facts(engines)
        self.leaks(whole)
        return True

    def facts(self, engines):
        """What vet proves changes no verdict and no output."""
        flags = ["--json", "--steps", "1000000"]
        for detector in ("hybrid", "grace", "lockset"):
            command = ["run", *flags, "--detector", detector]
            run, other = self.ask(*command, self.file), self.ask(*command, "--facts", self.file)
            text = other.text.replace(" --facts", "")
            if (run.status, run.text) != (other.status, text):
                self.contradiction("facts", run, other)
        complete = [e for e in engines if e.complete()]
        for engine in complete:
            command = list(engine.command)
            other = self.ask(*command[:-1], "--facts", command[-1])
            if other.complete():
                self.subset("facts", engine.found, engine, other)
                self.subset("facts", other.found, other, engine)
            self.replays(other)
        fuzz = self.ask("fuzz", "--json", "-j", "1", "--schedules", "200", "--time", SEARCH,
                        "--facts", self.file)
        for engine in complete:
            self.subset("facts", fuzz.found, fuzz, engine)
        self.replays(fuzz)

    def leaks(self, whole):
        """That leaks are looked for hides nothing else, and engines find the same ones."""
        answers = []
        for engine in whole:
            command = list(engine.command)
            other = self.ask(*command[:-1], "--leaks", command[-1])
            if not other.complete():
                continue
            answers.append(other)
            self.subset("leaks", {f for f in engine.found if not is_leaked(f, other)}, engine, other)
            self.subset("leaks", {f for f in other.found if not f.startswith(("leak ", "partial "))},
                        other, engine)
            self.replays(other)
        for other in answers[1:]:
            self.subset("leaks", answers[0].found, answers[0], other)
            self.subset("leaks", other.found, other, answers[0])
        if answers:
            fuzz = self.ask("fuzz", "--json", "--leaks", "-j", "1", "--schedules", "200", "--time",
                            SEARCH, self.file)
            for other in answers:
                self.subset("leaks", fuzz.found, fuzz, other)

    def runs(self, whole):
        """Seeds, detectors, native code; gives all that was found."""
        found = set()
        for seed in range(1, SEEDS + 1):
            flags = ["--seed", str(seed), "--steps", "1000000"]
            run = self.ask("run", "--json", *flags, self.file)
            found |= run.found
            for engine in whole:
                self.subset("found", {f for f in run.found if f.startswith("race ")}, run, engine)
            for detector in PRECISE[1:]:
                other = self.ask("run", "--json", "--detector", detector, *flags, self.file)
                if (other.status == 66) != (run.status == 66):
                    self.contradiction("detectors", run, run.status, other, other.status)
            for jit in ("off", "all"):
                other = self.ask("run", "--json", "--jit", jit, *flags, self.file)
                if (other.status, other.text) != (run.status, run.text):
                    self.contradiction("jit", run, other)
        return found

    def replays(self, search):
        for line in [l for l in search.lines if finding_of(l)][:REPLAYS]:
            command = shlex.split(line.get("replay", ""))[1:]
            if not command:
                self.contradiction("replay", search, "no replay of", finding_of(line))
                continue
            if "--steps" not in command:  # what goes round for ever beside the finding
                command[1:1] = ["--steps", "1000000"]
            again = self.ask(command[0], "--json", *command[1:])
            if finding_of(line) not in again.found:
                self.contradiction("replay", search, finding_of(line), again)

    def predict(self, whole):
        self.ask("run", "--seed", "1", "--steps", "1000000", "--trace", "p.trace", self.file)
        predict = self.ask("predict", "--json", "--program", self.file, "p.trace")
        confirmed = {"race " + " ".join(sorted((place(l["first"]), place(l["second"]))))
                     for l in predict.lines if l.get("type") == "predicted" and l.get("confirmed")}
        for engine in whole:
            self.subset("confirmed", confirmed, predict, engine)

    def vet(self, races):
        vet = self.ask("vet", "--json", "--checks", "race", self.file)
        if vet.status == 0 and races:
            self.contradiction("vet", vet, "race-free, but", sorted(races)[0])
        warned = {"race " + " ".join(sorted((place(l["access"]), place(l["conflict"]))))
                  for l in vet.lines if l.get("type") == "warning"}
        analysed = not any(l.get("limits") for l in vet.lines)  # else the verdict says so
        if vet.status in (3, 66) and analysed:
            for race in sorted(races - warned):
                self.contradiction("vet", vet, "no warning of", race)
        must = [l for l in vet.lines if l.get("type") == "warning" and l.get("level") == "must"]
        if not must or races:
            return
        dump = self.ask("predict", "--dump", "p.trace").text  # of the run that predict recorded
        for warning in must:
            if all(re.search(re.escape(place(warning[w])) + r"\b", dump)
                   for w in ("access", "conflict")):
                self.contradiction("vet", vet, "must race, but no run does")

    def end(self):
        if not (self.keep and self.wrong):
            shutil.rmtree(self.dir)


def examine(job):
    name, text = job
    case = Case(name, text, True)
    compiles = case.check()
    case.end()
    return compiles, case.wrong, case.counts


def jobs(first, texts):
    number = first
    while True:
        if number % 4 == 3:
            yield mutated(texts, random.Random(number))
        else:
            yield "generated %d" % number, generated(number)
        number += 1


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    source, counts, programs, contradictions = jobs(first, realistic()), collections.Counter(), 0, 0
    cores = len(os.sched_getaffinity(0))
    end = time.monotonic() + seconds
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        running = set()
        while True:
            while time.monotonic() < end and len(running) < 2 * cores:
                running.add(pool.submit(examine, next(source)))
            if not running:
                break
            done, running = concurrent.futures.wait(
                running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                compiles, wrong, asked = future.result()
                programs += compiles
                contradictions += len(wrong)
                counts += asked
                for line in wrong:
                    print(line, flush=True)
    commands = ", ".join("%d %s" % (n, c) for c, n in sorted(counts.items()))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("%d programs, %d contradictions (%s; %d s of processor time)" %
          (programs, contradictions, commands, used.ru_utime + used.ru_stime))
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
