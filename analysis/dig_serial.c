/* Serial: goroutines that are started one after another, because the function that starts them
 * waits for them before it returns.
 *
 * Each call of such a function is a round (round.h). An access by a goroutine of the round is
 * *over* if, wherever the call ends, it comes before that: then it can be taken for an access of
 * the goroutine that makes the call, somewhere in that call. What is known when the call begins
 * precedes it, and what that goroutine has not done when the call ends comes after it. Calls by one
 * goroutine are one after the other, or one within the other; so two accesses that are taken for
 * its accesses are ordered unless they are in one round, where the round's own model must order
 * them. */
#include "analysis/digest.h"
#include "analysis/round.h"

enum { MOST_CALLERS = 4, MOST_LOOPS = 3 };

/* An access, or the call that it is taken for. */
typedef struct Taken {
    const Use *use;
    const Round *round; /* NULL: it is taken for itself */
} Taken;

static Lift lift_of(const Solver *solver, const Use *use);

/* Whether one way to take an access, for itself or for a call that it is over in, passes a test. */
typedef bool (*TakenTest)(const Solver *solver, const Taken *taken, const void *with);

static bool any_taken(const Solver *solver, const Use *use, TakenTest test, const void *with)
{
    Lift lift = lift_of(solver, use);
    if (test(solver, &(Taken){.use = use}, with))
        return true;
    for (u32 i = 0; i < lift.len; i++) {
        const Round *round = lift.rounds[i];
        if (round->is_called && test(solver, &(Taken){.use = &round->call, .round = round}, with))
            return true;
    }
    return false;
}

/* ---- what is over ---- */

/* Whether it comes before the end of the round, of which the goroutine of `end` is the first. */
static bool precedes_end(const Solver *solver, const Taken *taken, const void *with)
{
    const Use *end = with;
    return taken->use->goro == end->goro || past_precedes(solver, taken->use, end) ||
           joined_precedes(solver, taken->use, end);
}

/* Whether a use in the model of a round is over at each end, or not made in such a round. */
static bool is_over_at_all(const Round *round, const Use *use)
{
    const Solver *solver = round->solver;
    u32 ego = solver->model->instances.data[round->inst]->goro;
    for (u32 i = 0; i < solver->ends.len; i++) {
        u64 *history = solver->histories.data[solver->ends.data[i]];
        Use end = {.goro = ego,
                   .past = history,
                   .done = history + solver->words,
                   .joined = history + 2 * solver->words};
        if (!solver_not_started(solver, use->goro, ego, end.done) &&
            !any_taken(solver, use, precedes_end, &end))
            return false;
    }
    return true;
}

/* Whether a use is made in such rounds only, and over when they end. */
static bool is_over(const Round *round, const Use *use)
{
    const Use *within;
    if (!round->only[use->inst])
        return false;
    for (u32 i = 0; (within = round_use(round, use, &i));)
        if (!is_over_at_all(round, within))
            return false;
    return true;
}

/* ---- in which calls ---- */

/* The caller of an instance in its goroutine, if there is one. */
static bool caller_of(const Model *model, u32 *inst, u32 *pc)
{
    const Instance *in = model->instances.data[*inst];
    const CallSite *site =
        in->calls_from.len == 1 ? model->sites.data[in->calls_from.data[0]] : NULL;
    if (!site || site->kind != CALL_PLAIN)
        return false;
    *inst = site->inst;
    *pc = site->pc;
    return true;
}

static bool try_round(const Round *round, const Use *use, Lift *out)
{
    bool over = round && is_over(round, use);
    if (over)
        out->rounds[out->len++] = round;
    return over;
}

/* Of the loops around an instruction, inner ones first. */
static bool try_loops(const Solver *solver, u32 inst, u32 pc, const Use *use, Lift *out)
{
    u32 head = 0;
    bool repeats = flow_repeats(solver->model->instances.data[inst]->flow, pc);
    for (u32 i = 0; repeats && i < MOST_LOOPS; i++) {
        if (try_round(rounds_loop(solver, inst, pc, &head), use, out))
            return true;
        if (!head)
            return false;
    }
    return false;
}

/* The innermost call or loop around the start of goroutines of id t that the use is over in. Where
 * one call is made, in one goroutine, nothing is gained by it. */
static void find_call(const Solver *solver, u32 t, const Use *use, Lift *out)
{
    const Model *model = solver->model;
    u32 inst = model->goros.data[t].inst, pc = model->goros.data[t].pc;
    for (u32 i = 0; i < MOST_CALLERS; i++) {
        const Instance *in = model->instances.data[inst];
        if (in->outside || try_loops(solver, inst, pc, use, out))
            return;
        bool often = in->repeats || !goro_unique(model, in->goro);
        if ((often && try_round(rounds_call(solver, inst), use, out)) ||
            !caller_of(model, &inst, &pc))
            return;
    }
}

static Lift find_lift(const Solver *solver, const Use *use)
{
    const Model *model = solver->model;
    Lift lift = {0};
    u32 t = use->unknown ? GORO_UNKNOWN : use->goro;
    for (u32 i = 0; t > GORO_UNKNOWN && model->goros.data[t].sites.len && i < MOST_LIFTS; i++) {
        find_call(solver, t, use, &lift);
        if (t == model->goros.data[t].parent)
            break;
        t = model->goros.data[t].parent;
    }
    return lift;
}

static Lift lift_of(const Solver *solver, const Use *use)
{
    if (!solver->rounds)
        return (Lift){0};
    Lifts *lifts = rounds_lifts(solver->rounds);
    u64 index = (u64)(use - solver->uses.data);
    const u64 *there = map_get(&lifts->of_use, index);
    if (!there) {
        Lift lift = find_lift(solver, use);
        vec_push(&lifts->list, lift);
        *map_put(&lifts->of_use, index) = lifts->list.len;
        return lift;
    }
    return lifts->list.data[*there - 1];
}

/* ---- order ---- */

typedef struct Other {
    const Use *use, *with; /* the two accesses */
    const Taken *taken;    /* how the first is taken */
} Other;

/* Whether the round that one is taken for, if any, orders them if they are both in it. */
static bool apart(const Solver *solver, const Taken *taken, const Other *o)
{
    return !taken->round ||
           round_orders(taken->round, rounds_digests(solver->rounds), o->use, o->with);
}

static bool are_ordered(const Solver *solver, const Taken *b, const void *with)
{
    const Other *o = with;
    const Taken *a = o->taken;
    if (!a->round && !b->round) /* other digests' matter */
        return false;
    return past_precedes(solver, a->use, b->use) || past_precedes(solver, b->use, a->use) ||
           joined_precedes(solver, a->use, b->use) || joined_precedes(solver, b->use, a->use) ||
           (a->use->goro == b->use->goro && goro_unique(solver->model, a->use->goro) &&
            apart(solver, a, o) && apart(solver, b, o));
}

static bool ordered_as(const Solver *solver, const Taken *a, const void *with)
{
    Other o = *(const Other *)with;
    o.taken = a;
    return any_taken(solver, o.with, are_ordered, &o);
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    Other o = {.use = a, .with = b};
    return solver->rounds && !a->unknown && !b->unknown && any_taken(solver, a, ordered_as, &o);
}

const Digest digest_serial = {
    .name = "serial",
    .says = "a function waits for the goroutines that it starts before it returns",
    .ordered = ordered,
    .in_rounds = IN_ROUNDS};
