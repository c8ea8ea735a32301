/* What a goroutine waits for, in words. */
#include "vm/chan.h"
#include "vm/show.h"
#include "vm/sync.h"

static Span wait_span(VM *vm, const G *g)
{
    Frame frames[16];
    u32 n = vm_frames(vm, g, frames, COUNT_OF(frames));
    for (u32 i = 0; i < n; i++)
        if (!frames[i].fn->is_library)
            return vm_span(&frames[i]);
    return (Span){0, 0};
}

static void describe_chan(VM *vm, const Chan *ch, const char *what, Buf *out)
{
    if (!ch) {
        buf_printf(out, "%s a nil channel, for ever", what);
        return;
    }
    buf_printf(out, "%s ", what);
    Buf name = {0};
    show_name(vm, ch->ref.loc, &name);
    buf_puts(out, name.len ? buf_str(&name) : "a channel");
    buf_free(&name);
    if (ch->cap)
        buf_printf(out, " (%llu of %llu buffered)", (unsigned long long)ch->count,
                   (unsigned long long)ch->cap);
}

/* The lowest number of a goroutine that holds the RWMutex that g waits for, or its own. */
static u32 first_reader(const VM *vm, const G *g)
{
    u32 first = sync_reads(vm, g->waiter.object, g) ? g->id : 0;
    for (u32 i = 0; i < vm->sched.all.len && first != g->id; i++) {
        const G *other = vm->sched.all.data[i];
        if (sync_reads(vm, g->waiter.object, other) && (!first || other->id < first))
            first = other->id;
    }
    return first;
}

static void describe_native(VM *vm, const G *g, Buf *out)
{
    const NativeDef *native = g->waiter.native;
    Span span = wait_span(vm, g);
    u32 len = 0;
    const char *text = span.start ? source_text(vm->program->sources, span, &len) : "";
    buf_puts(out, native->waits_for);
    if (len)
        buf_printf(out, " in %.*s", (int)len, text);
    LockWait wait = sync_lock_wait(vm, g);
    u32 holder = wait.readers ? first_reader(vm, g) : wait.holder;
    if (holder == g->id)
        buf_puts(out, ", which it holds itself");
    else if (holder)
        buf_printf(out, ", held by goroutine %u", holder);
    else if (wait.ahead)
        buf_printf(out, ", after goroutine %u, which waits to write", wait.ahead->id);
    if (native->effect == EFFECT_WAIT)
        buf_printf(out, " (counter %d)", *(const i32 *)g->waiter.object);
}

static void describe_select(VM *vm, const G *g, Buf *out)
{
    buf_puts(out, "one of ");
    for (u32 i = 0; i < g->nselect; i++) {
        const Waiter *w = &g->select_waiters[i];
        if (i)
            buf_puts(out, ", ");
        describe_chan(vm, w->object, w->is_send ? "a receiver on" : "a value from", out);
    }
}

void sched_describe_wait(VM *vm, const G *g, Buf *out)
{
    switch ((WaitReason)g->wait_reason) {
    case WAIT_NONE: break;
    case WAIT_SEND: describe_chan(vm, g->waiter.object, "a receiver on", out); break;
    case WAIT_RECV: describe_chan(vm, g->waiter.object, "a value from", out); break;
    case WAIT_SEND_NIL: describe_chan(vm, NULL, "a receiver on", out); break;
    case WAIT_RECV_NIL: describe_chan(vm, NULL, "a value from", out); break;
    case WAIT_SELECT: describe_select(vm, g, out); break;
    case WAIT_SELECT_EMPTY: buf_puts(out, "nothing: select without cases, for ever"); break;
    case WAIT_SLEEP: buf_puts(out, "time to pass"); break;
    case WAIT_NATIVE: describe_native(vm, g, out); break;
    case WAIT_OUTSIDE: buf_puts(out, "input, or a command"); break;
    case WAIT_EXIT: buf_puts(out, "the end of the program"); break;
    }
}
