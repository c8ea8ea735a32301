/* Where a search is, written down and read again, by each engine that can (SearchOps): the search
 * goes on from there and ends as one that was not interrupted; what has been cut is refused, and
 * what has been changed is refused, at once or by the search that goes on from it, or means
 * something. */
#include "base/common.h"
#include "explore/check/check.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"

static const char *const texts[] = {
    "package main\n"
    "import \"sync\"\n"
    "var mu sync.Mutex\n"
    "var n, m int\n"
    "func main() {\n"
    "\tvar wg sync.WaitGroup\n"
    "\tc := make(chan int, 1)\n"
    "\tfor i := 0; i < 3; i++ {\n"
    "\t\twg.Add(1)\n"
    "\t\tgo func() {\n"
    "\t\t\tdefer wg.Done()\n"
    "\t\t\tmu.Lock()\n"
    "\t\t\tn++\n"
    "\t\t\tmu.Unlock()\n"
    "\t\t\tselect {\n"
    "\t\t\tcase c <- n:\n"
    "\t\t\tcase <-c:\n"
    "\t\t\tdefault:\n"
    "\t\t\t}\n"
    "\t\t\tif n == 2 {\n"
    "\t\t\t\tm = n\n"
    "\t\t\t}\n"
    "\t\t}()\n"
    "\t}\n"
    "\twg.Wait()\n"
    "\tif m == 1 {\n"
    "\t\tpanic(m)\n"
    "\t}\n"
    "}\n",
    "package main\n"
    "import \"time\"\n"
    "func main() {\n"
    "\ta, b := make(chan int), make(chan int)\n"
    "\tgo func() { a <- 1; b <- 2 }()\n"
    "\tgo func() { b <- 3; a <- 4 }()\n"
    "\tx := 0\n"
    "\tfor i := 0; i < 3; i++ {\n"
    "\t\tselect {\n"
    "\t\tcase v := <-a:\n"
    "\t\t\tx += v\n"
    "\t\tcase v := <-b:\n"
    "\t\t\tx *= v\n"
    "\t\tcase <-time.After(time.Second):\n"
    "\t\t\tx--\n"
    "\t\t}\n"
    "\t}\n"
    "\tif x == 16 {\n"
    "\t\tpanic(x)\n"
    "\t}\n"
    "}\n",
};

static u64 random_state;

static u32 below(u32 n)
{
    random_state = hash_u64(random_state + 0x9e3779b97f4a7c15ull);
    return (u32)(random_state % n);
}

static void text_of(u64 number, Buf *out)
{
    buf_puts(out, texts[number]);
}

static Check *new_check(Program *program, const CheckEngine *engine)
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = "hybrid",
                             .leaks = LEAKS_OFF,
                             .max_steps = 20000};
    CheckBounds bounds = {.preemptions = -1, .random = 16, .jobs = 1};
    Check *check = check_all_new(&config, engine, bounds);
    check->shrink_budget = 0;
    return check;
}

/* What comes before the search itself is read as check_file.c does. steps: of the search that goes
 * on. */
static bool takes(Program *program, const CheckEngine *engine, const char *bytes, size_t len,
                  u32 steps)
{
    Check *check = new_check(program, engine);
    Unpack from = unpack_of(bytes, len);
    check_all_merge(check, &from, true);
    bool taken = !from.bad && check->ops->load(check, &from) && !from.bad && from.at == from.end;
    for (u32 i = 0; i < steps && taken && check_all_step(check); i++)
        ;
    EXPECT(!check->lost && (check->done || !check->damaged || check->late));
    check_all_free(check);
    return taken;
}

static void try_damaged(Program *program, const CheckEngine *engine, Buf *saved)
{
    enum { CUTS = 40, CHANGES = 80, STEPS = 10, EACH = 4 };
    for (u32 i = 0; i < CUTS; i++)
        EXPECT(!takes(program, engine, saved->data, below(saved->len), 0));
    for (u32 i = 0; i < CHANGES; i++) {
        u32 at = below(saved->len);
        char was = saved->data[at];
        saved->data[at] = (char)(below(2) ? was ^ 1 << below(8) : (int)below(256));
        takes(program, engine, saved->data, saved->len, i % EACH ? 0 : STEPS);
        saved->data[at] = was;
    }
}

/* How a search ends. */
static void finish(Check *check, u32 *found, u64 *states)
{
    while (check_all_step(check))
        ;
    const Check *leader = check_all_leader(check);
    EXPECT(!check->lost && leader->done);
    *found = check->found.len;
    *states = leader->states;
    check_all_free(check);
}

static void test_engine(Program *program, const CheckEngine *engine, u32 steps)
{
    u32 found, found_whole;
    u64 states, states_whole;
    finish(new_check(program, engine), &found_whole, &states_whole);
    Check *check = new_check(program, engine);
    for (u32 i = 0; i < steps && check_all_step(check); i++)
        ;
    Buf saved = {0};
    check_all_pack(check, 0, &saved);
    check->ops->save(check, &saved);
    check_all_free(check);
    EXPECT(takes(program, engine, saved.data, saved.len, 0));
    try_damaged(program, engine, &saved);
    check = new_check(program, engine);
    Unpack from = unpack_of(saved.data, saved.len);
    check_all_merge(check, &from, true);
    EXPECT(check->ops->load(check, &from));
    finish(check, &found, &states);
    EXPECT(found == found_whole && states == states_whole);
    buf_free(&saved);
}

static void test_all(void)
{
    for (u64 number = 0; number < COUNT_OF(texts); number++) {
        Loaded loaded;
        random_state = number;
        EXPECT(generated_load(&loaded, "checkpoint.go", text_of, number));
        for (u32 i = 0; i < engine_count; i++)
            for (u32 steps = 1; steps < 64 && engine_list[i]->bounds & IN_PARTS; steps *= 5)
                test_engine(loaded.program, engine_list[i], steps);
        load_free(&loaded);
    }
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, COUNT_OF(texts), text_of))
        return 0;
    RUN(test_all);
    return test_summary("checkpoint");
}
