/* The engines of gol check beside the reference explorer, on random programs that mix all of the
 * language's concurrency (tests/unit/op_soup.h): of a program without races an engine that claims
 * to have covered everything finds exactly the outcomes that the reference finds, and of a racy one
 * a race. A third argument names the engines to be asked, separated by commas. */
#include "base/common.h"
#include "explore/check/check.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/reference.h"

enum { REFERENCE_STATES = 60000, MOST_EXECUTIONS = 20000 };

static bool with_timers;

static void soup_text(u64 number, Buf *out)
{
    Soup soup;
    soup_make(&soup, number, with_timers);
    buf_add(out, soup.text.data, soup.text.len);
    soup_free(&soup);
}

/* What the reference calls it. */
static void canonical(const Found *found, Buf *out)
{
    const char *title = found->title, *place = strstr(title, ", soup.gol:");
    if (found->kind == FOUND_DEADLOCK)
        buf_puts(out, "deadlock");
    else if (found->kind == FOUND_LIVELOCK || found->kind == FOUND_PARTIAL)
        buf_puts(out, "livelock");
    else if (!strncmp(title, "exit: os.Exit(", 14))
        buf_printf(out, "exit %d", atoi(title + 14));
    else
        buf_add(out, title, place ? (size_t)(place - title) : strlen(title));
}

typedef VEC(char *) Outcomes;

static void collect(const Check *check, Outcomes *out)
{
    for (u32 i = 0; i < check->found.len; i++) {
        FindingKind kind = check->found.data[i].kind;
        if (kind == FOUND_RACE || kind == FOUND_CYCLE || kind == FOUND_LEAK)
            continue;
        Buf text = {0};
        canonical(&check->found.data[i], &text);
        bool known = false;
        for (u32 k = 0; k < out->len; k++)
            known |= !strcmp(out->data[k], buf_str(&text));
        if (!known)
            vec_push(out, xstrdup(buf_str(&text)));
        buf_free(&text);
    }
}

static bool has(char *const *list, u32 len, const char *text)
{
    for (u32 i = 0; i < len; i++)
        if (!strcmp(list[i], text))
            return true;
    return false;
}

static Check *run_engine(Program *program, const CheckEngine *engine)
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = "hybrid",
                             .max_steps = 20000};
    CheckBounds bounds = {.executions = MOST_EXECUTIONS, .preemptions = -1, .random = 16};
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

static void compare_outcomes(u64 number, const Check *check, const Reference *r, Tally *tally)
{
    Outcomes outcomes = {0};
    collect(check, &outcomes);
    bool complete = check_all_complete(check);
    for (u32 i = 0; i < r->outcomes.len && complete; i++) {
        if (has(outcomes.data, outcomes.len, r->outcomes.data[i]))
            continue;
        report(number, check->engine->name, "does not find", r->outcomes.data[i]);
        tally->wrong++;
    }
    for (u32 i = 0; i < outcomes.len; i++) {
        if (!has(r->outcomes.data, r->outcomes.len, outcomes.data[i])) {
            report(number, check->engine->name, "finds what cannot be", outcomes.data[i]);
            tally->wrong++;
        }
        free(outcomes.data[i]);
    }
    vec_free(&outcomes);
    tally->compared++;
    tally->incomplete += !complete;
}

static void compare(u64 number, Program *program, const CheckEngine *engine, const Reference *r,
                    Tally *tally)
{
    Check *check = run_engine(program, engine);
    bool race = found_count(&check->found, FOUND_RACE) > 0;
    if (race != r->race && (race || check_all_complete(check))) {
        report(number, engine->name, race ? "finds what cannot be" : "does not find", "a race");
        tally->wrong++;
    }
    tally->racy += r->race;
    if (!r->race && !race)
        compare_outcomes(number, check, r, tally);
    check_all_free(check);
}

static Tally tallies[8];
static const char *asked = "dpor,reduced";

static void test_program_of(u64 number)
{
    Soup soup;
    soup_make(&soup, number, with_timers);
    Reference r;
    ref_explore(&r, &soup, REF_IDLE_TIME, REFERENCE_STATES);
    Loaded loaded;
    if (generated_load(&loaded, "soup.gol", soup_text, number) && !r.gave_up)
        for (u32 i = 0; i < engine_count; i++)
            if (strstr(asked, engine_list[i]->name))
                compare(number, loaded.program, engine_list[i], &r, &tallies[i]);
    load_free(&loaded);
    ref_free(&r);
    soup_free(&soup);
}

static void test_engines_and_reference(void)
{
    u32 wrong = 0;
    memset(tallies, 0, sizeof tallies);
    for (u64 number = first_program; number < (u64)first_program + programs; number++)
        test_program_of(number);
    for (u32 i = 0; i < engine_count; i++) {
        const Tally *t = &tallies[i];
        wrong += t->wrong;
        if (t->compared + t->racy)
            printf("%s: %u compared, %u racy, %u incomplete, %u wrong\n", engine_list[i]->name,
                   t->compared, t->racy, t->incomplete, t->wrong);
    }
    EXPECT(wrong == 0);
}

int main(int argc, char **argv)
{
    with_timers = getenv("SOUP_TIMERS") != NULL;
    if (generated_arguments(argc, argv, 120, soup_text))
        return 0;
    if (argc > 3)
        asked = argv[3];
    RUN(test_engines_and_reference);
    return test_summary("reference");
}
