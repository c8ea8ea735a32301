/* A window on a run. Its events become steps, which the analyses take. Whenever the steps have
 * doubled, at least, those that neither an analysis nor the builder of steps may need again are
 * removed, so that the work of removing is in proportion to the steps. */
#include "predict/stream.h"

typedef struct Stream {
    EventSink sink; /* first: gets the events */
    StreamPlan plan;
    Trace window; /* its events are those of the steps that are kept */
    u64 count;    /* events so far */
    u32 windows;  /* that have ended */
    u32 limit;    /* steps at which this one ends */
    Steps *steps;
    StepsBuilder *builder;
    HbWalk *walks[MAX_ANALYSES]; /* by analysis; NULL: it has none */
    Findings *findings;          /* by analysis */
} Stream;

static bool is_chosen(const Stream *s, u32 analysis)
{
    return s->plan.chosen >> analysis & 1;
}

static void mark(void *ctx, u32 *step)
{
    ((u32 *)ctx)[*step] = 1;
}

/* Calls visit for all numbers of steps that analyses have. */
static void visit_all(Stream *s, VisitStep visit, u32 *marks)
{
    for (u32 i = 0; i < MAX_ANALYSES; i++) {
        if (is_chosen(s, i))
            findings_visit(&s->findings[i], visit, marks);
        if (s->walks[i])
            hb_visit(s->walks[i], visit, marks);
    }
}

static void remove_steps(Stream *s)
{
    u32 *marks = xcalloc(s->steps->list.len, sizeof *marks);
    visit_all(s, mark, marks);
    steps_remove(s->builder, &s->window, s->window.numbers.data, marks);
    s->window.numbers.len = s->window.events.len;
    visit_all(s, steps_rename, marks);
    for (u32 i = 0; i < MAX_ANALYSES; i++)
        if (s->walks[i])
            hb_moved(s->walks[i], marks);
    free(marks);
}

/* Analyses the steps since the last window. */
static void end_window(Stream *s)
{
    u32 count;
    const Analysis *list = analysis_list(&count);
    for (u32 i = 0; i < count; i++) {
        if (s->walks[i])
            hb_take(s->walks[i]);
        else if (is_chosen(s, i))
            list[i].run(s->steps, &s->findings[i]);
    }
    s->windows++;
}

static void take_event(EventSink *sink, const Event *event)
{
    Stream *s = (Stream *)sink;
    if (s->steps->list.len >= s->limit) {
        end_window(s);
        remove_steps(s);
        s->limit = 2 * s->steps->list.len + s->plan.window;
    }
    vec_push(&s->window.numbers, s->count++);
    vec_push(&s->window.events, *event);
    steps_add(s->builder, s->window.events.len - 1);
}

EventSink *stream_begin(StreamPlan plan, Steps *steps, Findings *findings)
{
    u32 count;
    const Analysis *list = analysis_list(&count);
    Stream *s = xcalloc(1, sizeof *s);
    CHECK(count <= MAX_ANALYSES);
    s->sink = record_sink(0, take_event);
    s->plan = plan;
    s->limit = plan.window;
    s->steps = steps;
    s->findings = findings;
    s->builder = steps_begin(steps, &s->window);
    for (u32 i = 0; i < count; i++)
        if (is_chosen(s, i) && list[i].begin)
            s->walks[i] = list[i].begin(steps, true, &findings[i]);
    return &s->sink;
}

void stream_end(EventSink *sink, Trace *trace, bool late)
{
    Stream *s = (Stream *)sink;
    if (!late)
        end_window(s);
    for (u32 i = 0; i < MAX_ANALYSES; i++) {
        if (s->walks[i])
            hb_end(s->walks[i]);
        else if (is_chosen(s, i))
            s->findings[i].windows = s->windows;
    }
    steps_end(s->builder);
    vec_free(&trace->events);
    trace->events = s->window.events;
    trace->numbers = s->window.numbers;
    s->steps->trace = trace;
    free(s);
}
