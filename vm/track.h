/* From addresses to events: the only place where the VM names memory for detectors. */
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

/* Notes the birth of a heap object; call where NEW, MKSLICE, APPEND, MKCHAN and MKMAP allocate, if
 * vm->objects.all. */
void track_alloc(VM *vm, void *addr, RType *type, u64 count, const Word *pc);
/* The same for a channel. */
void track_chan_alloc(VM *vm, Chan *ch);
/* What is known of an object by its name, or NULL. */
const ObjectInfo *track_object(const VM *vm, u64 object);

/* The object has died. */
void track_forget(VM *vm, u64 object);
void track_free(VM *vm);

/* An access by g to the value of `type` at addr (each leaf of the type is a location), or to one
 * location. Call only while vm->tracking. pc: the accessing instruction. */
void track_scalar(VM *vm, G *g, const void *addr, bool write, const Word *pc);
/* The same for one location that has not been seen, by what is not the library's. */
void track_plain(VM *vm, G *g, const void *addr, bool write, Span span);
void track_value(VM *vm, G *g, const void *addr, RType *type, bool write, const Word *pc);
/* n consecutive elements of the given type (copy, append, string conversion, clear). */
void track_range(VM *vm, G *g, const void *addr, RType *elem, u64 n, bool write, const Word *pc);
/* Atomic operations and locks on the variable at addr: EV_ACQUIRE, EV_RELEASE, EV_RELEASE_MERGE
 * with a SyncOp. Events are sent even before the first go (they are rare). part: a further object
 * of the operation just reported (RWMutex.Lock acquires two). */
void track_sync(VM *vm, G *g, u8 event, u8 sub, const void *addr, bool part);
/* An access to the variable at addr that stands for a demand on the order of two operations: a
 * WaitGroup's first Add and its Wait must not be concurrent, nor a channel's close and a send. */
void track_order(VM *vm, G *g, u8 sub, const void *addr, bool write);
/* EV_SEND and EV_RECV; an event of another kind on a channel. */
void track_send(VM *vm, G *g, Chan *ch, bool select);
void track_recv(VM *vm, G *g, Chan *ch, bool select);
void track_chan(VM *vm, G *g, u8 event, Chan *ch, bool select);
/* EV_MAKE. */
void track_make(VM *vm, Chan *ch);
/* A select took its default and so found the channel (NULL: none) not ready; part: and this one. */
void track_default(VM *vm, G *g, const Chan *ch, bool part);
/* R-Rend; the flags tell which side was a guard of a select. */
void track_rendezvous(VM *vm, G *sender, G *receiver, Chan *ch, bool sender_select,
                      bool receiver_select);
/* Accesses are observed from now on, if the sink wants them. */
void track_accesses(VM *vm);
/* EV_GO, EV_END (child NULL). */
void track_go(VM *vm, G *parent, G *child);
void track_end(VM *vm, G *g);
/* A timer, an object at addr, is set, which releases what its setter knows; fires, EV_TIMER; and
 * will not fire any more before it is set again. *shadow is kept with it, 0 at first. */
void track_timer_set(VM *vm, G *setter, u32 *shadow, const void *timer);
void track_timer_fire(VM *vm, u32 setter, const u32 *shadow, const void *timer);
void track_timer_over(VM *vm, u32 *shadow, const void *timer);

#endif
