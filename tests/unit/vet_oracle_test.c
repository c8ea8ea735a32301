/* The static analysis against executions, on random programs of several kinds and on mutations of
 * realistic ones; programs that use the library's large functions are analysed with the models of
 * these, and run with the library. Random schedules, gol fuzz and an engine of gol check, under all
 * exact detectors in turn, must find no race that is not among the pairs that gol vet warns of; no
 * execution without a race makes both accesses of a pair that must race. The twins in tests/vet are
 * judged as they are: of each that is named _racy some run shows the race, of others none.
 *
 *     vet_oracle_test [PROGRAMS [FIRST]]   default 40 of each kind, from number 1
 *     vet_oracle_test --only KIND ...      twins, random, tiny, soup, mutants or models only
 *     vet_oracle_test --print NUMBER       program of the kind NUMBER % 5 */
#include "analysis/pairs.h"
#include "cli/facts.h"
#include "explore/check/check.h"
#include "explore/fuzz/fuzz.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/library_program.h"
#include "tests/unit/mutant.h"
#include "tests/unit/op_soup.h"
#include "tests/unit/random_program.h"
#include "tests/unit/tiny_program.h"

enum {
    SCHEDULES = 4,
    MUST_SCHEDULES = 40, /* for a race that must be */
    TWIN_FUZZED = 400,
    FUZZED = 15,
    CHECKED = 60, /* executions */
    MANY = 50,    /* programs of a kind: the sort of result that is expected must be among them */
    MOST_STEPS = 3000,
    LIBRARY_STEPS = 60000
};

/* Something that a goroutine did to a location, once for each. */
typedef struct Done {
    Pos at;
    u32 goroutine;
    bool read;
    Loc loc;
} Done;

/* What an execution did. */
typedef struct Watcher {
    EventSink sink;
    VEC(Done) done;
} Watcher;

typedef struct Oracle {
    const Pairs *pairs;
    const Sources *sources;
    const char *kind;
    u64 number;
    u64 most_steps; /* 0: MOST_STEPS */
    Watcher watcher;
    u32 races, missed, wrong_must;
    bool shown; /* a race that must be */
} Oracle;

/* ---- what is found ---- */

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

static void complain(const Oracle *oracle, const char *what, Pos a, Pos b)
{
    Place one = source_place(oracle->sources, a), other = source_place(oracle->sources, b);
    printf("%s %llu: %s, %u:%u and %u:%u\n", oracle->kind, (unsigned long long)oracle->number, what,
           one.line, one.col, other.line, other.col);
}

static void on_race(void *ctx, const RaceReport *report)
{
    Oracle *oracle = ctx;
    Pos a = report->now.span.start, b = report->before.span.start;
    oracle->races++;
    if (warned(oracle, a, b))
        return;
    complain(oracle, "no warning of a race", a, b);
    oracle->missed++;
}

/* ---- races that must be ---- */

static void note_one(Watcher *watcher, Done done)
{
    for (u32 i = 0; i < watcher->done.len; i++) {
        const Done *old = &watcher->done.data[i];
        if (old->at == done.at && old->goroutine == done.goroutine && old->read == done.read &&
            loc_equal(old->loc, done.loc))
            return;
    }
    vec_push(&watcher->done, done);
}

static void note(EventSink *sink, const Event *event)
{
    Watcher *watcher = (Watcher *)sink;
    if (event->kind == EV_DEFAULT || !event_has_loc(event->kind))
        return;
    bool read = event->kind == EV_READ;
    note_one(watcher, (Done){event->span.start, event->goroutine, read, event->loc});
    if (event->kind == EV_RENDEZVOUS)
        note_one(watcher, (Done){event->other_span.start, event->other, false, event->loc});
}

/* Whether goroutines of the two ids alone may do this, and not by a call of the library. */
static bool is_plain(const Oracle *oracle, u32 use, const Pair *pair)
{
    const Solver *solver = oracle->pairs->solver;
    const Use *uses = solver->uses.data;
    if (uses[use].unknown || solver->model->instances.data[uses[use].inst]->flow->fn->is_library)
        return false;
    for (u32 i = 0; i < solver->uses.len; i++)
        if (uses[i].goro != uses[pair->a].goro && uses[i].goro != uses[pair->b].goro &&
            use_span(solver, &uses[i]).start == use_span(solver, &uses[use]).start)
            return false;
    return true;
}

/* Whether two goroutines did the two, to one location, and not only read there. */
static bool both_done(const Oracle *oracle, const Pair *pair)
{
    const Solver *solver = oracle->pairs->solver;
    Pos a = use_span(solver, &solver->uses.data[pair->a]).start;
    Pos b = use_span(solver, &solver->uses.data[pair->b]).start;
    if (!is_plain(oracle, pair->a, pair) || !is_plain(oracle, pair->b, pair))
        return false;
    const Done *done = oracle->watcher.done.data;
    for (u32 i = 0; i < oracle->watcher.done.len; i++)
        for (u32 k = 0; done[i].at == a && k < oracle->watcher.done.len; k++)
            if (done[k].at == b && done[k].goroutine != done[i].goroutine &&
                !(done[i].read && done[k].read) && loc_equal(done[k].loc, done[i].loc))
                return true;
    return false;
}

/* After an execution without a race. */
static void none_must(Oracle *oracle)
{
    const Solver *solver = oracle->pairs->solver;
    for (u32 i = 0; i < oracle->pairs->open.len; i++) {
        const Pair *p = &oracle->pairs->open.data[i];
        if (p->level != LEVEL_MUST || !both_done(oracle, p))
            continue;
        complain(oracle, "no race where one must be",
                 use_span(solver, &solver->uses.data[p->a]).start,
                 use_span(solver, &solver->uses.data[p->b]).start);
        oracle->wrong_must++;
    }
}

/* ---- executions ---- */

/* An exact detector, another for each program. */
static const char *some_detector(u64 number)
{
    u32 count, exact = 0;
    const DetectorInfo *list = detector_list(&count);
    for (u32 i = 0; i < count; i++)
        exact += list[i].exact;
    if (!exact)
        BUG("no detector is exact");
    u32 pick = (u32)(number % exact), i = 0;
    while (!list[i].exact || pick-- > 0)
        i++;
    return list[i].name;
}

static ExecutorConfig config_of(Program *program, const Oracle *oracle)
{
    return (ExecutorConfig){.program = program,
                            .find_native = stdlib_find_native,
                            .detector = some_detector(oracle->number),
                            .late = LATE_ANY,
                            .max_steps = oracle->most_steps ? oracle->most_steps : MOST_STEPS};
}

/* Random schedules; more until the race is found that is wanted. */
static void execute(Program *program, Oracle *oracle)
{
    ExecutorConfig config = config_of(program, oracle);
    Executor *executor = executor_new(&config);
    bool must = pairs_count(oracle->pairs, LEVEL_MUST) > 0;
    executor_on_race(executor, on_race, oracle);
    oracle->watcher.sink = record_sink(WANT_ACCESS, note);
    for (u32 i = 0; i < (must && !oracle->shown ? MUST_SCHEDULES : SCHEDULES) && !oracle->missed;
         i++) {
        Chooser *chooser = chooser_random(oracle->number * MUST_SCHEDULES + i);
        u32 before = oracle->races;
        if (must)
            executor_watch(executor, &oracle->watcher.sink);
        executor_run(executor, chooser);
        if (must && oracle->races == before)
            none_must(oracle);
        if (must)
            executor_unwatch(executor, &oracle->watcher.sink);
        vec_clear(&oracle->watcher.done);
        chooser->free(chooser);
    }
    vec_free(&oracle->watcher.done);
    executor_free(executor);
}

static void fuzz(Program *program, Oracle *oracle, u32 most)
{
    ExecutorConfig config = config_of(program, oracle);
    Fuzzer *fuzzer = fuzz_new(&config, sampler_list[0].name, 3, oracle->number);
    fuzzer->shrink_budget = 0;
    executor_on_race(fuzzer->executor, on_race, oracle);
    while (fuzzer->executions < most && !oracle->missed && (most == FUZZED || !oracle->races))
        fuzz_step(fuzzer);
    fuzz_free(fuzzer);
}

static void check(Program *program, Oracle *oracle)
{
    ExecutorConfig config = config_of(program, oracle);
    CheckBounds bounds = {.executions = CHECKED, .preemptions = -1, .random = 4};
    const CheckEngine *engine = engine_for(program, stdlib_find_native, 0);
    if (!engine)
        return;
    Check *all = check_all_new(&config, engine, bounds);
    all->shrink_budget = 0;
    executor_on_race(all->executor, on_race, oracle);
    while (!oracle->missed && check_all_step(all))
        continue;
    check_all_free(all);
}

/* ---- programs ---- */

typedef struct Count {
    u32 programs, racy, free, proved, must, shown;
} Count;

/* A program that is called race-free or said to race is looked at more closely. False if something
 * was wrong. What is analysed may have models of the library. */
static bool compare(Program *analysed, Program *program, Oracle *oracle, u32 fuzzed, Count *count)
{
    Model *model = model_new(analysed, facts_native_means, MODEL_WORK);
    Solver *solver = solver_new(model);
    Pairs *pairs = pairs_new(solver, UINT32_MAX);
    if (!pairs) {
        solver_free(solver);
        model_free(model);
        return true;
    }
    oracle->pairs = pairs;
    oracle->sources = program->sources;
    execute(program, oracle);
    if (!oracle->missed)
        fuzz(program, oracle, fuzzed);
    if (!oracle->missed && pairs->open.len == 0)
        check(program, oracle);
    u32 must = pairs_count(pairs, LEVEL_MUST);
    count->programs++;
    count->racy += oracle->races > 0;
    count->free += oracle->races == 0;
    count->proved += pairs->open.len == 0;
    count->must += must > 0;
    count->shown += must > 0 && oracle->shown;
    pairs_free(pairs);
    solver_free(solver);
    model_free(model);
    return !oracle->missed && !oracle->wrong_must;
}

static void judge(const char *kind, GeneratedText write, u64 number, Count *count)
{
    Loaded loaded;
    Oracle oracle = {.kind = kind, .number = number};
    if (generated_try(&loaded, kind, write, number))
        EXPECT(compare(loaded.program, loaded.program, &oracle, FUZZED, count));
    load_free(&loaded);
}

/* The program's own file is the first in both, so positions in it are the same. */
static void judge_models(const char *kind, GeneratedText write, u64 number, Count *count)
{
    Loaded analysed, run;
    Options options = {.go_minor = 23};
    Oracle oracle = {.kind = kind, .number = number, .most_steps = LIBRARY_STEPS};
    Buf text = {0};
    write(number, &text);
    load_begin(&analysed, kind, &options);
    analysed.models = true;
    load_text(&analysed, kind, buf_str(&text));
    bool compiled =
        load_finish(&analysed, &options, 3) && generated_load(&run, kind, write, number);
    EXPECT(compiled);
    if (compiled) {
        EXPECT(compare(analysed.program, run.program, &oracle, FUZZED, count));
        load_free(&run);
    }
    load_free(&analysed);
    buf_free(&text);
}

typedef void (*Judge)(const char *kind, GeneratedText write, u64 number, Count *count);

static void test_kind(const char *kind, GeneratedText write, Judge one)
{
    Count count = {0};
    for (u64 seed = first_program; seed < (u64)first_program + programs && test_ok; seed++)
        one(kind, write, seed, &count);
    printf("%s: %u programs, %u had races; %u must race, %u of them did; of the other %u, %u are "
           "proved race-free\n",
           kind, count.programs, count.racy, count.must, count.shown, count.free, count.proved);
    EXPECT(count.racy > 0 || count.programs < MANY);
    /* Main may end before the accesses are made, in some programs nearly always: so this is no
     * claim about single programs, but says that many are not all of that kind. */
    EXPECT(count.shown * 4 >= count.must || count.must < MANY);
}

static void soup_text(u64 number, Buf *out)
{
    Soup soup;
    soup_make(&soup, number, number % 2 == 1, false); /* every other one has timers */
    buf_add(out, soup.text.data, soup.text.len);
    soup_free(&soup);
}

static Lines texts; /* what mutants are made of */

static void mutated_text(u64 number, Buf *out)
{
    mutant_text(&texts, number, out);
}

static void read_texts(void)
{
    mutant_add_folder(&texts, mutant_root(), "tests/vet", ".gol");
    u32 twins = texts.len;
    EXPECT(twins >= 200);
    mutant_add_folder(&texts, mutant_root(), "tests/check", ".gol");
    mutant_add_folder(&texts, mutant_root(), "tests/fuzzing", ".gol");
    mutant_add_folder(&texts, mutant_root(), "examples", ".gol");
}

static const struct {
    const char *name;
    GeneratedText write;
} kinds[] = {{"random.go", random_program},
             {"tiny.gol", tiny_program},
             {"soup.gol", soup_text},
             {"mutant.gol", mutated_text},
             {"library.go", library_program}};

static void test_random(void)
{
    test_kind(kinds[0].name, kinds[0].write, judge);
}

static void test_tiny(void)
{
    test_kind(kinds[1].name, kinds[1].write, judge);
}

static void test_soup(void)
{
    test_kind(kinds[2].name, kinds[2].write, judge);
}

/* Many do not compile: what the compiler says of them is of no interest. */
static void test_mutants(void)
{
    fflush(stderr);
    int out = dup(STDERR_FILENO);
    FILE *nowhere = freopen("/dev/null", "w", stderr);
    EXPECT(nowhere != NULL);
    test_kind(kinds[3].name, kinds[3].write, judge);
    fflush(stderr);
    dup2(out, STDERR_FILENO);
    close(out);
}

static void test_models(void)
{
    test_kind(kinds[4].name, kinds[4].write, judge_models);
}

/* ---- twins ---- */

static void judge_twin(const char *path, bool racy)
{
    Loaded loaded;
    Options options = {.go_minor = 23};
    Oracle oracle = {.kind = path, .number = 1};
    Count count = {0};
    load_begin(&loaded, path, &options);
    load_file(&loaded, path, false);
    EXPECT(load_finish(&loaded, &options, 3));
    if (loaded.program)
        EXPECT(compare(loaded.program, loaded.program, &oracle, TWIN_FUZZED, &count));
    bool as_named = !count.programs || racy == (oracle.races > 0); /* or too large */
    if (!as_named)
        printf("%s: %s\n", path, racy ? "no run has a race" : "a run has a race");
    EXPECT(as_named);
    load_free(&loaded);
}

static void test_twins(void)
{
    Buf path = {0};
    buf_printf(&path, "%s/tests/vet", mutant_root());
    DIR *dir = opendir(buf_str(&path));
    u32 racy = 0;
    EXPECT(dir != NULL);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        bool is_racy = n > 9 && !strcmp(e->d_name + n - 9, "_racy.gol");
        if (n < 4 || strcmp(e->d_name + n - 4, ".gol"))
            continue;
        path.len = 0;
        buf_printf(&path, "%s/tests/vet/%s", mutant_root(), e->d_name);
        judge_twin(buf_str(&path), is_racy);
        racy += is_racy;
    }
    if (dir)
        closedir(dir);
    printf("%u racy twins\n", racy);
    EXPECT(racy >= 325);
    buf_free(&path);
}

static void print_some(u64 number, Buf *out)
{
    kinds[number % COUNT_OF(kinds)].write(number / COUNT_OF(kinds), out);
}

/* Runs test_NAME, unless another one alone is to be run. */
#define RUN_PART(name) \
    if (!only || !strcmp(only, #name)) \
    RUN(test_##name)

int main(int argc, char **argv)
{
    const char *only = argc > 2 && !strcmp(argv[1], "--only") ? argv[2] : NULL;
    u32 taken = only ? 2 : 0;
    read_texts();
    if (!generated_arguments(argc - (int)taken, argv + taken, 40, print_some)) {
        RUN_PART(twins);
        RUN_PART(random);
        RUN_PART(tiny);
        RUN_PART(soup);
        RUN_PART(mutants);
        RUN_PART(models);
    }
    for (u32 i = 0; i < texts.len; i++)
        free(texts.data[i]);
    vec_free(&texts);
    if (argc == 3 && !strcmp(argv[1], "--print"))
        return 0;
    bool none = test_passed + test_failed == 0;
    if (none)
        fprintf(stderr, "vet_oracle: no kind %s\n", only);
    return none ? 2 : test_summary("vet_oracle");
}
