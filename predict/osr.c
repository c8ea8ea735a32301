/* Optimistic sync-reversal prediction [SHI24]: what syncp finds, and pairs for which critical
 * sections must change their order (predict/witness.h). Each such pair is a search of its own, so
 * only those are tried that could be new: not at two places that are known to race already, not
 * ordered in every reordering, and without a common lock. */
#include "predict/rows.h"
#include "predict/witness.h"

enum {
    TRIES = 32,       /* failed searches for the same two places, per two rows */
    LOOKS = 500000000 /* steps and pairs looked at, in all: seconds */
};

typedef struct Search {
    const Rows *rows;
    Witness witness;
    Findings *findings;
    Map tries; /* failed searches, by race_pair_key */
    u64 looked;
} Search;

static void try_pair(Search *s, u32 a, u32 b)
{
    const Steps *steps = s->rows->steps;
    u64 key = race_pair_key(steps, a, b);
    if (findings_has(s->findings, steps, a, b) || steps_exclude(steps, a, b))
        return;
    u64 *tries = map_put(&s->tries, key);
    if (*tries == TRIES || s->looked + s->witness.looked > LOOKS) {
        s->findings->incomplete = true;
        return;
    }
    CHECK(*tries < TRIES && steps_conflict(&steps->list.data[a], &steps->list.data[b]));
    if (witness_find(&s->witness, a, b))
        findings_add(s->findings, steps, a, b);
    else
        ++*tries;
}

/* Both rows are in program order, so the range of accesses that are not ordered with one access
 * only moves forward. */
static void two_rows(void *ctx, const StepList *ones, const StepList *others)
{
    Search *s = ctx;
    map_clear(&s->tries);
    for (u32 j = 0, first = 0, end = 0; j < others->len; j++) {
        u32 other = others->data[j];
        limits_poll();
        while (first < ones->len && known_before(&s->rows->known, ones->data[first], other))
            first++;
        while (end < ones->len && !known_before(&s->rows->known, other, ones->data[end]))
            end++;
        for (u32 i = end; i-- > first && s->looked <= LOOKS; s->looked++)
            try_pair(s, ones->data[i], other);
    }
    s->findings->incomplete |= s->looked > LOOKS;
}

void analyse_osr(const Steps *steps, Findings *findings)
{
    Rows rows;
    rows_build(&rows, steps);
    syncp_search(&rows, findings);
    Search search = {.rows = &rows, .findings = findings};
    witness_init(&search.witness, &rows.known);
    rows_pairs(&rows, two_rows, &search);
    witness_free(&search.witness);
    map_free(&search.tries);
    rows_free(&rows);
}
