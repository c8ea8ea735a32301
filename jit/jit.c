/* Finds hot loops by sampling, compiles them, and patches the bytecode so that their back edges
 * enter the machine code. An entry that does not pay is given up again. */
#include "jit/jit.h"

#include "base/map.h"
#include "jit/area.h"
#include "jit/translate.h"

/* A loop is compiled after this many samples inside it. */
enum { HOT = 2 };
/* Steps between two samples: the interval grows as long as nothing hot is found. These are primes,
 * so that samples do not fall on the same step of a loop each time. */
static const u32 intervals[] = {JIT_FIRST_SAMPLE, 1021, 2039, 4093, 8191};
/* An entry is judged after TRIAL runs: if a run took fewer than WORTHWHILE steps on average,
 * entering_op and leaving costs more than it saves. */
enum { TRIAL = 64, WORTHWHILE = 3 };
/* Stack frames that a sample looks at, from the innermost on. */
enum { MAX_FRAMES = 4 };
enum { CACHE = 256 };

/* An instruction whose opcode has been replaced, and the loop header that its jump goes to. */
typedef struct Patch {
    Word *word;
    u16 before;
    const Word *header; /* the loop header that the jump goes to */
} Patch;

/* A compiled loop. code is NULL for views for which it has not been compiled. */
typedef struct Loop {
    JitCode code[JIT_VIEWS];
    u32 nslots; /* registers that the stack must have room for, from its R on */
    VEC(Patch) patches;
} Loop;

/* A loop header at which machine code can be entered. */
typedef struct Entry {
    Loop *loop;
    const Word *pc;
    const void *at[JIT_VIEWS];
    u32 runs;
    u64 steps; /* number of steps taken in these runs */
    bool given_up;
} Entry;

/* State of a loop, in Jit.seen: the number of samples, and above that a bit for each view for which
 * compilation has been tried. */
enum { SAMPLES = 0xff, DONE = 1 << 8 };

struct Jit {
    Program *program;
    bool eager;
    u32 interval; /* index into `intervals` */
    Area area;
    VEC(Loop *) loops;
    Map functions; /* Func * -> LoopList *, for functions that were sampled */
    Map seen;      /* loop header -> state, see above */
    Map entries;   /* loop header -> Entry * */
    Entry *cache[CACHE];
};

Jit *jit_new(Program *program, bool eager)
{
    Jit *jit = xcalloc(1, sizeof *jit);
    jit->program = program;
    jit->eager = eager;
    return jit;
}

u32 jit_interval(const Jit *jit)
{
    return jit->eager ? 1 : intervals[jit->interval];
}

/* ---- the program's code ---- */

/* The fused opcode: jump `op`, then enter machine code. */
static u16 entering_op(Op op, bool watched)
{
    Op second = watched ? OP_JIT_WATCHED : OP_JIT;
    for (u32 i = 0; i < COUNT_OF(op_fused); i++)
        if (op_fused[i].first == op && op_fused[i].second == second)
            return (u16)(OP_COUNT + i);
    BUG("%s does not lead into machine code", op_info[op].name);
}

/* The opcode without entry into machine code: another Jit may have compiled the same loop. */
static u16 original_op(const Word *word)
{
    u16 op = word->in.op & (u16)~OP_PROVEN;
    bool enters = op >= OP_COUNT && (op_fused[op - OP_COUNT].second == OP_JIT ||
                                     op_fused[op - OP_COUNT].second == OP_JIT_WATCHED);
    return enters ? (u16)instr_op(word->in) : word->in.op;
}

static void patch(Loop *loop, Word *word, u16 op, const Word *header)
{
    CHECK(instr_op((Instr){.op = op}) == instr_op(word->in) && header <= word);
    vec_push(&loop->patches, (Patch){word, original_op(word), header});
    word->in.op = op;
}

/* Restores the instructions that jump to header (NULL: all), last first. */
static void restore(Loop *loop, const Word *header)
{
    for (u32 i = loop->patches.len; i-- > 0;) {
        Patch *p = &loop->patches.data[i];
        CHECK(!p->word || instr_op((Instr){.op = p->before}) == instr_op(p->word->in));
        if (p->word && (!header || p->header == header)) {
            p->word->in.op = p->before;
            p->word = NULL;
        }
    }
}

/* Whether it is a pair with that second instruction. */
static bool ends_with(Instr in, Op second)
{
    u32 op = in.op & ~(u32)OP_PROVEN;
    return op >= OP_COUNT && op_fused[op - OP_COUNT].second == second;
}

/* Makes the back edges of the unit's loop enter its machine code. A fused pair that contains a back
 * edge would execute the jump without entering_op, so it is split again. */
static void redirect(Loop *loop, const Unit *unit)
{
    const Body *body = unit->bodies.data[0];
    Word *code = body->fn->code, *last = NULL;
    for (u32 pc = body->lo; pc < body->hi; last = &code[pc], pc += instr_words(&code[pc])) {
        Op op = instr_op(code[pc].in);
        if (!op_goes_back(op))
            continue;
        const Word *header = &code[instr_target(code[pc].in, op_info[op].format, pc)];
        if (header < &code[body->lo])
            continue;
        if (last && ends_with(last->in, op))
            patch(loop, last, (u16)instr_op(last->in) | (last->in.op & OP_PROVEN), header);
        patch(loop, &code[pc], entering_op(op, unit->watched), header);
    }
}

/* ---- compiling ---- */

static Entry *find_entry(Jit *jit, const Word *pc)
{
    Entry **cached = &jit->cache[(u64)pc / sizeof *pc % CACHE];
    if (UNLIKELY(!*cached || (*cached)->pc != pc)) {
        u64 *slot = map_get(&jit->entries, (u64)pc);
        if (!slot)
            return NULL;
        *cached = (Entry *)*slot;
    }
    return *cached;
}

static void add_entry(Jit *jit, Loop *loop, const Word *pc, u32 offset, JitView view)
{
    u64 *slot = map_put(&jit->entries, (u64)pc);
    Entry *entry = (Entry *)*slot;
    if (!entry) {
        entry = xcalloc(1, sizeof *entry);
        *entry = (Entry){.loop = loop, .pc = pc};
        *slot = (u64)entry;
    }
    const u8 *at = (const u8 *)loop->code[view] + offset;
    CHECK(entry->loop == loop && entry->pc == pc);
    CHECK(at > jit->area.base && at < jit->area.base + jit->area.used);
    entry->at[view] = at;
}

static void add_entries(Jit *jit, Loop *loop, const Unit *unit, JitView view)
{
    const Body *body = unit->bodies.data[0];
    for (u32 i = 0; i < loop->patches.len; i++) {
        const Word *pc = loop->patches.data[i].header;
        const Site *site = &unit->sites.data[body->sites[pc - &body->fn->code[body->lo]]];
        add_entry(jit, loop, pc, site->offset, view);
    }
}

/* The Loop for the unit; it exists already if it was compiled for another view. */
static Loop *loop_of(Jit *jit, const Unit *unit)
{
    const Body *body = unit->bodies.data[0];
    Entry *entry = find_entry(jit, &body->fn->code[body->lo]);
    CHECK(!entry || entry->loop->nslots == unit->nslots);
    if (entry)
        return entry->loop;
    Loop *loop = xcalloc(1, sizeof *loop);
    loop->nslots = unit->nslots;
    vec_push(&jit->loops, loop);
    redirect(loop, unit);
    return loop;
}

static void install(Jit *jit, const Unit *unit, const Buf *code, u32 views)
{
    const void *at = area_add(&jit->area, code->data, code->len);
    if (jit->area.broken)
        for (u32 i = 0; i < jit->loops.len; i++)
            restore(jit->loops.data[i], NULL);
    if (!at)
        return;
    Loop *loop = loop_of(jit, unit);
    for (JitView view = 0; view < JIT_VIEWS; view++) {
        if (!(views >> view & 1))
            continue;
        loop->code[view] = (JitCode)at;
        add_entries(jit, loop, unit, view);
    }
}

/* The views for which the same machine code will do: all, if it accesses no memory, or all but one
 * if its accesses are proven. */
static u32 same_views(const Unit *unit, JitView view)
{
    u32 all = (1u << JIT_VIEWS) - 1, one = 1u << view;
    if (!unit->accesses)
        return all;
    return unit->watched || view == JIT_ALL_OBSERVED ? one : all & ~(1u << JIT_ALL_OBSERVED);
}

/* Compiles a loop for a view. Returns the views that this settles. */
static u32 compile(Jit *jit, Func *fn, LoopRange range, JitView view)
{
    Unit unit;
    unit_init(&unit, jit->program, fn, range, view == JIT_FILTERED);
    unit_find_homes(&unit);
    u32 views = same_views(&unit, view);
    bool observed = view == JIT_OBSERVED ? unit.watched : view == JIT_ALL_OBSERVED && unit.accesses;
    if (!observed) {
        Buf code = {0};
        translate(&unit, &code);
        install(jit, &unit, &code, views);
        buf_free(&code);
    }
    unit_free(&unit);
    return views;
}

/* The outermost compilable loop that contains pc, or NULL. */
static const LoopRange *find_loop(Jit *jit, const Func *fn, const Word *pc)
{
    u64 *slot = map_put(&jit->functions, (u64)fn);
    LoopList *loops = (LoopList *)*slot;
    if (!loops) {
        loops = xcalloc(1, sizeof *loops);
        *slot = (u64)loops;
        unit_find_loops(fn, loops);
    }
    u32 at = (u32)(pc - fn->code), low = 0, high = loops->len;
    while (low < high) {
        u32 mid = low + (high - low) / 2;
        if (loops->data[mid].lo <= at)
            low = mid + 1;
        else
            high = mid;
    }
    CHECK(!low || low == loops->len || loops->data[low - 1].hi <= loops->data[low].lo);
    return low && at < loops->data[low - 1].hi ? &loops->data[low - 1] : NULL;
}

/* Counts a sample in the loop and compiles it if it is hot. Returns true, and does nothing, if
 * compilation for the view was tried before. */
static bool sample_loop(Jit *jit, Func *fn, LoopRange loop, JitView view)
{
    u64 *seen = map_put(&jit->seen, (u64)&fn->code[loop.lo]);
    if (*seen / DONE >> view & 1)
        return true;
    if ((*seen & SAMPLES) < HOT)
        ++*seen;
    if ((*seen & SAMPLES) >= (jit->eager ? 1 : HOT))
        *seen |= compile(jit, fn, loop, view) * DONE;
    return false;
}

/* Looks for a loop that is worth sampling, from the innermost frame outwards; true if found. */
static bool find_hot(Jit *jit, const Word *pc, const u64 *R, JitView view)
{
    for (u32 i = 0; i < MAX_FRAMES && !jit->area.broken; i++) {
        Func *fn = program_func_at(jit->program, pc);
        if (!fn)
            return false;
        const LoopRange *loop = find_loop(jit, fn, pc);
        if (loop && !sample_loop(jit, fn, *loop, view))
            return true;
        u64 link = R[-1];
        pc = LINK_ADDRESS(link) - 1;
        R -= LINK_BACK(link) + 1;
    }
    return false;
}

bool jit_sample(Jit *jit, const Word *pc, const u64 *R, JitView view)
{
    if (find_hot(jit, pc, R, view))
        jit->interval = 0;
    else if (jit->interval < COUNT_OF(intervals) - 1)
        jit->interval++;
    const Entry *entry = find_entry(jit, pc);
    return entry && entry->at[view] && !jit->area.broken && !entry->given_up;
}

/* ---- running ---- */

/* Gives up an entry that does not pay, and starts counting anew. */
static void review(Entry *entry)
{
    if (entry->steps < (u64)entry->runs * WORTHWHILE) {
        entry->given_up = true;
        restore(entry->loop, entry->pc);
    }
    entry->runs = 0;
    entry->steps = 0;
}

const Word *jit_run(Jit *jit, const Word *pc, JitState *state, const u64 *stack_end)
{
    Entry *entry = jit ? find_entry(jit, pc) : NULL;
    if (UNLIKELY(!entry || !entry->at[state->view]))
        return pc;
    i64 fuel = state->fuel;
    CHECK(fuel > 0 && state->view < JIT_VIEWS && !jit->area.broken);
    if (LIKELY(state->R + entry->loop->nslots <= stack_end))
        pc = entry->loop->code[state->view](state, entry->at[state->view]);
    CHECK(state->fuel >= 0 && state->fuel <= fuel && state->R <= stack_end);
    entry->steps += (u64)(fuel - state->fuel);
    if (UNLIKELY(++entry->runs == TRIAL) && !jit->eager)
        review(entry);
    return pc;
}

void jit_free(Jit *jit)
{
    if (!jit)
        return;
    for (u32 i = 0; i < jit->loops.len; i++) {
        restore(jit->loops.data[i], NULL);
        vec_free(&jit->loops.data[i]->patches);
        free(jit->loops.data[i]);
    }
    u32 cursor = 0;
    for (MapEntry *e; (e = map_next(&jit->entries, &cursor));)
        free((Entry *)e->value);
    cursor = 0;
    for (MapEntry *e; (e = map_next(&jit->functions, &cursor));) {
        LoopList *loops = (LoopList *)e->value;
        vec_free(loops);
        free(loops);
    }
    vec_free(&jit->loops);
    map_free(&jit->functions);
    map_free(&jit->seen);
    map_free(&jit->entries);
    area_free(&jit->area);
    free(jit);
}
