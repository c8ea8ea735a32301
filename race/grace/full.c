/* The full, unoptimised detector ([GRACE20], section 3.4; Figs. 6 and 7): a variable keeps all its
 * writes and reads in Ez. Finds every kind of race, and all conflicting events of each. */
#include "race/grace/reference.h"

/* R-Write: Ez subset of E; adds (m',!z) to both. Otherwise R-Write-E_WaR if Ez|? is not in E,
 * R-Write-E_WaW if only writes are missing. */
static void r_write(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Past *z = reference_past(d, loc);
    Unknown any = reference_unknown(d, p, loc, z, access, PAST_READS | PAST_WRITES);
    if (any.count > 0) {
        Unknown reads = reference_unknown(d, p, loc, z, access, PAST_READS);
        core_races(d, loc, access, &reads, &any);
        reference_forgive(d, p, z, any.latest->label);
    }
    reference_add(d, p, z, access);
}

/* R-Read: Ez|! subset of E; adds (m',?z) to both. Otherwise R-Read-E_RaW. */
static void r_read(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    Past *z = reference_past(d, loc);
    reference_check_writes(d, p, z, loc, access);
    reference_add(d, p, z, access);
}

static void r_access(Detector *d, Goroutine *p, Loc loc, const Access *access)
{
    if (access->is_write)
        r_write(d, p, loc, access);
    else
        r_read(d, p, loc, access);
}

const MemoryRules rules_grace_full = {
    .info = {.name = "grace-full",
             .says = "reference: a variable keeps all its writes and reads (Figs. 6, 7)",
             .exact = true},
    .wants = WANT_ACCESS | WANT_REPEATS,
    REFERENCE_RULES,
    .access = r_access,
};
