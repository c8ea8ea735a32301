/* What looks like a fault is run as an ordinary execution, checked by happens-before as all are;
 * only what shows there is reported. */
#include "explore/executor/lock_cycle.h"
#include "explore/schedule/choosers.h"
#include "explore/states/states.h"
#include "vm/sync.h"

#include <string.h>

/* How often a suspicion that no execution has shown is examined again when it recurs; more once one
 * has shown it. */
enum { TRIES = 4, SETTLED = 1 << 20 };
/* In Faults.certain: it was examined; an execution has shown it. */
enum { EXAMINED = 1, SHOWN = 2 };

/* What an execution says of a suspicion. */
typedef enum Shown { SHOWN_NOT, SHOWN_ELSEWHERE, SHOWN_THERE } Shown;

void faults_free(Faults *f)
{
    path_free(&f->path);
    map_free(&f->tries);
    map_free(&f->certain);
}

bool faults_wanted(const Faults *f, const Suspicion *suspicion)
{
    const u64 *tries = map_get(&f->tries, suspicion->key);
    return !tries || *tries < TRIES;
}

/* ---- what is known of them ---- */

void faults_count(Check *check, const Faults *f)
{
    u32 cursor = 0;
    const MapEntry *entry;
    check->unrepeated = 0;
    while ((entry = map_next(&f->certain, &cursor)))
        check->unrepeated += !(entry->value & SHOWN);
}

static void note_result(Check *check, Faults *f, const Suspicion *suspicion, Shown shown)
{
    u64 *tries = map_put(&f->tries, suspicion->key);
    CHECK(suspicion->kind < FOUND_KINDS && *tries < TRIES);
    ++*tries;
    if (suspicion->uncertain)
        return;
    if (shown == SHOWN_THERE)
        *tries = SETTLED;
    u64 *known = map_put(&f->certain, suspicion->key), was = *known;
    *known |= EXAMINED | (shown ? SHOWN : 0);
    check->unrepeated += !was && *known == EXAMINED;
    check->unrepeated -= was == EXAMINED && *known & SHOWN;
}

void faults_pack(const Faults *f, Buf *out)
{
    u32 cursor = 0;
    const MapEntry *entry;
    pack_u32(out, f->tries.count);
    while ((entry = map_next(&f->tries, &cursor))) {
        pack_u64(out, entry->key);
        pack_u32(out, (u32)entry->value);
        const u64 *certain = map_get(&f->certain, entry->key);
        pack_u8(out, certain ? (u8)*certain : 0);
    }
}

void faults_merge(Faults *f, Unpack *from)
{
    enum { PACKED = 13 };
    u32 n = unpack_count(from, PACKED);
    for (u32 i = 0; i < n; i++) {
        u64 key = unpack_u64(from), tries = unpack_u32(from);
        u64 *known = map_put(&f->tries, key);
        *known = tries > *known ? tries : *known;
        u8 certain = unpack_u8(from);
        if (certain)
            *map_put(&f->certain, key) |= certain;
    }
}

/* ---- executions ---- */

/* A hash of the places of all goroutines, for faults that concern all of them. */
static u64 places(VM *vm)
{
    u64 sum = 0;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        sum += hash_u64(stack_place(vm, vm->sched.all.data[i]));
    return sum;
}

/* Whether the execution has found what was suspected. Goroutines that are left when main has ended
 * are a leak only if nothing that can still run reaches what they wait for: the execution decides
 * that, if it ended with the goroutines in these places. A panic with these words may have been
 * another goroutine's. */
static Shown has_shown(const Check *check, const Suspicion *suspicion, const Execution *run)
{
    const Buf *report = &run->report;
    VM *vm = executor_vm(check->executor);
    if (suspicion->kind == FOUND_PANIC) {
        bool said =
            run->findings.len && report_line(report->data, report->len) == suspicion->report;
        const G *g = vm->sched.current;
        bool there = !g || stack_place(vm, g) == suspicion->place;
        return !said ? SHOWN_NOT : there ? SHOWN_THERE : SHOWN_ELSEWHERE;
    }
    if (suspicion->kind == FOUND_LEAK && places(vm) == suspicion->report)
        return SHOWN_THERE;
    bool shown =
        suspicion->kind == FOUND_RACE ? execution_has(run, FOUND_RACE) : run->findings.len > 0;
    return shown ? SHOWN_THERE : SHOWN_NOT;
}

/* Runs what the suspicion says once. */
static Shown try_once(Check *check, Faults *f, const Suspicion *suspicion, u32 answers)
{
    PathEnd end = {suspicion->park, suspicion->next, answers};
    f->moved = true;
    const Execution *run = path_execute(f->m, check->executor, &f->path, end);
    check->schedules++;
    check->executions++;
    Shown shown = has_shown(check, suspicion, run);
    bool step_bound = check->step_bound; /* the search is not bound by what ends this execution */
    check_all_keep(check, run);
    check->step_bound = step_bound;
    return shown;
}

bool faults_look(Check *check, Faults *f, const Suspicion *suspicion)
{
    enum { MOST_ANSWERS = 8 };
    if (!faults_wanted(f, suspicion))
        return true;
    if (check_all_late(check))
        return false;
    Shown shown = try_once(check, f, suspicion, 0);
    for (u32 i = 1; suspicion->next && !shown && i < MOST_ANSWERS && !check_all_late(check); i++)
        shown = try_once(check, f, suspicion, i);
    if (check_all_late(check)) /* the execution has been cut short */
        return false;
    note_result(check, f, suspicion, shown);
    return true;
}

/* ---- what looks like one ---- */

/* Whether g waits for a lock or cannot take one. */
static bool waits_for_lock(const VM *vm, const G *g)
{
    if (g->status == G_WAITING)
        return g->wait_reason == WAIT_NATIVE && sync_is_lock(g->waiter.native->effect);
    if (g->again == AGAIN_NO)
        return false;
    PendingOp op = pending_op(vm, g);
    return sync_is_lock(op.op.effect) && pending_blocked(g, op);
}

/* Where they are and were started. */
static u64 places_of(VM *vm, const GoroutineList *list)
{
    u64 sum = 0;
    for (u32 i = 0; i < list->len; i++)
        sum += hash_pair(stack_place(vm, list->data[i]), list->data[i]->start_pos);
    return sum;
}

/* Which goroutines wait for each other's locks; 0: none does. */
static u64 lock_cycle(Faults *f)
{
    VM *vm = f->m->vm;
    u32 waiting = 0;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        waiting += waits_for_lock(vm, vm->sched.all.data[i]);
    if (!waiting)
        return 0;
    GoroutineList cycle = {0};
    machine_park(f->m);
    f->moved = true;
    lock_cycle_find(vm, &cycle);
    u64 found = cycle.len ? places_of(vm, &cycle) | 1 : 0;
    vec_free(&cycle);
    return found;
}

/* The places of all, and whether each waits already. */
static u64 waits(VM *vm)
{
    u64 sum = 0;
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        sum += hash_pair(stack_place(vm, g), g->status);
    }
    return sum;
}

/* Which goroutines can never go on; 0: none. In the same places they may wait for something that
 * others reach, or not. */
static u64 left_for_ever(Faults *f)
{
    VM *vm = f->m->vm;
    GoroutineList leaked = {0};
    reach_find_stuck(machine_park(f->m), &leaked);
    f->moved = true;
    u64 left = leaked.len ? places_of(vm, &leaked) | 1 : 0;
    vec_free(&leaked);
    return left;
}

/* A failure hides nothing of what had happened before it. */
void faults_suspect_end(Faults *f)
{
    VM *vm = f->m->vm;
    if (vm->outcome.kind == VERDICT_LIMIT)
        return;
    u64 waiting = waits(vm), locks = lock_cycle(f);
    u64 left = vm->config.outlive_main ? left_for_ever(f) : 0;
    if (locks || left)
        vec_push(&f->m->suspicions,
                 (Suspicion){.kind = FOUND_CYCLE,
                             .key = hash_pair(waiting + 1, hash_pair(locks, left)),
                             .uncertain = true, /* there may be no cycle */
                             .park = PARK_BEFORE_LAST});
}

bool faults_suspect_stuck(Faults *f, Suspicion *out)
{
    VM *vm = f->m->vm;
    if (vm->main_ended && !vm->sched.all.len)
        return false;
    *out = (Suspicion){.kind = vm->main_ended ? FOUND_LEAK : FOUND_DEADLOCK,
                       .key = hash_u64(waits(vm) + 2),
                       .report = places(vm)};
    if (vm->main_ended) {
        u64 locks = lock_cycle(f);
        out->key = hash_pair(out->key, hash_pair(locks, left_for_ever(f)));
    }
    return true;
}

Suspicion faults_suspect_endless(Faults *f, bool uncertain)
{
    VM *vm = f->m->vm;
    FindingKind kind = vm->main_ended ? FOUND_LEAK : FOUND_LIVELOCK;
    u64 here = hash_u64(places(vm) + 3), locks = lock_cycle(f);
    return (Suspicion){.kind = kind,
                       .key = hash_pair(here, hash_pair(locks, left_for_ever(f))),
                       .uncertain = uncertain || kind == FOUND_LEAK || vm->ask.clock};
}

/* ---- going round ---- */

/* The schedule of an execution that goes along the path and then round for a while. */
static void record_rounds(Check *check, Faults *f, const Path *to, const Path *round, Schedule *out)
{
    enum { ROUNDS = 12 };
    Path path = {0};
    path_append(&path, &f->path);
    path_append(&path, to);
    for (u32 i = 0; i < ROUNDS; i++)
        path_append(&path, round);
    f->moved = true;
    schedule_copy(out, &path_execute(f->m, check->executor, &path, (PathEnd){0})->schedule);
    path_free(&path);
}

/* An execution that goes round up to its step limit; NULL: it could not be had. */
static const Execution *go_round(Check *check, Faults *f, const Path *to, const Path *round,
                                 Schedule *schedule)
{
    record_rounds(check, f, to, round, schedule);
    u32 period = schedule_period(schedule);
    if (!period)
        return NULL;
    Chooser *chooser = chooser_replay_round(schedule, schedule->steps.len - period);
    const Execution *run = check_all_run(check, chooser);
    chooser->free(chooser);
    return run;
}

bool faults_look_round(Check *check, Faults *f, const Path *to, const Path *round)
{
    Suspicion endless = {
        .kind = FOUND_LIVELOCK, .key = hash_u64(4), .uncertain = f->m->vm->ask.clock};
    if (!faults_wanted(f, &endless))
        return true;
    Schedule schedule = {0};
    const Execution *run = go_round(check, f, to, round, &schedule);
    check->schedules++;
    check->executions++;
    bool late = check_all_late(check);
    if (!late)
        note_result(check, f, &endless,
                    run && execution_has(run, FOUND_LIVELOCK) ? SHOWN_THERE : SHOWN_NOT);
    u32 budget = check->shrink_budget;
    bool step_bound = check->step_bound;
    check->shrink_budget = 0; /* what is shorter goes round less often, or not at all */
    if (run)
        check_all_keep(check, run);
    check->shrink_budget = budget;
    check->step_bound = step_bound;
    schedule_free(&schedule);
    return !late;
}
