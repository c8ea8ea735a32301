/* A schedule as people think of it: only where it leaves the default, in terms that survive a
 * change elsewhere: "at its 3rd point of choice goroutine 2 gives way to goroutine 4". */
#ifndef EXPLORE_SCHEDULE_SCRIPT_H
#define EXPLORE_SCHEDULE_SCRIPT_H

#include "base/map.h"
#include "explore/schedule/schedule.h"
#include "vm/vm.h"

typedef struct ScriptEntry {
    u8 kind;       /* ChoiceKind */
    u32 goroutine; /* that asks or has just been blocked */
    u32 count;     /* its how many-th choice of this kind, from 0 */
    u32 answer;    /* CHOOSE_GOROUTINE: number of the goroutine that goes on, 0: none does;
                      else the answer */
} ScriptEntry;

typedef VEC(ScriptEntry) Script;

typedef struct ScriptChooser ScriptChooser;

/* vm: of the executor that it will run under. Freed as a Chooser. */
ScriptChooser *script_chooser(VM *vm);
Chooser *script_base(ScriptChooser *chooser);
/* The next execution follows the schedule, or the script; both borrowed. */
void script_follow_schedule(ScriptChooser *chooser, const Schedule *schedule);
void script_follow(ScriptChooser *chooser, const Script *script);
/* From now on writes down every other answer that an execution could have been given, as the entry
 * that gives it; NULL: no longer. */
void script_note_others(ScriptChooser *chooser, Script *others);
/* Where the last execution left the default. Valid until the next begins. */
const Script *script_used(const ScriptChooser *chooser);

#endif
