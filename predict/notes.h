/* The tables of the lecture notes [SULZMANN24] that lead from sets of events to vector clocks, and
 * one of locksets: what stands beside each event. (Those of the algorithms, with W(x) and R(x), are
 * readings of race/explain/annotate.h.) */
#ifndef PREDICT_NOTES_H
#define PREDICT_NOTES_H

#include "predict/trace.h"

typedef struct NoteTable {
    const char *name, *says;
} NoteTable;

typedef struct Notes Notes;

/* All tables, and how many there are. */
const NoteTable *notes_tables(u32 *count);
/* Notes for the events of a trace, which must outlive them; NULL: there is no such table. */
Notes *notes_new(const Trace *trace, const char *table);
/* Takes the next event and adds what is to be written beside it. */
void notes_event(Notes *notes, const Event *event, Buf *out);
/* Frees them; NULL is allowed. */
void notes_free(Notes *notes);

#endif
