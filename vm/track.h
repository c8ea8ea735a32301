/* From addresses to events: the only place where the VM names memory and makes the calls of its
 * sink (trace/sink.h). */
#ifndef VM_TRACK_H
#define VM_TRACK_H

#include "vm/vm.h"

/* What is known of an object: of channels if there is a sink, of all objects with vm->objects.all
 * (--explain, --state, the REPL). */
typedef struct ObjectInfo {
    RType *type; /* of one element */
    u64 count;   /* elements: more than 1 for what make and append allocate; 0 for a channel or map,
                    which is no variable of its type but what such variables point to */
    void *addr;
    Span birth; /* the declaring identifier of a variable, or the allocating expression */
} ObjectInfo;

/* Notes the allocation of a heap object at pc; call where NEW, MKSLICE, APPEND, MKCHAN and MKMAP
 * allocate, if vm->objects.all. */
void track_alloc(VM *vm, void *addr, RType *type, u64 count, const Word *pc);
/* The same for a channel. */
void track_chan_alloc(VM *vm, Chan *ch);
/* What is known of the object with that name, or NULL; owned by the VM, until the object dies. */
const ObjectInfo *track_object(const VM *vm, u64 object);

/* Frees what is known of an object, which has died. */
void track_forget(VM *vm, u64 object);
/* Frees the filter and all that is known of objects. */
void track_free(VM *vm);

/* The functions below each report one step of the program to vm->sink; call them only if there is
 * one, and those for accesses only while vm->tracking. */

/* Accesses are reported from now on, if the sink wants them. */
void track_accesses(VM *vm);
/* Makes the filter if the sink takes a filtered stream and it is time (VMConfig.filter_after). */
void track_filter(VM *vm);

/* Whether the accesses of the instruction at pc are reported. */
static inline bool track_wanted(const VM *vm, const Word *pc)
{
    return vm->tracking && (!instr_proven(pc->in) || vm->sink->wants & WANT_PROVEN);
}

/* An access by g, at the instruction pc, to the one location at addr. */
void track_scalar(VM *vm, G *g, const void *addr, bool write, const Word *pc);
/* The same where there is a filter, which does not have the access (jit/seen.h). */
void track_unseen(VM *vm, G *g, const void *addr, bool write, const Word *pc);
/* The same at a known source position, which is not in the library, by g, which has a segment. */
void track_known(VM *vm, G *g, const void *addr, bool write, Span span);
/* The same to a value of `type` at addr: each leaf of the type is a location. */
void track_value(VM *vm, G *g, const void *addr, RType *type, bool write, const Word *pc);
/* The same to n consecutive elements of a type (copy, append, string conversion, clear). */
void track_range(VM *vm, G *g, const void *addr, RType *elem, u64 n, bool write, const Word *pc);
/* Whether accesses by g to the locations `places` bytes after addr, a bit each, were granted or
 * repeat others, and all in one line: then they are entered. Only with a filter. */
bool track_granted(VM *vm, G *g, u64 addr, u64 places, bool write, Span span);
/* An access to the variable at addr by the operation `sub` (SyncOp), which must be ordered with
 * another one: a WaitGroup's first Add with its Wait, a channel's close with a send. Does nothing
 * while accesses are not tracked. */
void track_order(VM *vm, G *g, u8 sub, const void *addr, bool write);

/* An operation `sub` (SyncOp) of g on the variable at addr; kind is one of EV_ACQUIRE, EV_RELEASE,
 * EV_RELEASE_MERGE, EV_ACQUIRE_RELEASE. Reported even before the first go statement (these are
 * rare). part: a further object of the operation just reported (RWMutex.Lock acquires two). */
void track_sync(VM *vm, G *g, u8 kind, u8 sub, const void *addr, bool part);

/* g has made the channel. */
void track_make(VM *vm, Chan *ch);
struct ChanSite;
/* EV_SEND, EV_RECV, EV_RECV_CLOSED or EV_CLOSE by g, which has done it. site: of such operations in
 * *ch. */
void track_channel(VM *vm, G *g, Chan *ch, struct ChanSite *site, EventTag tag);
/* EV_RENDEZVOUS. */
void track_rendezvous(VM *vm, G *sender, G *receiver, Chan *ch, EventTag tag);
/* A select took its default and so found the channel (NULL: none) not ready; part: a further
 * channel of the same select. */
void track_default(VM *vm, G *g, const Chan *ch, bool part);

/* The close by g of ch, which is closed, or of a nil channel, panics. */
void track_close_panics(VM *vm, G *g, const Chan *ch);

/* EV_GO; parent NULL: the machine starts it, for a timer. */
void track_go(VM *vm, G *parent, G *child);
/* EV_END. */
void track_end(VM *vm, G *g);

/* A timer, an object at that address, is set, which releases E(setter) into it; fires, EV_TIMER;
 * will not fire any more before it is set again. The timer keeps *ref, zero at first. */
void track_timer_set(VM *vm, G *setter, ObjectRef *ref, const void *timer);
void track_timer_fire(VM *vm, u32 setter, ObjectRef *ref, const void *timer);
void track_timer_over(VM *vm, ObjectRef *ref, const void *timer);
/* A timer that has fired has sent on ch (EV_SEND), or the value was taken back (EV_RECV). The
 * machine is the goroutine of both events. */
void track_timer_channel(VM *vm, Chan *ch, EventKind kind);

#endif
