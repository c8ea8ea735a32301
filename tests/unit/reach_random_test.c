/* Goroutines that are found stuck (vm/reach.h) never go on: random programs that mix all of the
 * language's concurrency (tests/unit/op_soup.h) are searched at every opportunity while they run,
 * and whatever was found once must be where it was at each later search. */
#include "explore/executor/execution.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/op_soup.h"
#include "vm/reach.h"

enum { SEEDS = 6, MOST_STEPS = 3000 };

typedef struct Watch {
    VM *vm;
    Reach *reach;
    Map stuck; /* goroutine number -> steps that it had taken, plus 1 */
    u64 searches, found, wrong;
} Watch;

/* Whether goroutine id still waits and has taken no step. */
static bool stays(const VM *vm, u32 id, u64 steps)
{
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i]->id == id)
            return reach_waits(vm->sched.all.data[i]) && vm->sched.all.data[i]->steps == steps;
    return false;
}

static void search(Watch *watch)
{
    GoroutineList list = {0};
    reach_find_stuck(watch->reach, &list);
    u32 cursor = 0;
    MapEntry *entry;
    while ((entry = map_next(&watch->stuck, &cursor)))
        watch->wrong += !stays(watch->vm, (u32)entry->key, entry->value - 1);
    for (u32 i = 0; i < list.len; i++) {
        u64 *steps = map_put(&watch->stuck, list.data[i]->id);
        watch->found += *steps == 0;
        *steps = list.data[i]->steps + 1;
    }
    watch->searches++;
    vec_free(&list);
}

static void inspect(void *ctx)
{
    Watch *watch = ctx;
    search(watch);
    watch->vm->inspect_at = watch->vm->steps + 1;
}

static u64 searches, found;

static void run(Executor *executor, u64 seed, u64 number)
{
    Watch watch = {.vm = executor_vm(executor), .reach = reach_new(executor_vm(executor))};
    watch.vm->config.inspect = inspect;
    watch.vm->config.inspect_ctx = &watch;
    watch.vm->config.inspect_from = 0;
    Chooser *chooser = chooser_random(seed);
    const Execution *execution = executor_run(executor, chooser);
    if (execution->outcome.kind != VERDICT_DEADLOCK)
        search(&watch);
    if (watch.wrong)
        printf("program %llu, seed %llu: %llu goroutines went on\n", (unsigned long long)number,
               (unsigned long long)seed, (unsigned long long)watch.wrong);
    EXPECT(watch.wrong == 0);
    searches += watch.searches;
    found += watch.found;
    chooser->free(chooser);
    map_free(&watch.stuck);
    reach_free(watch.reach);
}

static void soup_text(u64 number, Buf *out)
{
    Soup soup;
    soup_make(&soup, number, number % 2 == 1, false); /* every other one has timers */
    buf_add(out, soup.text.data, soup.text.len);
    soup_free(&soup);
}

static void run_program(u64 number)
{
    Loaded loaded;
    if (generated_load(&loaded, "soup.gol", soup_text, number)) {
        ExecutorConfig config = {.program = loaded.program,
                                 .find_native = stdlib_find_native,
                                 .detector = "none",
                                 .max_steps = MOST_STEPS,
                                 .leaks = LEAKS_ON};
        Executor *executor = executor_new(&config);
        for (u64 seed = 1; seed <= SEEDS; seed++)
            run(executor, seed, number);
        executor_free(executor);
    }
    load_free(&loaded);
}

static void test_stuck_goroutines_stay(void)
{
    for (u64 number = first_program; number < (u64)first_program + programs; number++)
        run_program(number);
    printf("%llu searches, %llu stuck goroutines\n", (unsigned long long)searches,
           (unsigned long long)found);
    EXPECT(programs < 100 || found > 0);
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, 150, soup_text))
        return 0;
    RUN(test_stuck_goroutines_stay);
    return test_summary("reach_random");
}
