#!/usr/bin/env python3
"""Tables and plots from the rows that the scripts of bench/ write.

    bench/report.py text FILE...    tables for the terminal
    bench/report.py record FILE...  the part of bench/README.md that is recorded, and bench/plots/

A row is a line of fields separated by tabs; the first says what it is:

    about KEY VALUE                         what was measured with what
    time PROGRAM PEER SECONDS CPU MEGABYTES one run: by the wall clock, of processor time
    skip PROGRAM PEER REASON                no run, or none that counts
    limit PROGRAM PEER SECONDS              a run that was ended then: it counts with that time
    scale CURVE SERIES SIZE CPU MEGABYTES
    figure GROUP NAME TOOL VALUE            one of a group, as "states a second"
"""
import sys
from collections import defaultdict
from math import exp, log
from pathlib import Path
from statistics import median

import plot

HERE = Path(__file__).parent
PEERS = ["gol", "gol-none", "go", "go-race", "yaegi", "lua", "luajit", "python"]
# The aims, as ratios of gol's time with race detection to that of go build -race.
AIMS = {"fib": 0.65, "matmul": 0.7, "sieve": 0.5, "nbody": 0.75, "bintrees": 0.7, "maps": 1.0,
        "pingpong": 0.10, "buffered": 0.15, "primes": 0.2, "mutex": 0.2, "spawn": 0.15,
        "selectfan": 0.2, "many": 0.12}
MEAN, WORST = 0.4, 1.3  # over all programs
BEGIN, END = "<!-- recorded: make bench-record writes what follows -->", "<!-- end -->"


class Data:
    def __init__(self, files):
        self.about = {}
        self.skipped = {}
        self.figures = defaultdict(dict)  # group -> (name, tool) -> value
        self.limits = {}  # seconds that were not enough
        times = defaultdict(list)
        scales = defaultdict(list)
        for file in files:
            for line in Path(file).read_text().splitlines():
                kind, *fields = line.split("\t")
                if kind == "about":
                    self.about[fields[0]] = fields[1]
                elif kind == "time":
                    times[fields[0], fields[1]].append([float(f) for f in fields[2:]])
                elif kind == "skip":
                    self.skipped[fields[0], fields[1]] = fields[2]
                elif kind == "limit":
                    self.limits[fields[0], fields[1]] = float(fields[2])
                elif kind == "scale":
                    key = fields[0], fields[1], int(fields[2])
                    scales[key].append((float(fields[3]), float(fields[4])))
                elif kind == "figure":
                    self.figures[fields[0]][fields[1], fields[2]] = float(fields[3])
        self.seconds, self.cpu, self.megabytes = (
            {key: median(run[i] for run in runs) for key, runs in times.items()} for i in range(3))
        all_programs = list(dict.fromkeys(p for p, _ in self.seconds))
        self.programs = [p for p in all_programs if not p.startswith("shared/")]
        self.shared = [p for p in all_programs if p.startswith("shared/")]
        self.curves = defaultdict(lambda: defaultdict(list))  # curve -> series -> points
        for (curve, series, size), runs in scales.items():
            point = size, median(s for s, _ in runs), median(m for _, m in runs)
            self.curves[curve][series].append(point)

    def ratio(self, program, one, other, of=None):
        of = of or self.seconds | self.limits
        a, b = (of.get((program, peer)) for peer in (one, other))
        return a / b if a and b else None

    def ratio_text(self, program, one, other, digits=2):
        ratio = self.ratio(program, one, other)
        bound = (">" if (program, one) in self.limits else
                 "<" if (program, other) in self.limits else "")
        return (bound if ratio else "") + number(ratio, digits)

    def ratios(self, one, other, of=None):
        """By program; that of start-up is no ratio of speeds."""
        all_ratios = {p: self.ratio(p, one, other, of) for p in self.programs if p != "empty"}
        return {p: r for p, r in all_ratios.items() if r}


def geomean(values):
    return exp(sum(map(log, values)) / len(values))


def number(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def table(heading, rows):
    """A Markdown table that is aligned as text too: the first column left, the others right."""
    rows = [heading, *rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(heading))]

    def line(row):
        cells = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))]
        return "| " + " | ".join(cells) + " |"

    rule = "|" + "|".join(("-" * (w + 1) + (":" if i else "-")) for i, w in enumerate(widths)) + "|"
    return "\n".join([line(rows[0]), rule, *map(line, rows[1:])]) + "\n"


# ---- programs ----

def times_table(data):
    peers = [p for p in PEERS if any(peer == p for _, peer in data.seconds)]
    rows = []
    for program in data.programs:
        cells = []
        for peer in peers:
            seconds, limit = (d.get((program, peer)) for d in (data.seconds, data.limits))
            cells.append(number(seconds, 4 if program == "empty" else 3) if seconds
                         else f">{limit:.0f}" if limit else data.skipped.get((program, peer), "-"))
        rows.append([program, *cells, number(data.megabytes.get((program, "gol")), 0)])
    return table(["seconds", *peers, "gol MB"], rows)


RATIOS = [("gol", "go-race"), ("gol", "gol-none"), ("gol-none", "go-race"), ("gol-none", "go"), ("gol-none", "lua"),
          ("gol-none", "luajit"), ("gol-none", "python"), ("yaegi", "gol")]


def ratios_table(data):
    pairs = RATIOS[:1] + [pair for pair in RATIOS[1:] if data.ratios(*pair)]
    cpu = data.ratios("gol", "go-race", data.cpu)
    rows = []
    for program in data.programs:
        if program == "empty":
            continue
        race = data.ratio(program, "gol", "go-race")
        aim = AIMS.get(program)
        met = "" if not race or race <= (aim or WORST) else "not met"
        first, *others = (data.ratio_text(program, *pair) for pair in pairs)
        rows.append([program, first, number(aim), met, *others, number(cpu.get(program))])
    means = [data.ratios(*pair).values() for pair in pairs]
    first, *others = (number(geomean(mean)) if mean else "-" for mean in means)
    rows.append(["geometric mean", first, number(MEAN), "", *others,
                 number(geomean(cpu.values()) if cpu else None)])
    first, *others = (f"{one} / {other}" for one, other in pairs)
    return table(["ratios", first, "aim", "", *others, "gol / go-race, CPU"], rows)


def aims(data):
    """Rows: what is aimed at, the aim, what was measured, whether that is enough."""
    def aim(what, most, got, at_least=False, digits=2):
        if got is not None:
            ok = got >= most if at_least else got <= most
            yield [what, f"{most:g}", number(got, digits),
                   "met" if ok else "not met"]

    def mean(pair):
        return geomean(pair.values()) if len(pair) > 1 else None

    def worst(pair):
        return max(pair.values()) if len(pair) > 1 else None

    race, lua = data.ratios("gol", "go-race"), data.ratios("gol-none", "lua")
    luajit, yaegi = data.ratios("gol-none", "luajit"), data.ratios("yaegi", "gol")
    cost = data.ratios("gol", "gol-none")
    memory = data.ratios("gol", "gol-none", data.megabytes)
    for program, most in AIMS.items():
        yield from aim(f"{program}: gol / go-race, at most", most, race.get(program))
    yield from aim("many: megabytes, below", 1000, data.megabytes.get(("many", "gol")), digits=0)
    yield from aim("these programs: gol / go-race, geometric mean, at most", MEAN, mean(race))
    yield from aim("these programs: gol / go-race, worst, at most", WORST, worst(race))
    yield from aim("cost of detection: gol / gol-none, geometric mean, at most", 1.3, mean(cost))
    yield from aim("cost of detection: gol / gol-none, worst, at most", 2, worst(cost))
    yield from aim("cost of detection: memory, geometric mean, at most", 2, mean(memory))
    yield from aim("sequential: none / Lua, geometric mean, at most", 0.5, mean(lua))
    yield from aim("sequential: none / LuaJIT -joff, worst, at most", 1.2, worst(luajit))
    yield from aim("yaegi / gol, geometric mean, at least", 10, mean(yaegi), at_least=True)
    for peer in ("gol", "gol-none"):
        start = data.seconds.get(("empty", peer))
        yield from aim(f"start-up of {peer}: milliseconds, below", 3, start and start * 1000)
        yield from aim(f"start-up of {peer}: megabytes, below", 10,
                       data.megabytes.get(("empty", peer)), digits=1)


SHARED_PEERS = ["gol", "gol-none", "go", "go-race"]
SHARED_RATIOS = [("gol", "gol-none"), ("gol", "go-race"), ("gol-none", "go")]


def shared_table(data):
    """Processor time, memory and their ratios for the programs that share memory."""
    def row(program):
        cells = [number(data.cpu.get((program, peer)), 3) for peer in SHARED_PEERS]
        cells += [number(data.ratio(program, *pair, data.cpu)) for pair in SHARED_RATIOS]
        return [program.removeprefix("shared/"), *cells,
                *(number(data.megabytes.get((program, peer)), 0) for peer in SHARED_PEERS[::3])]

    def summary(name, of):
        columns = [[data.ratio(p, *pair, data.cpu) for p in data.shared] for pair in SHARED_RATIOS]
        known = [[r for r in column if r] for column in columns]
        return [name, *[""] * len(SHARED_PEERS), *(number(of(k) if k else None) for k in known),
                "", ""]

    heading = ["CPU seconds", *SHARED_PEERS, *(f"{a} / {b}" for a, b in SHARED_RATIOS), "gol MB",
               "go-race MB"]
    return table(heading, [*map(row, data.shared), summary("geometric mean", geomean),
                           summary("worst", max)])


def programs_text(data):
    if not data.programs:
        return shared_table(data)
    text = times_table(data) + "\n" + ratios_table(data)
    if data.shared:
        text += "\n" + shared_table(data)
    rows = list(aims(data))
    if rows:
        text += "\n" + table(["aim", "", "measured", ""], rows)
    return text


def programs_plots(data, folder):
    sequential = [p for p in data.programs if (p, "lua") in data.seconds and p != "empty"]
    concurrent = [p for p in data.programs if p not in sequential and p != "empty"]
    for name, programs in [("sequential", sequential), ("concurrent", concurrent)]:
        peers = [p for p in PEERS if p != "go-race" and
                 any((program, p) in data.seconds for program in programs)]
        rows = [(program, {peer: data.ratio(program, peer, "go-race") for peer in peers})
                for program in programs if (program, "go-race") in data.seconds]
        plot.dots(folder / f"{name}.svg", f"{name.capitalize()} programs",
                  "time / time of go build -race", peers, rows, mark=1)


# ---- scaling ----

def exponent(points, column):
    """Of the power law in the last decade of sizes, over what the smallest size takes: 1 for a
    straight line."""
    base, last = points[0], points[-1]
    first = min(points, key=lambda p: abs(log(last[0] / 10) - log(p[0])))
    values = [p[column] - base[column] for p in (first, last)]
    if first is last or min(values) <= 0:
        return None
    return log(values[1] / values[0]) / log((last[0] - base[0]) / (first[0] - base[0]))


def scale_text(data):
    text = ""
    for curve, by_series in data.curves.items():
        sizes = sorted({p[0] for points in by_series.values() for p in points})
        at = {(s, p[0]): p for s, points in by_series.items() for p in points}
        rows = []
        for size in sizes:
            points = [at.get((s, size)) for s in by_series]
            rows.append([f"{size:,}", *(f"{p[1]:.3f} / {p[2]:.0f}" if p else "-" for p in points)])
        for column, what in [(1, "time"), (2, "memory")]:
            rows.append([f"exponent of {what}",
                         *(number(exponent(points, column)) for points in by_series.values())])
        text += table([f"{curve}: s / MB", *by_series], rows) + "\n"
    return text


def scale_plots(data, folder):
    for curve, by_series in data.curves.items():
        for column, what in [(1, "seconds"), (2, "megabytes")]:
            lines = {s: [(p[0], p[column]) for p in points] for s, points in by_series.items()}
            plot.curves(folder / f"scale-{curve}-{what}.svg", f"{what} against {curve}", lines)


# ---- figures ----

def file_name(group):
    return group.replace(" ", "-")


def tools_of(figures):
    """gol first, as everywhere."""
    tools = dict.fromkeys(tool for _, tool in figures)
    return sorted(tools, key=lambda tool: not tool.startswith("gol"))


def figures_text(data):
    text = ""
    for group, figures in data.figures.items():
        names = list(dict.fromkeys(name for name, _ in figures))
        tools = tools_of(figures)
        rows = [[n, *(f"{figures[n, t]:,.0f}" if (n, t) in figures else "-" for t in tools)]
                for n in names]
        text += table([group, *tools], rows) + "\n"
    return text


def figures_plots(data, folder):
    for group, figures in data.figures.items():
        tools = tools_of(figures)
        rows = [(name, {t: figures.get((name, t)) for t in tools})
                for name in dict.fromkeys(name for name, _ in figures)]
        plot.dots(folder / f"{file_name(group)}.svg", group.capitalize(), group, tools, rows)


# ---- together ----

def about_text(data):
    return "".join(f"- {key}: {value}\n" for key, value in data.about.items())


def recorded(data):
    def images(*names):
        return "".join(f"![{name}](plots/{name}.svg)\n" for name in names)

    scale = [f"scale-{curve}-{what}" for curve in data.curves for what in ("seconds", "megabytes")]
    return "\n".join(["## What was measured with what\n", about_text(data),
                      "## Programs\n", programs_text(data), images("sequential", "concurrent"),
                      "## Scaling\n", scale_text(data) + images(*scale),
                      "## Compiling, fuzzing, checking, predicting\n",
                      figures_text(data) + images(*map(file_name, data.figures))])


def record(data):
    folder = HERE / "plots"
    folder.mkdir(exist_ok=True)
    for draw in (programs_plots, scale_plots, figures_plots):
        draw(data, folder)
    readme = HERE / "README.md"
    text = readme.read_text()
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    readme.write_text(f"{before}{BEGIN}\n\n{recorded(data)}\n{END}{after}")


def main():
    what, *files = sys.argv[1:]
    data = Data(files)
    if what == "record":
        record(data)
        return
    print(about_text(data))
    programs = programs_text(data) if data.seconds else ""
    for text in (programs, scale_text(data), figures_text(data)):
        if text:
            print(text)


main()
