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

typedef struct SectionQueue {
    u32 goroutine;
    Sections list;
    Map next; /* by goroutine and whether as a reader: how many it has taken */
} SectionQueue;

/* What the completed sections of a goroutine on a lock did to a variable: joined H of releases. */
typedef struct Touched {
    u32 goroutine;
    bool shared;
    Clock *by[2]; /* read, written */
} Touched;

typedef VEC(Touched) TouchedList;

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
    VEC(TouchedList) lists;
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

static TouchedList *touched_at(Wcp *w, u32 lock, u32 variable)
{
    u64 *index = map_put(&w->touched, (u64)lock << 32 | variable);
    if (*index == 0) {
        vec_push(&w->lists, (TouchedList){0});
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
        const TouchedList *list = touched_at(w, held->lock, step->object);
        for (u32 k = 0; k < list->len; k++) {
            const Touched *t = &list->data[k];
            if (t->goroutine == step->goroutine || (t->shared && held->shared))
                continue;
            add(w, &w->p[step->goroutine], t->by[1]);
            if (step->kind == STEP_WRITE)
                add(w, &w->p[step->goroutine], t->by[0]);
        }
        vec_push(&held->accesses, number);
    }
}

static void touch(Wcp *w, const Held *held, u32 goroutine, Clock *h)
{
    for (u32 i = 0; i < held->accesses.len; i++) {
        const RunStep *access = &w->steps->list.data[held->accesses.data[i]];
        TouchedList *list = touched_at(w, held->lock, access->object);
        u32 k = 0;
        while (k < list->len &&
               (list->data[k].goroutine != goroutine || list->data[k].shared != held->shared))
            k++;
        if (k == list->len)
            vec_push(list, (Touched){.goroutine = goroutine, .shared = held->shared});
        replace(w, &list->data[k].by[access->kind == STEP_WRITE], h); /* H only grows */
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
 * for nothing, other readers' sections, its writer's sections take again. */
static bool take_sections(Wcp *w, SectionQueue *queue, const RunStep *release)
{
    u64 *next = map_put(&queue->next, release->goroutine * 2ull + release->shared);
    CHECK(*next <= queue->list.len && queue->goroutine != release->goroutine);
    bool any = false;
    CHECK(*next <= queue->list.len);
    for (; *next < queue->list.len; ++*next, any = true) {
        const Section *section = &queue->list.data[*next];
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
    return any;
}

static void rule_b(Wcp *w, const RunStep *release)
{
    for (bool again = true; again;) {
        again = false;
        for (u32 i = 0; i < w->queues[release->object].len; i++) {
            SectionQueue *queue = &w->queues[release->object].data[i];
            if (queue->goroutine != release->goroutine)
                again |= take_sections(w, queue, release);
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
        for (u32 k = 0; k < w->queues[i].len; k++) {
            vec_free(&w->queues[i].data[k].list);
            map_free(&w->queues[i].data[k].next);
        }
        vec_free(&w->queues[i]);
    }
    for (u32 i = 0; i < w->steps->goroutines; i++) {
        for (u32 k = 0; k < w->held[i].len; k++)
            vec_free(&w->held[i].data[k].accesses);
        vec_free(&w->held[i]);
    }
    for (u32 i = 0; i < w->lists.len; i++)
        vec_free(&w->lists.data[i]);
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
