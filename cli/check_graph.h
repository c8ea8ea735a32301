/* gol check --graph: the graph of states, for Graphviz. */
#ifndef CLI_CHECK_GRAPH_H
#define CLI_CHECK_GRAPH_H

#include "explore/check/graph.h"

typedef struct CheckGraph CheckGraph;

/* Empty. */
CheckGraph *check_graph_new(void);
/* What the search calls; lives as long as the graph. */
const GraphListener *check_graph_listener(CheckGraph *graph);
/* Writes it in the language DOT, or, if the path ends in .html, as a page with the drawing that
 * Graphviz's dot makes of it. False after printing what is wrong. */
bool check_graph_write(const CheckGraph *graph, const char *path, const char *title);
/* Frees it; NULL is allowed. */
void check_graph_free(CheckGraph *graph);

#endif
