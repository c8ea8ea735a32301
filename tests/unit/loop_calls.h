/* Calls and what is executed outside the code of a loop, for the programs of loop_program.h, which
 * includes this file: recursion, closures, methods, interfaces, several results, deferred calls,
 * recovered panics in callees, deep stacks, growing slices, maps, strings and values in interfaces.
 */
#ifndef TESTS_UNIT_LOOP_CALLS_H
#define TESTS_UNIT_LOOP_CALLS_H

enum { LOOP_RECURSIVE = 3, LOOP_SEVERAL = 4 };

/* Package-level variables and types. */
static void loop_declare_calls(LoopGen *g)
{
    loop_line(g, "type shape interface { area(n int) int; grow(n int, x float64) (int, float64) }");
    loop_line(g, "type square struct { side int }");
    loop_line(g, "type ring struct { outer, inner shape; width float64 }");
    loop_line(g, "type cell int");
    loop_line(g, "type chunk struct { a, b int; c float32 }");
    loop_line(g,
              "var shapes = [8]shape{&square{3}, cell(4), chunk{1, 2, 3}, &square{5}, "
              "&ring{&square{1}, cell(2), 1.5}, cell(7), &square{9}, %s}",
              loop_chance(g, 80) ? "chunk{}" : "nil");
    loop_line(g, "var adders [8]func(int, float64) int");
    loop_line(g, "var boxes [8]any");
    loop_line(g, "var counts, ages = map[int]int{}, map[string]int{\"a\": 1}");
    loop_line(g, "var wide = map[pair]triple{}");
    loop_line(g, "var list = []int{1, 2, 3}");
    loop_line(g, "var lines []string");
    loop_line(g, "var bytes = []byte(\"some bytes\")");
}

/* A body of a few statements over the variables that all functions have. */
static void loop_body(LoopGen *g, u32 budget, u32 most)
{
    loop_locals(g);
    g->budget = budget;
    g->result = false;
    g->loops = 0;
    while (g->budget > 0)
        loop_block(g, most);
}

/* Functions that call themselves and one another, at most `depth` deep. */
static void loop_recursive(LoopGen *g, u32 number)
{
    loop_line(g, "func r%u(depth, int0 int, float640 float64) int {", number);
    loop_body(g, loop_pick(g, 6), 3);
    loop_line(g, "\tif depth > 0 {");
    loop_line(g, "\t\tint1 += r%u(depth-1, int1^depth, float641)", loop_pick(g, LOOP_RECURSIVE));
    if (loop_chance(g, 40))
        loop_line(g, "\t\tint0 -= r%u(depth-2, int0, float640) * int1",
                  loop_pick(g, LOOP_RECURSIVE));
    loop_line(g, "\t}");
    loop_line(g, "\treturn int0 + int1*3");
    loop_line(g, "}");
}

/* Small functions, which are inlined: results that are variables, or computed from them, in any
 * order. */
static void loop_several(LoopGen *g, u32 number)
{
    static const char *const values[] = {"x", "a", "b", "y", "x + 1", "y - 1", "a ^ x", "x", "y"};
    enum { VALUES = COUNT_OF(values) };
    loop_line(g, "func several%u(a, b int) (int, int, int) {", number);
    loop_line(g, "\tx := a + b&%u", loop_pick(g, 9));
    loop_line(g, "\ty := %s", loop_chance(g, 50) ? "x" : "b");
    loop_line(g, "\t_, _ = x, y");
    if (loop_chance(g, 60))
        loop_line(g, "\tif a&%u == 0 { return %s, %s, %s }", 1 + loop_pick(g, 3),
                  values[loop_pick(g, VALUES)], values[loop_pick(g, VALUES)],
                  values[loop_pick(g, VALUES)]);
    loop_line(g, "\treturn %s, %s, %s", values[loop_pick(g, VALUES)], values[loop_pick(g, VALUES)],
              values[loop_pick(g, VALUES)]);
    loop_line(g, "}");
}

static void loop_methods(LoopGen *g)
{
    static const char *const receivers[] = {"*square", "cell", "chunk", "*ring"};
    static const char *const own[] = {"s.side", "int(s)", "s.a", "int(s.width)"};
    for (u32 i = 0; i < 4; i++) {
        loop_line(g, "func (s %s) area(int0 int) int {", receivers[i]);
        loop_line(g, "\tfloat640, int1 := float64(int0), %s", own[i]);
        loop_line(g, "\tif int0 == %u { return int1 }", loop_pick(g, 30));
        if (i == 3)
            loop_line(g, "\tint1 += s.outer.area(int0) - s.inner.area(int1)");
        if (loop_chance(g, 40))
            loop_line(g, "\tint1 ^= f%u(int1, float640)", loop_pick(g, LOOP_FUNCS));
        loop_line(g, "\treturn int1 + int(float640)");
        loop_line(g, "}");
        loop_line(g, "func (s %s) grow(n int, x float64) (int, float64) {", receivers[i]);
        if (i == 0)
            loop_line(g, "\ts.side += n & 7");
        if (i == 3)
            loop_line(g, "\ts.outer.grow(n, x); s.inner, s.outer = s.outer, s.inner");
        loop_line(g, "\treturn %s, x * %u", own[i], loop_pick(g, 5));
        loop_line(g, "}");
    }
}

static void loop_makers(LoopGen *g)
{
    loop_line(g, "func adder(k int, x float64) func(int, float64) int {");
    loop_line(g, "\tcount := k");
    loop_line(g, "\treturn func(n int, y float64) int {");
    loop_line(g, "\t\tcount += n");
    loop_line(g, "\t\tif y > x { return count }");
    loop_line(g, "\t\treturn count ^ k");
    loop_line(g, "\t}");
    loop_line(g, "}");
    loop_line(g, "func compose(a, b func(int, float64) int) func(int, float64) int {");
    loop_line(g, "\treturn func(n int, y float64) int { return a(b(n, y), y/2) }");
    loop_line(g, "}");
    loop_line(g, "func (s *square) sum(n int, y float64) int { s.side += n & 3; return s.side }");
    loop_line(g, "func plain(n int, y float64) int { return n*3 + int(y) }");
    loop_line(g, "func two(n int, x float64) (float64, int, string) {");
    loop_line(g, "\tif n&1 == 0 { return x, n, names[n&15] }");
    loop_line(g, "\treturn x + 1, n / (n&15), texts[0][n&3:]");
    loop_line(g, "}");
    loop_line(g, "func best[T int | float64](values []T, less func(a, b T) bool) T {");
    loop_line(g, "\tvar top T");
    loop_line(g, "\tfor i, v := range values { if i == 0 || less(v, top) { top = v } }");
    loop_line(g, "\treturn top");
    loop_line(g, "}");
    loop_line(g, "func deep(n int) int {");
    loop_line(g, "\tvar a [%u]int", 1 + loop_pick(g, 60));
    loop_line(g, "\tif n <= 0 { return int(a[0]) }");
    loop_line(g, "\ta[0] = deep(n-1)");
    loop_line(g, "\treturn a[0] + n%s", loop_chance(g, 20) ? "/(n-1)" : "");
    loop_line(g, "}");
}

/* Functions that defer, panic and recover. */
static void loop_guards(LoopGen *g)
{
    loop_line(g, "func guarded(n int, x float64) (r int) {");
    loop_line(g, "\tdefer func() {");
    loop_line(g, "\t\tif e := recover(); e != nil { r ^= n; truths++ }");
    loop_line(g, "\t}()");
    if (loop_chance(g, 50))
        loop_line(g, "\tfor i := 0; i < n&3; i++ { defer func(k int) { r += k * i }(i) }");
    loop_line(g, "\tr = r%u(n&3, n, x)", loop_pick(g, LOOP_RECURSIVE));
    loop_line(g, "\tr += s_int[n&31]");
    loop_line(g, "\treturn r + adders[n&7](n, x)");
    loop_line(g, "}");
    loop_line(g, "func outer(n int) int {");
    loop_line(g, "\tdefer told(\"outer\", n)");
    loop_line(g, "\tif n&3 == 1 { panic(\"outer\") }");
    loop_line(g, "\treturn guarded(n, 1.5) / (n & 7)");
    loop_line(g, "}");
    loop_line(g, "func settle(n int) int {");
    loop_line(g, "\tmu.Lock()");
    loop_line(g, "\tdefer mu.Unlock()");
    loop_line(g, "\tselect { case tokens <- n: n++; default: n-- }");
    loop_line(g, "\tselect { case m := <-tokens: n ^= m; default: }");
    loop_line(g, "\tif n&3 == 0 { runtime.Gosched() }");
    loop_line(g, "\treturn n + s_int[n&15]");
    loop_line(g, "}");
}

static void loop_call_shapes(LoopGen *g)
{
    loop_makers(g);
    loop_methods(g);
    for (u32 i = 0; i < LOOP_SEVERAL; i++)
        loop_several(g, i);
    for (u32 i = 0; i < LOOP_RECURSIVE; i++)
        loop_recursive(g, i);
    loop_guards(g);
}

/* Fills the variables of function type. */
static void loop_fill_calls(LoopGen *g)
{
    for (u32 i = 0; i < 8; i++)
        switch (loop_pick(g, 9)) {
        case 0:
        case 1: loop_line(g, "\tadders[%u] = plain", i); break;
        case 2: loop_line(g, "\tadders[%u] = shapes[0].(*square).sum", i); break;
        case 3:
            loop_line(g, "\tadders[%u] = compose(adder(%u, 2), f%u)", i, i,
                      loop_pick(g, LOOP_FUNCS));
            break;
        case 4: loop_line(g, "\tadders[%u] = %s", i, loop_chance(g, 50) ? "nil" : "f0"); break;
        default: loop_line(g, "\tadders[%u] = adder(%u, %u)", i, i, loop_pick(g, 50)); break;
        }
}

/* ---- statements ---- */

static void loop_simple_call(LoopGen *g)
{
    switch (loop_pick(g, 15)) {
    case 11: loop_line(g, "int0 -= settle(int1)"); break;
    case 0:
        loop_line(g, "int1 += r%u(int0&%u, int1, float640)", loop_pick(g, LOOP_RECURSIVE),
                  loop_chance(g, 20) ? 7 : 3);
        break;
    case 1: loop_line(g, "int1 = adders[int0&7](int1&255, float641)"); break;
    case 2: loop_line(g, "if s := shapes[int1&7]; s != nil { int0 += s.area(int1) }"); break;
    case 3: loop_line(g, "int1, float641 = shapes[int0&7].grow(int1, float640)"); break;
    case 4: loop_line(g, "float641, int1, text = two(int0, float640)"); break;
    case 5: loop_line(g, "int1 ^= guarded(int0, float640)"); break;
    case 6: loop_line(g, "int0 += outer(int1)"); break;
    case 7: loop_line(g, "int1 += deep(int0 & %u)", loop_chance(g, 20) ? 255 : 15); break;
    case 8: loop_line(g, "int1 += best(s_int, func(a, b int) bool { return a < b })"); break;
    case 9:
        loop_line(g, "float641 = best(s_float64, func(a, b float64) bool { return b < a })");
        break;
    case 10: loop_line(g, "adders[int1&7] = adder(int0, float641)"); break;
    default:
        loop_line(g, "{ u, v, w := several%u(int0, int1); int0, int1 = u*5 - v, w*3 ^ v }",
                  loop_pick(g, LOOP_SEVERAL));
        break;
    }
}

static void loop_collection(LoopGen *g)
{
    switch (loop_pick(g, 14)) {
    case 0: loop_line(g, "counts[int0&31] += int1"); break;
    case 1: loop_line(g, "if v, ok := counts[int1&63]; ok { int0 ^= v }"); break;
    case 2: loop_line(g, "delete(counts, int1&31)"); break;
    case 3: loop_line(g, "for k, v := range counts { int1 = int1*31 + k ^ v }"); break;
    case 4: loop_line(g, "ages[text[int0&3:]] = int1"); break;
    case 5: loop_line(g, "int1 += ages[names[int0&15]] + len(ages)"); break;
    case 6: loop_line(g, "wide[pairs[int0&15]] = triples[int1&15]"); break;
    case 7: loop_line(g, "triples[int1&15] = wide[pair{int0 & 3, 0}]"); break;
    case 8: loop_line(g, "list = append(list, int1, int0)"); break;
    case 9: loop_line(g, "if len(list) > 20 { list = list[len(list)&15:] }"); break;
    case 10: loop_line(g, "list = append(list[:len(list)/2], s_int[int0&7:]...)"); break;
    case 11: loop_line(g, "int0 += copy(list, s_int)"); break;
    case 12: loop_line(g, "if len(lines) < 50 { lines = append(lines, text) }"); break;
    default: loop_line(g, "p = &record{f_int: int1, next: &recs[int0&15]}"); break;
    }
}

static void loop_boxed(LoopGen *g)
{
    switch (loop_pick(g, 12)) {
    case 0: loop_line(g, "boxes[int0&7] = int1"); break;
    case 1: loop_line(g, "boxes[int1&7] = text"); break;
    case 2: loop_line(g, "boxes[int1&7] = pairs[int0&15]"); break;
    case 3: loop_line(g, "if v, ok := boxes[int0&7].(int); ok { int1 ^= v }"); break;
    case 4:
        loop_line(g, "switch v := boxes[int1&7].(type) { case int: int0 += v; case string: int1 += "
                     "len(v); case shape: int0 ^= v.area(3); case nil: int1++ }");
        break;
    case 5: loop_line(g, "boxes[int0&7] = shapes[int1&7]"); break;
    case 6: loop_line(g, "if boxes[int0&7] == boxes[int1&7] { truths++ }"); break;
    case 7: loop_line(g, "int1 += boxes[int0&7].(int)"); break;
    case 8: loop_line(g, "if names[int0&15] < text || text == names[int1&15] { truths++ }"); break;
    case 9:
        loop_line(g, "if len(text) < 60 { names[int0&15] = text + \"-\" + names[int1&15][:0] }");
        break;
    case 10: loop_line(g, "bytes = append(bytes[:int0&7], names[int1&15]...)"); break;
    default: loop_line(g, "names[int1&15] = string(bytes)"); break;
    }
}

static void loop_outside(LoopGen *g)
{
    switch (loop_pick(g, 3)) {
    case 0: loop_simple_call(g); break;
    case 1: loop_collection(g); break;
    default: loop_boxed(g); break;
    }
}

#endif
