/* Whether the edges of a graph have a cycle (explore/states/cycle.c), on random graphs, compared
 * with a search in depth; that words of states mean the same after a journey
 * (explore/states/portable.c); and which states a store has, beside a plain list. */
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

/* ---- states that have been seen ---- */

enum { PUTS = 3000, PARTS = 3, PART_BYTES = 40, VALUES = 9 };

/* The first two parts are a group. */
static const u32 groups[] = {0, 2};

/* What a part is filled with: all bytes of a state are known by three numbers. */
typedef struct Filled {
    u32 value[PARTS];
} Filled;

static void fill(u8 (*bytes)[PART_BYTES], StatePart *parts, const Filled *with)
{
    for (u32 i = 0; i < PARTS; i++) {
        memset(bytes[i], (int)(with->value[i] * 7 + i), PART_BYTES);
        parts[i] = (StatePart){bytes[i], PART_BYTES - with->value[i], 0};
    }
}

static u32 index_of(const Filled *all, u32 count, const Filled *one)
{
    u32 i = 0;
    while (i < count && memcmp(&all[i], one, sizeof *one) != 0)
        i++;
    return i;
}

/* Random states, many of them again and again. Parts are said to be the same as those of the state
 * before where they are. What the store says that it takes grows by what states need. */
static void put_states(Store *store)
{
    u64 early = 0;
    u8 bytes[PARTS][PART_BYTES];
    StatePart parts[PARTS];
    Filled *seen = xcalloc(PUTS, sizeof *seen), before = {0};
    u32 count = 0, base = 0;
    for (u32 n = 0; n < PUTS; n++) {
        Filled state = before;
        state.value[rng_below(&rng, PARTS)] = (u32)rng_below(&rng, VALUES);
        fill(bytes, parts, &state);
        for (u32 i = 0; n && i < PARTS; i++)
            if (state.value[i] == before.value[i])
                parts[i] = (StatePart){.len = parts[i].len, .same = i + 1};
        u32 want = index_of(seen, count, &state), id;
        if (store_is_compact(store) && n)
            store_base(store, store_hashes(store)->data, PARTS);
        EXPECT(store_put(store, &(Snapshot){parts, PARTS, groups, COUNT_OF(groups)}, base, &id) ==
               (want == count));
        EXPECT_INT(id, want);
        if (!store_is_compact(store)) {
            EXPECT(!store_put_groups(store, store_last_groups(store), &id));
            EXPECT_INT(id, want);
        }
        seen[want] = before = state;
        base = id;
        count += want == count;
        early = n ? early : store_memory(store);
    }
    if (!store_is_compact(store))
        EXPECT(store_memory(store) >= early + count * sizeof(u64));
    EXPECT_INT(store_count(store), count);
    EXPECT(count > 300 && count < PUTS);
    free(seen);
}

static void test_store(void)
{
    for (u32 compact = 0; compact < 2; compact++) {
        Store *store = store_new(compact);
        put_states(store);
        EXPECT(store_memory(store) >= store_count(store) * sizeof(u64));
        EXPECT(store_memory(store) < 1 << 20);
        if (!compact)
            for (u32 i = 0; i < PARTS; i++) {
                StatePart part = store_part(store, store_parts(store, 0).parts->data[i]);
                EXPECT_INT(part.bytes[0] % 7, i);
                EXPECT_INT(part.len, PART_BYTES - part.bytes[0] / 7);
            }
        store_free(store);
    }
}

int main(void)
{
    RUN(test_store);
    RUN(test_random);
    RUN(test_journey);
    return test_summary("states_parts");
}
