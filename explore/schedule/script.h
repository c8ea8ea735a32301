/* A schedule as the list of the places where it leaves the default: "at its 3rd choice goroutine 2
 * gives way to goroutine 4". Entries can be removed one by one (explore/executor/shrink.c), and
 * survive a change at another place. */
#ifndef EXPLORE_SCHEDULE_SCRIPT_H
#define EXPLORE_SCHEDULE_SCRIPT_H

#include "base/map.h"
#include "explore/schedule/schedule.h"
#include "vm/vm.h"

typedef struct ScriptEntry {
    u8 kind;       /* ChoiceKind */
    u32 goroutine; /* the current one, which asks or has just blocked */
    u32 count;     /* index among its choices of this kind */
    u32 answer;    /* CHOOSE_GOROUTINE: number of the goroutine that goes on, 0: none does;
                      else the answer */
} ScriptEntry;

typedef VEC(ScriptEntry) Script;

typedef struct ScriptChooser ScriptChooser;

/* A chooser for executions of vm. Freed through its Chooser. */
ScriptChooser *script_chooser(VM *vm);
/* Its Chooser, under which the executor runs. */
Chooser *script_base(ScriptChooser *chooser);
/* The next execution follows the schedule, or the script; both are borrowed. */
void script_follow_schedule(ScriptChooser *chooser, const Schedule *schedule);
void script_follow(ScriptChooser *chooser, const Script *script);
/* From now on appends to *others an entry for each other answer that an execution could have been
 * given; NULL: no longer. */
void script_note_others(ScriptChooser *chooser, Script *others);
/* Where the last execution left the default. Valid until the next begins. */
const Script *script_used(const ScriptChooser *chooser);

#endif
