/* Goroutines that are blocked, and where they stand. */
#ifndef EXPLORE_EXECUTOR_STUCK_H
#define EXPLORE_EXECUTOR_STUCK_H

#include "vm/reach.h"

/* The innermost place of g in the user's own source, and the function (may be NULL); 0: none. */
Pos stuck_place(VM *vm, const G *g, const char **function);
/* Goroutines that wait for others, or for nothing. */
u32 stuck_count(VM *vm);
/* Appends them. */
void stuck_list(VM *vm, GoroutineList *out);
/* Adds its stack and what it waits for. */
void stuck_add_stack(VM *vm, const G *g, Buf *report);

typedef enum StuckKind {
    STUCK_ALL,      /* all that are blocked */
    STUCK_CYCLE,    /* those that wait in a cycle for each other's locks */
    STUCK_FOR_EVER, /* those that no live goroutine can wake */
} StuckKind;

/* Describes these goroutines of a run that is over and returns how many there are. *key: their
 * places, in no order. title: one line, the same for the same places. report: all their stacks (may
 * be NULL). */
u32 stuck_describe(Reach *reach, VM *vm, StuckKind kind, u64 *key, Buf *title, Buf *report);
/* Appends stacks of a run that was ended: first of goroutines that could go on, the running one
 * before others (where the time was spent), then of those that wait (what it was spent on). */
void stuck_add_unfinished(VM *vm, Buf *report);

#endif
