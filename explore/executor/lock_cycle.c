/* Finds cycles in the graph of goroutines that wait for locks and those that hold them. */
#include "explore/executor/lock_cycle.h"

#include <stdlib.h>

#include "vm/sync.h"

/* Goroutines that wait for locks; edges to others that do: all others could still go on. */
typedef struct WaitGraph {
    GoroutineList nodes;
    Map index;      /* goroutine number -> index in nodes + 1 */
    VEC(u32) edges; /* indices of nodes, those of a node after those of the one before */
    VEC(u32) ends;  /* by node: where its edges end */
} WaitGraph;

static void add_edge(WaitGraph *graph, u32 goroutine)
{
    const u64 *index = map_get(&graph->index, goroutine);
    if (index)
        vec_push(&graph->edges, (u32)*index - 1);
}

static void add_edges(WaitGraph *graph, VM *vm, const G *g)
{
    LockWait wait = sync_lock_wait(vm, g);
    if (wait.holder)
        add_edge(graph, wait.holder);
    if (wait.ahead)
        add_edge(graph, wait.ahead->id);
    for (u32 i = 0; wait.readers && i < graph->nodes.len; i++)
        if (sync_reads(vm, g->waiter.object, graph->nodes.data[i]))
            vec_push(&graph->edges, i);
    vec_push(&graph->ends, graph->edges.len);
}

static WaitGraph build(VM *vm)
{
    WaitGraph graph = {0};
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        if (g->wait_reason != WAIT_NATIVE || !sync_is_lock(g->waiter.native->effect))
            continue;
        vec_push(&graph.nodes, g);
        *map_put(&graph.index, g->id) = graph.nodes.len;
    }
    for (u32 i = 0; i < graph.nodes.len; i++)
        add_edges(&graph, vm, graph.nodes.data[i]);
    CHECK(graph.ends.len == graph.nodes.len);
    return graph;
}

/* Whether a path of edges leads from a node back to it. seen: by node, the start of the last search
 * that has come there, plus 1; todo: scratch. */
static bool in_cycle(const WaitGraph *graph, u32 start, u32 *seen, u32 *todo)
{
    u32 ntodo = 0;
    for (todo[ntodo++] = start; ntodo;) {
        u32 node = todo[--ntodo];
        for (u32 e = node ? graph->ends.data[node - 1] : 0; e < graph->ends.data[node]; e++) {
            u32 next = graph->edges.data[e];
            if (next == start)
                return true;
            if (seen[next] != start + 1)
                todo[ntodo++] = next;
            seen[next] = start + 1;
        }
        CHECK(ntodo <= graph->nodes.len);
    }
    return false;
}

void lock_cycle_find(VM *vm, GoroutineList *out)
{
    WaitGraph graph = build(vm);
    u32 n = graph.nodes.len;
    u32 *seen = xcalloc(n + 1, sizeof *seen), *todo = xcalloc(n + 1, sizeof *todo);
    for (u32 i = 0; i < n; i++)
        if (in_cycle(&graph, i, seen, todo))
            vec_push(out, graph.nodes.data[i]);
    free(seen);
    free(todo);
    vec_free(&graph.nodes);
    map_free(&graph.index);
    vec_free(&graph.edges);
    vec_free(&graph.ends);
}
