/* The objects that order events, by their locations, and the way from an event to its rule
 * (trace/happens_before.h). The same for every detector. */
#ifndef RACE_SYNC_H
#define RACE_SYNC_H

#include "race/core.h"

/* Applies the rule that the event is an instance of; EVC_ACCESS and EVC_MARK are not for here. */
void sync_event(Detector *detector, const Event *event);
/* The object is gone: drops its channels and locks. */
void sync_forget(Detector *detector, u64 object);
/* Drops all and frees the memory; or keeps it, for another run. */
void sync_free(Detector *detector);
void sync_reset(Detector *detector);

/* The channel of that name, made if there is none. It stays where it is until it is forgotten. */
Channel *sync_channel(Detector *detector, Loc loc);

/* The object of that name, made if there is none. It moves when another one is made. */
SyncObject *sync_object_at(Detector *detector, Loc loc);
/* The number in Detector.sync of the object there, made if there is none. */
u32 sync_object(Detector *detector, Loc loc);
/* One that no event names, and its end. */
u32 sync_unnamed(Detector *detector);
void sync_over(Detector *detector, u32 object);
/* EV_TIMER: the goroutine begins with what was released into `timer`. */
void sync_timer(Detector *detector, u32 goroutine, SyncObject *timer, u32 setter, Span span);

/* Set number i from the front. */
HbSet *queue_at(const SetQueue *queue, u32 i);

#endif
