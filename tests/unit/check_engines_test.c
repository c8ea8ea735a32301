/* The engines of gol check on tiny random programs: what one engine finds, the others must find.
 * dpor is compared with `all`, which is slow and simple, in all findings where `all` completes;
 * with `states` in everything but the number of races; with `reduced` for race-free programs; and
 * with `auto`, whose searches take turns after each step here.
 *
 * A third argument sets the number of executions that `all` may take for a program (2000). */
#include "explore/check/check.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/tiny_program.h"

static u64 patience = 2000;

/* A search that draws the graph makes each transition; otherwise those that are known are left out
 * (explore/states/transitions.c). */
static void begin_graph(void *ctx)
{
    (void)ctx;
}

static void take_edge(void *ctx, u32 from, u32 to, const char *move, const char *found)
{
    (void)ctx, (void)from, (void)to, (void)move, (void)found;
}

static void take_stuck(void *ctx, u32 state, const char *found)
{
    (void)ctx, (void)state, (void)found;
}

static const GraphListener drawn = {NULL, begin_graph, take_edge, take_stuck};

static Check *run(Program *program, const CheckEngine *engine, u64 executions,
                  const GraphListener *graph)
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = "hybrid",
                             .late = LATE_ANY,
                             .max_steps = 20000};
    CheckBounds bounds = {.executions = executions, .preemptions = -1, .random = 16, .turn = 1};
    Check *check = check_all_new(&config, engine, bounds);
    check->graph = graph;
    check->shrink_budget = 0;
    while (check_all_step(check))
        continue;
    return check;
}

static Check *run_engine(Program *program, const CheckEngine *engine, u64 executions)
{
    return run(program, engine, executions, NULL);
}

/* Counts and prints the findings of a that b does not have. */
static u32 report_missing(u64 number, const Check *a, const Check *b)
{
    u32 missing = 0;
    for (u32 i = 0; i < a->found.len; i++) {
        if (map_get(&b->known, a->found.data[i].group)) /* a race in either direction */
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

/* Where a time slice ends the oracles try one goroutine only, and do not claim all executions.
 * Under make stress slices end everywhere; otherwise it happens at Gosched only, and they agree. */
static bool slices_ended(const Check *check)
{
#ifdef GOL_STRESS
    return check->forced_switch;
#else
    (void)check;
    return false;
#endif
}

/* Counts the differences between dpor and the oracle; *compared counts the programs for which both
 * completed. */
static u32 compare(u64 number, Program *program, const Check *dpor, const CheckEngine *oracle,
                   u32 *compared)
{
    Check *other = run_engine(program, oracle, patience);
    u32 wrong = 0;
    if (!other->execution_bound && !dpor->round_bound)
        wrong = report_missing(number, other, dpor);
    if (!other->execution_bound && !other->round_bound && !slices_ended(other)) {
        ++*compared;
        wrong += report_missing(number, dpor, other);
    }
    check_all_free(other);
    return wrong;
}

/* Leaving out transitions changes nothing. */
static u32 compare_drawn(u64 number, Program *program, const Check *states)
{
    Check *all = run(program, &engine_states, 0, &drawn);
    u32 wrong = report_missing(number, states, all) + report_missing(number, all, states);
    if (all->covered != states->covered || all->unrepeated != states->unrepeated ||
        check_all_complete(all) != check_all_complete(states)) {
        printf("program %llu: %llu states, but %llu if known transitions are left out\n",
               (unsigned long long)number, (unsigned long long)all->covered,
               (unsigned long long)states->covered);
        wrong++;
    }
    check_all_free(all);
    return wrong;
}

/* `states` need not report all races of a racy program, and may report that a state could not be
 * reproduced, which is counted in *unsure. */
static u32 compare_states(u64 number, Program *program, const Check *dpor, u32 *unsure)
{
    Check *states = run_engine(program, &engine_states, 0);
    u32 wrong = report_missing(number, states, dpor);
    bool sure = check_all_complete(states);
    if (!found_count(&states->found, FOUND_RACE) && sure)
        wrong += report_missing(number, dpor, states);
    bool any_time = !states->timed || states->engine->bounds & ANY_TIME;
    *unsure += !found_count(&states->found, FOUND_RACE) && !sure && any_time;
    wrong += compare_drawn(number, program, states);
    check_all_free(states);
    return wrong;
}

/* `auto` ends with the first proof, so what it has found besides is from the sampler. */
static u32 compare_auto(u64 number, Program *program, const Check *dpor)
{
    Check *both = run_engine(program, &engine_auto, 0);
    u32 wrong = report_missing(number, both, dpor);
    if (check_all_complete(both))
        wrong += report_missing(number, dpor, both);
    else
        wrong += check_all_complete(dpor);
    check_all_free(both);
    return wrong;
}

static void test_engines_agree(void)
{
    u32 with_all = 0, with_reduced = 0, unsure = 0, wrong = 0, cut = 0;
    for (u64 number = first_program; number < (u64)first_program + programs; number++) {
        Loaded loaded;
        if (generated_load(&loaded, "tiny.gol", tiny_program, number)) {
            Check *dpor = run_engine(loaded.program, &engine_dpor, 0);
            wrong += compare(number, loaded.program, dpor, &engine_all, &with_all);
            if (!found_count(&dpor->found, FOUND_RACE))
                wrong += compare(number, loaded.program, dpor, &engine_reduced, &with_reduced);
            wrong += compare_states(number, loaded.program, dpor, &unsure);
            wrong += compare_auto(number, loaded.program, dpor);
            wrong += tell_shaky(number, dpor);
            cut += dpor->schedules != dpor->executions;
            check_all_free(dpor);
        }
        load_free(&loaded);
    }
    EXPECT(wrong == 0);
    EXPECT(with_all + with_reduced > programs / 2);
    EXPECT(unsure <= programs / 20);
    printf(
        "%u programs: %u compared with all, %u with reduced, %u with states; %u where dpor gave up "
        "executions\n",
        programs, with_all, with_reduced, programs - unsure, cut);
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, 80, tiny_program))
        return 0;
    if (argc > 3)
        patience = strtoull(argv[3], NULL, 10);
    RUN(test_engines_agree);
    return test_summary("check_engines");
}
