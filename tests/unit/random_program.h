/* Random concurrent Go programs; the same seed gives the same text. They terminate under most
 * schedules (a deadlock or panic is fine, too), use only sync, sync/atomic and time, and are valid
 * for Go 1.19, so that `go run -race` can be compared as well.
 *
 * A program is a tree of statements over a few shared variables. Synchronisation comes in whole
 * patterns (hand-over, pipeline, semaphore, WaitGroup, condition, ...), each of which may have code
 * on the wrong side of it, so that about half of the programs have races. */
#ifndef TESTS_UNIT_RANDOM_PROGRAM_H
#define TESTS_UNIT_RANDOM_PROGRAM_H

#include "base/buf.h"
#include "base/rng.h"
#include "tests/unit/program_text.h"

enum { PROGRAM_GOROUTINES = 9, PROGRAM_LOCALS = 8, PROGRAM_MUTEXES = 2 };

typedef struct ProgramGen {
    Rng rng;
    Buf *out;
    u32 depth;                               /* nesting of blocks, for indentation */
    u32 budget;                              /* statements left */
    u32 goroutines;                          /* goroutines left */
    u32 names;                               /* number of local names */
    u32 locals[PROGRAM_LOCALS], local_count; /* variables in scope, "v3" */
    u32 held; /* mutexes below this number are held; locks are mostly taken in order */
    bool rw_held, in_once;
    u32 wild;   /* percentage of accesses that ignore locks */
    bool rows;  /* many accesses are to rows of elements */
    bool pools; /* there are objects of a pool */
} ProgramGen;

static bool gen_chance(ProgramGen *gen, u32 percent)
{
    return rng_below(&gen->rng, 100) < percent;
}

static u32 gen_pick(ProgramGen *gen, u32 n)
{
    return rng_below(&gen->rng, n);
}

PRINTF_LIKE(2, 3) static void gen_line(ProgramGen *gen, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    generated_line(gen->out, gen->depth, fmt, args);
    va_end(args);
}

/* Writes a block of at most `most` statements. */
static void gen_block(ProgramGen *gen, u32 most);

/* A block; the caller writes its opening and closing lines. */
static void gen_body(ProgramGen *gen, u32 most)
{
    u32 locals = gen->local_count;
    gen->depth++;
    gen_block(gen, most);
    gen->depth--;
    gen->local_count = locals;
}

/* Single accesses ------------------------------------------------------------------------------ */

static void gen_access_local(ProgramGen *gen)
{
    u32 local = gen->locals[gen_pick(gen, gen->local_count)];
    if (gen_chance(gen, 50))
        gen_line(gen, "use(v%u)", local);
    else
        gen_line(gen, "v%u++", local);
}

/* Every kind of access that has its own instruction or its own rule in the VM. */
static void gen_access_global(ProgramGen *gen)
{
    static const char *const accesses[] = {
        "x = 1",
        "use(x)",
        "x++",
        "y += x",
        "use(y)",
        "y = 2",
        "s.a = 3",
        "use(int(s.a))",
        "s.b = 4",
        "use(int(s.b))",
        "s.c++",
        "s = pair{c: 5}",
        "func() { t := s; use(t.c) }()",
        "use(int(s.in[1]))",
        "s.in[0]++",
        "arr[1] = 6",
        "arr[x&3]++",
        "use(arr[2])",
        "arr = [4]int{}",
        "for _, e := range arr { use(e) }",
        "sl[0] = 7",
        "sl[3]++",
        "use(sl[0])",
        "copy(sl, arr[:2])",
        "copy(arr[2:], sl)",
        "copy(wide[9:], wide[:9])",
        "wide[7]++",
        "wide[16] = x",
        "use(wide[10])",
        "wide = [20]int{}",
        "sl = append(sl[:3], 8)",
        "use(len(sl))",
        "for _, e := range sl { use(e) }",
        "bytes[0] = 'b'",
        "use(len(string(bytes[1:])))",
        "bytes = append(bytes[:1], \"cd\"...)",
        "m[1] = 9",
        "use(m[1])",
        "m[2]++",
        "delete(m, 1)",
        "for k := range m { use(k) }",
        "use(len(m))",
        "link = &s",
        "link = &pair{c: 1}",
        "func() { q := &pair{}; q.c++; link = q; q.in[1] = 2 }()",
        "sl = make([]int, 4)",
        "func() { t := make([]int, 9); t[8]++; sl = t; t[1]++ }()",
        "if q := link; q != nil { q.c++ }",
        "if q := link; q != nil { use(int(q.a)) }",
        "any = x",
        "if v, ok := any.(int); ok { use(v) }",
        "f = func() { y++ }",
        "if g := f; g != nil { g() }",
        "word = \"w\"",
        "use(len(word))",
        "use(int(plain32))",
    };
    gen_line(gen, "%s", accesses[gen_pick(gen, sizeof accesses / sizeof *accesses)]);
}

/* Rows of accesses: at one position of the source and at several, to neighbours, to every other
 * one, whole and in part, of elements and of structs, beside atomic ones. */
static void gen_access_row(ProgramGen *gen)
{
    static const char *const accesses[] = {
        "for i := range wide { wide[i]++ }",
        "for i := x & 7; i < 16; i++ { wide[i] = i }",
        "for i := 3; i < 11; i++ { use(wide[i] + wide[i+1]) }",
        "for i := 0; i < 20; i += 2 { wide[i] = wide[i+1] }",
        "for i := 19; i > 8; i-- { use(wide[i]) }",
        "for _, e := range big { use(e) }",
        "for i := range big { if i&1 == 0 { big[i] = x } else { big[i] = y } }",
        "for i := range big { if i%3 == 1 { big[i]++ } }",
        "for i := 0; i < 12; i++ { big[i] = 1; use(big[i]) }",
        "for i := 12; i < len(big); i++ { use(big[i]); big[i] = 1 }",
        "big = append(big[:30], x)",
        "big = make([]int, 32)",
        "func() { t := make([]int, 32); for i := range t { t[i] = i }; big = t }()",
        "for i := range recs { recs[i].c += int(recs[i].a) }",
        "for i, r := range recs { recs[i].b = r.a }",
        "recs[1] = recs[3]",
        "copy(recs, recs[2:])",
        "for i := range recs { recs[i].method() }",
        "func() { h := recs[2].method; recs[2].c = 1; h() }()",
        "for i := 0; i < 69; i++ { text[i] = text[i+1] }",
        "for i := 35; i < 70; i++ { text[i] = 'c' }",
        "for i := range text { use(int(text[i])) }",
        "for i := range few { use(int(few[i])) }",
        "for i := range few { few[i] = 1 }",
        "big[7]++",
        "big[20] = x",
        "use(big[13])",
        "use(int(recs[3].a))",
        "text[33] = 'd'",
        "few[5] = 2",
        "atomic.AddInt32(&few[3], 1)",
        "use(int(atomic.LoadInt32(&few[x&7])))",
    };
    gen_line(gen, "%s", accesses[gen_pick(gen, sizeof accesses / sizeof *accesses)]);
}

static void gen_atomic(ProgramGen *gen)
{
    static const char *const operations[] = {
        "atomic.AddInt32(&plain32, 1)",   "use(int(atomic.LoadInt32(&plain32)))",
        "atomic.StoreInt32(&plain32, 2)", "number.Add(1)",
        "use(int(number.Load()))",        "number.Store(3)",
        "use(int(number.Swap(4)))",
    };
    gen_line(gen, "%s", operations[gen_pick(gen, sizeof operations / sizeof *operations)]);
}

static void gen_access_shared(ProgramGen *gen)
{
    if (gen->rows && gen_chance(gen, 60))
        gen_access_row(gen);
    else
        gen_access_global(gen);
}

static void gen_access(ProgramGen *gen)
{
    if (gen->local_count > 0 && gen_chance(gen, 45))
        gen_access_local(gen);
    else if (gen_chance(gen, 15))
        gen_atomic(gen);
    else if (gen_chance(gen, gen->wild)) {
        gen_access_shared(gen);
    } else {
        gen_line(gen, "mu[0].Lock()");
        gen_access_shared(gen);
        gen_line(gen, "mu[0].Unlock()");
    }
}

static void gen_local(ProgramGen *gen)
{
    if (gen->local_count == PROGRAM_LOCALS)
        return;
    u32 name = gen->names++;
    gen->locals[gen->local_count++] = name;
    gen_line(gen, "v%u := %u", name, gen_pick(gen, 9));
    gen_line(gen, "use(v%u)", name);
}

/* What guards ---------------------------------------------------------------------------------- */

static void gen_mutex(ProgramGen *gen)
{
    u32 before = gen->held, locals = gen->local_count;
    if (before == PROGRAM_MUTEXES)
        return;
    u32 mutex = before + gen_pick(gen, PROGRAM_MUTEXES - before);
    bool try = gen_chance(gen, 20);
    if (try)
        gen_line(gen, "if mu[%u].TryLock() {", mutex);
    else
        gen_line(gen, "mu[%u].Lock()", mutex);
    gen->held = mutex + 1;
    gen->depth += try;
    gen_access_global(gen);
    gen_block(gen, 2);
    gen->held = before;
    gen_line(gen, "mu[%u].Unlock()", mutex);
    if (try) {
        gen->depth--;
        gen->local_count = locals;
        gen_line(gen, "}");
    }
}

static void gen_rwmutex(ProgramGen *gen)
{
    if (gen->rw_held)
        return;
    const char *reader = gen_chance(gen, 60) ? "R" : "";
    gen_line(gen, "rw.%sLock()", reader);
    gen->rw_held = true;
    gen_access_global(gen);
    gen_block(gen, 2);
    gen->rw_held = false;
    gen_line(gen, "rw.%sUnlock()", reader);
}

static void gen_once(ProgramGen *gen)
{
    if (gen->in_once)
        return;
    gen->in_once = true;
    gen_line(gen, "once.Do(func() {");
    gen_body(gen, 2);
    gen_line(gen, "})");
    gen->in_once = false;
}

/* Goroutines ----------------------------------------------------------------------------------- */

/* The body of a goroutine, which holds none of the locks of its parent. */
static void gen_goroutine_body(ProgramGen *gen, u32 most)
{
    u32 held = gen->held;
    bool rw_held = gen->rw_held, in_once = gen->in_once;
    gen->held = 0;
    gen->rw_held = gen->in_once = false;
    gen_body(gen, most);
    gen->held = held;
    gen->rw_held = rw_held;
    gen->in_once = in_once;
}

static bool gen_take_goroutines(ProgramGen *gen, u32 n)
{
    if (gen->goroutines < n)
        return false;
    gen->goroutines -= n;
    return true;
}

static void gen_spawn(ProgramGen *gen)
{
    if (!gen_take_goroutines(gen, 1))
        return;
    gen_line(gen, "go func() {");
    gen_goroutine_body(gen, 4);
    gen_line(gen, "}()");
}

/* The child sends, receives or closes; the parent does the counterpart. */
static void gen_handover(ProgramGen *gen)
{
    static const char *const halves[][2] = {
        {"ch%u <- 1", "use(<-ch%u)"}, {"close(ch%u)", "use(<-ch%u)"}, {"use(<-ch%u)", "ch%u <- 2"}};
    if (!gen_take_goroutines(gen, 1))
        return;
    u32 name = gen->names++, how = gen_pick(gen, 3);
    gen_line(gen, "ch%u := make(chan int, %u)", name, gen_pick(gen, 3));
    gen_line(gen, "go func() {");
    gen_goroutine_body(gen, 3);
    gen->depth++;
    gen_line(gen, halves[how][0], name);
    gen->depth--;
    gen_goroutine_body(gen, 1);
    gen_line(gen, "}()");
    gen_block(gen, 2);
    gen_line(gen, halves[how][1], name);
    gen_block(gen, 3);
}

static void gen_pipeline(ProgramGen *gen)
{
    if (!gen_take_goroutines(gen, 1))
        return;
    u32 name = gen->names++;
    gen_line(gen, "ch%u := make(chan *int, %u)", name, gen_pick(gen, 3));
    gen_line(gen, "go func() {");
    gen->depth++;
    gen_line(gen, "for i := 0; i < %u; i++ {", 1 + gen_pick(gen, 4));
    gen_line(gen, "\ti := i");
    gen_goroutine_body(gen, 2);
    gen_line(gen, "\tch%u <- &i", name);
    if (gen_chance(gen, 15))
        gen_line(gen, "\ti++ // after it was given away");
    gen_line(gen, "}");
    gen_line(gen, "close(ch%u)", name);
    gen->depth--;
    gen_line(gen, "}()");
    gen_line(gen, "for p := range ch%u {", name);
    gen_line(gen, "\t*p++");
    gen_body(gen, 2);
    gen_line(gen, "}");
}

/* Several goroutines with the same body, each with its own element; possibly a semaphore of one or
 * two around the body; possibly all of them are waited for. */
static void gen_group(ProgramGen *gen)
{
    u32 n = 2 + gen_pick(gen, 2), name = gen->names++;
    if (!gen_take_goroutines(gen, n))
        return;
    bool semaphore = gen_chance(gen, 40);
    gen_line(gen, "var wg%u sync.WaitGroup", name);
    if (semaphore)
        gen_line(gen, "sem%u := make(chan bool, %u)", name, 1 + gen_pick(gen, 2));
    gen_line(gen, "for i := 0; i < %u; i++ {", n);
    gen->depth++;
    gen_line(gen, "i := i");
    gen_line(gen, "wg%u.Add(1)", name);
    gen_line(gen, "go func() {");
    gen_line(gen, "\tdefer wg%u.Done()", name);
    if (semaphore)
        gen_line(gen, "\tsem%u <- true", name);
    gen_line(gen, "\tparts[i]++");
    gen_goroutine_body(gen, 3);
    if (semaphore)
        gen_line(gen, "\t<-sem%u", name);
    gen_line(gen, "}()");
    gen->depth--;
    gen_line(gen, "}");
    gen_block(gen, 1);
    if (gen_chance(gen, 85))
        gen_line(gen, "wg%u.Wait()", name);
    gen_line(gen, "use(parts[%u])", gen_pick(gen, 4));
}

static void gen_condition(ProgramGen *gen)
{
    if (!gen_take_goroutines(gen, 1))
        return;
    u32 name = gen->names++;
    gen_line(gen, "var lock%u sync.Mutex", name);
    gen_line(gen, "cond%u, ready%u := sync.NewCond(&lock%u), false", name, name, name);
    gen_line(gen, "go func() {");
    gen_goroutine_body(gen, 2);
    gen->depth++;
    gen_line(gen, "lock%u.Lock()", name);
    gen_line(gen, "ready%u = true", name);
    gen_line(gen, "cond%u.%s()", name, gen_chance(gen, 50) ? "Signal" : "Broadcast");
    gen_line(gen, "lock%u.Unlock()", name);
    gen->depth--;
    gen_goroutine_body(gen, 1);
    gen_line(gen, "}()");
    gen_block(gen, 1);
    gen_line(gen, "lock%u.Lock()", name);
    gen_line(gen, "for !ready%u {", name);
    gen_line(gen, "\tcond%u.Wait()", name);
    gen_line(gen, "}");
    gen_line(gen, "lock%u.Unlock()", name);
    gen_block(gen, 2);
}

/* An atomic flag: statements before the store happen before those guarded by a load that observes
 * it. */
static void gen_flag(ProgramGen *gen)
{
    if (!gen_take_goroutines(gen, 1))
        return;
    u32 name = gen->names++;
    gen_line(gen, "var flag%u int32", name);
    gen_line(gen, "go func() {");
    gen_goroutine_body(gen, 2);
    gen_line(gen, "\tatomic.%sInt32(&flag%u, 1)", gen_chance(gen, 50) ? "Store" : "Add", name);
    gen_line(gen, "}()");
    static const char *const looks[] = {"if atomic.LoadInt32(&flag%u) == 1 {",
                                        "if atomic.CompareAndSwapInt32(&flag%u, 1, 2) {",
                                        "if flag%u == 1 {"};
    gen_line(gen, looks[gen_pick(gen, 3)], name);
    gen_body(gen, 2);
    gen_line(gen, "}");
}

/* A goroutine accesses a variable, releases, and mostly accesses it again; its parent acquires what
 * was released, and accesses it too. Nothing else does, so that no other race comes before the one
 * with the repeated access, which is easily taken for one that happened before the release. */
static void gen_repeat(ProgramGen *gen)
{
    static const char *const hands[][2] = {
        {"atomic.StoreInt32(&o.flag, 1)", "if atomic.LoadInt32(&o.flag) == 1 {"},
        {"atomic.AddInt32(&o.flag, 1)", "if atomic.CompareAndSwapInt32(&o.flag, 1, 2) {"},
        {"o.lock.Lock(); o.ready = true; o.lock.Unlock()",
         "if o.lock.Lock(); o.ready { o.lock.Unlock()"},
        {"o.lock.RLock(); use(o.v); o.lock.RUnlock()", "if o.lock.Lock(); true {"},
        {"o.all.Done()", "if o.all.Wait(); true {"},
        {"o.done <- true", "if <-o.done {"},
        {"close(o.done)", "if !<-o.done {"},
        {"<-o.done", "if o.done <- true; true {"},
        {"go func() { o.done <- true }()", "if <-o.done {"},
    };
    static const char *const accesses[] = {"o.v = 1", "o.v++", "use(o.v)"};
    static const char *const between[] = {"use(int(number.Load()))", "mu[1].Lock(); mu[1].Unlock()",
                                          "once.Do(func() {})", "use(0)"};
    u32 hand = gen_pick(gen, COUNT_OF(hands)), first = gen_pick(gen, COUNT_OF(accesses));
    gen_line(gen, "var o struct {");
    gen_line(gen, "\tv     int");
    gen_line(gen, "\tflag  int32");
    gen_line(gen, "\tready bool");
    gen_line(gen, "\tlock  sync.RWMutex");
    gen_line(gen, "\tall   sync.WaitGroup");
    gen_line(gen, "\tdone  chan bool");
    gen_line(gen, "}");
    gen_line(gen, "o.done = make(chan bool, %u)", gen_pick(gen, 2));
    gen_line(gen, "o.all.Add(1)");
    gen_line(gen, "go func() {");
    gen_line(gen, "\t%s", accesses[first]);
    gen_line(gen, "\t%s", hands[hand][0]);
    gen_line(gen, "\t%s", between[gen_pick(gen, COUNT_OF(between))]);
    if (gen_chance(gen, 70))
        gen_line(gen, "\t%s", accesses[gen_chance(gen, 60) ? first : gen_pick(gen, 3)]);
    gen_line(gen, "}()");
    gen_line(gen, "%s", hands[hand][1]);
    gen_line(gen, "\t%s", accesses[gen_pick(gen, COUNT_OF(accesses))]);
    gen_line(gen, "}");
}

/* The same in a block of its own, for its variable. */
static void gen_repeats(ProgramGen *gen)
{
    if (!gen_take_goroutines(gen, 2))
        return;
    gen_line(gen, "{");
    gen->depth++;
    gen_repeat(gen);
    gen->depth--;
    gen_line(gen, "}");
}

/* A select over the global channels. */
static void gen_select(ProgramGen *gen)
{
    static const char *const cases[] = {
        "case c0 <- 1:", "case v := <-c0:",     "case c1 <- 2:",  "case v := <-c1:",
        "case c3 <- 3:", "case v, ok := <-c3:", "case cp <- &s:", "case p := <-cp:"};
    static const char *const firsts[] = {"", "use(v)",           "", "use(v)",
                                         "", "if ok { use(v) }", "", "p.c++"};
    u32 first = gen_pick(gen, 8), count = 1 + gen_pick(gen, 3);
    gen_line(gen, "select {");
    for (u32 i = 0; i < count; i++) {
        u32 at = (first + 3 * i) % 8;
        gen_line(gen, "%s", cases[at]);
        if (*firsts[at])
            gen_line(gen, "\t%s", firsts[at]);
        gen_body(gen, 1);
    }
    if (gen_chance(gen, 85))
        gen_line(gen, "default:");
    gen_line(gen, "}");
}

static void gen_loop(ProgramGen *gen)
{
    gen_line(gen, "for i := 0; i < %u; i++ {", 1 + gen_pick(gen, 3));
    gen_body(gen, 2);
    gen_line(gen, "}");
}

static void gen_timer(ProgramGen *gen)
{
    static const char *const ends[] = {"timer%u.Stop()", "use(<-fired%u)", "timer%u.Reset(1)"};
    if (!gen_take_goroutines(gen, 2))
        return;
    u32 name = gen->names++;
    gen_line(gen, "fired%u := make(chan int, 2)", name);
    gen_line(gen, "timer%u := time.AfterFunc(%u, func() {", name, gen_pick(gen, 3));
    gen_goroutine_body(gen, 2);
    gen_line(gen, "\tfired%u <- 1", name);
    gen_line(gen, "})");
    gen_line(gen, "_ = timer%u", name);
    for (u32 i = gen_pick(gen, 3); i < COUNT_OF(ends); i++) {
        gen_block(gen, 2);
        gen_line(gen, ends[i], name);
    }
}

static void gen_if(ProgramGen *gen)
{
    static const char *const conditions[] = {"number.Load() > 1", "atomic.LoadInt32(&plain32) == 0",
                                             "len(c3) > 0", "number.CompareAndSwap(0, 1)"};
    gen_line(gen, "if %s {", conditions[gen_pick(gen, 4)]);
    gen_body(gen, 2);
    gen_line(gen, "}");
}

/* An object of a pool, which is used while it is the goroutine's, and at times longer. */
static void gen_pool(ProgramGen *gen)
{
    static const char *const uses[] = {"q%u.c++", "use(q%u.c)", "touch(q%u)", "q%u.in[1] = 2",
                                       "link = q%u"};
    static const char *const puts[] = {"pool.Put(q%u)", "pool.Put(q%u)", "defer pool.Put(q%u)",
                                       "select { case cp <- q%u: default: }"};
    u32 name = gen->names++;
    gen_line(gen, "q%u := pool.Get().(*pair)", name);
    gen_line(gen, uses[gen_pick(gen, 4)], name);
    gen_block(gen, 1);
    gen_line(gen, puts[gen_pick(gen, COUNT_OF(puts))], name);
    if (gen_chance(gen, gen->wild))
        gen_line(gen, uses[gen_pick(gen, COUNT_OF(uses))], name);
}

static void gen_call(ProgramGen *gen)
{
    static const char *const calls[] = {"touch(&s)", "touchAll(sl)", "s.method()", "guarded()"};
    gen_line(gen, "%s", calls[gen_pick(gen, 4)]);
}

static void gen_statement(ProgramGen *gen)
{
    static const struct {
        void (*make)(ProgramGen *gen);
        u32 weight;
    } kinds[] = {{gen_access, 24}, {gen_local, 8},     {gen_mutex, 10},    {gen_rwmutex, 6},
                 {gen_once, 3},    {gen_spawn, 6},     {gen_handover, 10}, {gen_pipeline, 5},
                 {gen_group, 7},   {gen_condition, 4}, {gen_flag, 5},      {gen_select, 6},
                 {gen_loop, 3},    {gen_if, 4},        {gen_call, 3},      {gen_timer, 3},
                 {gen_repeats, 8}};
    if (gen->pools && gen_chance(gen, 10)) {
        gen_pool(gen);
        return;
    }
    u32 sum = 0, i = 0;
    for (u32 k = 0; k < sizeof kinds / sizeof *kinds; k++)
        sum += kinds[k].weight;
    for (u32 at = gen_pick(gen, sum); at >= kinds[i].weight; i++)
        at -= kinds[i].weight;
    kinds[i].make(gen);
}

static void gen_block(ProgramGen *gen, u32 most)
{
    for (u32 n = gen_pick(gen, most + 1); n > 0 && gen->budget > 0 && gen->depth < 7; n--) {
        gen->budget--;
        gen_statement(gen);
    }
}

/* Appends program number `seed` to *out. */
static void random_program(u64 seed, Buf *out)
{
    ProgramGen gen = {.rng = {seed}, .out = out, .goroutines = PROGRAM_GOROUTINES, .depth = 1};
    gen.budget = 6 + gen_pick(&gen, 30);
    gen.wild = gen_pick(&gen, 4) * 10;
    gen.rows = seed % 2;
    gen.pools = seed % 8 == 7;
    buf_puts(out, "package main\n\n"
                  "import (\n\t\"sync\"\n\t\"sync/atomic\"\n\t\"time\"\n)\n\n"
                  "type pair struct {\n\ta, b int8\n\tc    int\n\tin   [2]int16\n}\n\n"
                  "var (\n"
                  "\tx, y    int\n"
                  "\ts       pair\n"
                  "\tarr     [4]int\n"
                  "\twide    [20]int\n"
                  "\tparts   [4]int\n"
                  "\tbig     = make([]int, 32)\n"
                  "\trecs    = make([]pair, 5)\n"
                  "\ttext    [70]byte\n"
                  "\tfew     [12]int32\n"
                  "\tsl      = make([]int, 4)\n"
                  "\tbytes   = []byte(\"abc\")\n"
                  "\tm       = map[int]int{}\n"
                  "\tlink    *pair\n"
                  "\tany     interface{}\n"
                  "\tf       func()\n"
                  "\tword    string\n"
                  "\tplain32 int32\n"
                  "\tnumber  atomic.Int64\n"
                  "\tmu      [2]sync.Mutex\n"
                  "\trw      sync.RWMutex\n"
                  "\tonce    sync.Once\n"
                  "\tc0      = make(chan int)\n"
                  "\tc1      = make(chan int, 1)\n"
                  "\tc3      = make(chan int, 3)\n"
                  "\tcp      = make(chan *pair, 1)\n"
                  "\tpool    = sync.Pool{New: func() interface{} { return new(pair) }}\n"
                  ")\n\n"
                  "var _ time.Duration\n\n"
                  "func use(int) {}\n\n"
                  "func touch(p *pair) { p.b++ }\n\n"
                  "func touchAll(all []int) {\n\tfor i := range all {\n\t\tall[i]++\n\t}\n}\n\n"
                  "func (p pair) method() { use(p.c) }\n\n"
                  "func guarded() {\n\tmu[1].Lock()\n\tdefer mu[1].Unlock()\n\ty++\n}\n\n"
                  "func main() {\n");
    gen_line(&gen, "use(0)");
    gen_block(&gen, 8);
    gen_block(&gen, 8);
    buf_puts(out, "}\n");
}

#endif
