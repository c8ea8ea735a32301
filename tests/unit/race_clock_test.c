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

/* As when old segments are dropped: greater numbers stay greater. */
static u32 renumber(void *ctx, u32 segment)
{
    (void)ctx;
    return segment > 40 ? segment - 40 : 0;
}

static void sweep(ClockPool *pool)
{
    clock_sweep_begin(pool);
    for (u32 i = 0; i < CLOCKS; i++) {
        clocks[i] = clock_sweep(pool, clocks[i], renumber, NULL);
        for (u32 g = 0; g < GOROUTINES; g++)
            expected[i][g] = renumber(NULL, expected[i][g]);
    }
}

static void random_steps(bool large_leaves)
{
    ClockPool pool = {.large_leaves = large_leaves};
    Rng rng = {1};
    memset(clocks, 0, sizeof clocks);
    memset(expected, 0, sizeof expected);
    for (u32 step = 0; step < STEPS; step++) {
        u32 i = rng_below(&rng, CLOCKS), k = rng_below(&rng, CLOCKS);
        switch (rng_below(&rng, step % 1000 < 500 ? 8 : 3)) {
        case 0: join(&pool, i, k); break;
        case 1: copy(&pool, i, k); break;
        case 2: rng_below(&rng, 20) ? raise(&pool, &rng, i) : sweep(&pool); break;
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

/* Leaves of b that a join with a would have to compare. */
static u32 to_compare(const Clock *a, const Clock *b)
{
    if (!a || !b || a == b || a->covers == b->id)
        return 0;
    u32 sum = clock_is_leaf(a);
    for (u32 i = 0; !clock_is_leaf(a) && i < CLOCK_FAN; i++)
        sum += to_compare(a->child[i], b->child[i]);
    return sum;
}

/* What one clock learns from another again and again is compared once, though it has entries in all
 * leaves that the other has not: a WaitGroup of many goroutines of which some do not take the lock
 * that the others hand on. */
static void test_join_compares_news(void)
{
    ClockPool pool = {.large_leaves = true};
    Clock *all = NULL, *lock = NULL;
    for (u32 g = 0; g < GOROUTINES; g++) {
        if (g % 10 == 0) {
            all = clock_raise(&pool, all, g, g + 1);
            continue;
        }
        Clock *mine = clock_raise(&pool, clock_share(lock), g, g + 1);
        if (lock && all->bits == mine->bits && mine->bits == lock->bits)
            EXPECT(to_compare(all, mine) <= 1);
        all = clock_join(&pool, all, mine);
        EXPECT_INT(to_compare(all, mine), 0);
        clock_drop(&pool, lock);
        lock = mine;
    }
    clock_drop(&pool, all);
    clock_drop(&pool, lock);
    EXPECT_INT(pool.live, 0);
    clock_pool_free(&pool);
}

int main(void)
{
    RUN(test_random);
    RUN(test_join_shares);
    RUN(test_join_compares_news);
    return test_summary("race_clock");
}
