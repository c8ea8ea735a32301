/* The static analysis against executions: whatever the detector finds under some random schedule of
 * a generated program must be among the pairs of accesses that gol vet warns of; and of those that
 * it says must race, one at least is found, where main lives long enough.
 *
 *     vet_oracle_test [PROGRAMS [FIRST]]   default 200 of each kind, from number 1 */
#include "analysis/pairs.h"
#include "explore/executor/execution.h"
#include "explore/schedule/choosers.h"
#include "explore/schedule/late.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/random_program.h"
#include "tests/unit/test.h"
#include "tests/unit/tiny_program.h"

enum { SCHEDULES = 5, MUST_SCHEDULES = 100, MOST_STEPS = 100000 };

typedef struct Oracle {
    const Pairs *pairs;
    const Sources *sources;
    u64 number;
    u32 races, missed;
    bool shown; /* a race that must be */
} Oracle;

static bool at(const Oracle *oracle, u32 use, Pos pos)
{
    const Use *u = &oracle->pairs->solver->uses.data[use];
    return u->unknown || use_span(oracle->pairs->solver, u).start == pos;
}

static bool warned(Oracle *oracle, Pos a, Pos b)
{
    bool found = false;
    for (u32 i = 0; i < oracle->pairs->open.len; i++) {
        const Pair *p = &oracle->pairs->open.data[i];
        if ((at(oracle, p->a, a) && at(oracle, p->b, b)) ||
            (at(oracle, p->a, b) && at(oracle, p->b, a))) {
            found = true;
            oracle->shown |= p->level == LEVEL_MUST;
        }
    }
    return found;
}

static void on_race(void *ctx, const RaceReport *report)
{
    Oracle *oracle = ctx;
    Pos a = report->now.span.start, b = report->before.span.start;
    oracle->races++;
    if (warned(oracle, a, b))
        return;
    Place one = source_place(oracle->sources, a), other = source_place(oracle->sources, b);
    printf("program %llu: no warning of the race on %s, %u:%u and %u:%u\n",
           (unsigned long long)oracle->number, report->variable, one.line, one.col, other.line,
           other.col);
    oracle->missed++;
}

static void execute(Program *program, Oracle *oracle)
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = "hybrid",
                             .late = LATE_ANY,
                             .max_steps = MOST_STEPS};
    Executor *executor = executor_new(&config);
    executor_on_race(executor, on_race, oracle);
    bool must = pairs_count(oracle->pairs, LEVEL_MUST) > 0;
    for (u32 i = 0;
         (i < SCHEDULES || (must && !oracle->shown && i < MUST_SCHEDULES)) && !oracle->missed;
         i++) {
        Chooser *chooser = chooser_random(oracle->number * SCHEDULES + i);
        executor_run(executor, chooser);
        chooser->free(chooser);
    }
    executor_free(executor);
}

typedef struct Count {
    u32 racy, free, proved, must, shown;
} Count;

static NativeMeans means_of(const char *name)
{
    const NativeDef *def = stdlib_find_native(name);
    return def ? means_of_effect(def->effect, def->fills, def->atomic) : MEANS_UNKNOWN;
}

/* False if a race was not warned of. */
static bool compare(Program *program, u64 number, Count *count)
{
    Model *model = model_new(program, means_of);
    EXPECT(!model->gave_up);
    Solver *solver = solver_new(model);
    Pairs *pairs = pairs_new(solver, UINT32_MAX);
    Oracle oracle = {.pairs = pairs, .sources = program->sources, .number = number};
    execute(program, &oracle);
    count->racy += oracle.races > 0;
    count->free += oracle.races == 0;
    count->proved += pairs->open.len == 0;
    u32 must = pairs_count(pairs, LEVEL_MUST);
    count->must += must > 0;
    count->shown += must > 0 && oracle.shown;
    if (must && !oracle.shown)
        printf("program %llu: a race that must be was not found\n", (unsigned long long)number);
    pairs_free(pairs);
    solver_free(solver);
    model_free(model);
    return !oracle.missed;
}

static void test_generated(const char *name, void (*generate)(u64, Buf *))
{
    Count count = {0};
    for (u64 seed = first_program; seed < (u64)first_program + programs && test_ok; seed++) {
        Loaded loaded;
        if (generated_load(&loaded, name, generate, seed))
            EXPECT(compare(loaded.program, seed, &count));
        load_free(&loaded);
    }
    printf("%s: %u had races (%u must); of the other %u, %u are proved race-free\n", name,
           count.racy, count.must, count.free, count.proved);
    EXPECT(count.racy > 0 || programs < 50);
    /* Main may end before the accesses are made, in some programs nearly always. */
    EXPECT(count.shown * 2 >= count.must);
}

static void test_random(void)
{
    test_generated("random.go", random_program);
}

static void test_tiny(void)
{
    test_generated("tiny.gol", tiny_program);
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, 200, random_program))
        return 0;
    RUN(test_random);
    RUN(test_tiny);
    return test_summary("vet_oracle");
}
