/* Fills the model of a picture with the steps of a run. */
#include "show/picture.h"

#include "show/build.h"

/* ---- objects ---- */

static void name_object(Picture *picture, const Event *event, DiagramObject *object)
{
    Buf name = {0};
    view_variable(picture->view, event->loc, &name);
    object->name = diagram_text(&picture->diagram, buf_str(&name));
    buf_free(&name);
}

static bool has_object(const Event *event)
{
    return event_has_loc((EventKind)event->kind) &&
           !(event_info[event->kind].class == EVC_MARK && event->loc.object == 0);
}

/* The index + 1 of the object that the event is on; 0: on none. */
static u32 object_of(Picture *picture, const Event *event)
{
    if (!has_object(event))
        return 0;
    bool fresh;
    u32 at = loctable_get(&picture->locs, event->loc, &fresh);
    vec_extend(&picture->objects, at + 1);
    u32 *index = &picture->objects.data[at];
    if (!*index) {
        DiagramObject object = {.class = event_info[event->kind].class};
        name_object(picture, event, &object);
        vec_push(&picture->diagram.objects, object);
        *index = picture->diagram.objects.len;
    }
    DiagramObject *object = &picture->diagram.objects.data[*index - 1];
    if (event->kind == EV_MAKE)
        object->capacity = event->arg;
    if (object->class == EVC_ACCESS) /* a lock may be initialised as a variable first */
        object->class = event_info[event->kind].class;
    return *index;
}

static void gone(void *ctx, u32 index)
{
    Picture *picture = ctx;
    if (index < picture->objects.len)
        picture->objects.data[index] = 0;
}

static void on_forget(void *ctx, u64 object)
{
    Picture *picture = ctx;
    loctable_forget(&picture->locs, object, gone, picture);
    edges_forget(picture->edges, object);
}

/* ---- places ---- */

/* The frame of the goroutine that is nearest in the program's own code. */
static bool program_frame(const Picture *picture, u32 goroutine, StackFrame *frame)
{
    StackTrace stack = {0};
    bool found = false;
    if (picture->view && picture->view->stack)
        picture->view->stack(picture->view->ctx, goroutine, &stack);
    for (u32 i = 0; i < stack.len && !found; i++) {
        const SourceFile *file = source_file_of(picture->view->sources, stack.data[i].span.start);
        found = file && !file->is_library;
        *frame = stack.data[i];
    }
    vec_free(&stack);
    return found;
}

/* Of a step in the library the program's call of it. */
static u32 place_of(Picture *picture, u32 goroutine, Span span)
{
    u32 known = diagram_known_place(&picture->diagram, span);
    if (known && !diagram_in_library(&picture->diagram, known))
        return known;
    const Sources *sources = picture->view ? picture->view->sources : NULL;
    const SourceFile *file = sources ? source_file_of(sources, span.start) : NULL;
    StackFrame frame = {.span = span};
    if (file && file->is_library && program_frame(picture, goroutine, &frame))
        return diagram_place(&picture->diagram, frame.span,
                             diagram_text(&picture->diagram, frame.function));
    const char *function = NULL;
    if (file && picture->view->function_at)
        function = picture->view->function_at(picture->view->ctx, span.start);
    return diagram_place(&picture->diagram, span,
                         diagram_text(&picture->diagram, function ? function : ""));
}

/* ---- lanes ---- */

static void name_lane(Picture *picture, u32 goroutine)
{
    StackTrace stack = {0};
    Buf name = {0};
    if (goroutine == GOROUTINE_MACHINE)
        buf_puts(&name, "timers");
    else if (picture->view && picture->view->goroutine)
        picture->view->goroutine(picture->view->ctx, goroutine, &name);
    if (!name.len)
        buf_printf(&name, "goroutine %u", goroutine);
    if (picture->view && picture->view->stack && goroutine)
        picture->view->stack(picture->view->ctx, goroutine, &stack);
    u32 text = diagram_text(&picture->diagram, buf_str(&name));
    u32 function = stack.len ? diagram_text(&picture->diagram, vec_last(&stack).function) : 0;
    DiagramLane *lane = diagram_lane(&picture->diagram, goroutine);
    lane->name = text;
    lane->function = lane->function ? lane->function : function;
    vec_free(&stack);
    buf_free(&name);
}

/* When it is started it may have no stack yet; at its own first step it has, if ever. */
static void note_lane(Picture *picture, u32 goroutine, bool acts)
{
    DiagramLane *lane = diagram_lane(&picture->diagram, goroutine);
    if (!lane->name || (acts && !lane->acted && !lane->function))
        name_lane(picture, goroutine);
    if (acts)
        diagram_lane(&picture->diagram, goroutine)->acted = true;
}

/* What the event does to lanes. */
static void note_lanes(Picture *picture, const Event *event)
{
    note_lane(picture, event->goroutine, true);
    if (event->kind == EV_RENDEZVOUS || event->kind == EV_GO)
        note_lane(picture, event->other, event->kind == EV_RENDEZVOUS);
    if (event->kind == EV_GO)
        diagram_lane(&picture->diagram, event->other)->started = picture->diagram.steps.len;
    if (event->kind == EV_END)
        diagram_lane(&picture->diagram, event->goroutine)->ended = true;
}

/* ---- steps ---- */

/* What a send passes on is part of what it does. */
static u32 what_of(Picture *picture, const ExplainedStep *explained)
{
    const Event *event = explained->event;
    Buf what = {0};
    buf_puts(&what, explained->what);
    if (event->kind == EV_SEND && *explained->value)
        buf_puts(&what, explained->value);
    if (event->kind == EV_RENDEZVOUS && *explained->value)
        buf_printf(&what, ": %s", explained->value);
    u32 text = diagram_text(&picture->diagram, buf_str(&what));
    buf_free(&what);
    return text;
}

static void on_step(void *ctx, const ExplainedStep *explained)
{
    Picture *picture = ctx;
    Diagram *model = &picture->diagram;
    const Event *event = explained->event;
    if (model->steps.len == picture->most) {
        model->cut = true;
        return;
    }
    DiagramStep step = {
        .kind = event->kind,
        .sub = event->sub,
        .flags = event->flags,
        .goroutine = event->goroutine,
        .other = event->kind == EV_GO || event->kind == EV_RENDEZVOUS ? event->other : 0,
        .object = object_of(picture, event),
        .place = place_of(picture, event->goroutine, event->span),
        .number = (u32)explained->number,
        .rule = diagram_text(model, explained->rule),
        .value = diagram_text(model, explained->value),
        .note = diagram_text(model, explained->note),
        .what = what_of(picture, explained),
    };
    if (!explained->sets && !model->sets_until)
        model->sets_until = model->steps.len;
    if (event->kind == EV_RENDEZVOUS)
        step.other_place = place_of(picture, event->other, event->other_span);
    vec_push(&model->steps, step);
    note_lanes(picture, event);
    edges_event(picture->edges, event);
}

/* Changes come before their step. */
static void on_change(void *ctx, u32 goroutine, bool entered, const char *event)
{
    Picture *picture = ctx;
    Diagram *model = &picture->diagram;
    if (model->steps.len < picture->most)
        vec_push(&model->changes, (DiagramChange){.step = model->steps.len,
                                                  .goroutine = goroutine,
                                                  .event = diagram_text(model, event),
                                                  .entered = entered});
}

ExplainListener picture_listener(Picture *picture)
{
    return (ExplainListener){.ctx = picture,
                             .most = picture->most + 1ull, /* the last shows that there are more */
                             .change = on_change,
                             .step = on_step,
                             .forget = on_forget};
}

/* ---- findings ---- */

/* The latest step before `end` that is this access of the goroutine, + 1. */
static u32 step_of(const Diagram *model, const RaceAccess *access, u32 end, u32 object)
{
    u32 place = diagram_known_place(model, access->span);
    for (u32 i = end; i-- > 0;) {
        const DiagramStep *step = &model->steps.data[i];
        if (step->goroutine == access->goroutine && step->object == object && place &&
            step->place == place)
            return i + 1;
    }
    for (u32 i = end; i-- > 0;) { /* an access to several locations names the first */
        const DiagramStep *step = &model->steps.data[i];
        if (step->goroutine == access->goroutine && place && step->place == place)
            return i + 1;
    }
    return 0;
}

void picture_race(Picture *picture, const RaceReport *race, const char *report)
{
    Diagram *model = &picture->diagram;
    Buf title = {0};
    if (!model->steps.len)
        return;
    u32 last = model->cut ? 0 : model->steps.len;
    u32 object = last ? model->steps.data[last - 1].object : 0;
    buf_printf(&title, "%s (%s) on %s", race_kind_text(race->kind), race_kind_name(race->kind),
               race->variable);
    if (object && *race->variable)
        model->objects.data[object - 1].name = diagram_text(model, race->variable);
    DiagramRace found = {.now = last,
                         .before = last ? step_of(model, &race->before, last - 1, object) : 0,
                         .title = diagram_text(model, buf_str(&title)),
                         .report = diagram_text(model, report),
                         .warning = race->warning};
    vec_push(&model->races, found);
    buf_free(&title);
}

void picture_finding(Picture *picture, const char *kind, const char *title, const char *report)
{
    Diagram *model = &picture->diagram;
    vec_push(&model->findings,
             (DiagramFinding){diagram_text(model, kind), diagram_text(model, title),
                              diagram_text(model, report)});
}

void picture_end(Picture *picture)
{
    const ProgramView *view = picture->view;
    Diagram *model = &picture->diagram;
    for (u32 i = 0; view && view->waiting && i < model->lanes.len; i++) {
        Buf waits = {0};
        model->lanes.data[i].waits = model->lanes.data[i].waits_at = 0;
        StackFrame frame;
        view->waiting(view->ctx, model->lanes.data[i].number, &waits);
        if (waits.len && program_frame(picture, model->lanes.data[i].number, &frame))
            model->lanes.data[i].waits_at =
                diagram_place(model, frame.span, diagram_text(model, frame.function));
        if (waits.len)
            model->lanes.data[i].waits = diagram_text(model, buf_str(&waits));
        buf_free(&waits);
    }
}

void picture_head(Picture *picture, const PictureHead *head)
{
    Diagram *model = &picture->diagram;
    model->title = diagram_text(model, head->title ? head->title : "");
    model->command = diagram_text(model, head->command ? head->command : "");
    model->detector = diagram_text(model, head->detector ? head->detector : "");
    model->verdict = diagram_text(model, head->verdict ? head->verdict : "");
    model->output = diagram_text(model, head->output ? head->output : "");
}

void picture_beside(Picture *picture, Picture *other, const char *says)
{
    CHECK(!picture->beside);
    picture->beside = other;
    other->beside_says = diagram_text(&other->diagram, says);
}

/* ---- life, formats ---- */

Picture *picture_new(const ProgramView *view, u32 most)
{
    Picture *picture = xcalloc(1, sizeof *picture);
    CHECK(most && most <= PICTURE_STEPS);
    picture->most = most;
    diagram_init(&picture->diagram, view ? view->sources : NULL);
    picture->view = view;
    picture->edges = edges_new(&picture->diagram);
    return picture;
}

void picture_free(Picture *picture)
{
    if (!picture)
        return;
    picture_free(picture->beside);
    edges_free(picture->edges);
    loctable_free(&picture->locs);
    vec_free(&picture->objects);
    diagram_free(&picture->diagram);
    free(picture);
}

static const PictureFormat formats[] = {
    {"html", "a page for any browser", write_html},
    {"json", "the model, as docs/show.md describes it", write_json},
    {"svg", "a drawing of the program's own steps, for documents", write_svg},
    {"tikz", "the same for LaTeX (package tikz)", write_tikz},
    {"dot", "the order of the steps as a graph, for Graphviz", write_dot},
    {"mermaid", "a sequence diagram, for Markdown", write_mermaid},
    {"perfetto", "a trace for ui.perfetto.dev: one step is one microsecond", write_perfetto},
};

const PictureFormat *picture_format(const char *name)
{
    for (u32 i = 0; i < COUNT_OF(formats); i++)
        if (!strcmp(formats[i].name, name))
            return &formats[i];
    return NULL;
}
