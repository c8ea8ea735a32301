/* Reading a trace file back. Whatever is wrong with a file gives a text, never a crash. */
#ifndef TRACE_READER_H
#define TRACE_READER_H

#include <stdio.h>

#include "trace/event.h"
#include "trace/writer.h"

typedef struct TraceReader TraceReader;

/* Reads the head of the file. Always returns a reader, to be freed with trace_reader_free; whether
 * it is of use, trace_reader_error says. */
TraceReader *trace_reader_open(const char *path);
/* The same from memory, which must outlive the reader; `name` is for diagnostics. */
TraceReader *trace_reader_memory(const char *name, const void *data, size_t size);
/* Closes the file and frees the reader with all that it has returned. */
void trace_reader_free(TraceReader *reader);

/* Stores the next event to *event; false at the end and after an error. */
bool trace_reader_next(TraceReader *reader, Event *event);
/* What is wrong with the file, e.g. "run.trace: byte 812: expected a block of events, the file ends
 * here"; NULL if nothing is (so far). Owned by the reader. */
const char *trace_reader_error(const TraceReader *reader);
/* Whether that is only that the recording was cut short, as by a kill: the events that were given
 * are the first ones of the run. */
bool trace_reader_cut(const TraceReader *reader);

/* Program and schedule of the recorded run, from the file's head. Owned by the reader. */
const TraceInfo *trace_reader_info(const TraceReader *reader);
/* The source files, owned by the reader; the text of the library's is blank. */
const Sources *trace_reader_sources(const TraceReader *reader);
/* Adds the name that the recording has for the location, as far as it has been read; or nothing. */
void trace_reader_variable(const TraceReader *reader, Loc loc, Buf *out);

/* Prints all events as text, one line per event, after a head. False if the file is damaged: what
 * could be read has been printed. */
bool trace_dump(TraceReader *reader, FILE *out);

#endif
