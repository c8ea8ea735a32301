/* What the lecture notes [SULZMANN24] write beside the events of a trace: the thread's
 * event set or vector clock, W(x), R(x), Rel(y). It follows their definitions literally and in
 * full, with the numbers that people count with (event positions, clocks that start at a thread's
 * first event), which the detectors have no use for; it does not judge.
 *
 *   reading    a goroutine knows         its clock advances      what is shown of it
 *   eventset   the set D(t) of events                            after the event
 *   djit       a vector clock, from 1    at all but reads        before the event
 *   fasttrack  a vector clock, from 0    at go, send, ...        after it (paper, section 5)
 *
 * Channels have queues as in the paper's Fig. 4. */
#ifndef RACE_EXPLAIN_ANNOTATE_H
#define RACE_EXPLAIN_ANNOTATE_H

#include "base/buf.h"
#include "trace/event.h"

typedef struct Annotator Annotator;

typedef struct AnnotatorConfig {
    const ProgramView *view; /* may be NULL; must outlive the annotator */
    u32 goroutines;          /* vector clocks are shown with at least so many entries */
} AnnotatorConfig;

/* NULL: there is no such reading. `config` is copied. */
Annotator *annotator_new(const char *reading, const AnnotatorConfig *config);
/* Frees it; NULL is not allowed. */
void annotator_free(Annotator *annotator);
/* Takes the next event and adds what is to be written beside it; nothing, perhaps. */
void annotator_event(Annotator *annotator, const Event *event, Buf *out);
/* Of the reading eventset: the positions (from 1) of the events that the goroutine knows,
 * ascending; they hold until the next event. */
const u32 *annotator_known(const Annotator *annotator, u32 goroutine, u32 *count);
/* "wr(x)", "fork(T1)": an event in that notation. */
void annotator_operation(const Annotator *annotator, const Event *event, Buf *out);

#endif
