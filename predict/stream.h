/* The analyses that go through a run once, on a trace of any length: what is kept is a window of
 * the run's steps and those before it that later ones may be compared with. */
#ifndef PREDICT_STREAM_H
#define PREDICT_STREAM_H

#include "predict/predict.h"

/* Reads a trace and runs the analysis, which has `begin`, as its events come. In the end *trace and
 * *steps have the events and steps of the pairs in *findings, and Trace.numbers says where in the
 * run the events were; of the steps only what the accesses are may be asked. False as trace_load:
 * then there is the trace's error, and what was found before. */
bool predict_stream(const Analysis *analysis, Trace *trace, const char *path, Steps *steps,
                    Findings *findings);

/* The same in parts, for events from elsewhere: a sink that takes them, and its end, which fills
 * *trace and frees the sink. `window`: steps that are added before any are removed. */
EventSink *stream_begin(const Analysis *analysis, u32 window, Steps *steps, Findings *findings);
void stream_end(EventSink *sink, Trace *trace);

#endif
