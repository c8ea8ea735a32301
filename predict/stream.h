/* Analyses of a trace of any length: what is kept is a window of the run's steps, and those before
 * it that later ones may be compared with. An analysis that goes through a run once
 * (Analysis.begin) finds what it finds in the whole run; the others are run on one window after the
 * other, and find what the steps of one window show. */
#ifndef PREDICT_STREAM_H
#define PREDICT_STREAM_H

#include "predict/predict.h"

/* What is to be done: the analyses of analysis_list with a bit in `chosen`, and the steps that are
 * added, at least, before a window ends. */
typedef struct StreamPlan {
    u32 chosen, window;
} StreamPlan;

/* The window, in steps, that is enough for analyses which all have `begin`. */
enum { STREAM_WINDOW = 1 << 14 };

/* A sink that runs the analyses as the events of a trace come; findings[i] is for the i-th of the
 * list. */
EventSink *stream_begin(StreamPlan plan, Steps *steps, Findings *findings);
/* The end of the trace, which frees the sink; *trace gets the events of the last window and those
 * of the pairs and cycles that were found, and Trace.numbers says where in the run they were. Of
 * the steps only what the accesses and acquires are may be asked then. `late`: the events since the
 * last window are not to be analysed. */
void stream_end(EventSink *sink, Trace *trace, bool late);

#endif
