/* Compares each access with the last ones of other goroutines to the same variable. If the last
 * access at a place comes before, so do all earlier ones of that goroutine: for each two places
 * that race there is a pair among the last. */
#include "predict/seen.h"

void seen_init(SeenTable *table, const Steps *steps)
{
    table->count = steps->variables;
    table->variables = xcalloc(steps->variables, sizeof *table->variables);
}

void seen_free(SeenTable *table)
{
    for (u32 i = 0; i < table->count; i++) {
        for (u32 k = 0; k < table->variables[i].len; k++)
            vec_free(&table->variables[i].data[k].last);
        vec_free(&table->variables[i]);
    }
    free(table->variables);
}

static Seen *seen_by(SeenList *list, u32 goroutine)
{
    for (u32 i = 0; i < list->len; i++)
        if (list->data[i].goroutine == goroutine)
            return &list->data[i];
    vec_push(list, (Seen){.goroutine = goroutine});
    return &vec_last(list);
}

static bool same_place(const Steps *steps, u32 a, u32 b)
{
    return steps->list.data[a].atomic == steps->list.data[b].atomic &&
           race_place(steps, a) == race_place(steps, b);
}

/* Enters the step as the last of its place; true if another place was forgotten for it. */
static bool enter(StepList *last, const Steps *steps, u32 step)
{
    u32 at = last->len;
    while (at > 0 && !same_place(steps, last->data[at - 1], step))
        at--;
    bool forgets = at == 0 && last->len == SEEN_PLACES;
    if (at > 0 || forgets) {
        at -= at > 0;
        memmove(&last->data[at], &last->data[at + 1], (last->len - at - 1) * sizeof *last->data);
        last->len--;
    }
    vec_push(last, step);
    return forgets;
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
        for (u32 k = seen->last.len; k-- > 0;) {
            u32 before = seen->last.data[k];
            CHECK(before < step);
            if (steps->list.data[before].index < known)
                break; /* as do those before it */
            if (steps_conflict(&steps->list.data[before], now))
                findings_add(findings, steps, before, step);
        }
    }
    findings->incomplete |= enter(&seen_by(list, now->goroutine)->last, steps, step);
}
