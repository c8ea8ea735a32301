/* The call stack of the earlier access of a race. */
#include "explore/executor/earlier.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

/* Limits of memory: locations with their last accesses, elements of one access to many. */
enum { MOST_ACCESSES = 1 << 20, MOST_ELEMENTS = 1 << 10 };

/* Equal stacks are kept once. */
typedef struct Stack {
    u32 first, len; /* of frames */
} Stack;

struct Earlier {
    EventSink sink;
    const ProgramView *view;
    VEC(StackFrame) frames;
    VEC(Stack) stacks;
    Map by_content; /* hash of a stack -> its index + 1 */
    Map last;       /* goroutine and location -> index + 1 of the stack of its last access */
    StackTrace now; /* scratch */
};

static u64 access_key(u32 goroutine, Loc loc, bool write)
{
    return hash_u64(hash_u64(hash_u64(loc.object) + loc.offset) + goroutine * 2ull + write) | 1;
}

static u64 content(const StackTrace *stack)
{
    u64 hash = HASH_START;
    for (u32 i = 0; i < stack->len; i++)
        hash = hash_u64(hash + stack->data[i].span.start) + (u64)(uintptr_t)stack->data[i].function;
    return hash | 1;
}

static u32 keep(Earlier *e, const StackTrace *stack)
{
    u64 *index = map_put(&e->by_content, content(stack));
    if (*index)
        return (u32)*index;
    CHECK(e->stacks.len < e->by_content.count);
    vec_push(&e->stacks, (Stack){e->frames.len, stack->len});
    for (u32 i = 0; i < stack->len; i++)
        vec_push(&e->frames, stack->data[i]);
    return (u32)(*index = e->stacks.len);
}

static void on_event(EventSink *sink, const Event *event)
{
    Earlier *e = (Earlier *)sink;
    if (event_info[event->kind].class != EVC_ACCESS || e->last.count >= MOST_ACCESSES)
        return;
    vec_clear(&e->now);
    e->view->stack(e->view->ctx, event->goroutine, &e->now);
    u32 index = keep(e, &e->now);
    Loc loc = event->loc;
    for (u32 i = 0; i < MOST_ELEMENTS && (i == 0 || i < event->count); i++) {
        *map_put(&e->last, access_key(event->goroutine, loc, event->kind == EV_WRITE)) = index;
        loc.offset += event->stride;
    }
}

Earlier *earlier_new(const ProgramView *view)
{
    Earlier *e = xcalloc(1, sizeof *e);
    e->sink = record_sink(WANT_ACCESS | WANT_REPEATS, on_event);
    e->view = view;
    return e;
}

void earlier_free(Earlier *e)
{
    if (!e)
        return;
    vec_free(&e->frames);
    vec_free(&e->stacks);
    vec_free(&e->now);
    map_free(&e->by_content);
    map_free(&e->last);
    free(e);
}

EventSink *earlier_sink(Earlier *e)
{
    return &e->sink;
}

/* Inner frames of the library are left out, as in the stack of the later access. If the stack does
 * not lead to the access, the goroutine has been at another place since. */
void earlier_complete(const Earlier *e, RaceReport *report)
{
    RaceAccess *access = &report->before;
    const u64 *index =
        map_get(&e->last, access_key(access->goroutine, report->loc, access->is_write));
    if (!index || !*index)
        return;
    CHECK(*index <= e->stacks.len);
    const Stack *stack = &e->stacks.data[*index - 1];
    CHECK(stack->first + stack->len <= e->frames.len);
    for (u32 i = 0; i < stack->len; i++) {
        const StackFrame *frame = &e->frames.data[stack->first + i];
        if (frame->span.start != access->span.start)
            continue;
        access->stack = frame;
        access->stack_len = stack->len - i;
        return;
    }
}
