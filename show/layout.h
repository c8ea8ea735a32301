/* Where the steps of a picture go in formats that have no folding: the program's own steps, and
 * those of the library that order something between goroutines, a row each. */
#ifndef SHOW_LAYOUT_H
#define SHOW_LAYOUT_H

#include "show/diagram.h"

/* What a drawing is made of. */
typedef struct Layout {
    VEC(u32) rows;        /* steps, in order */
    VEC(u32) row_of;      /* by step: its row + 1; 0: it has none */
    VEC(u32) first, last; /* by lane: rows between which its line goes, + 1 */
} Layout;

/* To be freed with layout_free. */
void layout_make(Layout *layout, const Diagram *diagram);
/* Frees it. */
void layout_free(Layout *layout);
/* The number of the goroutine's lane from the left, from 0. */
u32 layout_lane(const Diagram *diagram, u32 goroutine);
/* The goroutine on whose lane the edge ends. */
u32 layout_end(const Diagram *diagram, const DiagramEdge *edge);
/* Whether the edge can be drawn: both ends have rows. */
bool layout_draws(const Layout *layout, const DiagramEdge *edge);
/* Whether the step is one of the two accesses of a race. */
bool layout_races(const Diagram *diagram, u32 step);
/* "goroutine 2 (p2)", added to out: the lane with the name that steps have for it. */
void layout_title(const Diagram *diagram, const DiagramLane *lane, Buf *out);

#endif
