/* Checks of gol vet that read what the solver knows at each instruction. Each adds a warning for
 * each place of the program where it finds something; the same place may come more than once, from
 * several instances of its function. */
#ifndef ANALYSIS_CHECK_H
#define ANALYSIS_CHECK_H

#include "analysis/solve.h"
#include "base/diag.h"

/* An operation that, whenever it is reached, never ends: a channel operation without a partner, a
 * Lock of what the goroutine holds itself, a Wait that nothing ends. Not `select {}`. */
void check_blocked(Solver *solver, Diags *found);
/* A Lock of what the goroutine surely holds already, one of the two to write. */
void check_double_lock(Solver *solver, Diags *found);
/* An Unlock of what nothing locks. */
void check_unlocked(Solver *solver, Diags *found);
/* A function that holds a lock at one of its returns and not at another, though only holders give
 * it back; a goroutine that ends holding one. */
void check_kept_lock(Solver *solver, Diags *found);
/* Two goroutines that take two locks in different order. */
void check_lock_order(Solver *solver, Diags *found);
/* A send on a channel, or a close, after its close; a close of nil. */
void check_closed(Solver *solver, Diags *found);
/* A Done of a WaitGroup that nothing adds to. */
void check_negative(Solver *solver, Diags *found);

/* A goroutine that may end without the Done that it does on another way. */
void check_no_done(Solver *solver, Diags *found);
/* A Wait, send or receive with a lock held that the goroutine which would end the wait takes first.
 */
void check_wait_locked(Solver *solver, Diags *found);
/* A return that leaves a goroutine waiting on a channel of the function, for ever. */
void check_leak(Solver *solver, Diags *found);

/* ---- for the checks ---- */

/* Whether goroutines begin with the instance. */
bool check_begins_goroutine(const Model *model, u32 inst);
/* Whether no other goroutine may give the lock back. */
bool check_is_kept(const Solver *solver, u32 inst, const Lock *lock);
/* Whether it is one of package sync: channels with room for one value and atomic variables count as
 * locks, too. */
bool check_is_mutex(const Model *model, const Lock *lock);

/* Where the program makes the instruction at walk->pc: of the library, where it calls it. */
Span check_span(const Walk *walk);
/* Whether the program's own code comes to the instruction, or calls what always does; else the
 * library decides whether it does, as sync.Once does for a function that it is given. */
bool check_is_programs(const Walk *walk);
/* What the native that the instruction calls means; MEANS_NOTHING: it calls none. */
NativeMeans check_native(const Walk *walk);
/* What the source calls the operand of a method at a place: "c.mu" of `c.mu.Lock()`. */
void check_operand(const Walk *walk, Buf *out);

#endif
