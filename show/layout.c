/* Rows and lanes of drawings. */
#include "show/layout.h"

u32 layout_lane(const Diagram *diagram, u32 goroutine)
{
    const u64 *index = map_get(&diagram->lane_numbers, goroutine);
    CHECK(index);
    return index ? (u32)*index - 1 : 0;
}

u32 layout_end(const Diagram *diagram, const DiagramEdge *edge)
{
    const DiagramStep *from = &diagram->steps.data[edge->from],
                      *to = &diagram->steps.data[edge->to];
    return edge->kind == EDGE_GO && from->kind == EV_GO ? from->other : to->goroutine;
}

bool layout_draws(const Layout *layout, const DiagramEdge *edge)
{
    return layout->row_of.data[edge->from] && layout->row_of.data[edge->to];
}

bool layout_races(const Diagram *diagram, u32 step)
{
    for (u32 i = 0; i < diagram->races.len; i++)
        if (diagram->races.data[i].now == step + 1 || diagram->races.data[i].before == step + 1)
            return true;
    return false;
}

void layout_title(const Diagram *diagram, const DiagramLane *lane, Buf *out)
{
    const char *name = diagram_str(diagram, lane->name);
    buf_puts(out, name);
    if (!strncmp(name, "goroutine ", 10))
        buf_printf(out, " (p%u)", lane->number);
}

/* Marks the steps that get a row. */
static void choose(Layout *layout, const Diagram *diagram)
{
    u32 *row_of = layout->row_of.data;
    for (u32 i = 0; i < diagram->edges.len; i++)
        row_of[diagram->edges.data[i].from] = row_of[diagram->edges.data[i].to] = 1;
    for (u32 i = 0; i < diagram->steps.len; i++)
        if (diagram->steps.data[i].number || layout_races(diagram, i))
            row_of[i] = 1;
}

static void widen(Layout *layout, u32 lane, u32 row)
{
    if (!layout->first.data[lane])
        layout->first.data[lane] = row;
    layout->last.data[lane] = row;
}

void layout_make(Layout *layout, const Diagram *diagram)
{
    *layout = (Layout){0};
    vec_extend(&layout->row_of, diagram->steps.len);
    vec_extend(&layout->first, diagram->lanes.len);
    vec_extend(&layout->last, diagram->lanes.len);
    choose(layout, diagram);
    for (u32 i = 0; i < diagram->steps.len; i++) {
        const DiagramStep *step = &diagram->steps.data[i];
        if (!layout->row_of.data[i])
            continue;
        vec_push(&layout->rows, i);
        layout->row_of.data[i] = layout->rows.len;
        widen(layout, layout_lane(diagram, step->goroutine), layout->rows.len);
        if (step->other)
            widen(layout, layout_lane(diagram, step->other), layout->rows.len);
    }
}

void layout_free(Layout *layout)
{
    vec_free(&layout->rows);
    vec_free(&layout->row_of);
    vec_free(&layout->first);
    vec_free(&layout->last);
}
