/* Keeps orders: a goroutine whose next step must wait for an event is passed over until that event
 * has happened. Everything else is left to the default. */
#include <string.h>

#include "explore/schedule/choosers.h"
#include "explore/schedule/order.h"

typedef struct Progress {
    u32 count[2]; /* events so far that are like the order's first and second, but for the count */
    bool done;    /* the first has happened */
    bool broken;  /* the second has happened before */
} Progress;

/* The events of orders that are on a source line: 2 * order, + 1 for its second event. */
typedef VEC(u32) Ends;

struct OrderChooser {
    Chooser base;
    EventSink sink;
    const Orders *orders;
    VM *vm;
    SourceLines lines;
    VEC(Ends) ends; /* by source line */
    VEC(Progress) progress;
    Map choices;      /* so far, by kind and goroutine */
    u32 first_broken; /* order + 1 */
    Pos broken_at;
};

static const SourceEvent *event_of(const OrderChooser *c, u32 end)
{
    CHECK(end / 2 < c->orders->list.len && c->progress.len == c->orders->list.len);
    const Order *order = &c->orders->list.data[end / 2];
    return end % 2 ? &order->then : &order->first;
}

static bool is_on(const SourceEvent *event, const SourceLine *line)
{
    return strcmp(event->line, line->text) == 0 &&
           (!event->function || strcmp(event->function, line->function) == 0);
}

/* NULL: the position is nowhere. */
static const Ends *ends_at(OrderChooser *c, Pos pos)
{
    u32 line = source_lines_find(&c->lines, pos);
    if (line == UINT32_MAX)
        return NULL;
    CHECK(line <= c->ends.len);
    if (line == c->ends.len) { /* lines are numbered as they are met */
        vec_push(&c->ends, (Ends){0});
        for (u32 end = 0; end < 2 * c->orders->list.len; end++)
            if (is_on(event_of(c, end), &c->lines.at.data[line]))
                vec_push(&vec_last(&c->ends), end);
    }
    CHECK(line < c->ends.len && c->ends.len <= c->lines.at.len);
    return &c->ends.data[line];
}

static bool is_by(const SourceEvent *event, u32 goroutine)
{
    return !event->goroutine || event->goroutine == goroutine;
}

/* ---- what has happened ---- */

static void break_order(OrderChooser *c, u32 order, Pos pos)
{
    CHECK(order < c->progress.len);
    CHECK(!c->progress.data[order].done && !c->progress.data[order].broken);
    c->progress.data[order].broken = true;
    if (c->first_broken)
        return;
    c->first_broken = order + 1;
    c->broken_at = pos;
}

static void happened(OrderChooser *c, u32 goroutine, Pos pos)
{
    const Ends *ends = ends_at(c, pos);
    for (u32 i = 0; ends && i < ends->len; i++) {
        u32 end = ends->data[i];
        const SourceEvent *event = event_of(c, end);
        Progress *p = &c->progress.data[end / 2];
        if (!is_by(event, goroutine) || ++p->count[end % 2] != event->count)
            continue;
        if (end % 2 == 0)
            p->done = true;
        else if (!p->done && !p->broken)
            break_order(c, end / 2, pos);
    }
}

static void on_event(EventSink *sink, const Event *event)
{
    OrderChooser *c = (OrderChooser *)((char *)sink - offsetof(OrderChooser, sink));
    if (event->flags & EVF_PART)
        return;
    happened(c, event->goroutine, event->span.start);
    if (event->kind == EV_RENDEZVOUS)
        happened(c, event->other, event->other_span.start);
}

/* ---- choosing ---- */

/* The order that keeps a goroutine from a step at pos, or NO_ORDER. */
enum { NO_ORDER = UINT32_MAX };

static u32 held_by(OrderChooser *c, u32 goroutine, Pos pos)
{
    const Ends *ends = ends_at(c, pos);
    for (u32 i = 0; ends && i < ends->len; i++) {
        u32 end = ends->data[i];
        const SourceEvent *event = event_of(c, end);
        const Progress *p = &c->progress.data[end / 2];
        if (end % 2 && !p->done && !p->broken && is_by(event, goroutine) &&
            p->count[1] + 1 == event->count)
            return end / 2;
    }
    return NO_ORDER;
}

static const G *goroutine_of(const OrderChooser *c, u32 id)
{
    if (c->vm->sched.current && c->vm->sched.current->id == id)
        return c->vm->sched.current;
    const G *g = c->vm->sched.head;
    while (g && g->id != id)
        g = g->next;
    return g;
}

/* The order that holds a goroutine back, with the position of its next step. Known only of one that
 * was stopped before a step; any other will be stopped there later. */
static u32 held_option(OrderChooser *c, const Choice *choice, u32 option, Pos *pos)
{
    const G *g = goroutine_of(c, choice->ids[option]);
    bool asks = option == 0 && choice->reason != SWITCH_BLOCKED;
    bool known = asks ? choice->reason == SWITCH_SYNC || choice->reason == SWITCH_ACCESS
                      : g && g->again != AGAIN_NO;
    if (!g || !known)
        return NO_ORDER;
    *pos = vm_next_step(c->vm, g).pos;
    return held_by(c, g->id, *pos);
}

static u32 choose_goroutine(OrderChooser *c, const Choice *choice)
{
    u32 usual = chooser_default(choice);
    if (chooser_lets_fire(choice))
        return usual;
    Pos pos = 0;
    for (u32 i = 0; i < choice->options; i++) {
        u32 option = (usual + i) % choice->options;
        if (held_option(c, choice, option, &pos) == NO_ORDER)
            return option;
    }
    for (u32 order; (order = held_option(c, choice, usual, &pos)) != NO_ORDER;)
        break_order(c, order, pos); /* no other goroutine can run */
    return usual;
}

static u32 choose_other(OrderChooser *c, const Choice *choice)
{
    u32 goroutine = c->vm->sched.current ? c->vm->sched.current->id : 0;
    u32 count = (u32)++ * map_put(&c->choices, (u64)goroutine << 8 | choice->kind);
    for (u32 i = 0; i < c->orders->choices.len; i++) {
        const SourceChoice *known = &c->orders->choices.data[i];
        if (known->kind == choice->kind && known->goroutine == goroutine && known->count == count &&
            known->answer < choice->options)
            return known->answer;
    }
    return chooser_default(choice);
}

static u32 pick(Chooser *self, const Choice *choice)
{
    OrderChooser *c = (OrderChooser *)self;
    return choice->kind == CHOOSE_GOROUTINE ? choose_goroutine(c, choice) : choose_other(c, choice);
}

/* ---- life ---- */

static void order_chooser_free(Chooser *self)
{
    OrderChooser *c = (OrderChooser *)self;
    source_lines_free(&c->lines);
    for (u32 i = 0; i < c->ends.len; i++)
        vec_free(&c->ends.data[i]);
    vec_free(&c->ends);
    vec_free(&c->progress);
    map_free(&c->choices);
    free(c);
}

OrderChooser *order_chooser(const Orders *orders, const ProgramView *view)
{
    OrderChooser *c = xcalloc(1, sizeof *c);
    c->base = (Chooser){.pick = pick,
                        .free = order_chooser_free,
                        .preempt_sync = true,
                        .preempt_accesses = true,
                        .slice = EXPLORE_SLICE};
    c->sink = record_sink(WANT_ACCESS | WANT_REPEATS, on_event);
    c->orders = orders;
    c->lines.view = view;
    for (u32 i = 0; i < orders->list.len; i++)
        vec_push(&c->progress, (Progress){0});
    return c;
}

void order_chooser_watch(OrderChooser *c, VM *vm)
{
    c->vm = vm;
}

Chooser *order_chooser_base(OrderChooser *c)
{
    return &c->base;
}

EventSink *order_chooser_sink(OrderChooser *c)
{
    return &c->sink;
}

void order_chooser_mismatch(const OrderChooser *c, Buf *out)
{
    u32 missing = c->first_broken;
    for (u32 i = 0; i < c->progress.len && !missing; i++)
        if (!c->progress.data[i].done)
            missing = i + 1;
    if (!missing)
        return;
    const Order *order = &c->orders->list.data[missing - 1];
    buf_printf(out, "order %u of the schedule does not fit: \"%s\" ", missing,
               c->first_broken ? order->then.line : order->first.line);
    if (c->first_broken) {
        buf_puts(out, "at ");
        pos_print(c->lines.view->sources, c->broken_at, out);
        buf_printf(out, " came when \"%s\" could not come before it", order->first.line);
    } else {
        buf_puts(out, "did not happen");
    }
}
