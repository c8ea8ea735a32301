/* The after-write detector ([GRACE20], section 3.3; Figs. 2 and 3): a variable keeps all its writes
 * in Ez, reads leave no trace. Finds WaW and RaW; a WaR race only when another schedule turns it
 * into one of these. */
#include "race/grace/reference.h"

/* R-Write: Ez subset of E; adds (m',!z) to both. Otherwise R-Write-E_WaW. */
static void r_write(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Past *z = reference_past(d, loc);
    reference_check_writes(d, p, z, loc, access);
    reference_add(d, p, z, access);
}

/* R-Read: Ez subset of E. Otherwise R-Read-E_RaW. */
static void r_read(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    reference_check_writes(d, p, reference_past(d, loc), loc, access);
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
