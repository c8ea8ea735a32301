/* Makes events of the operations that a text notation names, and reports those that no run could
 * have performed. The parsers of both notations (parse.c) use it. */
#ifndef PREDICT_BUILD_H
#define PREDICT_BUILD_H

#include "base/intern.h"
#include "predict/trace.h"

typedef struct BuildLock {
    u32 holder, depth; /* 0: free */
} BuildLock;

typedef struct BuildChannel {
    u64 capacity, len;
    bool made, closed;
    u32 sender, receiver; /* capacity 0: the thread that waits for a partner, 0: none */
    Span span;            /* of the operation that waits */
} BuildChannel;

typedef struct BuildThread {
    bool acted, joined;
    u32 waits_on; /* channel number + 1 */
} BuildThread;

typedef struct Builder {
    Trace *trace;
    Interner interner;
    Map thread_ids, name_ids[4]; /* symbol -> number + 1 */
    VEC(BuildThread) threads;    /* by goroutine - 1 */
    VEC(BuildLock) locks;
    VEC(BuildChannel) channels;
    bool reentrant; /* a thread may take a lock again that it holds, as in Java */
} Builder;

typedef struct Word {
    const char *text;
    u32 len;
} Word;

static inline bool word_is(Word word, const char *text)
{
    return strlen(text) == word.len && memcmp(word.text, text, word.len) == 0;
}

/* The number of the goroutine of that name; a new name gets the next number. */
u32 build_thread(Builder *b, Word name);
/* One operation, e.g. acq(l), of the thread. `place` is the number that the notation gives to the
 * program's position, 0 if none. False after an error, which is noted in the trace. */
bool build_operation(Builder *b, u32 thread, Word operation, Word operand, u64 place, Span span);
/* Appends the fault to trace->error, unless there is one already. */
void build_fault(Builder *b, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* At the end of a line, when its events are complete: passes them to trace->sink, if there is one.
 */
void build_flush(Builder *b);
/* Frees what the builder owns; the trace is the caller's. */
void build_free(Builder *b);

/* Parses a file of STD text, or of a table with a column per thread (spec/predict.md), up to the
 * first fault. */
void parse_std(Builder *b, const SourceFile *file);
void parse_table(Builder *b, const SourceFile *file);

#endif
