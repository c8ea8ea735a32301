/* gol fuzz: many schedules. */
#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/check_shard.h"
#include "cli/commands.h"
#include "cli/fuzz_report.h"
#include "cli/shared.h"
#include "explore/executor/deadline.h"
#include "explore/fuzz/workers.h"

enum { DEFAULT_MS = 10000 };
/* How often time and signals are looked at, between executions. */
enum { LOOK_MS = 10 };

typedef struct Fuzzing {
    Loaded loaded;
    Options *options;
    FuzzReport report;
    Fuzzer *fuzzer;
    u32 reported;  /* findings so far */
    u32 lost;      /* workers */
    Shared shared; /* --shard */
    Buf corpus;    /* its name then */
} Fuzzing;

static bool enough(const Fuzzing *fz)
{
    return (fz->options->search.first && fz->fuzzer->found.len) || deadline_over(0);
}

/* Reports what is new. Replays run in this process, which with workers has nothing else to do. */
static void report_new(Fuzzing *fz)
{
    u32 count = fz->options->search.first ? 1 : fz->fuzzer->ready;
    for (; fz->reported < fz->fuzzer->ready && fz->reported < count; fz->reported++)
        fuzz_report_found(&fz->report, &fz->fuzzer->found.data[fz->reported]);
}

/* With --shard: says that this process is alive. */
static void beat(Fuzzing *fz)
{
    char text[80];
    if (!fz->options->search.shard)
        return;
    snprintf(text, sizeof text, "%llu schedules, %llu partial orders, %u findings\n",
             (unsigned long long)fz->fuzzer->executions, (unsigned long long)fz->fuzzer->fresh,
             fz->fuzzer->found.len);
    shared_beat(&fz->shared, text);
}

static void fuzz_here(Fuzzing *fz)
{
    Fuzzer *fuzzer = fz->fuzzer;
    u64 limit = fz->options->search.schedules ? fz->options->search.schedules : UINT64_MAX;
    for (u64 looked = 0; fuzzer->executions < limit;) {
        fuzz_step(fuzzer);
        report_new(fz);
        vec_clear(&fuzzer->new_orders);
        if (fz->options->search.first && fuzzer->found.len)
            return;
        u64 now = clock_ms();
        if (now - looked < LOOK_MS)
            continue;
        looked = now;
        fuzz_report_progress(&fz->report, fuzzer);
        beat(fz);
        if (enough(fz))
            return;
    }
}

static void fuzz_with_workers(Fuzzing *fz, u32 jobs)
{
    Workers workers;
    u64 done = fz->fuzzer->executions, limit = fz->options->search.schedules;
    if (limit && done >= limit)
        return;
    workers_start(&workers, fz->fuzzer, jobs, limit ? limit - done : 0);
    bool going = true;
    while (going && !enough(fz)) {
        going = workers_poll(&workers, 50);
        report_new(fz);
        fuzz_report_progress(&fz->report, fz->fuzzer);
        beat(fz);
    }
    workers_stop(&workers);
    report_new(fz);
    fz->lost = workers.lost;
}

/* With --shard: an own seed, the corpus of all, and a heartbeat. */
static bool join_others(Fuzzing *fz)
{
    SearchOptions *search = &fz->options->search;
    u32 me, of;
    if (!search->shard != !search->shared) {
        fprintf(stderr, "gol fuzz: --shard I/N and --shared DIR go together\n");
        return false;
    }
    if (!search->shard)
        return true;
    if (!shard_parse("fuzz", search->shard, &me, &of) ||
        !shared_open(&fz->shared, search->shared, "fuzz", me, "corpus shards"))
        return false;
    buf_printf(&fz->corpus, "%s/corpus", search->shared);
    search->corpus = buf_str(&fz->corpus);
    fz->options->choose.seed = hash_pair(fz->options->choose.seed, me);
    return true;
}

static void set_defaults(Options *options)
{
    if (!options->search.time_ms && !options->search.schedules)
        limits_set_time(DEFAULT_MS);
    if (!options->search.depth)
        options->search.depth = DEFAULT_DEPTH;
    if (!options->limits.steps)
        options->limits.steps = DEFAULT_STEPS;
    if (!options->limits.memory)
        options->limits.memory = DEFAULT_MEMORY;
    if (!options->choose.strategy)
        options->choose.strategy = sampler_list[0].name;
    if (!options->choose.has_seed)
        options->choose.seed = 1;
    if (!options->search.jobs)
        options->search.jobs = (u64)sysconf(_SC_NPROCESSORS_ONLN);
    if (options->search.jobs > 1024)
        options->search.jobs = 1024;
}

static bool make_fuzzer(Fuzzing *fz)
{
    const Options *options = fz->options;
    if (!setup_detector(options))
        return false;
    ExecutorConfig config = fuzz_executor_config(&fz->report);
    fz->fuzzer = fuzz_new(&config, options->choose.strategy, (u32)options->search.depth,
                          options->choose.seed);
    if (fz->fuzzer) {
        fz->fuzzer->keep_endings = options->search.outcomes;
        fz->fuzzer->defer = !options->search.first;
        return true;
    }
    fprintf(stderr, "gol fuzz: there is no strategy \"%s\":", options->choose.strategy);
    for (u32 i = 0; i < sampler_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", sampler_list[i].name);
    fputc('\n', stderr);
    return false;
}

static int fuzz(Fuzzing *fz)
{
    if (!fuzz_report_init(&fz->report, &fz->loaded, fz->options) || !make_fuzzer(fz))
        return STATUS_USAGE;
    fuzz_report_executor(&fz->report, fz->fuzzer->executor);
    setup_process();
    setup_confinement(fz->options);
    u64 first =
        fz->options->search.schedules == 1 ? 1 : 2; /* of which workers then begin as copies */
    while (fz->fuzzer->executions < first && !enough(fz))
        fuzz_step(fz->fuzzer);
    if (!fuzz_corpus_load(&fz->loaded, fz->options, fz->fuzzer))
        return STATUS_USAGE;
    report_new(fz);
    if (!enough(fz)) {
        if (fz->options->search.jobs == 1)
            fuzz_here(fz);
        else
            fuzz_with_workers(fz, (u32)fz->options->search.jobs);
    }
    fuzz_finish(fz->fuzzer);
    report_new(fz);
    fz->shared.beat_ms = 0;
    beat(fz);
    return fuzz_report_end(&fz->report, fz->fuzzer, fz->lost);
}

int cmd_fuzz(int argc, char **argv)
{
    Options options;
    Fuzzing fz = {.options = &options};
    int status = STATUS_USAGE;
    if (options_parse(&options, "fuzz", FOR_FUZZ, argc, argv)) {
        set_defaults(&options);
        if (!options.path)
            fprintf(stderr, "gol fuzz: which program? usage: gol fuzz [flags] FILE|DIR [args]\n");
        else if (join_others(&fz) && load_program(&fz.loaded, options.path, &options, SHOWN_ERRORS))
            status = fuzz(&fz);
        if (fz.fuzzer)
            fuzz_free(fz.fuzzer);
        fuzz_report_free(&fz.report);
        if (options.path)
            load_free(&fz.loaded);
    }
    buf_free(&fz.corpus);
    options_free(&options);
    return status;
}
