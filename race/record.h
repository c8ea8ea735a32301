/* What a detector remembers of a location: its last plain write, and of what happened since, the
 * accesses that a later one could still conflict with, at most one a goroutine and class. The
 * detectors that keep one such record a location (all but the two reference detectors, djit and
 * tsan) differ in what a goroutine knows and in which entries they drop when.
 *
 * Two accesses conflict if one of them is a write and not both are atomic. Atomic accesses do not
 * order each other, so that several of them can be the latest: they are kept beside the reads. */
#ifndef RACE_RECORD_H
#define RACE_RECORD_H

#include "race/core.h"

typedef struct Record {
    Access write; /* label 0: the initial write, which is known to all */
    u32 len;      /* of the others */
    u32 cap : 30, atomic_writes : 1, plain_reads : 1; /* cap 0: `one`; there may be such */
    union {
        Access one;
        Access *many; /* sorted by goroutine and class */
    };
} Record;

static inline bool access_is_atomic(const Access *access)
{
    return access->how == HOW_ATOMIC || access->how == HOW_LOCK;
}

static inline bool access_conflict(const Access *a, const Access *b)
{
    return (a->is_write || b->is_write) && !(access_is_atomic(a) && access_is_atomic(b));
}

static inline Access *record_others(Record *z)
{
    return z->cap ? z->many : &z->one;
}

/* All entries of that goroutine, at most one a class. */
Access *record_of(Record *z, u32 goroutine, u32 *count);
/* Its entry for plain reads, or of the same class as `like`; NULL: none. */
Access *record_own_read(Record *z, u32 goroutine);
Access *record_own(Record *z, const Access *like);
/* Adds an access that is no plain write, in place of the entry of its goroutine and class. */
void record_put(Record *z, const Access *access);
/* Drops the entries for which keep says false. */
void record_keep(Record *z, bool (*keep)(void *ctx, const Access *access), void *ctx);
/* Drops all entries but the write. */
void record_clear(Record *z);

/* Whether the goroutine of `now` knows an earlier access. */
typedef bool (*Knows)(void *ctx, const Access *earlier);

/* Reports it if `now` conflicts with something that is not known: unknown reads first, since they
 * are the more recent conflict (paper, footnote 9). A goroutine that has read since the last write
 * was warned of that write then, and is not again. True if it was a race. */
bool record_check(Detector *detector, Record *z, Loc loc, const Access *now, Knows knows,
                  void *ctx);

/* "m3({(m1,?z)}, z := 43)" and a newline. */
void record_print(Record *z, Loc loc, Detector *detector, Buf *out);
/* Drops what `by`, about to be put, makes superfluous: a goroutine that knows `by` knows it too,
 * and whatever conflicts with it conflicts with `by`. */
void record_subsume(Record *z, const Access *by, Knows knows, void *ctx);

/* Records by location. */
typedef struct RecordTable {
    LocTable locs;
    VEC(Record) records; /* by location number */
    u32 last;            /* number of the latest access's location: accesses come in groups */
} RecordTable;

/* An empty table. */
void records_init(RecordTable *table);
/* Forgets all, keeps what is allocated for another run. */
void records_clear(RecordTable *table);
/* Frees what is allocated. */
void records_free(RecordTable *table);
/* The location's number; its record is table->records.data[number]. */
u32 records_index(RecordTable *table, Loc loc);
/* Forgets the locations of an object. */
void records_forget(RecordTable *table, u64 object);
/* Calls core_mark for the goroutine of every remembered access. */
void records_mark(RecordTable *table, Detector *detector);
/* Bytes allocated. */
size_t records_memory(const RecordTable *table);
/* "m3({(m1,?z)}, z := 43)", a line each location, by location. */
void records_print(RecordTable *table, Detector *detector, Buf *out);

static inline Record *records_at(RecordTable *table, Loc loc)
{
    u32 index = records_index(table, loc); /* may move the records */
    return &table->records.data[index];
}

#endif
