/* Natives of package testing. */
#include <regex.h>

#include "base/arena.h"
#include "stdlib/native.h"

/* An unreadable pattern matches nothing; gol test has said so before. */
static bool matches(const char *pattern, const char *name)
{
    regex_t regex;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB))
        return false;
    bool found = regexec(&regex, name, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

NATIVE(testing_match)
{
    Arena arena = {0};
    Str pattern = slot_str(args), name = slot_str(args + 2);
    args[0] = matches(arena_strndup(&arena, pattern.ptr, pattern.len),
                      arena_strndup(&arena, name.ptr, name.len));
    arena_free(&arena);
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
    args[0] = heap_total_bytes();
    return NATIVE_DONE;
}

NATIVE(testing_heap_allocs)
{
    args[0] = heap_total_allocs(vm);
    return NATIVE_DONE;
}

const NativeDef natives_testing[] = {
    {"testing.match", testing_match},
    {"testing.races", testing_races},
    {"testing.steps", testing_steps},
    {"testing.heapBytes", testing_heap_bytes},
    {"testing.heapAllocs", testing_heap_allocs},
    {NULL, NULL},
};
