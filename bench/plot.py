"""Two kinds of plot as SVG: dots in rows, and curves, both with logarithmic axes."""
from html import escape
from math import ceil, floor, log10

COLOURS = ["#2a78d6", "#eb6834", "#1baf7a", "#4a3aa7", "#eda100", "#e87ba4", "#8a8a86", "#7a3b12"]
INK, GREY, GRID = "#0b0b0b", "#52514e", "#e1e0d9"
WIDTH, TOP, RIGHT = 760, 74, 24


class Svg:
    def __init__(self, height, title):
        self.height = height
        self.parts = []
        self.text(16, 26, title, size=16, anchor="start", colour=INK)

    def text(self, x, y, text, size=12, anchor="middle", colour=GREY):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" '
                          f'text-anchor="{anchor}">{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, colour=GRID):
        self.parts.append(f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}"/>')

    def dot(self, x, y, colour, title):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}" '
                          f'stroke="#fff"><title>{escape(title)}</title></circle>')

    def path(self, points, colour):
        d = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.parts.append(f'<path d="M{d}" fill="none" stroke="{colour}" stroke-width="2"/>')

    def legend(self, names):
        x = 20
        for name, colour in zip(names, COLOURS):
            self.dot(x, 46, colour, name)
            self.text(x + 9, 50, name, anchor="start")
            x += 30 + 7 * len(name)

    def save(self, path):
        body = "\n".join(self.parts)
        path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" '
                        f'viewBox="0 0 {WIDTH} {self.height}">\n'
                        f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</svg>\n')


class Axis:
    """Logarithmic, from the decade below the least value to that above the greatest."""

    def __init__(self, values, begin, end):
        self.low, self.high = floor(log10(min(values))), ceil(log10(max(values)))
        if self.low == self.high:
            self.high += 1
        self.begin, self.end = begin, end

    def __call__(self, value):
        share = (log10(value) - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self):
        return [10.0 ** e for e in range(self.low, self.high + 1)]


def label(value):
    for unit, name in [(1e9, "G"), (1e6, "M"), (1e3, "k")]:
        if value >= unit:
            return f"{value / unit:g}{name}"
    return f"{value:g}"


def dots(path, title, axis_title, names, rows, mark=None):
    """A row for each of rows = [(name, {series: value or None})]; a line at the value `mark`."""
    values = [v for _, row in rows for v in row.values() if v]
    if not values:
        return
    left, step = 130, 22
    bottom = TOP + step * len(rows)
    svg = Svg(bottom + 46, title)
    svg.legend(names)
    x = Axis(values + ([mark] if mark else []), left, WIDTH - RIGHT)
    for tick in x.ticks():
        svg.line(x(tick), TOP - 6, x(tick), bottom, GREY if tick == mark else GRID)
        svg.text(x(tick), bottom + 16, label(tick))
    svg.text((left + WIDTH - RIGHT) / 2, bottom + 36, axis_title)
    for i, (name, row) in enumerate(rows):
        y = TOP + step * (i + 0.5)
        svg.text(left - 10, y + 4, name, anchor="end", colour=INK)
        for series, colour in reversed(list(zip(names, COLOURS))):  # the first on top
            if row.get(series):
                svg.dot(x(row[series]), y, colour, f"{name}, {series}: {row[series]:.3g}")
    svg.save(path)


def curves(path, title, lines):
    """lines = {series: [(x, y)]}."""
    left, bottom = 70, 380
    svg = Svg(bottom + 36, title)
    svg.legend(lines)
    points = [p for line in lines.values() for p in line]
    x = Axis([p[0] for p in points], left, WIDTH - RIGHT)
    y = Axis([p[1] for p in points], bottom, TOP)
    for tick in x.ticks():
        svg.line(x(tick), TOP, x(tick), bottom)
        svg.text(x(tick), bottom + 18, label(tick))
    for tick in y.ticks():
        svg.line(left, y(tick), WIDTH - RIGHT, y(tick))
        svg.text(left - 8, y(tick) + 4, label(tick), anchor="end")
    for (series, line), colour in reversed(list(zip(lines.items(), COLOURS))):
        svg.path([(x(a), y(b)) for a, b in line], colour)
        for a, b in line:
            svg.dot(x(a), y(b), colour, f"{series}, {a:,}: {b:.3g}")
    svg.save(path)
