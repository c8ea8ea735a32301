/* Sorts the accesses of a run into rows. */
#include "predict/rows.h"

/* The accesses of the step's goroutine to its variable. `of`: where they are, + 1, by the two. */
static Accesses *accesses_of(Variable *variable, Map *of, const RunStep *step)
{
    if (variable->len && vec_last(variable).goroutine == step->goroutine)
        return &vec_last(variable);
    u64 *at = map_put(of, (u64)step->object << 32 | step->goroutine);
    if (!*at) {
        vec_push(variable, (Accesses){.goroutine = step->goroutine});
        *at = variable->len;
    }
    return &variable->data[*at - 1];
}

static void collect(Rows *rows)
{
    const Steps *steps = rows->steps;
    Map of = {0};
    rows->variables = xcalloc(steps->variables, sizeof *rows->variables);
    for (u32 i = steps->context; i < steps->list.len; i++) {
        const RunStep *step = &steps->list.data[i];
        if (!is_access(step))
            continue;
        Accesses *accesses = accesses_of(&rows->variables[step->object], &of, step);
        StepList *row = &accesses->kinds[(step->kind == STEP_WRITE) | step->atomic << 1];
        CHECK(row->len == 0 || vec_last(row) < i);
        vec_push(row, i);
    }
    map_free(&of);
}

/* Guards -------------------------------------------------------------------------------------- */

typedef struct Vote {
    u32 lock, count;
} Vote;

/* Locks that are counted for one variable: what has more will hardly be guarded by one. */
enum { CANDIDATES = 8 };

typedef struct Votes {
    Vote of[CANDIDATES];
    u32 len;
} Votes;

static void vote(Votes *votes, u32 lock)
{
    u32 i = 0;
    while (i < votes->len && votes->of[i].lock != lock)
        i++;
    if (i == CANDIDATES)
        return;
    if (i == votes->len)
        votes->of[votes->len++] = (Vote){lock, 0};
    votes->of[i].count++;
}

/* The acquire from `at` outwards, if the access is in its section as a writer, or the next such;
 * NO_STEP: there is none. */
static u32 writers_section(const Steps *steps, u32 at, u32 access)
{
    while (at != NO_STEP &&
           (steps->list.data[at].shared || !steps_section_around(steps, at, access)))
        at = steps->list.data[at].outer;
    return at;
}

static void vote_for_locks(Votes *votes, const Steps *steps, const StepList *row)
{
    for (u32 k = 0; k < row->len; k++) {
        u32 at = writers_section(steps, steps->held.data[row->data[k]], row->data[k]);
        for (; at != NO_STEP; at = writers_section(steps, steps->list.data[at].outer, row->data[k]))
            vote(votes, steps->list.data[at].object);
    }
}

static bool all_hold(const Steps *steps, const StepList *row, u32 lock)
{
    for (u32 k = 0; k < row->len; k++) {
        u32 at = writers_section(steps, steps->held.data[row->data[k]], row->data[k]);
        while (at != NO_STEP && steps->list.data[at].object != lock)
            at = writers_section(steps, steps->list.data[at].outer, row->data[k]);
        if (at == NO_STEP)
            return false;
    }
    return true;
}

/* Chooses the lock that most accesses are made under, and finds the goroutines that always do. */
static void find_guarded(const Steps *steps, Variable *variable)
{
    Votes votes = {.len = 0};
    for (u32 i = 0; i < variable->len; i++)
        for (u32 k = 0; k < 4; k++)
            vote_for_locks(&votes, steps, &variable->data[i].kinds[k]);
    Vote most = {0, 0};
    for (u32 i = 0; i < votes.len; i++)
        if (votes.of[i].count > most.count)
            most = votes.of[i];
    for (u32 i = 0; i < variable->len && most.count; i++) {
        Accesses *accesses = &variable->data[i];
        accesses->guarded = true;
        for (u32 k = 0; k < 4; k++)
            accesses->guarded &= all_hold(steps, &accesses->kinds[k], most.lock);
    }
}

void rows_build(Rows *rows, const Steps *steps)
{
    if (CHECKING)
        steps_check(steps);
    *rows = (Rows){.steps = steps};
    collect(rows);
    for (u32 v = 0; v < steps->variables; v++)
        if (rows->variables[v].len > 1)
            find_guarded(steps, &rows->variables[v]);
    known_build(&rows->known, steps);
}

void rows_free(Rows *rows)
{
    for (u32 v = 0; v < rows->steps->variables; v++) {
        Variable *variable = &rows->variables[v];
        for (u32 i = 0; i < variable->len; i++)
            for (u32 k = 0; k < 4; k++)
                vec_free(&variable->data[i].kinds[k]);
        vec_free(variable);
    }
    free(rows->variables);
    known_free(&rows->known);
}

/* Pairs --------------------------------------------------------------------------------------- */

static bool writes(const Accesses *accesses)
{
    return accesses->kinds[1].len || accesses->kinds[3].len;
}

static bool only_atomic(const Accesses *accesses)
{
    return !accesses->kinds[0].len && !accesses->kinds[1].len;
}

static void pairs_of_two(const Rows *rows, const Accesses *one, const Accesses *other,
                         VisitRows visit, void *ctx)
{
    const RunStep *list = rows->steps->list.data;
    CHECK(one->goroutine != other->goroutine);
    for (u32 k = 0; k < 16; k++) {
        const StepList *ones = &one->kinds[k & 3], *others = &other->kinds[k >> 2];
        if (ones->len > 0 && others->len > 0 &&
            steps_conflict(&list[ones->data[0]], &list[others->data[0]]))
            visit(ctx, ones, others);
    }
}

/* Of each two that conflict one writes, and not both are atomic. Those that are guarded are
 * compared with others only. */
static void pairs_of(const Rows *rows, const Variable *variable, VisitRows visit, void *ctx)
{
    StepList all = {0}, plain = {0}, not_guarded = {0};
    for (u32 i = 0; i < variable->len; i++) {
        vec_push(&all, i);
        if (!variable->data[i].guarded)
            vec_push(&not_guarded, i);
        if (!only_atomic(&variable->data[i]))
            vec_push(&plain, i);
    }
    for (u32 i = 0; i < variable->len; i++) {
        const Accesses *one = &variable->data[i];
        const StepList *others = one->guarded ? &not_guarded : only_atomic(one) ? &plain : &all;
        for (u32 n = 0; n < others->len && writes(one); n++) {
            u32 j = others->data[n], low = i < j ? i : j, high = i < j ? j : i;
            if (i < j || (j < i && !writes(&variable->data[j])))
                pairs_of_two(rows, &variable->data[low], &variable->data[high], visit, ctx);
        }
    }
    vec_free(&all);
    vec_free(&plain);
    vec_free(&not_guarded);
}

void rows_pairs(const Rows *rows, VisitRows visit, void *ctx)
{
    for (u32 v = 0; v < rows->steps->variables; v++)
        pairs_of(rows, &rows->variables[v], visit, ctx);
}
