/* Compares each access with the last ones of other goroutines to the same variable. */
#include "predict/seen.h"

void seen_init(SeenTable *table, const Steps *steps)
{
    table->count = steps->variables;
    table->variables = xcalloc(steps->variables + 1u, sizeof *table->variables);
}

void seen_free(SeenTable *table)
{
    for (u32 i = 0; i < table->count; i++)
        vec_free(&table->variables[i]);
    free(table->variables);
}

static Seen *seen_by(SeenList *list, u32 goroutine)
{
    for (u32 i = 0; i < list->len; i++)
        if (list->data[i].goroutine == goroutine)
            return &list->data[i];
    vec_push(list, (Seen){goroutine, {{NO_STEP, NO_STEP}, {NO_STEP, NO_STEP}}});
    return &vec_last(list);
}

void seen_access(SeenTable *table, const Steps *steps, u32 step, const Clock *clock,
                 Findings *findings)
{
    const RunStep *now = &steps->list.data[step];
    CHECK(is_access(now) && now->object < table->count);
    SeenList *list = &table->variables[now->object];
    for (u32 i = 0; i < list->len; i++) {
        const Seen *seen = &list->data[i];
        if (seen->goroutine == now->goroutine)
            continue;
        u32 known = clock_get(clock, seen->goroutine);
        for (u32 k = 0; k < 4; k++) {
            u32 before = seen->last[k >> 1][k & 1];
            CHECK(before == NO_STEP || before < step);
            if (before != NO_STEP && steps->list.data[before].index >= known &&
                steps_conflict(&steps->list.data[before], now))
                findings_add(findings, steps, before, step);
        }
    }
    seen_by(list, now->goroutine)->last[now->kind == STEP_WRITE][now->atomic] = step;
}
