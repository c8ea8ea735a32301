/* What happens in an execution besides the steps: which goroutine starts or wakes which other one,
 * and accesses to memory. */
#include "explore/dpor/dpor.h"

#include "trace/happens_before.h"

/* ---- names ---- */

static Proc child_of(Dpor *dpor, Proc parent)
{
    while (dpor->run.children.len <= parent)
        vec_push(&dpor->run.children, 0);
    u32 ordinal = dpor->run.children.data[parent]++;
    Proc child = dpor_proc_named(dpor, hash_pair(dpor_proc_name(dpor, parent), ordinal));
    CHECK(child > 1); /* the machine and main have no parent */
    return child;
}

void dpor_add_goroutine(Dpor *dpor, u32 goroutine, Proc proc)
{
    while (dpor->run.proc_of.len <= goroutine)
        vec_push(&dpor->run.proc_of, NO_PROC);
    dpor->run.proc_of.data[goroutine] = proc;
    while (dpor->run.pending.len <= proc)
        vec_push(&dpor->run.pending, (Pending){0});
}

/* ---- what happens besides the steps ---- */

/* Of the steps that this execution has in common with the one before, all is noted. */
static bool is_new(const Dpor *dpor)
{
    return (i32)dpor->run.at - 1 >= dpor->path.branch;
}

void dpor_note(Dpor *dpor, NoteKind kind, Proc proc, u32 other)
{
    if (!is_new(dpor))
        return;
    CHECK(!dpor->path.notes.len || vec_last(&dpor->path.notes).at < (i32)dpor->run.at);
    vec_push(&dpor->path.notes, (Note){(i32)dpor->run.at - 1, (u8)kind, proc, other});
}

/* A goroutine, or the setting of a timer. */
static Proc start_child(Dpor *dpor, Proc parent)
{
    Proc child = child_of(dpor, parent);
    while (dpor->run.pending.len <= child)
        vec_push(&dpor->run.pending, (Pending){0});
    vec_push(&dpor->run.started, child);
    fire_inherit(dpor, parent, child);
    dpor_note(dpor, NOTE_START, parent, child);
    return child;
}

/* The step that is being done has this footprint too. */
static void footprint_also(Dpor *dpor, u32 object, bool write)
{
    if (!is_new(dpor) || !dpor->path.taken.len)
        return;
    Taken *taken = &vec_last(&dpor->path.taken);
    Footprint footprint = {.object = object, .kind = write ? FOOTPRINT_WRITE : FOOTPRINT_READ};
    for (u32 i = 0; i < taken->nfootprints; i++) {
        Footprint *known = &dpor->path.footprints.data[taken->footprint + i];
        if (known->object == object && (known->kind == footprint.kind || !write))
            return;
    }
    /* Those of the last step are at the end. */
    CHECK(taken->footprint + taken->nfootprints == dpor->path.footprints.len);
    CHECK(dpor->run.at == dpor->path.taken.len);
    vec_push(&dpor->path.footprints, footprint);
    taken->nfootprints++;
    spin_step(dpor, taken->label.proc, &footprint, 1, false);
}

static void on_access(Dpor *dpor, const Event *event)
{
    Loc loc = event->loc;
    for (u32 i = 0; i == 0 || i < event->count; i++) {
        footprint_also(dpor, dpor_object(dpor, loc), event->kind == EV_WRITE);
        loc.offset += event->stride;
    }
}

/* Of a lock that one goroutine holds alone. */
static bool is_unlock(u8 sub)
{
    return sync_effect(sub) == EFFECT_UNLOCK || sync_effect(sub) == EFFECT_WUNLOCK;
}

void dpor_on_event(EventSink *sink, const Event *event)
{
    Dpor *dpor = (Dpor *)((char *)sink - offsetof(Dpor, sink));
    CHECK(dpor->run.running);
    Proc proc = event->goroutine == GOROUTINE_MACHINE ? dpor->run.cause
                                                      : dpor->run.proc_of.data[event->goroutine];
    switch ((EventKind)event->kind) {
    case EV_GO: {
        Proc child = start_child(dpor, proc);
        dpor_add_goroutine(dpor, event->other, child);
        if (dpor->vm->ask.counts_goroutines)
            footprint_also(dpor, dpor_shared(dpor, ON_GOROUTINES), true);
        break;
    }
    case EV_READ:
    case EV_WRITE:
        if (event->goroutine != GOROUTINE_MACHINE)
            spin_access(dpor, proc);
        if (event->kind == EV_WRITE && event->sub == SYNC_NONE)
            sight_plain_write(dpor, event);
        if (dpor->accesses && event->sub == SYNC_NONE)
            on_access(dpor, event);
        break;
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
        if (event->sub == SYNC_TIMER_SET)
            fire_set(dpor, dpor->vm->sched.current, event->loc, start_child(dpor, proc));
        if (is_unlock(event->sub))
            dpor_note(dpor, NOTE_RELEASE, proc, dpor_object(dpor, event->loc));
        if (hb_is_lock(event->sub))
            spin_lock(dpor, proc, false);
        break;
    case EV_ACQUIRE:
        if (hb_is_lock(event->sub) && !(event->flags & EVF_PART))
            spin_lock(dpor, proc, true);
        /* The goroutine that runs has woken it. */
        if (dpor->vm->sched.current && event->goroutine != dpor->vm->sched.current->id)
            dpor_note(dpor, NOTE_WAKE, dpor->run.proc_of.data[dpor->vm->sched.current->id], proc);
        break;
    /* What these order follows from the footprints of the steps, or nothing. */
    case EV_END:
    case EV_MAKE:
    case EV_SEND:
    case EV_RECV:
    case EV_RENDEZVOUS:
    case EV_RECV_CLOSED:
    case EV_CLOSE:
    case EV_ACQUIRE_RELEASE:
    case EV_TIMER:
    case EV_DEFAULT:
    case EV_PANIC:
    case EV_COUNT: break;
    }
}
