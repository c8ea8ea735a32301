/* Writing a trace file: every event of a run, compactly (spec/trace.md). The same run gives the
 * same bytes, on every machine. */
#ifndef TRACE_WRITER_H
#define TRACE_WRITER_H

#include "trace/sink.h"

typedef struct TraceWriter TraceWriter;

typedef struct TraceInfo {
    u64 program;          /* hash of the program, 0 = unknown */
    const char *name;     /* of the program, as the user gave it */
    const char *schedule; /* short form, "" = unknown */
} TraceInfo;

/* Creates the file and writes its head, which has the source files (`sources` may be NULL; of the
 * library only where lines begin), so that positions can be shown without them. Locations get the
 * names that they have in the view (may be NULL) when they first occur. NULL: the file cannot be
 * written, which has been reported. */
TraceWriter *trace_writer_open(const char *path, const TraceInfo *info, const Sources *sources,
                               const ProgramView *view);
/* The sink that records, owned by the writer. Its close() completes the file. forget() is not
 * recorded: when it comes is not part of a run. */
EventSink *trace_writer_sink(TraceWriter *writer);
/* Number of events so far. */
u64 trace_writer_events(const TraceWriter *writer);
/* Completes the file if close() did not. False, with errno set, if anything could not be written;
 * that has been reported. The writer is gone either way. */
bool trace_writer_free(TraceWriter *writer);

#endif
