/* Collects the graph of states and writes it. */
#include "cli/check_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/output.h"
#include "base/vec.h"

typedef struct Edge {
    u32 from, to;
    char *move, *found; /* found: NULL: nothing */
} Edge;

typedef struct Stuck {
    u32 state;
    char *found;
} Stuck;

struct CheckGraph {
    GraphListener listener;
    VEC(Edge) edges;
    VEC(Stuck) stuck;
};

/* ---- what the search calls ---- */

static void forget(CheckGraph *g)
{
    for (u32 i = 0; i < g->edges.len; i++) {
        free(g->edges.data[i].move);
        free(g->edges.data[i].found);
    }
    for (u32 i = 0; i < g->stuck.len; i++)
        free(g->stuck.data[i].found);
    vec_clear(&g->edges);
    vec_clear(&g->stuck);
}

static void on_begin(void *ctx)
{
    forget(ctx);
}

static void on_edge(void *ctx, u32 from, u32 to, const char *move, const char *found)
{
    CheckGraph *g = ctx;
    Edge edge = {from, to, xstrdup(move), found ? xstrdup(found) : NULL};
    vec_push(&g->edges, edge);
}

static void on_stuck(void *ctx, u32 state, const char *found)
{
    CheckGraph *g = ctx;
    vec_push(&g->stuck, ((Stuck){state, xstrdup(found)}));
}

CheckGraph *check_graph_new(void)
{
    CheckGraph *g = xcalloc(1, sizeof *g);
    g->listener = (GraphListener){.ctx = g, .begin = on_begin, .edge = on_edge, .stuck = on_stuck};
    return g;
}

const GraphListener *check_graph_listener(CheckGraph *g)
{
    return &g->listener;
}

void check_graph_free(CheckGraph *g)
{
    if (!g)
        return;
    forget(g);
    vec_free(&g->edges);
    vec_free(&g->stuck);
    free(g);
}

/* ---- writing ---- */

static void add_state(u32 state, Buf *out)
{
    if (state == GRAPH_END)
        buf_puts(out, "end");
    else
        buf_printf(out, "s%u", state);
}

static void add_edge(const Edge *edge, Buf *out)
{
    buf_puts(out, "    ");
    add_state(edge->from, out);
    buf_puts(out, " -> ");
    add_state(edge->to, out);
    buf_puts(out, " [label=");
    buf_quote(out, edge->move);
    if (edge->found) {
        buf_puts(out, ", color=red, fontcolor=red, penwidth=2, xlabel=");
        buf_quote(out, edge->found);
    }
    buf_puts(out, "];\n");
}

static void add_dot(const CheckGraph *g, const char *title, Buf *out)
{
    buf_puts(out, "digraph states {\n    label=");
    buf_quote(out, title);
    buf_puts(out, ";\n    labelloc=t; fontname=\"sans-serif\";\n"
                  "    node [shape=circle, width=0.3, label=\"\", fontname=\"sans-serif\"];\n"
                  "    edge [fontname=\"sans-serif\", fontsize=10];\n"
                  "    s0 [label=\"start\"];\n");
    bool ends = false;
    for (u32 i = 0; i < g->edges.len; i++)
        ends |= g->edges.data[i].to == GRAPH_END;
    if (ends)
        buf_puts(out, "    end [shape=doublecircle, label=\"end\"];\n");
    for (u32 i = 0; i < g->stuck.len; i++) {
        buf_printf(out,
                   "    s%u [color=red, fontcolor=red, shape=box, label=", g->stuck.data[i].state);
        buf_quote(out, g->stuck.data[i].found);
        buf_puts(out, "];\n");
    }
    for (u32 i = 0; i < g->edges.len; i++)
        add_edge(&g->edges.data[i], out);
    buf_puts(out, "}\n");
}

/* The drawing that dot makes, in SVG; empty after printing why there is none. */
static void draw(const Buf *dot, Buf *svg)
{
    char path[] = "/tmp/gol-graph-XXXXXX", command[64], bytes[4096];
    int fd = mkstemp(path);
    bool ok = fd >= 0 && write(fd, dot->data, dot->len) == (ssize_t)dot->len;
    if (fd >= 0)
        close(fd);
    snprintf(command, sizeof command, "dot -Tsvg %s 2> /dev/null", path);
    FILE *from = ok ? popen(command, "r") : NULL;
    for (size_t n; from && (n = fread(bytes, 1, sizeof bytes, from)) > 0;)
        buf_add(svg, bytes, n);
    ok = from && pclose(from) == 0 && svg->len;
    if (fd >= 0)
        unlink(path);
    if (!ok)
        vec_clear(svg);
    if (!ok)
        fprintf(stderr, "gol check: the page needs the program dot, of Graphviz; a file of another "
                        "name than .html gets the graph in its language\n");
}

static bool write_page(const Buf *dot, const char *title, FILE *out)
{
    Buf svg = {0};
    draw(dot, &svg);
    bool ok = svg.len > 0;
    const char *from = ok ? strstr(buf_str(&svg), "<svg") : NULL;
    if (ok)
        fprintf(out,
                "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>%s - gol check"
                "</title>\n<style>body { background: white; margin: 1em } svg { max-width: 100%%; "
                "height: auto }"
                "</style>\n%s</html>\n",
                title, from ? from : "");
    buf_free(&svg);
    return ok;
}

bool check_graph_write(const CheckGraph *g, const char *path, const char *title)
{
    size_t len = strlen(path);
    bool page = len > 5 && !strcmp(path + len - 5, ".html");
    Buf dot = {0};
    OutputFile *file = output_open_whole(path);
    if (!file)
        return false;
    add_dot(g, title, &dot);
    bool ok = true;
    if (page)
        ok = write_page(&dot, title, file->file);
    else
        fwrite(dot.data, 1, dot.len, file->file);
    buf_free(&dot);
    return output_close(file) && ok;
}
