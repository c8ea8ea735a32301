/* A chooser that brings about a planned order of events, as far as the program allows: events are
 * identified by goroutine and source position, and after them come two accesses, one right after
 * the other, or goroutines that wait for each other. Whatever is not in the plan is left to the
 * default. */
#ifndef EXPLORE_SCHEDULE_GUIDE_H
#define EXPLORE_SCHEDULE_GUIDE_H

#include "explore/schedule/choosers.h"
#include "vm/vm.h"

typedef struct GuideEvent {
    u32 goroutine, other; /* as in Event; numbers of the plan's own, main is 1 */
    u8 kind;              /* EventKind */
    Pos pos;
    Loc loc;
} GuideEvent;

typedef struct GuideStart {
    u32 parent, child;
} GuideStart;

typedef struct Guide {
    VEC(GuideEvent) plan;
    GuideEvent pair[2];     /* what comes last, in this order; goroutine 0: nothing */
    VEC(u32) waiters;       /* goroutines that then go on, in this order, and are to block */
    VEC(GuideStart) starts; /* which goroutine starts which, in the order of each parent: in another
                               execution their numbers may differ */
} Guide;

/* Frees the lists of the guide. */
void guide_free(Guide *guide);
/* Whether a plan contains events of this kind. Others, such as the accesses that stand for a wait,
 * do not occur in every execution that follows the plan. */
bool guide_plans(const Event *event);

typedef struct GuidedChooser GuidedChooser;

/* A chooser for one execution of vm. The guide is borrowed. Freed through its Chooser. */
GuidedChooser *chooser_guided(const Guide *guide, const VM *vm);
/* Its Chooser, under which an executor runs. */
Chooser *guided_base(GuidedChooser *chooser);
/* Its sink, which must receive the events of the execution (executor_watch). */
EventSink *guided_sink(GuidedChooser *chooser);
/* Whether both accesses of the pair happened after the plan. */
bool guided_arrived(const GuidedChooser *chooser);

#endif
