/* The after-write detector ([GRACE20], section 3.3; Figs. 2 and 3): a variable keeps all its writes
 * in Ez, reads leave no trace. Finds WaW and RaW; a WaR race only when another schedule turns it
 * into one of these. */
#include "race/grace/reference.h"

/* R-Write: Ez subset of E; adds (m',!z) to both. Otherwise R-Write-E_WaW. */
static void r_write(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Past *z = reference_past(d, loc);
    Unknown writes = reference_unknown(d, p, loc, z, access, PAST_WRITES);
    if (writes.count > 0) {
        core_race(d, RACE_WAW, "R-Write-E_WaW", loc, access, writes.latest, writes.count);
        reference_forgive(d, p, z, writes.latest->label);
    }
    reference_add(d, p, z, access);
}

/* R-Read: Ez subset of E. Otherwise R-Read-E_RaW. */
static void r_read(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Past *z = reference_past(d, loc);
    Unknown writes = reference_unknown(d, p, loc, z, access, PAST_WRITES);
    if (writes.count > 0) {
        core_race(d, RACE_RAW, "R-Read-E_RaW", loc, access, writes.latest, writes.count);
        reference_forgive(d, p, z, writes.latest->label);
    }
}

static void r_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    if (access->is_write)
        r_write(d, p, loc, access);
    else
        r_read(d, p, loc, access);
}

const MemoryRules rules_grace_aw = {
    .info = {.name = "grace-aw",
             .says = "reference: after-write races only, reads leave no trace (Figs. 2, 3)"},
    .wants = WANT_ACCESS | WANT_REPEATS,
    REFERENCE_RULES,
    .access = r_access,
};
