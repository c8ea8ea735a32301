/* Partial-order sampling (Yuan et al., 2018): the event with the highest random priority happens
 * next; those that conflict with it are given new priorities, the others keep theirs, so that
 * partial orders, not interleavings, are drawn evenly. */
#include "explore/fuzz/pending.h"

typedef struct PosSampler {
    Sampler sampler;
    PendingList list;
} PosSampler;

static void pos_begin(Sampler *sampler)
{
    pending_begin(&((PosSampler *)sampler)->list);
}

static u32 pos_next(Sampler *sampler, const Choice *choice)
{
    PosSampler *s = (PosSampler *)sampler;
    pending_update(&s->list, &s->sampler, choice);
    CHECK(pending_of(&s->list, choice->ids[0])->epoch == s->list.epoch);
    u32 best = 0;
    for (u32 i = 1; i < choice->options; i++)
        if (pending_of(&s->list, choice->ids[i])->priority >
            pending_of(&s->list, choice->ids[best])->priority)
            best = i;
    pending_chosen(&s->list, &s->sampler, choice, best);
    return best;
}

static void pos_free(Chooser *self)
{
    PosSampler *s = (PosSampler *)self;
    pending_free(&s->list);
    free(s);
}

Sampler *sampler_pos(void)
{
    PosSampler *s = xcalloc(1, sizeof *s);
    s->sampler.base = sampler_base(pos_free);
    s->sampler.next = pos_next;
    s->sampler.begin = pos_begin;
    return &s->sampler;
}
