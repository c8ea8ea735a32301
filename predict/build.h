/* Makes events of the operations that a text notation names, and refuses those that no run could
 * have taken. The parsers of both notations work on this. */
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
    u32 sender, receiver; /* capacity 0: who waits for a partner */
    Span span;            /* of the one who waits */
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

/* The goroutine of that name, new if need be. */
u32 build_thread(Builder *b, Word name);
/* One operation, e.g. acq(l), of the thread. `place` is the number that the notation gives to the
 * program's position, 0 if none. False after an error, which is noted in the trace. */
bool build_operation(Builder *b, u32 thread, Word operation, Word operand, u64 place, Span span);
/* Notes the first fault. */
void build_fault(Builder *b, Span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* A line is over: its events are complete. */
void build_flush(Builder *b);
void build_free(Builder *b);

void parse_std(Builder *b, const SourceFile *file);
void parse_table(Builder *b, const SourceFile *file);

#endif
