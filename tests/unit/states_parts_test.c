/* Whether the edges of a graph have a cycle (explore/states/cycle.c), on random graphs, compared
 * with a search in depth; and that words of states mean the same after a journey
 * (explore/states/portable.c). */
#include "base/rng.h"
#include "explore/states/share.h"
#include "tests/unit/test.h"

enum { STATES = 12, LISTS = 3, ROUNDS = 4000 };

static Rng rng;
static bool edge[STATES][STATES];

/* Whether a cycle can be reached from the state; on: those on the way to it. */
static bool goes_round(u32 from, bool *on, bool *done)
{
    if (done[from])
        return false;
    on[from] = true;
    for (u32 to = 0; to < STATES; to++)
        if (edge[from][to] && (on[to] || goes_round(to, on, done)))
            return true;
    on[from] = false;
    done[from] = true;
    return false;
}

static bool any_cycle(void)
{
    bool on[STATES] = {0}, done[STATES] = {0};
    for (u32 i = 0; i < STATES; i++)
        if (goes_round(i, on, done))
            return true;
    return false;
}

/* As share_pack_edges does, from any process. A state without edges may be missing. */
static bool found_cycle(void)
{
    Buf lists[LISTS] = {0};
    Unpack from[LISTS];
    for (u32 i = 0; i < STATES; i++) {
        Buf *out = &lists[rng_below(&rng, LISTS)];
        u32 count = 0;
        for (u32 to = 0; to < STATES; to++)
            count += edge[i][to];
        if (!count && rng_below(&rng, 2))
            continue;
        pack_u32(out, i);
        pack_u32(out, count);
        for (u32 to = 0; to < STATES; to++)
            if (edge[i][to])
                pack_u32(out, to);
    }
    for (u32 i = 0; i < LISTS; i++)
        from[i] = unpack_of(lists[i].data, lists[i].len);
    bool found = cycle_in(from, LISTS);
    for (u32 i = 0; i < LISTS; i++)
        buf_free(&lists[i]);
    return found;
}

static void test_random(void)
{
    u32 with = 0;
    for (u32 round = 0; round < ROUNDS; round++) {
        u32 one_of = 4 + rng_below(&rng, 24);
        for (u32 i = 0; i < STATES; i++)
            for (u32 k = 0; k < STATES; k++)
                edge[i][k] = !rng_below(&rng, one_of);
        bool any = any_cycle();
        with += any;
        EXPECT(found_cycle() == any);
    }
    EXPECT(with > ROUNDS / 10 && with < ROUNDS - ROUNDS / 10);
}

/* Two processes that have loaded the program to other places. */
static void test_journey(void)
{
    enum { WORDS = 6 };
    const u64 here = 0x7f0012340000, there = 0x560098760000, to = 0x500000000000;
    Portable a = {0}, b = {0};
    vec_push(&a.ranges, (PortableRange){here, 4096, to});
    vec_push(&b.ranges, (PortableRange){there, 4096, to});
    u64 before[WORDS] = {
        0, 17, here + 8, 5ull << 48 | (here + 4096), ACCESS_ENTRY(3, here + 24, 1), 1ull << 63};
    u64 after[WORDS] = {
        0, 17, there + 8, 5ull << 48 | (there + 4096), ACCESS_ENTRY(3, there + 24, 1), 1ull << 63};
    EXPECT(portable_words(&a, before, WORDS));
    portable_words_here(&b, before, WORDS);
    for (u32 i = 0; i < WORDS; i++)
        EXPECT(before[i] == after[i]);
    u64 number = to + 8; /* no address, but what stands for one */
    EXPECT(!portable_words(&a, &number, 1));
    portable_free(&a);
    portable_free(&b);
}

int main(void)
{
    RUN(test_random);
    RUN(test_journey);
    return test_summary("states_parts");
}
