/* The readers of a page compared with a list of reads, and with very many goroutines. */
#include <string.h>

#include "base/rng.h"
#include "race/hybrid/readers.h"
#include "tests/unit/test.h"

enum { GOROUTINES = 40, LOCATIONS = 8, STEPS = 200000, MANY = 300000 };

/* By goroutine and location, the read that is remembered; segment 0: none. */
static Reader expected[GOROUTINES][LOCATIONS];
/* Goroutines' numbers follow one another, or are far apart. */
static u32 number_of(u32 i)
{
    return i % 2 ? i : i << 20;
}

static void check_all(const Readers *readers)
{
    static Reader found[GOROUTINES][LOCATIONS];
    memset(found, 0, sizeof found);
    for (u32 k = 0; k < readers_places(readers); k++) {
        const Reader *at = &readers->at[k];
        u32 i = 0;
        while (at->bytes && i < GOROUTINES && number_of(i) != at->goroutine)
            i++;
        EXPECT(i < GOROUTINES);
        for (u32 loc = 0; loc < LOCATIONS; loc++)
            if (at->bytes >> loc & 1) {
                EXPECT_INT(found[i][loc].segment, 0); /* one read per goroutine and location */
                found[i][loc] = *at;
            }
    }
    for (u32 i = 0; i < GOROUTINES; i++)
        for (u32 loc = 0; loc < LOCATIONS; loc++) {
            EXPECT_INT(found[i][loc].segment, expected[i][loc].segment);
            EXPECT_INT(found[i][loc].pos, expected[i][loc].pos);
            EXPECT_INT(found[i][loc].how, expected[i][loc].how);
        }
}

static void add(Readers *readers, Rng *rng, u32 newest)
{
    u32 i = rng_below(rng, GOROUTINES), loc = rng_below(rng, LOCATIONS);
    u32 since = newest - 1 - rng_below(rng, newest < 30 ? newest : 30);
    Reader read = {.goroutine = number_of(i),
                   .segment = newest,
                   .pos = rng_below(rng, 3),
                   .how = (u16)rng_below(rng, 2)};
    readers_add(readers, &read, since, loc);
    if (expected[i][loc].segment <= since)
        expected[i][loc] = read;
}

static void test_random(void)
{
    Readers readers = {0};
    Rng rng = {1};
    for (u32 step = 0; step < STEPS; step++) {
        if (rng_below(&rng, 100)) {
            add(&readers, &rng, 1 + step / 8);
            continue;
        }
        u32 loc = rng_below(&rng, LOCATIONS);
        readers_remove(&readers, loc);
        for (u32 i = 0; i < GOROUTINES; i++)
            expected[i][loc] = (Reader){0};
        check_all(&readers);
    }
    for (u32 loc = 0; loc < LOCATIONS; loc++)
        readers_remove(&readers, loc);
    EXPECT(!readers.at);
}

/* Takes minutes if searches do not stay short. */
static void test_many(void)
{
    Readers readers = {0};
    for (u32 segment = 1; segment <= 4 * MANY; segment++) {
        Reader read = {.goroutine = segment / 4 + 1, .segment = segment, .pos = segment % 2};
        readers_add(&readers, &read, 0, segment % 4);
    }
    EXPECT(readers.used > MANY && readers.used < readers_places(&readers));
    readers_free(&readers);
    EXPECT_INT(readers_places(&readers), 0);
}

/* Entries of goroutine 1 that have the location; whether all but one of them have a newer one. */
static u32 entries_of(const Readers *readers, u32 byte, bool *one_counts)
{
    u32 found = 0, count = 0;
    for (u32 i = 0; i < readers_places(readers); i++) {
        const Reader *at = &readers->at[i];
        if (at->goroutine != 1 || !(at->bytes >> byte & 1))
            continue;
        found++;
        count += !(readers_newer(readers, at) >> byte & 1);
    }
    *one_counts = count == 1;
    return found;
}

/* What a goroutine adds to an open entry its older entries have, too, until the table grows. */
static void test_open(void)
{
    Readers readers = {0};
    bool one_counts;
    u64 stand;
    Reader first = {.goroutine = 1, .segment = 5}, second = {.goroutine = 1, .segment = 9};
    readers_add(&readers, &first, 0, 0);
    readers_add(&readers, &first, 0, 1);
    EXPECT(!readers_open(&readers, &second, 5, &stand) && !stand);
    readers_add(&readers, &second, 5, 0);
    Reader *open = readers_open(&readers, &second, 5, &stand);
    EXPECT(open && open->segment == 9 && stand == 1);
    open->bytes |= 2;
    EXPECT_INT(entries_of(&readers, 0, &one_counts), 1);
    EXPECT_INT(entries_of(&readers, 1, &one_counts), 2);
    EXPECT(one_counts);
    for (u32 i = 2; i < 100; i++) {
        Reader read = {.goroutine = i, .segment = i + 10};
        readers_add(&readers, &read, 0, 1);
    }
    EXPECT_INT(entries_of(&readers, 1, &one_counts), 1);
    EXPECT(one_counts);
    readers_free(&readers);
}

int main(void)
{
    RUN(test_random);
    RUN(test_open);
    RUN(test_many);
    return test_summary("race_readers");
}
