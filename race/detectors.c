/* The table of detectors: the one place that knows all of them. */
#include <string.h>

#include "race/core.h"

static void *no_memory(Detector *d)
{
    (void)d;
    return NULL;
}

static void no_end(Detector *d, Goroutine *p)
{
    (void)d;
    (void)p;
}

static const MemoryRules rules_none = {
    .info = {.name = "none", .says = "no detection: the program runs at full speed and unchecked"},
    .create = no_memory,
    .end = no_end,
};

static const MemoryRules *const all_rules[] = {
    &rules_hybrid, &rules_grace,     &rules_grace_full, &rules_grace_aw, &rules_eventset,
    &rules_djit,   &rules_fasttrack, &rules_tsan,       &rules_lockset,  &rules_none,
};

static const MemoryRules *find_rules(const char *name)
{
    for (u32 i = 0; i < COUNT_OF(all_rules); i++)
        if (strcmp(all_rules[i]->info.name, name) == 0)
            return all_rules[i];
    return NULL;
}

const DetectorInfo *detector_list(u32 *count)
{
    static DetectorInfo list[COUNT_OF(all_rules)];
    for (u32 i = 0; i < COUNT_OF(all_rules); i++)
        list[i] = all_rules[i]->info;
    *count = COUNT_OF(all_rules);
    return list;
}

const DetectorInfo *detector_find(const char *name)
{
    const MemoryRules *rules = find_rules(name);
    return rules ? &rules->info : NULL;
}

Detector *detector_new(const char *name, const DetectorConfig *config)
{
    const MemoryRules *rules = find_rules(name);
    return rules ? core_new(rules, config) : NULL;
}
