/* The call stack of the earlier access of a race. A detector remembers only the position of an
 * access, since a stack for each would cost too much; where an execution is repeated for a person,
 * this sink keeps them. */
#ifndef EXPLORE_EXECUTOR_EARLIER_H
#define EXPLORE_EXECUTOR_EARLIER_H

#include "race/report/report.h"
#include "trace/sink.h"

typedef struct Earlier Earlier;

/* The view must outlive it. */
Earlier *earlier_new(const ProgramView *view);
/* NULL is ignored. */
void earlier_free(Earlier *earlier);
/* To be added to an executor before the execution. */
EventSink *earlier_sink(Earlier *earlier);
/* Gives the report's earlier access its stack, borrowed until the next event, if one was kept. */
void earlier_complete(const Earlier *earlier, RaceReport *report);

#endif
