#include "predict/ideal.h"

void ideal_init(Ideal *ideal, const Steps *steps)
{
    *ideal = (Ideal){.steps = steps};
    ideal->wanted = xcalloc(steps->goroutines + 1u, sizeof *ideal->wanted);
    ideal->closed = xcalloc(steps->goroutines + 1u, sizeof *ideal->closed);
    ideal->locks = xcalloc(steps->locks + 1u, sizeof *ideal->locks);
    ideal->channels = xcalloc(steps->objects + 1u, sizeof *ideal->channels);
    for (u32 i = 0; i < steps->locks; i++)
        ideal->locks[i].writer = ideal->locks[i].reader = NO_STEP;
}

void ideal_free(Ideal *ideal)
{
    for (u32 i = 0; i < ideal->steps->locks; i++)
        vec_free(&ideal->locks[i].readers);
    free(ideal->wanted);
    free(ideal->closed);
    free(ideal->locks);
    free(ideal->channels);
    vec_free(&ideal->work);
    vec_free(&ideal->around);
    vec_free(&ideal->used_locks);
    vec_free(&ideal->used_channels);
}

void ideal_empty(Ideal *ideal)
{
    memset(ideal->wanted, 0, ideal->steps->goroutines * sizeof *ideal->wanted);
    memset(ideal->closed, 0, ideal->steps->goroutines * sizeof *ideal->closed);
    for (u32 i = 0; i < ideal->used_locks.len; i++) {
        LockState *lock = &ideal->locks[ideal->used_locks.data[i]];
        vec_clear(&lock->readers);
        lock->writer = lock->reader = NO_STEP;
    }
    for (u32 i = 0; i < ideal->used_channels.len; i++)
        ideal->channels[ideal->used_channels.data[i]] = (ChannelState){0};
    vec_clear(&ideal->used_locks);
    vec_clear(&ideal->used_channels);
    vec_clear(&ideal->work);
    vec_clear(&ideal->around);
    ideal->impossible = false;
}

void ideal_go_around(Ideal *ideal, u32 acquire)
{
    vec_push(&ideal->around, acquire);
}

bool ideal_is_around(const Ideal *ideal, u32 acquire)
{
    for (u32 i = 0; i < ideal->around.len; i++)
        if (ideal->around.data[i] == acquire)
            return true;
    return false;
}

/* ---- what is wanted ---- */

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
    const RunStep *step = &ideal->steps->list.data[number];
    want(ideal, step->goroutine, step->index + 1);
}

static void want_preds(Ideal *ideal, const RunStep *step)
{
    const Pred *preds = ideal->steps->preds.data + step->preds;
    for (u32 i = 0; i < step->pred_count; i++)
        if (pred_is_fixed(preds[i]))
            want_step(ideal, preds[i].step);
}

void ideal_add_before(Ideal *ideal, const RunStep *access)
{
    want(ideal, access->goroutine, access->index);
    want_preds(ideal, access);
}

/* ---- locks ---- */

/* The section must be over, as one that the run never left cannot be. */
static void want_release(Ideal *ideal, u32 acquire)
{
    const RunStep *step = &ideal->steps->list.data[acquire];
    if (step->match != NO_STEP)
        want_step(ideal, step->match);
    else
        ideal->impossible = true;
}

/* Whether section a comes before b. No two go on around the accesses that exclude each other,
 * unless there is no race: then the later one is asked to be over, and takes in its access. */
static bool comes_before(const Ideal *ideal, u32 a, u32 b)
{
    bool last_a = ideal_is_around(ideal, a), last_b = ideal_is_around(ideal, b);
    return last_a == last_b ? a < b : last_b;
}

static void want_earlier(Ideal *ideal, u32 a, u32 b)
{
    want_release(ideal, comes_before(ideal, a, b) ? a : b);
}

static void add_reader(Ideal *ideal, LockState *lock, u32 acquire)
{
    if (lock->writer != NO_STEP)
        want_earlier(ideal, acquire, lock->writer);
    if (lock->writer == NO_STEP || comes_before(ideal, lock->writer, acquire))
        vec_push(&lock->readers, acquire);
    if (lock->reader == NO_STEP || comes_before(ideal, lock->reader, acquire))
        lock->reader = acquire;
}

static void add_writer(Ideal *ideal, LockState *lock, u32 acquire)
{
    if (lock->writer != NO_STEP)
        want_earlier(ideal, acquire, lock->writer);
    if (lock->reader != NO_STEP && comes_before(ideal, acquire, lock->reader))
        want_release(ideal, acquire);
    u32 kept = 0;
    for (u32 i = 0; i < lock->readers.len; i++) {
        if (comes_before(ideal, lock->readers.data[i], acquire))
            want_release(ideal, lock->readers.data[i]);
        else
            lock->readers.data[kept++] = lock->readers.data[i];
    }
    lock->readers.len = kept;
    if (lock->writer == NO_STEP || comes_before(ideal, lock->writer, acquire))
        lock->writer = acquire;
}

static void add_section(Ideal *ideal, const RunStep *step, u32 number)
{
    LockState *lock = &ideal->locks[step->object];
    if (lock->writer == NO_STEP && lock->reader == NO_STEP)
        vec_push(&ideal->used_locks, step->object);
    if (step->shared)
        add_reader(ideal, lock, number);
    else
        add_writer(ideal, lock, number);
}

/* ---- channels ---- */

/* What was sent and not taken out must fit into the buffer. Receives keep their order, so the next
 * one it is that makes room. */
static void count_value(Ideal *ideal, const RunStep *step)
{
    ChannelState *c = &ideal->channels[step->object];
    const StepChannel *channel = &ideal->steps->channels.data[step->object];
    if (c->sent == 0 && c->taken == 0)
        vec_push(&ideal->used_channels, step->object);
    c->sent += step->sends;
    c->taken += step->takes;
    if (c->sent > c->taken + channel->capacity) {
        u64 enough = c->sent - channel->capacity;
        if (enough <= channel->takes.len)
            want_step(ideal, channel->takes.data[enough - 1]);
    }
}

/* ---- closing ---- */

static void add_step(Ideal *ideal, u32 number)
{
    const RunStep *step = &ideal->steps->list.data[number];
    want_preds(ideal, step);
    if (is_access(step) && step->reads && step->writer != NO_STEP)
        want_step(ideal, step->writer);
    else if (step->kind == STEP_ACQUIRE)
        add_section(ideal, step, number);
    else if (step->sends || step->takes)
        count_value(ideal, step);
}

bool ideal_close(Ideal *ideal, const RunStep *first, const RunStep *second)
{
    while (ideal->work.len > 0) {
        u32 g = vec_pop(&ideal->work);
        if (ideal->impossible || (first && ideal_has(ideal, first)) ||
            (second && ideal_has(ideal, second)))
            return false;
        for (; ideal->closed[g] < ideal->wanted[g]; ideal->looked++)
            add_step(ideal, ideal->steps->by_goroutine.data[g].data[ideal->closed[g]++]);
    }
    return !ideal->impossible && !(first && ideal_has(ideal, first)) &&
           !(second && ideal_has(ideal, second));
}
