/* Two accesses that may race are brought together (after Sen, "Race directed random testing of
 * concurrent programs", 2008; here the pairs are those that the static analysis leaves open). Each
 * execution has one such pair. A goroutine that stands before one of its two accesses waits until
 * another stands before the other one, in the same object; then the two go on one after the other.
 * All else happens at random. Waiting ends when no other goroutine can run, and now and then by
 * chance, for others may wait for the goroutine that waits. */
#include "explore/fuzz/sampler.h"
#include "vm/frame.h"

/* One choice in PATIENCE ends the waiting. */
enum { PATIENCE = 64 };

/* Which accesses of the pair a goroutine stands before. */
enum { SIDE_A = 1, SIDE_B = 2 };

typedef struct Standing {
    u32 sides;
    u64 object;
} Standing;

typedef struct PairsSampler {
    Sampler sampler;
    u32 round;
    Target target;
    u32 second; /* the goroutine that goes on next: it has met another; 0: none */
    VEC(Standing) options;
} PairsSampler;

static Standing standing(VM *vm, const G *g, bool before_step, Target target)
{
    if (!before_step)
        return (Standing){0};
    Pos pos = vm_user_span(vm, g).start;
    u32 sides = (pos == target.a ? SIDE_A : 0u) | (pos == target.b ? SIDE_B : 0u);
    return (Standing){sides, sides ? vm_next_step(vm, g).loc.object : 0};
}

/* In the order of the options: the goroutine that asks, if it can go on, then the queue. */
static void look_around(PairsSampler *s, const Choice *choice)
{
    VM *vm = executor_vm(s->sampler.executor);
    vec_clear(&s->options);
    if (choice->reason != SWITCH_BLOCKED) {
        bool known = choice->reason == SWITCH_ACCESS || choice->reason == SWITCH_SYNC;
        vec_push(&s->options, standing(vm, vm->sched.current, known, s->target));
    }
    for (const G *g = vm->sched.head; g; g = g->next) {
        bool known = g->again == AGAIN_ACCESS || g->again == AGAIN_SYNC;
        vec_push(&s->options, standing(vm, g, known, s->target));
    }
    CHECK(s->options.len == choice->options);
}

static bool meet(const Standing *one, const Standing *other)
{
    return one->object == other->object && ((one->sides & SIDE_A && other->sides & SIDE_B) ||
                                            (one->sides & SIDE_B && other->sides & SIDE_A));
}

/* The first of two goroutines that meet; options: none do. */
static u32 meeting(PairsSampler *s, const Choice *choice)
{
    for (u32 i = 0; i < choice->options; i++)
        for (u32 k = i + 1; k < choice->options; k++)
            if (meet(&s->options.data[i], &s->options.data[k])) {
                bool swap = rng_below(&s->sampler.rng, 2);
                s->second = choice->ids[swap ? i : k];
                return swap ? k : i;
            }
    return choice->options;
}

/* A random one of those that do not wait. */
static u32 any_free(PairsSampler *s, const Choice *choice)
{
    u32 count = 0;
    for (u32 i = 0; i < choice->options; i++)
        count += !s->options.data[i].sides;
    if (!count || rng_below(&s->sampler.rng, PATIENCE) == 0)
        return sampler_any(&s->sampler, choice);
    u32 left = rng_below(&s->sampler.rng, count), i = 0;
    while (s->options.data[i].sides || left-- > 0)
        i++;
    return i;
}

static u32 pairs_next(Sampler *sampler, const Choice *choice)
{
    PairsSampler *s = (PairsSampler *)sampler;
    u32 second = s->second;
    s->second = 0;
    for (u32 i = 0; second && i < choice->options; i++)
        if (choice->ids[i] == second)
            return i;
    look_around(s, choice);
    u32 option = meeting(s, choice);
    return option < choice->options ? option : any_free(s, choice);
}

static void pairs_begin(Sampler *sampler)
{
    PairsSampler *s = (PairsSampler *)sampler;
    const TargetList *targets = executor_config(sampler->executor)->targets;
    s->target = targets && targets->len ? targets->data[s->round++ % targets->len] : (Target){0};
    s->second = 0;
}

static void pairs_free(Chooser *self)
{
    PairsSampler *s = (PairsSampler *)self;
    vec_free(&s->options);
    free(s);
}

Sampler *sampler_pairs(void)
{
    PairsSampler *s = xcalloc(1, sizeof *s);
    s->sampler.base = sampler_base(pairs_free);
    s->sampler.next = pairs_next;
    s->sampler.begin = pairs_begin;
    return &s->sampler;
}
