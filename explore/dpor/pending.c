/* What each goroutine would do next, whether it can, and what that touches. */
#include "explore/dpor/dpor.h"

#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/timer.h"

/* ---- natives ---- */

static StepKind native_step(const char *name)
{
    static const struct {
        const char *prefix;
        StepKind kind;
    } table[] = {
        {"sync.(*Mutex).Lock", STEP_LOCK},
        {"sync.(*Mutex).Unlock", STEP_UNLOCK},
        {"sync.(*Mutex).TryLock", STEP_TRYLOCK},
        {"sync.(*RWMutex).Lock", STEP_WLOCK},
        {"sync.(*RWMutex).Unlock", STEP_UNLOCK},
        {"sync.(*RWMutex).RLock", STEP_RLOCK},
        {"sync.(*RWMutex).RUnlock", STEP_RUNLOCK},
        {"sync.(*RWMutex).TryLock", STEP_TRY_WLOCK},
        {"sync.(*RWMutex).TryRLock", STEP_TRY_RLOCK},
        {"sync.(*WaitGroup).add", STEP_ADD},
        {"sync.(*WaitGroup).Wait", STEP_WAIT},
        {"sync.(*Once).isDone", STEP_LOAD},
        {"sync.(*Cond).ticket", STEP_TICKET},
        {"sync.(*Cond).wait", STEP_COND_WAIT},
        {"sync.(*Cond).", STEP_SIGNAL},
        {"sync/atomic.Load", STEP_LOAD},
        {"sync/atomic.load", STEP_LOAD},
        {"sync/atomic.peek", STEP_LOAD},
        {"sync/atomic.CompareAndSwapInt32", STEP_CAS32},
        {"sync/atomic.CompareAndSwapUint32", STEP_CAS32},
        {"sync/atomic.CompareAndSwap", STEP_CAS64},
        {"sync/atomic.replaceAny", STEP_REPLACE},
        {"os.(*File).write", STEP_OUTPUT},
        {"os.Exit", STEP_END},
        {"runtime.NumGoroutine", STEP_COUNT},
    };
    for (u32 i = 0; i < COUNT_OF(table); i++)
        if (!strncmp(name, table[i].prefix, strlen(table[i].prefix)))
            return table[i].kind;
    return STEP_UPDATE;
}

void dpor_bind(Dpor *dpor)
{
    const Program *program = dpor->vm->program;
    dpor->native_steps = xcalloc(program->natives.len + 1, 1);
    for (u32 i = 0; i < program->natives.len; i++)
        dpor->native_steps[i] = (u8)native_step(program->natives.data[i]);
    dpor->names.output = dpor->names.nobjects++;
    dpor->names.counter = dpor->names.nobjects++;
    dpor->names.ends = dpor->names.nobjects++;
}

/* ---- objects ---- */

u32 dpor_object(Dpor *dpor, Loc loc)
{
    u32 goroutine = (u32)(loc.object >> 32);
    u64 owner = goroutine < dpor->run.proc_of.len ? dpor->run.proc_of.data[goroutine] : goroutine;
    u64 name = owner << 32 | (u32)loc.object;
    u64 *number = map_put(&dpor->names.objects,
                          hash_u64(name * 0x9e3779b97f4a7c15ull ^ hash_u64(loc.offset)));
    if (!*number)
        *number = ++dpor->names.nobjects;
    return (u32)*number - 1;
}

bool dpor_strict(const Dpor *dpor, u32 object)
{
    return object < dpor->strict.len && dpor->strict.data[object];
}

static u32 object_at(Dpor *dpor, const void *addr)
{
    return dpor_object(dpor, heap_locate(dpor->vm, addr));
}

/* ---- where a goroutine arrivals ---- */

/* As Footprint.was. */
static i32 chan_state(const Chan *ch)
{
    return ch->closed ? -1 - (i32)ch->count : (i32)ch->count;
}

static void add_case(Dpor *dpor, Pending *pending, u64 chan, bool is_send)
{
    const Chan *ch = (const Chan *)chan;
    Case c = {.chan = ch, .object = UINT32_MAX, .is_send = is_send};
    if (ch) {
        c.object = dpor_object(dpor, ch->ref.loc);
        c.cap = ch->cap < INT32_MAX ? (u32)ch->cap : INT32_MAX;
        c.was = chan_state(ch);
    }
    vec_push(&dpor->path.cases, c);
    pending->cases.count++;
}

static void arrive_at_select(Dpor *dpor, Pending *pending, const G *g)
{
    Instr in = g->pc[-1].in;
    for (u32 i = 0; i < in.c; i++) {
        SelectCase sc;
        memcpy(&sc, &g->pc[i], sizeof sc);
        add_case(dpor, pending, g->R[sc.chan], sc.is_send != 0);
    }
    pending->cases.has_default = in.b != 0;
}

static void arrive_at_native(Dpor *dpor, Pending *pending, const G *g, Instr in)
{
    pending->kind = dpor->native_steps[instr_k(in)];
    pending->args = &g->R[in.a] + 1;
    if (pending->kind == STEP_COND_WAIT) /* what counts is the ticket that it has drawn */
        pending->kind = STEP_LOCAL;
    bool has_object = pending->kind != STEP_OUTPUT && pending->kind != STEP_END &&
                      pending->kind != STEP_COUNT && pending->kind != STEP_LOCAL;
    if (has_object)
        pending->object = object_at(dpor, (const void *)pending->args[0]);
}

void dpor_arrive(Dpor *dpor, G *g, Proc proc, SwitchReason reason)
{
    Pending *pending = &dpor->run.pending.data[proc];
    *pending = (Pending){.g = g, .kind = STEP_UPDATE, .cases.first = dpor->path.cases.len};
    Instr in = g->pc[-1].in;
    if (reason == SWITCH_ACCESS) {
        pending->kind = STEP_ACCESS;
        return;
    }
    if (g->again == AGAIN_DIE) {
        pending->kind = STEP_END;
        return;
    }
    switch (instr_op(in)) {
    case OP_CALLN: arrive_at_native(dpor, pending, g, in); break;
    case OP_SEND:
        pending->kind = STEP_CHAN;
        add_case(dpor, pending, g->R[in.a], true);
        break;
    case OP_RECV:
    case OP_RECV2:
        pending->kind = STEP_CHAN;
        add_case(dpor, pending, g->R[in.b], false);
        break;
    case OP_SELECT:
        pending->kind = STEP_CHAN;
        arrive_at_select(dpor, pending, g);
        break;
    case OP_CLOSE:
    case OP_CHANLEN: {
        const Chan *ch = (const Chan *)(in.op == OP_CLOSE ? g->R[in.a] : g->R[in.b]);
        pending->kind = in.op == OP_CLOSE ? STEP_CLOSE : STEP_LEN;
        pending->chan = ch;
        if (!ch || (in.op == OP_CHANLEN && !ch->cap)) /* a panic, 0 */
            pending->kind = STEP_LOCAL;
        else
            pending->object = dpor_object(dpor, ch->ref.loc);
        break;
    }
    case OP_GOEND:
        pending->kind =
            g->id == GOROUTINE_MAIN && !dpor->vm->config.outlive_main ? STEP_END : STEP_UPDATE;
        pending->object = dpor->names.counter;
        break;
    case OP_GO: pending->object = dpor->names.counter; break;
    case OP_PRINT: pending->kind = STEP_OUTPUT; break;
    default: BUG("a step that nobody knows: opcode %u", in.op);
    }
}

/* ---- what is possible ---- */

static bool case_ready(const Case *c)
{
    const Chan *ch = c->chan;
    if (!ch)
        return false;
    return ch->closed || (c->is_send ? ch->count < ch->cap : ch->count > 0);
}

static bool any_ready(const Dpor *dpor, const Pending *pending)
{
    for (u32 i = 0; i < pending->cases.count; i++)
        if (case_ready(&dpor->path.cases.data[pending->cases.first + i]))
            return true;
    return false;
}

static void possible(Dpor *dpor, Proc proc, u32 choice)
{
    vec_push(&dpor->run.options, (Label){proc, NO_PROC, (u16)choice, 0});
}

/* One of two who meet must wait for the other: who finds another case ready does not. */
static bool can_wait(const Dpor *dpor, const Pending *pending)
{
    return !pending->cases.has_default && !any_ready(dpor, pending);
}

bool dpor_can_wait(const Dpor *dpor, Proc proc)
{
    return can_wait(dpor, &dpor->run.pending.data[proc]);
}

static bool transfers(const Case *send, const Case *recv)
{
    return send->is_send && !recv->is_send && send->chan && send->chan == recv->chan &&
           !send->cap && !send->chan->closed;
}

/* The transfers without buffer from a sender to others. */
static void meetings(Dpor *dpor, Proc sender)
{
    const Pending *from = &dpor->run.pending.data[sender];
    bool waits = can_wait(dpor, from);
    for (Proc receiver = 1; receiver < dpor->run.pending.len; receiver++) {
        const Pending *to = &dpor->run.pending.data[receiver];
        if (!to->g || to->kind != STEP_CHAN || to == from || !(waits || can_wait(dpor, to)))
            continue;
        for (u32 i = 0; i < from->cases.count; i++)
            for (u32 k = 0; k < to->cases.count; k++)
                if (transfers(&dpor->path.cases.data[from->cases.first + i],
                              &dpor->path.cases.data[to->cases.first + k]))
                    vec_push(&dpor->run.options, (Label){sender, receiver, (u16)i, (u16)k});
    }
}

/* Somebody has been standing at the other end of a channel since time passed: a select with default
 * finds him there. */
static bool awaited(const Dpor *dpor, const Pending *pending)
{
    for (Proc other = 1; other < dpor->run.pending.len; other++) {
        const Pending *to = &dpor->run.pending.data[other];
        if (!to->g || to->kind != STEP_CHAN || !to->arrived || !can_wait(dpor, to))
            continue;
        for (u32 i = 0; i < pending->cases.count; i++)
            for (u32 k = 0; k < to->cases.count; k++) {
                const Case *a = &dpor->path.cases.data[pending->cases.first + i];
                const Case *b = &dpor->path.cases.data[to->cases.first + k];
                if (transfers(a, b) || transfers(b, a))
                    return true;
            }
    }
    return false;
}

static void channel_options(Dpor *dpor, Proc proc, const Pending *pending)
{
    bool sends = false, ready = false;
    for (u32 i = 0; i < pending->cases.count; i++) {
        const Case *c = &dpor->path.cases.data[pending->cases.first + i];
        sends |= c->is_send && !c->cap;
        if (!case_ready(c))
            continue;
        ready = true;
        possible(dpor, proc, i);
    }
    bool looks = pending->cases.has_default && !ready && !awaited(dpor, pending);
    if (looks && !(pending->spinning && !spin_changed(dpor, proc)))
        possible(dpor, proc, pending->cases.count);
    if (sends)
        meetings(dpor, proc);
}

static bool is_nil(const Pending *pending)
{
    return pending->args && pending->args[0] < 4096;
}

static bool can_step(const Dpor *dpor, Proc proc, const Pending *pending)
{
    if (pending->spinning && !spin_changed(dpor, proc))
        return false;
    const u32 *words = pending->args ? (const u32 *)pending->args[0] : NULL;
    switch ((StepKind)pending->kind) {
    case STEP_LOCK: return is_nil(pending) || pending->g->handed || words[0] == 0;
    case STEP_RLOCK:
    case STEP_WLOCK: return is_nil(pending) || (words[0] == 0 && words[1] == 0);
    case STEP_WAIT: return is_nil(pending) || words[0] == 0 || dpor_strict(dpor, pending->object);
    case STEP_SPIN: return pending->moved != dpor->run.moves;
    case STEP_END: return false;
    default: return true;
    }
}

void dpor_options(Dpor *dpor)
{
    vec_clear(&dpor->run.options);
    Proc current =
        dpor->run.proc_of
            .data[dpor->vm->sched.current ? dpor->vm->sched.current->id : GOROUTINE_MAIN];
    for (u32 i = 0; i < dpor->run.pending.len; i++) {
        Proc proc = i == 0 ? current : i <= current ? i - 1 : i; /* whoever runs may go on first */
        const Pending *pending = &dpor->run.pending.data[proc];
        if (!pending->g)
            continue;
        if (pending->kind == STEP_CHAN)
            channel_options(dpor, proc, pending);
        else if (can_step(dpor, proc, pending))
            possible(dpor, proc, 0);
    }
    for (Proc proc = 1; proc < dpor->run.pending.len && !dpor->run.options.len; proc++)
        for (; proc < dpor->run.pending.len; proc++)
            if (dpor->run.pending.data[proc].g && dpor->run.pending.data[proc].kind == STEP_END)
                possible(dpor, proc, 0);
}

/* ---- what is touched ---- */

static void footprint(Dpor *dpor, u32 object, FootprintKind kind, i32 by, i32 was)
{
    vec_push(&dpor->path.footprints, (Footprint){object, (u8)kind, by, was});
}

static void footprint_channel(Dpor *dpor, const Pending *pending, u32 choice)
{
    if (choice == pending->cases.count) {
        for (u32 i = 0; i < choice; i++) {
            const Case *c = &dpor->path.cases.data[pending->cases.first + i];
            if (c->chan)
                footprint(dpor, c->object, FOOTPRINT_LOOK, 0, chan_state(c->chan));
        }
        return;
    }
    const Case *c = &dpor->path.cases.data[pending->cases.first + choice];
    i32 was = chan_state(c->chan);
    if (c->is_send)
        footprint(dpor, c->object, c->chan->closed ? FOOTPRINT_DRAINED : FOOTPRINT_SEND,
                  (i32)c->cap, was);
    else
        footprint(dpor, c->object, c->chan->count ? FOOTPRINT_RECV : FOOTPRINT_DRAINED, 0, was);
}

/* Whether a compare-and-swap will find something else: then it only looks. */
static bool swap_fails(const Pending *pending)
{
    const u64 *args = pending->args, *at = args ? (const u64 *)args[0] : NULL;
    switch ((StepKind)pending->kind) {
    case STEP_CAS32: return *(const u32 *)at != (u32)args[1];
    case STEP_CAS64: return *at != args[1];
    case STEP_REPLACE: return at[0] != args[1] || at[1] != args[2];
    default: return false;
    }
}

static bool try_fails(const Pending *pending)
{
    const u32 *words = pending->args ? (const u32 *)pending->args[0] : NULL;
    switch ((StepKind)pending->kind) {
    case STEP_TRYLOCK: return words[0] != 0;
    case STEP_TRY_WLOCK: return words[0] != 0 || words[4] != 0;
    case STEP_TRY_RLOCK: return words[0] != 0 || words[1] != 0;
    default: return false;
    }
}

static FootprintKind kind_of_footprint(const Dpor *dpor, const Pending *pending)
{
    const u32 *words = pending->args ? (const u32 *)pending->args[0] : NULL;
    if (dpor_strict(dpor, pending->object))
        return FOOTPRINT_WRITE;
    switch ((StepKind)pending->kind) {
    case STEP_LOCK: return FOOTPRINT_LOCK;
    case STEP_UNLOCK: return FOOTPRINT_UNLOCK;
    case STEP_RLOCK: return FOOTPRINT_RLOCK;
    case STEP_RUNLOCK: return FOOTPRINT_RUNLOCK;
    case STEP_WLOCK: return FOOTPRINT_WLOCK;
    case STEP_ADD: return FOOTPRINT_COUNT;
    case STEP_WAIT: return FOOTPRINT_WAIT;
    case STEP_LOAD: return FOOTPRINT_READ;
    case STEP_SIGNAL: return words[0] == words[1] ? FOOTPRINT_READ : FOOTPRINT_WRITE;
    default: return swap_fails(pending) || try_fails(pending) ? FOOTPRINT_READ : FOOTPRINT_WRITE;
    }
}

void dpor_footprint(Dpor *dpor, const Label *label)
{
    if (label->proc == PROC_MACHINE)
        return;
    const Pending *pending = &dpor->run.pending.data[label->proc];
    switch ((StepKind)pending->kind) {
    case STEP_CHAN:
        if (label->partner == NO_PROC)
            footprint_channel(dpor, pending, label->choice);
        else
            footprint(dpor, dpor->path.cases.data[pending->cases.first + label->choice].object,
                      FOOTPRINT_MEET, 0, 0);
        break;
    case STEP_CLOSE:
        footprint(dpor, pending->object, FOOTPRINT_CLOSE, 0, chan_state(pending->chan));
        break;
    case STEP_LEN:
        footprint(dpor, pending->object, FOOTPRINT_LOOK, 0, chan_state(pending->chan));
        break;
    case STEP_OUTPUT: footprint(dpor, dpor->names.output, FOOTPRINT_WRITE, 0, 0); break;
    case STEP_COUNT: footprint(dpor, dpor->names.counter, FOOTPRINT_READ, 0, 0); break;
    case STEP_END:
        footprint(dpor, dpor->names.ends, FOOTPRINT_WRITE, 0, 0);
        break; /* one excludes the others */
    case STEP_UNKNOWN:
    case STEP_LOCAL:
    case STEP_ACCESS: /* its events will say what */
    case STEP_SPIN: break;
    default: {
        if (is_nil(pending))
            break;
        bool counts = pending->kind == STEP_ADD || pending->kind == STEP_WAIT;
        i32 by = pending->kind == STEP_ADD ? (i32)pending->args[1] : 0;
        i32 was = counts ? *(const i32 *)pending->args[0] : 0;
        footprint(dpor, pending->object, kind_of_footprint(dpor, pending), by, was);
    }
    }
}
