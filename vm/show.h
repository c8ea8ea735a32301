/* Values and names as text for people: --explain, --state, the REPL and reports. Never tracked. */
#ifndef VM_SHOW_H
#define VM_SHOW_H

#include "vm/vm.h"

/* Adds the value in register slots to out, in Go syntax: 42, "hi", {1 2}, [1 2 3], &{1 2},
 * map[a:1], nil. Long values are cut with "...". */
void show_value(VM *vm, const u64 *slots, RType *type, Buf *out);
/* Adds the present value of a location to out; nothing when its type is unknown (see track_alloc).
 */
void show_location(VM *vm, Loc loc, Buf *out);
/* Adds the variable's or channel's name to out, as the source has it: a global's name, the
 * identifier that declared a heap variable, "done" for a channel held by a variable of that name;
 * with the path to the part: ".count", "[3]". Nothing if unknown. */
void show_name(VM *vm, Loc loc, Buf *out);
/* The same, but what is known of it otherwise where it has no name (loc_print). */
void show_place(VM *vm, Loc loc, Buf *out);
/* What a goroutine does next, as far as it is known: "waits for a value from c", "next: write of
 * x", "next: mu.Lock()", "can run". */
void show_activity(VM *vm, const G *g, Buf *out);
/* Adds the value of a variable at addr. */
void show_memory(VM *vm, const void *addr, RType *type, Buf *out);
/* Adds a line for each channel: what it holds, how many wait. */
void show_channels(VM *vm, Buf *out);
/* Adds a line for each lock that is held, with the holder. */
void show_locks(VM *vm, Buf *out);
/* All of the above as callbacks for sinks. The view must not outlive the VM. */
ProgramView show_view(VM *vm);

#endif
