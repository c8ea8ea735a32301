#include "explore/schedule/choosers.h"

typedef struct RecordChooser {
    Chooser base;
    Chooser *inner;
    Schedule *record;
} RecordChooser;

static u32 record_pick(Chooser *self, const Choice *choice)
{
    RecordChooser *chooser = (RecordChooser *)self;
    u32 answer = chooser->inner->pick(chooser->inner, choice);
    schedule_add(chooser->record, choice, answer);
    return answer;
}

static void record_free(Chooser *self)
{
    RecordChooser *chooser = (RecordChooser *)self;
    chooser->inner->free(chooser->inner);
    free(chooser);
}

Chooser *chooser_record(Chooser *inner, Schedule *record)
{
    RecordChooser *chooser = xcalloc(1, sizeof *chooser);
    chooser->base = *inner; /* asked whenever the inner one would be */
    chooser->base.pick = record_pick;
    chooser->base.free = record_free;
    chooser->inner = inner;
    chooser->record = record;
    return &chooser->base;
}
