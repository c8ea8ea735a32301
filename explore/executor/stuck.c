/* Goroutines that can never go on: finds and describes them. */
#include "explore/executor/stuck.h"

#include <stdlib.h>

#include "explore/executor/lock_cycle.h"
#include "vm/sync.h"

Pos stuck_place(VM *vm, const G *g, const char **function)
{
    Frame frames[32];
    u32 n = g ? vm_frames(vm, g, frames, COUNT_OF(frames)) : 0;
    for (u32 i = 0; i < n; i++) {
        if (frames[i].fn->is_library)
            continue;
        if (function)
            *function = frames[i].fn->name;
        return vm_span(&frames[i]).start;
    }
    return 0;
}

u32 stuck_count(VM *vm)
{
    u32 count = 0;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        count += reach_waits(vm->sched.all.data[i]);
    return count;
}

static int by_id(const void *a, const void *b)
{
    const G *x = *(G *const *)a, *y = *(G *const *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* The titles of kinds differ only in what they begin with. */
static const char *headline(const VM *vm, StuckKind kind)
{
    if (kind == STUCK_CYCLE)
        return "lock cycle: goroutines wait for each other's locks";
    if (kind == STUCK_FOR_EVER)
        return "partial deadlock: no other goroutine can wake them";
    CHECK(vm->outcome.kind == VERDICT_DEADLOCK);
    return "deadlock: all goroutines are asleep";
}

/* Stacks are separated by empty lines. */
void stuck_add_stack(VM *vm, const G *g, Buf *report)
{
    if (report->len)
        buf_putc(report, '\n');
    char *text = NULL;
    size_t len = 0;
    FILE *file = open_memstream(&text, &len);
    vm_print_stack(vm, g, file);
    fclose(file);
    buf_add(report, text, len);
    free(text);
    Buf why = {0};
    sched_describe_wait(vm, g, &why);
    if (why.len)
        buf_printf(report, "\twaits for %s\n", buf_str(&why));
    buf_free(&why);
}

enum { NAMED = 4 }; /* goroutines that fit into a title */

void stuck_list(VM *vm, GoroutineList *out)
{
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (reach_waits(vm->sched.all.data[i]))
            vec_push(out, vm->sched.all.data[i]);
    if (out->len > 0)
        qsort(out->data, out->len, sizeof *out->data, by_id);
}

static GoroutineList find(Reach *reach, VM *vm, StuckKind kind)
{
    GoroutineList list = {0};
    if (kind == STUCK_FOR_EVER)
        reach_find_stuck(reach, &list);
    if (kind == STUCK_CYCLE)
        lock_cycle_find(vm, &list);
    if (kind == STUCK_ALL)
        stuck_list(vm, &list);
    if (list.len > 0)
        qsort(list.data, list.len, sizeof *list.data, by_id);
    return list;
}

/* Where a goroutine is blocked. */
typedef struct Blocked {
    const G *g;
    const char *function;
    Pos pos;
} Blocked;

static int by_place(const void *a, const void *b)
{
    const Blocked *x = a, *y = b;
    return x->pos != y->pos ? (x->pos < y->pos ? -1 : 1) : by_id(&x->g, &y->g);
}

/* The goroutines sorted by place, so that what is found again, with other numbers of goroutines,
 * has the same title. The caller frees the array. */
static Blocked *places_of(VM *vm, const GoroutineList *list)
{
    Blocked *all = xmalloc((list->len + 1) * sizeof *all);
    for (u32 i = 0; i < list->len; i++) {
        all[i] = (Blocked){list->data[i], "?", 0};
        all[i].pos = stuck_place(vm, all[i].g, &all[i].function);
    }
    qsort(all, list->len, sizeof *all, by_place);
    return all;
}

/* Appends each place once, while they fit; returns the key. */
static u64 add_places(VM *vm, const GoroutineList *list, Buf *title)
{
    Blocked *all = places_of(vm, list);
    u64 key = 0;
    u32 places = 0;
    for (u32 i = 0; i < list->len; i++) {
        if (i > 0 && all[i].pos == all[i - 1].pos)
            continue;
        key += hash_u64(all[i].pos + 1);
        if (++places > NAMED)
            continue;
        buf_printf(title, "%s %s (%s) at ", places == 1 ? ":" : ",", all[i].function,
                   vm_wait_text(all[i].g));
        pos_print(vm->program->sources, all[i].pos, title);
    }
    if (places > NAMED)
        buf_puts(title, ", ...");
    free(all);
    return key;
}

u32 stuck_describe(Reach *reach, VM *vm, StuckKind kind, u64 *key, Buf *title, Buf *report)
{
    GoroutineList list = find(reach, vm, kind);
    buf_puts(title, headline(vm, kind));
    *key = add_places(vm, &list, title);
    for (u32 i = 0; report && i < list.len; i++)
        stuck_add_stack(vm, list.data[i], report);
    u32 count = list.len;
    vec_free(&list);
    return count;
}

/* Adds the stacks of at most `most` goroutines of the program that can go on, or that cannot. */
static void add_some(VM *vm, bool going_on, u32 most, Buf *report)
{
    const G *current = vm->sched.current;
    u32 shown = 0, all = 0;
    for (u32 i = 0; i <= vm->sched.all.len; i++) {
        const G *g = i ? vm->sched.all.data[i - 1] : current;
        if (!g || (i && g == current))
            continue;
        bool can_go_on = g->status == G_RUNNABLE || g->status == G_RUNNING;
        if (can_go_on != going_on || !(going_on || vm_in_program(vm, g)))
            continue;
        all++;
        if (shown < most && vm_in_program(vm, g) && ++shown)
            stuck_add_stack(vm, g, report);
    }
    if (all > shown)
        buf_printf(report, "\n... and %u more that %s\n", all - shown,
                   going_on ? "could go on" : "wait");
}

void stuck_add_unfinished(VM *vm, Buf *report)
{
    enum { MOST_RUNNING = 4, MOST_WAITING = 8 };
    add_some(vm, true, MOST_RUNNING, report);
    add_some(vm, false, MOST_WAITING, report);
}
