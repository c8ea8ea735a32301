/* The engines of gol check on tiny random programs: what one finds, the others find. dpor against
 * `all`, which is slow and obviously right, where that comes to an end, races and all; against
 * `states`, but for the number of races; and against `reduced` where there is no race; the other way
 * round not, since it is known not to see everything (spec/check.md).
 *
 *     check_engines_test [PROGRAMS [FIRST [EXECUTIONS]]]   default 80, from number 1; `all` is
 * given so many executions a program (2000) check_engines_test --print NUMBER the text of one */
#include <stdlib.h>

#include "cli/load.h"
#include "explore/check.h"
#include "stdlib/natives.h"
#include "tests/unit/test.h"
#include "tests/unit/tiny_program.h"

static u32 programs = 80, first = 1;
static u64 patience = 2000;

static Check *run_engine(Program *program, const CheckEngine *engine, u64 executions)
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = "hybrid",
                             .max_steps = 20000};
    CheckBounds bounds = {.executions = executions, .preemptions = -1, .random = 16};
    Check *check = check_all_new(&config, engine, bounds);
    check->shrink_budget = 0;
    while (check_all_step(check))
        continue;
    return check;
}

static bool has(const Check *check, const char *title)
{
    for (u32 i = 0; i < check->found.len; i++)
        if (!strcmp(check->found.data[i].title, title))
            return true;
    return false;
}

static bool has_race(const Check *check)
{
    for (u32 i = 0; i < check->found.len; i++)
        if (check->found.data[i].kind == FOUND_RACE)
            return true;
    return false;
}

/* What a has found and b has not. */
static u32 tell_missing(u64 number, const Check *a, const Check *b)
{
    u32 missing = 0;
    for (u32 i = 0; i < a->found.len; i++) {
        if (has(b, a->found.data[i].title))
            continue;
        printf("program %llu: %s, says %s, but not %s\n", (unsigned long long)number,
               a->found.data[i].title, a->engine->name, b->engine->name);
        missing++;
    }
    return missing;
}

static u32 tell_shaky(u64 number, const Check *check)
{
    u32 shaky = 0;
    for (u32 i = 0; i < check->found.len; i++) {
        if (!check->found.data[i].shaky)
            continue;
        printf("program %llu: %s: its own schedule does not show it\n", (unsigned long long)number,
               check->found.data[i].title);
        shaky++;
    }
    return shaky;
}

/* Differences between dpor and the oracle; *compared counts the programs where both had time. */
static u32 compare(u64 number, Program *program, const Check *dpor, const CheckEngine *oracle,
                   u32 *compared)
{
    Check *other = run_engine(program, oracle, patience);
    u32 wrong = 0;
    if (!other->execution_bound) {
        ++*compared;
        wrong = tell_missing(number, other, dpor);
        if (oracle == &engine_all)
            wrong += tell_missing(number, dpor, other);
    }
    check_all_free(other);
    return wrong;
}

/* What `states` tells of a racy program is not all; and it may say that it could not repeat something:
 * counted in *unsure. */
static u32 compare_states(u64 number, Program *program, const Check *dpor, u32 *unsure)
{
    Check *states = run_engine(program, &engine_states, 0);
    u32 wrong = tell_missing(number, states, dpor);
    bool sure = check_all_complete(states);
    if (!has_race(states) && sure)
        wrong += tell_missing(number, dpor, states);
    *unsure += !has_race(states) && !sure;
    check_all_free(states);
    return wrong;
}

static void test_engines_agree(void)
{
    u32 with_all = 0, with_reduced = 0, unsure = 0, wrong = 0, cut = 0;
    for (u64 number = first; number < (u64)first + programs; number++) {
        Buf text = {0};
        Loaded loaded;
        Options options = {.go_minor = 22};
        tiny_program(number, &text);
        load_begin(&loaded, "tiny.gol", &options);
        load_text(&loaded, "tiny.gol", buf_str(&text));
        bool ok = load_finish(&loaded, &options, 3);
        CHECK(ok);
        if (ok) {
            Check *dpor = run_engine(loaded.program, &engine_dpor, 0);
            wrong += compare(number, loaded.program, dpor, &engine_all, &with_all);
            if (!has_race(dpor))
                wrong += compare(number, loaded.program, dpor, &engine_reduced, &with_reduced);
            wrong += compare_states(number, loaded.program, dpor, &unsure);
            wrong += tell_shaky(number, dpor);
            cut += dpor->schedules != dpor->executions;
            check_all_free(dpor);
        }
        load_free(&loaded);
        buf_free(&text);
    }
    CHECK(wrong == 0);
    CHECK(with_all + with_reduced > programs / 2);
    CHECK(unsure <= programs / 20);
    printf("%u programs: %u compared with all, %u with reduced, %u with states; %u where dpor gave up "
           "executions\n",
           programs, with_all, with_reduced, programs - unsure, cut);
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--print")) {
        Buf text = {0};
        tiny_program(strtoull(argv[2], NULL, 10), &text);
        fputs(buf_str(&text), stdout);
        buf_free(&text);
        return 0;
    }
    if (argc > 1)
        programs = (u32)atoi(argv[1]);
    if (argc > 2)
        first = (u32)atoi(argv[2]);
    if (argc > 3)
        patience = strtoull(argv[3], NULL, 10);
    RUN(test_engines_agree);
    return test_summary("check_engines");
}
