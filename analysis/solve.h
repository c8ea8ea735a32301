/* The flow-sensitive part: what holds of a goroutine's past wherever it is. Digests (digest.h) read
 * what it finds at each access.
 *
 * A token is an instruction of an instance that other goroutines can learn of: it starts, sends,
 * receives, closes. An instance belongs to one goroutine id, so a token does too. At each point
 *
 *   past  tokens that the goroutine's history surely contains, done by itself or learnt of,
 *   done  tokens of its own that it may have done,
 *   locks it surely holds,
 *   fresh allocations of this call whose newest object no other goroutine can reach.
 *
 * past, locks and fresh start as everything and shrink; done starts empty and grows. What is behind
 * an operation that nothing can ever complete stays unreached. */
#ifndef ANALYSIS_SOLVE_H
#define ANALYSIS_SOLVE_H

#include "analysis/access.h"
#include "analysis/bits.h"

typedef enum SyncTokenKind { TOKEN_GO, TOKEN_SEND, TOKEN_RECV, TOKEN_CLOSE } SyncTokenKind;

typedef struct SyncToken {
    SyncTokenKind kind;
    u32 inst, pc, goro;
    Val channel;  /* of SEND, RECV, CLOSE */
    bool reached; /* some execution may do it */
    u64 *past;    /* what those learn that observe it */
} SyncToken;

typedef enum LockMode { LOCK_READ = 1, LOCK_WRITE = 2 } LockMode;

/* A lock that is held: at a place of a single object, or off bytes after a value. */
typedef struct Lock {
    bool of_value;
    u64 key; /* value number, or object */
    i64 off;
    LockMode mode;
} Lock;

typedef struct State {
    bool reached;
    u64 *past, *done;
    VEC(Lock) locks;
    VEC(u32) fresh;   /* code words of allocations */
    VEC(u32) pending; /* call sites of deferred calls, first deferred first */
    bool pending_unknown;
    u32 select_pc; /* the newest SELECT whose index is known to be in select_left; 0 = none */
    u64 select_left;
} State;

/* One access of the program's memory, with what is known there. */
typedef struct Use {
    u32 inst, pc, goro;
    u32 object;
    Ptr place;
    u64 size;
    bool write;
    bool unknown; /* by a native of unknown effect, whenever it likes: inst and pc mean nothing */
    bool fresh;   /* no other goroutine can reach the object yet */
    u64 *past, *done;
    u32 locks, nlocks; /* in Solver.held */
} Use;

typedef struct Solver {
    Model *model;
    u32 words; /* of sets of tokens */
    VEC(SyncToken) tokens;
    Map token_at;      /* instance << 32 | pc -> 1 + its first token */
    State **entries;   /* per instance, per block */
    State *exits;      /* per instance */
    u64 **may;         /* per instance: tokens that it or what it calls may do */
    bool *may_recover; /* per instance */
    bool *dirty;
    VEC(u32) *releases; /* per object: tokens on that channel */
    VEC(Use) uses;
    VEC(Lock) held;
    Arena arena; /* sets of uses */
} Solver;

Solver *solver_new(Model *model);
void solver_free(Solver *solver);

/* The first token of an instruction, or NULL. */
SyncToken *solver_token(const Solver *solver, u32 inst, u32 pc);

/* ---- solve_state.c ---- */

void state_init(const Solver *solver, State *state);
void state_free(State *state);
void state_copy(const Solver *solver, State *to, const State *from);
/* What holds if one of the two holds; true if that changed `to`. */
bool state_join(const Solver *solver, State *to, const State *from);
/* Another goroutine may reach what a value points to from now on. */
void state_escape(const Solver *solver, State *state, u32 inst, Val value);

/* ---- solve_channel.c ---- */

/* Numbers the tokens, and notes which channels they are about. */
void solver_find_tokens(Solver *solver);
/* Adds to the past what every operation that can have completed this one has in its past: one of
 * the kinds (bits 1 << SyncTokenKind) on the channel. False: there is none, so it blocks for ever.
 */
bool solver_learn(const Solver *solver, State *state, u32 inst, Val channel, u32 kinds);
/* Whether every channel that a value may be has this capacity. */
bool solver_unbuffered(const Solver *solver, u32 inst, Val channel);

/* ---- solve_step.c ---- */

/* Where the solver is. */
typedef struct Walk {
    Solver *solver;
    u32 inst, pc;
    const Flow *flow;
    const Word *code;
    Instr in;
    Val *regs;
    State state;
    bool final; /* all is known: note the uses */
} Walk;

/* Takes the state over the instruction; unreached after it if it never ends. */
void solver_step(Walk *walk);
/* Takes the state along successor `edge` of the block whose last instruction is at walk->pc. */
void solver_edge(Walk *walk, u32 edge, State *state);
/* Deferred calls run because of a panic in this instruction; then it may be recovered. */
void solver_panic(Walk *walk);
/* Enters the functions of a call site from this state. */
void solver_enter(Solver *solver, const CallSite *site, const State *state);

#endif
