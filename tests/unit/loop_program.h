/* Random Go programs that compute in loops; the same seed gives the same text. They use numbers of
 * all types, slices, arrays, structs, strings, small functions that may be inlined, panics, some of
 * which are recovered; and sometimes several goroutines, after which accesses are observed, that
 * compute in shared memory, mostly with races, and occasionally synchronise; and what loop_calls.h
 * has. All results are printed, floats as bits. */
#ifndef TESTS_UNIT_LOOP_PROGRAM_H
#define TESTS_UNIT_LOOP_PROGRAM_H

#include "base/buf.h"
#include "base/rng.h"
#include "tests/unit/program_text.h"

typedef enum LoopType {
    LT_INT,
    LT_INT8,
    LT_INT16,
    LT_INT32,
    LT_UINT8,
    LT_UINT16,
    LT_UINT32,
    LT_UINT64,
    LT_FLOAT64,
    LT_FLOAT32,
    LT_TYPES
} LoopType;

static const char *const loop_types[LT_TYPES] = {
    "int", "int8", "int16", "int32", "uint8", "uint16", "uint32", "uint64", "float64", "float32"};

enum { LOOP_FUNCS = 4, LOOP_WORKERS = 4, LOOP_VARS = 2, LOOP_GOROUTINES = 4 };

typedef struct LoopGen {
    Rng rng;
    Buf *out;
    u32 depth;     /* indentation */
    u32 loops;     /* around the statement */
    u32 names;     /* number of loop variables */
    u32 funcs;     /* functions with lower numbers may be called here */
    u32 budget;    /* statements left */
    bool result;   /* the function has a result */
    bool closures; /* inside function literals, which force captured variables into memory */
    bool syncs;    /* other goroutines run, with which it can synchronise */
    bool calls;    /* what loop_calls.h has is declared */
} LoopGen;

static u32 loop_pick(LoopGen *g, u32 n)
{
    return rng_below(&g->rng, n);
}

static bool loop_chance(LoopGen *g, u32 percent)
{
    return loop_pick(g, 100) < percent;
}

PRINTF_LIKE(2, 3) static void loop_line(LoopGen *g, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    generated_line(g->out, g->depth, fmt, args);
    va_end(args);
}

static bool loop_is_float(LoopType type)
{
    return type >= LT_FLOAT64;
}

static LoopType loop_type(LoopGen *g)
{
    static const LoopType often[] = {LT_INT, LT_INT, LT_INT, LT_FLOAT64, LT_FLOAT64};
    return loop_chance(g, 60) ? often[loop_pick(g, 5)] : (LoopType)loop_pick(g, LT_TYPES);
}

/* ---- expressions ---- */

/* Writes an expression of this type with about `size` operators. */
static void loop_expr(LoopGen *g, LoopType type, u32 size);

static void loop_variable(LoopGen *g, LoopType type)
{
    buf_printf(g->out, "%s%u", loop_types[type], loop_pick(g, LOOP_VARS));
}

static void loop_constant(LoopGen *g, LoopType type)
{
    static const char *const small[] = {"1", "2", "3", "5", "7", "8", "64", "100"};
    static const char *const large[LT_TYPES] = {
        "-9223372036854775808", "-128",  "-32768", "-2147483648", "255", "65535", "4294967295",
        "18446744073709551615", "1e300", "1e30"};
    buf_puts(g->out, loop_chance(g, 12) ? large[type] : small[loop_pick(g, COUNT_OF(small))]);
}

/* Never constant as a whole: the compiler would reject many of these. */
static void loop_with_constant(LoopGen *g, LoopType type)
{
    static const char *const ops[] = {"+", "-", "*", "/", "&", "|", "^", "&^", "%", "<<", ">>"};
    u32 op = loop_pick(g, loop_is_float(type) ? 4 : 11);
    buf_puts(g->out, "(");
    loop_variable(g, type);
    buf_printf(g->out, " %s ", ops[op]);
    if (op >= 9)
        buf_printf(g->out, "%u", loop_pick(g, 64));
    else
        loop_constant(g, type);
    buf_puts(g->out, ")");
}

/* Mostly in range. */
static void loop_index(LoopGen *g, u32 size)
{
    if (loop_chance(g, 3)) {
        loop_expr(g, LT_INT, size);
        return;
    }
    buf_puts(g->out, "(");
    loop_expr(g, loop_chance(g, 80) ? LT_INT : LT_UINT8, size);
    buf_puts(g->out, ")&15");
}

static void loop_place(LoopGen *g, LoopType type, u32 size)
{
    static const char *const pointers[] = {"p", "q", "p.next", "recs[1]"};
    switch (loop_pick(g, 8)) {
    case 7: buf_printf(g->out, "%s.%s", loop_chance(g, 50) ? "t" : "u", loop_types[type]); break;
    case 0:
    case 1:
        buf_printf(g->out, "s_%s[", loop_types[type]);
        loop_index(g, size);
        buf_puts(g->out, "]");
        break;
    case 2: buf_printf(g->out, "%s.f_%s", pointers[loop_pick(g, 4)], loop_types[type]); break;
    case 3:
        buf_puts(g->out, "recs[");
        loop_index(g, size);
        buf_printf(g->out, "].f_%s", loop_types[type]);
        break;
    case 4: buf_printf(g->out, loop_chance(g, 50) ? "g_%s" : "rec.f_%s", loop_types[type]); break;
    case 5:
        buf_printf(g->out, "a_%s[", loop_types[type]);
        loop_index(g, size);
        buf_puts(g->out, "]");
        break;
    default: loop_variable(g, type); break;
    }
}

static void loop_bool(LoopGen *g, u32 size)
{
    static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">="};
    if (size && loop_chance(g, 15)) {
        buf_puts(g->out, loop_chance(g, 50) ? "!(" : "(");
        loop_bool(g, size - 1);
        buf_puts(g->out, loop_chance(g, 50) ? " && " : " || ");
        loop_bool(g, size - 1);
        buf_puts(g->out, ")");
        return;
    }
    LoopType type = loop_type(g);
    loop_expr(g, type, size ? size - 1 : 0);
    buf_printf(g->out, " %s ", compare[loop_pick(g, 6)]);
    if (loop_chance(g, 40))
        loop_constant(g, type);
    else
        loop_expr(g, type, 0);
}

static void loop_binary(LoopGen *g, LoopType type, u32 size)
{
    static const char *const ops[] = {"+", "-", "*", "/", "&", "|", "^", "&^", "%", "<<", ">>"};
    const char *op = ops[loop_pick(g, loop_is_float(type) ? 4 : 11)];
    buf_puts(g->out, "(");
    loop_expr(g, type, size);
    buf_printf(g->out, " %s ", op);
    if (op[1] == '<' || op[1] == '>') {
        loop_expr(g, loop_chance(g, 80) ? LT_UINT8 : LT_INT, size);
        buf_puts(g->out, loop_chance(g, 60) ? "&15" : "&127");
    } else if (!loop_is_float(type) && (*op == '/' || *op == '%') && loop_chance(g, 90)) {
        buf_puts(g->out, "(");
        loop_expr(g, type, size);
        buf_puts(g->out, "|1)");
    } else {
        loop_expr(g, type, size);
    }
    buf_puts(g->out, ")");
}

static void loop_float_function(LoopGen *g, u32 size)
{
    static const char *const functions[] = {"math.Sqrt", "math.Abs", "math.Floor",
                                            "-",         "+",        "math.Float64frombits"};
    u32 which = loop_pick(g, 6);
    buf_printf(g->out, "%s(", functions[which]);
    loop_expr(g, which == 5 ? LT_UINT64 : LT_FLOAT64, size);
    buf_puts(g->out, ")");
}

static void loop_call(LoopGen *g, u32 size)
{
    u32 which = loop_pick(g, g->funcs);
    buf_printf(g->out, "f%u(", which);
    loop_expr(g, LT_INT, size);
    buf_puts(g->out, ", ");
    loop_expr(g, LT_FLOAT64, size);
    buf_puts(g->out, ")");
}

static void loop_expr(LoopGen *g, LoopType type, u32 size)
{
    u32 kind = size ? loop_pick(g, 10) : loop_pick(g, 4);
    size = size ? size - 1 : 0;
    if (kind < 2) {
        loop_variable(g, type);
    } else if (kind == 2) {
        loop_with_constant(g, type);
    } else if (kind == 3) {
        loop_place(g, type, size);
    } else if (kind < 7) {
        loop_binary(g, type, size);
    } else if (kind == 7) {
        LoopType from = loop_type(g);
        buf_printf(g->out, "%s(", loop_types[type]);
        loop_expr(g, from, size);
        buf_puts(g->out, ")");
    } else if (kind == 8 && type == LT_FLOAT64) {
        loop_float_function(g, size);
    } else if (kind == 8 && type == LT_UINT8) {
        buf_puts(g->out, "text[");
        loop_index(g, size);
        buf_puts(g->out, "]");
    } else if (kind == 8 && !loop_is_float(type)) {
        buf_puts(g->out, loop_chance(g, 50) ? "(^" : "(-");
        loop_expr(g, type, size);
        buf_puts(g->out, ")");
    } else if (kind == 9 && g->funcs && (type == LT_INT || type == LT_FLOAT64)) {
        if (type == LT_FLOAT64)
            buf_puts(g->out, "float64(");
        loop_call(g, size);
        if (type == LT_FLOAT64)
            buf_puts(g->out, ")");
    } else {
        loop_variable(g, type);
    }
}

/* ---- statements ---- */

static void loop_indent(LoopGen *g)
{
    for (u32 i = 0; i < g->depth; i++)
        buf_putc(g->out, '\t');
}

/* Writes a block of at most `most` statements. */
static void loop_block(LoopGen *g, u32 most);

static void loop_assign(LoopGen *g)
{
    static const char *const ops[] = {"=", "=", "+=", "-=", "*="};
    LoopType type = loop_type(g);
    loop_indent(g);
    if (loop_chance(g, 60))
        loop_variable(g, type);
    else
        loop_place(g, type, 1);
    buf_printf(g->out, " %s ", ops[loop_pick(g, 5)]);
    loop_expr(g, type, 2 + loop_pick(g, 2));
    buf_puts(g->out, "\n");
}

static void loop_if(LoopGen *g)
{
    loop_indent(g);
    buf_puts(g->out, "if ");
    loop_bool(g, 2);
    buf_puts(g->out, " {\n");
    loop_block(g, 2);
    if (loop_chance(g, 40)) {
        loop_line(g, "} else {");
        loop_block(g, 2);
    }
    loop_line(g, "}");
}

static void loop_loop(LoopGen *g)
{
    u32 name = g->names++;
    switch (loop_pick(g, 4)) {
    case 0: loop_line(g, "for i%u := range s_int {", name); break;
    case 1:
        loop_line(g, "for i%u := %u; i%u > 0; i%u-- {", name, loop_pick(g, 20), name, name);
        break;
    case 2:
        loop_line(g, "for i%u, c := range text {", name);
        loop_line(g, "\tint0 += int(c)");
        break;
    default:
        loop_line(g, "for i%u := 0; i%u < %u; i%u++ {", name, name, 1 + loop_pick(g, 30), name);
        break;
    }
    g->loops++;
    loop_line(g, "\tint1 += i%u", name);
    loop_block(g, 5);
    g->loops--;
    loop_line(g, "}");
}

/* A block whose panics are recovered. */
static void loop_protected(LoopGen *g)
{
    loop_line(g, "func() {");
    loop_line(g, "\tdefer told(\"f%u\", int0)", g->names++);
    u32 loops = g->loops;
    g->loops = 0;
    bool result = g->result;
    g->result = false;
    loop_block(g, 4);
    g->result = result;
    g->loops = loops;
    loop_line(g, "}()");
}

/* A statement whose operands and result share two variables. */
static void loop_short(LoopGen *g)
{
    static const char *const ops[] = {"+", "-", "*", "/", "&", "|", "^", "&^", "%"};
    LoopType type = loop_type(g);
    const char *name = loop_types[type], *op = ops[loop_pick(g, loop_is_float(type) ? 4 : 9)];
    u32 to = loop_pick(g, 2), a = loop_pick(g, 2), b = loop_pick(g, 2);
    if (!loop_is_float(type) && (*op == '/' || *op == '%'))
        loop_line(g, "if %s%u != 0 { %s%u = %s%u %s %s%u }", name, b, name, to, name, a, op, name,
                  b);
    else
        loop_line(g, "%s%u = %s%u %s %s%u", name, to, name, a, op, name, b);
}

/* A comparison as a value, of numbers that are often equal. */
static void loop_truth(LoopGen *g)
{
    static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">="};
    LoopType type = loop_type(g);
    const char *name = loop_types[type], *op = compare[loop_pick(g, 6)];
    if (loop_chance(g, 50))
        loop_line(g, "truth = %s%u %s %s%u", name, loop_pick(g, 2), op, name, loop_pick(g, 2));
    else
        loop_line(g, "truth = truth != (%s(int1&3) %s %s%u)", name, op, name, loop_pick(g, 2));
    loop_line(g, "if truth { truths++ }");
}

/* Elements of two and three words, each one location or several. */
static void loop_words(LoopGen *g)
{
    switch (loop_pick(g, 9)) {
    case 0: loop_line(g, "pairs[int0&15].x += int1"); break;
    case 1: loop_line(g, "float641 = pairs[int1&15].y"); break;
    case 2: loop_line(g, "pairs[int1&15] = pairs[int0&15]"); break;
    case 3: loop_line(g, "triples[int0&15].pair = pairs[int1&15]"); break;
    case 4: loop_line(g, "triples[int0&15], triples[3] = triples[3], triple{int0, pair{}}"); break;
    case 5: loop_line(g, "triples[int1&15].y++"); break;
    case 6: loop_line(g, "rows[int0&15] = s_int[int1&15:]"); break;
    case 7: loop_line(g, "if r := rows[int1&15]; len(r) > 3 { r[int0&3]++ }"); break;
    default: loop_line(g, "names[int0&15], names[4] = text, names[int1&15]"); break;
    }
}

/* A slice of a slice, an array or a string; sometimes out of range. */
static void loop_slice(LoopGen *g)
{
    static const char *const lows[] = {"", "0", "1", "int0&1", "int1&3"};
    static const char *const highs[] = {"len(r)", "cap(r)", "int1&3", "2"};
    const char *low = lows[loop_pick(g, 5)], *high = highs[loop_pick(g, 4)];
    switch (loop_pick(g, 6)) {
    case 0:
        loop_line(g, "if r := rows[int0&15]; len(r) > 2 { rows[int1&15] = r[%s:%s] }", low, high);
        break;
    case 1:
        loop_line(g, "if r := rows[int0&15]; len(r) > 3 { rows[int1&15] = r[%s:%s:%s] }", low,
                  highs[loop_pick(g, 3)], highs[loop_pick(g, 3)]);
        break;
    case 2: loop_line(g, "rows[int0&15] = a_int[int1&7:]"); break;
    case 3: loop_line(g, "if len(text) > 5 { names[int0&15] = text[%s:%s] }", low, "int1&7"); break;
    case 4: loop_line(g, "if len(text) > 2 { text = text[int0&1:] }"); break;
    default:
        loop_line(g, "if r := rows[int0&15]; len(r) > 0 { r = r[%s:]; rows[int1&15] = r }", low);
    }
}

/* An element, or a few, appended where there is room or not. */
static void loop_append(LoopGen *g)
{
    const char *name = loop_types[loop_type(g)];
    switch (loop_pick(g, 6)) {
    case 0:
        loop_line(g, "if r := rows[int0&15]; len(r) < 40 { rows[int1&15] = append(r, int1) }");
        break;
    case 1: loop_line(g, "pairs = append(pairs[:15], pairs[int0&15])"); break;
    case 2: loop_line(g, "triples = append(triples[:15], triple{int1, pairs[int0&15]})"); break;
    case 3: loop_line(g, "names = append(names[:15], text)"); break;
    default: loop_line(g, "s_%s = append(s_%s[:15], %s%u)", name, name, name, loop_pick(g, 2));
    }
}

/* Functions so small that they are inlined, with arguments that are copies and constants. */
static void loop_declare_small(LoopGen *g)
{
    loop_line(g, "var _ = bits.Len64");
    loop_line(g, "type long [20]int");
    loop_line(g, "func turned(x uint32, n uint) uint32 { return x<<n | x>>(32-n) }");
    loop_line(g, "func shifted(x, n int) int { return x>>uint(n) + x<<uint(n-1) }");
    loop_line(g, "func swapped(a, b int) (int, int) { return b, a }");
    loop_line(g, "func kept(a, b int) int { c := a; a += b; return a*c - b }");
    loop_line(g, "func picked(a *[16]int, i int) int { return a[i] }");
    loop_line(g, "func at(s []int, i, n int) int { return s[i*n-i] }");
    loop_line(g, "func both(s, t []int) int { s, t = t, s; return len(s)*3 - len(t) + s[0] }");
    loop_line(g, "func (r *record) of(n int) int { r.f_int += n; return r.f_int }");
    loop_line(g, "func fresh(n int, x float64) *record { return &record{f_int: n, f_float64: x} }");
    loop_line(g, "func summed(w long, i int) (long, int) { w[i&15]++; return w, w[0] + w[i&7] }");
    loop_line(g, "func share(n, d int) int { return n/d + n%%d }");
    loop_line(g, "func part(n, d uint64) uint64 { return n/d ^ n%%d }");
}

static void loop_bits(LoopGen *g)
{
    switch (loop_pick(g, 4)) {
    case 0: loop_line(g, "int0 += bits.TrailingZeros64(uint641) + bits.Len64(uint64(int1))"); break;
    case 1: loop_line(g, "int1 ^= bits.OnesCount64(uint640) - bits.LeadingZeros32(uint320)"); break;
    case 2: loop_line(g, "uint641 = math.Float64bits(math.Abs(float640)) + uint64(int0)"); break;
    default: loop_line(g, "float641 = math.Abs(math.Float64frombits(uint640))"); break;
    }
}

static void loop_small(LoopGen *g)
{
    static const char *const numbers[] = {"0", "1", "2", "7", "31", "32", "63", "64", "int1&63"};
    static const char *const divisors[] = {"1",       "3",          "8",          "641",   "65521",
                                           "1000003", "2147483647", "4294967296", "int0&7"};
    const char *number = numbers[loop_pick(g, 9)], *divisor = divisors[loop_pick(g, 9)];
    switch (loop_pick(g, 16)) {
    case 0: loop_line(g, "uint320 = turned(uint321, uint(%s))", number); break;
    case 1: loop_line(g, "int1 += shifted(int0, %s)", number); break;
    case 2: loop_line(g, "int0, int1 = swapped(int0, int1)"); break;
    case 3: loop_line(g, "int1, int0 = swapped(kept(int0, %s), int1)", number); break;
    case 4: loop_line(g, "int0 = kept(int1, kept(int0, int1))"); break;
    case 5: loop_line(g, "int1 ^= picked(&a_int, %s)", loop_chance(g, 95) ? "3" : number); break;
    case 6: loop_line(g, "int0 += at(s_int, %s, 2)", loop_chance(g, 95) ? "7" : number); break;
    case 7: loop_line(g, "int1 = both(s_int, other) - both(other, s_int)"); break;
    case 8: loop_line(g, "int0 += p.of(int1) + q.of(%s)", number); break;
    case 9:
        loop_line(g, "p.next = fresh(%s, float641).next; int1 += fresh(int0, 1).f_int", number);
        break;
    case 10: loop_line(g, "q = fresh(int0, float640); q.next = p"); break;
    case 11:
        loop_line(g, "{ w := long{int0, %s}; w, int1 = summed(w, int1); int0 += w[2] }", number);
        break;
    case 12: loop_line(g, "int1 += share(int0, %s)", divisor); break;
    case 13: loop_line(g, "uint640 += part(uint641, uint64(%s))", divisor); break;
    case 14: loop_line(g, "for i := 0; i < 3; i++ { int1 = kept(int1, i) + shifted(i, 2) }"); break;
    default: loop_bits(g); break;
    }
}

static void loop_odd(LoopGen *g)
{
    if (loop_chance(g, 25)) {
        loop_small(g);
        return;
    }
    if (loop_chance(g, 20)) {
        (loop_chance(g, 50) ? loop_slice : loop_append)(g);
        return;
    }
    if (loop_chance(g, 30)) {
        loop_words(g);
        return;
    }
    switch (loop_pick(g, 11)) {
    case 8: loop_line(g, "t, u = u, t"); break;
    case 9: loop_line(g, "u = packed{int8: int80, uint16: uint160, float32: float320}"); break;
    case 10: loop_line(g, "last = t"); break;
    case 0: loop_line(g, "rec = *p"); break;
    case 1: loop_line(g, "*q = rec"); break;
    case 2: loop_line(g, "p, q = q, p"); break;
    case 3: loop_line(g, "recs[int0&15], recs[3] = recs[3], recs[int1&15]"); break;
    case 4: loop_line(g, "p = p.next"); break;
    case 5: loop_line(g, "s_int, other = other, s_int"); break;
    case 6: loop_line(g, "text = texts[int0&1]"); break;
    default: loop_line(g, "float640, float641 = float641, float640"); break;
    }
}

/* An operation that ends a segment of the goroutine, or may end it. */
static void loop_sync(LoopGen *g)
{
    switch (loop_pick(g, 5)) {
    case 0: loop_line(g, "mu.Lock(); s_int[int0&15]++; g_float64 += float640; mu.Unlock()"); break;
    case 1: loop_line(g, "mu.Lock(); mu.Unlock()"); break;
    case 2: loop_line(g, "runtime.Gosched()"); break;
    case 3: loop_line(g, "select { case tokens <- int0: default: }"); break;
    default: loop_line(g, "select { case int1 = <-tokens: default: }"); break;
    }
}

/* Writes the declarations of the variables that the statements use. */
static void loop_locals(LoopGen *g);

#include "tests/unit/loop_calls.h"

static void loop_statement(LoopGen *g)
{
    u32 kind = loop_pick(g, g->calls ? 25 : 20);
    if (kind < 3 && g->loops < 3) {
        loop_loop(g);
    } else if (kind < 6) {
        loop_if(g);
    } else if (kind == 6 && g->loops) {
        loop_indent(g);
        buf_puts(g->out, "if ");
        loop_bool(g, 1);
        buf_puts(g->out, loop_chance(g, 50) ? " { break }\n" : " { continue }\n");
    } else if (kind == 7 && g->closures) {
        loop_protected(g);
    } else if (kind < 10) {
        loop_odd(g);
    } else if (kind == 12) {
        loop_short(g);
    } else if (kind == 13) {
        loop_truth(g);
    } else if (kind == 10 && g->result) {
        loop_line(g, "if int0 > %u { return int1 }", loop_pick(g, 1000));
    } else if (kind == 14 && g->syncs && loop_chance(g, 30)) {
        loop_sync(g);
    } else if (kind >= 20) {
        loop_outside(g);
    } else if (kind == 11 && loop_chance(g, 20)) {
        loop_line(g, "if int1 == %u { panic(\"odd\") }", loop_pick(g, 100));
    } else {
        loop_assign(g);
    }
}

static void loop_block(LoopGen *g, u32 most)
{
    g->depth++;
    for (u32 n = 1 + loop_pick(g, most); n && g->budget; n--) {
        g->budget--;
        loop_statement(g);
    }
    g->depth--;
}

/* ---- programs ---- */

static void loop_declare(LoopGen *g)
{
    loop_line(g, "package main");
    loop_line(g, "import (\"math\"; \"math/bits\"; \"runtime\"; \"sync\")");
    loop_line(g, "var mu sync.Mutex");
    loop_line(g, "var tokens = make(chan int, 2)");
    loop_line(g, "var _ = runtime.Gosched");
    loop_line(g, "type record struct {");
    loop_line(g, "\tnext *record");
    for (u32 t = 0; t < LT_TYPES; t++)
        loop_line(g, "\tf_%s %s", loop_types[t], loop_types[t]);
    loop_line(g, "}");
    loop_line(g, "type packed struct {");
    for (u32 t = 0; t < LT_TYPES; t++)
        loop_line(g, "\t%s %s", loop_types[t], loop_types[t]);
    loop_line(g, "}");
    loop_line(g, "var last packed");
    loop_line(g, "type pair struct { x int; y float64 }");
    loop_line(g, "type triple struct { x int; pair }");
    loop_line(g, "var pairs, triples = make([]pair, 16), make([]triple, 16)");
    loop_line(g, "var rows, names = make([][]int, 16), make([]string, 16)");
    for (u32 t = 0; t < LT_TYPES; t++) {
        const char *name = loop_types[t];
        loop_line(g, "var g_%s %s", name, name);
        loop_line(g, "var a_%s [16]%s", name, name);
        loop_line(g, "var s_%s = make([]%s, 16)", name, name);
    }
    loop_line(g, "var recs = make([]record, 16)");
    loop_line(g, "var other = []int{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3}");
    loop_line(
        g,
        "var texts = [2]string{\"sixteen bytes or so\", \"d\\u00ef\\u20acr\\u00e9nt l\\xffng\"}");
    loop_declare_small(g);
    loop_line(g, "var truths int");
    loop_line(g, "func told(where string, n int) {");
    loop_line(g, "\tif r := recover(); r != nil {");
    loop_line(g, "\t\ttext, ok := r.(string)");
    loop_line(g, "\t\tif !ok { text = r.(error).Error() }");
    loop_line(g, "\t\tprintln(where, n, text)");
    loop_line(g, "\t}");
    loop_line(g, "}");
    loop_line(g, "func show() {");
    loop_line(g, "\tprintln(truths)");
    loop_line(g, "\tfor i, t := range triples {");
    loop_line(g, "\t\tprintln(t.x, pairs[i].x, len(rows[i]), names[i])");
    loop_line(g, "\t\tprintln(math.Float64bits(pairs[i].y), math.Float64bits(t.y))");
    loop_line(g, "\t}");
    loop_line(g, "\tfor i := range recs {");
    for (u32 t = 0; t < LT_TYPES; t++) {
        const char *name = loop_types[t];
        if (loop_is_float((LoopType)t))
            loop_line(g,
                      "\t\tprintln(i, math.Float64bits(float64(g_%s)), math.Float64bits(float64("
                      "a_%s[i])), math.Float64bits(float64(s_%s[i])), math.Float64bits(float64("
                      "recs[i].f_%s)))",
                      name, name, name, name);
        else
            loop_line(g, "\t\tprintln(g_%s, a_%s[i], s_%s[i], recs[i].f_%s)", name, name, name,
                      name);
    }
    loop_line(g, "\t}");
    loop_line(g, "}");
}

/* The variables used by the statements; some are parameters. */
static void loop_locals(LoopGen *g)
{
    for (u32 t = 0; t < LT_TYPES; t++)
        for (u32 i = 0; i < LOOP_VARS; i++) {
            const char *name = loop_types[t];
            bool given = i == 0 && (t == LT_INT || t == LT_FLOAT64);
            if (!given)
                loop_line(g, "\tvar %s%u %s = %u", name, i, name, loop_pick(g, 100));
            loop_line(g, "\t_ = %s%u", name, i);
        }
    loop_line(g, "\tvar truth bool");
    loop_line(g, "\tvar t, u packed");
    loop_line(g, "\t_, _ = t, u");
    loop_line(g, "\ttext, p, q, rec := texts[0], &recs[2], &recs[5], recs[1]");
    loop_line(g, "\t_, _, _, _, _ = text, p, q, rec, truth");
}

static void loop_function(LoopGen *g, u32 number, u32 budget)
{
    loop_line(g, "func work%u(int0 int, float640 float64) int {", number);
    loop_locals(g);
    g->result = true;
    g->budget = budget;
    g->closures = loop_chance(g, 20);
    g->loops = 1;
    loop_line(g, "\tfor round := 0; round < %u; round++ {", 2 + loop_pick(g, 20));
    g->depth++;
    while (g->budget > 0)
        loop_block(g, 6);
    g->depth--;
    g->loops = 0;
    loop_line(g, "\t}");
    for (u32 t = 0; t < LT_TYPES; t++)
        loop_line(g, "\tg_%s += %s0 - %s1 + t.%s + u.%s + last.%s", loop_types[t], loop_types[t],
                  loop_types[t], loop_types[t], loop_types[t], loop_types[t]);
    loop_line(g, "\treturn int0 ^ int1");
    loop_line(g, "}");
}

/* Small functions: expressions of their parameters, and loops over these. */
static void loop_leaf(LoopGen *g, u32 number)
{
    loop_line(g, "func f%u(int0 int, float640 float64) int {", number);
    loop_line(g, "\tint1, float641, uint80 := int0, float640*2, uint8(int0)");
    loop_line(g, "\t_ = uint80");
    if (loop_chance(g, 50))
        loop_line(g, "\tfor float641 < 1000 && int1 < 50 { float641 = float641*2 + 1; int1++ }");
    if (loop_chance(g, 50))
        loop_line(g, "\tif int0 > %u { int1 = s_int[int1&31] / (int0&7) }", loop_pick(g, 200));
    loop_line(g, "\tif float641 > float64(%u) { return int1 %% 1000 }", loop_pick(g, 100));
    if (g->funcs && loop_chance(g, 50))
        loop_line(g, "\tint1 += f%u(int1, float641)", loop_pick(g, g->funcs));
    loop_line(g, "\treturn int1 + int(float641)");
    loop_line(g, "}");
    g->funcs++;
}

static void loop_program(u64 seed, Buf *out)
{
    LoopGen gen = {.rng = {seed}, .out = out}, *g = &gen;
    u32 goroutines = loop_chance(g, 50) ? 1 + loop_pick(g, LOOP_GOROUTINES) : 0;
    g->syncs = goroutines > 0;
    loop_declare(g);
    for (u32 i = 0; i < LOOP_FUNCS; i++)
        loop_leaf(g, i);
    g->calls = loop_chance(g, 70);
    if (g->calls) {
        loop_declare_calls(g);
        loop_call_shapes(g);
    }
    for (u32 i = 0; i < LOOP_WORKERS; i++)
        loop_function(g, i, 5 + loop_pick(g, 30));
    loop_line(g, "var works = [...]func(int, float64) int{work0, work1, work2, work3}");
    loop_line(g, "func once(n int) {");
    if (loop_chance(g, 90))
        loop_line(g, "\tdefer told(\"work\", n)");
    loop_line(g, "\tprintln(works[n&3](n, float64(n)*1.5))");
    loop_line(g, "}");
    loop_line(g, "func main() {");
    loop_line(g, "\tfor i := range recs { recs[i].next = &recs[(i+1)&15] }");
    if (g->calls)
        loop_fill_calls(g);
    u32 alone = goroutines ? loop_pick(g, 8) : 8; /* statements before accesses are observed */
    loop_line(g, "\tfor i := 0; i < %u; i++ { once(i) }", alone);
    if (goroutines) {
        loop_line(g, "\tvar wg sync.WaitGroup");
        loop_line(g, "\twg.Add(%u)", goroutines);
        loop_line(g, "\tfor i := 0; i < %u; i++ {", goroutines);
        loop_line(g, "\t\tgo func(n int) { defer wg.Done(); once(n); once(n+%u) }(i)",
                  loop_pick(g, 4));
        loop_line(g, "\t}");
        loop_line(g, "\tonce(%u)", loop_pick(g, 4));
        loop_line(g, "\twg.Wait()");
    }
    loop_line(g, "\tshow()");
    loop_line(g, "}");
}

#endif
