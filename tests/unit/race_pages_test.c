/* The page table compared with a list of what was inserted. */
#include "base/rng.h"
#include "race/hybrid/pages.h"
#include "tests/unit/test.h"

enum { OBJECTS = 200, PAGES = 40, STEPS = 200000 };

/* For each page in the table, its number + 1. */
static u32 expected[OBJECTS][PAGES];
static u32 numbers;

/* Some names are consecutive, others belong to other goroutines. */
static u64 object_name(u32 i)
{
    return i % 3 ? i : (u64)i << 32 | i / 2;
}

static void on_gone(void *ctx, u32 page)
{
    u32 *left = ctx, found = 0;
    while (found < PAGES && left[found] != page + 1)
        found++;
    EXPECT(found < PAGES);
    if (found < PAGES)
        left[found] = 0;
}

static void on_page(void *ctx, u32 page, Loc loc)
{
    u32 *seen = ctx;
    ++*seen;
    for (u32 i = 0; i < OBJECTS; i++)
        if (object_name(i) == loc.object)
            EXPECT_INT(expected[i][place_number(loc)], page + 1);
}

static void forget_one(PageTable *table, u32 i)
{
    pages_forget(table, object_name(i), on_gone, expected[i]);
    for (u32 k = 0; k < PAGES; k++)
        EXPECT_INT(expected[i][k], 0);
}

static void test_random(void)
{
    PageTable table = {0};
    Rng rng = {1};
    for (u32 step = 0; step < STEPS; step++) {
        u32 i = rng_below(&rng, OBJECTS), k = rng_below(&rng, 2) ? 0 : rng_below(&rng, PAGES);
        if (rng_below(&rng, 20) == 0) {
            forget_one(&table, i);
            continue;
        }
        Loc loc = place_start(object_name(i), k);
        loc.offset += PLACE_SKEW + rng_below(&rng, PLACE_BYTES - PLACE_SKEW);
        u32 *place = pages_place(&table, loc);
        EXPECT_INT(*place, expected[i][k]);
        if (*place == 0)
            *place = expected[i][k] = ++numbers;
    }
    u32 seen = 0, there = 0;
    pages_each(&table, on_page, &seen);
    for (u32 i = 0; i < OBJECTS; i++)
        for (u32 k = 0; k < PAGES; k++)
            there += expected[i][k] != 0;
    EXPECT_INT(seen, there);
    for (u32 i = 0; i < OBJECTS; i++)
        forget_one(&table, i);
    EXPECT_INT(table.groups.used, 0);
    pages_free(&table);
}

int main(void)
{
    RUN(test_random);
    return test_summary("race_pages");
}
