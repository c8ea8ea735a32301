#!/usr/bin/python3
"""Holds gol vet against the programs that Go's own vet is tested with: cmd/vet/testdata of Go's sources and, where
golang-golang-x-tools-dev is installed, the testdata of each analyser. A line that is wrong says so there in a comment,
// ERROR "regex" or // want "regex". Lines that do not compile, which go vet refuses as well, are left out.

    tests/vet_go.py [--list] [--floor PERCENT] [NAME...]   e.g. tests/vet_go.py --list printf

For each analyser: lines that are wrong; those of them that gol vet names too, and with a text that fits; lines that it
names beside them. --list prints the lines that differ. Fails below the floor: of all wrong lines, those named, less
those named beside them.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

GOL = os.path.abspath(os.environ.get("BUILD", "build") + "/gol")
VET = "/usr/share/go-1.19/src/cmd/vet/testdata"
PASSES = "/usr/share/gocode/src/golang.org/x/tools/go/analysis/passes"

# Folders that are called otherwise than their analyser.
ANALYSER = {"bool": "bools", "composite": "composites", "copylock": "copylocks", "deadcode": "unreachable",
            "method": "stdmethods", "print": "printf", "rangeloop": "loopclosure", "testingpkg": "tests",
            "unused": "unusedresult"}


def wanted(path, word):
    """The regular expressions beside each line of a file."""
    lines = {}
    for number, line in enumerate(open(path, encoding="utf-8", errors="replace"), 1):
        match = re.search(r"(?://|/\*)\s*" + word + r"(NEXT)?\s+(\+\d+\s+)?(.*)$", line)
        if match:
            number += int(match.group(2) or 0) + bool(match.group(1))
            rest = re.sub(r'\w+:"[^"]*"', "", match.group(3)) # what an analyser is to remember of a function
            texts = re.findall(r'"((?:[^"\\]|\\.)*)"|`([^`]*)`', rest)
            if not texts:
                continue
            # In double quotes "want" has a Go string, ERROR the expression itself.
            lines[number] = [raw or (re.sub(r"\\(.)", r"\1", text) if word == "want" else text)
                             for text, raw in texts]
    return lines


def vet(name, directory):
    """What gol vet prints, as JSON, and its messages on errors."""
    run = subprocess.run([GOL, "vet", "--json", "--go", "1.19", "--printf.funcs", "Warn,Warnf", "--checks", name, "."],
                         cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120,
                         check=False)
    return [json.loads(line) for line in run.stdout.splitlines()], run.stderr


def declaration(lines, at):
    """The first and last line of the declaration at top level that line `at` is in."""
    first = last = at
    while first > 0 and (not lines[first] or lines[first][0] in " \t})/"):
        first -= 1
    opens = lines[first].split("//")[0].rstrip().endswith(("{", "("))
    while opens and last + 1 < len(lines) and not lines[last].startswith(("}", ")")):
        last += 1
    return first, last


def end_of_statement(lines, at):
    """The last line of the statement that begins there: where its brackets are closed."""
    depth = 0
    for number in range(at, len(lines)):
        code = lines[number].split("//")[0]
        depth += sum(code.count(c) for c in "([{") - sum(code.count(c) for c in ")]}")
        if depth <= 0:
            return number
    return at


def mend(directory, errors):
    """Makes a program compile that the analysers' own tests do not need to: unused variables are used, functions
    without a body or return get one, other lines are left out, or the declaration that has them. Whether anything
    changed."""
    changed = False
    faults = re.findall(r"^(\S+\.go):(\d+):(\d+): error: (.*)$", errors, re.M)
    if any("syntax error" in text for _, _, _, text in faults):
        del faults[1:] # others may follow from the first one
    for path, line, column, text in faults:
        path = os.path.join(directory, os.path.basename(path))
        if not os.path.exists(path):
            continue
        lines = open(path, encoding="utf-8").read().split("\n")
        old, at = list(lines), int(line) - 1
        unused = re.match(r"declared and not used: (\S+)", text)
        if unused or text == "missing function body":
            at = end_of_statement(lines, at) if unused else at
            code, slashes, comment = lines[at].partition("//")
            lines[at] = code + (f"; _ = {unused.group(1)} " if unused else " { panic(0) } ") + slashes + comment
        elif text == "missing return":
            brace = int(column) - 1
            lines[at] = lines[at][:brace] + "; select {} " + lines[at][brace:]
        elif "syntax error" in text or end_of_statement(lines, at) != at:
            first, last = declaration(lines, min(at, len(lines) - 1))
            lines[first:last + 1] = [""] * (last + 1 - first)
        else:
            lines[at] = ""
        changed |= lines != old
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return changed


def found(name, directory):
    """What gol vet says of a copy of the folder, in a module that has its neighbours: file -> line -> texts, and the
    copy; the lines are None if it does not compile."""
    module = tempfile.mkdtemp(dir=SCRATCH)
    copy = os.path.join(module, os.path.basename(directory))
    shutil.copytree(directory, copy)
    os.symlink(os.path.dirname(directory), os.path.join(module, "vendor"))
    with open(os.path.join(module, "go.mod"), "w", encoding="utf-8") as file:
        file.write("module test\n\ngo 1.19\n")
    findings, errors = vet(name, copy)
    for _ in range(50):
        if not errors or not mend(copy, errors):
            break
        findings, errors = vet(name, copy)
    if errors:
        print(f"{directory}: {errors.splitlines()[0]}")
        return None, copy
    lines = {}
    for finding in findings:
        if finding["type"] == "warning":
            lines.setdefault(os.path.basename(finding["file"]), {}).setdefault(finding["line"], []).append(finding["text"])
    return lines, copy


def fits(expression, text):
    try:
        return re.search(expression, text) is not None
    except re.error:
        return expression in text


class Count:
    def __init__(self):
        self.wanted = self.found = self.fits = self.beside = 0


def compare(count, path, lines, texts, show):
    for number in sorted(set(lines) | set(texts)):
        want, have = lines.get(number, []), texts.get(number, [])
        count.wanted += number in lines
        count.found += number in lines and number in texts
        count.fits += bool(want) and all(any(fits(e, text) for text in have) for e in want)
        count.beside += number not in lines
        differs = not want or not all(any(fits(e, text) for text in have) for e in want)
        if show and differs:
            print(f"{path}:{number}: wanted {want}, found {have}")


def folders(names):
    """Analyser, folder, and the word that begins a comment."""
    for directory in sorted(glob.glob(VET + "/*")):
        name = os.path.basename(directory)
        yield ANALYSER.get(name, name), directory, "ERROR"
    for directory in sorted(glob.glob(PASSES + "/*/testdata/src/*")):
        name = directory[len(PASSES) + 1:].split("/")[0]
        yield ANALYSER.get(name, name), directory, "want"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--floor", type=float, default=0)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    known = subprocess.run([GOL, "help", "checks"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    counts = {}
    for name, directory, word in folders(options.names):
        if name not in known or (options.names and name not in options.names):
            continue
        lines, copy = found(name, directory)
        count = counts.setdefault(name, Count())
        for path in sorted(glob.glob(copy + "/*.go")):
            file = os.path.basename(path)
            texts = (lines or {}).get(file, {})
            compare(count, os.path.join(directory, file), wanted(path, word), texts, options.list)
    total = Count()
    print(f"{'analyser':18} {'wrong':>6} {'named':>6} {'text':>6} {'beside':>6}")
    for name, count in sorted(counts.items()):
        print(f"{name:18} {count.wanted:6} {count.found:6} {count.fits:6} {count.beside:6}")
        for field in vars(total):
            setattr(total, field, getattr(total, field) + getattr(count, field))
    agreed = 100 * (total.found - total.beside) / max(1, total.wanted)
    print(f"{'all':18} {total.wanted:6} {total.found:6} {total.fits:6} {total.beside:6}   {agreed:.1f} % agreed")
    return agreed < options.floor


with tempfile.TemporaryDirectory() as SCRATCH:
    sys.exit(main())
