#!/usr/bin/env python3
"""What the tests execute: make coverage, or tests/coverage.py BUILD [record].

Reads what gcov counted in BUILD and prints, for each layer of CONTRIBUTING.md, the share of its lines
and of its branches that some test has taken; BUILD/coverage/lines.txt and branches.txt say which are left,
of each file. Fails when a layer, or all, is below its floor in tests/coverage.tsv; record writes the
figures there and makes them, rounded down, the new floors.

What cannot happen does not count. A line is marked with why: GCOVR_EXCL_LINE, or GCOVR_EXCL_BR_LINE when
only one way from it is never taken; several lines stand between GCOVR_EXCL_START and GCOVR_EXCL_STOP. BUG()
needs no mark: it says itself why it is not reached.
"""
import collections
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FIGURES = os.path.join(ROOT, "tests/coverage.tsv")


def layers():
    """The folders of the layer table."""
    with open(os.path.join(ROOT, "CONTRIBUTING.md"), encoding="utf-8") as f:
        return re.findall(r"^\| `([a-z]+)` ", f.read(), re.M)


def measure(build):
    """For each file the counts of lines and branches, covered and in all."""
    out = os.path.join(build, "coverage")
    os.makedirs(out, exist_ok=True)
    everything, summary = os.path.join(out, "all.json"), os.path.join(out, "summary.json")
    gcovr = ["gcovr", "--root", ROOT]
    filters = [part for layer in layers() for part in ("--filter", os.path.join(ROOT, layer, ""))]
    subprocess.run(gcovr + filters + [
        "--object-directory", build, build, "--exclude-unreachable-branches",
        "--exclude-lines-by-pattern", r"\s*BUG\(", "--exclude-branches-by-pattern", r".*\bCHECK\(",
        "--json", everything, "--json-summary", summary], check=True, cwd=ROOT)
    for what in ("lines", "branches"):
        subprocess.run(gcovr + ["--add-tracefile", everything, "--sort-uncovered",
                                "--txt", os.path.join(out, what + ".txt")]
                       + ["--branches"] * (what == "branches"), check=True, cwd=ROOT)
    with open(summary, encoding="utf-8") as f:
        return json.load(f)["files"]


KINDS = ("line_covered", "line_total", "branch_covered", "branch_total")


def by_layer(files):
    totals = collections.defaultdict(lambda: [0, 0, 0, 0])
    for file in files:
        for layer in (file["filename"].split("/")[0], "all"):
            totals[layer] = [sum(pair) for pair in zip(totals[layer], (file[k] for k in KINDS))]
    return {layer: totals[layer] for layer in layers() + ["all"]}


def shares(counts):
    lines, all_lines, branches, all_branches = counts
    return 100 * lines / all_lines, 100 * branches / all_branches


def floors():
    """(lines, branches) in percent that each layer must reach."""
    with open(FIGURES, encoding="utf-8") as f:
        rows = [line.split() for line in f if not line.startswith("#")]
    return {row[0]: (float(row[3]), float(row[6])) for row in rows}


def record(totals):
    with open(FIGURES, "w", encoding="utf-8") as f:
        f.write("# layer\tlines\tin all\tfloor, %\tbranches\tin all\tfloor, %\n")
        for layer, counts in totals.items():
            line, branch = (int(10 * share) / 10 for share in shares(counts))
            f.write("\t".join(map(str, [layer, *counts[:2], line, *counts[2:], branch])) + "\n")


def report(totals, least):
    """Prints a row for each layer; whether all floors hold."""
    good = True
    print(f"{'layer':10}{'lines':>8}{'':9}{'branches':>10}")
    for layer, counts in totals.items():
        line, branch = shares(counts)
        print(f"{layer:10}{line:7.1f} % of {counts[1]:<6}{branch:5.1f} % of {counts[3]:<6}", end="")
        least_line, least_branch = least.get(layer, (0, 0))
        below = line < least_line or branch < least_branch
        print(f" below the floor: {least_line} and {least_branch}" if below else "")
        good &= not below
    return good


def main():
    totals = by_layer(measure(os.path.abspath(sys.argv[1])))
    if "record" in sys.argv[2:]:
        record(totals)
    return 0 if report(totals, floors()) else 1


if __name__ == "__main__":
    sys.exit(main())
