/* Compares each access with the last ones of other goroutines to the same variable. If the last
 * access at a place comes before, so do all earlier ones of that goroutine: for each two places
 * that race there is a pair among the last. And where the last access of all came after all others,
 * what comes after it does too. */
#include "predict/seen.h"

void seen_free(SeenTable *table)
{
    for (u32 i = 0; i < table->variables.len; i++) {
        SeenVariable *variable = &table->variables.data[i];
        for (u32 k = 0; k < variable->by.len; k++)
            vec_free(&variable->by.data[k].last);
        vec_free(&variable->by);
    }
    vec_free(&table->variables);
}

void seen_visit(SeenTable *table, VisitStep visit, void *ctx)
{
    for (u32 i = 0; i < table->variables.len; i++) {
        SeenVariable *variable = &table->variables.data[i];
        for (u32 k = 0; k < variable->by.len; k++) {
            Seen *seen = &variable->by.data[k];
            for (u32 n = 0; n < seen->last.len; n++)
                visit(ctx, &seen->last.data[n].step);
        }
    }
}

static Seen *seen_by(SeenVariable *variable, u32 goroutine)
{
    for (u32 i = 0; i < variable->by.len; i++)
        if (variable->by.data[i].goroutine == goroutine)
            return &variable->by.data[i];
    vec_push(&variable->by, (Seen){.goroutine = goroutine});
    return &vec_last(&variable->by);
}

static bool conflict(u64 place, u64 other)
{
    return ((place | other) >> 1 & 1) && !(place & other & 1);
}

/* Enters the access as the last of its place; true if another place was forgotten for it. */
static bool enter(Seen *seen, SeenAccess now)
{
    u32 at = seen->last.len;
    while (at > 0 && seen->last.data[at - 1].place != now.place)
        at--;
    bool forgets = at == 0 && seen->last.len == SEEN_PLACES;
    if (at > 0 || forgets) {
        SeenAccess *old = &seen->last.data[at - (at > 0)];
        memmove(old, old + 1, (char *)&seen->last.data[seen->last.len] - (char *)(old + 1));
        seen->last.len--;
    }
    vec_push(&seen->last, now);
    return forgets;
}

/* Adds the pairs with the accesses of that goroutine from `known` on; true if there are such
 * accesses, conflicting or not. */
static bool compare(const Seen *seen, u32 known, SeenAccess now, const Steps *steps,
                    Findings *findings)
{
    u32 k = seen->last.len;
    for (; k > 0 && seen->last.data[k - 1].index >= known; k--)
        if (conflict(seen->last.data[k - 1].place, now.place))
            findings_add(findings, steps, seen->last.data[k - 1].step, now.step);
    return k < seen->last.len;
}

/* Whether what is known includes all accesses to the variable, as those of others were known at the
 * last of them. */
static bool knows_last(const SeenVariable *variable, u32 goroutine, const Clock *clock)
{
    return variable->by.len == 0 ||
           (variable->after_all && (variable->goroutine == goroutine ||
                                    variable->index < clock_get(clock, variable->goroutine)));
}

void seen_access(SeenTable *table, const Steps *steps, u32 step, const Clock *clock,
                 Findings *findings)
{
    const RunStep *now = &steps->list.data[step];
    CHECK(is_access(now));
    vec_extend(&table->variables, now->object + 1);
    SeenVariable *variable = &table->variables.data[now->object];
    SeenAccess access = {race_place(steps, step) << 1 | now->atomic, step, now->index};
    bool after_all = true;
    if (!knows_last(variable, now->goroutine, clock))
        for (u32 i = 0; i < variable->by.len; i++) {
            const Seen *seen = &variable->by.data[i];
            u32 known = clock_get(clock, seen->goroutine);
            if (seen->goroutine != now->goroutine)
                after_all &= !compare(seen, known, access, steps, findings);
        }
    findings->incomplete |= enter(seen_by(variable, now->goroutine), access);
    variable->goroutine = now->goroutine;
    variable->index = now->index;
    variable->after_all = after_all;
}
