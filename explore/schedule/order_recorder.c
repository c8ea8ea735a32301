/* Records where an execution leaves the default. When a goroutine that was passed over runs later,
 * the latest event of the others came before its next event: that is an order. */
#include "explore/schedule/order.h"

/* The latest event, and the latest by another goroutine than that one's. */
typedef struct Latest {
    u32 goroutine;
    u64 number; /* of all events, from 1; 0: none */
    SourceEvent event;
} Latest;

struct OrderRecorder {
    Chooser base;
    EventSink sink;
    Chooser *inner;
    VM *vm;
    Orders *orders;
    SourceLines lines;
    Map counts;      /* of events, by line and goroutine */
    Map choices;     /* of choices that are not between goroutines, by kind and goroutine */
    Map passed_over; /* goroutine -> number of the event after which, + 1 */
    Latest latest[2];
    u64 events;
};

static void pass_over(OrderRecorder *r, u32 goroutine)
{
    u64 *since = map_put(&r->passed_over, goroutine);
    if (!*since)
        *since = r->events + 1;
}

/* Notes the goroutines that the default would have let run first. */
static void note_goroutine(OrderRecorder *r, const Choice *choice, u32 answer)
{
    u32 usual = chooser_default(choice);
    CHECK(usual < choice->options && answer <= choice->options);
    if (answer != usual)
        pass_over(r, choice->ids[usual]);
    for (u32 i = usual; i < answer; i++)
        pass_over(r, choice->ids[i]);
}

static void note_other(OrderRecorder *r, const Choice *choice, u32 answer)
{
    u32 goroutine = r->vm->sched.current ? r->vm->sched.current->id : 0;
    u32 count = (u32)++ * map_put(&r->choices, (u64)goroutine << 8 | choice->kind);
    if (answer != chooser_default(choice))
        vec_push(&r->orders->choices, (SourceChoice){(u8)choice->kind, goroutine, count, answer});
}

static u32 pick(Chooser *self, const Choice *choice)
{
    OrderRecorder *r = (OrderRecorder *)self;
    u32 answer = chooser_pick(r->inner, choice);
    if (choice->kind == CHOOSE_GOROUTINE)
        note_goroutine(r, choice, answer);
    else
        note_other(r, choice, answer);
    return answer;
}

static void order_after_latest(OrderRecorder *r, u32 goroutine, const SourceEvent *then)
{
    u64 *since = map_get(&r->passed_over, goroutine);
    const Latest *other = &r->latest[r->latest[0].goroutine == goroutine];
    if (since && *since && other->number >= *since)
        vec_push(&r->orders->list, (Order){other->event, *then});
    if (since)
        *since = 0;
}

static void happened(OrderRecorder *r, u32 goroutine, Pos pos)
{
    u32 line = source_lines_find(&r->lines, pos);
    if (line == UINT32_MAX || goroutine == GOROUTINE_MACHINE)
        return;
    const SourceLine *at = &r->lines.at.data[line];
    SourceEvent event = {.goroutine = goroutine, .line = at->text};
    event.function =
        *at->function ? at->function : NULL; /* initialisers of variables are in none */
    event.count = (u32)++ * map_put(&r->counts, at->id ^ hash_u64(goroutine));
    order_after_latest(r, goroutine, &event);
    if (r->latest[0].goroutine != goroutine)
        r->latest[1] = r->latest[0];
    r->latest[0] = (Latest){goroutine, ++r->events, event};
    CHECK(r->latest[1].number < r->latest[0].number);
    CHECK(r->latest[1].goroutine != goroutine);
}

static void on_event(EventSink *sink, const Event *event)
{
    OrderRecorder *r = (OrderRecorder *)((char *)sink - offsetof(OrderRecorder, sink));
    if (event->flags & EVF_PART)
        return;
    happened(r, event->goroutine, event->span.start);
    if (event->kind == EV_RENDEZVOUS)
        happened(r, event->other, event->other_span.start);
}

/* Copies the texts of an event into the arena of the orders. */
static void keep(Orders *orders, SourceEvent *event)
{
    event->line = arena_strndup(&orders->arena, event->line, strlen(event->line));
    if (event->function)
        event->function = arena_strndup(&orders->arena, event->function, strlen(event->function));
}

static void recorder_free(Chooser *self)
{
    OrderRecorder *r = (OrderRecorder *)self;
    r->inner->free(r->inner);
    source_lines_free(&r->lines);
    map_free(&r->counts);
    map_free(&r->choices);
    map_free(&r->passed_over);
    free(r);
}

OrderRecorder *order_recorder(Chooser *inner, const ProgramView *view, Orders *orders)
{
    OrderRecorder *r = xcalloc(1, sizeof *r);
    r->base = *inner; /* asked whenever the inner one would be */
    r->base.pick = pick;
    r->base.free = recorder_free;
    r->sink = record_sink(WANT_ACCESS | WANT_REPEATS, on_event);
    r->inner = inner;
    r->lines.view = view;
    r->orders = orders;
    orders_free(orders);
    *orders = (Orders){0};
    return r;
}

void order_recorder_keep(OrderRecorder *r)
{
    for (u32 i = 0; i < r->orders->list.len; i++) {
        keep(r->orders, &r->orders->list.data[i].first);
        keep(r->orders, &r->orders->list.data[i].then);
    }
}

void order_recorder_watch(OrderRecorder *r, VM *vm)
{
    r->vm = vm;
}

Chooser *order_recorder_base(OrderRecorder *r)
{
    return &r->base;
}

EventSink *order_recorder_sink(OrderRecorder *r)
{
    return &r->sink;
}
