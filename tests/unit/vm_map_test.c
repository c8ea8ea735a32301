/* Maps compared with a naive model: random operations, iteration while the map changes, unusual
 * keys. */
#include <math.h>

#include "tests/unit/vm_machine.h"
#include "vm/mem.h"
#include "vm/string.h"

static VM *vm;
static G goroutine = {.id = 1}, *g = &goroutine;
static Rng rng;

static RType int_map = {.kind = RK_MAP, .key = &int_type, .elem = &int_type};
static RType float_map = {.kind = RK_MAP, .key = &float_type, .elem = &int_type};
static RType string_map = {.kind = RK_MAP, .key = &string_type, .elem = &int_type};
static RType pair_type = {.kind = RK_ARRAY,
                          .flags = RT_COMPARABLE | RT_MEM_EQUAL,
                          .elem = &int_type,
                          .len = 2,
                          .align = 8,
                          .slots = 2,
                          .size = 16,
                          .text = "[2]int"};
static RType pair_map = {.kind = RK_MAP, .key = &pair_type, .elem = &int_type};

static void start(void)
{
    vm = new_machine(new_program(), (VMConfig){0});
    rng.state = 42;
}

static void finish(void)
{
    Program *program = vm->program;
    end_machine(vm);
    program_free(program);
}

/* The model: keys below KEYS, each present or not. */
enum { KEYS = 300 };

typedef struct Model {
    bool present[KEYS];
    u64 value[KEYS];
    u64 count;
} Model;

/* Key number k as slots: an integer, its decimal text, or two numbers. */
static const u64 *key_slots(const RType *map, u64 k, u64 *slots)
{
    static char texts[KEYS][8];
    if (map->key == &int_type) {
        slots[0] = k * 0x9e3779b97f4a7c15ULL;
    } else if (map->key == &pair_type) {
        slots[0] = k / 20;
        slots[1] = k % 20;
    } else {
        snprintf(texts[k], sizeof texts[k], "k%u", (unsigned)k);
        string_make(vm, slots, texts[k], strlen(texts[k]));
    }
    return slots;
}

static u64 key_number(const RType *map, const u64 *slots)
{
    if (map->key == &int_type)
        return slots[0] * 0xf1de83e19937733dULL; /* inverse of the multiplier above */
    return strtoull((const char *)slots[0] + 1, NULL, 10);
}

static void change(GMap *map, const RType *type, Model *model)
{
    bool panicked;
    u64 slots[2], k = rng_below(&rng, KEYS);
    const u64 *key = key_slots(type, k, slots);
    if (rng_below(&rng, 5) < 3) {
        model->count += !model->present[k];
        model->present[k] = true;
        model->value[k] = rng_next(&rng);
        *gmap_put(vm, g, map, key, &panicked) = model->value[k];
    } else {
        model->count -= model->present[k];
        model->present[k] = false;
        gmap_delete(vm, g, map, key, &panicked);
    }
}

static bool agrees(GMap *map, const RType *type, const Model *model)
{
    bool panicked;
    for (u64 k = 0; k < KEYS; k++) {
        u64 slots[2], *value = gmap_get(vm, g, map, key_slots(type, k, slots), &panicked);
        if ((value != NULL) != model->present[k] || (value && *value != model->value[k]))
            return false;
    }
    return gmap_len(map) == model->count;
}

static void random_operations(RType *type)
{
    Model model = {0};
    GMap *map = gmap_new(vm, g, type, 0);
    for (u32 i = 0; i < 20000; i++) {
        change(map, type, &model);
        if (i % 97 == 0)
            EXPECT(agrees(map, type, &model));
        if (rng_below(&rng, 4000) == 0) {
            gmap_clear(vm, map);
            model = (Model){0};
        }
    }
    EXPECT(agrees(map, type, &model));
}

static void test_random_operations(void)
{
    start();
    random_operations(&int_map);
    random_operations(&string_map);
    random_operations(&pair_map);
    finish();
}

/* An iteration during which the map changes: it must yield no key twice unless it was inserted
 * again, no absent key, and every key that was present from beginning to end. */
static void iterate_while_changing(GMap *map, RType *type, Model *model)
{
    u32 seen[KEYS] = {0}, puts[KEYS] = {0};
    bool steady[KEYS];
    memcpy(steady, model->present, sizeof steady);
    GMapIter *iter = gmap_iter(vm, map);
    const u64 *key;
    u64 *value;
    while (gmap_next(vm, iter, &key, &value)) {
        u64 k = key_number(type, key);
        EXPECT(k < KEYS && model->present[k] && *value == model->value[k]);
        EXPECT(++seen[k] <= 1 + puts[k]);
        for (u32 n = rng_below(&rng, 4); n; n--) {
            Model before = *model;
            change(map, type, model);
            for (u32 i = 0; i < KEYS; i++) {
                steady[i] = steady[i] && model->present[i];
                puts[i] += model->present[i] && !before.present[i];
            }
        }
    }
    for (u32 i = 0; i < KEYS; i++)
        EXPECT(!steady[i] || seen[i]);
}

static u32 any_choice(Chooser *self, const Choice *choice)
{
    (void)self;
    return rng_below(&rng, choice->options);
}

static void test_iteration(void)
{
    start();
    Chooser random = {.pick = any_choice, .slice = 1000};
    for (u32 round = 0; round < 400; round++) {
        RType *type = round & 1 ? &int_map : &string_map;
        vm->chooser = round % 4 < 2 ? &in_order : &random;
        Model model = {0};
        GMap *map = gmap_new(vm, g, type, round % 7);
        for (u32 i = rng_below(&rng, 400); i; i--)
            change(map, type, &model);
        iterate_while_changing(map, type, &model);
    }
    finish();
}

static void test_insertion_order(void)
{
    start();
    GMap *map = gmap_new(vm, g, &int_map, 0);
    bool panicked;
    for (u64 i = 0; i < 1000; i++)
        *gmap_put(vm, g, map, &(u64){1000 - i}, &panicked) = i;
    GMapIter *iter = gmap_iter(vm, map);
    const u64 *key;
    u64 *value, next = 0;
    while (gmap_next(vm, iter, &key, &value)) {
        EXPECT(*value == next && *key == 1000 - next);
        next++;
    }
    EXPECT_INT(next, 1000);
    finish();
}

/* NaN equals nothing, so each insertion adds an entry that only iteration finds; +0 and -0 are
 * equal keys. */
static void test_float_keys(void)
{
    start();
    GMap *map = gmap_new(vm, g, &float_map, 0);
    bool panicked;
    u64 nan = float_slot(NAN), zero = float_slot(0.0), minus = float_slot(-0.0);
    for (u64 i = 0; i < 20; i++)
        *gmap_put(vm, g, map, &nan, &panicked) = i;
    EXPECT_INT(gmap_len(map), 20);
    EXPECT(!gmap_get(vm, g, map, &nan, &panicked));
    gmap_delete(vm, g, map, &nan, &panicked);
    EXPECT_INT(gmap_len(map), 20);
    *gmap_put(vm, g, map, &zero, &panicked) = 5;
    EXPECT(gmap_get(vm, g, map, &minus, &panicked) && gmap_len(map) == 21);
    u32 found = 0;
    const u64 *key;
    u64 *value;
    GMapIter *iter = gmap_iter(vm, map);
    while (gmap_next(vm, iter, &key, &value))
        found++;
    EXPECT_INT(found, 21);
    gmap_clear(vm, map);
    EXPECT_INT(gmap_len(map), 0);
    finish();
}

/* for len(m) > 0 { for k := range m { delete(m, k); break } } must not scan deleted entries
 * again. */
static void test_queue_use_is_fast(void)
{
    start();
    GMap *map = gmap_new(vm, g, &int_map, 0);
    bool panicked;
    for (u64 i = 0; i < 200000; i++)
        *gmap_put(vm, g, map, &i, &panicked) = i;
    const u64 *key;
    u64 *value, sum = 0;
    while (gmap_len(map)) {
        GMapIter *iter = gmap_iter(vm, map);
        EXPECT(gmap_next(vm, iter, &key, &value));
        sum += *value;
        u64 k = *key;
        gmap_delete(vm, g, map, &k, &panicked);
    }
    EXPECT_INT(sum, 199999ull * 100000);
    finish();
}

/* Else a map would be a list. */
static void test_hashes_differ(void)
{
    start();
    const RType *maps[] = {&int_map, &string_map, &pair_map};
    for (u32 i = 0; i < COUNT_OF(maps); i++) {
        Map hashes = {0};
        bool panicked = false;
        for (u64 k = 0; k < KEYS; k++) {
            u64 slots[2];
            key_slots(maps[i], k, slots);
            *map_put(&hashes, value_hash(vm, g, slots, maps[i]->key, &panicked) | 1) = 1;
        }
        EXPECT(hashes.count == KEYS && !panicked);
        map_free(&hashes);
    }
    finish();
}

int main(void)
{
    RUN(test_random_operations);
    RUN(test_iteration);
    RUN(test_insertion_order);
    RUN(test_float_keys);
    RUN(test_queue_use_is_fast);
    RUN(test_hashes_differ);
    return test_summary("vm_map");
}
