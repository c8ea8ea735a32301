/* Witnesses: a graph of what must come before what, sorted topologically. */
#include "predict/witness.h"

#include "predict/reorder.h"

/* Marks of steps. */
enum { OUTSIDE, INSIDE, ENTERED, PLACED, STATE = 3, IS_READ = 4 };

static Line *new_lines(u32 count)
{
    return xcalloc(count, sizeof(Line));
}

static void free_lines(Line *lines, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        vec_free(&lines[i].readers);
        vec_free(&lines[i].unread);
    }
    free(lines);
}

void witness_init(Witness *w, const Known *known)
{
    const Steps *steps = known->steps;
    *w = (Witness){.steps = steps};
    ideal_init(&w->ideal, known);
    w->variables = new_lines(steps->variables);
    w->locks = new_lines(steps->locks);
    w->objects = new_lines(steps->objects);
}

void witness_free(Witness *w)
{
    ideal_free(&w->ideal);
    free_lines(w->variables, w->steps->variables);
    free_lines(w->locks, w->steps->locks);
    free_lines(w->objects, w->steps->objects);
    vec_free(&w->mark);
    vec_free(&w->into);
    vec_free(&w->edges);
    vec_free(&w->stack);
    vec_free(&w->order);
}

/* ---- the graph ---- */

/* The accesses of an event are one node: the first of them. */
static u32 node(const Witness *w, u32 step)
{
    bool access = step != NO_STEP && is_access(&w->steps->list.data[step]);
    return access ? steps_first(w->steps, step) : step;
}

static Line *line_at(Witness *w, Line *lines, u32 number)
{
    Line *line = &lines[number];
    if (line->stamp != w->stamp) {
        line->stamp = w->stamp;
        line->last = NO_STEP;
        vec_clear(&line->readers);
        vec_clear(&line->unread);
    }
    return line;
}

static bool in_graph(const Witness *w, u32 step)
{
    return step != NO_STEP && step >= w->from && step < w->to &&
           w->mark.data[step - w->from] != OUTSIDE;
}

static void edge(Witness *w, u32 from, u32 to)
{
    from = node(w, from);
    to = node(w, to);
    if (!in_graph(w, from) || from == to)
        return;
    vec_push(&w->edges, (Edge){from, w->into.data[to - w->from]});
    w->into.data[to - w->from] = w->edges.len;
}

static void edges(Witness *w, const StepList *from, u32 to)
{
    for (u32 i = 0; i < from->len; i++)
        edge(w, from->data[i], to);
}

/* The list has one step of each goroutine, its latest. True: it had one of this one already. */
static bool put_latest(const Witness *w, StepList *list, u32 number)
{
    const RunStep *steps = w->steps->list.data;
    for (u32 i = 0; i < list->len; i++)
        if (steps[list->data[i]].goroutine == steps[number].goroutine) {
            list->data[i] = number;
            return true;
        }
    vec_push(list, number);
    return false;
}

/* Each read gets the value that it got in the run: no other write comes between. Writes that no
 * step reads may change their order. */
static void place_access(Witness *w, u32 number)
{
    const RunStep *step = &w->steps->list.data[number];
    CHECK(step->object < w->steps->variables);
    Line *line = line_at(w, w->variables, step->object);
    if (step->reads) {
        edge(w, step->writer, number);
        put_latest(w, &line->readers, number);
    }
    if (step->kind != STEP_WRITE)
        return;
    if (w->mark.data[number - w->from] & IS_READ) {
        edges(w, &line->readers, number);
        edges(w, &line->unread, number);
        vec_clear(&line->readers);
        vec_clear(&line->unread);
    } else if (!put_latest(w, &line->unread, number)) {
        edges(w, &line->readers, number);
    }
}

static void place_acquire(Witness *w, u32 number)
{
    const RunStep *step = &w->steps->list.data[number];
    Line *line = line_at(w, w->locks, step->object);
    edge(w, line->last, number);
    if (!step->shared)
        edges(w, &line->readers, number);
}

static void place_release(Witness *w, u32 number)
{
    const RunStep *step = &w->steps->list.data[number];
    Line *line = line_at(w, w->locks, step->object);
    if (step->shared) {
        vec_push(&line->readers, number);
    } else {
        line->last = number;
        vec_clear(&line->readers);
    }
}

static void place_operation(Witness *w, u32 number)
{
    const RunStep *step = &w->steps->list.data[number];
    if (step->object == NO_OBJECT)
        return;
    Line *line = line_at(w, w->objects, step->object);
    edge(w, line->last, number);
    line->last = number;
}

static void place(Witness *w, u32 number)
{
    switch ((StepKind)w->steps->list.data[number].kind) {
    case STEP_READ:
    case STEP_WRITE: place_access(w, number); break;
    case STEP_ACQUIRE:
        if (!ideal_is_around(&w->ideal, number))
            place_acquire(w, number);
        break;
    case STEP_RELEASE: place_release(w, number); break;
    case STEP_SYNC: place_operation(w, number); break;
    }
}

/* From the first section that has to come late. Before it nothing changes. */
static void set_range(Witness *w)
{
    w->from = w->to = NO_STEP;
    for (u32 i = 0; i < w->ideal.around.len; i++)
        if (w->ideal.around.data[i] < w->from)
            w->from = w->ideal.around.data[i];
    if (w->from == NO_STEP)
        return;
    CHECK(w->steps->list.data[w->from].kind == STEP_ACQUIRE);
    w->to = w->from;
    for (u32 g = 0; g < w->steps->goroutines; g++) {
        u32 count = w->ideal.wanted[g];
        u32 last = count ? steps_at(w->steps, g, count - 1) : NO_STEP;
        if (last != NO_STEP && last >= w->to)
            w->to = last + 1;
    }
}

static void mark_steps(Witness *w)
{
    const RunStep *steps = w->steps->list.data;
    u32 count = w->to - w->from;
    vec_reserve(&w->mark, count);
    vec_reserve(&w->into, count);
    memset(w->mark.data, OUTSIDE, count);
    memset(w->into.data, 0, count * sizeof *w->into.data);
    w->mark.len = w->into.len = count;
    for (u32 n = w->from; n < w->to; n++) {
        const RunStep *step = &steps[n];
        if (!ideal_has(&w->ideal, step))
            continue;
        w->mark.data[n - w->from] |= INSIDE;
        if (is_access(step) && step->reads && step->writer != NO_STEP && step->writer >= w->from)
            w->mark.data[step->writer - w->from] |= IS_READ;
    }
}

static void build_graph(Witness *w)
{
    w->stamp++;
    w->looked += w->to - w->from;
    vec_clear(&w->edges);
    mark_steps(w);
    for (u32 n = w->from; n < w->to; n++)
        if (in_graph(w, n))
            place(w, n);
    for (u32 i = 0; i < w->ideal.around.len; i++)
        place_acquire(w, w->ideal.around.data[i]);
}

/* ---- putting it in order ---- */

/* False: there is a cycle. */
static bool visit(Witness *w, u32 from)
{
    from = node(w, from);
    if (!in_graph(w, from))
        return true;
    u32 state = w->mark.data[from - w->from] & STATE;
    if (state == INSIDE)
        vec_push(&w->stack, from);
    return state != ENTERED;
}

/* All that must come before the step. */
static bool visit_before(Witness *w, u32 number)
{
    const RunStep *step = &w->steps->list.data[number];
    bool ok = !step->index || visit(w, steps_at(w->steps, step->goroutine, step->index - 1));
    const Pred *preds = vec_from(&w->steps->preds, step->preds);
    for (u32 i = 0; ok && i < step->pred_count; i++)
        ok = !pred_is_fixed(preds[i]) || visit(w, preds[i].step);
    for (u32 e = w->into.data[number - w->from]; ok && e; e = w->edges.data[e - 1].next)
        ok = visit(w, w->edges.data[e - 1].from);
    return ok;
}

static void put_node(Witness *w, u32 first)
{
    for (u32 n = first; n < w->to && node(w, n) == first; n++)
        vec_push(&w->order, n);
}

static bool sort(Witness *w)
{
    vec_clear(&w->order);
    for (u32 n = w->from; n < w->to; n++) {
        vec_clear(&w->stack);
        visit(w, n);
        while (w->stack.len > 0) {
            limits_poll();
            u32 top = vec_last(&w->stack);
            u8 *mark = &w->mark.data[top - w->from];
            if ((*mark & STATE) == INSIDE) {
                *mark = (u8)((*mark & ~STATE) | ENTERED);
                if (!visit_before(w, top))
                    return false;
                continue;
            }
            (void)vec_pop(&w->stack);
            if ((*mark & STATE) == ENTERED)
                put_node(w, top);
            CHECK(w->order.len <= w->to - w->from);
            *mark |= PLACED;
        }
    }
    return true;
}

/* ---- finding ---- */

/* A section that began before the window comes before all others on its lock. */
static void go_around(Witness *w, u32 access)
{
    const RunStep *steps = w->steps->list.data;
    for (u32 a = w->steps->held.data[access]; a != NO_STEP; a = steps[a].outer)
        if (steps_section_around(w->steps, a, access) && a >= w->steps->context)
            ideal_go_around(&w->ideal, a);
}

bool witness_find(Witness *w, u32 first, u32 second)
{
    const RunStep *a = &w->steps->list.data[first], *b = &w->steps->list.data[second];
    CHECK(steps_conflict(a, b) && !steps_exclude(w->steps, first, second));
    u64 looked = w->ideal.looked;
    w->pair[0] = a->event;
    w->pair[1] = b->event;
    ideal_empty(&w->ideal);
    go_around(w, first);
    go_around(w, second);
    ideal_add_before(&w->ideal, a);
    ideal_add_before(&w->ideal, b);
    bool found = ideal_close(&w->ideal, a, b);
    w->looked += w->ideal.looked - looked + w->steps->goroutines / 64;
    if (!found)
        return false;
    set_range(w);
    vec_clear(&w->order);
    if (w->from != NO_STEP) {
        build_graph(w);
        found = sort(w);
    }
    if (CHECKING && found)
        witness_check(w);
    return found;
}

/* ---- checking one ---- */

static void check_step(const Witness *w, Reorder *replay, u32 number)
{
    u32 other;
    CHECK(ideal_has(&w->ideal, &w->steps->list.data[number]));
    CHECK(reorder_step(replay, number, false, &other) == REORDER_VALID);
}

void witness_check(const Witness *w)
{
    const Steps *steps = w->steps;
    Reorder replay;
    reorder_init(&replay, steps);
    for (u32 n = 0; n < steps->list.len && n < w->from; n++)
        if (ideal_has(&w->ideal, &steps->list.data[n]))
            check_step(w, &replay, n);
    for (u32 i = 0; i < w->order.len; i++)
        check_step(w, &replay, w->order.data[i]);
    for (u32 g = 0; g < steps->goroutines; g++)
        CHECK(replay.done[g] == w->ideal.wanted[g]);
    reorder_free(&replay);
}

/* ---- events ---- */

static bool of_same_event(const Steps *steps, u32 a, u32 b)
{
    return b < steps->list.len && steps->list.data[a].event == steps->list.data[b].event;
}

/* Whether this is the step at which its event happens for others: a value is sent at once, two meet
 * when the receiver comes, all else is done when its last step is. */
static bool is_event(const Witness *w, u32 number)
{
    const RunStep *step = &w->steps->list.data[number];
    bool more = of_same_event(w->steps, number, number + 1);
    switch (w->steps->trace->events.data[step->event].kind) {
    case EV_SEND: return step->sends;
    case EV_RENDEZVOUS:
        return more && step[-1].event == step->event && step[-1].goroutine != step->goroutine;
    default: return !more || !ideal_has(&w->ideal, &step[1]);
    }
}

static void add_event(const Witness *w, u32 number, StepList *events)
{
    u32 event = w->steps->list.data[number].event;
    if (event != w->pair[0] && event != w->pair[1] && is_event(w, number))
        vec_push(events, event);
}

void witness_events(const Witness *w, StepList *events)
{
    for (u32 n = 0; n < w->steps->list.len && n < w->from; n++)
        if (ideal_has(&w->ideal, &w->steps->list.data[n]))
            add_event(w, n, events);
    for (u32 i = 0; i < w->order.len; i++)
        add_event(w, w->order.data[i], events);
}
