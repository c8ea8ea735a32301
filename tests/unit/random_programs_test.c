/* Random programs under random schedules: all exact detectors must agree with grace-full on whether
 * an execution has a race, and where the first one is; the others must not report more than it
 * does.
 *
 *     random_programs_test [PROGRAMS [FIRST]]   default 500, from number 1
 *     random_programs_test --print NUMBER       prints a program, which is a Go program */
#include <stdlib.h>

#include "explore/executor/execution.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/random_program.h"
#include "tests/unit/test.h"

enum { SCHEDULES = 5, MOST_STEPS = 100000 };

static const char oracle[] = "grace-full";

typedef struct Verdict {
    u32 races;
    Span at; /* the access that completed the first race */
} Verdict;

static void on_race(void *ctx, const RaceReport *report)
{
    Verdict *verdict = ctx;
    if (verdict->races++ == 0)
        verdict->at = report->now.span;
}

/* The verdicts of one detector on all schedules of one program, and the fingerprints of the
 * executions. */
static void judge(Program *program, const char *detector, u64 seed, Verdict verdicts[SCHEDULES],
                  u64 fingerprints[SCHEDULES])
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = detector,
                             .max_steps = MOST_STEPS};
    Executor *executor = executor_new(&config);
    for (u32 i = 0; i < SCHEDULES; i++) {
        Chooser *chooser = chooser_random(seed * SCHEDULES + i);
        verdicts[i] = (Verdict){0};
        executor_on_race(executor, on_race, &verdicts[i]);
        executor_run(executor, chooser);
        fingerprints[i] = executor_execution(executor)->fingerprint;
        chooser->free(chooser);
    }
    executor_free(executor);
}

/* How a detector is run: by an executor; or as the VM's only sink, as in gol run, so that it caches
 * in references; or so that the filter is in use, too, and each loop is machine code: then
 * goroutines take turns within their code only where they jump back or call. */
typedef enum Setting { SET_EXECUTOR, SET_ALONE, SET_FILTERED } Setting;

static Chooser *chooser_for(Setting setting, u64 seed)
{
    Chooser *chooser = chooser_random(seed);
    if (setting == SET_FILTERED) {
        chooser->preempt_sync = chooser->preempt_accesses = false;
        chooser->slice = 3 + seed % 16;
    }
    return chooser;
}

/* The same without an executor. */
static void judge_alone(Program *program, const char *name, Setting setting, u64 seed,
                        Verdict verdicts[SCHEDULES])
{
    FILE *err = fopen("/dev/null", "w");
    for (u32 i = 0; i < SCHEDULES; i++) {
        verdicts[i] = (Verdict){0};
        DetectorConfig config = {.on_race = on_race, .ctx = &verdicts[i]};
        Detector *detector = detector_new(name, &config);
        Chooser *chooser = chooser_for(setting, seed * SCHEDULES + i);
        VMConfig vm_config = {.chooser = chooser,
                              .jit = setting == SET_FILTERED ? JIT_ALL : JIT_HOT,
                              .sink = detector_sink(detector),
                              .find_native = stdlib_find_native,
                              .max_steps = MOST_STEPS,
                              .capture = true,
                              .err = err};
        VM *vm = vm_new(program, &vm_config);
        vm_run(vm);
        vm_free(vm);
        chooser->free(chooser);
        detector_free(detector);
    }
    fclose(err);
}

/* A detector that is not exact may miss races, but reports no others. */
static bool agrees(const DetectorInfo *detector, const Verdict *got, const Verdict *want)
{
    if (!detector->exact)
        return got->races == 0 || want->races > 0;
    return !got->races == !want->races && got->at.start == want->at.start;
}

/* What one detector finds on all schedules, beside the oracle's verdicts `want` on the executions
 * `runs`. Reports a disagreement and returns false. */
static bool compare_one(const DetectorInfo *detector, Setting setting, Program *program, u64 seed,
                        const Verdict *want, const u64 *runs)
{
    static const char *const names[] = {"", ", alone,", ", filtered,"};
    Verdict got[SCHEDULES];
    u64 same_runs[SCHEDULES];
    bool ok = true;
    memcpy(same_runs, runs, sizeof same_runs);
    if (setting == SET_EXECUTOR)
        judge(program, detector->name, seed, got, same_runs);
    else
        judge_alone(program, detector->name, setting, seed, got);
    for (u32 i = 0; i < SCHEDULES; i++) {
        if (runs[i] == same_runs[i] && agrees(detector, &got[i], &want[i]))
            continue;
        printf("program %llu, schedule %u: %s%s finds %u races, the first at %u; %s %u, %u%s\n",
               (unsigned long long)seed, i, detector->name, names[setting], got[i].races,
               got[i].at.start, oracle, want[i].races, want[i].at.start,
               runs[i] == same_runs[i] ? "" : "; the executions differ");
        ok = false;
    }
    return ok;
}

/* All detectors that report races, the default one also in the other settings. Counts the racy
 * executions. */
static bool compare(Program *program, u64 seed, u32 *racy)
{
    Verdict want[SCHEDULES];
    u64 runs[SCHEDULES];
    judge(program, oracle, seed, want, runs);
    for (u32 i = 0; i < SCHEDULES; i++)
        *racy += want[i].races > 0;
    u32 count;
    const DetectorInfo *list = detector_list(&count);
    bool ok = compare_one(&list[0], SET_ALONE, program, seed, want, runs);
    for (u32 i = 0; i < count; i++)
        if (!list[i].warns && strcmp(list[i].name, "none"))
            ok &= compare_one(&list[i], SET_EXECUTOR, program, seed, want, runs);
    judge_alone(program, oracle, SET_FILTERED, seed, want);
    return compare_one(&list[0], SET_FILTERED, program, seed, want, runs) && ok;
}

static void test_detectors_agree(void)
{
    u32 racy = 0, runs = 0;
    for (u64 seed = first_program; seed < (u64)first_program + programs; seed++) {
        Loaded loaded;
        bool compiled = generated_load(&loaded, "random.go", random_program, seed);
        if (compiled)
            EXPECT(compare(loaded.program, seed, &racy));
        if (!compiled || !test_ok) {
            printf("see random_programs_test --print %llu\n", (unsigned long long)seed);
            test_ok = false;
        }
        runs += SCHEDULES;
        load_free(&loaded);
        if (!test_ok)
            break;
    }
    printf("%u of %u executions had races\n", racy, runs);
    /* Meaningful only if both verdicts are frequent. */
    EXPECT(runs < 1000 || (racy > runs / 5 && racy < runs * 4 / 5));
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, 500, random_program))
        return 0;
    RUN(test_detectors_agree);
    return test_summary("random_programs");
}
