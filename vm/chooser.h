/* The one door for decisions: every nondeterministic choice of a run is a pick. Implementations
 * live above the VM (explore/). A schedule is the list of the answers. */
#ifndef VM_CHOOSER_H
#define VM_CHOOSER_H

#include "base/rng.h"
#include "trace/event.h"

typedef enum ChoiceKind {
    CHOOSE_GOROUTINE, /* which of the runnable goroutines goes on */
    CHOOSE_SELECT,    /* which of the ready cases of a select */
    CHOOSE_MAP_ORDER, /* where the iteration over a map starts */
    CHOOSE_RANDOM,    /* a random number asked for by the program */
    CHOOSE_TIMER,     /* which of several timers that are set fires (vm/timer.h) */
    CHOOSE_INPUT,     /* a value that may be any of a range: gol.Any, a fault of the network */
} ChoiceKind;

/* Why the scheduler asks (CHOOSE_GOROUTINE). In all but SWITCH_BLOCKED the current goroutine could
 * go on and is option 0. */
typedef enum SwitchReason {
    SWITCH_BLOCKED, /* the current goroutine waits or has ended */
    SWITCH_SYNC,    /* it is about to do something that others can notice: synchronise, print */
    SWITCH_BUDGET,  /* its time slice (back edges, calls) is used up */
    SWITCH_ACCESS,  /* it is about to access tracked memory */
    SWITCH_YIELD,   /* runtime.Gosched */
} SwitchReason;

typedef struct SelectOption {
    Loc channel;
    bool sends;
    u32 index; /* of the case in the select */
} SelectOption;

typedef struct Choice {
    ChoiceKind kind;
    SwitchReason reason;
    u32 options;               /* > 1, or 1 if the chooser asks_alone */
    u32 base;                  /* CHOOSE_RANDOM: what answer 0 gives; the others follow it */
    u32 ties;                  /* CHOOSE_TIMER: how many of the options, the first, are due first */
    bool due;                  /* CHOOSE_GOROUTINE: by the clock a timer is due */
    bool rare;                 /* CHOOSE_INPUT: what is not 0 is a fault: chance draws 0 mostly */
    const u32 *ids;            /* CHOOSE_GOROUTINE: goroutine numbers, else NULL */
    const SelectOption *cases; /* CHOOSE_SELECT: what each would do, else NULL */
} Choice;

typedef struct Chooser Chooser;
struct Chooser {
    /* Returns an index below choice->options; to CHOOSE_GOROUTINE also choice->options itself: a
     * timer fires (there must be one), and then the question is asked again. */
    u32 (*pick)(Chooser *self, const Choice *choice);
    void (*free)(Chooser *self);
    bool fifo;         /* always answers the default (see chooser_default): the VM need not ask */
    bool preempt_sync; /* wants to be asked before synchronisations and output */
    bool preempt_accesses; /* wants to be asked before tracked accesses */
    bool asks_alone;       /* wants to be asked which goroutine goes on, or which timer fires, even
                              if there is but one */
    u32 slice;             /* back edges and calls until SWITCH_BUDGET */
};

/* Asks the chooser: an index below choice->options; to CHOOSE_GOROUTINE also choice->options itself
 * (see Chooser.pick). */
static inline u32 chooser_pick(Chooser *chooser, const Choice *choice)
{
    CHECK(choice->options > 1 || chooser->asks_alone);
    CHECK(choice->kind <= CHOOSE_INPUT);
    CHECK((choice->ids != NULL) == (choice->kind == CHOOSE_GOROUTINE));
    CHECK((choice->cases != NULL) == (choice->kind == CHOOSE_SELECT));
    u32 answer = chooser->pick(chooser, choice);
    CHECK(answer < choice->options ||
          (choice->kind == CHOOSE_GOROUTINE && answer == choice->options));
    return answer;
}

/* What first-in-first-out answers: when the slice is used up or at Gosched a timer that is due
 * fires, or the next goroutine in the queue goes on; option 0 otherwise. */
static inline u32 chooser_default(const Choice *choice)
{
    if (choice->kind != CHOOSE_GOROUTINE ||
        (choice->reason != SWITCH_BUDGET && choice->reason != SWITCH_YIELD))
        return 0;
    return choice->due ? choice->options : choice->options > 1;
}

/* A uniform answer, but that a rare one is given once in 16 times, and of timers one that is due.
 */
static inline u32 chooser_draw(Rng *rng, const Choice *choice)
{
    if (choice->rare && rng_below(rng, 16))
        return 0;
    return rng_below(rng, choice->kind == CHOOSE_TIMER ? choice->ties : choice->options);
}

/* Whether the default is that a timer fires, so that a chooser to which time is no matter of its
 * own answers that. */
static inline bool chooser_lets_fire(const Choice *choice)
{
    return choice->due && chooser_default(choice) == choice->options;
}

#endif
