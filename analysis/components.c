/* Tarjan's algorithm, with a path of its own in place of recursion: graphs of a large program are
 * deep. */
#include "analysis/components.h"

#include "base/vec.h"

typedef struct Visit {
    u32 node, edge; /* the next one to go along */
} Visit;

typedef struct Search {
    const Graph *graph;
    u32 *number, *low; /* 0 = not visited */
    u32 count;
    VEC(u32) stack; /* visited, not yet in a component */
    VEC(Visit) path;
    u8 *on_stack;
} Search;

static void enter(Search *s, u32 node)
{
    s->number[node] = s->low[node] = ++s->count;
    s->on_stack[node] = 1;
    vec_push(&s->stack, node);
    vec_push(&s->path, (Visit){node, 0});
}

static void lower(Search *s, u32 node, u32 to)
{
    if (to < s->low[node])
        s->low[node] = to;
}

static void end_component(Search *s, u32 node)
{
    u32 from = s->stack.len;
    do
        s->on_stack[s->stack.data[--from]] = 0;
    while (s->stack.data[from] != node);
    s->graph->end(s->graph->context, s->stack.data + from, s->stack.len - from);
    s->stack.len = from;
}

static void leave(Search *s, u32 node)
{
    (void)vec_pop(&s->path);
    if (s->path.len)
        lower(s, vec_last(&s->path).node, s->low[node]);
    if (s->low[node] == s->number[node])
        end_component(s, node);
}

/* Goes along one more edge of the node at the end of the path, or leaves it. */
static void advance(Search *s)
{
    Visit *last = &vec_last(&s->path);
    u32 node = last->node, to = s->graph->edge(s->graph->context, node, last->edge++);
    if (to == GRAPH_END)
        leave(s, node);
    else if (to == GRAPH_NOWHERE)
        return;
    else if (!s->number[to])
        enter(s, to);
    else if (s->on_stack[to])
        lower(s, node, s->number[to]);
}

void components_find(const Graph *graph)
{
    Search s = {.graph = graph};
    s.number = xcalloc(graph->count + 1, sizeof *s.number);
    s.low = xcalloc(graph->count + 1, sizeof *s.low);
    s.on_stack = xcalloc(graph->count + 1, 1);
    for (u32 i = 0; i < graph->count; i++) {
        if (s.number[i])
            continue;
        enter(&s, i);
        while (s.path.len)
            advance(&s);
    }
    vec_free(&s.stack);
    vec_free(&s.path);
    free(s.number);
    free(s.low);
    free(s.on_stack);
}
