/* Weak causal precedence [KINI17]. Of two critical sections on a lock the first precedes the second
 * only where one depends on the other:
 *   (a) the release of a section with an access precedes a conflicting access in a later section;
 *   (b) if something in one section precedes something in another, so do their releases;
 *   (c) whatever happens before one side, or after the other, keeps that order.
 * A lock that a goroutine released for another one orders as happens-before does: its sections do
 * not belong to one goroutine, so the accesses in them are not known.
 * Each goroutine t has H_t, what happened before, P_t, what precedes weakly, and O_t, what comes
 * before in t's own order, which starts, joins and channels extend to other goroutines. An access
 * races with those that are neither in P_t nor in O_t. */
#include "predict/known.h"
#include "predict/seen.h"

typedef struct Section {
    u32 acquire; /* step */
    Clock *h;    /* at the release; NULL while the section is open */
} Section;

typedef VEC(Section) Sections;

/* The sections of a goroutine on a lock of which some may still have to be taken. */
typedef struct SectionQueue {
    u32 goroutine;
    Sections list;
    u32 taken; /* the first ones, which precede weakly whatever acquires the lock from now on */
    Map next;  /* of a reader, and of a lock that is handed: by goroutine and whether as a reader,
                  how many it has taken */
} SectionQueue;

/* Completed sections of a goroutine on a lock that read, or wrote, a variable: H of the last. */
typedef struct Touched {
    u32 goroutine;
    bool shared;
    Clock *h;
} Touched;

/* In the order of goroutines, and a goroutine's as a writer of the lock first. */
typedef VEC(Touched) TouchedList;

typedef struct TouchedVariable {
    TouchedList by[2]; /* reads, writes */
} TouchedVariable;

typedef struct Held {
    u32 lock, acquire;
    bool shared;
    StepList accesses;
} Held;

typedef struct Wcp {
    const Steps *steps;
    ClockPool pool;
    Clock **h, **p, **o;                              /* by goroutine */
    Clock **lock_h, **lock_p, **shared_h, **shared_p; /* by lock */
    bool *handed;                 /* by lock: some section was ended by another goroutine */
    Clock **lock_o;               /* by lock that is handed: O of its releases */
    Clock **at_h, **at_p, **at_o; /* by step that is a source */
    VEC(SectionQueue) *queues;    /* by lock */
    Map touched;                  /* lock << 32 | variable -> index + 1 */
    VEC(TouchedVariable) lists;
    VEC(Held) *held; /* by goroutine */
    SeenTable seen;
} Wcp;

static void add(Wcp *w, Clock **to, Clock *clock)
{
    if (clock)
        *to = clock_join(&w->pool, *to, clock);
}

static void replace(Wcp *w, Clock **to, Clock *clock)
{
    Clock *before = *to;
    *to = clock_share(clock);
    clock_drop(&w->pool, before);
}

static Clock *with_self(Wcp *w, Clock *clock, const RunStep *step)
{
    return clock_raise(&w->pool, clock_share(clock), step->goroutine, step->index + 1);
}

/* Rule (a) ------------------------------------------------------------------------------------- */

static TouchedVariable *touched_at(Wcp *w, u32 lock, u32 variable)
{
    u64 *index = map_put(&w->touched, (u64)lock << 32 | variable);
    if (*index == 0) {
        vec_push(&w->lists, (TouchedVariable){0});
        *index = w->lists.len;
    }
    return &w->lists.data[*index - 1];
}

static void rule_a(Wcp *w, u32 number)
{
    const RunStep *step = &w->steps->list.data[number];
    if (step->itself) /* else no two sections on a lock could swap */
        return;
    for (u32 i = 0; i < w->held[step->goroutine].len; i++) {
        Held *held = &w->held[step->goroutine].data[i];
        const TouchedVariable *variable = touched_at(w, held->lock, step->object);
        for (u32 k = step->kind == STEP_WRITE ? 0 : 1; k < 2; k++)
            for (u32 n = 0; n < variable->by[k].len; n++) {
                const Touched *t = &variable->by[k].data[n];
                if (t->goroutine != step->goroutine && !(t->shared && held->shared))
                    add(w, &w->p[step->goroutine], t->h);
            }
        vec_push(&held->accesses, number);
    }
}

static void clear_touched(Wcp *w, TouchedVariable *variable)
{
    for (u32 k = 0; k < 2; k++) {
        for (u32 n = 0; n < variable->by[k].len; n++)
            clock_drop(&w->pool, variable->by[k].data[n].h);
        vec_clear(&variable->by[k]);
    }
}

/* Made if there is none yet. */
static Touched *touched_by(TouchedList *list, u32 goroutine, bool shared)
{
    u32 low = 0, high = list->len;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        const Touched *t = &list->data[middle];
        if (t->goroutine < goroutine || (t->goroutine == goroutine && t->shared < shared))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < list->len && list->data[low].goroutine == goroutine &&
        list->data[low].shared == shared)
        return &list->data[low];
    vec_push(list, (Touched){0});
    Touched *at = &list->data[low];
    memmove(at + 1, at, (list->len - 1 - low) * sizeof *at);
    *at = (Touched){.goroutine = goroutine, .shared = shared};
    return at;
}

/* H only grows. Where a writer of the lock has written, all that came before was a conflict: it is
 * in P of the goroutine, and part of H, which all others will take. */
static void touch(Wcp *w, const Held *held, u32 goroutine, Clock *h)
{
    for (u32 i = 0; i < held->accesses.len; i++) {
        const RunStep *access = &w->steps->list.data[held->accesses.data[i]];
        TouchedVariable *variable = touched_at(w, held->lock, access->object);
        bool write = access->kind == STEP_WRITE;
        if (write && !held->shared && !w->handed[held->lock])
            clear_touched(w, variable);
        replace(w, &touched_by(&variable->by[write], goroutine, held->shared)->h, h);
    }
}

/* Rule (b) ------------------------------------------------------------------------------------- */

static SectionQueue *queue_of(Wcp *w, u32 lock, u32 goroutine)
{
    for (u32 i = 0; i < w->queues[lock].len; i++)
        if (w->queues[lock].data[i].goroutine == goroutine)
            return &w->queues[lock].data[i];
    vec_push(&w->queues[lock], (SectionQueue){.goroutine = goroutine});
    return &vec_last(&w->queues[lock]);
}

/* Takes the sections of that goroutine whose acquire precedes this release. What a reader takes
 * for nothing, other readers' sections, its writer's sections take again. What a writer takes gets
 * into P of the lock, and so of all that acquire it, unless another goroutine releases it for them.
 */
static bool take_sections(Wcp *w, SectionQueue *queue, const RunStep *release)
{
    bool for_all = !release->shared && !w->handed[release->object];
    u64 key = release->goroutine * 2ull + release->shared;
    const u64 *next = for_all ? NULL : map_get(&queue->next, key);
    u32 from = next && *next > queue->taken ? (u32)*next : queue->taken;
    CHECK(from <= queue->list.len && queue->goroutine != release->goroutine);
    u32 at = from;
    for (; at < queue->list.len; at++) {
        const Section *section = &queue->list.data[at];
        const RunStep *acquire = &w->steps->list.data[section->acquire];
        u32 weakly = clock_get(w->p[release->goroutine], queue->goroutine);
        u32 own = clock_get(w->o[release->goroutine], queue->goroutine);
        CHECK(weakly <= clock_get(w->h[release->goroutine], queue->goroutine));
        CHECK(own <= clock_get(w->h[release->goroutine], queue->goroutine));
        CHECK(acquire->object == release->object);
        if (!section->h || (acquire->index >= weakly && acquire->index >= own))
            break;
        if (!(acquire->shared && release->shared))
            add(w, &w->p[release->goroutine], section->h);
    }
    if (for_all)
        queue->taken = at;
    else if (at > from)
        *map_put(&queue->next, key) = at;
    return at > from;
}

static void free_queue(SectionQueue *queue)
{
    vec_free(&queue->list);
    map_free(&queue->next);
}

/* Those that have nothing left to take go. */
static void rule_b(Wcp *w, const RunStep *release)
{
    for (bool again = true; again;) {
        again = false;
        for (u32 i = 0; i < w->queues[release->object].len;) {
            SectionQueue *queue = &w->queues[release->object].data[i];
            if (queue->goroutine != release->goroutine)
                again |= take_sections(w, queue, release);
            if (queue->taken < queue->list.len) {
                i++;
                continue;
            }
            free_queue(queue);
            *queue = vec_pop(&w->queues[release->object]);
        }
    }
}

static void end_section(Wcp *w, const RunStep *release, Clock *h)
{
    CHECK(w->steps->list.data[release->match].kind == STEP_ACQUIRE);
    u32 holder = w->steps->list.data[release->match].goroutine;
    SectionQueue *queue = queue_of(w, release->object, holder);
    CHECK(w->steps->list.data[release->match].kind == STEP_ACQUIRE);
    for (u32 i = queue->list.len; i-- > 0;)
        if (queue->list.data[i].acquire == release->match) {
            queue->list.data[i].h = clock_share(h);
            break;
        }
    for (u32 i = 0; i < w->held[holder].len; i++) {
        Held *held = &w->held[holder].data[i];
        if (held->acquire != release->match)
            continue;
        touch(w, held, holder, h);
        vec_free(&held->accesses);
        *held = vec_last(&w->held[holder]);
        w->held[holder].len--;
        break;
    }
}

/* Steps ---------------------------------------------------------------------------------------- */

static void acquire(Wcp *w, u32 number)
{
    const RunStep *step = &w->steps->list.data[number];
    u32 g = step->goroutine, lock = step->object;
    add(w, &w->h[g], w->lock_h[lock]);
    add(w, &w->p[g], w->lock_p[lock]);
    add(w, &w->o[g], w->lock_o[lock]);
    if (!step->shared) {
        add(w, &w->h[g], w->shared_h[lock]);
        add(w, &w->p[g], w->shared_p[lock]);
    }
    vec_push(&queue_of(w, lock, g)->list, (Section){.acquire = number});
    vec_push(&w->held[g], (Held){.lock = lock, .acquire = number, .shared = step->shared});
}

static void release(Wcp *w, const RunStep *step)
{
    u32 g = step->goroutine, lock = step->object;
    rule_b(w, step);
    Clock *h = with_self(w, w->h[g], step);
    if (step->match != NO_STEP)
        end_section(w, step, h);
    if (step->shared) {
        add(w, &w->shared_h[lock], h);
        add(w, &w->shared_p[lock], w->p[g]);
    } else {
        replace(w, &w->lock_h[lock], h);
        replace(w, &w->lock_p[lock], w->p[g]);
    }
    clock_drop(&w->pool, h);
    if (w->handed[lock]) {
        Clock *o = with_self(w, w->o[g], step);
        add(w, &w->lock_o[lock], o);
        clock_drop(&w->pool, o);
    }
}

static void take_step(Wcp *w, u32 number, Findings *findings)
{
    const RunStep *step = &w->steps->list.data[number];
    u32 g = step->goroutine;
    const Pred *preds = vec_from(&w->steps->preds, step->preds);
    for (u32 i = 0; i < step->pred_count; i++) {
        CHECK(w->at_h[preds[i].step]);
        add(w, &w->h[g], w->at_h[preds[i].step]);
        add(w, &w->p[g], w->at_p[preds[i].step]);
        add(w, &w->o[g], w->at_o[preds[i].step]);
    }
    if (step->kind == STEP_ACQUIRE) {
        acquire(w, number);
    } else if (step->kind == STEP_RELEASE) {
        release(w, step);
    } else if (is_access(step)) {
        rule_a(w, number);
        Clock *ordered = clock_share(w->p[g]);
        add(w, &ordered, w->o[g]);
        seen_access(&w->seen, w->steps, number, ordered, findings);
        clock_drop(&w->pool, ordered);
    }
    CHECK(clock_get(w->h[g], g) <= step->index);
    if (step->source) {
        w->at_h[number] = with_self(w, w->h[g], step);
        w->at_p[number] = clock_share(w->p[g]);
        w->at_o[number] = with_self(w, w->o[g], step);
    }
}

/* Life ----------------------------------------------------------------------------------------- */

static Clock **clocks(u32 count)
{
    return xcalloc(count, sizeof(Clock *));
}

static void find_handed(Wcp *w)
{
    const RunStep *list = w->steps->list.data;
    for (u32 i = 0; i < w->steps->list.len; i++)
        if (list[i].kind == STEP_RELEASE && list[i].match != NO_STEP)
            w->handed[list[i].object] |= list[list[i].match].goroutine != list[i].goroutine;
}

static void wcp_init(Wcp *w, const Steps *steps)
{
    if (CHECKING)
        steps_check(steps);
    *w = (Wcp){.steps = steps};
    w->h = clocks(steps->goroutines);
    w->p = clocks(steps->goroutines);
    w->o = clocks(steps->goroutines);
    w->lock_h = clocks(steps->locks);
    w->lock_p = clocks(steps->locks);
    w->shared_h = clocks(steps->locks);
    w->shared_p = clocks(steps->locks);
    w->lock_o = clocks(steps->locks);
    w->handed = xcalloc(steps->locks, sizeof *w->handed);
    find_handed(w);
    w->at_h = clocks(steps->list.len);
    w->at_p = clocks(steps->list.len);
    w->at_o = clocks(steps->list.len);
    w->queues = xcalloc(steps->locks, sizeof *w->queues);
    w->held = xcalloc(steps->goroutines, sizeof *w->held);
}

static void wcp_free(Wcp *w)
{
    for (u32 i = 0; i < w->steps->locks; i++) {
        for (u32 k = 0; k < w->queues[i].len; k++)
            free_queue(&w->queues[i].data[k]);
        vec_free(&w->queues[i]);
    }
    for (u32 i = 0; i < w->steps->goroutines; i++) {
        for (u32 k = 0; k < w->held[i].len; k++)
            vec_free(&w->held[i].data[k].accesses);
        vec_free(&w->held[i]);
    }
    for (u32 i = 0; i < w->lists.len; i++)
        for (u32 k = 0; k < 2; k++)
            vec_free(&w->lists.data[i].by[k]);
    vec_free(&w->lists);
    map_free(&w->touched);
    Clock **tables[] = {w->h,        w->p,      w->o,    w->lock_h, w->lock_p, w->shared_h,
                        w->shared_p, w->lock_o, w->at_h, w->at_p,   w->at_o};
    for (u32 i = 0; i < COUNT_OF(tables); i++)
        free(tables[i]);
    free(w->queues);
    free(w->held);
    free(w->handed);
    seen_free(&w->seen);
    clock_pool_free(&w->pool); /* all clocks with it */
}

/* What came before the window precedes all that is in it, in each of the three orders. */
static void take_context(Wcp *w)
{
    const Steps *steps = w->steps;
    Clock *before = known_before_window(&w->pool, steps);
    for (u32 i = 0; i < steps->context; i++) {
        w->at_h[i] = clock_share(before);
        w->at_p[i] = clock_share(before);
        w->at_o[i] = clock_share(before);
        if (steps->list.data[i].kind == STEP_ACQUIRE && !steps->list.data[i].done)
            acquire(w, i);
    }
    for (u32 g = 0; g < steps->goroutines; g++) {
        w->h[g] = clock_share(before);
        w->p[g] = clock_share(before);
        w->o[g] = clock_share(before);
    }
}

void analyse_wcp(const Steps *steps, Findings *findings)
{
    Wcp w;
    wcp_init(&w, steps);
    take_context(&w);
    for (u32 i = steps->context; i < steps->list.len; i++) {
        limits_poll();
        take_step(&w, i, findings);
    }
    wcp_free(&w);
}
