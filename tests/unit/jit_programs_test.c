/* Random programs, interpreted and compiled: once with all loops compiled immediately, once with
 * hot loops. Output, panics, events, the stack at each event, races and the number of steps must be
 * the same, both if all accesses are reported and if repeated ones are filtered.
 *
 *     jit_programs_test [PROGRAMS [FIRST]]   default 300, from number 1
 *     jit_programs_test --print NUMBER       prints a program */
#include <gc.h>
#include <stdlib.h>

#include "explore/executor/execution.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/loop_program.h"
#include "tests/unit/random_program.h"
#include "tests/unit/test.h"
#include "vm/filter.h"
#include "vm/heap.h"
#include "vm/show.h"

/* Runs 0 to ALL_RUNS - 1 report all accesses, the next up to FILTERED_RUNS filter repeated ones,
 * the others report the first race. */
enum { ALL_RUNS = 4, FILTERED_RUNS = 6, RUNS = 9, MOST_STEPS = 60000, MOST_FRAMES = 8 };
/* How often two runs that filter are made again, if they differ. */
enum { TRIES = 8 };

/* The observable results of a run. */
typedef struct Record {
    EventSink sink;
    VM *vm;       /* the VM whose stacks are recorded, or NULL */
    u64 events;   /* a hash of all events */
    Map segments; /* goroutine -> number of its segments that have ended */
    Map seen;     /* hash of goroutine and access -> segments before the last such access, + 1 */
    u64 steps;
    Outcome outcome;
    Buf output, report;
} Record;

static void record_event(EventSink *sink, const Event *event)
{
    Record *record = (Record *)sink;
    u64 h = record->events ^ ((u64)event->kind << 32 | event->goroutine);
    h = hash_u64(h ^ event->loc.object ^ (u64)event->span.start << 40);
    record->events = hash_u64(h ^ event->loc.offset);
}

static bool is_access(const Event *event)
{
    return event_info[event->kind].class == EVC_ACCESS;
}

/* A new segment (vm/filter.h) of each goroutine that takes part in the event begins. None does with
 * MAKE, which comes at the first use of a channel, with what releases nothing, and not in what sets
 * a timer that fires. */
static void count_segments(Record *record, const Event *event)
{
    if (event->kind == EV_MAKE || event->kind == EV_ACQUIRE || event->kind == EV_DEFAULT)
        return;
    ++*map_put(&record->segments, event->goroutine);
    if (event->kind == EV_GO || event->kind == EV_RENDEZVOUS)
        ++*map_put(&record->segments, event->other);
}

/* Whether the access to the location repeats one; notes it. */
static bool repeats_at(Record *record, const Event *event, u64 offset)
{
    u64 key = hash_u64((u64)event->goroutine << 1 | (event->kind == EV_WRITE));
    key = hash_u64(hash_u64(key ^ event->loc.object) ^ offset);
    u64 now = *map_put(&record->segments, event->goroutine) + 1,
        *last = map_put(&record->seen, key);
    bool same = *last == now;
    *last = now;
    return same;
}

/* Whether the event repeats an access. Which of these are filtered depends on addresses and on when
 * garbage is collected, so they are not compared. An access to several locations is reported as a
 * whole if one of them is not known. */
static bool repeats(Record *record, const Event *event)
{
    if (!is_access(event)) {
        count_segments(record, event);
        return false;
    }
    bool same = true;
    for (u32 i = 0; i < event->count || i == 0; i++)
        same &= repeats_at(record, event, event->loc.offset + (u64)i * event->stride);
    return same;
}

/* Whether the filter's table is as large as can be, so that hardly an entry is lost. */
static bool roomy;

/* Records the event with the stack if it is an access, unless it is a repeated access. */
static void record_with_stack(EventSink *sink, const Event *event)
{
    Record *record = (Record *)sink;
    if (roomy && record->vm->filter)
        record->vm->filter->seen->mask = SEEN_MAX - 1;
    if (repeats(record, event))
        return;
    record_event(sink, event);
    Frame frames[MOST_FRAMES];
    u32 n = is_access(event) ? vm_frames(record->vm, record->vm->sched.current, frames, MOST_FRAMES)
                             : 0;
    for (u32 i = 0; i < n; i++)
        record->events = hash_u64(record->events ^ (u64)(frames[i].pc - frames[i].fn->code) << 32 ^
                                  frames[i].fn->id);
}

/* Records only the first race: later ones depend on which repeated accesses are filtered. */
static void record_race(void *ctx, const RaceReport *report)
{
    Record *record = ctx;
    if (record->events)
        return;
    u64 h = record->events ^ (u64)report->kind << 32 ^ report->now.span.start;
    h = hash_u64(h) ^ report->before.span.start ^ (u64)report->now.goroutine << 32;
    for (u32 i = 0; i < report->now.stack_len; i++)
        h = hash_u64(h ^ report->now.stack[i].span.start);
    record->events = hash_u64(h ^ report->loc.object << 20 ^ report->loc.offset);
}

static u64 steps_for(u64 seed, u32 run)
{
    Rng rng = {seed + run};
    return run % 2 ? MOST_STEPS : 1 + rng_below(&rng, 3000);
}

/* FIFO, or preemption at random. */
static void run_all(Program *program, JitMode jit, u64 seed, u32 number, Record *record)
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = "none",
                             .jit = jit,
                             .max_steps = steps_for(seed, number)};
    Executor *executor = executor_new(&config);
    Chooser *chooser = number < 2 ? chooser_fifo() : chooser_random(seed);
    record->sink = record_sink(WANT_ACCESS | WANT_REPEATS, record_event);
    executor_watch(executor, &record->sink);
    const Execution *execution = executor_run(executor, chooser);
    record->steps = execution->steps;
    record->outcome = execution->outcome;
    buf_puts(&record->output, buf_str(&execution->output));
    buf_puts(&record->report, buf_str(&execution->report));
    chooser->free(chooser);
    executor_free(executor);
}

/* A chooser with random time slices and random choices. */
typedef struct Slices {
    Chooser base;
    Rng rng;
} Slices;

static u32 pick_any(Chooser *chooser, const Choice *choice)
{
    Slices *slices = (Slices *)chooser;
    chooser->slice = 1 + rng_below(&slices->rng, rng_below(&slices->rng, 4) ? 300 : 5000);
    return rng_below(&slices->rng, choice->options);
}

/* Runs without an executor, whose sink would receive repeated accesses. */
static void run_filtered(Program *program, JitMode jit, u64 seed, u32 number, Record *record)
{
    ProgramView view = {0};
    DetectorConfig config = {.view = &view, .on_race = record_race, .ctx = record};
    Detector *detector = detector_new("hybrid", &config);
    record->sink = record_sink(WANT_ACCESS, record_with_stack);
    Slices slices = {.base = {.pick = pick_any, .slice = 300}, .rng = {seed + number}};
    char *text = NULL;
    size_t len;
    FILE *err = open_memstream(&text, &len);
    VMConfig vm_config = {.chooser = &slices.base,
                          .sink = number < FILTERED_RUNS ? &record->sink : detector_sink(detector),
                          .find_native = stdlib_find_native,
                          .jit = jit,
                          .max_steps = number < RUNS - 1 ? steps_for(seed, number) : 4 * MOST_STEPS,
                          .err = err};
    heap_collect();
    GC_disable(); /* during the run: what comes after a collection does not count as repeated */
    record->vm = vm_new(program, &vm_config);
    view = show_view(record->vm);
    vm_run(record->vm);
    record->steps = record->vm->steps;
    record->outcome = record->vm->outcome;
    fclose(err);
    buf_puts(&record->report, text);
    free(text);
    vm_free(record->vm);
    detector_free(detector);
    GC_enable();
}

static void run_one(Program *program, JitMode jit, u64 seed, u32 number, Record *record)
{
    *record = (Record){0};
    (number < ALL_RUNS ? run_all : run_filtered)(program, jit, seed, number, record);
}

static void run(Program *program, JitMode jit, u64 seed, Record record[RUNS])
{
    for (u32 i = 0; i < RUNS; i++)
        run_one(program, jit, seed, i, &record[i]);
}

static bool same(const Record *a, const Record *b)
{
    return a->events == b->events && a->steps == b->steps && a->outcome.kind == b->outcome.kind &&
           !strcmp(buf_str(&a->output), buf_str(&b->output)) &&
           !strcmp(buf_str(&a->report), buf_str(&b->report));
}

static void record_free(Record *record)
{
    buf_free(&record->output);
    buf_free(&record->report);
    map_free(&record->segments);
    map_free(&record->seen);
}

static void records_free(Record record[RUNS])
{
    for (u32 i = 0; i < RUNS; i++)
        record_free(&record[i]);
}

/* Whether the runs are the same after all. A repeated access that is reported, as addresses have
 * it, also has an Unlock before it reported, which would be left out if the goroutine took the lock
 * again, or would come later: so even two runs of the interpreter may differ. They hardly do if the
 * filter loses no entries. */
static bool same_again(Program *program, JitMode jit, u64 seed, u32 number)
{
    bool equal = false;
    if (number < ALL_RUNS || number >= FILTERED_RUNS)
        return false;
    roomy = true;
    for (u32 i = 0; i < TRIES && !equal; i++) {
        Record one, other;
        run_one(program, JIT_OFF, seed, number, &one);
        run_one(program, jit, seed, number, &other);
        equal = same(&one, &other);
        record_free(&one);
        record_free(&other);
    }
    roomy = false;
    return equal;
}

/* Compares all runs; reports differences and returns false if there is one. */
static bool compare(Program *program, JitMode jit, u64 seed, Record want[RUNS])
{
    Record got[RUNS];
    bool ok = true;
    run(program, jit, seed, got);
    for (u32 i = 0; i < RUNS; i++) {
        if (same(&want[i], &got[i]) || same_again(program, jit, seed, i))
            continue;
        printf("program %llu, run %u, %s: steps %llu and %llu, events %s\n%s%s\n---\n%s%s\n",
               (unsigned long long)seed, i, jit == JIT_ALL ? "all" : "hot",
               (unsigned long long)want[i].steps, (unsigned long long)got[i].steps,
               want[i].events == got[i].events ? "the same" : "differ", buf_str(&want[i].output),
               buf_str(&want[i].report), buf_str(&got[i].output), buf_str(&got[i].report));
        ok = false;
    }
    records_free(got);
    return ok;
}

/* Every fifth program has goroutines with races. */
static void program_text(u64 seed, Buf *text)
{
    if (seed % 5 == 0)
        random_program(seed, text);
    else
        loop_program(seed, text);
}

static void test_same(void)
{
    u32 panics = 0, racy = 0;
    for (u64 seed = first_program; test_ok && seed < (u64)first_program + programs; seed++) {
        Loaded loaded;
        if (generated_load(&loaded, "loops.go", program_text, seed)) {
            Record want[RUNS];
            run(loaded.program, JIT_OFF, seed, want);
            EXPECT(compare(loaded.program, JIT_ALL, seed, want));
            EXPECT(compare(loaded.program, JIT_HOT, seed, want));
            for (u32 i = 0; i < RUNS; i++)
                panics += want[i].outcome.kind == VERDICT_PANIC;
            for (u32 i = FILTERED_RUNS; i < RUNS; i++)
                racy += want[i].events != 0;
            records_free(want);
        }
        if (!test_ok)
            printf("see jit_programs_test --print %llu\n", (unsigned long long)seed);
        load_free(&loaded);
    }
    printf("%u of %u runs ended in a panic, %u had races\n", panics, programs * RUNS, racy);
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, 300, program_text))
        return 0;
    RUN(test_same);
    return test_summary("jit_programs");
}
