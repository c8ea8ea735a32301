/* Djit [POZNIANSKY03]: full vector clocks for goroutines and for locations. A location's write
 * clock and read clock have one entry per goroutine, its last write and its last read; nothing is
 * ever dropped. An access is racy if an entry of the other clock (for a write: of either) is not in
 * its goroutine's.
 */
#include "race/classic/history.h"

/* The entry of that goroutine in the clock that the access belongs to. */
static Access *entry_of(History *history, const Access *access)
{
    for (u32 i = 0; i < history->len; i++) {
        Access *entry = &history->data[i];
        if (entry->goroutine == access->goroutine && entry->is_write == access->is_write &&
            access_is_atomic(entry) == access_is_atomic(access))
            return entry;
    }
    vec_push(history, *access);
    return &vec_last(history);
}

static void djit_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    History *history = history_at(d, loc);
    history_check(d, p, history, loc, access);
    Access *entry = entry_of(history, access);
    CHECK(entry->goroutine == p->number && entry->label <= d->label);
    *entry = *access;
    entry->label = vclock_tick(d, p);
}

const MemoryRules rules_djit = {
    .info = {.name = "djit",
             .says = "full vector clocks for goroutines and locations",
             .exact = true},
    .wants = WANT_ACCESS | WANT_REPEATS,
    HISTORY_RULES,
    VCLOCK_RULES,
    .access = djit_access,
};
