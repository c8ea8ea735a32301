/* The engines of gol check beside the reference explorer, on random programs that mix all of the
 * language's concurrency (tests/unit/op_soup.h): of a program without races an engine that claims
 * to have covered everything finds exactly the outcomes that the reference finds, and of a racy one
 * a race; gol fuzz finds none but those; and every finding's own schedule shows it again. More of
 * the programs have timers than not; with SOUP_TIMERS=1 only those are run, or printed. Of programs
 * whose main returns (with SOUP_RETURNS=1 only those) leaks are outcomes, too. A third
 * argument names the engines to be asked, separated by commas, of every program; without it the
 * slower ones are asked of few. */
#include "base/common.h"
#include "explore/check/check.h"
#include "explore/fuzz/fuzz.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/reference.h"

enum { REFERENCE_STATES = 100000, MOST_EXECUTIONS = 20000, MOST_SPINNING = 50, FUZZED = 50 };
enum { SPINNING_STEPS = 2000 };

static bool with_timers, returning;

static void soup_text(u64 number, Buf *out)
{
    Soup soup;
    soup_make(&soup, number, with_timers, returning);
    buf_add(out, soup.text.data, soup.text.len);
    soup_free(&soup);
}

/* "leak 7 select": where the goroutine was started, and how it waits. */
static void canonical_leak(const char *title, Buf *out)
{
    const char *wait = strchr(title, '('), *end = strstr(title, ") at soup.gol:");
    const char *started = strstr(title, "started at soup.gol:");
    EXPECT(wait && end);
    buf_printf(out, "leak %d ", started ? atoi(strchr(started, ':') + 1) : 0);
    buf_add(out, wait + 1, (size_t)(end - wait - 1));
}

/* What the reference calls it. */
static void canonical(const Found *found, Buf *out)
{
    const char *title = found->title, *place = strstr(title, ", soup.gol:");
    if (found->kind == FOUND_DEADLOCK)
        buf_puts(out, strstr(title, "no goroutines") ? "no goroutines" : "deadlock");
    else if (found->kind == FOUND_CYCLE)
        buf_puts(out, "lock cycle");
    else if (found->kind == FOUND_LEAK)
        canonical_leak(title, out);
    else if (found->kind == FOUND_LIVELOCK || found->kind == FOUND_PARTIAL)
        buf_puts(out, "livelock");
    else if (!strncmp(title, "exit: os.Exit(", 14))
        buf_printf(out, "exit %d", atoi(title + 14));
    else
        buf_add(out, title, place ? (size_t)(place - title) : strlen(title));
}

typedef VEC(char *) Outcomes;

/* Races apart, each once. */
static void collect(const FoundList *found, Outcomes *out)
{
    for (u32 i = 0; i < found->len; i++) {
        FindingKind kind = found->data[i].kind;
        if (kind == FOUND_RACE)
            continue;
        Buf text = {0};
        canonical(&found->data[i], &text);
        bool known = false;
        for (u32 k = 0; k < out->len; k++)
            known |= !strcmp(out->data[k], buf_str(&text));
        if (!known)
            vec_push(out, xstrdup(buf_str(&text)));
        buf_free(&text);
    }
}

static void outcomes_free(Outcomes *outcomes)
{
    for (u32 i = 0; i < outcomes->len; i++)
        free(outcomes->data[i]);
    vec_free(outcomes);
}

static bool has(char *const *list, u32 len, const char *text)
{
    for (u32 i = 0; i < len; i++)
        if (!strcmp(list[i], text))
            return true;
    return false;
}

static ExecutorConfig config_of(Program *program)
{
    return (ExecutorConfig){.program = program,
                            .find_native = stdlib_find_native,
                            .detector = "hybrid",
                            .late = LATE_ANY,
                            .leaks = returning ? LEAKS_ON : LEAKS_OFF,
                            .max_steps = 20000};
}

/* Where goroutines can spin for ever executions are long, and `reduced` is not complete anyway; for
 * dpor the steps that matter come first. */
static Check *run_engine(Program *program, const CheckEngine *engine, bool spins)
{
    ExecutorConfig config = config_of(program);
    bool few = spins && engine != &engine_dpor;
    if (spins && engine == &engine_dpor)
        config.max_steps = SPINNING_STEPS;
    CheckBounds bounds = {
        .executions = few ? MOST_SPINNING : MOST_EXECUTIONS, .preemptions = -1, .random = 16};
    Check *check = check_all_new(&config, engine, bounds);
    check->shrink_budget = 0;
    while (check_all_step(check))
        continue;
    return check;
}

typedef struct Tally {
    u32 compared, racy, incomplete, wrong;
} Tally;

static void report(u64 number, const char *engine, const char *what, const char *outcome)
{
    printf("program %llu: %s: %s: %s\n", (unsigned long long)number, engine, what, outcome);
}

/* What was found can be, and its own schedule shows it again. */
static void compare_found(u64 number, const char *name, const FoundList *found, const Reference *r,
                          Tally *tally)
{
    Outcomes outcomes = {0};
    collect(found, &outcomes);
    for (u32 i = 0; i < outcomes.len && !r->race; i++) {
        if (has(r->outcomes.data, r->outcomes.len, outcomes.data[i]))
            continue;
        report(number, name, "finds what cannot be", outcomes.data[i]);
        tally->wrong++;
    }
    outcomes_free(&outcomes);
    if (found_count(found, FOUND_RACE) && !r->race) {
        report(number, name, "finds what cannot be", "a race");
        tally->wrong++;
    }
    for (u32 i = 0; i < found->len; i++) {
        if (!found->data[i].shaky)
            continue;
        report(number, name, "its own schedule does not show", found->data[i].title);
        tally->wrong++;
    }
}

/* Of a program without races, all that can be is found. */
static void compare_all(u64 number, const Check *check, const Reference *r, Tally *tally)
{
    Outcomes outcomes = {0};
    collect(&check->found, &outcomes);
    for (u32 i = 0; i < r->outcomes.len; i++) {
        if (has(outcomes.data, outcomes.len, r->outcomes.data[i]))
            continue;
        report(number, check->engine->name, "does not find", r->outcomes.data[i]);
        tally->wrong++;
    }
    outcomes_free(&outcomes);
}

/* Bounds that do not matter here: all engines leave these out, and in the reference timers fire
 * when no goroutine can run. Where all that can go on spin, nothing is left out after the step
 * limit of dpor. */
static bool is_usual(const Check *check, const char *bound)
{
    if (check->engine == &engine_dpor && !strcmp(bound, "the step limit of an execution"))
        return true;
    return !strncmp(bound, "time passing", 12) || !strncmp(bound, "critical sections", 17);
}

/* Whether nothing else is left out. */
static bool covers(const Check *check)
{
    Bounds bounds = {0};
    check_all_bounds(check, false, &bounds);
    bool all = true;
    for (u32 i = 0; i < bounds.len; i++)
        all &= is_usual(check, bounds.data[i]);
    bounds_free(&bounds);
    return all;
}

static void compare(u64 number, Program *program, const CheckEngine *engine, const Reference *r,
                    Tally *tally)
{
    Check *check = run_engine(program, engine, r->livelock);
    bool complete = covers(check);
    compare_found(number, engine->name, &check->found, r, tally);
    if (complete && r->race && !found_count(&check->found, FOUND_RACE)) {
        report(number, engine->name, "does not find", "a race");
        tally->wrong++;
    }
    if (complete && !r->race)
        compare_all(number, check, r, tally);
    tally->racy += r->race;
    tally->compared += !r->race;
    tally->incomplete += !complete;
    check_all_free(check);
}

/* What random schedules show can be. */
static void compare_fuzz(u64 number, Program *program, const Reference *r, Tally *tally)
{
    ExecutorConfig config = config_of(program);
    Fuzzer *fuzzer = fuzz_new(&config, sampler_list[0].name, 3, number);
    fuzzer->shrink_budget = 0;
    while (fuzzer->executions < FUZZED)
        fuzz_step(fuzzer);
    compare_found(number, "fuzz", &fuzzer->found, r, tally);
    tally->racy += r->race;
    tally->compared += !r->race;
    fuzz_free(fuzzer);
}

static Tally tallies[8], fuzzed;
static const char *asked; /* NULL: dpor, and of one program in SLOW_EACH the slower ones */

enum { SLOW_EACH = 10 };

/* A ticker has no end of states for `reduced`: what has happened is part of them. */
static bool is_asked(const CheckEngine *engine, const Soup *soup)
{
    if (asked)
        return strstr(asked, engine->name);
    if (engine == &engine_all || (engine == &engine_reduced && soup->expires))
        return false;
    return engine == &engine_dpor || soup->number % SLOW_EACH == 0;
}

static void test_program_of(u64 number)
{
    Soup soup;
    soup_make(&soup, number, with_timers, returning);
    Reference r;
    ref_explore(&r, &soup, REF_ANY_TIME, REFERENCE_STATES);
    Loaded loaded;
    if (generated_load(&loaded, "soup.gol", soup_text, number) && !r.gave_up) {
        for (u32 i = 0; i < engine_count; i++)
            if (is_asked(engine_list[i], &soup))
                compare(number, loaded.program, engine_list[i], &r, &tallies[i]);
        compare_fuzz(number, loaded.program, &r, &fuzzed);
    }
    load_free(&loaded);
    char file[40]; /* which the program may have left */
    snprintf(file, sizeof file, "op_soup_%llu.tmp", (unsigned long long)number);
    remove(file);
    ref_free(&r);
    soup_free(&soup);
}

static u32 print_tally(const char *name, const Tally *t)
{
    if (t->compared + t->racy)
        printf("%s: %u compared, %u racy, %u incomplete, %u wrong\n", name, t->compared, t->racy,
               t->incomplete, t->wrong);
    return t->wrong;
}

static void test_engines_and_reference(u32 count)
{
    u32 wrong = 0;
    memset(tallies, 0, sizeof tallies);
    fuzzed = (Tally){0};
    for (u64 number = first_program; number < (u64)first_program + count; number++)
        test_program_of(number);
    for (u32 i = 0; i < engine_count; i++)
        wrong += print_tally(engine_list[i]->name, &tallies[i]);
    wrong += print_tally("fuzz", &fuzzed);
    EXPECT(wrong == 0);
}

static void test_timeless(void)
{
    with_timers = false;
    test_engines_and_reference(programs * 2 / 5);
}

static void test_timers(void)
{
    with_timers = true;
    test_engines_and_reference(programs);
}

static void test_returning(void)
{
    returning = true;
    with_timers = false;
    test_engines_and_reference(programs / 5);
    with_timers = true;
    test_engines_and_reference(programs / 5);
    returning = with_timers = false;
}

int main(int argc, char **argv)
{
    bool only_timers = with_timers = getenv("SOUP_TIMERS") != NULL;
    bool only_returning = returning = getenv("SOUP_RETURNS") != NULL;
    if (generated_arguments(argc, argv, 300, soup_text))
        return 0;
    if (argc > 3)
        asked = argv[3];
    returning = false;
    if (!only_timers && !only_returning)
        RUN(test_timeless);
    if (!only_returning)
        RUN(test_timers);
    if (!only_timers)
        RUN(test_returning);
    return test_summary("reference");
}
