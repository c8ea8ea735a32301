/* Edges of a run's picture: which step of which other goroutine a step comes after, by the
 * happens-before rules (trace/happens_before.h), over a domain of steps instead of clocks. */
#ifndef SHOW_EDGES_H
#define SHOW_EDGES_H

#include "show/diagram.h"

typedef struct EdgeMaker EdgeMaker;

/* Adds edges to the model, which must outlive it. To be freed with edges_free. */
EdgeMaker *edges_new(Diagram *model);
/* Frees it, not the model; NULL is ignored. */
void edges_free(EdgeMaker *maker);
/* Takes the event of the model's last step and adds the edges that lead to that step. */
void edges_event(EdgeMaker *maker, const Event *event);
/* The object's names will be used again. */
void edges_forget(EdgeMaker *maker, u64 object);

#endif
