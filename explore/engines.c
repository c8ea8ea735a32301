/* The table of engines: the one place that knows all of them. */
#include <string.h>

#include "explore/check/check.h"

const CheckEngine *const engine_list[] = {&engine_auto, &engine_dpor, &engine_reduced,
                                          &engine_states, &engine_all};
const u32 engine_count = COUNT_OF(engine_list);

const CheckEngine *engine_find(const char *name)
{
    for (u32 i = 0; i < engine_count; i++)
        if (!strcmp(engine_list[i]->name, name))
            return engine_list[i];
    return NULL;
}

const CheckEngine *engine_for(const Program *program, NativeFinder find, u32 bounds)
{
    bounds |= check_all_needs(program, find);
    for (u32 i = 0; i < engine_count; i++)
        if ((engine_list[i]->bounds & bounds) == bounds)
            return engine_list[i];
    return NULL;
}
