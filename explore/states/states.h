/* The engine `states`: every reachable state once (spec/check.md). In a state each goroutine is at
 * a boundary (vm/visible.c), waits, or has used up a time slice. A move takes one goroutine over
 * its boundary and through its local steps up to the next one, or fires a timer. */
#ifndef EXPLORE_STATES_STATES_H
#define EXPLORE_STATES_STATES_H

#include <stdio.h>

#include "explore/check/asked.h"
#include "explore/check/check.h"
#include "vm/reach.h"
#include "vm/region.h"
#include "vm/snapshot.h"
#include "vm/timer.h"

/* ---- explore/states/moves.c: what can happen next ---- */

typedef enum MoveKind {
    MOVE_STEP,  /* a goroutine goes over its boundary */
    MOVE_TIMER, /* a timer fires */
} MoveKind;

typedef struct Move {
    u8 kind;
    u32 goroutine; /* its number; MOVE_TIMER: index of the timer in timers_list */
    u32 partner;   /* number of the goroutine that waits on the channel first; 0: none */
} Move;

/* Without an order that matters. */
typedef VEC(Move) MoveList;

typedef enum PendingKind {
    PEND_OTHER, /* can always be done */
    PEND_SLICE, /* no operation: a time slice has ended */
    PEND_SEND,
    PEND_RECV,
    PEND_SELECT,
    PEND_CLOSE,
    PEND_GO,
    PEND_LOCK,  /* of a Mutex, */
    PEND_WLOCK, /* of a RWMutex to write, */
    PEND_RLOCK, /* to read */
    PEND_UNLOCK,
    PEND_WAIT,
    PEND_ADD,   /* of a WaitGroup */
    PEND_AWAIT, /* another operation that waits until its object is ready */
    PEND_COND_WAIT,
    PEND_OUTPUT,
    PEND_READ,
    PEND_WRITE,   /* atomic operations */
    PEND_LOOK,    /* its result depends on operations that do not happen before it: len of a
                     channel, TryLock */
    PEND_OUTSIDE, /* the same of files and standard input, which are no part of the state */
} PendingKind;

/* What a goroutine at a boundary is about to do. */
typedef struct PendingOp {
    PendingKind kind;
    const void *object; /* the channel, lock or variable, or NULL */
    Operation op;       /* not of a slice, or of a goroutine that panics */
} PendingOp;

/* The operation that g does next; g is at a boundary or where a slice has ended. */
PendingOp pending_op(const VM *vm, const G *g);
/* The same of one that runs, and has come to the operation that is before its pc. */
PendingOp pending_next(const VM *vm, const G *g);
/* Whether g cannot do the operation now, so that it has no move by itself. */
bool pending_blocked(const G *g, PendingOp op);
/* Whether it brings the counter of a WaitGroup below 0, which panics, or unlocks a lock that no
 * goroutine holds, a fatal error. */
bool pending_misuse(PendingOp op);
/* Whether the operation commutes with all that other goroutines can do before it, so that it may be
 * done at once by a goroutine without accesses to be compared. */
bool pending_commutes(const VM *vm, PendingOp op);
/* Appends all moves of the state that the machine holds. None: a deadlock, or the end. */
void moves_find(VM *vm, MoveList *out);

/* Whether the i-th goroutine differs in nothing from the one before it, and so has no moves of its
 * own in that list. */
bool moves_has_twin(const VM *vm, u32 i);

/* ---- explore/states/portable.c: hashes that are the same in every process ---- */

/* Of a state: the same in every process. */
typedef struct StateHash {
    u64 a, b;
} StateHash;

typedef struct PortableRange {
    u64 from, len; /* addresses of this process, */
    u64 to;        /* and those that stand for them */
} PortableRange;

/* A state has addresses of code, types and globals, which are others in each process that has
 * loaded the program. They are counted from where these are. */
typedef struct Portable {
    VEC(PortableRange) ranges;
    VEC(u64) words; /* scratch */
    bool strange;   /* an address was met that says nothing to another process */
} Portable;

/* How many types and functions the program has, with those that it has made while it ran: the
 * addresses of these say nothing to a process that was there before. */
u32 portable_made(const Program *program);
/* For the program of that VM. */
void portable_init(Portable *portable, const VM *vm, const Region *region);
void portable_free(Portable *portable);
/* A hash of a part of a state. */
StateHash portable_hash(Portable *portable, const u8 *bytes, u64 len);
/* Replaces the words of a part by such as stand for the same in every process. False: there are
 * numbers that look like these. */
bool portable_words(Portable *portable, u64 *words, u64 count);
/* Replaces those by the words of this process. */
void portable_words_here(const Portable *portable, u64 *words, u64 count);

/* ---- explore/states/store.c: states that have been seen ---- */

typedef struct Store Store;

/* An empty store, freed with store_free. compact: it keeps a hash of 64 bits of each state. */
Store *store_new(bool compact);
/* Frees it with all states. */
void store_free(Store *store);
/* Adds the state unless it is there. True: it was new. *id: its number; states are numbered from 0
 * in the order in which they are added. base: the number of the state that the snapshotter has
 * restored; not used of `whole` snapshots, and with `compact`, where store_base says it. */
bool store_put(Store *store, const Snapshot *state, u32 base, u32 *id);
/* The parts of a state by their numbers, and where in that list its groups begin. */
typedef struct StateNumbers {
    const U32List *parts, *groups;
} StateNumbers;

/* Those of a state, lists that change with the next call of any of these functions, and a part with
 * such a number, its bytes valid until the next state is added. Not with `compact`. */
StateNumbers store_parts(Store *store, u32 id);
StatePart store_part(const Store *store, u32 number);
/* The numbers of the groups of a state that is going to be the base, until there is another one,
 * and of the state that was put last. Not with `compact`. */
const U32List *store_groups(Store *store, u32 id);
const U32List *store_last_groups(const Store *store);
/* As store_put, of the state with these groups, which are in the store. Not with `compact`. */
bool store_put_groups(Store *store, const U32List *groups, u32 *id);
/* Replaces the contents of *out by the image of a state. Not with `compact`. */
void store_get(Store *store, Snapshotter *snapshotter, u32 id, Buf *out);
/* With `compact`: the hashes of the parts of the state that was last put, a list that changes with
 * the next one. */
const WordList *store_hashes(const Store *store);
/* With `compact`: the snapshotter has restored the state whose parts have these hashes. */
void store_base(Store *store, const u64 *hashes, u32 count);
/* From now on, of an empty store that is not `compact`: it knows the hash of each state. */
void store_hash_with(Store *store, Portable *portable);
/* Then: that of the state that was last put. */
StateHash store_hash(Store *store);
/* Whether it was made so. */
bool store_is_compact(const Store *store);
/* How many states it has. */
u64 store_count(const Store *store);
/* Bytes of memory that it takes. */
u64 store_memory(const Store *store);

/* ---- explore/states/component.c: parts of the graph without a way out ---- */

/* For one search: states are known by numbers that grow in the order in which they are found. */
typedef struct Components {
    VEC(u32) open;     /* states whose component is not complete, in that order */
    VEC(u64) complete; /* a set: one bit for each state whose component is */
} Components;

/* What is known, while the search is at a state, of the component that it is in. */
typedef struct Component {
    u32 first;   /* the lowest number of a state that the search has been led back to */
    bool cyclic; /* a move leads from it back into it */
    bool left;   /* a move leads out of it, or to the end of the program */
} Component;

/* The search enters a new state. */
Component component_begin(Components *c, u32 state);
/* Whether the component of a state that was found before is not complete. */
bool component_is_open(const Components *c, u32 state);
/* A move from the state that `of` belongs to leads to one that was found before. */
void component_edge(const Components *c, Component *of, u32 state);
/* The search leaves the state for the one that it has come from, whose component is `parent` (NULL:
 * it is the first). True: the component is complete, has a cycle and no way out. */
bool component_end(Components *c, u32 state, Component *of, Component *parent);
/* Bytes that they take. */
u64 components_memory(const Components *c);
/* Frees what they hold, not *c. */
void components_free(Components *c);

/* ---- explore/states/machine.c: making moves ---- */

/* Where a goroutine's part of a move ends. */
typedef enum RunEnd {
    END_BOUNDARY,
    END_SLEEP,   /* it has begun to sleep */
    END_SLICE,   /* a time slice was used up */
    END_UNLOCK,  /* before an Unlock, which ordinary executions do not stop at */
    END_WUNLOCK, /* the same of a RWMutex */
} RunEnd;

/* One goroutine's part of a move. */
typedef struct Run {
    u32 goroutine; /* its number before the move; new ones have higher numbers */
    u32 syncs;     /* boundaries that it passed */
    u32 timers;    /* that it set */
    RunEnd end;
} Run;

typedef struct Answer {
    u8 kind; /* ChoiceKind */
    u32 options, answer;
    u32 base;  /* what answer 0 meant: a number, or a case of a select as counted then */
    bool only; /* no other is tried */
} Answer;

/* When goroutines that cannot go on begin to wait, in the execution that follows a path. */
typedef enum Park { PARK_AT_END, PARK_BEFORE_LAST, PARK_AFTER_LAST } Park;

/* What looks like a fault in a state; an execution of its own decides. */
typedef struct Suspicion {
    FindingKind kind;
    u64 key;    /* equal for suspicions of which one needs to be examined */
    u64 report; /* FOUND_PANIC: report_line of what the machine has printed; FOUND_LEAK: places of
                   the goroutines that are left */
    u64 place;  /* FOUND_PANIC: stack_place of the goroutine that panics */
    Park park;
    u32 next;       /* the goroutine that goes on then, by its number before the move; 0: any */
    bool uncertain; /* there may be none: if no execution shows it, nothing is missing */
} Suspicion;

typedef VEC(Suspicion) SuspicionList;

/* Memory of a program at most; moves in a row, in all or since main's end, after which the
 * execution is looked at that goes on. */
enum { REGION_BYTES = 1 << 30, SEEMS_ENDLESS = 1000 };

/* The more, the larger. */
typedef enum Depends {
    DEPENDS_NOT,
    DEPENDS_ON_QUEUES, /* on which other goroutines wait */
    DEPENDS_ON_OTHERS, /* on where they stand, on answers, or on what is outside the state */
} Depends;

typedef struct Machine {
    Chooser base;
    VM *vm;
    Region *region;
    AccessLog log;
    Snapshotter *snapshotter;
    Reach *reach; /* made when it is asked for */
    Buf root;     /* the state before the first step */
    FILE *err;    /* where the VM writes reports; only their first lines are compared */
    char *err_text;
    size_t err_len;
    u32 random_limit;     /* of random numbers among more than that one is tried */
    bool random_bound;    /* that has happened */
    bool outside;         /* something outside the state was looked at or changed */
    VEC(Answer) answers;  /* to the questions of this move; those given at its start are fixed */
    u32 answered;         /* questions of this move so far */
    Asked asked;          /* of this move */
    u32 first_new;        /* number of the first goroutine that this move starts */
    VEC(Run) runs;        /* of this move */
    const Word *departed; /* where the goroutine of the last one went on from */
    VEC(u32) created;     /* by this move: pairs of a goroutine's number and its parent's */
    SuspicionList suspicions; /* of this move */
    AccessList compared; /* accesses by this move that would race with conflicting ones of others */
    Depends depends;     /* what it did, besides on what all share and what its goroutines have */
    const Executor *cut_by; /* machine_cut */
} Machine;

/* A hash of the places in the code at which g and its callers are. */
u64 stack_place(VM *vm, const G *g);
/* A hash of the first line of what is printed when the program ends: a panic's message. */
u64 report_line(const char *text, u64 len);

/* A machine for the config's program, which may have `memory` bytes; freed with machine_free. */
Machine *machine_new(const ExecutorConfig *config, u64 memory, u32 random_limit);
/* Frees it with its VM and snapshots. */
void machine_free(Machine *m);
/* The machine holds the state before the first step then. */
void machine_begin(Machine *m);
/* Makes the move in the state that the machine holds, with m->answers. False: with these it is none
 * (a select took another partner). m->vm->outcome.ended: the program has ended. */
bool machine_move(Machine *m, Move move);
/* From now on a move is ended in its middle when executor_late(executor), and the machine holds no
 * state then: machine_is_cut. NULL: no longer. */
void machine_cut(Machine *m, const Executor *executor);
bool machine_is_cut(const Machine *m);
/* Adds to the check what the machine has met that the verdict has to name, in any move. */
void machine_note_met(const Machine *m, Check *check);
/* Whether the move can be made in the state that the machine holds. Not always: what a search
 * learns while it runs (AccessLog.misused) changes where goroutines stop, and a path from before
 * may then lead elsewhere. */
bool move_enabled(const VM *vm, Move move);
/* Goroutines that cannot go on over their boundary begin to wait, also where the program has ended:
 * the machine holds no state any more, but says which of them nothing can wake. */
Reach *machine_park(Machine *m);
/* How the log has a Wait that blocks: two of them do not race. */
#define ACCESS_WAITS ((AccessKind)(ACCESS_WRITE | ACCESS_ATOMIC))
/* Whether g is before the Wait of a WaitGroup, *op; false for most. */
bool machine_may_wait(const VM *vm, const G *g, PendingOp *op);
/* Changes m->answers to the next ones to be tried for the same move. False: all have been. */
bool machine_next_answers(Machine *m);

/* ---- explore/states/transitions.c: transitions that are known ---- */

/* For one search. What a move makes of what its goroutines have is remembered, so that it need not
 * be made once more where others have something else (spec/check.md). */
typedef struct Transitions Transitions;

/* What is known of a state that was entered and not left. */
typedef struct Outline {
    u32 groups, count; /* its groups: index of the first, and how many; none: no transition of it is
                          known */
    u32 own, owns;     /* the same of accesses that others may race with */
    bool has_main;
    u32 waiting, waits; /* the same of goroutines that wait */
} Outline;

/* Of that machine and store, which is not `compact`, in a search that may take so many bytes. Freed
 * with transitions_free. */
Transitions *transitions_new(Machine *m, Store *store, u64 memory);
void transitions_free(Transitions *t);
/* Bytes that they take. */
u64 transitions_memory(const Transitions *t);
/* The machine holds the state, restored last. */
Outline transitions_enter(Transitions *t, u32 state);
/* States are left in the opposite order. */
void transitions_leave(Transitions *t, const Outline *o);
/* The groups of the state that the move leads to from there, asking nothing and without any
 * suspicion, a list that changes with the next call, and *order as of snapshot_take. NULL: it is
 * not known; with live CHECKs it may be, and is compared by transitions_note. No timer is set
 * before the move, nor after it. */
const U32List *transitions_find(Transitions *t, const Outline *from, Move move, U32List *order);
/* The move from there, which the machine has made, led to the state that was taken and put in the
 * store last; order: as of snapshot_take. */
void transitions_note(Transitions *t, const Outline *from, Move move, const U32List *order);

/* ---- explore/states/path.c: from moves to a schedule ---- */

/* One move on the way from the root to a state. */
typedef struct PathStep {
    Move move;
    u32 answers, count; /* index of its first answer in the path's list, and how many */
} PathStep;

/* All of them, the first move first. */
typedef struct Path {
    VEC(PathStep) steps;
    VEC(Answer) answers;
} Path;

/* Appends the steps of another path. */
void path_append(Path *path, const Path *more);
/* Appends a move with that many answers. */
void path_step(Path *path, Move move, const Answer *answers, u32 count);
/* Takes all steps off. */
void path_clear(Path *path);
/* Frees what it holds, not itself. */
void path_free(Path *path);
/* Appends it as bytes, reads those. */
void path_pack(const Path *path, Buf *out);
void path_unpack(Unpack *from, Path *path);
/* One answer, one move. */
void answer_pack(const Answer *answer, Buf *out);
Answer answer_unpack(Unpack *from);
void move_pack(const Move *move, Buf *out);
Move move_unpack(Unpack *from);

/* What an execution does at the end of a path. */
typedef struct PathEnd {
    Park park;
    u32 next; /* the goroutine that goes on over its boundary, by its number before the last move;
                 0: none */
    u32 answers; /* how often its answers are changed to the next ones that may be tried */
} PathEnd;

/* Runs the program along the path in an ordinary execution, which goes on by default after that.
 * The result is the executor's. The machine does not hold the same state as before. */
const Execution *path_execute(Machine *m, Executor *executor, const Path *path, PathEnd end);

/* ---- explore/states/faults.c: what looks like a fault ---- */

typedef struct Faults {
    Machine *m;
    Path path;   /* to the state that suspicions are about, with their move */
    Map tries;   /* key -> how often it was examined, or more if it was shown */
    Map certain; /* keys of suspicions that are no proof if none is shown */
    bool moved;  /* the machine holds another state since one was examined */
} Faults;

/* Frees what it holds, but the machine. */
void faults_free(Faults *f);
/* Whether it is worth examining: it has not been shown, nor tried too often. */
bool faults_wanted(const Faults *f, const Suspicion *suspicion);
/* Examines it, if it is wanted, at the end of f->path. False: there was no time. */
bool faults_look(Check *check, Faults *f, const Suspicion *suspicion);
/* The same of a livelock: all goroutines that can go on may go round for ever though the program
 * could end, from f->path along `to` and then `round`. It is shown once: no execution says more
 * about it than that it does not end. */
bool faults_look_round(Check *check, Faults *f, const Path *to, const Path *round);
/* The program has ended with the last move: adds to the machine's suspicions. */
void faults_suspect_end(Faults *f);
/* The state that the machine holds has no moves. False: it is the end. */
bool faults_suspect_stuck(Faults *f, Suspicion *out);
/* An execution that comes to the state that the machine holds may go on for ever. */
Suspicion faults_suspect_endless(Faults *f, bool uncertain);
/* Writes down what was examined, and adds what another search has examined. */
void faults_pack(const Faults *f, Buf *out);
void faults_merge(Faults *f, Unpack *from);
/* Sets check->unrepeated to what they say. */
void faults_count(Check *check, const Faults *f);

/* ---- explore/states/record.c: what is known of a state that has been left by all moves ---- */

/* Those that can go on: goroutines, in order, and then the timers that are set. */
typedef struct Actors {
    u32 goroutines, first; /* how many, and the number of the first */
    u32 count;             /* with timers */
    bool main_ended;
} Actors;

/* The actors of the state that the machine holds. */
Actors actors_of(const VM *vm);
/* Appends those of them that differ in nothing from the one before. */
void actors_twins(const VM *vm, U32List *out);

/* Timers before and after the move that is being made. */
typedef struct ActorsMove {
    TimerList before, after;
} ActorsMove;

/* Call before a move, when the machine holds the state that it begins in, and after it. */
void actors_begin_move(ActorsMove *made, const VM *vm);
void actors_end_move(ActorsMove *made, VM *vm);
/* Instead of both, if no timer is set before the move, nor after it. */
void actors_no_timers(ActorsMove *made);
void actors_move_free(ActorsMove *made);

enum { NO_ACTOR = UINT32_MAX, SAME_ACTORS = UINT32_MAX };

/* Appends which actor of the next state each of `from` is, or NO_ACTOR: index of the first, or
 * SAME_ACTORS, with nothing appended. order: as snapshot_take gave it. */
u32 actors_map(const ActorsMove *made, Actors from, const U32List *order, U32List *out);

enum { NO_STATE = UINT32_MAX, EDGE_OUT = UINT32_MAX };

/* A move with certain answers. */
typedef struct Edge {
    u32 move;           /* its index among the moves of the state */
    u32 to;             /* a state, or EDGE_OUT: the end of the program */
    u32 map;            /* as of actors_map, in Record.maps */
    u32 answers, count; /* in Record.answers */
} Edge;

enum { NO_EDGE = UINT32_MAX };

/* A suspicion of the state, or of the move of one of its edges. */
typedef struct Noted {
    u32 edge; /* its index, or NO_EDGE */
    Suspicion suspicion;
} Noted;

/* In the order in which a search meets them. */
typedef VEC(Noted) NotedList;

typedef struct Record {
    u32 state;
    Actors is;
    bool cut; /* by a bound: it has moves that were not made */
    MoveList moves;
    U32List twins, maps;
    NotedList noted;
    VEC(Edge) edges;
    VEC(Answer) answers;
} Record;

/* An empty one again, of another state. */
void record_begin(Record *record, u32 state);
void record_free(Record *record);
/* Appends it as bytes, reads those; false: they are no record. */
void record_pack(const Record *record, Buf *out);
bool record_unpack(Unpack *from, Record *record);
/* Passes over one; the number of its state. from->bad: it is none. */
u32 record_pass(Unpack *from);
/* The same as record_unpack in pieces: all but its edges, how many there are, and then one after
 * the other. */
u64 record_unpack_head(Unpack *from, Record *record);
void record_unpack_edge(Unpack *from, Record *record);
/* Suspicions as bytes. from->bad: those are none. */
void suspicion_pack(const Suspicion *suspicion, Buf *out);
Suspicion suspicion_unpack(Unpack *from);
/* Whether moves, edges and suspicions refer to what there is, and the edge's map to what a state of
 * so many actors has: not always in a file. */
bool record_is_sound(const Record *record);
bool record_map_fits(const Record *record, const Edge *edge, u32 count);

/* ---- explore/states/fair.c: cycles in which each goroutine goes on, and that need not be left
 * ---- */

typedef struct Fair Fair;
/* For one search; freed with fair_free. */
Fair *fair_new(void);
/* Frees it. */
void fair_free(Fair *f);
/* Bytes that it takes. */
u64 fair_memory(const Fair *f);
/* The search enters a new state, which the machine holds and which has these n moves. */
void fair_enter(Fair *f, VM *vm, u32 state, const Move *moves, u32 n);
/* Call before a move, when the machine holds the state that it begins in, and after it. */
void fair_begin_move(Fair *f, const VM *vm);
/* Instead of both, if no timer is set before the move, nor after it. */
void fair_no_timers(Fair *f);
void fair_end_move(Fair *f, VM *vm);
/* The move with that index among those of the state `from`, with the machine's answers, led to the
 * state `to`; order: as snapshot_take gave it. */
void fair_edge(Fair *f, u32 from, u32 move, u32 to, const Machine *m, const U32List *order);
/* The same as fair_enter and fair_edge, from what is written down of the state. */
void fair_enter_record(Fair *f, u32 state, const Record *record);
void fair_edge_record(Fair *f, u32 from, u32 to, const Record *record, const Edge *edge);
/* It led to a state whose component is complete, or to the end of the program. */
void fair_leaves(Fair *f, u32 from, u32 move);
/* The component whose first state is `root` is complete, and has a cycle or not; what is known of
 * it is dropped. True: it has a fair cycle before main's end, the way to which from the root is
 * appended to *to, and once round to *round. */
bool fair_component(Fair *f, u32 root, bool cyclic, Path *to, Path *round);

#endif
