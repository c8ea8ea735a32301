/* Questions that are asked again. Before the first `go` writes to memory are not observed, so that
 * two states with the same registers may differ in memory: there all answers are tried until that
 * makes too many executions, and then the verdict says what was left out. */
#include "explore/check/asked.h"

#include "base/hash.h"
#include "vm/spin.h"

/* So many sequences of answers to questions that may have been asked before are tried. */
enum { MOST_SEQUENCES = 4096 };

/* Before the first `go`: whether enough answers are tried without this question. */
static bool is_over(Asked *asked, u32 options)
{
    u64 sequences = (asked->repeated ? asked->repeated : 1) * options;
    if (sequences > MOST_SEQUENCES)
        return asked->bound = true;
    asked->repeated = sequences;
    return false;
}

bool asked_again(Asked *asked, VM *vm, const Choice *choice, u64 done, u32 *drawn)
{
    if (choice->kind == CHOOSE_GOROUTINE || choice->kind == CHOOSE_TIMER)
        return false;
    const G *g = vm->sched.current;
    u64 here = hash_pair(spin_question(vm, g), (u64)g->id << 32 | choice->options);
    u64 *times = map_put(&asked->times, hash_pair(here, done));
    *drawn = (u32)hash_u64(*times) % choice->options;
    return (*times)++ && (vm->tracking || is_over(asked, choice->options));
}

void asked_begin(Asked *asked)
{
    map_clear(&asked->times);
    asked->repeated = 0;
}

void asked_free(Asked *asked)
{
    map_free(&asked->times);
}
