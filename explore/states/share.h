/* The search by several processes (spec/check.md). Each state belongs to one of them, by its hash:
 * that one knows whether it has been found, and gives it its number. The process that has found a
 * state first makes its moves. So hashes travel, and what moves lead to stays where they are made.
 *
 * Processes meet in rounds. In a round each makes moves for a while, and then sends to each other
 * one hashes of states that it has found and that are that one's, and answers to those that came in
 * the round before. The process that leads says how long, and gives work to those that have none:
 * states whose moves are yet to be made, with the ways there. */
#ifndef EXPLORE_STATES_SHARE_H
#define EXPLORE_STATES_SHARE_H

#include "explore/states/states.h"
#include "explore/states/transport.h"

/* A search by several processes (parallel.c). */
extern const SearchOps states_in_parts;

/* ---- owned.c: the states that belong to this process ---- */

typedef struct OwnedState {
    StateHash hash;
    u32 id;    /* its number among all states, + 1; 0: the slot is free */
    u32 level; /* moves from the root, the way that it was found first */
} OwnedState;

typedef struct Owned {
    OwnedState *slots;
    u64 mask, count;
} Owned;

/* The state with that hash, with id 0 if it is new: then the caller sets that. */
OwnedState *owned_put(Owned *owned, StateHash hash, u32 level);
/* Bytes that they take. */
u64 owned_memory(const Owned *owned);
void owned_free(Owned *owned);

/* ---- what is known of the program ---- */

/* What the search before it has learnt of the program, so that it began anew. */
typedef struct Known {
    bool exact, strict, clocked; /* how it is made */
    bool blind, merged;          /* as in AccessLog, of the search that this one goes on from */
    Map places;                  /* as AccessLog.places, portable */
} Known;

/* Appends it as bytes, reads those. */
void known_pack(const Known *known, Buf *out);
void known_unpack(Unpack *from, Known *known);
/* Unites sets of bits by key. */
void bits_merge(Map *to, const Map *from);
/* Appends such a set; unites those that are read with what is there. */
void bits_pack(const Map *map, Buf *out);
void bits_unpack(Unpack *from, Map *map);

/* ---- search.c ---- */

/* What the search by one process began with, when it last began: check->search is that of
 * engine_states. Replaces *known. */
void search_known(const Check *check, Known *known);
/* A search begins anew: bounds that the one before it has met are no longer the verdict's. */
void search_forget_bounds(Check *check);

/* ---- share.c: one of the processes ---- */

/* A state that this process has found. */
typedef struct Node {
    u32 id;            /* its number among all states, once its owner has said it, or NO_STATE */
    u32 parent, nth;   /* the state that it was found from, and the edge there; NO_STATE, and index
                          in Share.given */
    u32 level;         /* moves from the root, the way it was found here first */
    u32 steps, timers; /* of them, since main's end */
    u32 record;        /* where its record begins, + 1; 0: its moves were not made here */
} Node;

/* A state that was found and that its owner has no claim to yet. */
typedef struct Unclaimed {
    StateHash hash;
    u32 state; /* its number here */
} Unclaimed;

/* A suspicion that there was no time for. */
typedef struct Postponed {
    Suspicion suspicion;
    Buf path;
} Postponed;

/* Another process, or this one. */
typedef struct Other {
    Buf answers, puts, work; /* for it, in the next round */
    U32List waiting, asked; /* states whose hashes are in `puts`, and that it was asked about in the
                               last round */
} Other;

typedef struct Share {
    Check *check;
    u32 me, count;
    Machine *m;
    Store *store;
    Portable portable;
    Faults faults;
    Known known;
    VEC(Node) nodes; /* by number in the store */
    Buf records;
    /* Found by the moves of the state whose moves are being made: when the search is written down,
     * a state that was found has a record that leads to it. */
    VEC(Unclaimed) unclaimed;
    VEC(Buf) given; /* ways to states that other processes have found */
    U32List ready;  /* states whose moves are to be made, the last one first */
    U32List edges;  /* of each state whose moves were made here: its number here, how many states
                       they lead to, and these */
    Owned owned;
    u32 next_id; /* numbers go up by `count` */
    Other *others;
    VEC(Postponed) postponed;
    bool uneven;     /* there are ways of different lengths to a state: there may be cycles */
    bool suspects;   /* something looked like a fault */
    bool astray;     /* a way led elsewhere: the process that gave it was misled */
    u32 made_before; /* portable_made when this process began */
    u64 work;        /* states that were given away in this round */
    /* The move that is being made. */
    Record record;
    ActorsMove made;
    U32List order;
    Transitions *transitions;
    Outline outline; /* of the state whose moves are made */
    Buf state;       /* image of the state */
    /* The way that was followed last, and images of the states after its moves. */
    Path trail;
    VEC(Buf) images;
} Share;

/* The process that a state belongs to, of so many. */
u32 share_owner(StateHash hash, u32 count);
/* A share of the search with what is known before. Freed with share_free. */
Share *share_new(Check *check, u32 me, u32 count, const Known *known, u32 next_id);
void share_free(Share *s);
/* Makes moves for so many milliseconds. */
void share_search(Share *s, u32 ms);
/* Whether states may have addresses that mean nothing to another process; none is given away then.
 */
bool share_is_strange(const Share *s);
/* Whether the machine has learnt what makes the search begin anew at once. */
bool share_misled(const Share *s);
/* States that it has to do with: ready ones, and those that it has asked about. */
u64 share_open(const Share *s);
/* Bytes that it takes. */
u64 share_memory(const Share *s);
/* Gives half of the ready states to another process, in the next round. */
void share_give(Share *s, u32 to);
/* Appends this round's message for another process, reads the one from it. */
void share_send(Share *s, u32 to, Buf *out);
void share_receive(Share *s, u32 from, Unpack *in);
/* A state that was found, for a message that share_receive_work reads: the path leads there. The
 * parts of the state follow: batch_pack, batch_pack_none. */
void share_pack_work(u32 id, u32 level, u32 steps, u32 timers, const Path *path, Buf *out);
void share_receive_work(Share *s, Unpack *work);
/* The search begins with the state before the first step. */
void share_take_root(Share *s);
/* Appends all records, with the numbers that all processes know. */
void share_pack_records(const Share *s, Buf *out);
/* The machine holds the state at the end of the path then. False: it does not lead on. */
bool share_follow(Share *s, const Path *path);
/* Examines suspicions that were postponed; what there is no time for stays. */
void share_look_at_postponed(Share *s);

/* Appends all edges between states, with the numbers that all processes know. */
void share_pack_edges(const Share *s, Buf *out);

/* ---- batch.c: states that travel ---- */

/* The states of one message: each part that they have is in it once. */
typedef struct Batch {
    Map sent; /* by number of the part in the store of the sender: which one it is here, + 1 */
    VEC(u64) words;       /* of the parts that were received, */
    U32List starts;       /* where each begins in them, */
    U32List lengths;      /* and its bytes */
    U32List numbers;      /* scratch: of the parts of a state */
    VEC(StatePart) parts; /* of the state that was received last, */
    U32List groups;       /* and where its groups begin in them */
} Batch;

/* Frees what it has. */
void batch_free(Batch *batch);
/* Appends the parts of a state; none, if it is one that cannot travel. */
void batch_pack(Batch *batch, Share *s, u32 state, Buf *out);
/* Appends none. */
void batch_pack_none(Buf *out);
/* Reads what these have written: batch->parts and groups, valid until the next call. */
void batch_unpack(Batch *batch, const Share *s, Unpack *from);

/* ---- cycle.c ---- */

/* Whether edges that share_pack_edges has written, in so many lists, have a cycle. Each state from
 * which an edge leads is in one of them. */
bool cycle_in(const Unpack *lists, u32 count);

/* ---- walk.c: what the whole graph says ---- */

/* Records with the numbers that all processes know. */
typedef VEC(Buf) Graph;

/* Frees it with its records. */
void graph_free(Graph *graph);
/* Whether these are records that fit together, of states whose numbers are less than `numbers`; all
 * states that they lead to have one, if `whole`. */
bool graph_is_sound(const Graph *graph, u32 root, u32 numbers, bool whole);
/* Goes through the graph as the search by one process does, and examines what looks like a fault in
 * its order, and livelocks. The share has the results then, in place of what it had. False: there
 * was no time. */
bool walk_graph(Check *check, Share *s, const Graph *graph, u32 root);

typedef void (*WalkTake)(void *ctx, u32 state, const Path *path);
/* Calls take for each state of the graph, which is sound, that has no record, with a way to it. */
void walk_open(const Graph *graph, u32 root, WalkTake take, void *ctx);

#endif
