/* Lets timers fire while goroutines can run, at random and within a budget of virtual time. */
#include "explore/schedule/late.h"

#include "base/rng.h"
#include "vm/timer.h"

/* Times that a timer may fire early in one execution, however short the time is that passes. */
enum { MOST_TIMES = 8 };
/* Expected number of such times, if the estimate of the number of choices is right. */
enum { USUAL_TIMES = 2 };

struct LateChooser {
    Chooser base;
    Chooser *inner;
    VM *vm;
    Rng rng;
    i64 whole, left;
    u32 points, usual; /* choices at which time could pass: in this execution, on average */
};

i64 late_price(VM *vm, i64 whole, i64 left)
{
    if (!left || vm->time.bubble ||
        !timers_pending(vm)) /* in a bubble, time waits for all in Go as well */
        return 0;
    i64 ns = timers_lateness(vm), least = whole / MOST_TIMES + 1;
    i64 price = ns > least ? ns : least;
    CHECK(ns >= 0 && price > 0);
    return price <= left ? price : 0;
}

static u32 late_pick(Chooser *self, const Choice *choice)
{
    LateChooser *late = (LateChooser *)self;
    if (choice->kind != CHOOSE_GOROUTINE)
        return chooser_pick(late->inner, choice);
    if (chooser_lets_fire(choice))
        return choice->options;
    i64 price = late_price(late->vm, late->whole, late->left);
    if (price) {
        CHECK(price > 0 && price <= late->left && late->left <= late->whole);
        late->points++;
        if (rng_below(&late->rng, late->usual + USUAL_TIMES) < USUAL_TIMES) {
            CHECK(price <= late->left);
            late->left -= price;
            return choice->options; /* a timer fires */
        }
    }
    return choice->options > 1 ? chooser_pick(late->inner, choice) : 0;
}

LateChooser *late_chooser(VM *vm, i64 whole)
{
    LateChooser *late = xcalloc(1, sizeof *late);
    late->vm = vm;
    late->whole = whole;
    return late;
}

void late_free(LateChooser *late)
{
    free(late);
}

Chooser *late_begin(LateChooser *late, Chooser *inner, u64 seed)
{
    CHECK(inner != &late->base);
    late->base = *inner;
    late->base.pick = late_pick;
    late->base.asks_alone = true;
    late->base.fifo = false;
    late->inner = inner;
    late->rng.state = seed;
    late->usual = (3 * late->usual + late->points) / 4;
    late->points = 0;
    late->left = late->whole;
    return &late->base;
}
