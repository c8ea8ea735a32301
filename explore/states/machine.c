/* Makes moves: a goroutine goes over its boundary, then each goroutine that it has made runnable up
 * to its next one. Where one arrives, its accesses are compared with those of the others. */
#include "explore/schedule/choosers.h"
#include "explore/states/states.h"
#include "vm/chan.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/region.h"
#include "vm/sync.h"
#include "vm/timer.h"

/* Loop iterations and calls after which a goroutine stops without a boundary, so that others may go
 * on in every cycle of local steps. */
enum { STATE_SLICE = 2000 };
/* Goroutines that a move may start before `go` is a boundary: what a move costs grows with the
 * state times the goroutines that run in it. */
enum { MOST_STARTED = 256 };
/* The least memory that a search begins with. */
enum { LEAST_MEMORY = 1 << 20 };

/* ---- answers ---- */

/* Whether the goroutine has asked this in the very state before during this move, and written
 * nothing since: then all answers are tried there, and here one that is drawn is enough. */
static bool asks_again(Machine *m, const Choice *choice, u32 *drawn)
{
    const G *g = m->vm->sched.current;
    if (!g) /* it asks which timer fires */
        return false;
    u64 done = hash_pair(m->log.writes, (u64)g->syncs << 32 | m->vm->sched.next_gid);
    return asked_again(&m->asked, m->vm, choice, done, drawn);
}

/* Whether it is an answer to that question. Not always in a path that was read from a file; all
 * that follow are left over then. */
static bool answers(const Answer *answer, const Choice *choice, bool only)
{
    return answer->kind == choice->kind && answer->answer < choice->options &&
           (!answer->options || answer->options == choice->options) && answer->only == only;
}

static u32 machine_pick(Chooser *self, const Choice *choice)
{
    Machine *m = (Machine *)self;
    u32 drawn = 0;
    bool again = asks_again(m, choice, &drawn);
    bool bound = !again && choice->kind == CHOOSE_RANDOM && choice->options > m->random_limit;
    m->random_bound |= bound;
    if (m->answered == m->answers.len)
        vec_push(&m->answers, (Answer){.kind = (u8)choice->kind,
                                       .answer = again ? drawn : 0,
                                       .only = again || bound});
    CHECK(m->answered < m->answers.len);
    Answer *answer = &m->answers.data[m->answered];
    if (!answers(answer, choice, again || bound))
        return 0;
    m->answered++;
    answer->options = choice->options;
    answer->base = choice->kind == CHOOSE_SELECT ? m->vm->sched.current->selects : choice->base;
    return answer->answer;
}

bool machine_next_answers(Machine *m)
{
    while (m->answers.len) {
        Answer *last = &vec_last(&m->answers);
        CHECK(last->answer < last->options);
        if (!last->only && ++last->answer < last->options)
            return true;
        m->answers.len--;
    }
    return false;
}

/* ---- boundaries ---- */

static bool has_own(const Machine *m, u32 goroutine)
{
    for (u32 i = 0; i < m->log.own.len; i++)
        if (ACCESS_GOROUTINE(m->log.own.data[i]) == goroutine)
            return true;
    return false;
}

/* Whether g stops there: not where the order of its operation and others makes no difference. */
static bool on_boundary(VM *vm, const G *g)
{
    Machine *m = vm->stepping.ctx;
    PendingOp op = pending_next(vm, g);
    if (op.kind == PEND_OUTPUT)
        return vm->stepping.hash_output;
    if (op.kind == PEND_COND_WAIT) /* a signal before it and one after it have the same effect */
        return false;
    bool many = op.kind == PEND_GO && vm->sched.next_gid - m->first_new >= MOST_STARTED;
    return !pending_commutes(vm, op) || many || has_own(m, g->id);
}

/* ---- races ---- */

/* NULL: it has ended. A snapshot numbers goroutines by their positions, and few leave theirs during
 * a move. */
static G *by_number(const VM *vm, u32 id)
{
    u32 count = vm->sched.all.len;
    G **all = vm->sched.all.data;
    for (u32 i = 0; i < count && id; i++) {
        G *g =
            all[(count + id - 2 + i) % count]; /* main, or if it has ended another, is the first */
        if (g->id == id)
            return g;
    }
    return NULL;
}

/* Where the word of code is, in terms of the program. */
static u64 code_place(const VM *vm, const Word *pc)
{
    const Func *fn = pc ? program_func_at(vm->program, pc) : NULL;
    return fn ? (u64)fn->id << 32 | (u64)(pc - fn->code) : 0;
}

/* Of the one that has just run and ended: where it went on from. */
static u64 place_of(const Machine *m, u32 goroutine)
{
    const G *g = by_number(m->vm, goroutine);
    return code_place(m->vm, g ? g->pc : goroutine ? m->departed : NULL);
}

u64 stack_place(VM *vm, const G *g)
{
    Frame frames[16];
    u32 n = vm_frames(vm, g, frames, COUNT_OF(frames));
    u64 place = 0;
    for (u32 i = 0; i < n; i++)
        place = hash_pair(place, code_place(vm, frames[i].pc));
    return place;
}

static void suspect(Machine *m, Suspicion suspicion)
{
    suspicion.key = hash_pair(suspicion.key, suspicion.kind + FOUND_KINDS * suspicion.park);
    for (u32 i = 0; i < m->suspicions.len; i++)
        if (m->suspicions.data[i].key == suspicion.key)
            return;
    vec_push(&m->suspicions, suspicion);
}

/* Races between the same two places, at the same offset of an object, are one suspicion. */
static u64 race_key(const Machine *m, u32 a, u32 b, u64 addr)
{
    u64 offset = addr - (u64)m->region->base;
    u64 where = offset < m->region->used ? addr - (u64)region_header(m->region, addr)
                                         : ~(addr - (u64)m->vm->globals);
    return hash_pair(where, place_of(m, a) + place_of(m, b));
}

static void suspect_race(Machine *m, u32 a, u32 b, u64 addr, Park park)
{
    suspect(m, (Suspicion){.kind = FOUND_RACE, .key = race_key(m, a, b, addr), .park = park});
}

/* The close by `closer` races with a send before which the other goroutine stands. It has to be
 * made before something else ends the program. */
static void suspect_close(Machine *m, u32 closer, u32 sender, const void *channel)
{
    u64 key = race_key(m, closer, sender, (u64)channel);
    suspect(m, (Suspicion){.kind = FOUND_RACE, .key = key, .park = PARK_AT_END, .next = sender});
}

static void compare_two(Machine *m, u32 goroutine, AccessEntry entry, AccessEntry other, Park park)
{
    if (ACCESS_GOROUTINE(other) != goroutine && access_entries_conflict(entry, other))
        suspect_race(m, goroutine, ACCESS_GOROUTINE(other), ACCESS_ADDR(entry), park);
}

static void compare_sets(Machine *m, u32 goroutine, AccessEntry entry, Park park)
{
    if (hb_sets_race(&m->log.sets, goroutine, ACCESS_WHAT(entry)))
        suspect_race(m, goroutine, 0, ACCESS_ADDR(entry), park);
}

/* Compares an access with the accesses of all others since their last boundary. */
static void compare(Machine *m, u32 goroutine, AccessEntry entry, Park park)
{
    const AccessList *own = &m->log.own;
    vec_push(&m->compared, entry);
    for (u32 i = 0; i < own->len; i++)
        compare_two(m, goroutine, entry, own->data[i], park);
    compare_sets(m, goroutine, entry, park);
}

/* Chains those of log.own at one address, the same ones once; *first is where a chain begins. */
static u32 *chain_own(const AccessList *own, Map *first)
{
    u32 *next = xcalloc(own->len, sizeof *next);
    for (u32 i = own->len; i-- > 0;) {
        u64 *begin = map_put(first, ACCESS_ADDR(own->data[i]));
        u32 same = (u32)*begin;
        while (same && own->data[same - 1] != own->data[i])
            same = next[same - 1];
        if (same)
            continue;
        next[i] = (u32)*begin;
        *begin = i + 1;
    }
    return next;
}

/* The same of all of a goroutine's accesses, where there are many: each is looked up. */
static void compare_many(Machine *m, u32 goroutine)
{
    const AccessList *own = &m->log.own;
    Map first = {0};
    u32 *next = chain_own(own, &first);
    for (u32 i = 0; i < own->len; i++) {
        AccessEntry entry = own->data[i];
        if (ACCESS_GOROUTINE(entry) != goroutine)
            continue;
        vec_push(&m->compared, entry);
        for (u32 k = (u32)*map_get(&first, ACCESS_ADDR(entry)); k; k = next[k - 1])
            compare_two(m, goroutine, entry, own->data[k - 1], PARK_AT_END);
        compare_sets(m, goroutine, entry, PARK_AT_END);
    }
    map_free(&first);
    free(next);
}

static void compare_all(Machine *m, u32 goroutine)
{
    enum { MANY = CHECKING ? 4 : 200 };
    const AccessList *own = &m->log.own;
    if (own->len > MANY) {
        compare_many(m, goroutine);
        return;
    }
    for (u32 i = 0; i < own->len; i++)
        if (ACCESS_GOROUTINE(own->data[i]) == goroutine)
            compare(m, goroutine, own->data[i], PARK_AT_END);
}

bool machine_may_wait(const VM *vm, const G *g, PendingOp *op)
{
    bool before = g->again != AGAIN_NO && g->again != AGAIN_DIE; /* an operation */
    if (!before || g->status == G_WAITING || vm_effect(vm, g) != EFFECT_WAIT)
        return false;
    *op = pending_op(vm, g);
    return op->kind == PEND_WAIT;
}

/* A Wait that blocks races with a first Add that is not ordered with it. */
static void compare_waits(Machine *m, u32 goroutine)
{
    VM *vm = m->vm;
    bool any = m->log.exact || has_own(m, goroutine);
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        PendingOp op;
        if ((goroutine != g->id && !any) || !machine_may_wait(vm, g, &op) ||
            !pending_blocked(g, op))
            continue;
        log_note(&m->log, g->id, op.object, ACCESS_WAITS);
        compare(m, g->id, ACCESS_ENTRY(g->id, op.object, ACCESS_WAITS), PARK_AFTER_LAST);
    }
}

static void note(Machine *m, AccessEntry entry)
{
    log_note(&m->log, ACCESS_GOROUTINE(entry), (const void *)ACCESS_ADDR(entry),
             entry & (ACCESS_WRITE | ACCESS_ATOMIC));
}

static void on_arrival(Machine *m, u32 goroutine)
{
    compare_all(m, goroutine);
    for (u32 i = 0; i < m->log.own.len; i++)
        if (ACCESS_GOROUTINE(m->log.own.data[i]) == goroutine)
            note(m, m->log.own.data[i]);
    compare_waits(m, goroutine);
    for (u32 i = 0; i < m->log.races.len; i++)
        suspect_race(m, goroutine, 0, ACCESS_ADDR(m->log.races.data[i]), PARK_AT_END);
    vec_clear(&m->log.races);
    CHECK(!m->log.exact || !m->log.own.len); /* then the happens-before sets have all accesses */
}

/* It panics, and touches nothing. */
static bool closes_again(PendingOp op)
{
    return op.kind == PEND_CLOSE && op.object && ((const Chan *)op.object)->closed;
}

/* The operation is an access to its own variable or channel as well. */
static void on_departure(Machine *m, const G *g, PendingOp op)
{
    VM *vm = m->vm;
    bool locks = sync_is_lock(op.op.effect) || op.kind == PEND_UNLOCK;
    if (op.kind == PEND_READ || op.kind == PEND_WRITE || locks) {
        AccessKind kind = ACCESS_ATOMIC | (op.kind == PEND_READ ? ACCESS_READ : ACCESS_WRITE);
        compare(m, g->id, ACCESS_ENTRY(g->id, op.object, kind), PARK_AT_END);
        log_note(&m->log, g->id, op.object, kind);
    }
    if (op.kind != PEND_CLOSE || closes_again(op))
        return;
    log_note(&m->log, 0, op.object, ACCESS_WRITE); /* any send may race with it */
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *other = vm->sched.all.data[i];
        if (other == g || other->status == G_WAITING)
            continue;
        Operation theirs = pending_op(vm, other).op;
        if (vm_takes_part(other, &theirs, op.object, true))
            suspect_close(m, g->id, other->id, op.object);
    }
}

/* ---- moves ---- */

/* What the operation of g depends on, besides what g has and what all share. */
static Depends depends_on(const G *g, PendingOp op)
{
    bool dies = g->again == AGAIN_DIE;
    switch (op.kind) {
    case PEND_SLICE:
    case PEND_SEND:
    case PEND_RECV:
    case PEND_SELECT:
    case PEND_LOCK:
    case PEND_WLOCK:
    case PEND_RLOCK:
    case PEND_UNLOCK:
    case PEND_WAIT:
    case PEND_ADD:
    case PEND_READ:
    case PEND_WRITE:
    case PEND_GO: return DEPENDS_NOT;
    case PEND_OTHER:
        if (!dies && op.op.effect == EFFECT_YIELD)
            return DEPENDS_NOT;
        if (!dies && (op.op.effect == EFFECT_SIGNAL || op.op.effect == EFFECT_TICKET))
            return DEPENDS_ON_QUEUES;
        break;
    case PEND_CLOSE:
    case PEND_AWAIT:
    case PEND_COND_WAIT:
    case PEND_OUTPUT:
    case PEND_LOOK:
    case PEND_OUTSIDE: break;
    }
    return DEPENDS_ON_OTHERS;
}

static void note_dependence(Machine *m, Depends depends)
{
    if (depends > m->depends)
        m->depends = depends;
}

static void note_ended(Machine *m, G *g)
{
    on_arrival(m, g->id);
    log_end(&m->log, g);
}

static void note_new(Machine *m, u32 from)
{
    for (u32 id = from; id < m->vm->sched.next_gid; id++) {
        const G *g = by_number(m->vm, id);
        CHECK(g != NULL); /* it has not run yet */
        vec_push(&m->created, id);
        vec_push(&m->created, g->parent);
    }
}

static RunEnd end_of(const VM *vm, const G *g)
{
    if (g->status == G_WAITING && g->wait_reason == WAIT_SLEEP)
        return END_SLEEP;
    if (g->status != G_RUNNABLE || g->again == AGAIN_DIE)
        return END_BOUNDARY;
    if (g->again == AGAIN_NO)
        return END_SLICE;
    PendingOp op = pending_op(vm, g);
    if (g->again != AGAIN_SYNC || vm->ask.trylocks || op.kind != PEND_UNLOCK)
        return END_BOUNDARY;
    return op.op.effect == EFFECT_UNLOCK ? END_UNLOCK : END_WUNLOCK;
}

/* g runs until it stops. */
static void run(Machine *m, G *g)
{
    VM *vm = m->vm;
    CHECK(g->status == G_RUNNABLE && !g->next); /* in no queue */
    u32 syncs = g->syncs, timers = g->timers, next = vm->sched.next_gid;
    m->departed = g->pc;
    vm_step(vm, g);
    if (g->status == G_RUNNING)
        g->status = G_RUNNABLE;
    vec_push(&m->runs, (Run){g->id, g->syncs - syncs, g->timers - timers, end_of(vm, g)});
    CHECK(g->syncs >= syncs && g->timers >= timers);
    note_new(m, next);
    CHECK(m->created.len % 2 == 0);
    if (vm->sched.next_gid > MOST_GOROUTINES && !vm->outcome.ended)
        vm->outcome = outcome_of_limit(LIMIT_MEMORY); /* an access log has no numbers for more */
    if (vm->outcome.ended)
        on_arrival(m, g->id);
    else if (g->status == G_DEAD)
        note_ended(m, g);
    else
        on_arrival(m, g->id);
}

static G *take_runnable(VM *vm)
{
    G *g = vm->sched.head;
    if (!g)
        return NULL;
    vm->sched.head = g->next;
    if (!vm->sched.head)
        vm->sched.tail = NULL;
    vm->sched.runnable--;
    vm->sched.listed = false;
    CHECK(g->status == G_RUNNABLE && !vm->sched.head == !vm->sched.runnable);
    g->next = NULL;
    return g;
}

/* A program that never reads the clock cannot notice how long a goroutine sleeps: it is woken at
 * once, and stands where it may go on. */
static void wake_sleepers(VM *vm)
{
    TimerList timers = {0};
    bool woken = true;
    while (woken && timers_pending(vm)) {
        woken = false;
        timers_list(vm, &timers);
        for (u32 i = 0; i < timers.len && !woken; i++) {
            if (!timers.data[i].sleeper)
                continue;
            timers_fire(vm, i);
            CHECK(vm->sched.runnable == 1 && vm->sched.head == timers.data[i].sleeper);
            take_runnable(vm);
            woken = true;
        }
    }
    vec_free(&timers);
}

/* A woken goroutine that tries its lock again is at that boundary. */
static void run_woken(Machine *m)
{
    G *g;
    while (!m->vm->outcome.ended && (g = take_runnable(m->vm)))
        if (g->again != AGAIN_NATIVE)
            run(m, g);
}

static void depart(Machine *m, G *g)
{
    PendingOp op = pending_op(m->vm, g);
    note_dependence(m, depends_on(g, op));
    bool misuse = pending_misuse(op); /* what made it one does not happen before it */
    m->log.misused |= misuse;
    bool looks = op.kind == PEND_LOOK || op.kind == PEND_OUTSIDE || closes_again(op);
    m->log.blind |= looks || misuse;
    m->outside |= op.kind == PEND_OUTSIDE;
    m->log.clocked |= op.kind == PEND_LOOK && op.op.effect == EFFECT_CLOCK;
    if (!m->log.exact)
        on_departure(m, g, op);
    log_clear(&m->log, g);
    run(m, g);
}

Reach *machine_park(Machine *m)
{
    VM *vm = m->vm;
    Outcome outcome = vm->outcome;
    G *current = vm->sched.current;
    VEC(G *) blocked = {0};
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        if (g->status == G_RUNNABLE && pending_blocked(g, pending_op(vm, g)))
            vec_push(&blocked, g);
    }
    vm->outcome = (Outcome){0};
    for (u32 i = 0; i < blocked.len; i++)
        vm_step(vm, blocked.data[i]);
    vm->outcome = outcome;
    vm->sched.current = current;
    vec_free(&blocked);
    if (!m->reach)
        m->reach = reach_new(vm);
    return m->reach;
}

u64 report_line(const char *text, u64 len)
{
    u64 line = 0;
    for (u64 i = 0; i < len && text[i] != '\n'; i++)
        line = hash_pair(line, (u8)text[i]);
    return line;
}

/* The machine's own report of the end is not printed; an execution will make it. */
static u64 take_report(Machine *m)
{
    fflush(m->err);
    u64 line = report_line(m->err_text, m->err_len);
    rewind(m->err);
    return line;
}

static void note_end(Machine *m)
{
    const Outcome *outcome = &m->vm->outcome;
    const G *g = m->vm->sched.current;
    Suspicion panic = {.kind = FOUND_PANIC};
    if (outcome->kind != VERDICT_CLEAN)
        panic.report = take_report(m);
    panic.place = g ? stack_place(m->vm, g) : 0;
    panic.key = hash_pair(panic.place, panic.report + (u64)outcome->exit_code);
    if (outcome_is_failure(outcome))
        suspect(m, panic);
}

/* The same of the whole move. A goroutine that begins to wait gets a place in a queue; another one
 * that has run was in one. */
static Depends depends_in_all(const Machine *m, Move move)
{
    const VM *vm = m->vm;
    Depends depends = DEPENDS_NOT;
    if (vm->stepping.others || vm->outcome.ended || m->answered || m->suspicions.len)
        return DEPENDS_ON_OTHERS;
    for (u32 i = 0; i < m->runs.len; i++) {
        u32 number = m->runs.data[i].goroutine;
        const G *g = by_number(vm, number);
        bool woken = number != move.goroutine && number != move.partner && number < m->first_new;
        if (woken || (g && g->status == G_WAITING))
            depends = DEPENDS_ON_QUEUES;
    }
    return depends;
}

bool machine_move(Machine *m, Move move)
{
    VM *vm = m->vm;
    CHECK(!vm->sched.runnable && !vm->outcome.ended); /* a state */
    m->answered = 0;
    asked_begin(&m->asked);
    m->runs.len = m->created.len = m->suspicions.len = m->compared.len = 0;
    m->first_new = vm->sched.next_gid;
    m->depends = move.kind == MOVE_STEP ? DEPENDS_NOT : DEPENDS_ON_OTHERS;
    vm->stepping.others = false;
    if (move.kind == MOVE_TIMER) {
        u32 next = vm->sched.next_gid;
        timers_fire(vm, move.goroutine);
        note_new(m, next);
    } else {
        G *partner = move.partner ? by_number(vm, move.partner) : NULL;
        G *g = by_number(vm, move.goroutine);
        CHECK(g && !partner == !move.partner);
        if (partner)
            depart(m, partner);
        depart(m, g);
        if (partner && partner->status == G_WAITING)
            return false;
    }
    run_woken(m);
    if (!vm->stepping.clocked && !vm->time.bubble)
        wake_sleepers(vm);
    if (vm->outcome.ended)
        note_end(m);
    note_dependence(m, depends_in_all(m, move));
    return true;
}

void machine_cut(Machine *m, const Executor *executor)
{
    m->cut_by = executor;
}

bool machine_is_cut(const Machine *m)
{
    return m->vm->outcome.limit == LIMIT_INTERRUPT;
}

void machine_note_met(const Machine *m, Check *check)
{
    check->random_bound |= m->random_bound;
    check->loop_bound |= m->asked.bound;
    check->outside |= m->outside;
    check->timed |= m->vm->time.timed;
    check->input |= m->vm->outside.input;
    check->measured |= m->vm->outside.measured;
}

/* VMConfig.late */
static Limit is_late(void *ctx)
{
    const Machine *m = ctx;
    return m->cut_by && executor_late(m->cut_by) ? LIMIT_INTERRUPT : LIMIT_NONE;
}

/* ---- life ---- */

static void make_vm(Machine *m, const ExecutorConfig *config)
{
    log_init(&m->log);
    m->base = (Chooser){.pick = machine_pick, .preempt_sync = true, .slice = STATE_SLICE};
    VMConfig vm = executor_vm_config(config);
    vm.chooser = &m->base;
    vm.sink = &m->log.sink;
    vm.capture = true;
    vm.err = m->err;
    vm.late = is_late;
    vm.late_ctx = m;
    m->vm = vm_new(config->program, &vm);
    heap_use_region(m->vm, m->region);
    m->vm->stepping.pause = on_boundary;
    m->vm->stepping.ctx = m;
    m->vm->stepping.log = &m->log;
    m->log.vm = m->vm;
}

Machine *machine_new(const ExecutorConfig *config, u64 memory, u32 random_limit)
{
    Region *region = region_new(memory);
    for (; !region && memory > LEAST_MEMORY; memory /= 2)
        region = region_new(memory / 2);
    if (!region)
        BUG("no room for the memory of a program");
    Machine *m = xcalloc(1, sizeof *m);
    m->region = region;
    m->random_limit = random_limit;
    m->err = open_memstream(&m->err_text, &m->err_len);
    make_vm(m, config);
    m->snapshotter = snapshot_new(m->vm);
    return m;
}

void machine_free(Machine *m)
{
    snapshot_free(m->snapshotter);
    reach_free(m->reach);
    vm_free(m->vm);
    region_free(m->region);
    fclose(m->err);
    free(m->err_text);
    buf_free(&m->root);
    vec_free(&m->answers);
    asked_free(&m->asked);
    vec_free(&m->runs);
    vec_free(&m->created);
    vec_free(&m->suspicions);
    vec_free(&m->compared);
    log_free(&m->log);
    free(m);
}

void machine_begin(Machine *m)
{
    vm_begin(m->vm);
    take_runnable(m->vm);
}
