/* A run as steps of the calculus: see race/explain/explain.h. */
#include "race/explain/explain.h"

#include <stdlib.h>

#include "race/core.h"
#include "race/explain/annotate.h"
#include "race/explain/step.h"

enum { MOST_EVENTS = 16 };
/* Events of sets that are looked at for a listener. */
enum { MOST_LISTED = 3000000 };

struct Explain {
    EventSink sink;
    ExplainConfig config;
    ExplainFilter filter;
    StepPrinter printer;
    VEC(ExplainListener) listeners;
    Annotator *annotator; /* of detectors that have a notation of their own, or NULL */
    u64 step;
    u32 known;             /* events in the set that was last looked at */
    u64 listed;            /* events of sets that were looked at, for listeners only */
    VEC(SetEvents) passed; /* by goroutine: its set, as listeners know it */
};

/* What ----------------------------------------------------------------------------------------- */

/* Adds a sign and the value that an access to one location reads or stores; false, and nothing is
 * added, when it is not known. */
static bool add_value(const Explain *x, const char *sign, const Event *event, Buf *out)
{
    const ProgramView *view = x->config.view;
    if (event->count > 1 || event->sub != SYNC_NONE || !view || !view->accessed)
        return false;
    Buf value = {0};
    view->accessed(view->ctx, event->loc, &value);
    bool known = value.len > 0;
    if (known)
        buf_printf(out, "%s%s", sign, buf_str(&value));
    buf_free(&value);
    return known;
}

/* An access that stands for what a channel or WaitGroup does, to itself. */
static void add_own_access(const Event *event, const char *object, Buf *out)
{
    if (event->sub == SYNC_CHAN_SEND) { /* of sends only those that panic are accesses */
        buf_printf(out, "%s <- panics", object);
        return;
    }
    event_name(event, out);
    buf_printf(out, " %s", object);
}

static void add_operation(Explain *x, const Event *event, Buf *out)
{
    Buf name = {0};
    EventClass class = event_info[event->kind].class;
    if (class == EVC_MARK && event->loc.object == 0)
        buf_puts(&name, "nil");
    else if (class != EVC_LIFE)
        view_variable(x->config.view, event->loc, &name);
    const char *object = buf_str(&name);
    if (class == EVC_ACCESS && event->sub != SYNC_NONE) {
        add_own_access(event, object, out);
        buf_free(&name);
        return;
    }
    switch ((EventKind)event->kind) {
    case EV_PANIC: buf_printf(out, "close %s panics", object); break;
    case EV_READ:
        buf_puts(out, object);
        add_value(x, " = ", event, out);
        break;
    case EV_WRITE:
        buf_puts(out, object);
        if (!add_value(x, " := ", event, out))
            buf_puts(out, " := _");
        break;
    case EV_GO:
        buf_puts(out, "go ");
        view_goroutine(x->config.view, event->other, out);
        break;
    case EV_END: buf_puts(out, "end"); break;
    case EV_MAKE: buf_printf(out, "make %s, %llu", object, (unsigned long long)event->arg); break;
    case EV_SEND: buf_printf(out, "%s <- ", object); break;
    case EV_RECV: buf_printf(out, "<-%s", object); break;
    case EV_RECV_CLOSED: buf_printf(out, "<-%s = ⊥", object); break;
    case EV_RENDEZVOUS:
        buf_printf(out, "%s <- to ", object);
        view_goroutine(x->config.view, event->other, out);
        break;
    case EV_CLOSE: buf_printf(out, "close %s", object); break;
    case EV_ACQUIRE:
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
    case EV_ACQUIRE_RELEASE:
    case EV_TIMER:
        event_name(event, out);
        buf_printf(out, " %s", object);
        break;
    case EV_DEFAULT:
    case EV_COUNT: event_name(event, out); break;
    }
    if (class == EVC_ACCESS && event->count > 1)
        buf_printf(out, " (%u of them)", event->count);
    buf_free(&name);
}

/* The operation on one line. */
static void add_whole(Explain *x, const Event *event, Buf *out)
{
    add_operation(x, event, out);
    for (u32 i = 0; i < out->len; i++)
        if (out->data[i] == '\n' || out->data[i] == '\t')
            out->data[i] = ' ';
}

/* What changed --------------------------------------------------------------------------------- */

static SetEvents set_of(Explain *x, u32 goroutine)
{
    SetEvents events = {0};
    Detector *d = x->config.detector;
    if (x->listed > MOST_LISTED)
        return events;
    Goroutine *p = d && d->rules->list_set ? core_known_goroutine(d, goroutine) : NULL;
    if (!p)
        return events;
    HbSet *set = d->rules->share(d, p);
    d->rules->list_set(d, set, &events);
    x->listed += x->printer.out ? 0 : events.len;
    if (set)
        d->rules->drop(d, set);
    u32 kept = 0;
    for (u32 i = 0; i < events.len; i++)
        if (!core_is_hidden(d, events.data[i].label))
            events.data[kept++] = events.data[i];
    events.len = kept;
    return events;
}

/* Without the events that both begin and end with: a step changes few of many. */
static void skip_common(SetEvents *a, SetEvents *b)
{
    while (a->len && b->len && a->data[0].label == b->data[0].label)
        a->data++, a->len--, b->data++, b->len--;
    while (a->len && b->len && a->data[a->len - 1].label == b->data[b->len - 1].label)
        a->len--, b->len--;
}

/* The events of a that are not in b. */
static SetEvents difference(const SetEvents *a, const SetEvents *b)
{
    Map labels = {0};
    SetEvents out = {0};
    for (u32 i = 0; i < b->len; i++)
        map_put(&labels, b->data[i].label);
    for (u32 i = 0; i < a->len; i++)
        if (!map_get(&labels, a->data[i].label))
            vec_push(&out, a->data[i]);
    map_free(&labels);
    return out;
}

static void add_difference(Explain *x, const char *name, const char *sign, SetEvents events,
                           Buf *out)
{
    bool all = x->filter.full || events.len <= MOST_EVENTS;
    u32 more = all ? 0 : events.len - MOST_EVENTS;
    events.len -= more;
    if (events.len > 0) {
        if (out->len > 0)
            buf_putc(out, '\n');
        buf_printf(out, "%s %s ", name, sign);
        core_print_events(x->config.detector, &events, out);
    }
    if (more > 0)
        buf_printf(out, " and %u more", more);
    vec_free(&events);
}

/* "(m1,?z)", in *text; NULL: it is a hidden one. */
static const char *event_text(const Explain *x, SetEvent *event, Buf *text)
{
    SetEvents one = {.data = event, .len = 1};
    vec_clear(text);
    core_print_events(x->config.detector, &one, text);
    if (text->len <= 2) /* "{}" */
        return NULL;
    text->data[text->len - 1] = '\0';
    return text->data + 1;
}

/* Adds to the sets of a JSON step that the event entered or left the goroutine's. */
static void add_json(StepChanges *changes, u32 goroutine, bool entered, const char *event)
{
    const char *name = entered ? "entered" : "left";
    int last = cJSON_GetArraySize(changes->sets) - 1;
    cJSON *set = cJSON_GetArrayItem(changes->sets, last);
    if (!set || cJSON_GetObjectItem(set, "goroutine")->valuedouble != goroutine) {
        set = cJSON_CreateObject();
        cJSON_AddNumberToObject(set, "goroutine", goroutine);
        cJSON_AddItemToArray(changes->sets, set);
    }
    if (!cJSON_HasObjectItem(set, name))
        cJSON_AddArrayToObject(set, name);
    cJSON_AddItemToArray(cJSON_GetObjectItem(set, name), cJSON_CreateString(event));
}

/* Passes the events on to the listeners, and to what is printed as JSON. */
static void pass_events(Explain *x, u32 goroutine, bool entered, const SetEvents *events,
                        StepChanges *changes)
{
    Buf text = {0};
    for (u32 i = 0; i < events->len; i++) {
        const char *event = event_text(x, &events->data[i], &text);
        for (u32 k = 0; event && k < x->listeners.len; k++)
            if (x->listeners.data[k].change)
                x->listeners.data[k].change(x->listeners.data[k].ctx, goroutine, entered, event);
        if (event && changes->sets)
            add_json(changes, goroutine, entered, event);
    }
    buf_free(&text);
}

/* Whether changes of sets are wanted. */
static bool passes_sets(const Explain *x)
{
    bool any = x->printer.json;
    for (u32 i = 0; i < x->listeners.len; i++)
        any |= x->listeners.data[i].change != NULL;
    return any;
}

/* Passes on how the set has become `now`, which it takes, since it last was: also
 * what R-GC has removed meanwhile, in steps of others. */
static void pass_set(Explain *x, u32 goroutine, SetEvents *now, StepChanges *changes)
{
    if (passes_sets(x)) {
        while (x->passed.len <= goroutine)
            vec_push(&x->passed, (SetEvents){0});
        SetEvents *last = &x->passed.data[goroutine], old = *last, new = *now;
        skip_common(&old, &new);
        SetEvents left = difference(&old, &new), entered = difference(&new, &old);
        pass_events(x, goroutine, false, &left, changes);
        pass_events(x, goroutine, true, &entered, changes);
        vec_free(&left);
        vec_free(&entered);
        vec_free(last);
        *last = *now;
        *now = (SetEvents){0};
    }
    vec_free(now);
}

static void add_change(Explain *x, const char *name, u32 goroutine, SetEvents *before,
                       StepChanges *changes)
{
    SetEvents after = set_of(x, goroutine), old = *before, new = after;
    x->known = after.len;
    skip_common(&old, &new);
    if (x->printer.out && !x->printer.json) {
        add_difference(x, name, "-=", difference(&old, &new), &changes->text);
        add_difference(x, name, "+=", difference(&new, &old), &changes->text);
    }
    pass_set(x, goroutine, &after, changes);
    vec_free(before);
}

/* A goroutine begins with the set of the one that started it, which is not printed as text. */
static void pass_inherited(Explain *x, u32 goroutine, StepChanges *changes)
{
    if (!passes_sets(x))
        return;
    SetEvents set = set_of(x, goroutine);
    pass_set(x, goroutine, &set, changes);
}

/* Steps inside the library are taken, but not shown to the reader of a program. */
static bool in_library(const Explain *x, const Event *event)
{
    if ((event->kind == EV_READ || event->kind == EV_WRITE) && (event->flags & EVF_LIBRARY))
        return true;
    const Sources *sources = x->config.view ? x->config.view->sources : NULL;
    const SourceFile *file = sources ? source_file_of(sources, event->span.start) : NULL;
    return file && file->is_library;
}

/* Whether a number is in a list, "2,3". */
static bool is_listed(const char *list, u32 number)
{
    for (char *end; *list; list = *end ? end + 1 : end) {
        if (strtoul(list, &end, 10) == number)
            return true;
        if (end == list)
            return false;
    }
    return false;
}

static bool is_of_variable(const Explain *x, const Event *event)
{
    EventClass class = event_info[event->kind].class;
    Buf name = {0};
    if (class != EVC_LIFE && event->loc.object != LOC_UNNAMED.object)
        view_variable(x->config.view, event->loc, &name);
    size_t len = strlen(x->filter.variable);
    const char *text = buf_str(&name), *rest = text + len;
    bool yes = !strncmp(text, x->filter.variable, len) && (!*rest || *rest == '.' || *rest == '[');
    buf_free(&name);
    return yes;
}

static bool is_in_lines(const Explain *x, const Event *event)
{
    const ExplainFilter *f = &x->filter;
    const Sources *sources = x->config.view ? x->config.view->sources : NULL;
    Place place = sources ? source_place(sources, event->span.start) : (Place){0};
    if (!event->span.start || !place.file || place.line < f->first_line ||
        place.line > f->last_line)
        return false;
    size_t have = strlen(place.file->name);
    return have >= f->file_len &&
           (!f->file_len || !memcmp(place.file->name + have - f->file_len, f->file, f->file_len));
}

/* Of a rendezvous both goroutines count. */
static bool passes(const Explain *x, const Event *event)
{
    const ExplainFilter *f = &x->filter;
    bool who = !f->goroutines || is_listed(f->goroutines, event->goroutine) ||
               (event->kind == EV_RENDEZVOUS && is_listed(f->goroutines, event->other));
    return who && x->step >= f->first && (!f->last || x->step <= f->last) &&
           (!f->variable || is_of_variable(x, event)) && (!f->last_line || is_in_lines(x, event));
}

/* Lets the detector have the event; its reports wait until the line is there. */
static void drive(Explain *x, const Event *event)
{
    Detector *d = x->config.detector;
    if (d) {
        d->hold = true;
        sink_event(&d->sink, event);
    }
}

/* The events as an array of texts, for JSON; NULL if nothing is printed so. */
static cJSON *event_list(const Explain *x, const SetEvents *events)
{
    cJSON *list = x->printer.json ? cJSON_CreateArray() : NULL;
    Buf text = {0};
    for (u32 i = 0; list && i < events->len; i++) {
        const char *event = event_text(x, &events->data[i], &text);
        if (event)
            cJSON_AddItemToArray(list, cJSON_CreateString(event));
    }
    buf_free(&text);
    return list;
}

/* The set of the exception: the conflicting accesses of the kind that the rule is about. */
static void add_error(Explain *x, StepChanges *changes)
{
    Detector *d = x->config.detector;
    SetEvents events = {0};
    bool reads = strstr(d->last_rule, "WaR") != NULL;
    for (u32 i = 0; i < d->conflicts.len; i++) {
        SetEvent event = d->conflicts.data[i];
        bool again = false; /* reference detectors ask twice */
        for (u32 k = 0; k < events.len; k++)
            again |=
                events.data[k].label == event.label && loc_equal(events.data[k].loc, event.loc);
        if (event.is_write != reads && !again)
            vec_push(&events, event);
    }
    if (events.len > 0) {
        buf_puts(&changes->text, "Error");
        core_print_events(d, &events, &changes->text);
        changes->error = event_list(x, &events);
    }
    vec_free(&events);
}

/* How the happens-before sets differ from those before the event. */
static void add_changes(Explain *x, const Event *event, SetEvents *before, SetEvents *other,
                        StepChanges *changes)
{
    if (event->kind == EV_END)
        return;
    add_change(x, "E", event->goroutine, before, changes);
    if (event->kind == EV_GO)
        pass_inherited(x, event->other, changes);
    if (event->kind != EV_RENDEZVOUS)
        return;
    u32 known = x->known; /* of the event's goroutine */
    Buf name = {0};
    buf_puts(&name, "E(");
    view_goroutine(x->config.view, event->other, &name);
    buf_putc(&name, ')');
    add_change(x, buf_str(&name), event->other, other, changes);
    buf_free(&name);
    x->known = known;
}

/* Lets the detector have the event and numbers the labels of its accesses, but for those that are
 * not shown; whether it is a race. */
static bool take(Explain *x, const Event *event)
{
    Detector *d = x->config.detector;
    if (!d)
        return false;
    u64 races = detector_races(d), label = d->label;
    vec_clear(&d->conflicts);
    drive(x, event);
    bool raced = detector_races(d) > races;
    if (d->config.fresh_labels)
        core_number_labels(d, label, raced || !in_library(x, event));
    return raced;
}

/* Gives the step to those that listen; those that have had enough go. */
static void serve(Explain *x, const ExplainedStep *step)
{
    u32 kept = 0;
    for (u32 i = 0; i < x->listeners.len; i++) {
        ExplainListener listener = x->listeners.data[i];
        listener.step(listener.ctx, step);
        bool enough = listener.most && --listener.most == 0;
        if (!enough)
            x->listeners.data[kept++] = listener;
    }
    x->listeners.len = kept;
}

/* Passes the step on, and prints it if the filter lets it through. */
static void pass_step(Explain *x, const Event *event, bool raced, bool shown, StepChanges *changes)
{
    Buf what = {0}, value = {0};
    add_whole(x, event, &what);
    if (event_info[event->kind].class == EVC_ACCESS || event->kind == EV_SEND ||
        event->kind == EV_RENDEZVOUS)
        add_value(x, "", event, &value);
    ExplainedStep step = {.event = event,
                          .number = shown ? x->step : 0,
                          .rule = raced ? x->config.detector->last_rule : event_rule(event),
                          .raced = raced,
                          .what = buf_str(&what),
                          .value = buf_str(&value),
                          .sets = x->listed <= MOST_LISTED,
                          .known = x->known,
                          .note = x->annotator ? buf_str(&changes->text) : ""};
    serve(x, &step);
    bool printed = shown && x->printer.out && passes(x, event);
    if (printed && x->printer.json)
        step_print_json(&x->printer, &step, changes);
    else if (printed)
        step_print_text(&x->printer, &step, changes);
    buf_free(&what);
    buf_free(&value);
}

static void show(Explain *x, const Event *event)
{
    SetEvents before = {0}, other = {0};
    StepChanges changes = {.sets = x->printer.json && !x->annotator ? cJSON_CreateArray() : NULL};
    if (x->annotator)
        annotator_event(x->annotator, event, &changes.text);
    else
        before = set_of(x, event->goroutine);
    if (!x->annotator && event->kind == EV_RENDEZVOUS)
        other = set_of(x, event->other);
    bool raced = take(x, event);
    bool shown = !(event->flags & EVF_PART) && (raced || !in_library(x, event));
    if (raced)
        add_error(x, &changes);
    if (!x->annotator && x->listed <= MOST_LISTED)
        add_changes(x, event, &before, &other, &changes);
    x->step += shown || x->annotator; /* the annotator's positions count all */
    pass_step(x, event, raced, shown, &changes);
    vec_free(&before);
    vec_free(&other);
    buf_free(&changes.text);
    cJSON_Delete(changes.sets);
    cJSON_Delete(changes.error);
}

static void on_event(EventSink *sink, const Event *event)
{
    Explain *x = (Explain *)sink;
    Detector *d = x->config.detector;
    if (x->printer.out || x->listeners.len)
        show(x, event);
    else
        take(x, event);
    if (d && d->held.len > 0 && x->printer.out)
        fflush(x->printer.out); /* reports may go elsewhere */
    if (d && d->held.len > 0) {
        core_deliver(d);
    }
    if (d)
        d->hold = false;
}

static void on_forget(EventSink *sink, u64 object)
{
    Explain *x = (Explain *)sink;
    if (x->config.detector)
        sink_forget(&x->config.detector->sink, object);
    for (u32 i = 0; i < x->listeners.len; i++)
        if (x->listeners.data[i].forget)
            x->listeners.data[i].forget(x->listeners.data[i].ctx, object);
}

static void on_close(EventSink *sink)
{
    FILE *out = ((Explain *)sink)->printer.out;
    if (out)
        fflush(out);
}

Explain *explain_new(const ExplainConfig *config)
{
    Explain *x = xcalloc(1, sizeof *x);
    x->sink = record_sink(WANT_ACCESS | WANT_EARLY | WANT_REPEATS | WANT_PROVEN, on_event);
    x->sink.forget = on_forget;
    x->sink.close = on_close;
    x->config = *config;
    AnnotatorConfig annotator = {.view = config->view};
    if (config->detector)
        x->annotator = annotator_new(detector_name(config->detector), &annotator);
    return x;
}

void explain_print(Explain *x, FILE *out, bool color, bool json)
{
    x->printer = (StepPrinter){.out = out, .view = x->config.view, .color = color, .json = json};
    x->sink.wants |= WANT_VALUES;
}

void explain_filter(Explain *x, const ExplainFilter *filter)
{
    x->filter = *filter;
}

void explain_listen(Explain *x, const ExplainListener *listener)
{
    vec_push(&x->listeners, *listener);
    x->sink.wants |= WANT_VALUES;
}

EventSink *explain_sink(Explain *x)
{
    return &x->sink;
}

void explain_free(Explain *x)
{
    if (x->annotator)
        annotator_free(x->annotator);
    for (u32 i = 0; i < x->passed.len; i++)
        vec_free(&x->passed.data[i]);
    vec_free(&x->passed);
    vec_free(&x->listeners);
    free(x);
}
