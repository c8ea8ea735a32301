/* The happens-before sets of states (vm/hb_sets.h), which drop records, compared with plain ones
 * that keep everything: after each of random operations the same accesses race. And equal sets have
 * equal words, whatever their owners were called before. */
#include "base/common.h"
#include "base/rng.h"
#include "tests/unit/test.h"
#include "vm/hb_sets.h"

enum { GOROUTINES = 4, OWNERS = 7, LOCATIONS = 3, KINDS = 4, STEPS = 40, ROUNDS = 600 };

/* The model: which accesses are in whose set. */
typedef struct Model {
    u64 access[STEPS];
    bool in[OWNERS][STEPS];
    u32 count;
} Model;

static HbSets sets, other; /* the second has other names for owners and locations */
static Model model;
static Rng rng;

static HbOwner owner(u32 k)
{
    return k < GOROUTINES ? k + 1 : HB_OWNER(1 << 20, k);
}

/* The other name of the k-th owner: that of the next goroutine or object. */
static HbOwner other_owner(u32 k)
{
    if (k < GOROUTINES)
        return owner((k + 1) % GOROUTINES);
    return owner(GOROUTINES + (k + 1) % (OWNERS - GOROUTINES));
}

static u64 location(u32 k)
{
    return 1 << 16 | k % LOCATIONS;
}

static u64 same_name(void *ctx, u64 name)
{
    (void)ctx;
    return name;
}

static u64 usual_name(void *ctx, u64 name)
{
    (void)ctx;
    for (u32 k = 0; k < OWNERS; k++)
        if (name == other_owner(k))
            return owner(k);
    for (u32 k = 0; k < LOCATIONS; k++)
        if (name == location(k + 1))
            return location(k);
    return name;
}

/* An object that is gone, and a location. */
static u64 name_of_rest(void *ctx, u64 name)
{
    (void)ctx;
    return name == owner(OWNERS - 1) || name == location(0) ? 0 : name;
}

/* ---- operations ---- */

static bool model_race(u32 g, u64 access)
{
    for (u32 i = 0; i < model.count; i++)
        if (model.access[i] >> ACCESS_KIND_BITS == access >> ACCESS_KIND_BITS &&
            access_conflict(model.access[i], access) && !model.in[g][i])
            return true;
    return false;
}

static void access_at(u32 g, u32 where, u32 kind)
{
    u64 access = location(where) << ACCESS_KIND_BITS | kind;
    bool race = model_race(g, access);
    EXPECT(hb_sets_access(&sets, owner(g), access) == race);
    access = location(where + 1) << ACCESS_KIND_BITS | kind;
    EXPECT(hb_sets_access(&other, other_owner(g), access) == race);
    model.access[model.count] = location(where) << ACCESS_KIND_BITS | kind;
    for (u32 k = 0; k < OWNERS; k++)
        model.in[k][model.count] = k == g;
    model.count++;
}

static void join(u32 to, u32 from)
{
    hb_sets_join(&sets, owner(to), owner(from));
    hb_sets_join(&other, other_owner(to), other_owner(from));
    for (u32 i = 0; i < model.count; i++)
        model.in[to][i] |= model.in[from][i];
}

static void assign(u32 to, u32 from)
{
    hb_sets_assign(&sets, owner(to), owner(from));
    hb_sets_assign(&other, other_owner(to), other_owner(from));
    memcpy(model.in[to], model.in[from], sizeof model.in[to]);
}

static void exchange(u32 g, u32 object)
{
    hb_sets_exchange(&sets, owner(g), owner(object));
    hb_sets_exchange(&other, other_owner(g), other_owner(object));
    for (u32 i = 0; i < model.count; i++) {
        bool mine = model.in[g][i];
        model.in[g][i] |= model.in[object][i];
        model.in[object][i] = mine;
    }
}

static void forget(u32 object)
{
    hb_sets_forget(&sets, owner(object));
    hb_sets_forget(&other, other_owner(object));
    memset(model.in[object], 0, sizeof model.in[object]);
}

static void normalize(void)
{
    u32 goroutines = rng_below(&rng, 2) ? GOROUTINES : 0;
    hb_sets_normalize(&sets, same_name, NULL, goroutines);
    hb_sets_normalize(&other, same_name, NULL, goroutines);
}

static void random_step(void)
{
    u32 g = (u32)rng_below(&rng, GOROUTINES), any = (u32)rng_below(&rng, OWNERS);
    u32 object = GOROUTINES + (u32)rng_below(&rng, OWNERS - GOROUTINES);
    switch (rng_below(&rng, 10)) {
    case 0: join(g, any == g ? object : any); break;
    case 1: join(object, g); break;
    case 2: assign(object, any == object ? g : any); break;
    case 3: exchange(g, object); break;
    case 4: forget(object); break;
    case 5: normalize(); break;
    default: access_at(g, (u32)rng_below(&rng, LOCATIONS), (u32)rng_below(&rng, KINDS)); break;
    }
}

/* ---- comparison ---- */

static void expect_same_races(void)
{
    for (u32 g = 0; g < GOROUTINES; g++)
        for (u32 i = 0; i < LOCATIONS * KINDS; i++) {
            u64 access = location(i / KINDS) << ACCESS_KIND_BITS | i % KINDS;
            EXPECT(hb_sets_race(&sets, owner(g), access) == model_race(g, access));
        }
}

static void expect_equal_sets(void)
{
    for (u32 a = 0; a < OWNERS; a++)
        for (u32 b = 0; b < a; b++)
            if (!memcmp(model.in[a], model.in[b], model.count))
                EXPECT(hb_sets_equal(&sets, owner(a), owner(b)));
}

static void expect_equal_words(void)
{
    hb_sets_normalize(&sets, same_name, NULL, GOROUTINES);
    hb_sets_normalize(&other, usual_name, NULL, GOROUTINES);
    EXPECT_INT(other.words.len, sets.words.len);
    EXPECT(!sets.words.len ||
           !memcmp(other.words.data, sets.words.data, sets.words.len * sizeof(u64)));
}

/* The model of a program in which the last object and the first location are gone. */
static void drop_some(void)
{
    hb_sets_normalize(&sets, name_of_rest, NULL, 0);
    memset(model.in[OWNERS - 1], 0, sizeof model.in[0]);
    for (u32 i = 0; i < model.count; i++)
        if (model.access[i] >> ACCESS_KIND_BITS == location(0))
            model.access[i] = 0;
}

static void test_random(void)
{
    for (u32 round = 0; round < ROUNDS && test_ok; round++) {
        model.count = 0;
        rng.state = round;
        for (u32 i = 0; i < STEPS; i++) {
            random_step();
            expect_same_races();
            expect_equal_sets();
        }
        expect_equal_words();
        expect_same_races();
        drop_some();
        expect_same_races();
        hb_sets_free(&sets);
        hb_sets_free(&other);
        sets = other = (HbSets){0};
    }
}

static void test_not_equal(void)
{
    u64 access = location(0) << ACCESS_KIND_BITS | ACCESS_WRITE;
    EXPECT(hb_sets_equal(&sets, owner(0), owner(1)));
    hb_sets_access(&sets, owner(0), access);
    EXPECT(!hb_sets_equal(&sets, owner(0), owner(1)));
    hb_sets_free(&sets);
}

/* Accesses that race with none, in the order of their goroutines and in another one: the words are
 * the same. */
static void expect_any_order(u32 locations, u64 kind)
{
    for (u32 i = 0; i < GOROUTINES; i++) {
        u32 k = (i * 3 + 1) % GOROUTINES;
        u64 one = 1 << 16 | i % locations, another = 1 << 16 | k % locations;
        EXPECT(!hb_sets_access(&sets, owner(i), one << ACCESS_KIND_BITS | kind));
        EXPECT(!hb_sets_access(&other, owner(k), another << ACCESS_KIND_BITS | kind));
    }
    hb_sets_normalize(&sets, same_name, NULL, 0);
    hb_sets_normalize(&other, same_name, NULL, 0);
    EXPECT(sets.words.len > 0);
    EXPECT_INT(other.words.len, sets.words.len);
    EXPECT(!memcmp(other.words.data, sets.words.data, sets.words.len * sizeof(u64)));
    hb_sets_free(&sets);
    hb_sets_free(&other);
    sets = other = (HbSets){0};
}

static void test_any_order(void)
{
    expect_any_order(GOROUTINES, ACCESS_WRITE);
    expect_any_order(1, 0);
    expect_any_order(2, 0);
}

int main(void)
{
    RUN(test_random);
    RUN(test_any_order);
    RUN(test_not_equal);
    return test_summary("hb_sets");
}
