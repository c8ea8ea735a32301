/* The heap: names of objects, what keeps them alive, and notification of their death. */
#include "tests/unit/vm_machine.h"
#include "vm/ops.h"
#include "vm/region.h"

static VM *vm;
static G goroutine = {.id = 3}, *g = &goroutine;

static void start(VMConfig config)
{
    vm = new_machine(new_program(), config);
    g->alloc_index = 0;
}

static void finish(void)
{
    Program *program = vm->program;
    end_machine(vm);
    program_free(program);
}

static void test_names(void)
{
    start((VMConfig){0});
    char *small = heap_object(vm, g, 24, false), *large = heap_object(vm, g, 1 << 20, true);
    EXPECT(heap_locate(vm, small).object == (3ull << 32 | 0));
    EXPECT(heap_locate(vm, small + 23).offset == 23);
    EXPECT(heap_locate(vm, large).object == (3ull << 32 | 1));
    EXPECT(heap_locate(vm, large + (1 << 20) - 1).offset == (1 << 20) - 1);
    EXPECT(heap_locate(vm, vm->globals + 8).object == 0);
    EXPECT(heap_locate(vm, vm->globals + 8).offset == 8);
    EXPECT(heap_locate(vm, heap_raw(vm, 8, false)).object == ~0ull);
    EXPECT(heap_locate(vm, heap_object(vm, g, 0, false)).object == ~0ull);
    EXPECT(heap_locate(vm, &vm).object == ~0ull);
    finish();
}

static void test_zeroed(void)
{
    start((VMConfig){0});
    bool zero = true;
    for (u32 round = 0; round < 20000; round++) {
        u64 size = 8 + round % 300;
        char *p = heap_object(vm, g, size, round & 1);
        for (u64 i = 0; i < size; i++)
            zero = zero && p[i] == 0;
        memset(p, 0xa5, size);
    }
    EXPECT(zero);
    finish();
}

/* A chain in which each object is reachable only through the last word of the previous one. */
static void test_last_word_is_scanned(void)
{
    start((VMConfig){0});
    u64 *head = NULL;
    for (u64 i = 0; i < 1000; i++) {
        u64 words = 1 + i % 40;
        u64 *p = heap_object(vm, g, words * 8, true);
        p[words - 1] = (u64)head;
        head = p;
    }
    *(u64 **)vm->globals = head;
    head = NULL;
    heap_collect();
    for (u32 i = 0; i < 200000; i++) /* would reuse what was collected wrongly */
        memset(heap_object(vm, g, 8 * (1 + i % 40), true), 1, 8 * (1 + i % 40));
    u64 count = 0;
    for (u64 *p = *(u64 **)vm->globals; p; count++) {
        u64 i = heap_locate(vm, p).object & 0xffffffff;
        p = (u64 *)p[i % 40];
    }
    EXPECT_INT(count, 1000);
    finish();
}

/* ---- deaths ---- */

static u32 forgotten;
static u64 last_forgotten;

static void on_forget(EventSink *sink, u64 object)
{
    (void)sink;
    forgotten++;
    last_forgotten = object;
}

static void allocate_watched(u32 n)
{
    for (u32 i = 0; i < n; i++) {
        void *p = heap_object(vm, g, 40, true);
        heap_watch(vm, (u64 *)p - 1);
    }
}

/* Overwrites what calls have left on the C stack, so that no stale pointer keeps an object
 * alive. */
static void __attribute__((noinline)) wipe_stack(void)
{
    volatile char wipe[16384];
    memset((void *)wipe, 0, sizeof wipe);
}

static void test_forget(void)
{
    EventSink sink = {.calls = &ignore_calls, .forget = on_forget};
    start((VMConfig){.sink = &sink});
    allocate_watched(1000);
    void *kept = heap_object(vm, g, 40, true);
    *(void **)vm->globals = kept;
    u64 name = heap_locate(vm, kept).object;
    heap_watch(vm, (u64 *)kept - 1);
    EXPECT(heap_locate(vm, kept).object == name); /* watching does not change the name */
    wipe_stack();
    forgotten = 0;
    heap_collect();
    EXPECT_INT(forgotten, 0); /* not during a collection */
    heap_report_dead(vm);
    EXPECT(forgotten > 900 && forgotten <= 1000);
    *(void **)vm->globals = kept = NULL;
    wipe_stack();
    heap_collect();
    heap_collect();
    heap_report_dead(vm);
    EXPECT(forgotten <= 1001);
    finish();
}

/* ---- slices ---- */

/* The capacities that gc gives to append([]T(nil)), growing by one and by other amounts. */
static void test_append_capacities(void)
{
    static const struct {
        u64 cap, need, size, want;
    } rows[] = {
        {0, 1, 8, 1},       {1, 2, 8, 2},       {2, 3, 8, 4},          {4, 5, 8, 8},
        {0, 5, 8, 6},       {0, 1, 1, 8},       {8, 9, 1, 16},         {5, 11, 1, 16},
        {256, 257, 8, 512}, {512, 513, 8, 848}, {848, 849, 8, 1280},   {0, 3, 16, 3},
        {3, 4, 24, 6},      {0, 33, 1, 48},     {1024, 1025, 4, 1536}, {0, 5000, 8, 5120},
    };
    for (u32 i = 0; i < COUNT_OF(rows); i++)
        EXPECT_INT(slice_grown_cap(rows[i].cap, rows[i].need, rows[i].size), rows[i].want);
}

/* s[len:] must not point past the end of its array, where another object may be. */
static void test_empty_tail_stays_inside(void)
{
    start((VMConfig){0});
    u64 R[16] = {0};
    u64 *array = heap_object(vm, g, 24, false);
    R[0] = (u64)array;
    R[1] = R[2] = 3;
    R[3] = 3; /* lo */
    Word code[] = {ins(OP_SLICE, 8, 0, 3), word(8 | 1ull << 32)};
    EXPECT(op_slice(vm, g, code, R));
    EXPECT(R[8] == (u64)array && R[9] == 0 && R[10] == 0);
    R[3] = 1;
    EXPECT(op_slice(vm, g, code, R));
    EXPECT(R[8] == (u64)(array + 1) && R[9] == 2 && R[10] == 2);
    finish();
}

/* ---- the region of memory that is copied and put back (vm/region.c) ---- */

/* Objects of such a size until so many bytes are used. */
static void fill_region(Region *region, u64 bytes, u64 until)
{
    while (region->used < until) {
        u64 *object = region_alloc(region, bytes, true, false);
        EXPECT(object && !object[0] && !object[bytes / 8 - 1]);
        if (!object)
            return;
        object[0] = object[bytes / 8 - 1] = ~0ull;
    }
}

static void test_region_bounds(void)
{
    enum { LIMIT = 1 << 20 };
    EXPECT(!region_new(1ull << 62) && !region_new(1ull << 50));
    Region *region = region_new(LIMIT);
    EXPECT(!region_alloc(region, LIMIT, false, false) && !region->used);
    EXPECT(region_alloc(region, LIMIT - REGION_GRANULE, false, false) != NULL);
    EXPECT(!region_alloc(region, 8, false, false) || region->used == region->limit);
    EXPECT(!region_alloc(region, 8, false, false));
    region_free(region);
    region = region_new(1ull << 36); /* more than a header can say of one object */
    EXPECT(!region || !region_alloc(region, 1ull << 34, false, false));
    if (region)
        region_free(region);
}

/* What comes after the bytes that are put back is zero when it is given out again, be it little or
 * much.
 */
static void test_region_reload(void)
{
    enum { LIMIT = 1 << 26, KEPT = 1 << 12, LITTLE = 1 << 16, MUCH = 40 << 20 };
    Region *region = region_new(LIMIT);
    fill_region(region, 1000, KEPT);
    u64 len = region->used;
    u8 *kept = xmalloc(len);
    memcpy(kept, region->base, len);
    for (u32 i = 0; i < 4; i++) {
        fill_region(region, 1000, i % 2 ? MUCH : LITTLE);
        region->base[8] = 77;
        if (i < 2)
            region_reload(region, kept, len);
        else
            region_load(region, kept, len);
        EXPECT(region->used == len && !memcmp(kept, region->base, len));
        region_check(region);
        u64 last = (u64)region->base + len - 1;
        RegionHeader *header = region_header(region, last);
        EXPECT(header->pointers &&
               (u64)header + (u64)header->granules * REGION_GRANULE == last + 1);
    }
    free(kept);
    region_free(region);
}

int main(void)
{
    RUN(test_names);
    RUN(test_zeroed);
    RUN(test_last_word_is_scanned);
    RUN(test_forget);
    RUN(test_append_capacities);
    RUN(test_empty_tail_stays_inside);
    RUN(test_region_bounds);
    RUN(test_region_reload);
    return test_summary("vm_heap");
}
