#!/usr/bin/env python3
"""Random functions of nested statements: loops with labels, switches, goto, deferred functions that change results,
panics, closures over the variables of loops, arrays and structures by value, maps of structures, embedded interfaces,
generic functions, select. Judged as in go_mutants.py: gol with machine code against gol's interpreter and `go build`.

    tests/statements.py [--gol PATH] [--asan PATH] [--count N] [--seed N] [--keep DIR]

COUNT programs of 30 functions each. One that is judged differently is kept in DIR; the last line counts."""
from go_mutants import judge_made
from practice import attack

FUNCTIONS = 30
PRELUDE = """package main

import "fmt"

var fuel int

// spend is false as long as the function may go on: nothing runs for ever.
func spend() bool { fuel--; return fuel < 0 }

func show(v ...any) { fmt.Println(v...) }

type pair struct {
	n int
	s string
	a [2]int8
}

func (p pair) get(n int) int  { return p.n + n }
func (p *pair) put(n int) int { p.n ^= n; return p.n }

func (p pair) both(n, s any) int { return p.n + n.(int) + len(s.(string)) }

type getter interface{ get(int) int }
type putter interface {
	getter
	put(int) int
}
type outer struct {
	*pair
	putter
	k uint16
}

func (o outer) get(n int) int { return o.pair.get(n) - o.putter.get(int(o.k)) }

type number interface{ ~int | ~uint8 | ~float64 }

func most[T number](first T, rest ...T) T {
	for _, v := range rest {
		if v > first {
			first = v
		}
	}
	return first
}

type list[T any] struct {
	next *list[T]
	v    T
}

func (l *list[T]) push(v T) *list[T] { return &list[T]{l, v} }
func (l *list[T]) each(f func(T)) {
	for ; l != nil; l = l.next {
		f(l.v)
	}
}

func mapped[K comparable, V any, W any](m map[K]V, k K, f func(V) W) (w W) {
	if v, ok := m[k]; ok {
		w = f(v)
	}
	return
}

// is hides that a value is constant: what does not fit is no error then.
func is[T any](v T) T             { return v }
func cut(s string, n int) string { return s[:n&3%(len(s)+1)] }
func short(l []int, n int) []int  { return l[: n&3%(len(l)+1) : cap(l)-n&1*(cap(l)-len(l))] }
func grown(a [4]int, n int) [4]int { a[n&3] += n; return a }
func twice(n int) (int, string)  { show("twice", n); return 2 * n, fmt.Sprint(n) }
func safe(f func() int) (n int, err any) {
	defer func() { err = recover() }()
	return f(), nil
}
"""
# In these a capital letter stands for an expression: N of type int, U uint8, F float64, B bool, S string, P pair, A [4]int,
# L []int, V any, G getter. A small letter in angle brackets is a variable of that type.
FORMS = {
    "N": ["(N + N)", "(N - N)", "(N * N)", "(N & N)", "(N | N)", "(N ^ N)", "(N &^ N)", "(N / (N | 1))", "(N % (N | 1))",
          "(N << (N & 7))", "(N >> (N & 7))", "-(N)", "^(N)", "int(int8(N))", "int(uint16(N))", "int(U)", "len(S)", "len(L)",
          "A[N&3]", "P.n", "int(P.a[N&1])", "P.get(N)", "P.both(twice(N))", "<p>.both(twice(N))", "<p>.put(N)", "G.get(N)", "<p>.get(N)", "most(N, N, N)",
          "most(N, L...)", "<m>[S].n", "grown(A, N)[N&3]", "func() int { return N }()", "CALL", "pair.get(P, N)",
          "(*pair).put(&<p>, N)", "mapped(<m>, S, func(p pair) int { return p.n + N })", "cap(L[:0:0])", "<n>", "<n>",
          "func(a [4]int) int { a[0] = N; return a[N&3] }(<a>)", "int(F)&7", "len(<m>)"],
    "U": ["uint8(N)", "(U + U)", "(U * U)", "(U - U)", "(U << (N & 7))", "(U >> (U & 7))", "^(U)", "most(U, U)", "<u>"],
    "F": ["float64(N&1023)", "(F + F)", "(F * 0.5)", "most(F, F)", "<f>"],
    "B": ["N < N", "N == N", "N >= N", "S == S", "S < S", "P == P", "A == A", "V == V", "U > U", "(B && B)", "(B || B)",
          "!(B)", "N&1 == 0", "F < F", "G == G"],
    "S": ["cut(S+S, N)", "string(rune('a' + N&15))", "fmt.Sprint(U)", "P.s", "<s>", "<s>", "fmt.Sprintf(\"%v\", V)",
          "fmt.Sprintf(\"%q\", S)"],
    "P": ["(pair{N, S, [2]int8{1, int8(N)}})", "(pair{n: N})", "<p>", "<m>[S]", "(*&<p>)", "func() pair { return P }()",
          "func() (p pair) { p, _ = V.(pair); return }()"],
    "A": ["([4]int{N, N})", "([...]int{3: N})", "grown(A, N)", "<a>", "<a>", "(*&<a>)"],
    "L": ["([]int{N, N})", "append(<l>, N)", "short(L, N)", "<l>", "append([]int(nil), short(L, N)...)", "<a>[N&1:2+N&1]", "<a>[:]",
          "append(short(<l>, 1), short(L, 3)...)"],
    "V": ["any(N)", "any(S)", "any(P)", "any(A)", "any(any(&<p>) == nil)", "<v>", "any(U)", "any(nil)"],
    "G": ["getter(P)", "getter(&<p>)", "getter(outer{&<p>, &pair{N, S, [2]int8{}}, uint16(N)})", "<g>"],
}
LEAVES = {"N": ["is(1)", "is(3)", "is(-7)", "is(100)"], "U": ["is[uint8](200)", "is[uint8](9)"], "F": ["is(2.5)", "is(-0.25)"], "B": ["true", "false"],
          "S": ['"ab"', '"h\\u00e9"', '""'], "P": ["(pair{})"], "A": ["([4]int{1})"], "L": ["([]int{4, 5})"], "V": ["any(2)"],
          "G": ["(pair{s: \"g\"})"]}
TYPES = {"N": "int", "U": "uint8", "F": "float64", "B": "bool", "S": "string", "P": "pair", "A": "[4]int", "L": "[]int",
         "V": "any", "G": "getter", "M": "map[string]pair"}
SIMPLE = ["<n> = N", "<n> += N", "<n>++", "<n> <<= U & 3", "<n>, <s> = twice(N)", "<n>, <n> = N, N", "<u> ^= U", "<f> = F",
          "<s> += cut(S, 1)", "<p> = P", "<p>.n, <p>.s = N, S", "<p>.a[N&1]++", "<a> = A", "<a>[N&3] = N",
          "<a>[N&3], <n> = <n>, <a>[N&3]", "<l> = short(L, N)", "<v> = V", "<g> = G", "<m>[S] = P",
          "<m>[S], <n> = P, N", "delete(<m>, S)", "copy(<l>, L)", "<n> = copy(<a>[:], L)", "_, <v> = safe(func() int { return N / <n> })",
          "<n>, <v> = safe(func() int { return L[N] })", "<n>, <v> = safe(func() int { return V.(int) })",
          "show(N, S)", "show(P, A)", "show(L, V)", "show(U, F)", "_ = P.get", "<n> = func() int { <n>++; return <n> }() + <n>",
          "if p, ok := V.(pair); ok {\n<p> = p\n}", "*(&<a>[N&3]) -= N", "for _, <n> = range A {\n}",
          "f := <p>.get\n<p>.n = N\n<n> += f(N)", "f := (&<p>).put\n<n> -= f(N)", "<f>, <n> = float64(N&7), int(F)&3",
          "(*list[int])(nil).push(N).push(<n>).each(func(n int) { <n> ^= n })",
          "c := make(chan int, 2)\nc <- N\nselect {\ncase n, ok := <-c:\nshow(n, ok)\ndefault:\nshow(S)\n}",
          "c := make(chan pair, 1)\nselect {\ncase p := <-c:\nshow(p)\ncase c <- P:\n<n> += len(c)\n}",
          "var c chan int\nselect {\ncase c <- N:\nshow(1)\ncase <-c:\ndefault:\nshow(S)\n}"]
# # is a number that no other statement has; the words in capitals are lists of statements: BODY of a loop, BLOCK.
NESTED = ["if B {\nBLOCK} else if B {\nBLOCK} else {\nBLOCK}", "if n := N; B && n > 0 {\nBLOCK}",
          "switch n := N; n & 3 {\ncase 0:\nBLOCKfallthrough\ncase 1, N & 2:\nBLOCKdefault:\nBLOCKcase 3:\nBLOCK}",
          "switch {\ncase B:\nBLOCKcase B:\nBLOCKbreak\ndefault:\nBLOCK}",
          "switch v := V.(type) {\ncase int:\n<n> += v\nBLOCKcase pair, string:\nshow(v)\nBLOCKcase nil:\nBLOCKcase [4]int:\n<n> -= v[1]\ncase getter:\nBLOCK}",
          "L#:\nfor i := 0; i < 4; i++ {\nif spend() {\nbreak L#\n}\nBODY(L#)}",
          "L#:\nfor i, n := range L {\nif spend() {\nbreak L#\n}\n<n> += i * n\nBODY(L#)}",
          "L#:\nfor i, n := range <a> {\n<a>[N&3] = N\nif i > N {\ncontinue L#\n}\n<n> ^= n\nBODY(L#)}",
          "for i, r := range S {\nshow(i, r)\nBLOCK}", "for range A {\nif spend() {\nbreak\n}\nBLOCK}",
          "for i := range &<a> {\n<a>[3-i] += N\nBLOCK}", "for <n> = 0; B && <n> < 3; <n>++ {\nif spend() {\nbreak\n}\nBLOCK}",
          "{\nvar fs []func() int\nfor i := 0; i < 3; i++ {\nj := i * N\nfs = append(fs, func() int { i += j; <n>++; return i ^ <n> })\n}\nfor _, f := range fs {\n<n> -= f()\n}\n}",
          "func() {\ndefer func() { show(recover(), <n>) }()\nBLOCKif B {\npanic(V)\n}\n<n> = <a>[:][N]\n}()",
          "func() {\nfor i := 0; i < 3; i++ {\ndefer func(n int) { <n> += n ^ i }(N)\n}\nBLOCK}()",
          "<n>, <s> = func() (n int, s string) {\ndefer func() { n += N; s += cut(S, 1) }()\nif B {\nreturn N, S\n}\nBLOCKreturn twice(N)\n}()",
          "{\nk := 0\nagain#:\nk++\nif spend() {\ngoto out#\n}\nBLOCKif k < 3 {\ngoto again#\n}\nout#:\n}",
          "{\nn0 := N\nn0++\nBLOCKshow(n0)\n}",
          "{\nq := &<p>\nr := *q\nq.n++\nBLOCKshow(r == *q, r)\n}", "{\nb := <a>\nBLOCKshow(b == <a>, b)\n}",
          "{\nf := func(n int) (r int) {\nif n > 3 || spend() {\nreturn n\n}\nBLOCKreturn r + N\n}\n<n> += f(N)\n}",
          "for k, p := range (map[string]pair{S: P}) {\n<m>[k] = p\nBLOCK}"]
LEAVING = ["break", "continue", "continue LABEL", "break LABEL"]


class Maker:
    """The functions of one program. One may call those before it."""

    def __init__(self, rng):
        self.rng, self.count, self.made = rng, 0, 0

    def fill(self, form, depth):
        """The form with expressions of at most that depth, and variables, for its letters."""
        out, k, quoted = [], 0, False
        while k < len(form):
            c = form[k]
            quoted ^= c == '"'
            word = form[k - 1:k].isalnum() or form[k + 1:k + 2].isalnum()
            if c == "<" and form[k + 2:k + 3] == ">":
                out.append(form[k + 1] + str(self.rng.randrange(2)))
                k += 2
            elif form.startswith("CALL", k):
                out.append(self.call(depth))
                k += 3
            elif c in FORMS and not word and not quoted:
                out.append(self.expression(c, depth - 1))
            else:
                out.append(c)
            k += 1
        return "".join(out)

    def expression(self, kind, depth):
        if depth <= 0:
            return self.rng.choice(LEAVES[kind] + ([] if kind == "B" else [self.fill(f"<{kind.lower()}>", 0)] * 3))
        return self.fill(self.rng.choice(FORMS[kind]), depth)

    def call(self, depth):
        if self.made == 0:
            return self.expression("N", depth - 1)
        return self.fill(f"do{self.rng.randrange(self.made)}(N, S)", depth)

    def block(self, depth, label=None):
        lines = []
        for _ in range(self.rng.randrange(1, 4)):
            if depth > 0 and self.rng.random() < 0.45:
                lines.append(self.nested(depth))
            else:
                lines.append("{\n" + self.fill(self.rng.choice(SIMPLE), 3) + "\n}\n")
        if label:
            leaving = self.rng.choice(LEAVING).replace("LABEL", label)
            lines.insert(self.rng.randrange(len(lines) + 1), self.fill("if B {\n", 2) + leaving + "\n}\n")
        return "".join(lines)

    def nested(self, depth):
        self.count += 1
        form = self.rng.choice(NESTED).replace("#", str(self.count))
        name = f"L{self.count}"
        parts = form.replace(f"BODY({name})", "BODY").replace(name + ":", "LABEL:").replace(name, "LABEL")
        out = []
        for part in parts.replace("BODY", "\0B\0").replace("BLOCK", "\0K\0").split("\0"):
            if part == "B":
                out.append(self.block(depth - 1, name))
            elif part == "K":
                out.append(self.block(depth - 1))
            else:
                out.append(self.fill(part.replace("LABEL", name.lower()), 3))
        return "".join(out).replace(f"break {name}", f"break {name.lower()}").replace(
            f"continue {name}", f"continue {name.lower()}") + "\n"

    def function(self):
        variables = "".join(f"var {kind.lower()}0, {kind.lower()}1 {type_}\n" for kind, type_ in TYPES.items())
        body = self.block(3) + self.block(3)
        text = (f"func do{self.made}(n int, s string) (r int) {{\nif spend() {{\nreturn n\n}}\n{variables}n0, s0, l0, m0 = n, s, []int{{1, 2}}, map[string]pair{{s: {{n: n}}}}\n"
                f"m1 = map[string]pair{{}}\np1.n, a1, v1, g0, g1 = n, [4]int{{n}}, s, &p0, p1\n"
                f"_, _, _, _, _, _, _ = b0, b1, v0, v1, g0, g1, f0\n"
                f"defer func() {{\nif e := recover(); e != nil {{\nshow(\"panic\", e)\n}}\nr += n0 ^ n1\n}}()\n"
                f"{body}show(n0, n1, u0, u1, f0, f1, s0, s1, p0, p1, a0, a1, len(l0), l1, m0, m1)\nreturn n0 & 1023\n}}\n")
        self.made += 1
        return text


def program(rng):
    maker = Maker(rng)
    functions = [maker.function() for _ in range(FUNCTIONS)]
    calls = "".join(f"fuel = 300\nshow({i}, do{i}({i}, \"s{i}\"))\n" for i in range(FUNCTIONS))
    return "\n".join([PRELUDE, *functions, f"func main() {{\n{calls}}}\n"])


def run(options, rng, folder):
    return judge_made(options, folder, "statements", lambda: program(rng))


if __name__ == "__main__":
    attack(run, asan=str, count=20, keep="build/statements")
