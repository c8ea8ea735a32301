/* The engine `states`: every reachable state once (spec/check.md). A state lies between two steps:
 * each goroutine stands at a boundary (vm/visible.c), waits, or has used up a time slice. A move is
 * one goroutine's step over its boundary and the local steps behind it, up to the next one. */
#ifndef EXPLORE_STATES_STATES_H
#define EXPLORE_STATES_STATES_H

#include <stdio.h>

#include "explore/check/check.h"
#include "vm/region.h"
#include "vm/snapshot.h"

/* ---- explore/states/moves.c: what can happen next ---- */

typedef enum MoveKind {
    MOVE_STEP,
    MOVE_PARK, /* it only starts to wait: nobody can do anything else, and time is to pass */
    MOVE_TIME, /* the next timer fires */
} MoveKind;

typedef struct Move {
    u8 kind;
    u32 goroutine, partner; /* numbers; partner: waits on the channel first; 0: nobody */
} Move;

typedef VEC(Move) MoveList;

typedef enum PendingKind {
    PEND_OTHER, /* can always be done */
    PEND_SLICE, /* no operation: a time slice has ended */
    PEND_SEND,
    PEND_RECV,
    PEND_SELECT,
    PEND_CLOSE,
    PEND_GO,
    PEND_LOCK, /* of a Mutex */
    PEND_UNLOCK,
    PEND_WAIT,
    PEND_ADD,   /* of a WaitGroup */
    PEND_AWAIT, /* another operation that waits until its object is ready */
    PEND_COND_WAIT,
    PEND_OUTPUT,
    PEND_READ,
    PEND_WRITE,   /* atomic operations */
    PEND_LOOK,    /* its result depends on other goroutines, but it does not happen after what they
                     did: len of a channel, TryLock */
    PEND_OUTSIDE, /* the same; what it is on (files, standard input) is no part of the state */
} PendingKind;

/* What a goroutine at a boundary is about to do. */
typedef struct PendingOp {
    PendingKind kind;
    const void *object; /* channel, lock, variable; may be NULL */
    Operation op;       /* not of a slice, or of a goroutine that panics */
} PendingOp;

/* What g, which stands at a boundary or where a slice has ended, does next. */
PendingOp pending_op(const VM *vm, const G *g);
/* Whether g cannot do it now. */
bool pending_blocked(const G *g, PendingOp op);
/* An Add or Done that brings the counter below 0, which panics. */
bool pending_below_zero(PendingOp op);
/* Whether it may as well be done at once by a goroutine with nothing to be compared: it commutes
 * with all that others can do meanwhile. */
bool pending_commutes(const VM *vm, PendingOp op);
/* Whether g would send to, or receive from, the channel. */
bool pending_takes_part(const G *g, PendingOp op, const Chan *ch, bool sends);
/* All that can happen in the state that the machine holds. Empty: deadlock, or the end. */
void moves_find(VM *vm, MoveList *out);

/* ---- explore/states/store.c: states that have been seen ---- */

typedef struct Store Store;

/* compact: remembers only a number of 64 bits for each. */
Store *store_new(bool compact);
void store_free(Store *store);
/* True: it is new. *id: by which store_get finds it. */
bool store_put(Store *store, const Snapshot *state, u32 *id);
/* The bytes of a state, appended to nothing: *out is emptied. Not with `compact`. */
void store_get(Store *store, u32 id, Buf *out);
u64 store_count(const Store *store);
u64 store_memory(const Store *store);

/* ---- explore/states/machine.c: making moves ---- */

/* One goroutine's part of a move. */
typedef struct Run {
    u32 goroutine; /* its number before the move; new ones have higher numbers */
    u32 syncs;     /* boundaries that it passed */
    bool sliced;   /* it ended with a time slice, not at a boundary */
    bool hidden;   /* it ended before an Unlock that ordinary executions do not stop at */
} Run;

typedef struct Answer {
    u8 kind; /* ChoiceKind */
    u32 options, answer;
    u32 base; /* what answer 0 meant: a number, or a case of a select as counted then */
} Answer;

/* When those who cannot go on begin to wait, in the execution that follows a path. */
typedef enum Park { PARK_AT_END, PARK_BEFORE_LAST, PARK_AFTER_LAST } Park;

/* What a state has shown that looks like a fault; an execution of its own then tells. */
typedef struct Suspicion {
    FindingKind kind;
    u64 key;    /* of what need not be looked at again and again */
    u64 report; /* FOUND_PANIC: report_line of what it prints */
    Park park;
} Suspicion;

typedef struct Machine {
    Chooser base;
    VM *vm;
    Region *region;
    AccessLog log;
    Snapshotter *snapshotter;
    Buf root;  /* the state before the first step */
    FILE *err; /* where the VM reports to; nobody reads it */
    char *err_text;
    size_t err_len;
    u32 random_limit;    /* a number among more is not branched on */
    bool random_bound;   /* there was one */
    bool outside;        /* something outside the state was looked at or changed */
    VEC(Answer) answers; /* given in this move; those known before it are given again */
    u32 answered;
    VEC(Run) runs;             /* of this move */
    VEC(u32) created;          /* goroutine numbers and, behind each, their parents' */
    VEC(Suspicion) suspicions; /* of this move */
} Machine;

/* Where a goroutine stands, with all its callers, as a number. */
u64 stack_place(VM *vm, const G *g);
/* The first line of what is printed when the program ends, as a number: what a panic says. */
u64 report_line(const char *text, u64 len);

/* memory: bytes that the program may have. */
Machine *machine_new(const ExecutorConfig *config, u64 memory, u32 random_limit);
void machine_free(Machine *m);
/* The state before the first step, in the machine. */
void machine_begin(Machine *m);
/* Makes the move in the state that the machine holds, with m->answers. False: it is none after all
 * (a select took another partner). m->vm->outcome.ended: the program has ended. */
bool machine_move(Machine *m, Move move);
/* The next answers to try for the same move; false: all have been. */
bool machine_next_answers(Machine *m);

/* ---- explore/states/path.c: from moves to a schedule ---- */

typedef struct PathStep {
    Move move;
    u32 answers, count; /* its answers: where in the list, how many */
} PathStep;

typedef struct Path {
    VEC(PathStep) steps;
    VEC(Answer) answers;
} Path;

/* Runs the program as the path went, in an ordinary execution. */
const Execution *path_execute(Machine *m, Executor *executor, const Path *path, Park park);

#endif
