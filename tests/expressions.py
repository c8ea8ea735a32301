#!/usr/bin/env python3
"""Random expressions, statements of them, and the order in which their parts are computed: each call leaves a letter in a
trace, which is printed with the value. gol with machine code against gol's interpreter and against `go build`, as in
go_mutants.py: where the language leaves the order open it is to be that of the go command.

    tests/expressions.py [--gol PATH] [--asan PATH] [--count N] [--seed N] [--keep DIR]

COUNT programs of 250 functions each. One that is judged differently is kept in DIR; the last line counts."""
from go_mutants import judge_made
from practice import attack

FUNCTIONS = 250
PRELUDE = """package main

import "fmt"

var trace []byte

func leave(letter string, n int) int {
	trace = append(append(trace, letter...), byte('0'+n&7))
	return n
}

func one() int               { return leave("m", 1) }
func two() int               { return leave("k", 2) }
func add(n int) int          { return leave("f", n) + 1 }
func double(n int) int       { return leave("g", n) * 2 }
func odd(n int) bool         { return leave("i", n)&1 == 1 }
func even() bool             { return leave("t", len(trace))&1 == 0 }
func minus(a, b int) int     { return leave("d", a) - leave("d", b) }
func duo(n int) (int, int)   { return leave("2", n), n + 1 }
func boxed(v any) int        { return leave("a", v.(int)) }
func store(p *int, n int) int { *p = n & 7; return leave("=", n) }
func some(n int) []int       { return make([]int, leave("s", n)&7+1) }
func same[T any](v T) T      { leave("u", 0); return v }

func pick(b bool, n int) int {
	if b {
		return leave("y", n)
	}
	return -leave("n", n)
}

func sum(numbers ...int) (total int) {
	for _, n := range numbers {
		total += leave("+", n)
	}
	return
}

func sent(n int) chan int {
	c := make(chan int, 1)
	c <- leave("c", n)
	return c
}

type getter interface{ get(int) int }
type box struct{ n int }

func (b box) get(n int) int      { return leave("b", b.n) + n }
func (b box) both(v, w any) int  { return leave("B", v.(int)) + w.(int) }
func (b *box) change(n int) int  { b.n = n & 7; return leave("h", n) }
func made(n int) box             { return box{leave("M", n)} }
func pointer(n int) *box         { return &box{leave("P", n)} }
func stated(n int) getter        { return box{leave("G", n)} }

func show(i int, v any) {
	fmt.Println(i, v, string(trace))
	trace = trace[:0]
}
"""
LEAVES = ["one()", "two()", "x", "y", "1", "3", "a[0]", "p.n", "b.n"]
# N and M stand for numbers, of which M is less deep; B for a condition; P for several numbers.
NUMBERS = ["add(N)", "double(N)", "add(double(N))", "minus(N, N)", "(N + M)", "(N ^ M)", "-(N)", "a[N&3]", "m[N&3]",
           "b.get(N)", "made(N).get(M)", "stated(N).get(M)", "pointer(N).change(M)", "int(int8(N))",
           "minus(duo(N))", "b.both(duo(N))",
           "made(N).both(duo(M))", "sum(duo(N))", "len(some(N)[M&1:])", "boxed(N)", "pick(B, N)", "store(&x, N)", "store(&a[M&3], N)",
           "func() int { return N }()", "func(n int) int { return n + M }(N)", "sum(P)", "sum(some(N)...)",
           "[]int{N, M}[M&1]", "box{N}.n", "<-sent(N)", "same(N)", "same(made(N)).get(M)", "len(append(a, P))",
           "[2]int{N, M}[N&1]", "any(N).(int)", "map[int]int{N: M}[M]"]
CONDITIONS = ["(B && B)", "(B || B)", "!(B)", "(N < M)", "(N == M)", "odd(N)", "made(N) == made(M)", "even()"]
STATEMENTS = ["show(I, N)", "z := N\n\tshow(I, z)", "z, w := N, N\n\tshow(I, z*10+w)",
              "if (B) {\n\t\tshow(I, 1)\n\t}\n\tshow(I, 2)", "a[N&3] = N\n\tshow(I, a)", "m[N&3] += N\n\tshow(I, m)",
              "switch (N) {\n\tcase M, M:\n\t\tleave(\"c\", 0)\n\t}\n\tshow(I, x)",
              "z, w := func() (int, int) { return N, M }()\n\tshow(I, z*10+w)",
              "a[N&3], p.n = N, N\n\tshow(I, p.n)", "a[M&3], a[M&3] = a[N&3], N\n\tshow(I, a)",
              "defer show(I, N)\n\tstore(&x, M)", "for i := range some(N) {\n\t\tx += i ^ M\n\t}\n\tshow(I, x)",
              "*pointer(N) = made(N)\n\tshow(I, 0)", "x += N\n\tshow(I, x)", "b.n, x = N, b.get(N)\n\tshow(I, b)"]


def fill(rng, pattern, depth):
    """The pattern with expressions of at most that depth for its letters."""
    out = []
    for k, c in enumerate(pattern):
        alone = not (pattern[k - 1:k].isalnum() or pattern[k + 1:k + 2].isalnum() or pattern[k - 1:k] == "\"")
        if c in "NMBP" and alone:
            out.append(expression(rng, c, depth - 1 - (c == "M")))
        else:
            out.append(c)
    return "".join(out)


def expression(rng, kind, depth):
    if kind == "P":
        return ", ".join(expression(rng, "M", depth - 1) for _ in range(rng.randrange(1, 4)))
    if depth <= 0:
        return rng.choice(CONDITIONS[-1:] + ["x > y", "true"] if kind == "B" else LEAVES)
    return fill(rng, rng.choice(CONDITIONS if kind == "B" else NUMBERS), depth)


def function(rng, i):
    body = fill(rng, rng.choice(STATEMENTS), 5).replace("show(I", f"show({i}")
    return (f"func f{i}() {{\n\tx, y, a, m := 3, 4, []int{{5, 6, 7, 8}}, map[int]int{{0: 1, 1: 2, 2: 3}}\n"
            f"\tb, p := box{{2}}, &box{{3}}\n\t_, _, _, _, _, _ = x, y, a, m, b, p\n"
            f"\tdefer func() {{\n\t\tif r := recover(); r != nil {{\n\t\t\tshow({i}, r)\n\t\t}}\n\t}}()\n\t{body}\n}}\n")


def program(rng):
    calls = "".join(f"\tf{i}()\n" for i in range(FUNCTIONS))
    return "\n".join([PRELUDE, *(function(rng, i) for i in range(FUNCTIONS)), f"func main() {{\n{calls}}}\n"])


def run(options, rng, folder):
    return judge_made(options, folder, "expressions", lambda: program(rng))


if __name__ == "__main__":
    attack(run, asan=str, count=20, keep="build/expressions")
