/* Goroutines that can never go on, and where they stand. */
#ifndef EXPLORE_STUCK_H
#define EXPLORE_STUCK_H

#include "vm/vm.h"

/* The innermost place of g in the user's own source, and the function (may be NULL); 0: none. */
Pos stuck_place(VM *vm, const G *g, const char **function);
/* Blocked goroutines, but for main and those that only sleep. */
u32 stuck_count(VM *vm);
/* Describes those that are blocked, or only those that wait in a cycle for each other's locks, and
 * returns how many there are. *key: their places, in no order. title: one line. report: all their
 * stacks (may be NULL). */
u32 stuck_describe(VM *vm, bool cycles, u64 *key, Buf *title, Buf *report);

#endif
