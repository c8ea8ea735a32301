/* Goroutines that can never go on, and where they stand. */
#ifndef EXPLORE_EXECUTOR_STUCK_H
#define EXPLORE_EXECUTOR_STUCK_H

#include "vm/vm.h"

/* The innermost place of g in the user's own source, and the function (may be NULL); 0: none. */
Pos stuck_place(VM *vm, const G *g, const char **function);
/* Blocked goroutines, but for main and those that only sleep. */
u32 stuck_count(VM *vm);
typedef enum StuckKind {
    STUCK_ALL,      /* all that are blocked */
    STUCK_CYCLE,    /* those that wait in a cycle for each other's locks */
    STUCK_FOR_EVER, /* those that no live goroutine can wake (vm/reach.h) */
} StuckKind;

/* Describes these goroutines of a run that is over and returns how many there are. *key: their
 * places, in no order. title: one line. report: all their stacks (may be NULL). */
u32 stuck_describe(VM *vm, StuckKind kind, u64 *key, Buf *title, Buf *report);
/* Appends the stacks of the goroutines that could go on when the run was ended, the running one
 * first: where a run that does not end spends its time. */
void stuck_add_running(VM *vm, Buf *report);

#endif
