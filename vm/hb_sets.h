/* The happens-before sets E(p) of the calculus [GRACE20], for a program whose states are explored
 * (vm/snapshot.h): for each goroutine p the accesses that happen before whatever it does next, and
 * the same for each object that carries them from one goroutine to another (a lock, an atomic
 * variable, a closed channel, a timer, a place in a channel's buffer). An access by p races with
 * each conflicting one that is not in E(p).
 *
 * The sets are stored by access: one record for each access, with the owners of those sets that
 * contain it. The goroutine that made the access is not recorded, only that its set contains it.
 * A record is dropped when it cannot lead to a report that another record does not lead to:
 *  - when every goroutine's set contains it;
 *  - when there is another one for the same location, which conflicts with all that this one
 *    conflicts with, and all owners of that one own this one, too.
 * This keeps records few, and equal in states from which the same races can follow. */
#ifndef VM_HB_SETS_H
#define VM_HB_SETS_H

#include "base/vec.h"

/* How a location is accessed, two bits; atomic operations and locks do not race with each other. */
typedef enum AccessKind { ACCESS_READ = 0, ACCESS_WRITE = 1, ACCESS_ATOMIC = 2 } AccessKind;
enum { ACCESS_KIND_BITS = 2 };

/* Whether accesses of these kinds to one location race if neither happens before the other. Other
 * bits of a and b are ignored. */
static inline bool access_conflict(u64 a, u64 b)
{
    return ((a | b) & ACCESS_WRITE) && !(a & b & ACCESS_ATOMIC);
}

/* Whose set it is: a goroutine's number, or the address of an object. Addresses have 48 bits; the
 * rest distinguishes the sets of one object, such as the places in a channel's buffer. */
typedef u64 HbOwner;
#define HB_OWNER(addr, which) ((u64)(addr) | (u64)(which) << 48)
#define HB_OWNER_ADDR(owner) ((owner) << 16 >> 16)
enum { HB_OWNER_GOROUTINES = 1 << 15 }; /* smaller owners are goroutine numbers */

typedef VEC(u64) WordList;

/* A record is a head, with the number of owners and the access, followed by the owners. */
typedef struct HbSets {
    WordList words; /* one record after another */
    WordList next;  /* scratch: the same while they are rewritten */
} HbSets;

#define HB_RECORD_OWNERS(head) ((u32)((head) >> 49))
/* The access of a record: its address << ACCESS_KIND_BITS | AccessKind. */
#define HB_RECORD_ACCESS(head) ((head) << 15 >> 15)

/* Frees the records; *sets is zero at first. */
void hb_sets_free(HbSets *sets);

/* Adds an access (as HB_RECORD_ACCESS gives it) by g to E(g). True: it races with one that is not
 * in E(g). */
bool hb_sets_access(HbSets *sets, HbOwner g, u64 access);
/* Whether it would race; adds nothing. */
bool hb_sets_race(const HbSets *sets, HbOwner g, u64 access);

/* E(owner) := E(owner) + E(from); two different ones. */
void hb_sets_join(HbSets *sets, HbOwner owner, HbOwner from);
/* E(owner) := E(from); two different ones. */
void hb_sets_assign(HbSets *sets, HbOwner owner, HbOwner from);
/* E(g), E(place) := E(g) + E(place), E(g); two different ones. */
void hb_sets_exchange(HbSets *sets, HbOwner g, HbOwner place);
/* There is no such owner any more: its set goes. */
void hb_sets_forget(HbSets *sets, HbOwner owner);

/* Makes equal sets equal words: renames, drops what can be dropped, sorts. rename: the new name of
 * an owner or of a location's address, 0 if it no longer exists; ctx is passed to it. goroutines:
 * how many there are, numbered as renamed; 0 keeps the records that are in every goroutine's set.
 */
void hb_sets_normalize(HbSets *sets, HbOwner (*rename)(void *ctx, HbOwner owner), void *ctx,
                       u32 goroutines);
/* Whether two owners have the same set. */
bool hb_sets_equal(const HbSets *sets, HbOwner a, HbOwner b);

#endif
