/* Questions that are asked again. Before the first `go` writes to memory are not observed, so that
 * two states with the same registers may differ in memory: there all answers are tried for some
 * rounds, and then the verdict says what was left out. */
#include "explore/check/asked.h"

#include "base/hash.h"
#include "vm/spin.h"

/* Rounds, the first included, in which all answers are tried. */
enum { ROUNDS = 1, ROUNDS_UNSEEN = 5 };

bool asked_again(Asked *asked, VM *vm, const Choice *choice, u64 done, u32 *drawn)
{
    if (choice->kind == CHOOSE_GOROUTINE || choice->kind == CHOOSE_TIMER)
        return false;
    const G *g = vm->sched.current;
    u64 here = hash_pair(spin_question(vm, g), (u64)g->id << 32 | choice->options);
    u64 *times = map_put(&asked->times, hash_pair(here, done));
    *drawn = (u32)hash_u64(*times) % choice->options;
    bool again = (*times)++ >= (vm->tracking ? ROUNDS : ROUNDS_UNSEEN);
    asked->bound |= again && !vm->tracking;
    return again;
}

void asked_begin(Asked *asked)
{
    map_clear(&asked->times);
}

void asked_free(Asked *asked)
{
    map_free(&asked->times);
}
