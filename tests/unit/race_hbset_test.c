/* The detectors' persistent sets (race/grace/hbset.h) beside plain arrays: puts and joins in random
 * order, of locations whose numbers are far apart. */
#include "base/rng.h"
#include "race/grace/hbset.h"
#include "tests/unit/test.h"

enum { SETS = 6, NUMBERS = 40 };

static u32 number(u32 i)
{
    static const u32 spread[] = {1, 7, 130, 2100, 40000, 600000, 10000000, 200000000};
    return spread[i % COUNT_OF(spread)] + i / COUNT_OF(spread);
}

/* What hb_each has visited. */
typedef struct Visits {
    u32 count, last;
    u64 sum; /* of the labels */
} Visits;

static void visit(void *ctx, u32 index, Known known)
{
    Visits *visits = ctx;
    EXPECT(!visits->count || index > visits->last);
    visits->count++;
    visits->last = index;
    visits->sum += known.write;
}

static void check_set(const HbNode *set, const u64 *writes)
{
    Visits visits = {0};
    u64 sum = 0;
    u32 count = 0;
    for (u32 i = 0; i < NUMBERS; i++) {
        EXPECT_INT(hb_get(set, number(i)).write, writes[i]);
        sum += writes[i];
        count += writes[i] != 0;
    }
    hb_each(set, visit, &visits);
    EXPECT_INT(visits.count, count);
    EXPECT_INT(visits.sum, sum);
}

/* Numbers that differ from 0 in one digit only: all nodes on the way to 0 are full. */
static void test_deep(void)
{
    HbPool pool = {0};
    HbNode *set = NULL;
    Visits visits = {0};
    u32 count = 0;
    for (u32 shift = 0; shift < 32; shift++)
        for (u64 digit = 0; digit < 16; digit++, count++)
            set = hb_put(&pool, set, (u32)(digit << shift), (Known){1, 0});
    hb_each(set, visit, &visits);
    EXPECT(visits.count > 200 && visits.count < count);
    EXPECT_INT(visits.sum, visits.count);
    for (u32 shift = 0; shift < 32; shift++)
        EXPECT_INT(hb_get(set, 15u << shift).write, 1);
    hb_drop(&pool, set);
    hb_pool_free(&pool);
}

static void test_random(void)
{
    HbPool pool = {0};
    HbNode *sets[SETS] = {0};
    static u64 writes[SETS][NUMBERS];
    Rng rng = {.state = 1};
    for (u64 label = 1; label < 4000; label++) {
        u32 to = rng_below(&rng, SETS), from = rng_below(&rng, SETS), i = rng_below(&rng, NUMBERS);
        switch (rng_below(&rng, 4)) {
        case 0:
            sets[to] = hb_put(&pool, sets[to], number(i), (Known){label, 0});
            writes[to][i] = label;
            break;
        case 1:
            sets[to] = hb_join(&pool, sets[to], sets[from]);
            for (u32 k = 0; k < NUMBERS; k++)
                if (writes[from][k] > writes[to][k])
                    writes[to][k] = writes[from][k];
            break;
        case 2: /* share */
            hb_share(sets[from]);
            hb_drop(&pool, sets[to]);
            sets[to] = sets[from];
            memcpy(writes[to], writes[from], sizeof writes[to]);
            break;
        default: /* begin again */
            if (rng_below(&rng, 4))
                break;
            hb_drop(&pool, sets[to]);
            sets[to] = NULL;
            memset(writes[to], 0, sizeof writes[to]);
        }
        check_set(sets[to], writes[to]);
    }
    for (u32 i = 0; i < SETS; i++)
        hb_drop(&pool, sets[i]);
    EXPECT_INT(pool.live, 0);
    hb_pool_free(&pool);
}

int main(void)
{
    RUN(test_random);
    RUN(test_deep);
    return test_summary("race_hbset");
}
