/* Where the program stops: breakpoints, watched variables, lines; and what searches look for. */
#include <stdio.h>

#include "debug/worker.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/show.h"
#include "vm/sync.h"

const G *worker_goroutine(const Worker *w, u32 id)
{
    for (u32 i = 0; i < w->vm->sched.all.len; i++)
        if (w->vm->sched.all.data[i]->id == id)
            return w->vm->sched.all.data[i];
    return NULL;
}

/* ---- lines ---- */

static u32 line_of(const Worker *w, Pos pos)
{
    return source_place(w->vm->program->sources, pos).line;
}

/* A file is named by the end of its path. */
static bool is_file(const SourceFile *file, const char *name)
{
    size_t have = strlen(file->name), want = strlen(name);
    return have >= want && !strcmp(file->name + have - want, name) &&
           (have == want || file->name[have - want - 1] == '/');
}

/* The instructions that are the first of the line in the code. */
static void add_entries(Worker *w, const Func *fn, u32 stop)
{
    u32 line = 0, wanted = w->shared->stops[stop].line;
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc])) {
        u32 before = line;
        line = fn->spans[pc].start ? line_of(w, fn->spans[pc].start) : line;
        if (line == wanted && before != wanted)
            *map_put(&w->entries, (u64)&fn->code[pc]) = stop + 1;
    }
}

static void prepare_break(Worker *w, u32 stop)
{
    const Program *program = w->vm->program;
    for (u32 i = 0; i < program->funcs.len; i++) {
        const Func *fn = program->funcs.data[i];
        const SourceFile *file = fn->ncode && !fn->is_wrapper
                                     ? source_file_of(program->sources, fn->spans[0].start)
                                     : NULL;
        if (file && is_file(file, w->shared->stops[stop].file))
            add_entries(w, fn, stop);
    }
    w->has_breaks = true;
}

/* ---- variables ---- */

static const G *running(const Worker *w)
{
    const G *g = w->last ? worker_goroutine(w, w->last) : NULL;
    return g ? g : w->vm->sched.all.len ? w->vm->sched.all.data[0] : NULL;
}

/* Where a variable is in shared memory; *size 0: it is not there. */
static Loc place_of(Worker *w, const char *name, u64 *size)
{
    Variable variable;
    const G *g = running(w);
    *size = 0;
    if (!name_find(w, g, name, &variable, NULL) || variable.in_register)
        return (Loc){0, 0};
    *size = variable.type->size ? variable.type->size : 1;
    return heap_locate(w->vm, variable.addr);
}

static bool overlaps(Loc loc, Loc from, u64 size)
{
    return size && loc.object == from.object && loc.offset >= from.offset &&
           loc.offset < from.offset + size;
}

void worker_prepare_stops(Worker *w)
{
    const Task *order = &w->shared->order;
    map_clear(&w->entries);
    w->has_breaks = false;
    for (u32 i = 0; i < MOST_STOPS; i++) {
        const Stop *stop = &w->shared->stops[i];
        w->watched_size[i] = 0;
        if (stop->number && stop->file[0])
            prepare_break(w, i);
        else if (stop->number)
            w->watched[i] = place_of(w, stop->condition, &w->watched_size[i]);
    }
    if (order->find == FIND_WRITE || order->find == FIND_LOCK)
        w->sought = order->sought_loc;
    w->sought_size = order->sought_size;
}

static bool is_locking(Effect effect)
{
    return effect == EFFECT_LOCK || effect == EFFECT_WLOCK || effect == EFFECT_RLOCK;
}

static bool is_sought(const Worker *w, const G *g, const NextStep *step)
{
    const Task *order = &w->shared->order;
    if (!overlaps(step->loc, w->sought, w->sought_size))
        return false;
    if (order->find == FIND_WRITE)
        return step->write && !step->sync;
    return order->find == FIND_LOCK && step->sync && is_locking(vm_operation(w->vm, g).effect);
}

static void found(Worker *w)
{
    Position here = {w->at, w->instr};
    if (!position_before(here, w->shared->order.until))
        return; /* a choice that is not of a goroutine led past the end of the search */
    w->shared->found = here;
    w->shared->has_found = true;
}

void worker_note_step(Worker *w, const G *g)
{
    NextStep step = vm_next_step(w->vm, g);
    if (is_sought(w, g, &step))
        found(w);
    for (u32 i = 0; w->shared->order.stops && i < MOST_STOPS; i++) {
        if (!step.write || step.sync || !overlaps(step.loc, w->watched[i], w->watched_size[i]))
            continue;
        w->why = "watch";
        snprintf(w->note, sizeof w->note, "goroutine %u has written %.200s", g->id,
                 w->shared->stops[i].condition);
    }
}

/* ---- instructions ---- */

void worker_note_line(Worker *w, const G *g)
{
    Frame frames[16];
    u32 n = vm_frames(w->vm, g, frames, COUNT_OF(frames)), i = 0;
    while (i < n && frames[i].fn->is_library)
        i++;
    w->line = 0;
    w->line_fn = NULL;
    w->line_frame = UINT64_MAX;
    if (i == n)
        return;
    w->line_fn = frames[i].fn;
    w->line_frame = (u64)(frames[i].R - g->stack);
    w->line = line_of(w, vm_span(&frames[i]).start);
}

static bool is_other_line(Worker *w, const G *g, const Word *pc)
{
    const Task *order = &w->shared->order;
    u64 frame = (u64)(g->R - g->stack);
    if (g->id != order->line_of || (frame > w->line_frame && !order->into))
        return false;
    const Func *fn = vm_func_at(w->vm, pc);
    if (!fn || fn->is_library || fn->is_wrapper || !fn->spans[pc - fn->code].start)
        return false;
    return frame != w->line_frame || fn != w->line_fn ||
           line_of(w, fn->spans[pc - fn->code].start) != w->line;
}

static const Stop *break_at(Worker *w, const G *g, const Word *pc)
{
    u64 *entry = w->entries.count ? map_get(&w->entries, (u64)pc) : NULL;
    if (!entry)
        return NULL;
    const Stop *stop = &w->shared->stops[*entry - 1];
    Buf error = {0};
    bool holds = !stop->condition[0] || name_condition(w, g, stop->condition, &error);
    if (holds && stop->number != STOP_ONCE)
        snprintf(w->note, sizeof w->note, "breakpoint %u%s%s", stop->number, error.len ? ": " : "",
                 buf_str(&error));
    buf_free(&error);
    return holds ? stop : NULL;
}

void worker_instruction(VM *vm, G *g, const Word *pc, void *ctx)
{
    Worker *w = ctx;
    (void)vm;
    w->instr++;
    const Task *order = &w->shared->order;
    const char *why = NULL;
    bool there = order->until.instr && w->at == order->until.at && w->instr == order->until.instr;
    if (there)
        why = "step";
    else if (order->line_of && is_other_line(w, g, pc))
        why = "line";
    else if ((order->stops || order->find == FIND_BREAK) && break_at(w, g, pc))
        why = "breakpoint";
    if (why && order->find == FIND_BREAK && !there) {
        found(w);
    } else if (why) {
        w->last = g->id;
        worker_serve(w, why);
    }
}
