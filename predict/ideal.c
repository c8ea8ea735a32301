/* Ideals: adding steps until the set is closed (spec/predict.md). */
#include "predict/ideal.h"

void ideal_init(Ideal *ideal, const Known *known)
{
    const Steps *steps = known->steps;
    *ideal = (Ideal){.steps = steps, .known = known};
    ideal->wanted = xcalloc(steps->goroutines, sizeof *ideal->wanted);
    ideal->looked_at = xcalloc(steps->goroutines, sizeof *ideal->looked_at);
    ideal->waiting = xcalloc(steps->goroutines, sizeof *ideal->waiting);
    ideal->locks = xcalloc(steps->locks, sizeof *ideal->locks);
    ideal->channels = xcalloc(steps->objects, sizeof *ideal->channels);
    for (u32 i = 0; i < steps->locks; i++)
        ideal->locks[i].writer = ideal->locks[i].reader = NO_STEP;
}

void ideal_free(Ideal *ideal)
{
    for (u32 i = 0; i < ideal->steps->locks; i++)
        vec_free(&ideal->locks[i].readers);
    free(ideal->wanted);
    free(ideal->looked_at);
    free(ideal->waiting);
    free(ideal->locks);
    free(ideal->channels);
    vec_free(&ideal->used);
    vec_free(&ideal->work);
    vec_free(&ideal->around);
    vec_free(&ideal->used_locks);
    vec_free(&ideal->used_channels);
}

void ideal_empty(Ideal *ideal)
{
    for (u32 i = 0; i < ideal->used.len; i++) {
        u32 g = ideal->used.data[i];
        ideal->wanted[g] = ideal->looked_at[g] = 0;
        ideal->waiting[g] = false;
    }
    vec_clear(&ideal->used);
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
    CHECK(ideal->work.len == 0);
    CHECK(ideal->steps->list.data[acquire].kind == STEP_ACQUIRE);
    vec_push(&ideal->around, acquire);
}

bool ideal_is_around(const Ideal *ideal, u32 acquire)
{
    for (u32 i = 0; i < ideal->around.len; i++)
        if (ideal->around.data[i] == acquire)
            return true;
    return false;
}

/* ---- wanted steps ---- */

static void want(Ideal *ideal, u32 goroutine, u32 count)
{
    CHECK(count <= ideal->steps->before.data[goroutine] ||
          steps_at(ideal->steps, goroutine, count - 1) != NO_STEP);
    if (count <= ideal->wanted[goroutine])
        return;
    if (!ideal->wanted[goroutine])
        vec_push(&ideal->used, goroutine);
    if (!ideal->waiting[goroutine])
        vec_push(&ideal->work, goroutine);
    ideal->waiting[goroutine] = true;
    ideal->wanted[goroutine] = count;
}

/* Wants all steps that the clock has; `goroutine` is the first one that it may have an entry of. */
static void want_clock(Ideal *ideal, const Clock *clock, u32 goroutine)
{
    if (!clock)
        return;
    if (clock_is_leaf(clock)) {
        for (u32 i = 0; i < 1u << clock->bits; i++)
            if (clock->segment[i])
                want(ideal, goroutine + i, clock->segment[i]);
    } else {
        for (u32 i = 0; i < CLOCK_FAN; i++)
            want_clock(ideal, clock->child[i], goroutine + (i << (clock->bits - CLOCK_BITS)));
    }
    ideal->looked++;
}

/* Wants a release, or a step that takes a value from a buffer, with all that comes before it in
 * every reordering. */
static void want_step(Ideal *ideal, u32 number)
{
    CHECK(ideal->known->at[number]);
    if (!ideal_has(ideal, &ideal->steps->list.data[number]))
        want_clock(ideal, ideal->known->at[number], 0);
}

void ideal_add_before(Ideal *ideal, const RunStep *step)
{
    u32 number = (u32)(step - ideal->steps->list.data);
    u32 first = is_access(step) ? steps_first(ideal->steps, number) : number;
    want(ideal, step->goroutine, ideal->steps->list.data[first].index);
    want_clock(ideal, ideal->known->at[number], 0);
}

/* ---- locks ---- */

/* The section must end; impossible if it never does in the run. */
static void want_release(Ideal *ideal, u32 acquire)
{
    const RunStep *step = &ideal->steps->list.data[acquire];
    if (step->match != NO_STEP)
        want_step(ideal, step->match);
    else
        ideal->impossible = true;
}

/* Whether section a comes before b in the reordering. Two sections that exclude each other are not
 * both open at the accesses, unless there is no race: then the later one is required to end, and
 * its access gets into the ideal. */
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
    CHECK(step->kind == STEP_ACQUIRE && step->object < ideal->steps->locks);
    LockState *lock = &ideal->locks[step->object];
    CHECK(ideal_has(ideal, step));
    if (lock->writer == NO_STEP && lock->reader == NO_STEP)
        vec_push(&ideal->used_locks, step->object);
    if (step->shared)
        add_reader(ideal, lock, number);
    else
        add_writer(ideal, lock, number);
}

/* ---- channels ---- */

/* What was sent and not taken out must fit into the buffer. Receives keep their order, so that the
 * next one makes room. */
static void count_value(Ideal *ideal, const RunStep *step)
{
    CHECK(step->sends || step->takes);
    CHECK(step->object < ideal->steps->objects);
    ChannelState *c = &ideal->channels[step->object];
    const StepChannel *channel = &ideal->steps->channels.data[step->object];
    if (c->sent == 0 && c->taken == 0)
        vec_push(&ideal->used_channels, step->object);
    c->sent += step->sends;
    c->taken += step->takes;
    CHECK(c->taken <= channel->takes.len);
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
    if (step->kind == STEP_ACQUIRE)
        add_section(ideal, step, number);
    else
        count_value(ideal, step);
}

static void look_at(Ideal *ideal, u32 goroutine)
{
    const StepList *syncs = &ideal->known->syncs[goroutine];
    u32 *at = &ideal->looked_at[goroutine];
    for (; *at < syncs->len; ideal->looked++) {
        u32 step = syncs->data[*at];
        if (ideal->steps->list.data[step].index >= ideal->wanted[goroutine])
            return;
        ++*at;
        CHECK(ideal->known->steps->list.data[step].goroutine == goroutine);
        add_step(ideal, step);
    }
}

bool ideal_close(Ideal *ideal, const RunStep *first, const RunStep *second)
{
    while (ideal->work.len > 0) {
        limits_poll();
        u32 g = vec_pop(&ideal->work);
        if (ideal->impossible || (first && ideal_has(ideal, first)) ||
            (second && ideal_has(ideal, second)))
            return false;
        CHECK(ideal->waiting[g]);
        look_at(ideal, g);
        ideal->waiting[g] = false;
    }
    CHECK(ideal->work.len == 0);
    return !ideal->impossible && !(first && ideal_has(ideal, first)) &&
           !(second && ideal_has(ideal, second));
}
