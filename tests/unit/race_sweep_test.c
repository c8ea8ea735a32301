/* Long executions with few races, in which the detectors that purge what they know (R-GC) do so
 * when there is much to purge: now and then, not after each event. They must agree with one that
 * purges nothing on the first race of each execution. */
#include "base/rng.h"
#include "tests/unit/race_events.h"
#include "tests/unit/test.h"

enum { STEPS = 4000, GOROUTINES = 6, LOCKS = 5, VARIABLES = 40, JUDGES = 4, FIRST_LOCK = 1000 };

static const char *const names[JUDGES] = {"djit", "hybrid", "grace", "hybrid"};

static Rng rng;
static Run run[JUDGES];
static u32 alive[GOROUTINES], started;

static u32 any(u32 n)
{
    return rng_below(&rng, n);
}

static void all(Event event)
{
    for (u32 i = 0; i < JUDGES; i++)
        run_event(&run[i], event);
}

static void sync(EventKind kind, SyncOp op, u32 p, u32 lock)
{
    Event event = ev_at(kind, p, FIRST_LOCK + 8 * lock);
    event.sub = op;
    all(event);
}

static void access(u32 p, u32 variable, bool is_write)
{
    all(ev_at(is_write ? EV_WRITE : EV_READ, p, 8 + 8 * variable));
}

/* Accesses to the variables of a lock, with it; rarely, to another. */
static void use_lock(u32 p)
{
    u32 lock = any(LOCKS);
    sync(EV_ACQUIRE, SYNC_MUTEX_LOCK, p, lock);
    for (u32 n = any(4); n; n--)
        access(p, lock + LOCKS * any(VARIABLES / LOCKS), any(2));
    sync(EV_RELEASE, SYNC_MUTEX_UNLOCK, p, lock);
    if (any(300) == 0)
        access(p, any(VARIABLES), any(2));
}

/* A goroutine ends, and another starts in its place. */
static void replace(void)
{
    u32 place = 1 + any(GOROUTINES - 1);
    all((Event){.kind = EV_END, .goroutine = alive[place]});
    alive[place] = ++started;
    all((Event){.kind = EV_GO, .goroutine = alive[any(place)], .other = started});
}

static void begin(void)
{
    for (u32 i = 0; i < JUDGES; i++)
        run_start_with(&run[i], names[i], (DetectorConfig){.gc = DETECTOR_GC_NEVER});
    alive[0] = started = GOROUTINE_MAIN;
    for (u32 i = 1; i < GOROUTINES; i++) {
        alive[i] = ++started;
        all((Event){.kind = EV_GO, .goroutine = GOROUTINE_MAIN, .other = started});
    }
}

/* The first purges nothing, the others at different moments. */
static void purge(u32 step, u32 between)
{
    for (u32 i = 1; i < JUDGES; i++)
        if (step % (between * i) == between - 1)
            detector_gc(run[i].detector);
}

/* The step with the first race, or STEPS. */
static u32 execution(u64 seed)
{
    rng.state = seed;
    u32 between = 50 + any(900), step = 0;
    begin();
    for (; step < STEPS && !run[0].races && test_ok; step++) {
        if (any(40) == 0)
            replace();
        else
            use_lock(alive[any(GOROUTINES)]);
        for (u32 i = 1; i < JUDGES; i++)
            EXPECT_INT(run[i].races > 0, run[0].races > 0);
        purge(step, between);
    }
    for (u32 i = 0; i < JUDGES; i++)
        run_end(&run[i]);
    return step;
}

static void test_sweeps(void)
{
    u64 steps = 0;
    for (u64 seed = 1; seed <= 150 && test_ok; seed++)
        steps += execution(seed);
    EXPECT(steps > 150 * 300);
}

int main(void)
{
    RUN(test_sweeps);
    return test_summary("race_sweep");
}
