/* A recorded run in memory, from any format: gol's binary trace, RAPID's STD text [MATHUR18], or a
 * table with one column per thread (spec/predict.md). */
#ifndef PREDICT_TRACE_H
#define PREDICT_TRACE_H

#include <stdio.h>

#include "base/map.h"
#include "trace/reader.h"
#include "trace/sink.h"

typedef enum TraceFormat { TRACE_BINARY, TRACE_STD, TRACE_TABLE } TraceFormat;

typedef VEC(const char *) Names;

typedef struct Trace {
    TraceFormat format;
    VEC(Event) events;
    EventSink *sink;  /* gets the events instead, or NULL */
    u64 count;        /* events so far */
    VEC(u64) numbers; /* of `events`, from 0, in the run; empty: all of its events are there */
    /* Of text formats: the trace itself, so that an event's span is the place where it stands. */
    Sources text;
    TraceReader *reader; /* of the binary format: owns its sources */
    const Sources *sources;
    ProgramView view; /* names for reports */
    Arena arena;
    Names threads;  /* text formats: name of goroutine i + 1 */
    Names names[4]; /* text formats: of variables, locks, channels, ended threads */
    Buf error;      /* "t.std:3:4: error: expected ..." with an excerpt; "" if all is well */
    bool cut;       /* the error is that the recording was cut short; what is there is loaded */
} Trace;

/* Objects that the names of a text format stand for; offsets are 8 times the name's number. */
enum { NAME_VARIABLE, NAME_LOCK, NAME_CHANNEL, NAME_THREAD };

/* Reads a file ("-" is standard input) or bytes. False if it is damaged: trace->error says where
 * and what was expected, and the events before that are there. To be freed in either case. */
bool trace_load(Trace *trace, const char *path);
bool trace_load_memory(Trace *trace, const char *name, const char *data, size_t size);
/* The same, but the events go to the sink, one after the other; they are not kept. */
bool trace_stream(Trace *trace, const char *path, EventSink *sink);
/* Prints what is wrong with the trace, and of one that is cut what is there; or nothing. */
void trace_print_error(const Trace *trace, FILE *out);
/* Frees all that it has. */
void trace_free(Trace *trace);

/* The number in the run, from 1, of events.data[index]. */
u64 trace_number(const Trace *trace, u32 index);
/* Appends the name of a goroutine: "T1", or "goroutine 2" if it has none. */
void trace_thread_name(const Trace *trace, u32 goroutine, Buf *out);
/* Prints the event as one line. */
void trace_print_event(const Trace *trace, const Event *event, FILE *out);
/* Prints one column per thread, and beside each event what the annotator (race/explain/annotate.h)
 * or a table of predict/notes.h
 * writes:
 *
 *     T0        T1
 *  1. fork(T1)
 *  2. acq(y)            D(T0) = [0:fork(T1)_1,0:acq(y)_2]
 *
 * False: there is no such reading. */
bool trace_print_annotated(const Trace *trace, const char *reading, FILE *out);
/* Prints such a table of some of the events, by their numbers from 0, without annotations: a
 * reordering. */
void trace_print_events(const Trace *trace, const u32 *events, u32 count, FILE *out);
/* Appends the event in that notation: "acq(y)". */
void trace_operation(const Trace *trace, const Event *event, Buf *out);
/* Locations of one event (copy) that are looked at, at most. */
enum { TRACE_RANGE_MAX = 1 << 20 };

/* Prints the event as RAPID's STD text. Channels, and what else that format does not have, become
 * critical sections on locks of their own; see spec/predict.md. */
void trace_export_event(const Trace *trace, const Event *event, FILE *out);

#endif
