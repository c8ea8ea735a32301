/* The next event of each goroutine, with a random priority. */
#include "explore/fuzz/pending.h"

void pending_begin(PendingList *list)
{
    list->epoch++;
}

void pending_free(PendingList *list)
{
    vec_free(&list->at);
}

static u32 draw(Sampler *sampler)
{
    return (u32)(rng_next(&sampler->rng) >> 32) | 1;
}

static Pending *slot(PendingList *list, u32 goroutine)
{
    vec_extend(&list->at, goroutine + 1);
    return &list->at.data[goroutine];
}

static void renew(Pending *p, PendingList *list, Sampler *sampler, const G *g, bool known)
{
    *p = (Pending){.epoch = list->epoch, .priority = draw(sampler), .next.loc = {~0ull, 0}};
    if (known)
        p->next = vm_next_step(executor_vm(sampler->executor), g);
}

void pending_update(PendingList *list, Sampler *sampler, const Choice *choice)
{
    VM *vm = executor_vm(sampler->executor);
    if (choice->reason != SWITCH_BLOCKED) {
        bool known = choice->reason == SWITCH_ACCESS || choice->reason == SWITCH_SYNC;
        renew(slot(list, vm->sched.current->id), list, sampler, vm->sched.current, known);
    }
    for (const G *g = vm->sched.head; g; g = g->next) {
        Pending *p = slot(list, g->id);
        if (p->epoch != list->epoch || !p->priority)
            renew(p, list, sampler, g, g->again != AGAIN_NO);
    }
}

static bool conflict(const NextStep *a, const NextStep *b)
{
    return a->loc.object != ~0ull && loc_equal(a->loc, b->loc) && (a->write || b->write);
}

void pending_chosen(PendingList *list, Sampler *sampler, const Choice *choice, u32 answer)
{
    Pending *chosen = pending_of(list, choice->ids[answer]);
    for (u32 i = 0; i < choice->options; i++) {
        Pending *p = pending_of(list, choice->ids[i]);
        if (i != answer && conflict(&p->next, &chosen->next))
            p->priority = draw(sampler);
    }
    CHECK(chosen->priority && chosen->epoch == list->epoch);
    chosen->priority = 0; /* its next event gets another */
}
