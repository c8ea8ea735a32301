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

/* The read of a goroutine and location that counts: the newest. */
static Reader newest_read(const Readers *readers, u32 goroutine, u32 loc)
{
    Reader newest = {0};
    for (u32 k = 0; k < readers_places(readers); k++) {
        Reader at = readers->at[k];
        if (at.goroutine != goroutine)
            continue;
        if (at.bytes >> loc & 1 && at.segment > newest.segment)
            newest = at;
        if (at.older_bytes >> loc & 1 && at.older > newest.segment) {
            newest = at;
            newest.segment = at.older;
        }
    }
    return newest;
}

static void check_all(const Readers *readers)
{
    for (u32 i = 0; readers->at && i < GOROUTINES; i++)
        for (u32 loc = 0; loc < LOCATIONS; loc++) {
            Reader found = newest_read(readers, number_of(i), loc);
            EXPECT_INT(found.segment, expected[i][loc].segment);
            EXPECT_INT(found.pos, expected[i][loc].pos);
            EXPECT_INT(found.how, expected[i][loc].how);
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
    u64 stands = 0;
    const Reader *open = readers_add(readers, &read, since, loc);
    if (expected[i][loc].segment <= since)
        expected[i][loc] = read;
    for (u32 k = 0; k < LOCATIONS; k++)
        stands |= (u64)(expected[i][k].segment > since) << k;
    EXPECT_INT(readers_newer(readers, read.goroutine, since), stands);
    EXPECT(!open || (open->goroutine == read.goroutine && open->segment == newest));
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

/* What a goroutine adds to an open entry its older reads have, too; then the newer counts. What it
 * reads segment after segment needs one entry. */
static void test_open(void)
{
    Readers readers = {0};
    Reader read = {.goroutine = 1, .segment = 5};
    readers_add(&readers, &read, 0, 0);
    readers_add(&readers, &read, 0, 1);
    EXPECT_INT(readers_newer(&readers, 1, 0), 3);
    for (read.segment = 9; read.segment < 100; read.segment += 2) {
        Reader *open = readers_add(&readers, &read, read.segment - 1, 0);
        EXPECT(open && open->segment == read.segment);
        EXPECT_INT(newest_read(&readers, 1, 0).segment, read.segment);
        EXPECT_INT(newest_read(&readers, 1, 1).segment, read.segment == 9 ? 5 : read.segment - 2);
        EXPECT_INT(readers_newer(&readers, 1, read.segment - 1), 1);
        open->bytes |= 2;
        EXPECT_INT(newest_read(&readers, 1, 1).segment, read.segment);
        EXPECT_INT(readers_newer(&readers, 1, read.segment - 1), 3);
    }
    EXPECT_INT(readers.used, 1);
    for (u32 i = 2; i < 100; i++) {
        Reader other = {.goroutine = i, .segment = i + 10};
        readers_add(&readers, &other, 0, 1);
    }
    EXPECT_INT(newest_read(&readers, 1, 1).segment, 99);
    readers_free(&readers);
}

int main(void)
{
    RUN(test_random);
    RUN(test_open);
    RUN(test_many);
    return test_summary("race_readers");
}
