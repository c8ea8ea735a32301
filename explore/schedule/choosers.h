/* The choosers there are. Each is one small implementation of vm/chooser.h. */
#ifndef EXPLORE_SCHEDULE_CHOOSERS_H
#define EXPLORE_SCHEDULE_CHOOSERS_H

#include "explore/schedule/schedule.h"
#include "vm/chooser.h"

/* Slice of all choosers whose schedules can be replayed: short, so that loops without
 * synchronisation interleave too. */
enum { EXPLORE_SLICE = 200 };

/* First in, first out: never preempts but at the end of a time slice. */
Chooser *chooser_fifo(void);
/* Uniformly random at every block, synchronisation and select; may preempt before any tracked
 * access. Same seed, same answers. */
Chooser *chooser_random(u64 seed);
/* The same without preemption before synchronisations and accesses. Unless it is `asked` there all
 * the same, which changes nothing else, executions are about as fast as the first, but their
 * schedules are too short for chooser_replay. */
Chooser *chooser_random_slices(u64 seed, bool asked);
/* Answers from a schedule (borrowed), then by default, which is also what comes after a step that
 * does not fit the choice at hand. */
Chooser *chooser_replay(const Schedule *schedule);
/* The same, but where the schedule ends it goes on with the steps from `from` on, for ever. */
Chooser *chooser_replay_round(const Schedule *schedule, u32 from);
/* Whether an answer has not fitted its choice. */
bool chooser_replay_broken(const Chooser *replay);
/* Whether all answers have been given and fitted, so that chooser_replay_mismatch will add nothing.
 */
bool chooser_replay_used_up(const Chooser *replay);
/* Of a run that is over: adds which step did not fit, or that some were not asked for; nothing if
 * all fit. */
void chooser_replay_mismatch(const Chooser *replay, Buf *out);
#endif
