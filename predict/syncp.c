/* Sync-preserving prediction. A pair races if some part of the run, taken in the run's own order,
 * leads up to both accesses at once: the least closed one that contains what comes before the two
 * (predict/ideal.h, with no section held to be around them). If the closure takes in one of the two
 * accesses itself there is no such part. */
#include "predict/ideal.h"
#include "predict/rows.h"

typedef struct Search {
    const Rows *rows;
    Ideal ideal;
    Findings *findings;
} Search;

typedef enum PairState {
    TAKES_ONE,   /* the closure takes in the first of the two, and so it will with whatever comes
                    after the second in its goroutine */
    TAKES_OTHER, /* the same the other way round */
    RACES,
    NEVER /* not even what comes before the two can be closed */
} PairState;

/* Of two sections of which one must be over before the other begins, the run has decided which. */
static PairState first_of(u32 one, u32 other)
{
    return one < other ? TAKES_ONE : TAKES_OTHER;
}

/* The ideal only grows: it is reused from one pair to the next, so each step is looked at once. */
static PairState try_pair(Search *s, u32 one, u32 other)
{
    const RunStep *a = &s->rows->steps->list.data[one], *b = &s->rows->steps->list.data[other];
    if (ideal_has(&s->ideal, a) || rows_fixed(s->rows, one, other))
        return TAKES_ONE;
    if (ideal_has(&s->ideal, b) || rows_fixed(s->rows, other, one))
        return TAKES_OTHER;
    if (steps_exclude(s->rows->steps, one, other))
        return first_of(one, other);
    ideal_add_before(&s->ideal, a);
    ideal_add_before(&s->ideal, b);
    if (!ideal_close(&s->ideal, NULL, NULL))
        return NEVER;
    return ideal_has(&s->ideal, a) ? TAKES_ONE : ideal_has(&s->ideal, b) ? TAKES_OTHER : RACES;
}

/* Accesses of one kind by one goroutine to a variable, and those of one kind by another. */
static void two_rows(void *ctx, const StepList *ones, const StepList *others)
{
    Search *s = ctx;
    ideal_empty(&s->ideal);
    for (u32 i = 0, j = 0; i < ones->len && j < others->len;) {
        switch (try_pair(s, ones->data[i], others->data[j])) {
        case TAKES_ONE: i++; break;
        case TAKES_OTHER: j++; break;
        case RACES:
            findings_add(s->findings, s->rows->steps, ones->data[i], others->data[j]);
            j++;
            break;
        case NEVER: return;
        }
    }
}

void syncp_search(const Rows *rows, Findings *findings)
{
    Search search = {.rows = rows, .findings = findings};
    ideal_init(&search.ideal, rows->steps);
    rows_pairs(rows, two_rows, &search);
    ideal_free(&search.ideal);
}

void analyse_syncp(const Steps *steps, Findings *findings)
{
    Rows rows;
    rows_build(&rows, steps);
    syncp_search(&rows, findings);
    rows_free(&rows);
}
