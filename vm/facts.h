/* Which accesses happened before what, as far as it matters to those to come: a fact is an access
 * to a location and who knows of it, that is, has it in its past. Goroutines do, and so does
 * whatever one goroutine can learn from that another has left there: locks, atomic variables,
 * places in the buffers of channels. An access races with those before it that its goroutine does
 * not know of.
 *
 * Who made an access need not be said, he is one of those who know. Of two accesses of a kind to
 * the same location, one known only to those who know of the other says all that the other says,
 * and the other is forgotten; so is what every goroutine knows. That keeps facts few, and equal for
 * executions from which the same can follow (vm/snapshot.h). */
#ifndef VM_FACTS_H
#define VM_FACTS_H

#include "base/vec.h"

/* How a location is accessed; atomic operations and locks do not race with each other. */
typedef enum AccessKind { ACCESS_READ = 0, ACCESS_WRITE = 1, ACCESS_ATOMIC = 2 } AccessKind;
enum { ACCESS_KIND_BITS = 2 };

static inline bool access_conflict(u64 a, u64 b)
{
    return ((a | b) & ACCESS_WRITE) && !(a & b & ACCESS_ATOMIC);
}

/* Who knows: a goroutine's number, or an address. Addresses have 48 bits, the rest says which of
 * several at the same address. */
typedef u64 Knower;
#define KNOWER(addr, which) ((u64)(addr) | (u64)(which) << 48)
#define KNOWER_ADDR(knower) ((knower) << 16 >> 16)
enum { KNOWER_GOROUTINES = 1 << 15 }; /* smaller ones are numbers */

typedef VEC(u64) WordList;

/* One fact is a head, which says how many know and what was accessed, and the knowers. */
typedef struct Facts {
    WordList words;
    WordList next; /* the same, while they are rewritten */
} Facts;

#define FACT_KNOWERS(head) ((u32)((head) >> 49))
#define FACT_WHAT(head) \
    ((head) << 15 >> 15) /* the address, shifted by ACCESS_KIND_BITS, and kind */

void facts_free(Facts *facts);
/* g does `what` (as FACT_WHAT says). True: that races with something g does not know of. */
bool facts_access(Facts *facts, Knower g, u64 what);
/* Only whether it would. */
bool facts_clash(const Facts *facts, Knower g, u64 what);

typedef enum Telling {
    TELL_ALSO,    /* `to` knows what it knew and what `from` knows */
    TELL_INSTEAD, /* `to` knows what `from` knows, and nothing else */
    TELL_BOTH,    /* `to` the same; what it knew before, `from` learns */
} Telling;

void facts_tell(Facts *facts, Knower from, Knower to, Telling telling);
/* There is no such knower any more. */
void facts_forget(Facts *facts, Knower knower);

/* Puts facts and knowers in order, as they are called from now on, and forgets what tells nothing.
 * rename: the new name of an address or a goroutine, 0 if it is gone; goroutines: how many there
 * are, numbers as renamed; 0: what all of them know is kept. */
void facts_tidy(Facts *facts, Knower (*rename)(void *ctx, Knower knower), void *ctx,
                u32 goroutines);
/* Whether what one knows, the other knows. */
bool facts_alike(const Facts *facts, Knower a, Knower b);

#endif
