/* The picture as SVG and as TikZ: lanes from left to right, time downwards, a row for each step.
 * Drawings of two kinds from one walk: what differs is how a line, a dot and a text are written. */
#include "show/build.h"
#include "show/layout.h"

enum { ROW = 22, LANE = 190, LEFT = 44, HEAD = 34, LABEL = 260 };

typedef enum Look { LOOK_LANE, LOOK_ARROW, LOOK_ROOM, LOOK_RACE } Look;

/* How a format writes what a drawing consists of. */
typedef struct Pen {
    void (*begin)(FILE *out, u32 width, u32 height);
    void (*line)(FILE *out, u32 x1, u32 y1, u32 x2, u32 y2, Look look);
    void (*dot)(FILE *out, u32 x, u32 y, bool full, bool races);
    void (*text)(FILE *out, u32 x, u32 y, const char *text, bool races);
    void (*end)(FILE *out);
} Pen;

static u32 lane_x(u32 lane)
{
    return LEFT + lane * LANE;
}

static u32 row_y(u32 row)
{
    return HEAD + row * ROW;
}

static void draw_lanes(const Diagram *diagram, const Layout *layout, const Pen *pen, FILE *out)
{
    for (u32 i = 0; i < diagram->lanes.len; i++) {
        Buf title = {0};
        const DiagramLane *lane = &diagram->lanes.data[i];
        layout_title(diagram, lane, &title);
        pen->text(out, lane_x(i), 14, buf_str(&title), false);
        u32 last = lane->ended ? layout->last.data[i] : layout->rows.len;
        if (layout->first.data[i])
            pen->line(out, lane_x(i), row_y(layout->first.data[i]), lane_x(i), row_y(last),
                      LOOK_LANE);
        buf_free(&title);
    }
}

static void draw_edges(const Diagram *diagram, const Layout *layout, const Pen *pen, FILE *out)
{
    const u32 *row_of = layout->row_of.data;
    for (u32 i = 0; i < diagram->edges.len; i++) {
        const DiagramEdge *edge = &diagram->edges.data[i];
        if (!layout_draws(layout, edge))
            continue;
        u32 from = layout_lane(diagram, diagram->steps.data[edge->from].goroutine);
        u32 to = layout_lane(diagram, layout_end(diagram, edge));
        pen->line(out, lane_x(from), row_y(row_of[edge->from]), lane_x(to), row_y(row_of[edge->to]),
                  edge->kind == EDGE_ROOM ? LOOK_ROOM : LOOK_ARROW);
    }
    for (u32 i = 0; i < diagram->races.len; i++) {
        const DiagramRace *race = &diagram->races.data[i];
        if (!race->before || !race->now)
            continue;
        u32 from = race->before - 1, to = race->now - 1;
        pen->line(out, lane_x(layout_lane(diagram, diagram->steps.data[from].goroutine)),
                  row_y(row_of[from]),
                  lane_x(layout_lane(diagram, diagram->steps.data[to].goroutine)),
                  row_y(row_of[to]), LOOK_RACE);
    }
}

static void draw_step(const Diagram *diagram, u32 index, u32 row, const Pen *pen, FILE *out)
{
    const DiagramStep *step = &diagram->steps.data[index];
    bool races = layout_races(diagram, index);
    u32 x = lane_x(layout_lane(diagram, step->goroutine)), y = row_y(row);
    if (step->kind == EV_RENDEZVOUS) {
        u32 other = lane_x(layout_lane(diagram, step->other));
        pen->line(out, x, y, other, y, LOOK_ARROW);
        pen->dot(out, other, y, true, races);
        pen->dot(out, x, y, true, races);
        x = other > x ? other : x;
    } else {
        pen->dot(out, x, y, step->kind != EV_READ && step->kind != EV_END, races);
    }
    Buf text = {0};
    buf_puts(&text, diagram_str(diagram, step->what));
    if (step->place)
        buf_puts(&text, "   ");
    diagram_print_place(diagram, step->place, &text);
    pen->text(out, x + 9, y + 4, buf_str(&text), races);
    buf_free(&text);
}

static void draw(const Diagram *diagram, const Pen *pen, FILE *out)
{
    Layout layout;
    layout_make(&layout, diagram);
    pen->begin(out, LEFT + diagram->lanes.len * LANE + LABEL, row_y(layout.rows.len + 1));
    draw_lanes(diagram, &layout, pen, out);
    draw_edges(diagram, &layout, pen, out);
    for (u32 i = 0; i < layout.rows.len; i++)
        draw_step(diagram, layout.rows.data[i], i + 1, pen, out);
    pen->end(out);
    layout_free(&layout);
}

/* ---- SVG ---- */

static void svg_begin(FILE *out, u32 width, u32 height)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
            "viewBox=\"0 0 %u %u\" font-family=\"ui-monospace, monospace\" font-size=\"12\">\n"
            "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"12\" refY=\"4\" markerWidth=\"7\" "
            "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\" fill=\"#1d7f4e\"/>"
            "</marker></defs>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width, height, width, height);
}

static void svg_line(FILE *out, u32 x1, u32 y1, u32 x2, u32 y2, Look look)
{
    static const char *const styles[] = {
        [LOOK_LANE] = "stroke=\"#c3cad1\" stroke-width=\"1.5\"",
        [LOOK_ARROW] = "stroke=\"#1d7f4e\" stroke-width=\"1.3\" marker-end=\"url(#tip)\"",
        [LOOK_ROOM] = "stroke=\"#1d7f4e\" stroke-dasharray=\"4 3\" marker-end=\"url(#tip)\"",
        [LOOK_RACE] = "stroke=\"#c9152b\" stroke-width=\"1.6\" stroke-dasharray=\"6 4\"",
    };
    fprintf(out, "<line x1=\"%u\" y1=\"%u\" x2=\"%u\" y2=\"%u\" %s/>\n", x1, y1, x2, y2,
            styles[look]);
}

static void svg_dot(FILE *out, u32 x, u32 y, bool full, bool races)
{
    const char *color = races ? "#c9152b" : "#1b1f24";
    fprintf(out,
            "<circle cx=\"%u\" cy=\"%u\" r=\"4.5\" fill=\"%s\" stroke=\"%s\" "
            "stroke-width=\"1.4\"/>\n",
            x, y, full || races ? color : "#ffffff", color);
}

static void svg_text(FILE *out, u32 x, u32 y, const char *text, bool races)
{
    fprintf(out,
            "<text x=\"%u\" y=\"%u\" xml:space=\"preserve\" paint-order=\"stroke\" stroke=\"#fff\" "
            "stroke-width=\"3\"%s>",
            x, y, races ? " fill=\"#c9152b\" font-weight=\"bold\"" : "");
    put_escaped(text, out);
    fputs("</text>\n", out);
}

static void svg_end(FILE *out)
{
    fputs("</svg>\n", out);
}

void write_svg(const Picture *picture, FILE *out)
{
    static const Pen pen = {svg_begin, svg_line, svg_dot, svg_text, svg_end};
    draw(&picture->diagram, &pen, out);
}

/* ---- TikZ ---- */

static void tikz_begin(FILE *out, u32 width, u32 height)
{
    (void)width, (void)height;
    fputs("% needs \\usepackage{tikz}\n"
          "\\begin{tikzpicture}[x=0.03cm, y=-0.03cm, font=\\ttfamily\\footnotesize,\n"
          "  lane/.style={gray!50}, arrow/.style={->, >=latex, green!40!black},\n"
          "  race/.style={red, dashed, thick}]\n",
          out);
}

static void tikz_line(FILE *out, u32 x1, u32 y1, u32 x2, u32 y2, Look look)
{
    static const char *const styles[] = {[LOOK_LANE] = "lane",
                                         [LOOK_ARROW] = "arrow, shorten >=2pt",
                                         [LOOK_ROOM] = "arrow, dashed, shorten >=2pt",
                                         [LOOK_RACE] = "race"};
    fprintf(out, "\\draw[%s] (%u,%u) -- (%u,%u);\n", styles[look], x1, y1, x2, y2);
}

static void tikz_dot(FILE *out, u32 x, u32 y, bool full, bool races)
{
    const char *color = races ? "red" : "black";
    fprintf(out, "\\filldraw[draw=%s, fill=%s] (%u,%u) circle[radius=1.6pt];\n", color,
            full || races ? color : "white", x, y);
}

/* Characters that mean something to TeX. */
static void tikz_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (strchr("#$%&_{}", *text))
            fprintf(out, "\\%c", *text);
        else if (*text == '\\')
            fputs("\\textbackslash{}", out);
        else if (*text == '~' || *text == '^')
            fprintf(out, "\\%c{}", *text);
        else if (*text == '<')
            fputs("\\textless{}", out);
        else if (*text == '>')
            fputs("\\textgreater{}", out);
        else if (!strncmp(text, "⊥", strlen("⊥")))
            fputs("$\\bot$", out), text += strlen("⊥") - 1;
        else
            putc(*text, out);
    }
}

static void tikz_text(FILE *out, u32 x, u32 y, const char *text, bool races)
{
    fprintf(out, "\\node[anchor=base west, inner sep=0%s] at (%u,%u) {", races ? ", red" : "", x,
            y);
    tikz_escaped(text, out);
    fputs("};\n", out);
}

static void tikz_end(FILE *out)
{
    fputs("\\end{tikzpicture}\n", out);
}

void write_tikz(const Picture *picture, FILE *out)
{
    static const Pen pen = {tikz_begin, tikz_line, tikz_dot, tikz_text, tikz_end};
    draw(&picture->diagram, &pen, out);
}
