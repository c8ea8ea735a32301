/* Sync-preserving prediction. A pair races if some part of the run, taken in the run's own order,
 * leads up to both accesses at once. That part is the least set of steps ("ideal") that contains
 * what comes before the two in their goroutines and is closed: with a step all that must come
 * before it, with a read the write it sees, and of the critical sections on a lock all but the last
 * are complete. If the closure takes in one of the two accesses itself there is no such part. */
#include "predict/predict.h"

typedef struct LockState {
    u32 writer;       /* the last acquire by a writer in the ideal */
    u32 reader;       /* the last by a reader */
    StepList readers; /* those by readers whose release was not asked for yet */
} LockState;

typedef struct Ideal {
    const Steps *steps;
    u32 *wanted, *closed; /* by goroutine: how many steps must be in, are in and looked at */
    LockState *locks;
    StepList work;        /* goroutines with wanted > closed */
} Ideal;

static void want(Ideal *ideal, u32 goroutine, u32 count)
{
    if (count <= ideal->wanted[goroutine])
        return;
    if (ideal->wanted[goroutine] == ideal->closed[goroutine])
        vec_push(&ideal->work, goroutine);
    ideal->wanted[goroutine] = count;
}

static void want_step(Ideal *ideal, u32 number)
{
    const Step *step = &ideal->steps->list.data[number];
    want(ideal, step->goroutine, step->index + 1);
}

/* The section must be over. One that the run never left takes in its whole goroutine. */
static void want_release(Ideal *ideal, u32 acquire)
{
    const Step *step = &ideal->steps->list.data[acquire];
    if (step->match != NO_STEP)
        want_step(ideal, step->match);
    else
        want(ideal, step->goroutine, ideal->steps->by_goroutine.data[step->goroutine].len);
}

static void add_reader(Ideal *ideal, LockState *lock, u32 acquire)
{
    if (lock->writer != NO_STEP)
        want_release(ideal, acquire < lock->writer ? acquire : lock->writer);
    if (lock->writer == NO_STEP || acquire > lock->writer)
        vec_push(&lock->readers, acquire);
    if (lock->reader == NO_STEP || acquire > lock->reader)
        lock->reader = acquire;
}

static void add_writer(Ideal *ideal, LockState *lock, u32 acquire)
{
    if (lock->writer != NO_STEP)
        want_release(ideal, acquire < lock->writer ? acquire : lock->writer);
    if (lock->reader != NO_STEP && lock->reader > acquire)
        want_release(ideal, acquire);
    u32 kept = 0;
    for (u32 i = 0; i < lock->readers.len; i++) {
        if (lock->readers.data[i] < acquire)
            want_release(ideal, lock->readers.data[i]);
        else
            lock->readers.data[kept++] = lock->readers.data[i];
    }
    lock->readers.len = kept;
    if (lock->writer == NO_STEP || acquire > lock->writer)
        lock->writer = acquire;
}

static void add_step(Ideal *ideal, u32 number)
{
    const Step *step = &ideal->steps->list.data[number];
    const Pred *preds = ideal->steps->preds.data + step->preds;
    for (u32 i = 0; i < step->pred_count; i++)
        want_step(ideal, preds[i].step);
    if (step->writer != NO_STEP)
        want_step(ideal, step->writer);
    if (step->kind == STEP_ACQUIRE && step->shared)
        add_reader(ideal, &ideal->locks[step->object], number);
    else if (step->kind == STEP_ACQUIRE)
        add_writer(ideal, &ideal->locks[step->object], number);
}

static void close_ideal(Ideal *ideal)
{
    while (ideal->work.len > 0) {
        u32 g = vec_pop(&ideal->work);
        while (ideal->closed[g] < ideal->wanted[g])
            add_step(ideal, ideal->steps->by_goroutine.data[g].data[ideal->closed[g]++]);
    }
}

static void empty_ideal(Ideal *ideal)
{
    memset(ideal->wanted, 0, ideal->steps->goroutines * sizeof *ideal->wanted);
    memset(ideal->closed, 0, ideal->steps->goroutines * sizeof *ideal->closed);
    for (u32 i = 0; i < ideal->steps->locks; i++) {
        vec_clear(&ideal->locks[i].readers);
        ideal->locks[i].writer = ideal->locks[i].reader = NO_STEP;
    }
}

static bool inside(const Ideal *ideal, const Step *step)
{
    return step->index < ideal->wanted[step->goroutine];
}

/* The steps that an access itself cannot do without, other than the read's own value. */
static void want_before(Ideal *ideal, const Step *step)
{
    const Pred *preds = ideal->steps->preds.data + step->preds;
    want(ideal, step->goroutine, step->index);
    for (u32 i = 0; i < step->pred_count; i++)
        want_step(ideal, preds[i].step);
}

/* Accesses of one kind by one goroutine to a variable, and those of one kind by another. The ideal
 * only grows: it is reused from one pair to the next, so each step is looked at once. */
static void two_rows(Ideal *ideal, const StepList *ones, const StepList *others,
                     Findings *findings)
{
    const Step *list = ideal->steps->list.data;
    if (ones->len == 0 || others->len == 0 ||
        !steps_conflict(&list[ones->data[0]], &list[others->data[0]]))
        return;
    empty_ideal(ideal);
    for (u32 i = 0, j = 0; j < others->len && i < ones->len; j++) {
        const Step *other = &list[others->data[j]];
        for (; i < ones->len; i++) {
            const Step *one = &list[ones->data[i]];
            if (inside(ideal, one)) /* and so it will be for all others that follow */
                continue;
            want_before(ideal, one);
            want_before(ideal, other);
            close_ideal(ideal);
            if (inside(ideal, other))
                break;
            if (!inside(ideal, one)) {
                findings_add(findings, ideal->steps, ones->data[i], others->data[j]);
                break;
            }
        }
    }
}

typedef struct Accesses {
    u32 goroutine;
    StepList kinds[4]; /* reads, writes, atomic reads, atomic writes */
} Accesses;

typedef VEC(Accesses) Variable;

static void collect(const Steps *steps, Variable *variables)
{
    for (u32 i = 0; i < steps->list.len; i++) {
        const Step *step = &steps->list.data[i];
        if (!is_access(step))
            continue;
        Variable *variable = &variables[step->object];
        u32 k = 0;
        while (k < variable->len && variable->data[k].goroutine != step->goroutine)
            k++;
        if (k == variable->len)
            vec_push(variable, (Accesses){.goroutine = step->goroutine});
        vec_push(&variable->data[k].kinds[(step->kind == STEP_WRITE) | step->atomic << 1], i);
    }
}

static void all_pairs(Ideal *ideal, const Variable *variable, Findings *findings)
{
    for (u32 i = 0; i < variable->len; i++)
        for (u32 j = i + 1; j < variable->len; j++)
            for (u32 k = 0; k < 16; k++)
                two_rows(ideal, &variable->data[i].kinds[k & 3], &variable->data[j].kinds[k >> 2],
                         findings);
}

static void variable_free(Variable *variable)
{
    for (u32 i = 0; i < variable->len; i++)
        for (u32 k = 0; k < 4; k++)
            vec_free(&variable->data[i].kinds[k]);
    vec_free(variable);
}

void analyse_syncp(const Steps *steps, Findings *findings)
{
    Variable *variables = xcalloc(steps->variables + 1u, sizeof *variables);
    collect(steps, variables);
    Ideal ideal = {.steps = steps};
    ideal.wanted = xcalloc(steps->goroutines + 1u, sizeof *ideal.wanted);
    ideal.closed = xcalloc(steps->goroutines + 1u, sizeof *ideal.closed);
    ideal.locks = xcalloc(steps->locks + 1u, sizeof *ideal.locks);
    for (u32 v = 0; v < steps->variables; v++) {
        all_pairs(&ideal, &variables[v], findings);
        variable_free(&variables[v]);
    }
    for (u32 i = 0; i < steps->locks; i++)
        vec_free(&ideal.locks[i].readers);
    free(variables);
    free(ideal.wanted);
    free(ideal.closed);
    free(ideal.locks);
    vec_free(&ideal.work);
}
