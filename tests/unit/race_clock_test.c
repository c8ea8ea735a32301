/* Clocks compared with arrays, and what two of them have in common after a join. */
#include <string.h>

#include "base/rng.h"
#include "race/clock.h"
#include "tests/unit/test.h"

enum { GOROUTINES = 5000, CLOCKS = 12, STEPS = 3000 };

static Clock *clocks[CLOCKS];
static u32 expected[CLOCKS][GOROUTINES];

static void check(u32 i)
{
    for (u32 g = 0; g < GOROUTINES; g++)
        if (clock_get(clocks[i], g) != expected[i][g])
            EXPECT_INT(clock_get(clocks[i], g), expected[i][g]);
}

static void raise(ClockPool *pool, Rng *rng, u32 i)
{
    u32 g = rng_below(rng, rng_below(rng, 2) ? GOROUTINES : 100), segment = rng_below(rng, 1000);
    clocks[i] = clock_raise(pool, clocks[i], g, segment);
    if (expected[i][g] < segment)
        expected[i][g] = segment;
}

static void join(ClockPool *pool, u32 i, u32 k)
{
    clocks[i] = clock_join(pool, clocks[i], clocks[k]);
    for (u32 g = 0; g < GOROUTINES; g++)
        if (expected[i][g] < expected[k][g])
            expected[i][g] = expected[k][g];
}

static void copy(ClockPool *pool, u32 i, u32 k)
{
    if (i == k)
        return;
    clock_drop(pool, clocks[i]);
    clocks[i] = clock_share(clocks[k]);
    memcpy(expected[i], expected[k], sizeof expected[i]);
}

static void random_steps(bool large_leaves)
{
    ClockPool pool = {.large_leaves = large_leaves};
    Rng rng = {1};
    memset(clocks, 0, sizeof clocks);
    memset(expected, 0, sizeof expected);
    for (u32 step = 0; step < STEPS; step++) {
        u32 i = rng_below(&rng, CLOCKS), k = rng_below(&rng, CLOCKS);
        switch (rng_below(&rng, 8)) {
        case 0: join(&pool, i, k); break;
        case 1: copy(&pool, i, k); break;
        default: raise(&pool, &rng, i);
        }
        check(i);
    }
    for (u32 i = 0; i < CLOCKS; i++)
        check(i);
    for (u32 i = 0; i < CLOCKS; i++)
        clock_drop(&pool, clocks[i]);
    EXPECT_INT(pool.live, 0);
    clock_pool_free(&pool);
}

static void test_random(void)
{
    random_steps(false);
    random_steps(true);
}

/* Two clocks that came to the same entries on their own have no node in common; after a join they
 * have all of them, or all but those above the entry that one is ahead in. */
static void join_alike(u32 ahead)
{
    ClockPool pool = {.large_leaves = true};
    Clock *a = NULL, *b = NULL;
    for (u32 g = 0; g < GOROUTINES; g++) {
        a = clock_raise(&pool, a, g, g + 1 + (g < ahead));
        b = clock_raise(&pool, b, g, g + 1);
    }
    u32 nodes = pool.live / 2;
    a = clock_join(&pool, a, b);
    EXPECT_INT(a == b, !ahead);
    EXPECT_INT(pool.live, ahead ? nodes + 3 : nodes);
    clock_drop(&pool, a);
    clock_drop(&pool, b);
    EXPECT_INT(pool.live, 0);
    clock_pool_free(&pool);
}

static void test_join_shares(void)
{
    join_alike(0);
    join_alike(1);
}

int main(void)
{
    RUN(test_random);
    RUN(test_join_shares);
    return test_summary("race_clock");
}
