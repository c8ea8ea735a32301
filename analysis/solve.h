/* The flow-sensitive part: what holds of a goroutine's past wherever it is. Digests (digest.h) read
 * what it finds at each access.
 *
 * A token is an instruction of an instance that other goroutines can learn of: it starts, sends,
 * receives, closes. An instance belongs to one goroutine id, so a token does too. At each point
 *
 *   past  tokens that the goroutine's history surely contains, done by itself or learnt of,
 *   done  tokens of its own that it may have done,
 *   locks it surely holds,
 *   fresh allocations of this call whose newest object no other goroutine can reach,
 *   owned values whose objects belong to the goroutine.
 *
 * past, locks, fresh and owned start as everything and shrink; done starts empty and grows. What
 * comes after an operation that nothing can ever complete stays unreached. */
#ifndef ANALYSIS_SOLVE_H
#define ANALYSIS_SOLVE_H

#include "analysis/access.h"
#include "analysis/bits.h"

typedef enum SyncTokenKind {
    TOKEN_GO,
    TOKEN_SEND,
    TOKEN_RECV,
    TOKEN_CLOSE,
    TOKEN_UNLOCK,
    TOKEN_ADD,
    TOKEN_LOCK,   /* to write */
    TOKEN_ATOMIC, /* an atomic operation that writes a number */
    TOKEN_PUT,    /* an interface into a pool */
    TOKEN_WRITE,  /* a store of a constant to one place */
    TOKEN_FLAG,   /* no instruction: one number was written to one variable (solve_flag.c), or one
                     channel was sent to or closed (solve_channel.c) */
} SyncTokenKind;

enum { NO_TOKEN = UINT32_MAX };
enum { VALUE_WORDS = 2 }; /* of an interface */

typedef struct SyncToken {
    SyncTokenKind kind;
    u32 inst, pc, goro;
    Val channel;    /* of SEND, RECV, CLOSE; the lock of UNLOCK, the WaitGroup of ADD */
    bool reached;   /* some execution may do it */
    bool counted;   /* ADD: of a number that is known, */
    i64 delta;      /* this one */
    Val number;     /* ADD: what is added */
    u32 all;        /* ADD of -1: 1 + the FLAG that says that all goroutines of its id have done it,
                       and that no more are started; 0 = none */
    bool zero;      /* ATOMIC: the number that it writes may be 0 */
    u32 flag;       /* ATOMIC, WRITE, SEND, CLOSE: the FLAG that it sets; NO_TOKEN: none */
    u64 *past;      /* what those learn that observe it */
    VEC(u32) moves; /* GO, SEND, PUT: objects that it may hand over (solve_own.c) */
} SyncToken;

typedef enum LockMode {
    LOCK_READ = 1,
    LOCK_WRITE = 2,
    LOCK_ATOMIC = 3, /* to write, by an atomic variable that is 0 while the lock is free */
} LockMode;

/* A lock that is held: at a place of a single object, or off bytes after a value. */
typedef struct Lock {
    u64 key; /* value number, or object */
    i64 off;
    LockMode mode;
    u32 of_value; /* or else of an object; a word, so that locks compare as bytes */
} Lock;

/* A value whose object belongs to the goroutine (solve_own.c). */
typedef struct Owned {
    u64 key, of; /* its name; that of a value which points to the same, 0 = to anything */
} Owned;

/* What a goroutine knows of a latch of an object (solve_latch.c). */
typedef enum LatchState { LATCH_BLANK, LATCH_SHUT, LATCH_OPEN } LatchState;

typedef struct Latch {
    u64 key;  /* name of a value that points to the object */
    u64 root; /* names with the same root are of one value */
    u64 of;   /* name of a value that points to the same objects; 0 = to any */
    i64 off;  /* the latch is there, or (BLANK) 0 */
    LatchState how;
} Latch;

#define FRESH_PARAM 0x80000000u

typedef struct State {
    bool reached;
    u64 *past, *done;
    u64 *joined; /* Adds of -1: every goroutine of that id started so far has done them */
    VEC(Lock) locks;
    VEC(Ptr) unset; /* variables that are 0 for as long as the locks are held (solve_flag.c) */
    VEC(u32) fresh; /* code words of allocations; FRESH_PARAM | i: what parameter i points to */
    VEC(Owned) owned;
    VEC(Latch) latches;
    VEC(u32) pending; /* call sites of deferred calls, first deferred first */
    bool pending_unknown;
    u32 select_pc; /* the newest SELECT whose index is known to be in select_left; 0 = none */
    u64 select_left;
} State;

/* What holds where a block begins: a state for each list of calls that may be pending, or, if there
 * are too many, one for all. None: it is not reached. */
typedef VEC(State) States;

/* Accesses that synchronise race with others that do not. */
typedef enum UseSync {
    USE_PLAIN,
    USE_SYNC,
    USE_ADD,  /* of a WaitGroup, perhaps by more than 0: races with the first Wait */
    USE_WAIT, /* of a WaitGroup */
} UseSync;

/* What an access may be of, as the instruction says: maps and channels have no addresses that
 * others have, unless the program makes them of unsafe pointers. */
typedef enum UseSpace {
    SPACE_ALL,
    SPACE_MEMORY,
    SPACE_MAPS,
    SPACE_CHANNELS,
} UseSpace;

/* One access of the program's memory, with what is known there. */
typedef struct Use {
    u32 inst, pc, goro;
    u32 object; /* OBJECT_ANY: each of Solver.any, anywhere in it */
    Ptr place;
    u64 size;
    AccessHow how;
    Val base; /* the address is that of base + off */
    i64 off;
    bool write;
    UseSync sync;
    UseSpace space;
    bool channel; /* a send or close */
    bool unknown; /* by a native of unknown effect, whenever it likes: inst and pc mean nothing */
    bool fresh;   /* no other goroutine can reach the object yet */
    bool owned;   /* it belongs to the goroutine (solve_own.c) */
    bool in_home; /* it is at home in an object that belongs to the goroutine: */
    Val home;     /* in this one; 0: it was passed or returned, and is in one that others know */
    u32 choice;   /* in Model.choices: of the instance */
    u32 history;  /* in Solver.histories: these three sets */
    u64 *past, *done, *joined;
    u32 locks, nlocks;     /* in Solver.held */
    u32 unset, nunset;     /* in Solver.unset */
    u32 latches, nlatches; /* in Solver.known_latches: of the object */
    bool makes_latch;      /* stores the channel of a latch */
} Use;

/* A write that may say something by its value (solve_value.c). */
typedef struct FlagWrite {
    Ptr place;
    u64 size;
    u32 token;  /* that others learn of; NO_TOKEN: none */
    bool known; /* the number that it writes is this: */
    i64 number;
} FlagWrite;

/* One number that is written to one place of a single object. */
typedef struct Flag {
    Ptr place;
    i64 number;
    u32 token; /* the TOKEN_FLAG that says that it was */
} Flag;

typedef VEC(FlagWrite) FlagWrites;

typedef VEC(Lock) Guards; /* places of single objects */

/* Memory that some instruction writes, reached or not. */
typedef struct Write {
    Ptr place;
    u64 size;
} Write;

typedef VEC(Write) Writes;

typedef VEC(u32) ReachedList;

typedef struct Solver {
    Model *model;
    u32 first, first_block; /* instance and block that a round begins with, if */
    bool is_round;          /* it is one (round.h); */
    bool survives_panic;    /* after a panic that ends it, its goroutine may go on */
    u32 words;              /* of sets of tokens */
    VEC(SyncToken) tokens;
    u64 **of_goro;      /* per goroutine id: its tokens */
    u64 *with_all;      /* tokens with SyncToken.all */
    Map token_at;       /* instance << 32 | pc -> 1 + its first token */
    States **entries;   /* per instance: per block, and after a panic that was recovered from */
    State *exits;       /* per instance */
    u64 **may;          /* per instance: tokens that it or what it calls may do */
    bool *may_recover;  /* per instance */
    bool *calm;         /* per instance: if it panics, it has given no lock back */
    bool *dirty;        /* per instance: to be walked again */
    bool *active;       /* per instance: being walked */
    bool *observes;     /* per instance: what it knows depends on what tokens say */
    u32 *awaited;       /* per instance: the call site that waits for its walk; 0 = none */
    u32 walked, depth;  /* the instance that is being walked; how many are */
    u64 work;           /* blocks that have been walked, with all solvers before this one */
    VEC(u32) *releases; /* per object: tokens on that channel */
    VEC(Use) uses;
    VEC(ReachedList) reached; /* what natives reach from a set of pointers (solve_step.c), */
    Map reached_at;           /* by its list: 1 + index */
    u64 *any;                 /* bits: objects that uses of OBJECT_ANY may be of */
    bool any_havoc;           /* natives of unknown effect may use one of them */
    VEC(u64 *) histories;     /* past, done and joined at uses, each such three once */
    Map history_at;           /* hash -> 1 + the first with it */
    VEC(u32) ends;            /* of a round: histories where it may end (solve_end.c) */
    VEC(Lock) held;
    VEC(Ptr) unset; /* of uses */
    VEC(Flag) flags;
    VEC(u32) messages;        /* the TOKEN_FLAGs of channels */
    PtrList broken;           /* locks that protect nothing */
    bool broke_any;           /* those that the largest set leads to are among them */
    u64 *moved;               /* bits: objects that are sent through channels; NULL: none */
    u64 *unowned;             /* and perhaps by goroutines that they do not belong to */
    u64 *latched;             /* bits: objects that may have latches; NULL: none */
    VEC(Latch) known_latches; /* of uses */
    VEC(Ptr) spoiled;         /* latches, or channels, that are opened without their keys */
    Map kept;                 /* instance << 32 | parameter -> whether it is kept (solve_keep.c) */
    Map latch_stores; /* channel -> 1 + where it is stored in an object that it is latch of */
    Map latch_known;  /* place -> 1: it is no latch, 2: it is */
    u64 *homeless; /* bits: objects that are in no home (solve_home.c) as far as is known; NULL: */
    bool homeless_any;       /* none. Those of the largest set are among them; */
    bool homes_known;        /* all are */
    Map home_ways;           /* object and place -> 1 + where it goes on from there */
    Map homes_pass;          /* object -> 1 + whether all of its homes pass properly */
    u64 *passed;             /* bits: objects whose address a race may pass on (pairs.c) */
    Writes *writes;          /* per object */
    FlagWrites *flag_writes; /* per object */
    bool wrote_any;          /* something is written by way of the largest set: flag_writes and */
    bool stored_any;         /* writes have that once for each object of it */
    Map guard_at;            /* instance << 32 | pc of a plain access -> 1 + index in guards */
    VEC(Guards) guards;      /* locks surely held there */
    VEC(Ptr) relied_on;      /* of them, those that something was learnt by */
    PtrList distrusted;      /* those that were not kept: nothing is learnt by them, */
    bool distrust_guards;    /* nor by any other */
    Arena arena;             /* sets of uses and tokens */
    struct Rounds *rounds;   /* round.h; NULL: none are looked at */
} Solver;

/* What holds at each instruction of each instance; model must outlive it. NULL: it is too large,
 * and has given up, before or now. */
Solver *solver_new(Model *model);
/* The same in a round, which begins with a block of an instance; never NULL. */
Solver *solver_new_round(Model *model, u32 inst, u32 block);
/* Frees it, but not the model; NULL is ignored. */
void solver_free(Solver *solver);

/* The first token of an instruction, or NULL. */
SyncToken *solver_token(const Solver *solver, u32 inst, u32 pc);
/* Whether a set of tokens has one of goroutine id t that is not in another. */
bool solver_knows_more(const Solver *solver, const u64 *set, const u64 *other, u32 t);

/* ---- solve_state.c ---- */

/* The sets of tokens of the state become the history of a use. */
void solver_keep_history(Solver *solver, Use *use, const State *state);

/* Makes the state in which nothing has happened yet; state_free frees what it points to. */
void state_init(const Solver *solver, State *state);
void state_free(State *state);
/* Both are initialised: *to becomes equal to *from. */
void state_copy(const Solver *solver, State *to, const State *from);
/* What holds if one of the two holds; true if that changed `to`. */
bool state_join(const Solver *solver, State *to, const State *from);
/* The same where each list of pending calls has a state of its own. */
bool states_join(const Solver *solver, States *to, const State *from);
/* Another goroutine may reach what a value points to from now on. */
void state_escape(const Solver *solver, State *state, u32 inst, Val value);
/* Whether nothing but registers points to the object that a value points into. */
bool state_is_fresh(const State *state, Val value);

/* ---- solve_home.c ---- */

/* The field that a value was loaded from, if it was: nothing can have given the base another
 * meaning between there and pc. */
bool solver_loaded_from(const Flow *flow, Val value, u32 pc, Val *base, i64 *off);
/* Whether the value was loaded from a field of the object that *home points to (as a value, still
 * at pc), or is a part of such a slice, or what append made of it. */
bool solver_home_of(const Flow *flow, Val value, u32 pc, Val *home);
/* The slice that a value is a part of, or the value itself. */
Val solver_part_of(const Flow *flow, Val value);
/* Looks at an instruction that stores: what may be in no home from now on. */
void solver_home_store(Solver *solver, u32 inst, u32 pc, const Word *code, const Val *regs);
/* The same of a call of a native. */
void solver_home_native(Solver *solver, u32 inst, u32 pc, NativeMeans means);
/* Whether all pointers to the object are in fields of one object of its kind at run time. */
bool solver_is_at_home(const Solver *solver, u32 object);

/* ---- solve_channel.c ---- */

/* Numbers the tokens, and notes which channels they are about. */
void solver_find_tokens(Solver *solver);
/* Adds to the past what every operation that can have completed this one has in its past: one of
 * the kinds (bits 1 << SyncTokenKind) on the channel. False: there is none, or the channel can only
 * be nil, so it blocks for ever; never of a Model.called, whose callers may complete it. */
bool solver_learn(const Solver *solver, State *state, u32 inst, Val channel, u32 kinds);
/* Whether an operation may come before one of goroutine id ego that may have done `done`. */
bool solver_may_precede(const Solver *solver, u32 token, u32 ego, const u64 *done);
/* Whether the goroutines of id t are started by ego only with operations that are still to come. */
bool solver_not_started(const Solver *solver, u32 t, u32 ego, const u64 *done);
/* Whether every operation on a channel is known. */
bool solver_channel_is_known(const Solver *solver, u32 object);
/* Whether every channel that a value may be has this capacity. */
bool solver_unbuffered(const Solver *solver, u32 inst, Val channel);

/* Adds a token of that kind for the operation at pc of an instance on what `object` may be. */
void solver_add_token(Solver *solver, u32 inst, u32 pc, SyncTokenKind kind, Val object);

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
    bool final;       /* all is known: note the uses */
    bool makes_latch; /* the instruction stores the channel of a latch */
} Walk;

/* The walk depends on what tokens say, or on which locks are held at them. */
static inline void solver_observe(const Solver *solver)
{
    solver->observes[solver->walked] = true;
}

/* Instructions that a visit is about: bits. */
enum {
    VISIT_SYNC = 1,     /* natives that synchronise */
    VISIT_CHANNELS = 2, /* operations on channels */
    VISIT_RETURNS = 4,  /* of functions of the program */
};

/* Called for each reached instruction, before it and after it; walk->state is what holds there
 * whichever calls are pending. */
typedef void (*SolverVisit)(void *ctx, const Walk *walk, bool after);
/* Goes through all instances of a solved program in the order of their numbers, but for blocks
 * without an instruction that the visit is about; the states of the walk are those of the solution.
 */
void solver_visit(Solver *solver, u32 about, SolverVisit visit, void *ctx);

/* Takes the state over the instruction; unreached after it if it never ends. */
void solver_step(Walk *walk);
/* Takes the state along successor `edge` of the block whose last instruction is at walk->pc. */
void solver_edge(Walk *walk, u32 edge, State *state);
/* Deferred calls run because of a panic in this instruction; then it may be recovered. */
void solver_panic(Walk *walk);
/* Walks those functions of a call site that are to be walked. */
void solver_walk_callees(const Walk *walk, const CallSite *site);
/* Enters the functions of a call site from this state. */
void solver_enter(Solver *solver, const CallSite *site, const State *state);

/* The number that a value is, in the one call that leads here. */
bool solver_constant(const Model *model, u32 inst, Val value, i64 *out);

/* ---- solve_wait.c ---- */

/* Adds to the past what the Wait of a WaitGroup at walk->pc learns. */
void solver_wait(Walk *walk);
/* What is joined where the instruction at walk->pc starts a goroutine and stays so for ever. */
void solver_inherit_joined(const Walk *walk, State *child);
/* One of these tokens may start goroutines: what is joined of them is so no longer. */
void solver_started(const Solver *solver, State *state, const u64 *tokens);

/* ---- solve_count.c ---- */

/* Whether the instruction runs once at most in an execution. */
bool solver_runs_once(const Solver *solver, const SyncToken *t);
/* How many goroutines of id t there are at most, if one instruction of ego starts them all; a value
 * in that is one of the instance with the instruction. */
bool solver_started_times(const Solver *solver, u32 t, u32 ego, Val *out);
/* Learns that all sends on a channel have been, if as many are received: by this receive and those
 * in the past; by the loop that the block at whose end walk->pc is leaves along `edge`. */
void solver_count_receives(Walk *walk, const SyncToken *last);
void solver_count_loop(Walk *walk, u32 edge, State *state);

/* ---- solve_end.c ---- */

/* Notes what holds if the instruction at walk->pc ends the round, by returning from its function or
 * by a panic; if the block that ends at walk->pc leads back to where a round begins. */
void solver_note_end(Walk *walk);
void solver_note_next(Walk *walk);
/* Whether a goroutine may do anything after a panic that ends a call of the instance: one of the
 * functions that lead there defers something. Asks the model of the whole program. */
bool solver_survives_panic(const Model *model, u32 inst);
/* All that a round does and waits for, a call of an instance or what begins with that block of it,
 * taken for one access: it comes after what is known when the round begins, and before what none
 * has done when it ends. False: there is none. The sets are in *state, which is initialised. */
bool solver_round_as_use(const Solver *solver, u32 inst, u32 block, State *state, Use *out);

/* ---- solve_value.c ---- */

/* The only place that a value points to, if it is one of an object that is one at run time and not
 * known to natives of unknown effect. */
bool solver_only_place(const Solver *solver, u32 inst, Val value, Ptr *out);
/* Notes writes before solving: by the atomic operation at pc, which is that token; by a store,
 * which gets a token if it may serve as a flag; by natives. */
void solver_atomic_write(Solver *solver, u32 inst, u32 pc, const Val *regs, u32 token);
void solver_plain_write(Solver *solver, u32 inst, u32 pc, const Val *regs, const Access *access);
void solver_native_writes(Solver *solver);
/* Notes the locks held at the plain access at walk->pc; true if they were more before. */
bool solver_guard(Walk *walk);
/* Adds to the past what is known if the result of the operation at pc, in register part 0 or of a
 * call the first result, is the number (or is not). Unreached if it cannot be. */
void solver_learn_value(Walk *walk, State *state, u32 pc, i64 number, bool equal);

/* Whether all writes to the flag at a place are known and of other numbers than 0. */
bool solver_only_sets(const Solver *solver, Ptr place);
/* Locks surely held at a token's instruction; NULL: it is not reached. */
const Guards *solver_guards(const Solver *solver, const SyncToken *t);
/* Whether one of them is at that place, to write. */
bool solver_guarded(const Guards *guards, Ptr place);

/* ---- solve_flag.c ---- */

/* Makes the TOKEN_FLAGs of all writes of numbers to flags that were found. */
void solver_find_flags(Solver *solver);
/* The variable at a place has just been seen to be 0, by the operation that the branch at walk->pc
 * is on. */
void solver_saw_zero(Walk *walk, State *state, Ptr place);
/* What is known of variables that one of these tokens may set is so no longer. */
void solver_set(const Solver *solver, State *state, const u64 *tokens);

/* ---- solve_calm.c ---- */

/* Whether a call of the instance cannot end by a panic after it has given a lock back. */
bool solver_is_calm(const Solver *solver, u32 inst);

/* ---- solve_own.c ---- */

/* Notes which objects a SEND may hand over, the values in `count` registers; or a GO. */
void solver_may_send(Solver *solver, SyncToken *t, const Val *regs, u32 from, u32 count);
void solver_may_start(Solver *solver, SyncToken *t);
/* When all tokens are found: which objects are sent at all. */
void solver_find_moved(Solver *solver);
/* How many registers a value in a case of a select takes: `most`, if that is not known. */
u32 solver_case_width(const Solver *solver, u32 inst, Val channel, u32 most);
/* Whether what the value points to belongs to the goroutine. */
bool solver_owns(const State *state, Val value);
/* Whether what the value points to, before pc, is at home in an object that belongs to the
 * goroutine, if it is in a home: in what *home points to; 0: the value was passed or returned. */
bool solver_in_owned_home(const State *state, const Flow *flow, Val value, u32 pc, Val *home);
/* Whether an access of that space may be of the object. */
bool solver_space_has(const Model *model, UseSpace space, u32 object);
/* What the token may hand over, or one of these may, belongs to the goroutine no longer. */
void solver_hand_over(Walk *walk, const SyncToken *t);
void solver_lose(const Solver *solver, State *state, u32 inst, const u64 *tokens);
/* What of that a callee begins with. */
void solver_own_arguments(const Solver *solver, const CallSite *site, const State *from, u32 callee,
                          State *to);
/* At a RET only results are left; what a caller gets of them. */
void solver_own_results(Walk *walk);
void solver_take_results(const State *from, State *to);
/* What the instruction defines; what the entry of a block does. */
void solver_own_defined(Walk *walk);
void solver_own_met(const Walk *walk, State *state, u32 block);
/* Notes what the instruction sends without owning it. */
void solver_check_sent(Walk *walk);

/* ---- solve_keep.c ---- */

/* Whether all callees of a site only look at what argument number `arg` points to, or change it:
 * when they have returned, nothing leads there that did not before. */
bool solver_arg_is_lent(Solver *solver, const CallSite *site, u32 arg);

/* ---- solve_latch.c ---- */

/* When all tokens are found: which objects may have latches. */
void solver_find_latches(Solver *solver);
/* A close of a channel; an Add, of that token. */
void solver_latch_close(Walk *walk, Val channel);
void solver_latch_add(Walk *walk, const SyncToken *token);
/* The receive at pc from a channel, or the Wait of a WaitGroup, is over. */
void solver_latch_receive(const Walk *walk, State *state, Val channel, u32 pc);
void solver_latch_wait(Walk *walk, Val group);
/* Whether the store at walk->pc makes a latch. */
bool solver_latch_store(Walk *walk);
/* Others may reach what the value points to from now on. */
void solver_latch_publish(const Walk *walk, State *state, Val value);
/* What the instruction defines; what the entry of a block does. */
void solver_latch_defined(Walk *walk);
void solver_latch_met(const Walk *walk, State *state, u32 block);
/* What a callee begins with, and what is known when all callees that return have: exit. */
void solver_latch_enter(const Solver *solver, const CallSite *site, const State *from, u32 callee,
                        State *to);
void solver_latch_leave(const Walk *walk, State *state, const CallSite *site, const State *exit);
/* At a RET only parameters and results are left. */
void solver_latch_return(Walk *walk);
/* What a goroutine that is started begins with, under its own names. */
void solver_latch_start(Walk *walk, const CallSite *site, State *child);
/* A panic in the call; the function goes on after it. */
void solver_latch_interrupted(Walk *walk, const CallSite *site);
void solver_latch_recovered(State *state);
/* Whether nothing but values of the goroutine points to the object. */
bool solver_is_blank(const State *state, Val base);
/* Notes what is known of the object that an access goes to. */
void solver_keep_latches(Walk *walk, Use *use, Val base);
/* Whether what is there is a latch, opened once by its key only. */
bool solver_latch_is_sure(const Solver *solver, Ptr place);

/* ---- solve_lock.c ---- */

/* Where a lock may be. */
void solver_lock_places(const Solver *solver, u32 inst, const Lock *lock, PtrList *out);
/* Takes away the locks that one of these tokens may give back. */
void solver_drop_locks(const Solver *solver, State *state, u32 inst, const u64 *tokens);
/* A send, receive or close of a channel that may serve as a lock: it has room for one value, only
 * goroutines that have sent receive, and nothing closes it. */
void solver_channel_lock(Walk *walk, State *state, Val channel, SyncTokenKind kind);
/* It is taken: adds the lock at a value. */
void solver_take(Walk *walk, State *state, Val value, LockMode mode);
/* The native at walk->pc takes or gives a lock, if that is what it means. */
void solver_lock(Walk *walk, NativeMeans means);
/* The values that the instruction, or the entry of the block, defines get new meanings. */
void solver_redefine(Walk *walk, State *state, SymKind kind, u32 pc);
/* Adds to `to` the locks of `from` under their names in the callee, or (!inwards) in the caller. */
void solver_rename_locks(const CallSite *site, const State *from, bool inwards, State *to);
/* Sorts the places that protect nothing, each once, so that solver_kept finds them. */
void solver_sort_broken(Solver *solver);
/* Whether a lock at this place is given back by its holder only, and never overwritten. */
bool solver_kept(const Solver *solver, Ptr place);
/* Whether nothing is to be learnt by the lock there, as it was not kept when all was solved before.
 */
bool solver_distrusts(const Solver *solver, Ptr lock);

#endif
