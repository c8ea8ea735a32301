/* A search by states (explore/states/parallel.c) loses another process in any of its rounds, or
 * gets none at first: it begins again from where it was written down last and ends as one that lost
 * none. The transport here has one process, and its rounds fail when the test says so. */
#include "base/whole_file.h"
#include "explore/check/check.h"
#include "explore/states/transport.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"

/* Livelocks and a cycle that is none; a race; and searches that begin anew: for Unlocks, for the
 * clock, for accesses that no order shows, and by one process, as files are looked at. */
static const char *const paths[] = {
    "tests/check/livelock/flags.gol",
    "tests/check/livelock/cas_free.gol",
    "tests/check/produce_consume_many_racy.gol",
    "tests/check/engines/unlock_by_another.gol",
    "tests/check/engines/ticks_while_main_ends.gol",
    "tests/check/barrier_counter_racy.gol",
    "tests/check/engines/created_once.gol",
};

/* ---- the transport ---- */

static u32 rounds, starts; /* so far */
static u32 failing;        /* the round that fails; 0: none does */
static u32 failing_starts; /* how many of the first ones */
static bool all_fail;      /* all rounds from then on do */

Transport *transport_start(u32 count, TransportWork work, void *ctx)
{
    (void)count;
    (void)work;
    (void)ctx;
    if (starts++ < failing_starts)
        return NULL;
    Transport *t = xcalloc(1, sizeof *t);
    *t = (Transport){.count = 1, .here = 1};
    return t;
}

u32 transport_started(void)
{
    return 1;
}

bool transport_leads(void)
{
    return true;
}

bool transport_exchange(Transport *t, Buf *out, Buf *in)
{
    CHECK(t->me == 0);
    vec_clear(&in[0]);
    buf_add(&in[0], out[0].data, out[0].len);
    rounds++;
    return !failing || (all_fail ? rounds < failing : rounds != failing);
}

void transport_end(Transport *t)
{
    free(t);
}

/* ---- searches ---- */

static void text_of(u64 number, Buf *out)
{
    EXPECT(whole_file_read(paths[number], out) == 0);
}

typedef struct End {
    u32 found;
    u64 states;
    bool lost, complete;
} End;

/* To its end, written down after each step if `saved`. */
static End search(Program *program, bool saved)
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = "hybrid",
                             .leaks = LEAKS_OFF,
                             .max_steps = 20000};
    CheckBounds bounds = {.preemptions = -1, .random = 16, .jobs = 1};
    Check *check = check_all_new(&config, &engine_states, bounds);
    check->shrink_budget = 0;
    rounds = starts = 0;
    while (check_all_step(check)) {
        Buf out = {0};
        if (saved)
            check->ops->save(check, &out);
        buf_free(&out);
    }
    End end = {check->found.len, check->states, check->lost, check_all_complete(check)};
    check_all_free(check);
    return end;
}

static void expect_same(End got, End want)
{
    EXPECT_INT(got.found, want.found);
    EXPECT_INT(got.states, want.states);
    EXPECT(!got.lost && got.complete == want.complete);
}

static void test_program(Program *program)
{
    enum { MOST_LOST = 5, FIRST = 12, EACH = 5 };
    failing = failing_starts = 0;
    all_fail = false;
    for (u32 saved = 0; saved < 2; saved++) {
        failing = 0;
        End whole = search(program, saved);
        u32 all = rounds;
        EXPECT(!whole.lost && whole.states > 1);
        for (failing = 1; failing < all; failing += failing < FIRST ? 1 : EACH)
            expect_same(search(program, saved), whole);
    }
    failing = 0;
    End whole = search(program, false);
    failing_starts = MOST_LOST;
    expect_same(search(program, false), whole);
    failing_starts = MOST_LOST + 1;
    EXPECT(search(program, false).lost);
    failing_starts = 0;
    failing = all_fail = true;
    EXPECT(search(program, true).lost);
}

static void test_all(void)
{
    for (u64 number = 0; number < COUNT_OF(paths); number++) {
        Loaded loaded;
        if (generated_load(&loaded, "lost.gol", text_of, number))
            test_program(loaded.program);
        load_free(&loaded);
    }
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, COUNT_OF(paths), text_of))
        return 0;
    RUN(test_all);
    return test_summary("states_lost");
}
