/* Which accesses to objects that a goroutine has just made the filter drops (vm/filter.h). */
#include <stdlib.h>

#include "cli/load.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"
#include "tests/unit/test.h"
#include "vm/filter.h"

typedef struct Counts {
    EventSink sink;
    u32 writes, acquires;
    u64 known; /* locations whose accesses the filter drops in line at the end */
} Counts;

static void count(EventSink *sink, const Event *event)
{
    Counts *counts = (Counts *)sink;
    counts->writes += event->kind == EV_WRITE && event->sub == SYNC_NONE;
    counts->acquires += event->kind == EV_ACQUIRE;
}

static u64 known_locations(const Seen *seen)
{
    u64 known = 0;
    for (u64 i = 0; i <= seen->mask; i++)
        known += (u64)__builtin_popcountll(seen->line[i].read & seen->line[i].write);
    return known;
}

/* What of the program's events remains. */
static Counts run(const char *text, JitMode jit)
{
    Counts counts = {.sink = record_sink(WANT_ACCESS, count)};
    Loaded loaded;
    Options options = {.go_minor = 23};
    load_begin(&loaded, "new.go", &options);
    load_text(&loaded, "new.go", text);
    EXPECT(load_finish(&loaded, &options, 3));
    Chooser *chooser = chooser_fifo();
    VMConfig config = {.chooser = chooser,
                       .sink = &counts.sink,
                       .find_native = stdlib_find_native,
                       .jit = jit,
                       .max_steps = 1000000};
    VM *vm = vm_new(loaded.program, &config);
    vm_run(vm);
    EXPECT_INT(vm->outcome.kind, VERDICT_CLEAN);
    counts.known = known_locations(vm->seen);
    vm_free(vm);
    chooser->free(chooser);
    load_free(&loaded);
    return counts;
}

/* A loop of which the locks are left out does not make old what was made before it. */
static void test_kept_lock(void)
{
    static const char text[] = "package main\n"
                               "import \"sync\"\n"
                               "var mu sync.Mutex\n"
                               "var wg sync.WaitGroup\n"
                               "func main() {\n"
                               "	wg.Add(1)\n"
                               "	go wg.Done()\n"
                               "	wg.Wait()\n"
                               "	a := make([]int, 1000)\n"
                               "	for i := range a {\n"
                               "		mu.Lock()\n"
                               "		a[i] = i\n"
                               "		mu.Unlock()\n"
                               "	}\n"
                               "}\n";
    static const JitMode modes[] = {JIT_HOT, JIT_OFF, JIT_ALL};
    for (u32 i = 0; i < COUNT_OF(modes); i++) {
        Counts counts = run(text, modes[i]);
        EXPECT(counts.writes < 10);
        EXPECT(counts.acquires < 10);
    }
}

/* One access to a new object is enough for all that is in the same line. */
static void test_whole_lines(void)
{
    static const char text[] = "package main\n"
                               "import \"sync\"\n"
                               "var wg sync.WaitGroup\n"
                               "func main() {\n"
                               "	wg.Add(1)\n"
                               "	go wg.Done()\n"
                               "	wg.Wait()\n"
                               "	a := make([]byte, 4096)\n"
                               "	for i := 0; i < len(a); i += 64 {\n"
                               "		a[i] = 1\n"
                               "	}\n"
                               "}\n";
    static const JitMode modes[] = {JIT_HOT, JIT_OFF, JIT_ALL};
    for (u32 i = 0; i < COUNT_OF(modes); i++) {
        Counts counts = run(text, modes[i]);
        EXPECT_INT(counts.writes, 0);
        EXPECT(counts.known > 4000);
    }
}

/* What a conversion makes is as new as what make does. */
static void test_conversions(void)
{
    static const char text[] = "package main\n"
                               "import \"sync\"\n"
                               "var wg sync.WaitGroup\n"
                               "var text = \"a text of twenty runes\"\n"
                               "func main() {\n"
                               "	wg.Add(1)\n"
                               "	go wg.Done()\n"
                               "	wg.Wait()\n"
                               "	runes := []rune(text)\n"
                               "	runes[0] = 'A'\n"
                               "}\n";
    EXPECT(run(text, JIT_OFF).known > 80);
}

int main(void)
{
    RUN(test_kept_lock);
    RUN(test_whole_lines);
    RUN(test_conversions);
    return test_summary("filter_new");
}
