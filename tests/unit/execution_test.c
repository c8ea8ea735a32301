/* Executions in one process are isolated: the findings and output of one do not depend on those
 * before it. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/load.h"
#include "explore/executor/shrink.h"
#include "explore/fuzz/fuzz.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"
#include "tests/unit/test.h"

/* A program that uses everything that has state: globals, maps, channels, select, locks, timers,
 * defer, panics, random numbers, output; and that has races. */
static const char busy[] = "type node struct { next *node; n int }\n"
                           "var mu sync.Mutex\n"
                           "var rw sync.RWMutex\n"
                           "var once sync.Once\n"
                           "var wg sync.WaitGroup\n"
                           "counts := map[string]int{}\n"
                           "racy := 0\n"
                           "var list *node\n"
                           "c, d := make(chan int, 2), make(chan string)\n"
                           "for i := range 3 {\n"
                           "\twg.Add(1)\n"
                           "\tgo func() {\n"
                           "\t\tdefer wg.Done()\n"
                           "\t\tdefer func() { recover() }()\n"
                           "\t\tonce.Do(func() { racy = 5 })\n"
                           "\t\tmu.Lock()\n"
                           "\t\tcounts[fmt.Sprint(i, len(counts))]++\n"
                           "\t\tlist = &node{list, i}\n"
                           "\t\tmu.Unlock()\n"
                           "\t\tracy++\n"
                           "\t\tselect {\n"
                           "\t\tcase c <- i:\n"
                           "\t\tcase d <- \"d\":\n"
                           "\t\tcase <-time.After(time.Duration(i) * time.Millisecond):\n"
                           "\t\t}\n"
                           "\t\tif i == 2 { panic(i) }\n"
                           "\t}()\n"
                           "}\n"
                           "rw.RLock()\n"
                           "select {\n"
                           "case v := <-c:\n"
                           "\tfmt.Println(v)\n"
                           "case s := <-d:\n"
                           "\tfmt.Println(s)\n"
                           "}\n"
                           "rw.RUnlock()\n"
                           "wg.Wait()\n"
                           "for k, v := range counts { fmt.Println(k, v, rand.Intn(1000)) }\n"
                           "for ; list != nil; list = list.next { println(list.n) }\n";

/* Deadlocks under some schedules; no races. */
static const char locks[] =
    "var a, b sync.Mutex\n"
    "done := make(chan bool)\n"
    "go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock(); done <- true }()\n"
    "b.Lock(); a.Lock(); a.Unlock(); b.Unlock()\n"
    "<-done\n";

/* Loads a program, which lives until the process ends. */
static Loaded *load(const char *text)
{
    char path[] = "/tmp/gol-test-XXXXXX";
    int fd = mkstemp(path);
    Loaded *loaded = xcalloc(1, sizeof *loaded);
    Options options = {.go_minor = 22};
    bool ok = write(fd, text, strlen(text)) == (ssize_t)strlen(text) &&
              load_program(loaded, path, &options, 0);
    close(fd);
    unlink(path);
    EXPECT(ok);
    return ok ? loaded : NULL;
}

static ExecutorConfig config_of(const Loaded *loaded)
{
    return (ExecutorConfig){.program = loaded->program,
                            .find_native = stdlib_find_native,
                            .detector = "grace",
                            .max_steps = 100000};
}

/* A sink that prints events. */
typedef struct Writer {
    EventSink sink;
    Buf text;
} Writer;

static void write_event(EventSink *sink, const Event *event)
{
    Buf *text = &((Writer *)sink)->text;
    event_print(event, NULL, text);
    buf_putc(text, '\n');
}

/* Runs the schedule and prints everything observable. */
static void show(Executor *executor, const Schedule *schedule, Buf *out)
{
    Writer writer = {.sink = record_sink(WANT_ACCESS, write_event)};
    Chooser *chooser = chooser_replay(schedule);
    executor_watch(executor, &writer.sink);
    const Execution *run = executor_run(executor, chooser);
    executor_unwatch(executor, &writer.sink);
    chooser->free(chooser);
    buf_printf(out, "%s%s%s", buf_str(&writer.text), buf_str(&run->output), buf_str(&run->report));
    for (u32 i = 0; i < run->findings.len; i++)
        buf_printf(out, "%s %llx\n", run->findings.data[i].title,
                   (unsigned long long)run->findings.data[i].key);
    buf_printf(out, "%d %llx %llu %llu\n", run->outcome.kind, (unsigned long long)run->fingerprint,
               (unsigned long long)run->events, (unsigned long long)run->steps);
    schedule_print_short(&run->schedule, out);
    buf_free(&writer.text);
}

static Schedule random_schedule(Executor *executor, u64 seed)
{
    Schedule copy = {0};
    Chooser *chooser = chooser_random(seed);
    const Execution *run = executor_run(executor, chooser);
    for (u32 i = 0; i < run->schedule.steps.len; i++)
        vec_push(&copy.steps, run->schedule.steps.data[i]);
    chooser->free(chooser);
    return copy;
}

static void test_isolated(void)
{
    Loaded *loaded = load(busy);
    if (!loaded)
        return;
    ExecutorConfig config = config_of(loaded);
    enum { SAMPLES = 5, OTHERS = 10000 };
    Schedule schedules[SAMPLES];
    Buf alone[SAMPLES] = {0};
    for (u32 i = 0; i < SAMPLES; i++) {
        Executor *fresh = executor_new(&config);
        schedules[i] = random_schedule(fresh, i);
        executor_free(fresh);
        fresh = executor_new(&config);
        show(fresh, &schedules[i], &alone[i]);
        executor_free(fresh);
    }
    Executor *used = executor_new(&config);
    for (u32 i = 0; i < OTHERS; i++) {
        Chooser *chooser = chooser_random(1000 + i);
        executor_run(used, chooser);
        chooser->free(chooser);
        if (i % (OTHERS / SAMPLES) != OTHERS / SAMPLES - 1)
            continue;
        for (u32 k = 0; k < SAMPLES; k++) {
            Buf again = {0};
            show(used, &schedules[k], &again);
            EXPECT_STR(buf_str(&again), buf_str(&alone[k]));
            buf_free(&again);
        }
    }
    executor_free(used);
    for (u32 i = 0; i < SAMPLES; i++) {
        schedule_free(&schedules[i]);
        buf_free(&alone[i]);
    }
}

/* The same seed gives the same findings with each strategy, and each finding has a schedule that
 * reproduces it. */
static void test_repeatable(void)
{
    Loaded *loaded = load(locks);
    if (!loaded)
        return;
    ExecutorConfig config = config_of(loaded);
    for (u32 i = 0; i < sampler_count; i++) {
        Buf text[2] = {0};
        for (u32 k = 0; k < 2; k++) {
            Fuzzer *fuzzer = fuzz_new(&config, sampler_list[i].name, 3, 7);
            while (fuzzer->executions < 300)
                fuzz_step(fuzzer);
            EXPECT_INT(fuzzer->found.len, 1);
            for (u32 n = 0; n < fuzzer->found.len; n++) {
                const Found *found = &fuzzer->found.data[n];
                buf_printf(&text[k], "%s %llu ", found->title,
                           (unsigned long long)found->execution);
                schedule_print_short(&found->schedule, &text[k]);
                EXPECT(!found->shaky);
            }
            buf_printf(&text[k], "%llu\n", (unsigned long long)fuzzer->fresh);
            fuzz_free(fuzzer);
        }
        EXPECT_STR(buf_str(&text[0]), buf_str(&text[1]));
        buf_free(&text[0]);
        buf_free(&text[1]);
    }
}

/* Executions that differ only in the order of independent steps have the same fingerprint. */
static void test_fingerprint(void)
{
    Loaded *loaded = load("x, y := 0, 0\n"
                          "c := make(chan bool, 2)\n"
                          "go func() { x = 1; x = 2; c <- true }()\n"
                          "go func() { y = 1; y = 2 }()\n"
                          "<-c\n");
    if (!loaded)
        return;
    ExecutorConfig config = config_of(loaded);
    config.leaks = true; /* so that the second goroutine always runs to its end */
    Fuzzer *fuzzer = fuzz_new(&config, "random", 3, 1);
    while (fuzzer->executions < 1000)
        fuzz_step(fuzzer);
    /* main may receive before the send or after it. */
    EXPECT(fuzzer->fresh <= 2);
    fuzz_free(fuzzer);
}

/* A deadlock of two goroutines needs one context switch. */
static void test_shrink(void)
{
    Loaded *loaded = load(locks);
    if (!loaded)
        return;
    ExecutorConfig config = config_of(loaded);
    Fuzzer *fuzzer = fuzz_new(&config, "random", 3, 3);
    while (fuzzer->executions < 1000 && !fuzzer->found.len)
        fuzz_step(fuzzer);
    EXPECT_INT(fuzzer->found.len, 1);
    u32 switches = 0;
    for (u32 i = 0; fuzzer->found.len && i < fuzzer->found.data[0].schedule.steps.len; i++)
        switches += fuzzer->found.data[0].schedule.steps.data[i].answer != 0;
    EXPECT_INT(switches, 1);
    fuzz_free(fuzzer);
}

/* What an execution in whole slices shows: output, findings, steps. */
static void show_slices(Executor *executor, u64 seed, bool asked, Buf *out)
{
    Chooser *chooser = chooser_random_slices(seed, asked);
    const Execution *run = executor_run(executor, chooser);
    chooser->free(chooser);
    buf_printf(out, "%s%s%d %llu\n", buf_str(&run->output), buf_str(&run->report),
               run->outcome.kind, (unsigned long long)run->steps);
}

/* It does not depend on whether the chooser is asked where it preempts nothing. */
static void test_slices(void)
{
    const char *const programs[] = {busy, locks};
    for (u32 i = 0; i < COUNT_OF(programs); i++) {
        Loaded *loaded = load(programs[i]);
        if (!loaded)
            return;
        ExecutorConfig config = config_of(loaded);
        Executor *executor = executor_new(&config);
        for (u64 seed = 0; seed < 200; seed++) {
            Buf asked = {0}, unasked = {0};
            show_slices(executor, seed, true, &asked);
            show_slices(executor, seed, false, &unasked);
            EXPECT_STR(buf_str(&asked), buf_str(&unasked));
            buf_free(&asked);
            buf_free(&unasked);
        }
        executor_free(executor);
    }
}

int main(void)
{
    RUN(test_slices);
    RUN(test_isolated);
    RUN(test_repeatable);
    RUN(test_fingerprint);
    RUN(test_shrink);
    return test_summary("execution");
}
