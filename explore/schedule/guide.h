/* A chooser that brings a planned order of events about, as far as the program lets it: events by
 * which goroutine does them and where in the source, then two accesses one right after the other.
 * What the plan does not speak of is left to the default. */
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
    GuideEvent pair[2];     /* what comes last, in this order */
    VEC(GuideStart) starts; /* by whom goroutines are started, in each one's order: their numbers
                               may be others in an execution that goes another way */
} Guide;

void guide_free(Guide *guide);
/* Whether the plan is to have that event: others, such as the accesses that stand for a wait, do
 * not come in every execution that follows it. */
bool guide_plans(const Event *event);

typedef struct GuidedChooser GuidedChooser;

/* For an executor: run it with the chooser, and let the sink watch (executor_watch). The guide is
 * borrowed. Freed as a Chooser; good for one execution. */
GuidedChooser *chooser_guided(const Guide *guide, const VM *vm);
Chooser *guided_base(GuidedChooser *chooser);
EventSink *guided_sink(GuidedChooser *chooser);
/* Whether both accesses happened. */
bool guided_arrived(const GuidedChooser *chooser);

#endif
