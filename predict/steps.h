/* A run as the predictive analyses see it: per goroutine a row of steps on variables and locks,
 * and between steps the edges that no reordering may turn round. */
#ifndef PREDICT_STEPS_H
#define PREDICT_STEPS_H

#include "predict/trace.h"

typedef enum StepKind { STEP_READ, STEP_WRITE, STEP_ACQUIRE, STEP_RELEASE, STEP_SYNC } StepKind;

enum { NO_STEP = UINT32_MAX };

typedef struct Step {
    u8 kind;
    bool shared : 1; /* ACQUIRE, RELEASE: by a reader of a reader/writer lock */
    bool atomic : 1; /* an access by an atomic operation, or of a lock to itself */
    bool source : 1; /* somebody's pred or writer */
    u32 goroutine;   /* dense, from 0: a number of the trace that is used again gets a new one */
    u32 index;       /* among the steps of its goroutine, from 0 */
    u32 object;      /* variable or lock, dense */
    u32 event;       /* of the trace */
    u32 preds, pred_count;
    u32 match;       /* ACQUIRE: its release, if any; RELEASE: its acquire */
    u32 writer;      /* an access that may read: the last write before it, or NO_STEP */
} Step;

typedef struct Pred {
    u32 step;
    bool order; /* not of happens-before: keeps a channel first in, first out, or an object's
                   operations in their order, so that a reordering means the same run */
} Pred;

typedef VEC(u32) StepList;

typedef struct Steps {
    const Trace *trace;
    VEC(Step) list;              /* in trace order */
    VEC(Pred) preds;
    VEC(StepList) by_goroutine;  /* steps of each */
    u32 goroutines, variables, locks;
} Steps;

void steps_build(Steps *steps, const Trace *trace);
void steps_free(Steps *steps);

static inline bool is_access(const Step *step)
{
    return step->kind <= STEP_WRITE;
}

/* Same variable, different goroutines, at least one write, not both atomic. */
static inline bool steps_conflict(const Step *a, const Step *b)
{
    return is_access(a) && is_access(b) && a->object == b->object &&
           a->goroutine != b->goroutine && (a->kind == STEP_WRITE || b->kind == STEP_WRITE) &&
           !(a->atomic && b->atomic);
}

#endif
