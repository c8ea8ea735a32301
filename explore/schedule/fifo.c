/* The chooser that always gives the default answer. */
#include "explore/schedule/choosers.h"

enum { FIFO_SLICE = 10000 };

static u32 fifo_pick(Chooser *self, const Choice *choice)
{
    (void)self;
    return chooser_default(choice);
}

static void fifo_free(Chooser *self)
{
    free(self);
}

Chooser *chooser_fifo(void)
{
    Chooser *chooser = xcalloc(1, sizeof *chooser);
    *chooser = (Chooser){.pick = fifo_pick, .free = fifo_free, .fifo = true, .slice = FIFO_SLICE};
    return chooser;
}
