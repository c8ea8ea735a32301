/* A run as the predictive analyses see it: for each goroutine a sequence of steps on variables,
 * locks and channels, and between steps the edges that no reordering may reverse. */
#ifndef PREDICT_STEPS_H
#define PREDICT_STEPS_H

#include "base/limits.h"
#include "predict/trace.h"

typedef enum StepKind { STEP_READ, STEP_WRITE, STEP_ACQUIRE, STEP_RELEASE, STEP_SYNC } StepKind;

/* Beyond STEPS_MAX steps of an event with many locations only the first is looked at. */
enum { NO_STEP = UINT32_MAX, STEPS_MAX = 1 << 25 };

typedef struct RunStep {
    u8 kind;
    bool shared : 1; /* ACQUIRE, RELEASE: by a reader of a reader/writer lock */
    bool atomic : 1; /* an access by an atomic operation, or of a lock to itself */
    bool itself : 1; /* an access of a lock or channel to itself */
    bool reads : 1;  /* an access that gets a value: the last write's, or the initial one */
    bool source : 1; /* pred or writer of another step */
    bool sends : 1;  /* SYNC: puts a value into a buffered channel */
    bool takes : 1;  /* SYNC: takes one out */
    bool done : 1;   /* of an earlier window, kept for what was found: it has no effect any more */
    u32 goroutine;   /* dense, from 0: a number of the trace that is used again gets a new one */
    u32 index;       /* among the steps of its goroutine, from 0 */
    u32 object;      /* variable, lock, or object that a SYNC is on, each dense; or NO_OBJECT */
    u32 event;       /* of the trace */
    u32 preds, pred_count; /* in Steps.preds: of earlier steps, which have `source` set */
    u32 match; /* ACQUIRE: its release, if any; RELEASE: its acquire; an access: the first of its
                  event, or of the first the last (steps_first, steps_last) */
    union {
        u32 writer; /* an access that reads: the last write before it, or NO_STEP */
        u32 outer;  /* ACQUIRE: the acquire that was the innermost before, as in Steps.held */
    };
} RunStep;

enum { NO_OBJECT = UINT32_MAX };

/* Which analyses keep to an edge. WCP keeps to all. */
typedef enum PredKind {
    PRED_HB,    /* happens-before: all analyses */
    PRED_ORDER, /* not of happens-before: a reordering must keep to it to mean the same run */
    PRED_VALUE, /* happens-before by an atomic operation: a reordering keeps to `writer` instead */
    PRED_ROOM   /* happens-before, but a reordering may make room for a send by another receive */
} PredKind;

typedef struct Pred {
    u32 step;
    PredKind kind;
} Pred;

static inline bool pred_is_hb(Pred pred)
{
    return pred.kind != PRED_ORDER;
}

/* Whether every reordering keeps to it. */
static inline bool pred_is_fixed(Pred pred)
{
    return pred.kind != PRED_ROOM && pred.kind != PRED_VALUE;
}

typedef VEC(u32) StepList;

/* A buffered channel. */
typedef struct StepChannel {
    u64 capacity;
    StepList takes; /* the steps that take values out */
} StepChannel;

typedef struct Steps {
    const Trace *trace;
    VEC(RunStep) list; /* in trace order */
    VEC(Pred) preds;
    u32 context; /* the first steps, of earlier windows (steps_remove): every reordering has them,
                    and all other steps come after them */
    VEC(StepList) by_goroutine; /* steps of each, without the context */
    StepList before;            /* by goroutine: how many of its steps came before those */
    VEC(StepChannel) channels;  /* by object; unused for those that are none */
    StepList held;              /* by step: the innermost acquire of its goroutine that may be open
                                   before it, or NO_STEP; RunStep.outer leads on */
    u32 goroutines, variables, locks, objects;
    u32 variables_seen; /* how many of the numbers below `variables` are in use */
    bool cut;           /* some accesses of an event with many locations were left out */
} Steps;

/* The steps of the trace, to be freed with steps_free; the trace must outlive them. */
void steps_build(Steps *steps, const Trace *trace);

/* The same event by event, for analyses that go through a run once and need little of it. */
typedef struct StepsBuilder StepsBuilder;

/* What will add to *steps, which is empty at first, the steps of the trace's events. */
StepsBuilder *steps_begin(Steps *steps, const Trace *trace);
/* Adds those of the event with that number in the trace. */
void steps_add(StepsBuilder *builder, u32 event);
/* Frees the builder; the steps stay. */
void steps_end(StepsBuilder *builder);

/* What is called for each number of a step that something keeps, and may change it. */
typedef void (*VisitStep)(void *ctx, u32 *step);
/* Ends a window: removes the steps that are neither marked nor needed by the builder; the others
 * are the context of what follows. On return marks[i] is what step i is called now, plus one, or 0.
 * The numbers that the builder has are changed; for others, steps_rename is to be called. What
 * earlier steps come before, whose value they read and what is held there is forgotten: they have
 * been analysed. So is a section that has ended. Of `trace`, which the steps are of, the events
 * that belong to no step any more go too; numbers[i], the place of event i in the whole run, move
 * with them. */
void steps_remove(StepsBuilder *builder, Trace *trace, u64 *numbers, u32 *marks);
/* A VisitStep: makes the number of a step what it is by the marks that steps_remove has left:
 * NO_STEP if it has been removed. */
void steps_rename(void *marks, u32 *step);
/* Frees what steps_build made. */
void steps_free(Steps *steps);

/* CHECKs what the comments above say of the numbers in a run: each names a step of the right kind,
 * and every edge leads from an earlier step to a later one. */
void steps_check(const Steps *steps);

static inline bool is_access(const RunStep *step)
{
    return step->kind <= STEP_WRITE;
}

/* The first and the last of the accesses of the event that the access is of. They happen at once: a
 * reordering has all of them or none, with nothing in between. */
static inline u32 steps_first(const Steps *steps, u32 access)
{
    u32 match = steps->list.data[access].match;
    return match < access ? match : access;
}

static inline u32 steps_last(const Steps *steps, u32 access)
{
    return steps->list.data[steps_first(steps, access)].match;
}

/* The step of a goroutine with that index; NO_STEP: it is of an earlier window, or there is none.
 */
static inline u32 steps_at(const Steps *steps, u32 goroutine, u32 index)
{
    const StepList *row = &steps->by_goroutine.data[goroutine];
    u32 before = steps->before.data[goroutine];
    return index >= before && index - before < row->len ? row->data[index - before] : NO_STEP;
}

/* Whether the section that the acquire began is open at the access of the same goroutine: it ends
 * only after the access. */
bool steps_section_around(const Steps *steps, u32 acquire, u32 access);
/* Whether the two are in sections that exclude each other. */
bool steps_exclude(const Steps *steps, u32 a, u32 b);

/* Same variable, different goroutines, at least one write, not both atomic. */
static inline bool steps_conflict(const RunStep *a, const RunStep *b)
{
    return is_access(a) && is_access(b) && a->object == b->object && a->goroutine != b->goroutine &&
           (a->kind == STEP_WRITE || b->kind == STEP_WRITE) && !(a->atomic && b->atomic);
}

#endif
