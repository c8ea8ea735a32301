/* Dynamic partial-order reduction with wakeup trees (Abdulla, Aronis, Jonsson and Sagonas,
 * "Source Sets", JACM 2017): one execution for each partial order of the visible steps, found by
 * reversing the races of the executions before. What is a step, which steps depend on each other
 * and why that loses nothing: spec/check.md.
 *
 *   dpor.c       the search: one execution after the other
 *   explore/dpor/walk.c  an execution: which step is taken next
 *   explore/dpor/note.c  what happens in it besides
 *   explore/dpor/pending.c  what each goroutine would do next, whether it can, what that touches
 *   explore/dpor/past.c  what an execution has done to each object; other orders of its steps
 *   explore/dpor/order.c happens-before of an execution
 *   explore/dpor/race.c  its races: what could have come first
 *   explore/dpor/channel_cases.c  the same for channels: which other case, which other partner
 *   explore/dpor/spin.c  loops without effect
 *   explore/dpor/wakeup_tree.c  dependence, sleep sets and wakeup trees */
#ifndef EXPLORE_DPOR_DPOR_H
#define EXPLORE_DPOR_DPOR_H

#include "explore/check/check.h"

/* Goroutines by their ancestry, so that one is the same in executions that start them in another
 * order: 0 is the machine (timers), 1 is main. */
typedef u32 Proc;

enum { PROC_MACHINE = 0, NO_PROC = UINT32_MAX };

/* What a step is to an object; which two of them depend on each other is a table in
 * explore/dpor/wakeup_tree.c. */
typedef enum FootprintKind {
    FOOTPRINT_READ,
    FOOTPRINT_WRITE, /* atomics, memory, output, conditions, TryLock */
    FOOTPRINT_LOCK,
    FOOTPRINT_UNLOCK, /* Mutex; the Unlock only where others can notice it */
    FOOTPRINT_RLOCK,
    FOOTPRINT_RUNLOCK,
    FOOTPRINT_WLOCK, /* RWMutex */
    FOOTPRINT_COUNT,
    FOOTPRINT_WAIT, /* WaitGroup */
    FOOTPRINT_SEND,
    FOOTPRINT_RECV,    /* of a buffered channel */
    FOOTPRINT_DRAINED, /* receive from or send to a closed channel */
    FOOTPRINT_CLOSE,
    FOOTPRINT_LOOK, /* len, default of a select */
    FOOTPRINT_MEET, /* a transfer without buffer */
    FOOTPRINT_KINDS
} FootprintKind;

typedef struct Footprint {
    u32 object; /* number of the object (dpor_object) */
    u8 kind;    /* FootprintKind */
    i32 by;     /* COUNT: what is added; SEND: the capacity */
    i32 was;    /* before: a WaitGroup's counter; values in a channel's buffer, -1 - that if it is
                   closed */
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

typedef struct Act {
    Label label;
    u32 nfootprints;
    Footprint few[2], *more; /* more: all of them, if they are not few */
} Act;

/* One case of an operation on channels. */
typedef struct Case {
    const Chan *chan; /* NULL: nil, never ready; valid while the goroutine arrivals there */
    u32 object;
    u32 cap;
    i32 was; /* when the goroutine came there, as in Footprint */
    bool is_send;
} Case;

/* The cases that an operation on channels could have taken. */
typedef struct CaseRange {
    u32 first, count; /* in dpor->path.cases */
    bool has_default;
} CaseRange;

/* What a goroutine has come to. */
typedef enum StepKind {
    STEP_UNKNOWN, /* on its way to the next such place */
    STEP_LOCAL,   /* other goroutines cannot notice it */
    STEP_CHAN,    /* send, receive, select */
    STEP_OBJECT,  /* any other operation on one object, or on one thing that all share */
    STEP_ACCESS,  /* to memory */
    STEP_SPIN,    /* has gone round a loop without effect */
    STEP_END,     /* of the program */
} StepKind;

typedef struct Pending {
    u8 kind;      /* StepKind */
    bool arrived; /* and stood here when time passed */
    G *g;
    Operation op;    /* when it came there; not of STEP_ACCESS and STEP_SPIN */
    u32 object;      /* STEP_OBJECT, STEP_END: its number; NO_OBJECT: nil */
    CaseRange cases; /* STEP_CHAN */
    bool spinning;   /* nothing has changed for it: need not look again before something has */
    u64 moved;       /* SPIN: as soon as dpor->run.moves differs it can go on */
} Pending;

/* A step taken. */
typedef struct Taken {
    Label label;
    u32 footprint, nfootprints; /* in dpor->path.footprints */
    CaseRange cases[2];         /* STEP_CHAN: what proc and partner could have done */
    u8 kind;                    /* StepKind of proc */
    u32 waited; /* not 0: it went round a loop, looking at one object, until that was
                   changed after the waited - 1st step */
    /* explore/dpor/order.c: */
    u32 seq; /* how many-th of its goroutine, from 1 */
    u32 before,
        clock; /* in dpor->order.clocks: of those who take it when they come to it; its own */
} Taken;

/* An operation on channels that a goroutine came to: what it could have done there. */
typedef struct Arrival {
    Proc proc;
    u32 step;    /* that did it, or the number of steps: it was not done */
    u32 choice;  /* that was taken */
    u32 arrival; /* the goroutine's clock when it came there */
    CaseRange cases;
    bool transfer; /* done as one */
} Arrival;

typedef VEC(u32) ArrivalList;

enum { NO_FOOTPRINT = UINT32_MAX, NO_OBJECT = UINT32_MAX };

/* Touches of one object and of one kind, in the order of the steps. */
typedef struct Chain {
    const u32 *footprints;
    u32 len;
} Chain;

/* Another order of the execution's steps, up to the `to`-th: those before the `at`-th, then some of
 * those after it; not itself, nor what happens after it. */
typedef struct Selection {
    u32 at, to;
    VEC(u8) chosen; /* by step */
} Selection;

/* What happened besides during a step. */
typedef enum NoteKind { NOTE_START, NOTE_WAKE, NOTE_RELEASE } NoteKind;
typedef struct Note {
    i32 at; /* index of the step, -1: before the first */
    u8 kind;
    Proc proc; /* who starts, wakes, releases */
    u32 other; /* whom; RELEASE: which object */
} Note;

typedef struct WakeNode WakeNode;
struct WakeNode {
    Act act;
    WakeNode *child, *next;
};

/* What a goroutine has looked at since it last changed anything: if it then arrivals where it stood
 * before, it goes round in a loop, and will until somebody changes what it looks at. */
typedef struct Spin {
    VEC(u64) states;
    VEC(u32) objects, versions;
    u64 writes; /* its own to memory, at the time */
    i32 held;   /* locks */
} Spin;

/* A place on the path where a step was chosen. */
typedef struct Node {
    VEC(Act) sleep; /* explored from here, or before and independent of all since */
    WakeNode *tree; /* to be explored from here, besides the step that is being explored */
    u32 explored;   /* branches */
} Node;

typedef VEC(Act) ActList;

/* Names of goroutines and objects that hold from one execution to the next. */
typedef struct Names {
    Map procs, objects;
    u32 nprocs, nobjects;
    u32 shared; /* number of the first of what the whole program shares (dpor_shared) */
} Names;

/* The path through the tree: the steps of the last execution and the choices left at each. */
typedef struct Path {
    VEC(Taken) taken;
    VEC(Footprint) footprints;
    VEC(Case) cases;
    VEC(Note) notes;
    VEC(Node) nodes; /* one for each step taken */
    WakeNode *guide; /* what the next new node begins with */
    i32 branch;      /* steps from here on are new in this execution; -1: all is new */
} Path;

/* The execution that goes on. */
typedef struct Run {
    u32 at;               /* steps taken */
    VEC(Proc) proc_of;    /* by goroutine number */
    VEC(u32) children;    /* by Proc: goroutines it has started */
    VEC(Pending) pending; /* by Proc */
    VEC(Spin) spins;      /* by Proc */
    VEC(u32) versions;    /* by object: how often it was changed */
    VEC(Label) options;   /* steps possible now */
    Proc second;          /* the partner that completes the transfer being made, or NO_PROC */
    u16 choice;           /* case that the select being executed takes */
    bool running;         /* an execution of the search, not of those that shorten schedules */
    bool parking;         /* no goroutine can go on: all may block */
    bool fired;           /* a timer has, so the question is asked again */
    bool too_deep;        /* given up because of --depth: counts as an execution */
    u64 moves;            /* steps taken, for goroutines that spin */
} Run;

/* The execution that has ended, by object (explore/dpor/past.c). */
typedef struct Past {
    VEC(u32) chain_ends;      /* in chained, by object and kind */
    VEC(u32) chained;         /* footprints by object, kind and step */
    VEC(u32) footprint_steps; /* by footprint */
    Selection selection;
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

/* What the search has counted. */
typedef struct Stats {
    u64 cut;        /* executions given up */
    u64 infeasible; /* steps of wakeup trees that turned out to be impossible */
    u32 deepest;
} Stats;

typedef struct Dpor {
    Chooser base;
    EventSink sink;
    Check *check;
    VM *vm;
    bool accesses;    /* are steps: a race was found */
    VEC(bool) strict; /* by object: a WaitGroup whose operations do not commute, since its counter
                         can go below 0, or be 0 for a Wait with an Add before or after it */
    bool grew_strict; /* another one since the last execution */
    bool anew;        /* the next execution begins the search anew */
    Names names;
    Path path;
    Run run;
    Past past;
    StepOrder order;
    Stats stats;
} Dpor;

/* ---- explore/dpor/spin.c: loops without effect ---- */
void spin_begin(Dpor *dpor);
/* g asks: has it been in this very state before, and changed nothing since? */
bool spin_repeats(Dpor *dpor, const G *g, Proc proc);
/* Something it looked at has changed. */
bool spin_changed(const Dpor *dpor, Proc proc);
/* It has got a lock, or given it back. */
void spin_lock(Dpor *dpor, Proc proc, bool locks);
/* It looked at one object only. */
bool spin_is_single(const Dpor *dpor, Proc proc);
/* It takes a step that touches this. */
void spin_step(Dpor *dpor, Proc proc, const Footprint *footprints, u32 n);
void spin_free(Dpor *dpor);

/* ---- explore/dpor/pending.c ---- */
/* Numbers what the whole program shares. */
void dpor_bind(Dpor *dpor);
/* Number of what an effect is on that is not on one object: the console, files, the end, ... */
static inline u32 dpor_shared(const Dpor *dpor, EffectOn on)
{
    return dpor->names.shared + (u32)on;
}

u32 dpor_object(Dpor *dpor, Loc loc);
bool dpor_strict(const Dpor *dpor, u32 object);
/* g, which asks, arrivals before this. */
void dpor_arrive(Dpor *dpor, G *g, Proc proc, SwitchReason reason);
/* Fills dpor->run.options with the steps possible now; ends of the program only if nothing else is.
 */
void dpor_options(Dpor *dpor);
/* Whether a goroutine before an operation on channels would wait for the other side. */
bool dpor_can_wait(const Dpor *dpor, Proc proc);
/* What the step touches, as things are before it is taken: appended to dpor->path.footprints. */
void dpor_footprint(Dpor *dpor, const Label *label);

/* ---- explore/dpor/wakeup_tree.c ---- */
bool label_equal(const Label *a, const Label *b);
/* Which kinds of footprint depend on this one, on the same object: a set of bits. */
u32 footprint_conflicts(FootprintKind kind);
const Footprint *act_footprints(const Act *act);
Act act_make(Label label, const Footprint *footprints, u32 n);
/* Of a step taken. */
Act act_of(const Dpor *dpor, const Taken *taken);
void act_free(Act *act);
bool acts_dependent(const Act *a, const Act *b);
/* Whether the sequence begins, or may as well begin, with a step asleep. */
bool sleep_covers(const Node *node, const ActList *v);
/* Adds the sequence to what is to be explored from the node, unless it is covered; it is emptied.
 * True: added. */
bool wake_insert(Node *node, ActList *v);
void wake_free(WakeNode *tree);
void acts_clear(ActList *v);
void node_free(Node *node);

/* ---- explore/dpor/note.c ---- */
void dpor_add_goroutine(Dpor *dpor, u32 goroutine, Proc proc);
/* That has happened since the last step. */
void dpor_note(Dpor *dpor, NoteKind kind, Proc proc, u32 other);
/* The event sink's. */
void dpor_on_event(EventSink *sink, const Event *event);

/* ---- explore/dpor/walk.c ---- */
/* An execution begins; the chooser that leads it. */
void walk_begin(Dpor *dpor);
u32 walk_pick(Chooser *self, const Choice *choice);

/* ---- explore/dpor/past.c ---- */
/* The execution has ended: its footprints are put in order. */
void past_begin(Dpor *dpor);
void past_free(Dpor *dpor);
Chain past_chain(const Dpor *dpor, u32 object, FootprintKind kind);
/* The first footprints of the chain, those by steps before that one. */
Chain chain_before(const Dpor *dpor, Chain chain, u32 step);
/* Among the footprints of an object of these kinds (a set of bits) the last by a step before that
 * one, or the first by a step after it; or NO_FOOTPRINT. */
u32 footprint_before(const Dpor *dpor, u32 object, u32 kinds, u32 step);
u32 footprint_after(const Dpor *dpor, u32 object, u32 kinds, u32 step);

#define KIND_BIT(kind) (1u << FOOTPRINT_##kind)
#define ANY_KIND ((1u << FOOTPRINT_KINDS) - 1)
/* Calls for each footprint u of these kinds by a step before that one, latest first. The body may
 * take kinds out: where u happens before something, those that u depends on do as well. */
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

/* Where u happens before something, so does all earlier that it depends on: takes those kinds out
 * of *kinds. And all before some earlier step, perhaps, which is returned, or `known` if that is
 * later. */
u32 touches_known(const Dpor *dpor, u32 u, u32 *kinds, u32 known);

/* Selects what could come before the i-th step: those from there to `to` that do not depend on it.
 * With `past` only those that are in that clock. */
void select_steps(Dpor *dpor, u32 i, u32 to, const u32 *past);
/* Not that one, nor what happens after it. */
void deselect_step(Dpor *dpor, u32 i);
/* Whether the k-th step has been done in the selected order. */
bool is_done(const Dpor *dpor, u32 k);
/* The selected order and then this step are to be explored. */
void explore_instead(Dpor *dpor, Act last);
/* What the counter of a WaitGroup is then. */
i64 counter_then(const Dpor *dpor, u32 object);
/* How many values a channel has in its buffer then, and whether it is closed; `was` (as in
 * Footprint) if no step touches it. */
i64 chan_count_then(const Dpor *dpor, u32 object, i32 was);
bool chan_closed_then(const Dpor *dpor, u32 object, i32 was);
/* What a send or receive touches then. */
Footprint chan_footprint_then(const Dpor *dpor, u32 object, bool is_send, i32 cap, i32 was);

/* ---- explore/dpor/order.c ---- */
/* Works out the clocks of the execution that has ended, and who stood where. False: there was no
 * time for it. */
bool dpor_order(Dpor *dpor);
void dpor_order_free(Dpor *dpor);
/* A clock says of each Proc how many of its steps have happened before. */
static inline u32 *clock_at(const Dpor *dpor, u32 clock)
{
    return &dpor->order.clocks.data[clock];
}

static inline u32 *clock_of(const Dpor *dpor, u32 step)
{
    return clock_at(dpor, dpor->path.taken.data[step].clock);
}

/* Whether the i-th step is among those. */
static inline bool clock_has(const Dpor *dpor, const u32 *clock, u32 i)
{
    const Taken *step = &dpor->path.taken.data[i];
    return clock[step->label.proc] >= step->seq;
}

void join_clock(const Dpor *dpor, u32 *clock, const u32 *other);
/* Of a goroutine at the end. */
const u32 *clock_now(const Dpor *dpor, Proc proc);

/* ---- explore/dpor/race.c ---- */
/* The races of the execution that has just ended are put into the wakeup trees of its nodes. */
void dpor_reverse_races(Dpor *dpor);

/* ---- explore/dpor/channel_cases.c ---- */
void dpor_other_turns(Dpor *dpor);

#endif
