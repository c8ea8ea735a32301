/* A window on a run. Its events become steps, which the analysis takes. Whenever the steps have
 * doubled, those that neither the analysis nor the builder of steps may need
 * again are removed, so that the work of removing is in proportion to the steps. */
#include "predict/stream.h"

enum { WINDOW = 1 << 14 };

typedef struct Stream {
    EventSink sink; /* first: gets the events */
    Trace window;   /* its events are those of the steps that are kept */
    u64 count;      /* events so far */
    u32 added;      /* steps that are added before some are removed, at least */
    u32 limit;      /* steps at which that is the case */
    Steps *steps;
    StepsBuilder *builder;
    HbWalk *walk;
    Findings *findings;
} Stream;

static void mark(void *ctx, u32 *step)
{
    ((u32 *)ctx)[*step] = 1;
}

/* Removes the steps that are in no pair, and if others `stay`, not wanted by those either. */
static void remove_steps(Stream *s, bool stay)
{
    u32 *marks = xcalloc(s->steps->list.len, sizeof *marks);
    findings_visit(s->findings, mark, marks);
    if (stay) {
        hb_visit(s->walk, mark, marks);
        steps_visit(s->builder, mark, marks);
    }
    steps_remove(s->builder, &s->window, s->window.numbers.data, marks);
    s->window.numbers.len = s->window.events.len;
    findings_visit(s->findings, steps_rename, marks);
    if (stay) {
        hb_visit(s->walk, steps_rename, marks);
        hb_moved(s->walk, marks);
    }
    free(marks);
}

static void take_event(EventSink *sink, const Event *event)
{
    Stream *s = (Stream *)sink;
    vec_push(&s->window.numbers, s->count++);
    vec_push(&s->window.events, *event);
    steps_add(s->builder, s->window.events.len - 1);
    if (s->steps->list.len < s->limit)
        return;
    hb_take(s->walk);
    remove_steps(s, true);
    s->limit = 2 * s->steps->list.len + s->added;
}

EventSink *stream_begin(const Analysis *analysis, u32 window, Steps *steps, Findings *findings)
{
    Stream *s = xcalloc(1, sizeof *s);
    s->sink = record_sink(0, take_event);
    s->added = s->limit = window;
    s->steps = steps;
    s->findings = findings;
    s->builder = steps_begin(steps, &s->window);
    s->walk = analysis->begin(steps, true, findings);
    return &s->sink;
}

void stream_end(EventSink *sink, Trace *trace)
{
    Stream *s = (Stream *)sink;
    hb_take(s->walk);
    remove_steps(s, false);
    hb_end(s->walk);
    steps_end(s->builder);
    vec_free(&trace->events);
    trace->events = s->window.events;
    trace->numbers = s->window.numbers;
    s->steps->trace = trace;
    free(s);
}

bool predict_stream(const Analysis *analysis, Trace *trace, const char *path, Steps *steps,
                    Findings *findings)
{
    EventSink *sink = stream_begin(analysis, WINDOW, steps, findings);
    bool ok = trace_stream(trace, path, sink);
    stream_end(sink, trace);
    return ok;
}
