/* Predictions compared with all reorderings of small random runs, enumerated event by event: for
 * every race found there must be a reordering that leads to both accesses, and the witness must be
 * one; for every deadlock one that leads to acquires that wait for each other. */
#include "predict/deadlock.h"
#include "predict/reorder.h"
#include "predict/witness.h"
#include "tests/unit/random_run.h"
#include "tests/unit/test.h"

/* ---- all reorderings ---- */

typedef struct Search {
    const Run *run;
    Map seen;
    bool races[EVENTS][EVENTS];
    /* acquires that wait for each other, in this order; of two the third is NONE */
    bool cycles[EVENTS][EVENTS][EVENTS + 1];
} Search;

enum { NONE = EVENTS };

/* Whether goroutine g, whose next event is an acquire, has to wait for h, whose next is one, too.
 */
static bool waits_for(const World *w, const Event *of_g, u32 h, const Event *of_h)
{
    u32 lock = index_of(of_g->loc);
    bool ahead = is_reader(of_g) && !is_reader(of_h) && index_of(of_h->loc) == lock;
    return ahead || w->holder[lock] == h + 1 ||
           (lock == RW && !is_reader(of_g) && w->readers >> h & 1);
}

/* Notes the cycles of the state. */
static void find_cycles(Search *s, const World *w)
{
    u32 next[GOROUTINES];
    bool waits[GOROUTINES][GOROUTINES] = {{false}};
    const Event *events[GOROUTINES] = {NULL};
    for (u32 g = 0; g < GOROUTINES; g++) {
        if (!w->started[g] || w->at[g] == s->run->lens[g])
            continue;
        next[g] = s->run->rows[g][w->at[g]];
        const Event *e = &s->run->trace.events.data[next[g]];
        if (e->kind == EV_ACQUIRE && space_of(e->loc) == OF_LOCK)
            events[g] = e;
    }
    for (u32 g = 0; g < GOROUTINES; g++)
        for (u32 h = 0; h < GOROUTINES; h++)
            waits[g][h] = g != h && events[g] && events[h] && waits_for(w, events[g], h, events[h]);
    for (u32 g = 0; g < GOROUTINES; g++)
        for (u32 h = 0; h < GOROUTINES; h++) {
            u32 k = GOROUTINES - g - h; /* the third of them */
            if (waits[g][h] && waits[h][g])
                s->cycles[next[g]][next[h]][NONE] = true;
            if (g != h && waits[g][h] && waits[h][k] && waits[k][g])
                s->cycles[next[g]][next[h]][next[k]] = true;
        }
}

static u64 world_key(const World *w)
{
    const u8 *bytes = (const u8 *)w;
    u64 hash = 1;
    for (u32 i = 0; i < sizeof *w; i++)
        hash = hash_u64(hash + bytes[i]);
    return hash | 1;
}

static void search(Search *s, const World *w)
{
    u64 *seen = map_put(&s->seen, world_key(w));
    if (*seen)
        return;
    *seen = 1;
    find_cycles(s, w);
    u32 a, b;
    for (u32 g = 0; g < GOROUTINES; g++)
        for (u32 h = 0; h < g; h++)
            if (co_enabled(s->run, w, g, h, &a, &b))
                s->races[a][b] = s->races[b][a] = true;
    for (u32 g = 0; g < GOROUTINES; g++) {
        if (!enabled(s->run, w, g, &a) || s->run->trace.events.data[a].goroutine != g + 1)
            continue;
        World next = *w;
        take(s->run, &next, a);
        search(s, &next);
    }
}

/* ---- comparing ---- */

static bool is_reordering(const Steps *steps, const StepList *events)
{
    Reorder reorder;
    u32 other;
    bool valid = true;
    reorder_init(&reorder, steps);
    for (u32 i = 0; i < events->len && valid; i++)
        valid = reorder_event(&reorder, events->data[i], false, &other) == REORDER_VALID;
    reorder_free(&reorder);
    return valid;
}

/* Replays the events of the witness; whether both accesses are enabled then. */
static bool witness_holds(const Run *run, Witness *witness, u32 first, u32 second)
{
    StepList events = {0};
    World w = start();
    bool ok = witness_find(witness, first, second);
    witness_events(witness, &events);
    for (u32 i = 0; ok && i < events.len; i++) {
        u32 number = events.data[i] - CHANNELS, next = EVENTS;
        if (events.data[i] < CHANNELS)
            continue; /* make */
        u32 g = run->trace.events.data[number].goroutine - 1;
        ok = enabled(run, &w, g, &next) && next == number;
        if (ok)
            take(run, &w, number);
    }
    ok = ok && is_reordering(witness->steps, &events);
    u32 a = 0, b = 0;
    const RunStep *one = &witness->steps->list.data[first];
    const RunStep *other = &witness->steps->list.data[second];
    const Event *x = &run->trace.events.data[one->event - CHANNELS];
    const Event *y = &run->trace.events.data[other->event - CHANNELS];
    ok = ok && co_enabled(run, &w, x->goroutine - 1, y->goroutine - 1, &a, &b) &&
         a == one->event - CHANNELS && b == other->event - CHANNELS;
    vec_free(&events);
    return ok;
}

typedef struct Counts {
    u32 runs, real, found[8];
    u32 cycles, found_cycles;
} Counts;

/* The state that the events lead to. False: they are no reordering. */
static bool replay(const Run *run, const StepList *events, World *w)
{
    *w = start();
    for (u32 i = 0; i < events->len; i++) {
        u32 number = events->data[i] - CHANNELS, next = EVENTS;
        if (events->data[i] < CHANNELS)
            continue; /* make */
        u32 g = run->trace.events.data[number].goroutine - 1;
        if (!enabled(run, w, g, &next) || next != number)
            return false;
        take(run, w, number);
    }
    return true;
}

/* Every cycle found must be one of some reordering, and the events that are given must lead to it.
 */
static void check_cycles(const Search *s, const Known *known, const Findings *findings)
{
    const Steps *steps = known->steps;
    for (u32 i = 0; i < findings->cycles.len; i++) {
        const StepList *cycle = &findings->cycles.data[i];
        u32 at[3] = {NONE, NONE, NONE};
        for (u32 k = 0; k < cycle->len && k < 3; k++)
            at[k] = steps->list.data[cycle->data[k]].event - CHANNELS;
        StepList events = {0};
        World w;
        bool real = cycle->len <= 3 && s->cycles[at[0]][at[1]][at[2]];
        bool shown = deadlock_events(known, cycle, &events) && replay(s->run, &events, &w);
        for (u32 k = 0; shown && k < cycle->len; k++) {
            u32 g = s->run->trace.events.data[at[k]].goroutine - 1;
            shown = s->run->rows[g][w.at[g]] == at[k];
        }
        if (!real || !shown) {
            printf("deadlock: %u, %u and %u %s\n", at[0], at[1], at[2],
                   real ? "have no such reordering" : "never wait for each other");
            show(s->run);
        }
        EXPECT(real && shown);
        vec_free(&events);
    }
}

/* Each cycle of all reorderings is counted once, whichever of its acquires comes first. */
static u32 count_cycles(const Search *s)
{
    u32 n = 0;
    for (u32 a = 0; a < EVENTS; a++)
        for (u32 b = a + 1; b < EVENTS; b++) {
            n += s->cycles[a][b][NONE];
            for (u32 c = a + 1; c < EVENTS; c++)
                n += s->cycles[a][b][c];
        }
    return n;
}

/* Every pair that the analysis found must be a race in some reordering, with a valid witness if
 * requested. */
static void check_sound(const Search *s, const char *name, const Steps *steps,
                        const Findings *findings, Witness *witness)
{
    for (u32 i = 0; i < findings->pairs.len; i++) {
        const RacePair *pair = &findings->pairs.data[i];
        u32 a = steps->list.data[pair->first].event - CHANNELS;
        u32 b = steps->list.data[pair->second].event - CHANNELS;
        bool real = s->races[a][b];
        bool shown = !witness || witness_holds(s->run, witness, pair->first, pair->second);
        if (!real || !shown) {
            printf("%s: %u and %u %s\n", name, a, b, real ? "have no such witness" : "never race");
            show(s->run);
        }
        EXPECT(real && shown);
    }
}

/* The number of accesses that syncp should count, computed from its definition for each pair
 * separately. */
static u32 count_syncp(const Steps *steps)
{
    u32 racy = 0;
    Known known;
    Ideal ideal;
    known_build(&known, steps);
    ideal_init(&ideal, &known);
    for (u32 b = 0; b < steps->list.len; b++) {
        bool races = false;
        for (u32 a = 0; a < b && !races; a++) {
            const RunStep *first = &steps->list.data[a], *second = &steps->list.data[b];
            if (!is_access(first) || !is_access(second) || first->object != second->object ||
                first->goroutine == second->goroutine || !steps_conflict(first, second) ||
                steps_exclude(steps, a, b))
                continue;
            ideal_empty(&ideal);
            ideal_add_before(&ideal, first);
            ideal_add_before(&ideal, second);
            races = ideal_close(&ideal, first, second);
        }
        racy += races;
    }
    ideal_free(&ideal);
    known_free(&known);
    return racy;
}

static void compare(const Run *run, Counts *counts)
{
    Search s = {.run = run};
    World w = start();
    search(&s, &w);
    Trace trace;
    with_makes(run, &trace);
    Steps steps;
    steps_build(&steps, &trace);
    Known known;
    Witness witness;
    known_build(&known, &steps);
    witness_init(&witness, &known);
    Findings shb = {0}, syncp = {0}, osr = {0}, deadlock = {0};
    analyse_shb(&steps, &shb);
    analyse_syncp(&steps, &syncp);
    analyse_osr(&steps, &osr);
    analyse_deadlock(&steps, &deadlock);
    check_cycles(&s, &known, &deadlock);
    counts->cycles += count_cycles(&s);
    counts->found_cycles += deadlock.cycles.len;
    findings_free(&deadlock);
    check_sound(&s, "shb", &steps, &shb, NULL);
    check_sound(&s, "syncp", &steps, &syncp, &witness);
    check_sound(&s, "osr", &steps, &osr, &witness);
    for (u32 i = 0; i < syncp.pairs.len; i++)
        EXPECT(has_pair(&osr, &steps, steps.list.data[syncp.pairs.data[i].first].event,
                        steps.list.data[syncp.pairs.data[i].second].event));
    EXPECT_INT(syncp.racy, count_syncp(&steps));
    counts->runs++;
    for (u32 a = 0; a < EVENTS; a++)
        for (u32 b = 0; b < a; b++) {
            counts->real += s.races[a][b];
            counts->found[0] += has_pair(&syncp, &steps, b + CHANNELS, a + CHANNELS);
            counts->found[1] += has_pair(&osr, &steps, b + CHANNELS, a + CHANNELS);
        }
    findings_free(&shb);
    findings_free(&syncp);
    findings_free(&osr);
    witness_free(&witness);
    known_free(&known);
    steps_free(&steps);
    vec_free(&trace.events);
    map_free(&s.seen);
}

/* A random sequence of events, each the next of its goroutine: as long as it is a valid reordering
 * each event can happen, and with locks alone also the other way round. Returns its length. */
static u32 follow_at_random(const Run *run, const Steps *steps, Rng *rng)
{
    StepList events = {0};
    World w = start();
    for (u32 tries = 0; tries < 40; tries++) {
        u32 g = rng_below(rng, GOROUTINES), number = 0;
        if (w.at[g] == run->lens[g])
            continue;
        vec_push(&events, run->rows[g][w.at[g]] + CHANNELS);
        bool possible = enabled(run, &w, g, &number), valid = is_reordering(steps, &events);
        EXPECT(possible || !valid);
        EXPECT(valid || !possible || !run->only_locks);
        if (valid && possible)
            take(run, &w, number);
        else
            events.len--;
    }
    u32 len = events.len;
    vec_free(&events);
    return len;
}

static void test_random_reorderings(void)
{
    Rng rng = {setting("SEED", 2)};
    u32 runs = (u32)setting("RUNS", 2000), taken = 0;
    for (u32 i = 0; i < runs; i++) {
        Run run;
        Trace trace;
        Steps steps;
        random_run(&run, &rng, i % 4 == 3);
        with_makes(&run, &trace);
        steps_build(&steps, &trace);
        taken += follow_at_random(&run, &steps, &rng);
        steps_free(&steps);
        vec_free(&trace.events);
        vec_free(&run.trace.events);
    }
    EXPECT(taken > 4 * runs);
}

static void test_deadlocks(void)
{
    Rng rng = {setting("SEED", 3)};
    u32 runs = (u32)setting("RUNS", 4000);
    Counts counts = {0};
    for (u32 i = 0; i < runs; i++) {
        Run run;
        random_lock_run(&run, &rng);
        compare(&run, &counts);
        vec_free(&run.trace.events);
    }
    printf("%u runs, %u deadlocks: %u found\n", counts.runs, counts.cycles, counts.found_cycles);
    EXPECT(counts.found_cycles > runs / 50);
    EXPECT(counts.found_cycles * 5 >= counts.cycles * 4); /* others reverse sections */
}

static void test_against_all_reorderings(void)
{
    Rng rng = {setting("SEED", 1)};
    u32 runs = (u32)setting("RUNS", 4000);
    Counts counts = {0};
    for (u32 i = 0; i < runs; i++) {
        Run run;
        random_run(&run, &rng, i % 4 == 3);
        compare(&run, &counts);
        vec_free(&run.trace.events);
    }
    printf("%u runs, %u races: syncp %u, osr %u\n", counts.runs, counts.real, counts.found[0],
           counts.found[1]);
    EXPECT(counts.found[1] > counts.found[0]);
    EXPECT((counts.real - counts.found[1]) * 300 <= counts.real);
}

int main(void)
{
    RUN(test_against_all_reorderings);
    RUN(test_deadlocks);
    RUN(test_random_reorderings);
    return test_summary("predict_oracle");
}
