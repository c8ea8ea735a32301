/* What Go's own detector does [SEREBRYANY09]: of a location only the last few accesses are kept, in
 * cells, so that memory is bounded and races with older accesses go unseen. These false negatives
 * are the point: with `gol run --detector tsan` beside another one they can be shown. A goroutine's
 * new access takes the cell of an old one of its own that says no more, or an empty cell, or throws
 * one out, in turn. */
#include "race/classic/history.h"

enum { CELLS = 4 };

/* The old access of the same goroutine is covered by the new one, as far as races go. */
static bool covers(const Access *now, const Access *old)
{
    return now->goroutine == old->goroutine && now->is_write >= old->is_write &&
           access_is_atomic(now) <= access_is_atomic(old);
}

static Access *cell_for(History *history, const Access *now, u64 label)
{
    CHECK(history->len <= CELLS);
    for (u32 i = 0; i < history->len; i++)
        if (covers(now, &history->data[i]))
            return &history->data[i];
    if (history->len == CELLS)
        return &history->data[label % CELLS];
    vec_push(history, *now);
    return &vec_last(history);
}

static void tsan_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    History *history = history_at(d, loc);
    history_check(d, p, history, loc, access);
    Access now = *access;
    now.label = vclock_tick(d, p);
    *cell_for(history, &now, now.label) = now;
}

const MemoryRules rules_tsan = {
    .info = {.name = "tsan",
             .says = "as Go's detector: the last 4 accesses of a location, so it can miss races"},
    .wants = WANT_ACCESS | WANT_REPEATS | WANT_PROVEN,
    HISTORY_RULES,
    VCLOCK_RULES,
    .access = tsan_access,
};
