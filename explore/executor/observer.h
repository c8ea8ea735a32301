/* Watches the events of one execution on their way to the detector: a fingerprint of its partial
 * order, which write each read observed, and how far each goroutine has come. Executions that
 * differ only in the order of independent steps have the same fingerprint. Also remembers, from one
 * execution to the next, how many events each goroutine had: the best guess of how much it has
 * left. */
#ifndef EXPLORE_EXECUTOR_OBSERVER_H
#define EXPLORE_EXECUTOR_OBSERVER_H

#include "base/map.h"
#include "base/vec.h"
#include "trace/sink.h"

/* What is known of the goroutine of a number. */
typedef struct Thread {
    u64 hash;      /* of its latest event and all that it depends on */
    u32 events;    /* in this execution */
    u32 segment;   /* how often it has released something in this execution */
    u32 writes;    /* of them writes to memory */
    bool accessed; /* its latest event was an access to memory */
    u32 total;     /* in the longest execution so far */
    u32 parent;    /* the goroutine that started it last time */
} Thread;

/* A location or an object that synchronises: what was last written or released there, and the reads
 * and merges since, which commute. */
typedef struct Cell {
    Loc loc;
    u32 epoch; /* of another execution: as if it were not there */
    u32 writer;
    Pos write_pos;
    u32 by,
        segment; /* the goroutine of the latest access, and its segment; so far in that it has */
    bool read, wrote; /* read since it last wrote, and written */
    u64 write_hash, read_sum, merge_sum;
} Cell;

typedef struct Observer {
    EventSink sink;
    EventSink *next; /* the detector's; may be NULL */
    bool guides; /* accesses that repeat one of the goroutine since it last released something are
                    left out, since the filter (vm/filter.h) drops some of them */
    Cell *cells;
    u32 cell_cap, cell_used, epoch;
    VEC(Thread) threads; /* by goroutine number */
    u32 alive;           /* threads of this execution: numbers below it */
    Pos pos;             /* of the event at hand */
    u64 events, writes;  /* of this execution; writes to memory */
    Map pairs;           /* reads-from pairs ever seen: hash of two positions -> how often */
    u32 fresh_pairs;     /* of them new in this execution */
} Observer;

/* Passes all events on to `next`, which may be NULL. */
void observer_init(Observer *observer, EventSink *next);
/* Frees what it allocated. */
void observer_free(Observer *observer);
/* An execution begins. */
void observer_begin(Observer *observer);
/* Its partial order as a number. */
u64 observer_fingerprint(const Observer *observer);
/* Whether its latest event was an access to memory, not a synchronisation. */
bool observer_accessed(const Observer *observer, u32 goroutine);
/* How many events it has left by the same guess, at least 1. */
u32 observer_left(const Observer *observer, u32 goroutine);
/* Where the present value of loc was written; 0: it has its initial value. */
Pos observer_last_write(const Observer *observer, Loc loc);

#endif
