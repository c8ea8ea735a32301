/* The engine `auto`: dpor and states side by side, with a sampler beside them, because neither
 * dominates the other and a bug is often met long before a proof ends. They take turns by the work
 * that they have done, not by the clock, so that a program has the same verdict, counts and
 * reports each time it is checked. With several processes each search has some of them, and all go
 * on at once. The first search that has covered everything is the proof. */
#include "explore/check/check.h"
#include "explore/fuzz/fuzz.h"

#include <string.h>

/* TURN: work of one turn (check_all_work). The first turn is dpor's and eight times as long: most
 * small programs are proved in it, and the others never begin. A sampler that has had EARLY turns
 * has most of its cheap findings; from then on its turns are shorter by LATER. */
enum { TURN = 1 << 21, FIRST_TURNS = 8, EARLY = 16, LATER = 8 };
enum { MOST_PROVERS = 2, SAMPLER_DEPTH = 3, SAMPLER_SEED = 1 };
/* With several processes time is what they share: how many milliseconds the first prover has before
 * the other one begins, and for how many the sampler has every second one. */
enum { ALONE_MS = 100, EARLY_MS = 1000 };

/* One of the searches that take turns. */
typedef struct Prover {
    const CheckEngine *engine;
    Check *check; /* NULL: it has not begun */
    u32 taken;    /* of check->found */
} Prover;

typedef struct Auto {
    Prover provers[MOST_PROVERS];
    u32 count;       /* of provers */
    Fuzzer *sampler; /* NULL: it has not begun */
    u32 taken;       /* of its findings */
    u32 sampled;     /* turns that it has had */
    u32 turn;        /* index of the prover, or `count`: the sampler's */
    u64 until;       /* work at which the turn ends */
    u64 began_ms;    /* in parts: clock_ms, */
    u64 sampled_ms;  /* and how long the sampler has had */
} Auto;

/* ---- what they share ---- */

/* All that the search works on is counted anew, since a search may begin anew. */
static void add_up(Check *check)
{
    const Auto *a = check->search;
    check->schedules = check->executions = a->sampler ? a->sampler->executions : 0;
    check->work = a->sampler ? executor_work(a->sampler->executor) : 0;
    for (u32 i = 0; i < a->count; i++) {
        const Check *part = a->provers[i].check;
        if (!part)
            continue;
        check->schedules += part->schedules;
        check->executions += part->executions;
        check->work += check_all_work(part);
        check->late |= part->late;
        check->raced |= part->raced;
        check->states = part->states ? part->states : check->states;
    }
    check->covered = check->leader ? check->leader->covered : 0;
}

/* Takes over the findings that are new in the list. `others`: executions of the other searches. A
 * search that begins anew may take back what it had found, which was found all the same. */
static void take_found(Check *check, const FoundList *list, u32 *taken, u64 others)
{
    if (*taken > list->len)
        *taken = 0;
    for (; *taken < list->len; ++*taken)
        found_take(&check->found, &check->known, &list->data[*taken], others);
}

/* ---- provers ---- */

/* Of the processes each prover has its share. */
static u32 jobs_of(const Check *check, const Prover *prover)
{
    const Auto *a = check->search;
    u32 jobs = check->bounds.jobs, half = jobs / a->count;
    if (prover > a->provers)
        return jobs - half * (a->count - 1);
    return jobs && !half ? 1 : half;
}

/* The first one has the executor of the whole, which is idle otherwise; memory that one has taken
 * is the others' loss, and states takes what it gets. In parts, where executions are given out in
 * advance, each prover has to know how many there may be. */
static void begin_prover(Check *check, Prover *prover)
{
    const Auto *a = check->search;
    CheckBounds bounds = check->bounds;
    bounds.jobs = jobs_of(check, prover);
    if (!bounds.jobs)
        bounds.executions = 0;
    if (a->count > 1)
        bounds.memory = check_all_memory(check) / 2;
    prover->check = prover == a->provers
                        ? check_all_over(check->executor, prover->engine, bounds)
                        : check_all_new(executor_config(check->executor), prover->engine, bounds);
    prover->check->shrink_budget = check->shrink_budget;
}

static Check *prover_check(Check *check, Prover *prover)
{
    if (!prover->check)
        begin_prover(check, prover);
    return prover->check;
}

/* What is in the way of a proof by that search, which is done: its bounds, and what others have
 * found and it has not. */
static u32 bounds_left(const Check *whole, const Check *part)
{
    Bounds bounds = {0};
    check_all_bounds(part, false, &bounds);
    u32 n = bounds.len;
    bounds_free(&bounds);
    return n + check_all_lacks(whole, part);
}

/* Whether the search is over: one has left out nothing, or all are done. The leader is the one that
 * has left out least. */
static bool is_over(Check *check)
{
    const Auto *a = check->search;
    u32 done = 0, least = UINT32_MAX;
    for (u32 i = 0; i < a->count; i++) {
        const Check *part = a->provers[i].check;
        if (!part)
            continue;
        u32 left = part->done ? bounds_left(check, part) : UINT32_MAX - 1;
        done += part->done;
        if (left < least) {
            least = left;
            check->leader = part;
        }
    }
    return done == a->count || least == 0;
}

static void prover_step(Check *check, Prover *prover)
{
    Check *part = prover_check(check, prover);
    u64 others = check->schedules - part->schedules;
    check_all_step(part);
    check->damaged |= part->damaged;
    take_found(check, &part->found, &prover->taken, others);
}

/* ---- the sampler ---- */

static void sampler_step(Check *check)
{
    Auto *a = check->search;
    if (!a->sampler) {
        a->sampler = fuzz_new(executor_config(check->executor), sampler_list[0].name, SAMPLER_DEPTH,
                              SAMPLER_SEED);
        a->sampler->shrink_budget = check->shrink_budget;
    }
    u64 others = check->schedules - a->sampler->executions;
    fuzz_step(a->sampler);
    vec_clear(&a->sampler->new_orders);
    take_found(check, &a->sampler->found, &a->taken, others);
}

/* ---- turns ---- */

static u64 turn_length(const Check *check)
{
    return check->bounds.turn ? check->bounds.turn : TURN;
}

static bool has_turn(const Auto *a, u32 turn)
{
    const Check *part = turn < a->count ? a->provers[turn].check : NULL;
    return !part || !part->done;
}

/* In turn: the first prover, the sampler, the second prover, the sampler. */
static void next_turn(Check *check)
{
    Auto *a = check->search;
    do
        a->turn = (a->turn + 1) % (a->count + 1);
    while (!has_turn(a, a->turn));
    u64 length = turn_length(check);
    if (a->turn == a->count && a->sampled++ >= EARLY)
        length /= LATER;
    a->until = check->work + length;
}

static bool auto_step(Check *check)
{
    Auto *a = check->search;
    if (a->turn == a->count)
        sampler_step(check);
    else
        prover_step(check, &a->provers[a->turn]);
    bool over = is_over(check);
    add_up(check);
    if (check->work >= a->until || !has_turn(a, a->turn))
        next_turn(check);
    return !over;
}

/* ---- by several processes ---- */

/* Whether the sampler has had less than its part of the time: half at first, then one of LATER. */
static bool sampler_due(const Auto *a, u64 now)
{
    u64 early = now < EARLY_MS ? now : EARLY_MS;
    return now > ALONE_MS && a->sampled_ms < early / 2 + (now - early) / LATER;
}

/* A piece of each search. The last prover works in this process too, so that the first one's, which
 * are waited for only if nothing else is to be done, go on at the same time. */
static bool parallel_step(Check *check)
{
    Auto *a = check->search;
    u64 now = clock_ms(), since = now - a->began_ms;
    bool busy = sampler_due(a, since);
    if (busy) {
        sampler_step(check);
        a->sampled_ms += clock_ms() - now;
    }
    for (u32 i = a->count; i-- > 0;) {
        if (!has_turn(a, i) || (i > 0 && since < ALONE_MS && has_turn(a, 0)))
            continue;
        Check *part = prover_check(check, &a->provers[i]);
        part->wait_ms = busy ? 0 : check->wait_ms;
        prover_step(check, &a->provers[i]);
        busy = true;
    }
    bool over = is_over(check);
    add_up(check);
    return !over;
}

static void parallel_save(Check *check, Buf *out)
{
    Auto *a = check->search;
    for (u32 i = 0; i < a->count; i++) {
        Check *part = a->provers[i].check;
        pack_u8(out, part != NULL);
        if (!part)
            continue;
        check_all_pack(part, 0, out);
        part->ops->save(part, out);
    }
}

static bool parallel_load(Check *check, Unpack *from)
{
    Auto *a = check->search;
    bool good = true;
    for (u32 i = 0; i < a->count && good; i++) {
        if (!unpack_u8(from))
            continue;
        Check *part = prover_check(check, &a->provers[i]);
        check_all_merge(part, from, true);
        good = !from->bad && part->ops->load(part, from);
    }
    return good && !from->bad;
}

/* ---- the engine ---- */

static void auto_begin(Check *check)
{
    static const CheckEngine *const fit[] = {&engine_dpor, &engine_states, &engine_reduced};
    const ExecutorConfig *config = executor_config(check->executor);
    u32 needs = check_all_needs(config->program, config->find_native);
    Auto *a = xcalloc(1, sizeof *a);
    if (check->bounds.jobs)
        needs |= IN_PARTS;
    for (u32 i = 0; i < COUNT_OF(fit) && a->count < MOST_PROVERS; i++)
        if ((fit[i]->bounds & needs) == needs)
            a->provers[a->count++].engine = fit[i];
    CHECK(a->count > 0);
    a->until = turn_length(check) * FIRST_TURNS;
    a->began_ms = clock_ms();
    check->search = a;
}

static void auto_progress(const Check *check, Buf *out)
{
    const Auto *a = check->search;
    for (u32 i = 0; i < a->count; i++) {
        const Prover *prover = &a->provers[i];
        if (!prover->check || prover->check->done)
            continue;
        buf_printf(out, "%s%s: %llu %ss, ", out->len ? "; " : "", prover->engine->name,
                   (unsigned long long)prover->check->covered, prover->engine->unit);
        prover->check->ops->progress(prover->check, out);
    }
}

static void auto_end(Check *check)
{
    Auto *a = check->search;
    for (u32 i = a->count; i-- > 0;)
        if (a->provers[i].check)
            check_all_free(a->provers[i].check);
    if (a->sampler)
        fuzz_free(a->sampler);
    free(a);
}

static const SearchOps auto_in_parts = {
    .begin = auto_begin,
    .step = parallel_step,
    .progress = auto_progress,
    .end = auto_end,
    .save = parallel_save,
    .load = parallel_load,
};

const CheckEngine engine_auto = {
    .name = "auto",
    .says = "dpor and states side by side, with fuzz beside them: the first that proves wins",
    .unit = "execution",
    .bounds = REAL_WAITS | ANY_TIME | ALL_ACCESSES | IN_PARTS,
    .parallel = &auto_in_parts,
    .ops = {.begin = auto_begin, .step = auto_step, .progress = auto_progress, .end = auto_end},
};
