/* Finds hot loops and functions by sampling, compiles them, and patches the bytecode so that it
 * leads into the machine code: back edges of loops, and marked instructions of functions. A loop's
 * entry that does not pay is given up again. */
#include "jit/jit.h"

#include "base/map.h"
#include "jit/area.h"
#include "jit/translate.h"

/* A loop is compiled after this many samples inside it, a function after as many at its beginning.
 */
enum { HOT = 2 };
/* Steps between two samples: the interval grows as long as nothing hot is found. These are primes,
 * so that samples do not fall on the same step of a loop each time. */
static const u32 intervals[] = {JIT_FIRST_SAMPLE, 1021, 2039, 4093, 8191};
/* A loop's entry is judged after TRIAL runs: if a run took fewer than WORTHWHILE steps on average,
 * entering and leaving costs more than it saves. One of a loop with calls is judged after
 * TRIAL_OF_CALLS, since the functions that it calls may be compiled later. */
enum { TRIAL = 64, TRIAL_OF_CALLS = 1 << 14, WORTHWHILE = 3 };
/* The same for a marked instruction of a function of at most SHORT words, if a run took less than
 * one step: machine code still calls it. */
enum { SHORT = 100 };
/* Stack frames that a sample looks at, from the innermost on. */
enum { MAX_FRAMES = 4 };
enum { CACHE = 256 };
/* Of the calls before which machine code exits, since the callee has none, one in so many is
 * sampled: a prime. */
enum { CALL_EXITS = 61 };

/* An instruction whose opcode has been replaced, and the loop header that its jump goes to. */
typedef struct Patch {
    Word *word;
    u16 before;
    const Word *header; /* the loop header that the jump goes to */
} Patch;

/* A compiled loop or function. code is NULL for views for which it has not been compiled. */
typedef struct Loop {
    JitCode code[JIT_VIEWS];
    u32 nslots;         /* registers that the stack must have room for, from its R on */
    u32 trial;          /* runs after which an entry is judged */
    Func *fn;           /* of a function, else NULL */
    VEC(Patch) patches; /* of a loop */
    VEC(Word *) marks;  /* of a function: its marked instructions */
} Loop;

/* An instruction at which machine code can be entered. */
typedef struct Entry {
    Loop *loop;
    const Word *pc;
    const void *at[JIT_VIEWS];
    u32 runs;
    u64 steps; /* number of steps taken in these runs */
    bool given_up;
} Entry;

/* State of a loop or function, in Jit.seen: the number of samples, and above that a bit for each
 * view for which compilation has been tried. */
enum { SAMPLES = 0xff, DONE = 1 << 8 };

struct Jit {
    Program *program;
    const JitFunction *executes; /* jit_new */
    const CallCache *calls;
    bool eager;
    u32 interval; /* index into `intervals` */
    u32 call_exits;
    Area area;
    VEC(Loop *) loops;
    Map functions; /* Func * -> LoopList *, for functions that were sampled */
    Map seen;      /* loop header or Func -> state, see above */
    Map compiled;  /* loop header or Func -> Loop * */
    Map entries;   /* instruction -> Entry * */
    Entry *cache[CACHE];
};

Jit *jit_new(Program *program, const JitFunction *functions, const CallCache *calls, bool eager)
{
    Jit *jit = xcalloc(1, sizeof *jit);
    jit->executes = functions;
    jit->calls = calls;
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
    u16 op = word->in.op & (u16)~OP_FLAGS;
    bool enters = op >= OP_COUNT && (op_fused[op - OP_COUNT].second == OP_JIT ||
                                     op_fused[op - OP_COUNT].second == OP_JIT_WATCHED);
    return enters ? (u16)instr_op(word->in) : word->in.op & (u16)~OP_MACHINE;
}

/* The word keeps its mark. */
static void set_op(Word *word, u16 op)
{
    CHECK(instr_op((Instr){.op = op}) == instr_op(word->in) && !(op & OP_MACHINE));
    word->in.op = (word->in.op & OP_MACHINE) | op;
}

static void patch(Loop *loop, Word *word, u16 op, const Word *header)
{
    CHECK(header <= word);
    vec_push(&loop->patches, (Patch){word, original_op(word), header});
    set_op(word, op);
}

/* Restores the instructions that jump to header (NULL: all), last first. */
static void restore(Loop *loop, const Word *header)
{
    for (u32 i = loop->patches.len; i-- > 0;) {
        Patch *p = &loop->patches.data[i];
        if (p->word && (!header || p->header == header)) {
            set_op(p->word, p->before);
            p->word = NULL;
        }
    }
}

/* Nothing leads to the machine code any more. */
static void detach(Loop *loop)
{
    restore(loop, NULL);
    for (u32 i = 0; i < loop->marks.len; i++)
        loop->marks.data[i]->in.op &= (u16)~OP_MACHINE;
    for (u32 i = 0; loop->fn && i < COUNT_OF(loop->fn->machine); i++)
        loop->fn->machine[i] = NULL;
}

/* Whether it is a pair with that second instruction. */
static bool ends_with(Instr in, Op second)
{
    u32 op = in.op & ~(u32)OP_FLAGS;
    return op >= OP_COUNT && op_fused[op - OP_COUNT].second == second;
}

/* Whether machine code that is entered at the site goes on for at least a few instructions. */
static bool is_worth_entering(const Unit *unit, u32 site)
{
    for (u32 i = site; i < site + WORTHWHILE; i++) {
        SiteKind kind = site_kind(unit, i);
        if (kind == SITE_EXIT)
            return false;
        if (kind != SITE_PLAIN)
            return true;
    }
    return true;
}

static void add_point(Unit *unit, EntryPoints *points, u32 site)
{
    if (unit->sites.data[site].entry)
        return;
    unit->sites.data[site].entry = true;
    vec_push(points, (EntryPoint){.site = site});
}

/* The entry points of a function: its beginning, and where the interpreter comes back after an
 * instruction that only it has, or that may have blocked, or after a call; after a deferred one,
 * that is where the next is looked for. */
static void find_points(Unit *unit, EntryPoints *points)
{
    add_point(unit, points, 0);
    for (u32 i = 0; i + 1 < unit->sites.len; i++) {
        const Site *site = &unit->sites.data[i];
        SiteKind kind = site_kind(unit, i);
        bool comes_back = kind == SITE_CALL || kind == SITE_EXIT ||
                          (kind == SITE_EXECUTE && site_op(site) == OP_CALLN);
        u32 next = i + 1;
        if (call_is_expected(unit, i)) {
            comes_back = true;
            next = site[1].body->after;
        }
        if (kind == SITE_DEFERS)
            add_point(unit, points, i);
        if (comes_back && !site->body->caller && !(op_info[site_op(site)].flags & END) &&
            is_worth_entering(unit, next))
            add_point(unit, points, next);
    }
}

/* The word to which the word at pc jumps back within the unit, or NULL. */
static const Word *header_of(const Body *body, u32 pc)
{
    const Word *code = body->fn->code;
    Op op = instr_op(code[pc].in);
    if (!op_goes_back(op))
        return NULL;
    const Word *header = &code[instr_target(code[pc].in, op_info[op].format, pc)];
    return header < &code[body->lo] ? NULL : header;
}

/* Those of a loop: the targets of its back edges. */
static void find_headers(Unit *unit, EntryPoints *points)
{
    const Body *body = unit->bodies.data[0];
    const Word *code = body->fn->code, *header;
    for (u32 pc = body->lo; pc < body->hi; pc += instr_words(&code[pc]))
        if ((header = header_of(body, pc)))
            add_point(unit, points, body->sites[header - &code[body->lo]]);
}

/* Makes the back edges of the unit's loop enter its machine code. A fused pair that contains a back
 * edge would execute the jump without entering_op, so it is split again. */
static void redirect(Loop *loop, const Unit *unit)
{
    const Body *body = unit->bodies.data[0];
    Word *code = body->fn->code, *last = NULL;
    for (u32 pc = body->lo; pc < body->hi; last = &code[pc], pc += instr_words(&code[pc])) {
        const Word *header = header_of(body, pc);
        Op op = instr_op(code[pc].in);
        if (!header)
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

/* Loops come before functions: their entries are those of back edges. */
static void add_entry(Jit *jit, Loop *loop, const Word *pc, const u8 *at, JitView view)
{
    u64 *slot = map_put(&jit->entries, (u64)pc);
    Entry *entry = (Entry *)*slot;
    if (!entry) {
        entry = xcalloc(1, sizeof *entry);
        *slot = (u64)entry;
    } else if (loop->fn && entry->loop != loop) {
        return;
    }
    if (entry->loop != loop)
        *entry = (Entry){.loop = loop, .pc = pc};
    CHECK(area_has(&jit->area, at));
    entry->at[view] = at;
}

/* Makes the instruction enter machine code; its function has it already, for the view. */
static void mark(Loop *loop, Word *word)
{
    if (word->in.op & OP_MACHINE)
        return;
    word->in.op |= OP_MACHINE;
    vec_push(&loop->marks, word);
}

/* What the key stands for in Jit.seen and Jit.compiled. */
static u64 key_of(const Func *fn, LoopRange range)
{
    bool whole = range.lo == 0 && range.hi == fn->ncode;
    return whole ? (u64)fn : (u64)&fn->code[range.lo];
}

static bool has_calls(const Unit *unit)
{
    for (u32 i = 0; i < unit->sites.len; i++)
        if (site_kind(unit, i) == SITE_CALL || site_kind(unit, i) == SITE_DEFERS)
            return true;
    return false;
}

/* The Loop for the unit; it exists already if it was compiled for another view. */
static Loop *loop_of(Jit *jit, const Unit *unit)
{
    const Body *body = unit->bodies.data[0];
    u64 *slot = map_put(&jit->compiled, key_of(body->fn, (LoopRange){body->lo, body->hi}));
    Loop *loop = (Loop *)*slot;
    if (loop && loop->nslots < unit_room(unit)) /* for others calls are inlined */
        loop->nslots = unit_room(unit);
    if (loop)
        return loop;
    loop = xcalloc(1, sizeof *loop);
    *slot = (u64)loop;
    loop->nslots = unit_room(unit);
    loop->trial = has_calls(unit) ? TRIAL_OF_CALLS : TRIAL;
    loop->fn = unit->function ? body->fn : NULL;
    vec_push(&jit->loops, loop);
    if (!unit->function)
        redirect(loop, unit);
    return loop;
}

static void install(Jit *jit, const Unit *unit, Loop *loop, const u8 *code,
                    const EntryPoints *points, u32 views)
{
    Func *fn = unit->bodies.data[0]->fn;
    for (u32 i = 0; i < points->len; i++) {
        const EntryPoint *point = &points->data[i];
        Word *word = &fn->code[unit->sites.data[point->site].word - fn->code];
        for (JitView view = 0; view < JIT_VIEWS; view++)
            if (views >> view & 1)
                add_entry(jit, loop, word, code + point->offset, view);
        if (unit->function)
            mark(loop, word);
    }
    for (JitView view = 0; view < JIT_VIEWS; view++)
        if (views >> view & 1)
            loop->code[view] = (JitCode)(const void *)code;
    if (unit->function)
        fn->machine[unit->filtered] = code + points->data[0].offset;
}

/* Translates the unit and makes its code known. */
static void add_code(Jit *jit, Unit *unit, u32 views, EntryPoints *points)
{
    Buf code = {0};
    Loop *loop = loop_of(jit, unit);
    translate(unit, &code, points);
    const void *at = code.len <= ASM_REACH ? area_add(&jit->area, code.data, code.len) : NULL;
    if (at)
        install(jit, unit, loop, at, points, views);
    else
        detach(loop);
    for (u32 i = 0; jit->area.broken && i < jit->loops.len; i++)
        detach(jit->loops.data[i]);
    buf_free(&code);
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

/* Compiles a loop or function for a view. Returns the views that this settles. */
static u32 compile(Jit *jit, Func *fn, LoopRange range, JitView view)
{
    Unit unit;
    unit_init(&unit, jit->program, fn, range, jit->calls, view == JIT_FILTERED);
    unit.functions = jit->executes;
    unit.area = &jit->area;
    EntryPoints points = {0};
    unit_describe(&unit);
    (unit.function ? find_points : find_headers)(&unit, &points);
    unit_find_values(&unit);
    unit_find_homes(&unit);
    u32 views = same_views(&unit, view);
    bool observed = view == JIT_OBSERVED ? unit.watched : view == JIT_ALL_OBSERVED && unit.accesses;
    if (!observed)
        add_code(jit, &unit, views, &points);
    vec_free(&points);
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

/* Counts a sample in the loop or function and compiles it if it is hot. Returns true, and does
 * nothing, if compilation for the view was tried before. */
static bool sample_range(Jit *jit, Func *fn, LoopRange range, JitView view)
{
    u64 *seen = map_put(&jit->seen, key_of(fn, range));
    if (*seen / DONE >> view & 1)
        return true;
    if ((*seen & SAMPLES) < HOT)
        ++*seen;
    if ((*seen & SAMPLES) >= (jit->eager ? 1 : HOT))
        *seen |= compile(jit, fn, range, view) * DONE;
    return false;
}

/* A step that leads to the beginning of a function is mostly a call of it. True if it is worth
 * sampling. */
static bool sample_function(Jit *jit, const Word *pc, JitView view)
{
    Func *fn = jit->area.broken ? NULL : program_func_at(jit->program, pc);
    return fn && pc == fn->code && unit_fits(fn) && !sample_range(jit, fn, unit_whole(fn), view);
}

/* Looks for a loop that is worth sampling, from the innermost frame outwards; true if found. */
static bool find_hot(Jit *jit, const Word *pc, const u64 *R, JitView view)
{
    for (u32 i = 0; i < MAX_FRAMES && !jit->area.broken; i++) {
        Func *fn = program_func_at(jit->program, pc);
        if (!fn)
            return false;
        const LoopRange *loop = find_loop(jit, fn, pc);
        if (loop && !sample_range(jit, fn, *loop, view))
            return true;
        u64 link = R[-1];
        pc = LINK_ADDRESS(link) - 1;
        R -= LINK_BACK(link) + 1;
    }
    return false;
}

bool jit_sample(Jit *jit, const Word *pc, const u64 *R, JitView view)
{
    bool hot = sample_function(jit, pc, view);
    if (find_hot(jit, pc, R, view) || hot)
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
    const Func *fn = entry->loop->fn;
    if (!fn && entry->steps < (u64)entry->runs * WORTHWHILE) {
        entry->given_up = true;
        restore(entry->loop, entry->pc);
    } else if (fn && fn->ncode <= SHORT && entry->steps < entry->runs) {
        entry->given_up = true;
        ((Word *)entry->pc)->in.op &= (u16)~OP_MACHINE;
    }
    entry->runs = 0;
    entry->steps = 0;
}

/* Calls of machine code may use this much of the processor's stack. */
enum { MOST_STACK = 128 << 10 };

static const Word *enter(const Entry *entry, JitState *state)
{
    state->least_sp = (u64)__builtin_frame_address(0) - MOST_STACK;
    return entry->loop->code[state->view](state, entry->at[state->view]);
}

/* Whether the function that the instruction at pc calls is to be sampled. */
static bool sample_call(Jit *jit, const Word *pc)
{
    Op op = instr_op(pc->in);
    return (op == OP_CALLF || op == OP_CALLC || op == OP_CALLI) &&
           ++jit->call_exits % CALL_EXITS == 0;
}

const Word *jit_run(Jit *jit, const Word *pc, JitState *state)
{
    Entry *entry = jit ? find_entry(jit, pc) : NULL;
    state->returned = NULL;
    state->stopped = JIT_WENT_ON;
    state->room = 0;
    state->sample = false;
    if (UNLIKELY(!entry || !entry->at[state->view]))
        return pc;
    i64 fuel = state->fuel;
    CHECK(fuel > 0 && state->view < JIT_VIEWS && !jit->area.broken);
    if (UNLIKELY(state->R + entry->loop->nslots > state->stack_end)) {
        state->room = entry->loop->nslots;
        return pc;
    }
    pc = enter(entry, state);
    if (!state->returned && state->stopped == JIT_WENT_ON)
        state->sample = sample_call(jit, pc);
    CHECK(state->fuel >= 0 && state->fuel <= fuel && state->R <= state->stack_end);
    entry->steps += (u64)(fuel - state->fuel);
    if (UNLIKELY(++entry->runs == entry->loop->trial) && !jit->eager)
        review(entry);
    return pc;
}

void jit_free(Jit *jit)
{
    if (!jit)
        return;
    for (u32 i = 0; i < jit->loops.len; i++) {
        detach(jit->loops.data[i]);
        vec_free(&jit->loops.data[i]->patches);
        vec_free(&jit->loops.data[i]->marks);
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
    map_free(&jit->compiled);
    map_free(&jit->entries);
    area_free(&jit->area);
    free(jit);
}
