/* Hand-written executions for detectors: `ev_write(&run, 1, Z);` and so on; no VM is needed. Source
 * positions are step numbers, so that every access has its own. */
#ifndef TESTS_UNIT_RACE_EVENTS_H
#define TESTS_UNIT_RACE_EVENTS_H

#include "base/buf.h"
#include "race/detector.h"

/* The variables z, x, flag, channels c, d and a lock are locations in object 0. */
enum { Z = 8, X = 16, FLAG = 24, C = 100, D = 108, LOCK = 116 };

typedef struct Run {
    Detector *detector;
    u32 step;
    u32 races; /* number of reports, not of racy accesses */
    RaceKind kind;
    u32 now, before; /* goroutines of the last report */
    Buf rules;       /* rules of all reports, concatenated */
    ProgramView view;
} Run;

static void run_variable(void *ctx, Loc loc, Buf *out)
{
    (void)ctx;
    switch (loc.offset) {
    case Z: buf_puts(out, "z"); break;
    case X: buf_puts(out, "x"); break;
    case FLAG: buf_puts(out, "flag"); break;
    case C: buf_puts(out, "c"); break;
    case D: buf_puts(out, "d"); break;
    case LOCK: buf_puts(out, "mu"); break;
    default: break;
    }
}

static void run_race(void *ctx, const RaceReport *report)
{
    Run *run = ctx;
    run->races++;
    run->kind = report->kind;
    run->now = report->now.goroutine;
    run->before = report->before.goroutine;
    buf_printf(&run->rules, "%s ", report->rule);
}

static inline void run_start_with(Run *run, const char *detector, DetectorConfig config)
{
    *run = (Run){.view = {.variable = run_variable}};
    config.view = &run->view;
    config.on_race = config.on_race ? config.on_race : run_race;
    config.ctx = config.ctx ? config.ctx : run;
    run->detector = detector_new(detector, &config);
}

static inline void run_start(Run *run, const char *detector)
{
    run_start_with(run, detector, (DetectorConfig){0});
}

static inline void run_end(Run *run)
{
    detector_free(run->detector);
    buf_free(&run->rules);
}

static inline void run_event(Run *run, Event event)
{
    u32 at = ++run->step * 10;
    event.span = (Span){at, at + 4};
    event.other_span = (Span){at + 5, at + 9};
    EventSink *sink = detector_sink(run->detector);
    sink_event(sink, &event);
}

static inline Event ev_at(EventKind kind, u32 goroutine, u64 offset)
{
    return (Event){.kind = kind, .goroutine = goroutine, .loc = {0, offset}, .count = 1};
}

static inline void ev_read(Run *run, u32 p, u64 z)
{
    run_event(run, ev_at(EV_READ, p, z));
}

static inline void ev_write(Run *run, u32 p, u64 z)
{
    run_event(run, ev_at(EV_WRITE, p, z));
}

static inline void ev_go(Run *run, u32 parent, u32 child)
{
    run_event(run, (Event){.kind = EV_GO, .goroutine = parent, .other = child});
}

static inline void ev_end(Run *run, u32 p)
{
    run_event(run, (Event){.kind = EV_END, .goroutine = p});
}

static inline void ev_make(Run *run, u32 p, u64 c, u64 capacity)
{
    Event event = ev_at(EV_MAKE, p, c);
    event.arg = capacity;
    run_event(run, event);
}

static inline void ev_send(Run *run, u32 p, u64 c)
{
    run_event(run, ev_at(EV_SEND, p, c));
}

static inline void ev_recv(Run *run, u32 p, u64 c)
{
    run_event(run, ev_at(EV_RECV, p, c));
}

static inline void ev_recv_closed(Run *run, u32 p, u64 c)
{
    run_event(run, ev_at(EV_RECV_CLOSED, p, c));
}

static inline void ev_close(Run *run, u32 p, u64 c)
{
    run_event(run, ev_at(EV_CLOSE, p, c));
}

static inline void ev_rend(Run *run, u32 sender, u32 receiver, u64 c)
{
    Event event = ev_at(EV_RENDEZVOUS, sender, c);
    event.other = receiver;
    run_event(run, event);
}

static inline void ev_sync(Run *run, EventKind kind, SyncOp op, u32 p, u64 lock)
{
    Event event = ev_at(kind, p, lock);
    event.sub = op;
    run_event(run, event);
}

#endif
