/* Random programs, interpreted, with all loops compiled as soon as they are seen, and with those
 * compiled that become hot: output, panics, events and the number of steps must be the same.
 *
 *     jit_programs_test [PROGRAMS [FIRST]]   default 300, from number 1
 *     jit_programs_test --print NUMBER       the text of one */
#include <stdlib.h>

#include "explore/choosers.h"
#include "explore/execution.h"
#include "stdlib/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/loop_program.h"
#include "tests/unit/random_program.h"
#include "tests/unit/test.h"

enum { RUNS = 4, MOST_STEPS = 60000 };

/* What a run has told. */
typedef struct Told {
    EventSink sink;
    u64 events; /* all of them, as a number */
    u64 steps;
    Outcome outcome;
    Buf output, report;
} Told;

static void hear(EventSink *sink, const Event *event)
{
    Told *told = (Told *)sink;
    u64 h = told->events ^ ((u64)event->kind << 32 | event->goroutine);
    h = hash_u64(h ^ event->loc.object ^ (u64)event->span.start << 40);
    told->events = hash_u64(h ^ event->loc.offset);
}

/* Four runs: short and long ones, first in first out and preempted at random. */
static void run(Program *program, JitMode jit, u64 seed, Told told[RUNS])
{
    for (u32 i = 0; i < RUNS; i++) {
        Rng rng = {seed + i};
        ExecutorConfig config = {.program = program,
                                 .find_native = stdlib_find_native,
                                 .detector = "none",
                                 .jit = jit,
                                 .max_steps = i % 2 ? MOST_STEPS : 1 + rng_below(&rng, 3000)};
        Executor *executor = executor_new(&config);
        Chooser *chooser = i < 2 ? chooser_fifo() : chooser_random(seed);
        told[i] = (Told){.sink = {.event = hear, .wants = WANT_ACCESS | WANT_REPEATS}};
        executor_watch(executor, &told[i].sink);
        const Execution *execution = executor_run(executor, chooser);
        told[i].steps = execution->steps;
        told[i].outcome = execution->outcome;
        buf_puts(&told[i].output, buf_str(&execution->output));
        buf_puts(&told[i].report, buf_str(&execution->report));
        chooser->free(chooser);
        executor_free(executor);
    }
}

static bool same(const Told *a, const Told *b)
{
    return a->events == b->events && a->steps == b->steps && a->outcome.kind == b->outcome.kind &&
           !strcmp(buf_str(&a->output), buf_str(&b->output)) &&
           !strcmp(buf_str(&a->report), buf_str(&b->report));
}

static void told_free(Told told[RUNS])
{
    for (u32 i = 0; i < RUNS; i++) {
        buf_free(&told[i].output);
        buf_free(&told[i].report);
    }
}

/* False after a difference, which it tells. */
static bool compare(Program *program, JitMode jit, u64 seed, Told want[RUNS])
{
    Told got[RUNS];
    bool ok = true;
    run(program, jit, seed, got);
    for (u32 i = 0; i < RUNS; i++) {
        if (same(&want[i], &got[i]))
            continue;
        printf("program %llu, run %u, %s: steps %llu and %llu, events %s\n%s%s\n---\n%s%s\n",
               (unsigned long long)seed, i, jit == JIT_ALL ? "all" : "hot",
               (unsigned long long)want[i].steps, (unsigned long long)got[i].steps,
               want[i].events == got[i].events ? "the same" : "differ", buf_str(&want[i].output),
               buf_str(&want[i].report), buf_str(&got[i].output), buf_str(&got[i].report));
        ok = false;
    }
    told_free(got);
    return ok;
}

/* Every fifth is one with goroutines that have races. */
static void program_text(u64 seed, Buf *text)
{
    if (seed % 5 == 0)
        random_program(seed, text);
    else
        loop_program(seed, text);
}

static void test_same(void)
{
    u32 panics = 0;
    for (u64 seed = first_program; test_ok && seed < (u64)first_program + programs; seed++) {
        Loaded loaded;
        if (generated_load(&loaded, "loops.go", program_text, seed)) {
            Told want[RUNS];
            run(loaded.program, JIT_OFF, seed, want);
            CHECK(compare(loaded.program, JIT_ALL, seed, want));
            CHECK(compare(loaded.program, JIT_HOT, seed, want));
            for (u32 i = 0; i < RUNS; i++)
                panics += want[i].outcome.kind == VERDICT_PANIC;
            told_free(want);
        }
        if (!test_ok)
            printf("see jit_programs_test --print %llu\n", (unsigned long long)seed);
        load_free(&loaded);
    }
    printf("%u of %u runs ended in a panic\n", panics, programs * RUNS);
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, 300, program_text))
        return 0;
    RUN(test_same);
    return test_summary("jit_programs");
}
