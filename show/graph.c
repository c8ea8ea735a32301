/* The picture in formats that lay it out themselves: a graph for Graphviz, a sequence diagram for
 * Mermaid, a trace for the viewer of Perfetto (https://ui.perfetto.dev, Chrome's JSON format). */
#include "base/json.h"

#include "show/build.h"
#include "show/layout.h"

static void quoted(const char *text, FILE *out)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', out);
        putc(*text, out);
    }
    putc('"', out);
}

static void add_label(const Diagram *diagram, const DiagramStep *step, Buf *out)
{
    buf_puts(out, diagram_str(diagram, step->what));
    if (step->place)
        buf_puts(out, "  ");
    diagram_print_place(diagram, step->place, out);
}

/* ---- DOT ---- */

static void dot_step(const Diagram *diagram, u32 index, FILE *out)
{
    const DiagramStep *step = &diagram->steps.data[index];
    Buf label = {0};
    add_label(diagram, step, &label);
    fprintf(out, "    s%u [group=g%u, label=", index, step->goroutine);
    quoted(buf_str(&label), out);
    fputs(layout_races(diagram, index) ? ", color=red, fontcolor=red];\n" : "];\n", out);
    buf_free(&label);
}

/* What comes after what on each lane. */
static void dot_order(const Diagram *diagram, const Layout *layout, FILE *out)
{
    VEC(u32) last = {0};
    vec_extend(&last, diagram->lanes.len);
    for (u32 i = 0; i < layout->rows.len; i++) {
        u32 index = layout->rows.data[i];
        const DiagramStep *step = &diagram->steps.data[index];
        u32 lanes[2] = {layout_lane(diagram, step->goroutine)}, count = 1;
        if (step->kind == EV_RENDEZVOUS)
            lanes[count++] = layout_lane(diagram, step->other);
        for (u32 k = 0; k < count; k++) {
            if (last.data[lanes[k]])
                fprintf(out, "    s%u -> s%u [weight=10];\n", last.data[lanes[k]] - 1, index);
            last.data[lanes[k]] = index + 1;
        }
    }
    vec_free(&last);
}

void write_dot(const Picture *picture, FILE *out)
{
    const Diagram *diagram = &picture->diagram;
    Layout layout;
    layout_make(&layout, diagram);
    fputs("digraph run {\n    node [shape=box, fontname=monospace, fontsize=10];\n"
          "    edge [fontname=monospace, fontsize=9];\n",
          out);
    for (u32 i = 0; i < layout.rows.len; i++)
        dot_step(diagram, layout.rows.data[i], out);
    dot_order(diagram, &layout, out);
    for (u32 i = 0; i < diagram->edges.len; i++) {
        const DiagramEdge *edge = &diagram->edges.data[i];
        if (edge->kind != EDGE_ROOM && layout_draws(&layout, edge))
            fprintf(out, "    s%u -> s%u [label=\"%s\", color=darkgreen, constraint=true];\n",
                    edge->from, edge->to, diagram_edge_name(edge->kind));
    }
    for (u32 i = 0; i < diagram->races.len; i++) {
        const DiagramRace *race = &diagram->races.data[i];
        if (race->before && race->now)
            fprintf(out,
                    "    s%u -> s%u [label=race, color=red, style=dashed, dir=none, "
                    "constraint=false];\n",
                    race->before - 1, race->now - 1);
    }
    fputs("}\n", out);
    layout_free(&layout);
}

/* ---- Mermaid ---- */

/* "#" and ";" mean something there; both have number codes. */
static void mermaid_text(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '#' || *text == ';' || *text == '<' || *text == '>' || *text == '"')
            fprintf(out, "#%d;", *text);
        else
            putc(*text, out);
    }
}

/* An arrow for the edge that is shown with the step: all of a step's others are left out, since a
 * sequence diagram has one per line. */
static void mermaid_step(const Diagram *diagram, u32 index, const DiagramEdge *edge, FILE *out)
{
    const DiagramStep *step = &diagram->steps.data[index];
    Buf label = {0};
    add_label(diagram, step, &label);
    if (step->kind == EV_RENDEZVOUS)
        fprintf(out, "    g%u->>g%u: ", step->goroutine, step->other);
    else if (edge)
        fprintf(out, "    g%u-->>g%u: ", diagram->steps.data[edge->from].goroutine,
                layout_end(diagram, edge));
    else
        fprintf(out, "    Note over g%u: ", step->goroutine);
    mermaid_text(buf_str(&label), out);
    fputs(layout_races(diagram, index) ? " (race)\n" : "\n", out);
    buf_free(&label);
}

void write_mermaid(const Picture *picture, FILE *out)
{
    const Diagram *diagram = &picture->diagram;
    Layout layout;
    layout_make(&layout, diagram);
    fputs("sequenceDiagram\n", out);
    for (u32 i = 0; i < diagram->lanes.len; i++) {
        Buf title = {0};
        layout_title(diagram, &diagram->lanes.data[i], &title);
        fprintf(out, "    participant g%u as ", diagram->lanes.data[i].number);
        mermaid_text(buf_str(&title), out);
        putc('\n', out);
        buf_free(&title);
    }
    u32 at = 0; /* edges are sorted by the step that they lead to */
    for (u32 i = 0; i < layout.rows.len; i++) {
        const DiagramEdge *edge = NULL;
        for (; at < diagram->edges.len && diagram->edges.data[at].to <= layout.rows.data[i]; at++)
            if (diagram->edges.data[at].to == layout.rows.data[i] &&
                diagram->edges.data[at].kind != EDGE_ROOM &&
                layout_draws(&layout, &diagram->edges.data[at]))
                edge = &diagram->edges.data[at];
        mermaid_step(diagram, layout.rows.data[i], edge, out);
    }
    layout_free(&layout);
}

/* ---- Perfetto ---- */

static cJSON *event(const char *phase, u32 goroutine, u32 step)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "ph", phase);
    cJSON_AddNumberToObject(object, "pid", 1);
    cJSON_AddNumberToObject(object, "tid", goroutine);
    cJSON_AddNumberToObject(object, "ts", step);
    return object;
}

static void slice(cJSON *to, const Diagram *diagram, u32 index, u32 goroutine)
{
    const DiagramStep *step = &diagram->steps.data[index];
    Buf place = {0};
    diagram_print_place(diagram, step->place, &place);
    cJSON *object = event("X", goroutine, index);
    cJSON_AddNumberToObject(object, "dur", 1);
    cJSON_AddStringToObject(object, "name", diagram_str(diagram, step->what));
    cJSON_AddStringToObject(object, "cat",
                            layout_races(diagram, index) ? "race" : event_info[step->kind].name);
    cJSON *arguments = cJSON_AddObjectToObject(object, "args");
    cJSON_AddStringToObject(arguments, "place", buf_str(&place));
    cJSON_AddStringToObject(arguments, "rule", diagram_str(diagram, step->rule));
    cJSON_AddItemToArray(to, object);
    buf_free(&place);
}

static void flow(cJSON *to, const Diagram *diagram, u32 number)
{
    const DiagramEdge *edge = &diagram->edges.data[number];
    u32 from = diagram->steps.data[edge->from].goroutine;
    cJSON *ends[2] = {event("s", from, edge->from),
                      event("f", layout_end(diagram, edge), edge->to)};
    for (u32 i = 0; i < 2; i++) {
        cJSON_AddStringToObject(ends[i], "name", diagram_edge_name(edge->kind));
        cJSON_AddStringToObject(ends[i], "cat", "order");
        cJSON_AddNumberToObject(ends[i], "id", number + 1);
        if (i)
            cJSON_AddStringToObject(ends[i], "bp", "e");
        cJSON_AddItemToArray(to, ends[i]);
    }
}

void write_perfetto(const Picture *picture, FILE *out)
{
    const Diagram *diagram = &picture->diagram;
    cJSON *object = cJSON_CreateObject();
    cJSON *events = cJSON_AddArrayToObject(object, "traceEvents");
    for (u32 i = 0; i < diagram->lanes.len; i++) {
        Buf title = {0};
        layout_title(diagram, &diagram->lanes.data[i], &title);
        cJSON *name = event("M", diagram->lanes.data[i].number, 0);
        cJSON_AddStringToObject(name, "name", "thread_name");
        cJSON_AddStringToObject(cJSON_AddObjectToObject(name, "args"), "name", buf_str(&title));
        cJSON_AddItemToArray(events, name);
        buf_free(&title);
    }
    for (u32 i = 0; i < diagram->steps.len; i++) {
        slice(events, diagram, i, diagram->steps.data[i].goroutine);
        if (diagram->steps.data[i].kind == EV_RENDEZVOUS)
            slice(events, diagram, i, diagram->steps.data[i].other);
    }
    for (u32 i = 0; i < diagram->edges.len; i++)
        flow(events, diagram, i);
    json_print(object, false, out);
}
