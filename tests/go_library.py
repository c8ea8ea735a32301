#!/usr/bin/env python3
"""Runs the tests of Go's own library under go test and gol test.

usage: go_library.py [-o DIR] [-t SECONDS] [-j N] [--floor PERCENT] [PACKAGE...]

Prints one line for each package that gol offers (or the named ones): the test functions and examples
that go passes, those of them that gol passes, the seconds of CPU time that each took, compiling included, and
what became of most of the others. With -o what gol printed is kept in DIR, a file for each package.

Go's test files are run as tests of another package that imports the library's: those which belong to
the package itself are recast by a dot import, and declarations that go then rejects, since they use
unexported names, are taken out for both. What gol alone rejects is taken out for gol and counts as
not passed. Packages internal to Go's library that the tests import are copied into the module;
tests/go_library has three others in place of Go's.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from libraries import GOL, PASSED, reason, row, run

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GO_ROOT = subprocess.check_output(["go", "env", "GOROOT"], text=True).strip() + "/src"
INSTEAD = os.path.join(ROOT, "tests/go_library")
MODULE = "library.test"
ENV = dict(os.environ, CGO_ENABLED="0", GO111MODULE="on", GOFLAGS="-mod=mod", GOPROXY="off")
# These hold the machine layer, whose tests ask for the runtime that they are a part of.
LEFT_OUT = {"runtime/pprof", "runtime/trace", "runtime/debug", "os/signal", "net/http/pprof"}


def offered():
    """The import paths of the packages that gol offers and Go has."""
    paths = set()
    for folder, _, files in os.walk(os.path.join(ROOT, "stdlib")):
        if any(name.endswith(".gol") for name in files):
            paths.add(os.path.relpath(folder, os.path.join(ROOT, "stdlib")))
    with open(os.path.join(ROOT, "stdlib/go.list")) as lines:
        paths.update(line.split()[0] for line in lines)
    return sorted(path for path in paths - LEFT_OUT
                  if not re.search(r"(^|/)(internal|vendor)/", path)
                  and os.path.isdir(os.path.join(GO_ROOT, path)))


# Declarations ------------------------------------------------------------------------------------

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|`[^`]*`|\'(?:\\.|[^\'\\\n])+\'|[][(){}\n]',
                   re.S)
GROUP = re.compile(r"(?:var|type|import) \($")


def declarations(text):
    """Ranges of lines (from 0, the last excluded): top-level declarations, and those in a group."""
    depth, base, line, start, ranges = 0, 0, 0, 0, []
    lines = text.split("\n")
    for token in TOKEN.finditer(text):
        token = token[0]
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
            base = min(base, depth)
        for _ in range(token.count("\n")):
            line += 1
            if depth > base or token != "\n":
                continue
            ranges.append((start, line))
            start = line
        if token == "(" and depth == 1 and GROUP.match(lines[line]):
            base, start = 1, line + 1
    return ranges


COMPLAINT = re.compile(r"^(?:vet: )?(?:\./)?([\w.]+_test\.go):(\d+):\d+: (.*)", re.M)


def take_out(folder, complaints):
    """Blanks the declarations that the complaints are about. Whether there were any."""
    lines_of = collections.defaultdict(set)
    for name, line, _ in COMPLAINT.findall(complaints):
        lines_of[name].add(int(line) - 1)
    done = False
    for name, rejected in lines_of.items():
        path = os.path.join(folder, name)
        with open(path, errors="surrogateescape") as file:
            text = file.read()
        lines = text.split("\n")
        for first, end in declarations(text):
            if not rejected.intersection(range(first, end)):
                continue
            for i in range(first, end):
                # The package clause stays without its dot import; a group's end stays.
                kept = lines[i].split(";")[0] if lines[i].startswith("package ") else ""
                done = done or lines[i] != kept
                lines[i] = kept
        with open(path, "w", errors="surrogateescape") as file:
            file.write("\n".join(lines))
    return done


def prune(folder, command):
    """Takes out what the compiling command rejects; what it says that is left."""
    while True:
        text, _ = run(command, folder, ENV, 300)
        if not COMPLAINT.search(text) or not take_out(folder, text):
            return text


# A module ----------------------------------------------------------------------------------------

IMPORT = re.compile(r'^((?:import)?\s*(?:[\w.]+\s+)?)"([\w/.]*\binternal/[\w/]+)"', re.M)


def local_imports(text, work):
    """The text with imports of internal packages changed to copies in the module."""
    def change(found):
        copy_internal(found[2], work)
        return '%s"%s/%s"' % (found[1], MODULE, found[2])
    return IMPORT.sub(change, text)


def copy_internal(path, work):
    """Copies the internal package at the import path, and those that it needs, into the module."""
    folder = os.path.join(work, path)
    if os.path.isdir(folder):
        return
    source = os.path.join(INSTEAD if os.path.isdir(os.path.join(INSTEAD, path)) else GO_ROOT, path)
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*_test.go", "*.s"))
    for name in os.listdir(folder):
        if name.endswith(".go"):
            rewrite(os.path.join(folder, name), lambda text: local_imports(text, work))


def rewrite(path, change):
    with open(path, errors="surrogateescape") as file:
        text = file.read()
    with open(path, "w", errors="surrogateescape") as file:
        file.write(change(text))


def recast(text, path):
    """A test file of the package itself, as one of the package that tests it from outside."""
    return re.sub(r"^package (\w+)$",
                  lambda clause: clause[0] if clause[1].endswith("_test")
                  else 'package %s_test; import . "%s"' % (clause[1], path), text, 1, re.M)


def copy(path, work):
    """Makes a module of the package's tests; the folder of the tests, None if there are none."""
    listed = json.loads(subprocess.check_output(["go", "list", "-json", path], env=ENV))
    tests = listed.get("TestGoFiles", []) + listed.get("XTestGoFiles", [])
    if not tests:
        return None
    folder = os.path.join(work, path)
    os.makedirs(folder)
    with open(os.path.join(work, "go.mod"), "w") as file:
        file.write("module %s\n\ngo 1.19\n" % MODULE)
    with open(os.path.join(folder, "package.go"), "w") as file:
        file.write("package %s\n" % listed["Name"])
    for name in tests:
        shutil.copy(os.path.join(GO_ROOT, path, name), folder)
        rewrite(os.path.join(folder, name), lambda text: local_imports(recast(text, path), work))
    # The data of the tests, which may be above the package.
    parts = path.split("/")
    for i in range(len(parts) + 1):
        above = os.path.join(*parts[:i], "testdata") if i else "testdata"
        if os.path.isdir(os.path.join(GO_ROOT, above)):
            shutil.copytree(os.path.join(GO_ROOT, above), os.path.join(work, above))
    return folder


def measure(path, args):
    """What came of a package's tests: its path, the numbers of a row, reasons."""
    go_test = ["go", "test", "-short", "-vet=off"]
    gol_test = [GOL, "test", "-short"]
    reasons = collections.Counter()
    with tempfile.TemporaryDirectory() as work:
        folder = copy(path, work)
        if folder is None:
            return path, 0, 0, 0, 0, reasons
        text = prune(folder, [*go_test, "-gcflags=-e", "-run=^$", "."])
        text, go_seconds = run([*go_test, "-v", "-count=1", "."], folder, ENV, args.seconds)
        wanted = set(PASSED.findall(text))
        if not wanted:
            reasons["go: " + reason(text, ["nothing"])] += 1
            return path, 0, 0, go_seconds, 0, reasons
        rejected = prune(folder, [*gol_test, "-run=^$", "."])
        text, gol_seconds = run([*gol_test, "-v", "."], folder, ENV, args.seconds)
    missing = wanted - set(PASSED.findall(text))
    if missing:
        reasons[reason(text, missing)] += len(missing)
    if args.out:
        with open(os.path.join(args.out, path.replace("/", "_")), "w") as file:
            file.write("missing: %s\n%s%s" % (" ".join(sorted(missing)), rejected, text))
    return path, len(wanted), len(wanted) - len(missing), go_seconds, gol_seconds, reasons


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="out", help="keep what gol printed in this folder")
    parser.add_argument("-t", dest="seconds", type=int, default=120, help="of CPU time, for each process")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    parser.add_argument("--floor", type=float, default=0, help="fail if gol passes fewer, in percent")
    parser.add_argument("package", nargs="*", help="import paths (default: all)")
    args = parser.parse_args()
    if args.out:
        os.makedirs(args.out, exist_ok=True)
    print("| %-40s | %5s | %5s | %6s | %6s | %s |" %
          ("package", "go", "gol", "go s", "gol s", "most of the rest"))
    print("|---|---|---|---|---|---|")
    total = [0, 0, 0, 0]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, *numbers, reasons in pool.map(lambda path: measure(path, args),
                                                args.package or offered()):
            total = [a + b for a, b in zip(total, numbers)]
            row(path, *numbers, "; ".join("%d: %s" % (n, why) for why, n in reasons.most_common(1)))
    percent = 100 * total[1] / max(1, total[0])
    row("all", *total, "%.1f %%" % percent)
    return percent < args.floor


if __name__ == "__main__":
    sys.exit(main())
