/* Prints a trace in RAPID's format STD [MATHUR18], which has accesses, locks, fork and join.
 * Everything else becomes critical sections on locks of its own, which order at least what the run
 * ordered (spec/predict.md). */
#include "predict/trace.h"

#include "trace/happens_before.h"

static u64 place_of(const Event *event)
{
    bool own = event->arg > 0 && event->kind != EV_MAKE;
    return own ? event->arg : event->span.start;
}

static void print_name(const Trace *trace, Loc loc, Buf *out)
{
    u32 from = out->len;
    if (trace->format == TRACE_BINARY) /* several variables may have one name */
        loc_print(loc, out);
    else
        view_variable(&trace->view, loc, out);
    for (u32 i = from; i < out->len; i++)
        if (out->data[i] == '|' || out->data[i] == '(' || out->data[i] == ')')
            out->data[i] = '_';
}

static void print_thread(const Trace *trace, u32 goroutine, Buf *out)
{
    if (goroutine > 0 && goroutine <= trace->threads.len)
        buf_puts(out, trace->threads.data[goroutine - 1]);
    else
        buf_printf(out, "T%u", goroutine);
}

static void print_operation(const Trace *trace, const Event *event, u32 goroutine, const char *op,
                            const char *prefix, Loc loc, FILE *out)
{
    Buf name = {0};
    print_name(trace, loc, &name);
    Buf thread = {0};
    print_thread(trace, goroutine, &thread);
    fprintf(out, "%s|%s(%s%s)|%llu\n", buf_str(&thread), op, prefix, buf_str(&name),
            (unsigned long long)place_of(event));
    buf_free(&name);
    buf_free(&thread);
}

static void print_section(const Trace *trace, const Event *event, u32 goroutine, FILE *out)
{
    print_operation(trace, event, goroutine, "acq", "sync.", event->loc, out);
    print_operation(trace, event, goroutine, "rel", "sync.", event->loc, out);
}

static void print_life(const Trace *trace, const Event *event, const char *op, u32 other, FILE *out)
{
    Buf thread = {0}, child = {0};
    print_thread(trace, event->goroutine, &thread);
    print_thread(trace, other, &child);
    fprintf(out, "%s|%s(%s)|%llu\n", buf_str(&thread), op, buf_str(&child),
            (unsigned long long)place_of(event));
    buf_free(&thread);
    buf_free(&child);
}

static void print_accesses(const Trace *trace, const Event *event, FILE *out)
{
    Loc loc = event->loc;
    for (u32 i = 0; i < (event->count ? event->count : 1) && i < TRACE_RANGE_MAX; i++) {
        print_operation(trace, event, event->goroutine, event->kind == EV_READ ? "r" : "w", "", loc,
                        out);
        loc.offset += event->stride;
    }
}

static bool is_thread(const Trace *trace, Loc loc)
{
    return trace->format != TRACE_BINARY && loc.object == (1ull << 32 | NAME_THREAD);
}

/* A lock is one in STD while it is locked for writing; what readers do, and the second object of
 * RWMutex.Lock, become critical sections. */
static bool is_exclusive(const Event *event)
{
    return hb_is_lock(event->sub) && !hb_is_shared(event->sub) && !(event->flags & EVF_PART);
}

static void print_sync(const Trace *trace, const Event *event, FILE *out)
{
    if (is_thread(trace, event->loc)) {
        if (event->kind == EV_ACQUIRE)
            print_life(trace, event, "join", (u32)(event->loc.offset / 8) + 1, out);
    } else if (is_exclusive(event)) {
        const char *op = hb_locks(event->sub) ? "acq" : "rel";
        print_operation(trace, event, event->goroutine, op, "", event->loc, out);
    } else {
        print_section(trace, event, event->goroutine, out);
    }
}

void trace_export_event(const Trace *trace, const Event *event, FILE *out)
{
    switch (event_info[event->kind].class) {
    case EVC_ACCESS: print_accesses(trace, event, out); break;
    case EVC_LIFE:
        if (event->kind == EV_GO)
            print_life(trace, event, "fork", event->other, out);
        break;
    case EVC_CHANNEL:
        if (event->kind == EV_MAKE)
            break;
        print_section(trace, event, event->goroutine, out);
        if (event->kind == EV_RENDEZVOUS) {
            print_section(trace, event, event->other, out);
            print_section(trace, event, event->goroutine, out);
        }
        break;
    case EVC_SYNC: print_sync(trace, event, out); break;
    case EVC_MARK: break;
    }
}
