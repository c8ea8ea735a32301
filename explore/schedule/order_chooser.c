/* Keeps orders: a goroutine whose next step must wait for an event is passed over until that event
 * has happened. Everything else is left to the default. */
#include <string.h>

#include "explore/schedule/choosers.h"
#include "explore/schedule/order.h"

typedef struct Progress {
    bool done;   /* the first has happened */
    bool broken; /* the second has happened before */
} Progress;

/* Events of orders that differ only in their count. */
typedef struct Alike {
    VEC(u32) ends; /* 2 * order, + 1 for its second event; by rising count */
    u32 next;      /* in `ends`: the first that has not happened */
    u32 count;     /* of such events so far */
} Alike;

/* An event can be on its line of that function or of any, by its goroutine or by any. */
enum { MOST_ALIKE = 4 };

struct OrderChooser {
    Chooser base;
    EventSink sink;
    const Orders *orders;
    VM *vm;
    SourceLines lines;
    VEC(Alike) alike;
    Map alike_at; /* key of source line and goroutine -> index in alike + 1 */
    VEC(Progress) progress;
    Map choices;      /* so far, by kind and goroutine */
    Map answers;      /* choice_key of a choice -> index in orders->choices + 1 */
    u32 first_broken; /* order + 1 */
    Pos broken_at;
};

static const SourceEvent *event_of(const OrderChooser *c, u32 end)
{
    CHECK(end / 2 < c->orders->list.len && c->progress.len == c->orders->list.len);
    const Order *order = &c->orders->list.data[end / 2];
    return end % 2 ? &order->then : &order->first;
}

static u64 key_of(u64 line, u32 goroutine)
{
    return hash_pair(line, goroutine);
}

static void expect(OrderChooser *c, u32 end)
{
    const SourceEvent *event = event_of(c, end);
    u64 line = source_line_id(event->line, event->function);
    u64 *at = map_put(&c->alike_at, key_of(line, event->goroutine));
    if (!*at) {
        vec_push(&c->alike, (Alike){0});
        *at = c->alike.len;
    }
    vec_push(&c->alike.data[*at - 1].ends, end);
}

static int by_count(const void *a, const void *b, void *chooser)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    u32 x_count = event_of(chooser, x)->count, y_count = event_of(chooser, y)->count;
    return x_count != y_count ? (x_count > y_count) - (x_count < y_count) : (x > y) - (x < y);
}

static void index_orders(OrderChooser *c)
{
    for (u32 end = 0; end < 2 * c->orders->list.len; end++)
        expect(c, end);
    for (u32 i = 0; i < c->alike.len; i++) {
        Alike *alike = &c->alike.data[i];
        qsort_r(alike->ends.data, alike->ends.len, sizeof *alike->ends.data, by_count, c);
    }
}

/* Writes those that an event of the goroutine at pos counts for; returns their number. */
static u32 alike_at(OrderChooser *c, u32 goroutine, Pos pos, Alike *found[MOST_ALIKE])
{
    u32 line = source_lines_find(&c->lines, pos), n = 0;
    if (line == UINT32_MAX || !c->alike.len)
        return 0;
    const SourceLine *at = &c->lines.at.data[line];
    u64 lines[] = {at->id, at->text_id};
    u32 goroutines[] = {goroutine, 0};
    for (u32 i = 0; i < MOST_ALIKE; i++) {
        if ((i / 2 && at->id == at->text_id) || (i % 2 && !goroutine))
            continue;
        const u64 *index = map_get(&c->alike_at, key_of(lines[i / 2], goroutines[i % 2]));
        if (index)
            found[n++] = &c->alike.data[*index - 1];
    }
    return n;
}

/* The first of those that have not happened, if it is the count-th of its kind; or NULL. */
static const u32 *next_end(const OrderChooser *c, const Alike *alike, u32 index, u32 count)
{
    if (index >= alike->ends.len)
        return NULL;
    const u32 *end = &alike->ends.data[index];
    CHECK(event_of(c, *end)->count >= count);
    return event_of(c, *end)->count == count ? end : NULL;
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

static void end_happened(OrderChooser *c, u32 end, Pos pos)
{
    Progress *p = &c->progress.data[end / 2];
    if (end % 2 == 0)
        p->done = true;
    else if (!p->done && !p->broken)
        break_order(c, end / 2, pos);
}

static void happened(OrderChooser *c, u32 goroutine, Pos pos)
{
    Alike *found[MOST_ALIKE];
    u32 n = alike_at(c, goroutine, pos, found);
    for (u32 i = 0; i < n; i++) {
        Alike *alike = found[i];
        alike->count++;
        for (const u32 *end; (end = next_end(c, alike, alike->next, alike->count));) {
            alike->next++;
            end_happened(c, *end, pos);
        }
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
    Alike *found[MOST_ALIKE];
    u32 n = alike_at(c, goroutine, pos, found);
    for (u32 i = 0; i < n; i++) {
        u32 index = found[i]->next;
        for (const u32 *end; (end = next_end(c, found[i], index, found[i]->count + 1)); index++) {
            const Progress *p = &c->progress.data[*end / 2];
            if (*end % 2 && !p->done && !p->broken)
                return *end / 2;
        }
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

/* The count-th choice of its kind by a goroutine. */
static u64 choice_key(u32 goroutine, u8 kind, u32 count)
{
    return hash_pair((u64)goroutine << 8 | kind, count);
}

static void index_choices(OrderChooser *c)
{
    for (u32 i = 0; i < c->orders->choices.len; i++) {
        const SourceChoice *known = &c->orders->choices.data[i];
        u64 *index = map_put(&c->answers, choice_key(known->goroutine, known->kind, known->count));
        if (!*index)
            *index = i + 1;
    }
}

static u32 choose_other(OrderChooser *c, const Choice *choice)
{
    u32 goroutine = c->vm->sched.current ? c->vm->sched.current->id : 0;
    u32 count = (u32)++ * map_put(&c->choices, (u64)goroutine << 8 | choice->kind);
    const u64 *index = map_get(&c->answers, choice_key(goroutine, (u8)choice->kind, count));
    const SourceChoice *known = index ? &c->orders->choices.data[*index - 1] : NULL;
    if (known && known->answer < choice->options)
        return known->answer;
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
    for (u32 i = 0; i < c->alike.len; i++)
        vec_free(&c->alike.data[i].ends);
    vec_free(&c->alike);
    map_free(&c->alike_at);
    vec_free(&c->progress);
    map_free(&c->choices);
    map_free(&c->answers);
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
    vec_extend(&c->progress, orders->list.len);
    index_orders(c);
    index_choices(c);
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
