/* Compares each access with the last ones of other goroutines to the same variable. If the last
 * access at a place comes before, so do all earlier ones of that goroutine: for each two places
 * that race there is a pair among the last. And where some access came after all reads, or all
 * writes, what comes after it does too. Reads are not compared with reads, nor atomic accesses with
 * such, so what many goroutines read, or a lock, costs no more for each of them. */
#include "predict/seen.h"

static void free_kind(SeenKind *kind)
{
    for (u32 k = 0; k < kind->by.len; k++)
        vec_free(&kind->by.data[k].last);
    vec_free(&kind->by);
}

void seen_free(SeenTable *table)
{
    for (u32 i = 0; i < table->variables.len; i++)
        for (u32 k = 0; k < 2; k++)
            free_kind(&table->variables.data[i].kinds[k]);
    vec_free(&table->variables);
}

static void visit_kind(SeenKind *kind, VisitStep visit, void *ctx)
{
    for (u32 k = 0; k < kind->by.len; k++) {
        Seen *seen = &kind->by.data[k];
        for (u32 n = 0; n < seen->last.len; n++)
            visit(ctx, &seen->last.data[n].step);
    }
}

void seen_visit(SeenTable *table, VisitStep visit, void *ctx)
{
    for (u32 i = 0; i < table->variables.len; i++)
        for (u32 k = 0; k < 2; k++)
            visit_kind(&table->variables.data[i].kinds[k], visit, ctx);
}

/* Those of the goroutine; made if there are none yet. */
static Seen *seen_by(SeenKind *kind, u32 goroutine)
{
    u32 low = 0, high = kind->by.len;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (kind->by.data[middle].goroutine < goroutine)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < kind->by.len && kind->by.data[low].goroutine == goroutine)
        return &kind->by.data[low];
    vec_push(&kind->by, (Seen){0});
    Seen *at = &kind->by.data[low];
    memmove(at + 1, at, (kind->by.len - 1 - low) * sizeof *at);
    *at = (Seen){.goroutine = goroutine};
    return at;
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

/* Whether what is known includes all of them, as those of others were known at one access. */
static bool knows_all(const SeenKind *kind, u32 goroutine, const Clock *clock)
{
    return kind->by.len == 0 ||
           (kind->after_all &&
            (kind->goroutine == goroutine || kind->index < clock_get(clock, kind->goroutine)));
}

/* The access came after all of them, or not. */
static void set_last(SeenKind *kind, const RunStep *now, bool after_all)
{
    kind->goroutine = now->goroutine;
    kind->index = now->index;
    kind->after_all = after_all;
}

/* Adds the pairs with accesses of that kind. */
static void compare_all(SeenKind *kind, SeenAccess access, const Steps *steps, const Clock *clock,
                        Findings *findings)
{
    const RunStep *now = &steps->list.data[access.step];
    if ((now->atomic && !kind->plain) || knows_all(kind, now->goroutine, clock))
        return;
    bool after_all = true;
    for (u32 i = 0; i < kind->by.len; i++) {
        const Seen *seen = &kind->by.data[i];
        if (seen->goroutine != now->goroutine)
            after_all &= !compare(seen, clock_get(clock, seen->goroutine), access, steps, findings);
    }
    if (after_all)
        set_last(kind, now, true);
}

void seen_access(SeenTable *table, const Steps *steps, u32 step, const Clock *clock,
                 Findings *findings)
{
    const RunStep *now = &steps->list.data[step];
    CHECK(is_access(now));
    vec_extend(&table->variables, now->object + 1);
    SeenKind *kinds = table->variables.data[now->object].kinds;
    SeenKind *own = &kinds[now->kind == STEP_WRITE];
    SeenAccess access = {race_place(steps, step) << 1 | now->atomic, step, now->index};
    if (now->kind == STEP_WRITE)
        compare_all(&kinds[0], access, steps, clock, findings);
    compare_all(&kinds[1], access, steps, clock, findings);
    set_last(own, now, knows_all(own, now->goroutine, clock));
    own->plain |= !now->atomic;
    findings->incomplete |= enter(seen_by(own, now->goroutine), access);
}
