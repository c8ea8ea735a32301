/* Sync-preserving prediction [MATHUR21]. A pair races if a part of the run, in the run's own order,
 * leads up to both accesses: the smallest closed part that contains what comes before the two
 * (predict/ideal.h, with no section open at them). If that part contains one of the two accesses
 * itself, they do not race. */
#include "predict/ideal.h"
#include "predict/rows.h"

enum { LOOKS = 200000000 }; /* steps looked at, in all, for pairs of places: a second */

typedef struct Search {
    const Rows *rows;
    Ideal ideal;
    Findings *findings;
} Search;

typedef enum PairState {
    TAKES_FIRST,  /* the closure contains the first of the two; then it does so too for all that
                     comes after the second in its goroutine */
    TAKES_SECOND, /* the second; likewise for all that comes after the first */
    RACES,
    NEVER /* what comes before the two has no closure */
} PairState;

/* `first` comes before `second` in the run. The ideal only grows from one pair of two rows to the
 * next, so each step is looked at once. */
static PairState try_pair(Search *s, u32 first, u32 second)
{
    const Steps *steps = s->rows->steps;
    const RunStep *a = &steps->list.data[first], *b = &steps->list.data[second];
    if (ideal_has(&s->ideal, a) || known_before(&s->rows->known, first, second) ||
        steps_exclude(steps, first, second))
        return TAKES_FIRST;
    if (ideal_has(&s->ideal, b))
        return TAKES_SECOND;
    ideal_add_before(&s->ideal, a);
    ideal_add_before(&s->ideal, b);
    if (!ideal_close(&s->ideal, NULL, NULL))
        return NEVER;
    return ideal_has(&s->ideal, a) ? TAKES_FIRST : ideal_has(&s->ideal, b) ? TAKES_SECOND : RACES;
}

/* Accesses of one kind by one goroutine to a variable, and those of one kind by another: for each
 * of the latter the first of the former that it races with, if that came before it in the run. */
static void earlier_and_later(Search *s, const StepList *earlier, const StepList *later)
{
    const Steps *steps = s->rows->steps;
    ideal_empty(&s->ideal);
    s->ideal.looked++;
    for (u32 i = 0, j = 0; i < earlier->len && j < later->len;) {
        u32 first = earlier->data[i], second = later->data[j];
        if (first > second || findings_has(s->findings, steps, first, second)) {
            j++;
            continue;
        }
        switch (try_pair(s, first, second)) {
        case TAKES_FIRST: i++; break;
        case TAKES_SECOND: j++; break;
        case RACES:
            findings_add(s->findings, steps, first, second);
            j++;
            break;
        case NEVER: return;
        }
    }
}

/* The accesses of a row at one place. */
typedef struct PlaceRow {
    u64 place;
    StepList steps;
} PlaceRow;

typedef VEC(PlaceRow) PlaceRows;

static PlaceRows by_place(const Steps *steps, const StepList *row)
{
    PlaceRows rows = {0};
    Map places = {0};
    for (u32 i = 0; i < row->len; i++) {
        u64 place = race_place(steps, row->data[i]), *at = map_put(&places, hash_u64(place) | 1);
        if (*at == 0) {
            vec_push(&rows, (PlaceRow){.place = place});
            *at = rows.len;
        }
        vec_push(&rows.data[*at - 1].steps, row->data[i]);
    }
    map_free(&places);
    return rows;
}

static void free_places(PlaceRows *rows)
{
    for (u32 i = 0; i < rows->len; i++)
        vec_free(&rows->data[i].steps);
    vec_free(rows);
}

static void both_ways(Search *s, const StepList *ones, const StepList *others)
{
    earlier_and_later(s, ones, others);
    earlier_and_later(s, others, ones);
}

/* The accesses that race are known; now each two places that are not known to race yet. */
static void each_two_places(Search *s, const StepList *ones, const StepList *others)
{
    const Steps *steps = s->rows->steps;
    if (ones->len == 1 && others->len == 1)
        return;
    PlaceRows here = by_place(steps, ones), there = by_place(steps, others);
    for (u32 i = 0; here.len * (u64)there.len > 1 && i < here.len; i++)
        for (u32 k = 0; k < there.len; k++) {
            limits_poll();
            const StepList *one = &here.data[i].steps, *other = &there.data[k].steps;
            if (map_get(&s->findings->seen, race_pair_key(steps, one->data[0], other->data[0])))
                continue;
            if (s->ideal.looked > LOOKS)
                s->findings->incomplete = true;
            else
                both_ways(s, one, other);
        }
    free_places(&here);
    free_places(&there);
}

static void two_rows(void *ctx, const StepList *ones, const StepList *others)
{
    both_ways(ctx, ones, others);
    each_two_places(ctx, ones, others);
}

void syncp_search(const Rows *rows, Findings *findings)
{
    Search search = {.rows = rows, .findings = findings};
    ideal_init(&search.ideal, &rows->known);
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
