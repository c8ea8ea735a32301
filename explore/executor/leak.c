/* Looks for leaks, groups them by place and describes them. */
#include "explore/executor/leak.h"

#include <stdlib.h>

#include "explore/executor/lock_cycle.h"
#include "explore/executor/stuck.h"

/* While a program runs, steps between two searches: at least INSPECT_FIRST, and this many for each
 * word of memory that the last one looked at. A step is a loop iteration or a call. */
enum { STEPS_PER_WORD = 200 };

/* Goroutines of one finding. */
typedef struct Leak {
    const G *first;
    Pos place, started; /* where they are blocked, where they were started */
    u32 goroutines;
} Leak;

typedef VEC(Leak) LeakList;

static bool is_among(const GoroutineList *list, const G *g)
{
    for (u32 i = 0; i < list->len; i++)
        if (list->data[i] == g)
            return true;
    return false;
}

u64 leak_list(Executor *ex, GoroutineList *out)
{
    GoroutineList all = {0}, cycle = {0};
    u64 work = 0;
    if (ex->config.leaks == LEAKS_BLOCKED && ex->vm->main_ended)
        stuck_list(ex->vm, &all);
    else if (stuck_count(ex->vm))
        work = reach_find_stuck(executor_reach(ex), &all);
    if (all.len)
        lock_cycle_find(ex->vm, &cycle);
    for (u32 i = 0; i < all.len; i++)
        if (!is_among(&cycle, all.data[i]))
            vec_push(out, all.data[i]);
    vec_free(&all);
    vec_free(&cycle);
    return work;
}

static void add_to_group(VM *vm, const G *g, LeakList *groups)
{
    Leak leak = {.first = g, .place = stuck_place(vm, g, NULL), .started = g->start_pos};
    for (u32 i = 0; i < groups->len; i++) {
        Leak *group = &groups->data[i];
        if (group->place != leak.place || group->started != leak.started)
            continue;
        group->goroutines++;
        return;
    }
    leak.goroutines = 1;
    vec_push(groups, leak);
}

static void describe(Executor *ex, const Leak *leak, const char *function, Buf *title)
{
    const Sources *sources = ex->config.program->sources;
    buf_printf(title, "leak: blocked for ever: %s (%s) at ", function, vm_wait_text(leak->first));
    pos_print(sources, leak->place, title);
    if (!leak->started)
        return;
    buf_puts(title, ", started at ");
    pos_print(sources, leak->started, title);
}

static char *stacks(Executor *ex, const Leak *leak)
{
    Buf text = {0};
    if (leak->goroutines > 1)
        buf_printf(&text, "%u goroutines, the first of them:\n\n", leak->goroutines);
    stuck_add_stack(ex->vm, leak->first, &text);
    char *copy = xstrdup(buf_str(&text));
    buf_free(&text);
    return copy;
}

/* The new finding, or NULL. */
static Finding *add(Executor *ex, const Leak *leak)
{
    const char *function = "?";
    stuck_place(ex->vm, leak->first, &function);
    SilencedPlace at = {function, leak->place, leak->first->start_fn->name, leak->started};
    Silence *silence = ex->config.silence;
    if (silence && silence_hides_leak(silence, &at, ex->config.program->sources))
        return NULL;
    Buf title = {0};
    describe(ex, leak, function, &title);
    Finding *finding = judge_add(&ex->execution, FOUND_LEAK, hash_pair(leak->place, leak->started),
                                 buf_str(&title));
    buf_free(&title);
    if (!finding)
        return NULL;
    finding->now = leak->place;
    finding->before = leak->started;
    finding->goroutines = leak->goroutines;
    finding->text = stacks(ex, leak);
    return finding;
}

/* *main: whether it is among them. */
static u64 find(Executor *ex, bool running, bool *main)
{
    GoroutineList list = {0};
    LeakList groups = {0};
    u64 work = leak_list(ex, &list);
    for (u32 i = 0; i < list.len; i++) {
        const G *g = list.data[i];
        const char *function;
        *main |= g->id == GOROUTINE_MAIN;
        /* What drives a test that has called os.Exit waits for it, and is no part of it. */
        if (g->id != GOROUTINE_MAIN || stuck_place(ex->vm, g, &function))
            add_to_group(ex->vm, g, &groups);
    }
    for (u32 i = 0; i < groups.len; i++) {
        Finding *finding = add(ex, &groups.data[i]);
        if (!finding || !running || !ex->config.on_leak)
            continue;
        finding->shown = true;
        vm_flush(ex->vm);
        ex->config.on_leak(ex->config.ctx, finding);
    }
    vec_free(&groups);
    vec_free(&list);
    return work;
}

u64 leak_find(Executor *ex)
{
    bool main = false;
    return find(ex, false, &main);
}

/* The program can never end by itself if main is stuck. That is decided at steps that double, which
 * do not depend on the work: runs that are equal end equally. */
static void end_without_main(Executor *ex, bool main_stuck)
{
    VM *vm = ex->vm;
    if (vm->steps < ex->main_checked_at)
        return;
    while (ex->main_checked_at <= vm->steps)
        ex->main_checked_at *= 2;
    if (main_stuck)
        vm->outcome = (Outcome){.ended = true, .kind = VERDICT_DEADLOCK, .without_main = true};
}

void leak_inspect(void *executor)
{
    Executor *ex = executor;
    VM *vm = ex->vm;
    bool main_stuck = false;
    u64 wait = find(ex, true, &main_stuck) * STEPS_PER_WORD;
    vm->inspect_at = vm->steps + (wait > INSPECT_FIRST ? wait : INSPECT_FIRST);
    end_without_main(ex, main_stuck);
    if (vm->inspect_at > ex->main_checked_at)
        vm->inspect_at = ex->main_checked_at;
}
