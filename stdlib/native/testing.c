/* Natives of package testing and testing/synctest. */
#include "base/name_pattern.h"
#include "stdlib/native/native.h"
#include "vm/timer.h"

NATIVE(testing_match)
{
    Str pattern = slot_str(args), name = slot_str(args + 2);
    size_t size = pattern.len + name.len + 2;
    char place[200], *text = size <= sizeof place ? place : xmalloc(size);
    char *second = text + pattern.len + 1;
    snprintf(text, pattern.len + 1, "%.*s", (int)pattern.len, pattern.ptr);
    snprintf(second, name.len + 1, "%.*s", (int)name.len, name.ptr);
    args[0] = name_match(text, second);
    if (text != place)
        free(text);
    return NATIVE_DONE;
}

NATIVE(testing_testing)
{
    args[0] = vm->program->is_test;
    return NATIVE_DONE;
}

/* func begin() (pattern string) */
NATIVE(testing_begin)
{
    const char *pattern = vm->config.test_pattern ? vm->config.test_pattern : "";
    vm->testing = true;
    string_make(vm, args, pattern, strlen(pattern));
    return NATIVE_DONE;
}

NATIVE(testing_apart)
{
    vm_output_apart(vm, args[0]);
    return NATIVE_DONE;
}

NATIVE(testing_races)
{
    args[0] = vm->races;
    return NATIVE_DONE;
}

NATIVE(testing_steps)
{
    args[0] = vm->steps;
    return NATIVE_DONE;
}

NATIVE(testing_heap_bytes)
{
    args[0] = heap_total_bytes(vm);
    return NATIVE_DONE;
}

NATIVE(testing_heap_allocs)
{
    args[0] = heap_total_allocs(vm);
    return NATIVE_DONE;
}

/* ---- synctest ---- */

/* func enter(bubble *int) (outer *int) */
NATIVE(synctest_enter)
{
    void *outer = vm->time.bubble;
    vm->time.bubble = (void *)args[0];
    /* converts between outer and inner time, in both directions */
    vm->time.bubble_time = vm->time.now - vm->time.bubble_time;
    args[0] = (u64)outer;
    return NATIVE_DONE;
}

/* func idle() (inside, yes bool). Whether all other goroutines are blocked. Waiting for that
 * synchronises with them: the caller acquires what they did. Goroutines that have ended released
 * theirs in goro_end. */
NATIVE(synctest_idle)
{
    args[0] = vm->time.bubble != NULL;
    args[1] = vm->sched.runnable == 0;
    if (!args[0] || !args[1] || !vm->sink)
        return NATIVE_DONE;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i] != g)
            track_sync(vm, vm->sched.all.data[i], EV_RELEASE_MERGE, SYNC_OTHER, vm->time.bubble,
                       false);
    track_sync(vm, g, EV_ACQUIRE, SYNC_OTHER, vm->time.bubble, false);
    return NATIVE_DONE;
}

NATIVE(synctest_next_timer)
{
    args[0] = (u64)timers_next(vm);
    return NATIVE_DONE;
}

const NativeDef natives_synctest[] = {
    ROW("testing/synctest.enter", synctest_enter, IDLE),
    ROW("testing/synctest.idle", synctest_idle, IDLE),
    ROW("testing/synctest.nextTimer", synctest_next_timer, IDLE),
    ROW_END,
};

const NativeDef natives_testing[] = {
    ROW("testing.match", testing_match, NONE),
    ROW("testing.Testing", testing_testing, NONE),
    ROW("testing.begin", testing_begin, NONE),
    ROW("testing.apart", testing_apart, OUTPUT),
    ROW("testing.races", testing_races, MEASURE),
    ROW("testing.steps", testing_steps, MEASURE),
    ROW("testing.heapBytes", testing_heap_bytes, MEASURE),
    ROW("testing.heapAllocs", testing_heap_allocs, MEASURE),
    ROW_END,
};
