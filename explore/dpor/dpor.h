/* Dynamic partial-order reduction with wakeup trees (Abdulla, Aronis, Jonsson and Sagonas,
 * "Source Sets", JACM 2017): one execution for each partial order of the visible steps, found by
 * reversing the races of the executions before. What is a step, which steps depend on each other
 * and why that loses nothing: spec/check.md, whose terms are used here: step, execution, event,
 * race (two dependent steps that nothing else orders), wakeup tree, sleep set.
 *
 *   search.c         the search: one execution after the other
 *   walk.c           an execution: which step is taken next
 *   note.c           what happens in it besides the steps
 *   pending.c        the next step of each goroutine, whether it is enabled, its footprints
 *   past.c           footprints of an execution by object; other orders of its steps
 *   order.c          happens-before of an execution: a vector clock for each step
 *   race.c           its races, and the sequences that reverse them
 *   channel_cases.c  the same for channels: another case of a select, another partner
 *   fire.c           timers
 *   spin.c           loops without effect
 *   sight.c          what is seen of atomic variables, and loops that wait for them
 *   wakeup_tree.c    dependence, sleep sets, wakeup trees
 *   names.c          names of goroutines and objects that hold in all processes
 *   part.c           a part of the search, for one of several processes
 *   frontier.c       all parts, and the tree that joins them
 *   parallel.c       the search by several processes
 *
 * Invariants, which are CHECKs:
 *   - taken, nodes and footprints of a path are parallel: a node for each step, the footprints of a
 *     step directly after those of the one before, notes in the order of the steps;
 *   - a step that is taken is enabled and not asleep; steps in a sleep set, children of a node of a
 *     wakeup tree and enabled steps have different labels;
 *   - dependence is symmetric, and independent of the order in which footprints are listed;
 *   - clocks only grow: that of a step includes those of its goroutines before it and of the last
 *     step that it depends on, itself, and no later step. */
#ifndef EXPLORE_DPOR_DPOR_H
#define EXPLORE_DPOR_DPOR_H

#include "base/pack.h"
#include "explore/check/asked.h"
#include "explore/check/check.h"
#include "vm/foresee.h"
#include "vm/timer.h"

/* Goroutines and settings of timers by their ancestry, so that one is the same in executions that
 * start them in another order: 0 is the machine (all timers in a bubble of synctest), 1 is main. */
typedef u32 Proc;

enum { PROC_MACHINE = 0, NO_PROC = UINT32_MAX };

/* What a step does to an object. Which two kinds, on one object, make steps dependent is a table in
 * explore/dpor/wakeup_tree.c. */
typedef enum FootprintKind {
    FOOTPRINT_READ,
    FOOTPRINT_WRITE, /* atomics, memory, output, conditions, TryLock */
    FOOTPRINT_ADD,   /* to an atomic variable, of which the result is not used */
    FOOTPRINT_LOCK,
    FOOTPRINT_UNLOCK, /* Mutex; the Unlock only where other goroutines can notice it */
    FOOTPRINT_RLOCK,
    FOOTPRINT_RUNLOCK,
    FOOTPRINT_WLOCK, /* RWMutex */
    FOOTPRINT_COUNT,
    FOOTPRINT_WAIT, /* WaitGroup */
    FOOTPRINT_SEND,
    FOOTPRINT_RECV,    /* of a buffered channel */
    FOOTPRINT_DRAINED, /* receive from or send to a closed channel */
    FOOTPRINT_CLOSE,
    FOOTPRINT_LOOK,      /* len, default of a select */
    FOOTPRINT_MEET,      /* a transfer without buffer */
    FOOTPRINT_TAKE_BACK, /* Stop and Reset of a timer, of what it has sent */
    FOOTPRINT_PASS,      /* a timer fires, which moves the clock */
    FOOTPRINT_KINDS
} FootprintKind;

typedef struct Footprint {
    u32 object;   /* number of the object (dpor_object) */
    u8 kind;      /* FootprintKind */
    i32 by;       /* COUNT: what is added; SEND: the capacity; WRITE: AtomicOp, if it has a type */
    i32 was;      /* before: a WaitGroup's counter; values in a channel's buffer, -1 - that if it is
                     closed */
    u8 type;      /* AtomicType, if the next are known: of READ and WRITE */
    bool extends; /* WRITE: a load learns from it what it would have learnt before, or more */
    bool vain;    /* READ: perhaps a look in vain (Dpor.vain) */
    i64 from, to; /* WRITE: the value before and after; READ: all of these have the same effect */
} Footprint;

static inline i64 was_count(i32 was)
{
    return was < 0 ? -1 - was : was;
}

/* Names a step among all that are possible in a state, and the same step in other states. */
typedef struct Label {
    Proc proc, partner; /* partner: the receiver of a transfer without buffer, else NO_PROC */
    u16 choice, partner_choice; /* case of a select; answer to any other choice */
} Label;

/* A step with its footprints, in sleep sets and wakeup trees. */
typedef struct Act {
    Label label;
    u32 nfootprints;
    Footprint few[2], *more; /* more: all of them, if they are not few */
} Act;

typedef VEC(Act) ActList;

/* One case of an operation on channels. */
typedef struct Case {
    const Chan *chan; /* NULL: nil, never ready; valid while the goroutine has not gone on */
    u32 object;
    u32 cap;
    i32 was; /* when the goroutine arrived, as in Footprint */
    bool is_send;
} Case;

/* The cases that an operation on channels could have taken. */
typedef struct CaseRange {
    u32 first, count; /* in dpor->path.cases */
    bool has_default;
} CaseRange;

/* Where a goroutine has arrived: the operation that its next step begins with. */
typedef enum StepKind {
    STEP_UNKNOWN, /* it has not arrived yet */
    STEP_LOCAL,   /* other goroutines cannot notice it */
    STEP_CHAN,    /* send, receive, select */
    STEP_OBJECT,  /* any other operation on one object, or on one thing that all share */
    STEP_ACCESS,  /* to memory */
    STEP_SPIN,    /* the end of a round of a loop without effect */
    STEP_FIRE,    /* of a timer that does not send: STEP_CHAN is that of one that does */
    STEP_END,     /* of the program */
} StepKind;

/* What a goroutine would do if it saw a value of an atomic variable (vm/foresee.h). Pointers are
 * numbered by the names of their objects, which are the same in all executions. */
typedef struct Sight {
    bool known;   /* else it was not asked for */
    bool named;   /* not one of the pointers that it is about is without a name */
    bool in_vain; /* as in Foresight */
    u64 state;
    i64 from, to; /* all of these have the same effect */
} Sight;

typedef struct Pending {
    u8 kind;      /* StepKind */
    bool arrived; /* and stood here when time passed */
    bool timer;   /* of a timer; `set`: it still is */
    bool set;
    G *g;             /* NULL: none, or a timer */
    Operation op;     /* when it came there; not of STEP_ACCESS and STEP_SPIN */
    u32 object;       /* STEP_OBJECT, STEP_END: its number; NO_OBJECT: nil */
    CaseRange cases;  /* STEP_CHAN */
    bool spinning;    /* it has looked before, and need not again until something has changed */
    bool awaits;      /* spinning: it does not go on in this execution (spec/check.md) */
    bool sees;        /* it is about to load an atomic variable, or to compare it */
    bool waits;       /* it would be in vain now */
    Sight sight;      /* of the value that was last asked for */
    u32 since, rival; /* as in Taken */
    u64 moved;        /* SPIN: it is enabled as soon as dpor->run.moves differs */
} Pending;

/* A step taken. */
typedef struct Taken {
    Label label;
    u32 footprint, nfootprints; /* in dpor->path.footprints */
    CaseRange cases[2];         /* STEP_CHAN: what proc and partner could have done */
    u8 kind;                    /* StepKind of proc */
    bool atomic;                /* an operation on an atomic variable */
    u32 waited; /* not 0: it went round a loop, looking at one object, until that was
                   changed after step number waited - 1 */
    u32 since;  /* not 0: it waited, and could be done after step number since - 1 again ... */
    u32 rival;  /* ... and last before step number rival - 1; 0: never */
    /* explore/dpor/order.c: */
    u32 seq;           /* its number among the steps of its goroutine, from 1 */
    u32 before, clock; /* in dpor->order.clocks: of its goroutines when they arrive; its own */
} Taken;

/* A goroutine before an operation on channels, and what it could have done there. */
typedef struct Arrival {
    Proc proc;
    u32 step;   /* that did the operation, or the number of steps: it was not done */
    u32 choice; /* the case that was taken */
    u32 clock;  /* the goroutine's when it arrived */
    CaseRange cases;
} Arrival;

typedef VEC(u32) ArrivalList;

enum { NO_FOOTPRINT = UINT32_MAX, NO_OBJECT = UINT32_MAX };

/* The footprints of one kind on one object, in the order of the steps. */
typedef struct Chain {
    const u32 *footprints;
    u32 len;
} Chain;

/* Another order of the execution's steps, up to the `to`-th: those before the `at`-th, then some of
 * those after it; not itself, nor what happens after it. */
typedef struct StepSelection {
    u32 at, to;
    VEC(u8) chosen; /* by step */
} StepSelection;

/* What happens during a step that is no step itself. */
typedef enum NoteKind { NOTE_START, NOTE_WAKE, NOTE_RELEASE } NoteKind;
typedef struct Note {
    i32 at; /* index of the step, -1: before the first */
    u8 kind;
    Proc proc; /* that starts, wakes, releases */
    u32 other; /* the goroutine that it starts or wakes; RELEASE: the object */
} Note;

/* A wakeup tree: the steps to begin with, in order, each with what is to follow it. A leaf:
 * anything may follow. */
typedef struct WakeNode WakeNode;
struct WakeNode {
    Act act;
    WakeNode *child, *next;
};

/* How often an object was changed, and how often of these by goroutines that had taken many steps.
 */
typedef struct Version {
    u32 all, late;
} Version;

/* What a load has seen: a value from `from` to `to`, which all have the same effect. */
typedef struct Seen {
    AtomicType type; /* ATOMIC_UNTYPED: not known */
    const void *addr;
    i64 from, to;
} Seen;

/* A goroutine has looked at an object. */
typedef struct Look {
    u32 object;
    Version version; /* as it was then */
    u64 from;        /* the state of the goroutine before that */
    bool atomic;     /* a load of an atomic variable, or a compare-and-swap that failed */
    Seen seen;
} Look;

/* A state that a goroutine was in, and what it had done by then. */
typedef struct SpinState {
    u64 hash;
    u32 looks, accesses; /* as in Spin */
} SpinState;

/* What a goroutine has looked at since it last changed anything. If it then comes to a state that
 * it was in before, it goes round in a loop, and will until another goroutine changes what it has
 * looked at. */
typedef struct Spin {
    VEC(SpinState) states;
    VEC(Look) looks;
    u64 state;    /* the last one */
    bool repeats; /* it is one that has come again, `looks` the round in between ... */
    bool awaits;  /* ... in which it has looked at one atomic variable and at nothing else */
    u64 writes;   /* its own to memory, at the time */
    u32 accesses; /* its own to memory, in this execution */
    u32 steps;    /* its own, in this execution */
    i32 held;     /* locks */
    u32 effects;  /* steps that others can notice */
} Spin;

/* A change of an atomic variable in this execution. */
typedef struct AtomicWrite {
    u32 step, object;
    Proc proc;
    AtomicType type; /* ATOMIC_UNTYPED: there is none */
    AtomicOp op;
    bool updates; /* it also reads */
    u64 was, becomes;
    u32 earlier; /* index + 1 of the one before, of the same variable; 0: none */
} AtomicWrite;

/* How often timers have fired: this one, or one of those that it comes from. */
typedef struct Rounds {
    u32 all, at_end; /* at_end: while the program could end */
} Rounds;

/* A setting of a timer in this execution. */
typedef struct TimerProc {
    u32 setter, ordinal; /* as in TimerInfo */
    Proc proc;
    u32 object; /* its number */
} TimerProc;

/* A place on the path where a step was chosen. */
typedef struct Node {
    bool free;      /* it was the end of a branch of a wakeup tree: any step could follow */
    ActList sleep;  /* the sleep set: steps explored from here, or from an earlier node and
                        independent of all steps since */
    WakeNode *tree; /* to be explored from here, besides the step that is being explored */
    u32 explored;   /* branches */
} Node;

/* Names of goroutines and objects that hold from one execution to the next. */
typedef struct Names {
    Map procs, objects;  /* from name to number + 1 */
    VEC(u64) proc_names; /* by number */
    VEC(u64) object_names;
    u32 nprocs, nobjects;
} Names;

/* The path through the tree: the steps of the last execution and the choices left at each. */
typedef struct Path {
    VEC(Taken) taken;
    VEC(Footprint) footprints;
    VEC(Case) cases;
    VEC(Note) notes;
    VEC(Node) nodes; /* one for each step taken */
    WakeNode *guide; /* what the next new node begins with */
    i32 branch;      /* steps from here on are recorded in this execution; -1: all are */
    u32 fresh;       /* those from here on are new to the search: what they race with is too */
    u32 base;        /* nodes before belong to other parts of the search (explore/dpor/part.c) */
    ActList given;   /* the first steps of a part's first execution */
} Path;

/* The execution that goes on. */
typedef struct Run {
    u32 at;               /* steps taken */
    VEC(Proc) proc_of;    /* by goroutine number */
    VEC(Proc) started;    /* main, goroutines and settings of timers, in this order; numbers are
                             those of the process that searches, and decide nothing */
    VEC(u32) last_steps;  /* by Proc: number of steps taken when it had done its last one */
    VEC(u32) children;    /* by Proc: goroutines it has started */
    VEC(Pending) pending; /* by Proc */
    VEC(Spin) spins;      /* by Proc */
    Asked asked;
    VEC(Version) versions; /* by object */
    VEC(Label) options;    /* steps possible now */
    Proc second;           /* the partner that completes the transfer being made, or NO_PROC */
    u16 choice;            /* case that the select being executed takes */
    bool running;          /* an execution of the search, not of those that shorten schedules */
    bool parking;          /* no goroutine can go on, or the limit is near: all may block */
    bool fired;            /* a timer has, so the question is asked again */
    bool ticked;           /* a ticker has fired in this execution */
    bool in_vain;          /* a goroutine that awaits a change has not awaited this one */
    VEC(TimerProc) timers;
    VEC(Rounds) rounds; /* by Proc */
    TimerList set;      /* scratch */
    u32 firing;         /* index among the timers set of the one that is to fire, or NO_PROC */
    Proc cause;         /* of what the last timer that fired starts */
    bool too_deep;      /* given up because of --depth: counts as an execution */
    i32 impossible; /* number of the step that was given and is not enabled; -1: there is none */
    u64 moves;      /* steps taken, for goroutines that spin */
    VEC(AtomicWrite) writes;
    VEC(u32) last_writes;          /* by object: as AtomicWrite.earlier */
    VEC(u8) uses;                  /* by object: explore/dpor/sight.c */
    AtomicWrite writing;           /* is being done */
    Map touched;                   /* locations that are looked at, or written by plain accesses */
    bool found_await, found_mixed; /* Dpor.awaits, Dpor.mixed would have to be set */
    Seen seen;                     /* by the load that is being done */
    bool stale; /* a goroutine that waits in the middle of a round would find now that an earlier
                   look of the round sees something else */
    bool added; /* there was an ADD, so a race may be one of another order */
} Run;

/* The execution that has ended, by object (explore/dpor/past.c). */
typedef struct Past {
    VEC(u32) chain_ends;      /* in chained, by object and kind */
    VEC(u32) chained;         /* footprints by object, kind and step */
    VEC(u32) footprint_steps; /* by footprint */
    StepSelection selection;
} Past;

/* Its happens-before order (explore/dpor/order.c). */
typedef struct StepOrder {
    VEC(u32) clocks;   /* nprocs numbers each, known by the place of the first */
    VEC(u32) now;      /* clocks of goroutines */
    VEC(u32) released; /* by object: clock of the goroutine that last unlocked it */
    VEC(u32) readers;  /* by object: clock of all that were readers */
    VEC(Arrival) arrivals;
    VEC(ArrivalList) arrivals_of; /* by Proc: their indices, in order */
} StepOrder;

typedef struct Dpor {
    Chooser base;
    EventSink sink;
    Check *check;
    VM *vm;
    bool accesses;    /* are steps: a race was found, or the detector may miss one */
    VEC(bool) strict; /* by object: a WaitGroup whose operations do not commute, since its counter
                         can go below 0, or be 0 for a Wait with an Add before or after it; an
                         atomic variable whose Adds do not, since a loop awaits their sum */
    VEC(bool) vain; /* by object: an atomic variable at which a loop has looked in vain, so that the
                       execution was given up: one that begins with a look at it may be, and covers
                       no other */
    bool grew;      /* another one of these since the last execution */
    bool awaits;    /* there are loops that only wait for an atomic variable: not done in vain */
    bool mixed;     /* what is loaded is also written by plain accesses: all looks are steps */
    bool adds_order; /* atomic Adds do not commute: accesses may race or not by their order */
    bool anew;       /* the next execution begins the search anew */
    Names names;
    Path path;
    Run run;
    Past past;
    StepOrder order;
    u32 deepest;   /* steps of the longest execution */
    Buf elsewhere; /* inserted into nodes of other parts: see dpor_insert */
} Dpor;

/* ---- explore/dpor/names.c ---- */
/* Numbers what the whole program shares, the machine and main. */
void dpor_bind(Dpor *dpor);
/* The goroutine or setting of a timer, and the object, of that name: the same in all processes that
 * search the same program. */
Proc dpor_proc_named(Dpor *dpor, u64 name);
u32 dpor_object_named(Dpor *dpor, u64 name);
static inline u64 dpor_proc_name(const Dpor *dpor, Proc proc)
{
    return dpor->names.proc_names.data[proc];
}

/* Write and read steps by names. */
void pack_act(Buf *out, const Dpor *dpor, const Act *act);
Act unpack_act(Unpack *from, Dpor *dpor);
void pack_acts(Buf *out, const Dpor *dpor, const ActList *v);
void unpack_acts(Unpack *from, Dpor *dpor, ActList *v);
/* The same of a wakeup tree: NULL is one without steps. */
void pack_tree(Buf *out, const Dpor *dpor, const WakeNode *tree);
WakeNode *unpack_tree(Unpack *from, Dpor *dpor);
/* The same of the objects whose operations do not commute, and whether accesses are steps. Reading
 * replaces those known. */
void pack_rules(Buf *out, const Dpor *dpor);
void unpack_rules(Unpack *from, Dpor *dpor);

/* ---- explore/dpor/part.c ---- */
/* How the search of a part has ended. */
typedef enum PartEnd {
    PART_DONE,
    PART_LEFT,       /* its time was over before it was done */
    PART_IMPOSSIBLE, /* a step that it was to begin with is not enabled */
    PART_ANEW,       /* the whole search begins anew, with other rules */
    PART_ENDS
} PartEnd;

/* A part is a node of the tree of executions with all that is to be explored from there. What
 * states it has the steps up to the node, with those explored beside each of them: which are
 * asleep. Reads one and searches it for a while; the answer says what it has found, what has to be
 * explored elsewhere, and what is left of it. False: there is no time for it. `ctx` is the Dpor. */
bool part_serve(void *ctx, Unpack request, Buf *answer);
/* Writes and reads the nodes of a path from index `from` on, each with the step taken from it, but
 * for the last one, from which none has been taken. */
void pack_nodes(Buf *out, const Dpor *dpor, u32 from);
void unpack_nodes(Unpack *from, Dpor *dpor);

/* ---- explore/dpor/parallel.c ---- */
/* The search in parts. */
extern const SearchOps dpor_in_parts;

/* ---- explore/dpor/search.c ---- */
/* One execution and what follows from it. False: nothing is left of the search, or part. */
bool dpor_search(Dpor *dpor);
/* Drops the whole path. */
void dpor_clear(Dpor *dpor);
/* The share of the search, or part, that is done: an estimate, as if the nodes that are yet to be
 * found were like those on the path. */
double dpor_done_part(const Dpor *dpor);
/* What a search of the check begins with, and its end. */
Dpor *dpor_new(Check *check);
void dpor_free(Dpor *dpor);

/* ---- explore/dpor/spin.c: loops without effect ---- */
/* An execution begins: nothing is remembered. */
void spin_begin(Dpor *dpor);
/* Whether g, which does the instruction at `next` then, has been in this very state before and has
 * changed nothing since; remembers the state. paused: its slice has ended there, or it has called
 * Gosched; when it comes to do the instruction that is not the same state once more. */
bool spin_repeats(Dpor *dpor, const G *g, Proc proc, const Word *next, bool paused);
/* proc, which runs, asks for an answer. Whether it has asked in this very state before, and done
 * nothing since that others can notice: then one answer that is drawn is enough (*drawn). */
bool spin_asks_again(Dpor *dpor, Proc proc, const Choice *choice, u32 *drawn);
/* The state has been there before: whether the goroutine awaits a change of one atomic variable,
 * and has done nothing else since. */
bool spin_awaits(const Dpor *dpor, Proc proc);
/* Whether something that it looked at in the last round has changed. */
bool spin_changed(const Dpor *dpor, Proc proc);
/* To a state in which the goroutine has been, with nothing but looks at atomic variables since:
 * what it would see of those now is as good, is something else, or has become so by a goroutine
 * that has taken many steps. LEADS_ON: to none. */
typedef enum LeadsBack { LEADS_ON, LEADS_BACK, LEADS_BACK_STALE, LEADS_BACK_LATE } LeadsBack;
/* Whether the state (vm/spin.h) leads proc back. */
LeadsBack spin_leads_back(const Dpor *dpor, Proc proc, u64 state);
/* The execution is given up: notes the atomic variables that the goroutine has looked at since it
 * last did something else (dpor_looked_in_vain). */
void spin_given_up(Dpor *dpor, Proc proc);
/* Whether it has received from this closed channel in the state in which it is now, and done
 * nothing but look since. */
bool spin_has_drained(const Dpor *dpor, Proc proc, u32 object);
/* Whether it awaits a change and does not go on in this execution, for want of one by a goroutine
 * that has taken many steps. */
bool spin_stops(const Dpor *dpor, Proc proc);
/* It has got a lock (`locks`), or given one back. */
void spin_lock(Dpor *dpor, Proc proc, bool locks);
/* Whether it looked at exactly one object. */
bool spin_is_single(const Dpor *dpor, Proc proc);
/* It accesses memory. */
void spin_access(Dpor *dpor, Proc proc);
/* It takes a step with these footprints; atomic: an operation on an atomic variable. */
void spin_step(Dpor *dpor, Proc proc, const Footprint *footprints, u32 n, bool atomic);
/* Frees what spin_* functions keep in the search. */
void spin_free(Dpor *dpor);

/* ---- explore/dpor/sight.c: what is seen of atomic variables ---- */
/* An execution begins. */
void sight_begin(Dpor *dpor);
void sight_free(Dpor *dpor);
/* A goroutine has arrived before an operation. */
void sight_arrive(Dpor *dpor, Pending *pending);
/* Whether it waits: what it is about to load would only bring it back to where it is. */
bool sight_waits(Dpor *dpor, Proc proc);
/* Whether the variable has another value now than one that was as good as the one seen. */
bool sight_changed(const Dpor *dpor, const Seen *seen);
/* Adds what is seen to the footprint of its next step, in the state before it. */
void sight_footprint(Dpor *dpor, Pending *pending, Footprint *footprint);
/* proc is about to take its step; and it has been done. */
void sight_take(Dpor *dpor, Proc proc);
void sight_wrote(Dpor *dpor);
/* What the footprint, of a step of proc, is after the selected steps (select_steps). */
void sight_then(const Dpor *dpor, Footprint *footprint, Proc proc);
/* EV_WRITE, not atomic. */
void sight_plain_write(Dpor *dpor, const Event *event);

/* ---- explore/dpor/fire.c ---- */
/* An execution begins. */
void fire_begin(Dpor *dpor);
void fire_free(Dpor *dpor);
/* `setter` has just set the timer at loc, which is `proc`; or a goroutine has started another: a
 * child begins with the rounds of its parent. */
void fire_set(Dpor *dpor, const G *setter, Loc loc, Proc proc);
void fire_inherit(Dpor *dpor, Proc parent, Proc child);
/* The next step is to be taken: brings dpor->run.set up to date, and what timers would do next. */
void fire_arrive(Dpor *dpor);
/* Adds to dpor->run.options the timers that may fire now. */
void fire_options(Dpor *dpor);
/* Whether the next step of proc is to stop or reset the timer that is `timer`, which has not fired.
 */
bool fire_stops(const Dpor *dpor, Proc proc, Proc timer);
/* The timer that is `proc`, or that wakes it, is to fire next: dpor->run.firing. */
void fire_take(Dpor *dpor, Proc proc);
/* The same for a sleeper that can be woken at once, if there is one. */
bool fire_sleeper(Dpor *dpor);

/* ---- explore/dpor/pending.c ---- */
/* Appends a case to those of `pending`, which are the last of dpor->path.cases. */
void dpor_add_case(Dpor *dpor, Pending *pending, const Chan *ch, bool is_send);
/* Number of what an effect is on that is not on one object: the console, files, the end, ... */
static inline u32 dpor_shared(const Dpor *dpor, EffectOn on)
{
    (void)dpor;
    return (u32)on;
}

/* Name and number of an object, the same in all executions: by the goroutine that made it. */
u64 dpor_object_name(const Dpor *dpor, Loc loc);
u32 dpor_object(Dpor *dpor, Loc loc);
/* Whether no two operations on the object commute (Dpor.strict). */
bool dpor_strict(const Dpor *dpor, u32 object);
/* From the next execution on, with which the search begins anew, they do not. */
void dpor_make_strict(Dpor *dpor, u32 object);
/* Whether loops look at the variable in vain (Dpor.vain); that they do: the search begins anew if
 * that was not known. */
bool dpor_vain(const Dpor *dpor, u32 object);
void dpor_looked_in_vain(Dpor *dpor, u32 object);
/* g has arrived before its next step: fills dpor->run.pending. reason: why the VM asks. */
void dpor_arrive(Dpor *dpor, G *g, Proc proc, SwitchReason reason);
/* Fills dpor->run.options with the enabled steps; ends of the program only if there is no other. */
void dpor_options(Dpor *dpor);
/* Whether a goroutine before an operation on channels would wait: no case is ready, no default. */
bool dpor_can_wait(const Dpor *dpor, Proc proc);
/* Appends the footprints of an enabled step, in the state before it, to dpor->path.footprints. */
void dpor_footprint(Dpor *dpor, const Label *label);

/* ---- explore/dpor/wakeup_tree.c ---- */
/* Whether they name the same step. */
bool label_equal(const Label *a, const Label *b);
/* Which kinds of footprint depend on this one, on the same object: a set of bits. */
u32 footprint_conflicts(FootprintKind kind);
/* All of its footprints: act->nfootprints. */
const Footprint *act_footprints(const Act *act);
/* A step with a copy of the footprints; to be given back with act_free. */
Act act_make(Label label, const Footprint *footprints, u32 n);
/* The same of a step taken. */
Act act_of(const Dpor *dpor, const Taken *taken);
void act_free(Act *act);
/* Whether doing one step before the other shows no less than doing it after that: then they may be
 * left in this order. They do not share a goroutine, and footprints of them do not conflict. */
bool act_may_precede(const Act *first, const Act *second);
/* Whether a load that comes before a write shows no less than after it: it has the same effect, and
 * learns no more. */
bool load_may_precede(const Footprint *load, const Footprint *write);
/* Whether a step is in the node's sleep set. */
bool node_asleep(const Node *node, const Label *label);
/* Whether the sequence is equivalent to one that begins with a step asleep (a weak initial of it is
 * in the sleep set). */
bool sleep_covers(const Node *node, const ActList *v);
/* Inserts the sequence, which is not empty, into the node's wakeup tree ([ABDULLA17], section 6),
 * unless the tree or the sleep set covers it. The acts are taken over: v is empty then. True:
 * inserted. */
bool wake_insert(Node *node, ActList *v);
/* How a step relates to a sequence: the last two make it a weak initial. */
typedef enum Fit {
    FITS_NOT, /* a step of the sequence that comes before it depends on it, or (FITS_ALL otherwise)
                 it may be a look in vain */
    FITS_AT,  /* it can be moved to the front: it is at *index */
    FITS_ALL, /* it is not in the sequence, and independent of all steps there */
} Fit;
/* How the step relates to the sequence; FITS_AT: where it is in it. */
Fit act_fit(const Act *act, const ActList *v, u32 *index);
/* Takes a step out of the sequence. */
void acts_drop(ActList *v, u32 index);
/* A copy. */
Act act_copy(const Act *act);
/* wake_insert into the node at index `at` of the path. What is inserted before path.base is also
 * added to dpor->elsewhere: its depth, its steps. */
void dpor_insert(Dpor *dpor, u32 at, ActList *v);
/* The tree with all of its acts; NULL is ignored. */
void wake_free(WakeNode *tree);
/* Frees the acts of a list, which is empty then. */
void acts_clear(ActList *v);
/* What the node holds, not the node. */
void node_free(Node *node);

/* ---- explore/dpor/note.c ---- */
/* The goroutine of that number is `proc` in this execution. */
void dpor_add_goroutine(Dpor *dpor, u32 goroutine, Proc proc);
/* Adds a note to the last step taken; see Note. */
void dpor_note(Dpor *dpor, NoteKind kind, Proc proc, u32 other);
/* The event sink of an execution: notes, and accesses where they are steps. */
void dpor_on_event(EventSink *sink, const Event *event);

/* ---- explore/dpor/walk.c ---- */
/* An execution begins. */
void walk_begin(Dpor *dpor);
/* The chooser's answer (vm/chooser.h): leads each goroutine to its next step, then takes one. */
u32 walk_pick(Chooser *self, const Choice *choice);

/* ---- explore/dpor/past.c ---- */
/* The execution has ended: sorts its footprints by object and kind. */
void past_begin(Dpor *dpor);
/* Frees dpor->past. */
void past_free(Dpor *dpor);
/* All footprints of that kind on the object. */
Chain past_chain(const Dpor *dpor, u32 object, FootprintKind kind);
/* The beginning of the chain: the footprints of steps before that one. */
Chain chain_before(const Dpor *dpor, Chain chain, u32 step);
/* Among the footprints of an object of these kinds (a set of bits) the last by a step before that
 * one, or the first by a step after it; or NO_FOOTPRINT. */
u32 footprint_before(const Dpor *dpor, u32 object, u32 kinds, u32 step);
u32 footprint_after(const Dpor *dpor, u32 object, u32 kinds, u32 step);

#define KIND_BIT(kind) (1u << FOOTPRINT_##kind)
#define ANY_KIND ((1u << FOOTPRINT_KINDS) - 1)
/* The body runs for each footprint u of these kinds by a step before that one, latest first. It may
 * take kinds out: what happens after u happens after those that u depends on, too. */
#define FOR_FOOTPRINTS(u, object, kinds, step) \
    for (u32 u = footprint_before(dpor, object, kinds, step); u != NO_FOOTPRINT; \
         u = footprint_before(dpor, object, kinds, footprint_step(dpor, u)))

/* The step that a footprint belongs to. */
static inline u32 footprint_step(const Dpor *dpor, u32 footprint)
{
    return dpor->past.footprint_steps.data[footprint];
}

static inline FootprintKind footprint_kind(const Dpor *dpor, u32 footprint)
{
    return (FootprintKind)dpor->path.footprints.data[footprint].kind;
}

/* Something happens after the footprint u, and so after all earlier ones that u depends on: takes
 * their kinds out of *kinds. Returns a step before which all footprints of the kinds that are left
 * are known, too: `known`, or a later one. */
u32 skip_known(const Dpor *dpor, u32 u, u32 *kinds, u32 known);

/* Begins a selection: of the steps after the i-th, up to `to`, those that do not happen after it.
 * With `past` only those that are in that clock. */
void select_steps(Dpor *dpor, u32 i, u32 to, const u32 *past);
/* Takes the i-th step out of the selection, and all that happens after it. */
void deselect_step(Dpor *dpor, u32 i);
/* Whether the k-th step has been done in the selected order. */
bool is_done(const Dpor *dpor, u32 k);
/* Inserts the selected steps, and then this one, into the wakeup tree of the selection's node. The
 * act is taken over. */
void explore_instead(Dpor *dpor, Act last);
/* The counter of a WaitGroup after the selected steps. */
i64 counter_then(const Dpor *dpor, u32 object);
/* How many values a channel has in its buffer then. was: its state if no step touches it, as in
 * Footprint. */
i64 chan_count_then(const Dpor *dpor, u32 object, i32 was);
/* Whether it is closed then. */
bool chan_closed_then(const Dpor *dpor, u32 object, i32 was);
/* The footprint of a send or receive then. */
Footprint chan_footprint_then(const Dpor *dpor, u32 object, bool is_send, i32 cap, i32 was);

/* ---- explore/dpor/order.c ---- */
/* Computes the clocks of the execution that has ended, and its arrivals. False: there was no time
 * for it. */
bool dpor_order(Dpor *dpor);
/* Frees dpor->order. */
void dpor_order_free(Dpor *dpor);
/* A clock has for each Proc the number of its steps that have happened before. */
static inline u32 *clock_at(const Dpor *dpor, u32 clock)
{
    return &dpor->order.clocks.data[clock];
}

/* The clock of a step: it and all that happens before it. */
static inline u32 *clock_of(const Dpor *dpor, u32 step)
{
    return clock_at(dpor, dpor->path.taken.data[step].clock);
}

/* Whether the i-th step is in the clock. */
static inline bool clock_has(const Dpor *dpor, const u32 *clock, u32 i)
{
    const Taken *step = &dpor->path.taken.data[i];
    return clock[step->label.proc] >= step->seq;
}

/* Adds what is in the other clock. */
void join_clock(const Dpor *dpor, u32 *clock, const u32 *other);
/* The clock of a goroutine after the last step. */
const u32 *clock_now(const Dpor *dpor, Proc proc);

/* ---- explore/dpor/race.c ---- */
/* Finds the races of the execution that has just ended, and inserts the sequences that reverse them
 * into the wakeup trees of its nodes. */
void dpor_reverse_races(Dpor *dpor);

/* ---- explore/dpor/channel_cases.c ---- */
/* The same for what its operations on channels could have done instead, after dpor_order. */
void dpor_other_cases(Dpor *dpor);

#endif
