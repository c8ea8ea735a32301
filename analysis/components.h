/* The strongly connected components of a graph: nodes each of which leads to all the others. */
#ifndef ANALYSIS_COMPONENTS_H
#define ANALYSIS_COMPONENTS_H

#include "base/common.h"

/* Nodes are numbered from 0 on. */
typedef struct Graph {
    u32 count;
    void *context;
    /* The node that edge number `edge` of a node leads to: GRAPH_NOWHERE if it is not to count,
     * GRAPH_END if the node has no more. */
    u32 (*edge)(void *context, u32 node, u32 edge);
    /* A component is complete; those that it leads to have been before. It may change what edge()
     * says of nodes, as long as the components stay as they are. */
    void (*end)(void *context, const u32 *nodes, u32 count);
} Graph;

enum { GRAPH_NOWHERE = UINT32_MAX, GRAPH_END = UINT32_MAX - 1 };

/* Calls graph->end for each component. */
void components_find(const Graph *graph);

#endif
