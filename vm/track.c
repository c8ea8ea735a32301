#include "vm/track.h"

#include <stdlib.h>
#include <string.h>

#include "vm/access_log.h"
#include "vm/chan.h"
#include "vm/filter.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/show.h"

/* Source of the word before pc: pc is saved pointing behind the instruction that runs. */
static Span span_before(VM *vm, const Word *pc)
{
    const Func *fn = vm_func_at(vm, pc - 1);
    return fn ? fn->spans[pc - 1 - fn->code] : (Span){0, 0};
}

static Span span_at(VM *vm, const Word *pc)
{
    const Func *fn = vm_func_at(vm, pc);
    return fn ? fn->spans[pc - fn->code] : (Span){0, 0};
}

/* What the library's packages do to set themselves up is nobody's business: it happens before
 * everything (trace/event.h allows accesses before the first go to be left out). */
static bool is_setup(VM *vm, const Word *pc)
{
    if (vm->concurrent)
        return false;
    const Func *fn = vm_func_at(vm, pc);
    return fn && fn->is_library;
}

/* The name of the memory at addr. Detectors keep a shadow of it from now on, and want to know of
 * its death. */
static Loc watch(VM *vm, const void *addr)
{
    u64 *header;
    Loc loc = heap_find(vm, addr, &header);
    heap_watch(vm, header);
    return loc;
}

static void *shadow_of(VM *vm, G *g)
{
    if (UNLIKELY(!g->shadow))
        g->shadow = vm->sink->shortcuts->goroutine(vm->sink, g->id);
    return g->shadow;
}

static void tell_sync(VM *vm, const SyncStep *step)
{
    const Shortcuts *quick = vm->sink->shortcuts;
    if (quick) {
        quick->sync(vm->sink, shadow_of(vm, step->g), step->object, step->kind, step->sub,
                    step->flags, step->span);
        return;
    }
    Event event = {.kind = step->kind,
                   .sub = step->sub,
                   .flags = step->flags,
                   .loc = step->loc,
                   .goroutine = step->g->id,
                   .span = step->span};
    vm->sink->event(vm->sink, &event);
}

static void tell_unlock(VM *vm)
{
    vm->filter->unlocked = NULL;
    tell_sync(vm, &vm->filter->unlock);
}

static void send(VM *vm, const Event *event)
{
    if (vm->filter && vm->filter->unlocked)
        tell_unlock(vm);
    vm->sink->event(vm->sink, event);
}

void track_accesses(VM *vm)
{
    vm->tracking = vm->sink && (vm->sink->wants & WANT_ACCESS);
    if (vm->tracking && filter_wanted(vm))
        filter_make(vm);
}

/* What an access by g at addr is to; false: the sink need not be told. */
static inline bool find_accessed(VM *vm, const G *g, const void *addr, Loc *loc)
{
    u64 *header;
    *loc = heap_find(vm, addr, &header);
    if (filter_is_new(vm, g, loc->object) || loc->object == ~0ull)
        return false;
    heap_watch(vm, header);
    return true;
}

/* ---- shortcuts ---- */

/* Whether the sink takes them; then it has been told all that came before. */
static const Shortcuts *shortcuts(VM *vm)
{
    const Shortcuts *quick = vm->log ? NULL : vm->sink->shortcuts;
    if (quick && UNLIKELY(vm->filter && vm->filter->unlocked))
        tell_unlock(vm);
    return quick;
}

/* ---- events ---- */

/* An access by the library is shown where the program called the library. */
static Span access_span(VM *vm, const G *g, const Word *pc, u8 *flags)
{
    const Func *fn = vm_func_at(vm, pc);
    *flags = 0;
    if (LIKELY(!fn || !fn->is_library))
        return fn ? fn->spans[pc - fn->code] : (Span){0, 0};
    *flags = EVF_LIBRARY;
    return vm_user_span(vm, g);
}

static void send_access(VM *vm, G *g, Loc loc, const RLeaf *leaf, bool write, Span span, u8 flags)
{
    Event event = {
        .kind = write ? EV_WRITE : EV_READ,
        .flags = flags,
        .goroutine = g->id,
        .loc = {loc.object, loc.offset + leaf->offset},
        .count = (u32)leaf->count,
        .stride = (u32)leaf->stride,
        .span = span,
    };
    Buf text = {0};
    if (UNLIKELY(vm->sink->wants & WANT_VALUES) && leaf->count <= 1) {
        if (vm->storing)
            show_stored(vm, event.loc, vm->storing, leaf->offset, &text);
        else
            show_location(vm, event.loc, &text);
        event.value = text.len ? buf_str(&text) : NULL;
    }
    send(vm, &event);
    buf_free(&text);
}

static const RLeaf one_leaf = {0, 1, 0};

static inline void tell_scalar(VM *vm, G *g, Loc loc, bool write, Span span, u8 flags)
{
    const Shortcuts *quick = shortcuts(vm);
    if (LIKELY(quick != NULL))
        quick->access(vm->sink, shadow_of(vm, g), loc, span, write);
    else
        send_access(vm, g, loc, &one_leaf, write, span, flags);
}

static void tell_leaf(VM *vm, G *g, Loc loc, const RLeaf *leaf, bool write, Span span, u8 flags)
{
    const Shortcuts *quick = shortcuts(vm);
    Loc first = {loc.object, loc.offset + leaf->offset};
    if (quick)
        quick->accesses(vm->sink, shadow_of(vm, g), first, (u32)leaf->count, (u32)leaf->stride,
                        span, write);
    else
        send_access(vm, g, loc, leaf, write, span, flags);
}

void track_scalar(VM *vm, G *g, const void *addr, bool write, const Word *pc)
{
    if (UNLIKELY(vm->log != NULL)) {
        log_access(vm->log, g, addr, write ? ACCESS_WRITE : ACCESS_READ);
        return;
    }
    if (filter_seen(vm, g, (u64)addr, write))
        return;
    Loc loc;
    if (is_setup(vm, pc) || !find_accessed(vm, g, addr, &loc))
        return;
    u8 flags;
    Span span = access_span(vm, g, pc, &flags);
    tell_scalar(vm, g, loc, write, span, flags);
}

void track_plain(VM *vm, G *g, const void *addr, bool write, Span span)
{
    Loc loc;
    if (!filter_seen(vm, g, (u64)addr, write) && find_accessed(vm, g, addr, &loc))
        tell_scalar(vm, g, loc, write, span, 0);
}

void track_value(VM *vm, G *g, const void *addr, RType *type, bool write, const Word *pc)
{
    if (UNLIKELY(vm->log != NULL)) {
        log_range(vm->log, g, addr, type, 1, write ? ACCESS_WRITE : ACCESS_READ);
        return;
    }
    u32 count;
    const RLeaf *leaves = rtype_leaves(type, &count);
    if (count == 1 && leaves->count == 1 && leaves->offset == 0) {
        track_scalar(vm, g, addr, write, pc);
        return;
    }
    if (filter_seen_values(vm, g, addr, type, 1, write))
        return;
    Loc loc;
    if (is_setup(vm, pc) || !find_accessed(vm, g, addr, &loc))
        return;
    u8 flags;
    Span span = access_span(vm, g, pc, &flags);
    for (u32 i = 0; i < count; i++)
        tell_leaf(vm, g, loc, &leaves[i], write, span, flags);
}

/* Every element has the same leaves. Contiguous single leaves become one ranged event. */
void track_range(VM *vm, G *g, const void *addr, RType *elem, u64 n, bool write, const Word *pc)
{
    if (!n)
        return;
    if (UNLIKELY(vm->log != NULL)) {
        log_range(vm->log, g, addr, elem, n, write ? ACCESS_WRITE : ACCESS_READ);
        return;
    }
    if (filter_seen_values(vm, g, addr, elem, n, write))
        return;
    Loc loc;
    if (is_setup(vm, pc) || !find_accessed(vm, g, addr, &loc))
        return;
    u32 count;
    const RLeaf *leaves = rtype_leaves(elem, &count);
    u8 flags;
    Span span = access_span(vm, g, pc, &flags);
    for (u32 i = 0; i < count; i++) {
        for (u64 k = 0; k < leaves[i].count; k++) {
            RLeaf leaf = {leaves[i].offset + k * leaves[i].stride, n, elem->size};
            tell_leaf(vm, g, loc, &leaf, write, span, flags);
        }
    }
}

/* Atomic operations and locks also read or write the variable that they are on. */
static bool accesses_itself(u8 sub)
{
    return (sub >= SYNC_ATOMIC_LOAD && sub <= SYNC_ATOMIC_BITS) ||
           (sub >= SYNC_MUTEX_LOCK && sub <= SYNC_RWMUTEX_RUNLOCK);
}

/* From now on there may be two who act at once. */
static void observe(VM *vm)
{
    vm->concurrent = true;
    if (!vm->tracking)
        track_accesses(vm);
}

static KnownObject *known_object(VM *vm, const void *addr)
{
    return vm->filter ? &vm->filter->objects[(u64)addr / 8 % SYNC_OBJECTS] : NULL;
}

/* What the synchronisation is on; false: no memory with a name. */
static bool find_object(VM *vm, const void *addr, SyncStep *step)
{
    KnownObject *known = known_object(vm, addr);
    if (known && LIKELY(known->addr == addr)) {
        step->object = known->number;
        return true;
    }
    step->loc = watch(vm, addr);
    if (step->loc.object == ~0ull)
        return false;
    if (!vm->sink->shortcuts)
        return true;
    step->object = vm->sink->shortcuts->object(vm->sink, step->loc);
    if (known)
        *known = (KnownObject){addr, step->object};
    return true;
}

/* A new segment begins with it. */
static void tell_first(VM *vm, const SyncStep *step)
{
    filter_begin_segment(vm, step->g);
    if (vm->filter && vm->filter->unlocked)
        tell_unlock(vm);
    tell_sync(vm, step);
}

void track_sync(VM *vm, G *g, u8 kind, u8 sub, const void *addr, bool part)
{
    if (UNLIKELY(vm->log != NULL)) {
        log_sync(vm->log, g, kind, sub, addr, !part && accesses_itself(sub));
        return;
    }
    Span span = vm_user_span(vm, g);
    if (filter_spares_again(vm, g, sub, addr, span))
        return;
    SyncStep step = {.g = g, .kind = kind, .sub = sub, .span = span};
    if (!find_object(vm, addr, &step))
        return;
    step.flags = part ? EVF_PART : accesses_itself(sub) ? EVF_ATOMIC : 0;
    if (!filter_spares(vm, &step, addr))
        tell_first(vm, &step);
}

/* What g does next may be concurrent with what the timer starts. */
void track_timer_set(VM *vm, G *g, u32 *shadow, const void *timer)
{
    const Shortcuts *quick = vm->log ? NULL : vm->sink->shortcuts;
    if (quick) {
        if (!*shadow)
            *shadow = quick->unnamed(vm->sink) + 1;
        tell_first(vm, &(SyncStep){.g = g,
                                   .kind = EV_RELEASE,
                                   .sub = SYNC_TIMER_SET,
                                   .object = *shadow - 1,
                                   .span = vm_user_span(vm, g)});
    } else {
        track_sync(vm, g, EV_RELEASE, SYNC_TIMER_SET, timer, false);
    }
    observe(vm);
}

void track_order(VM *vm, G *g, u8 sub, const void *addr, bool write)
{
    if (UNLIKELY(vm->log != NULL)) {
        /* Of a send, a boundary has said so already, if that is how races are found. */
        if (vm->tracking && (sub != SYNC_CHAN_SEND || vm->log->exact))
            log_order(vm->log, g, addr, write ? ACCESS_WRITE : ACCESS_READ);
        return;
    }
    Loc loc = watch(vm, addr);
    if (!vm->tracking || loc.object == ~0ull)
        return;
    Event event = {.kind = write ? EV_WRITE : EV_READ, .sub = sub, .goroutine = g->id};
    event.loc = loc;
    event.count = 1;
    event.span = vm_user_span(vm, g);
    send(vm, &event);
}

static void tell_make(VM *vm, Chan *ch)
{
    Event event = {.kind = EV_MAKE, .loc = ch->loc, .span = span_at(vm, ch->made)};
    event.goroutine = (u32)(ch->loc.object >> 32);
    event.arg = ch->cap;
    event.flags = ch->watched ? EVF_CLOSED : 0;
    track_chan_alloc(vm, ch);
    send(vm, &event);
}

/* Who takes shortcuts is told of a channel when it is first used: many never are, such as those of
 * timers that are stopped. */
void track_make(VM *vm, Chan *ch)
{
    if (!vm->log && !vm->sink->shortcuts)
        tell_make(vm, ch);
}

static NOINLINE void introduce_chan(VM *vm, Chan *ch)
{
    tell_make(vm, ch);
    ch->shadow = vm->sink->shortcuts->channel(vm->sink, ch->loc);
}

static void *shadow_of_chan(VM *vm, Chan *ch)
{
    if (UNLIKELY(!ch->shadow))
        introduce_chan(vm, ch);
    return ch->shadow;
}

void track_chan(VM *vm, G *g, u8 kind, Chan *ch, bool select)
{
    if (UNLIKELY(vm->log != NULL)) {
        log_chan(vm->log, g, kind, ch);
        return;
    }
    if (shortcuts(vm))
        shadow_of_chan(vm, ch);
    Event event = {.kind = kind, .goroutine = g->id, .flags = select ? EVF_SELECT : 0};
    event.span = span_before(vm, g->pc);
    event.loc = ch->loc;
    filter_begin_segment(vm, g);
    send(vm, &event);
}

void track_default(VM *vm, G *g, const Chan *ch, bool part)
{
    if (UNLIKELY(vm->log != NULL)) {
        vm->log->blind = true;
        return;
    }
    Event event = {.kind = EV_DEFAULT, .goroutine = g->id, .span = span_before(vm, g->pc)};
    event.flags = part ? EVF_SELECT | EVF_PART : EVF_SELECT;
    if (ch)
        event.loc = ch->loc;
    if (!part)
        filter_begin_segment(vm, g);
    send(vm, &event);
}

static Span span_of_site(VM *vm, ChanSite *site, const Word *pc)
{
    if (UNLIKELY(site->pc != pc))
        *site = (ChanSite){pc, span_before(vm, pc)};
    return site->span;
}

/* Whether a send or receive by g at a place that is known from the last time just takes its
 * shortcut: nothing has to be told before, nothing to be looked up. */
static inline bool is_again(const VM *vm, const G *g, const Chan *ch, const ChanSite *site)
{
    const Filter *filter = vm->filter;
    return LIKELY(site->pc == g->pc && g->shadow && ch->shadow && filter && !filter->unlocked &&
                  filter_numbers_left(filter));
}

static NOINLINE void first_send(VM *vm, G *g, Chan *ch, bool select)
{
    const Shortcuts *quick = shortcuts(vm);
    if (!quick) {
        track_chan(vm, g, EV_SEND, ch, select);
        return;
    }
    filter_begin_segment(vm, g);
    Span span = span_of_site(vm, &ch->send_site, g->pc);
    quick->send(vm->sink, shadow_of(vm, g), shadow_of_chan(vm, ch), span);
}

void track_send(VM *vm, G *g, Chan *ch, bool select)
{
    if (!is_again(vm, g, ch, &ch->send_site)) {
        first_send(vm, g, ch, select);
        return;
    }
    filter_next_segment(vm->filter, g);
    vm->sink->shortcuts->send(vm->sink, g->shadow, ch->shadow, ch->send_site.span);
}

static NOINLINE void first_recv(VM *vm, G *g, Chan *ch, bool select)
{
    const Shortcuts *quick = shortcuts(vm);
    if (!quick) {
        track_chan(vm, g, EV_RECV, ch, select);
        return;
    }
    filter_begin_segment(vm, g);
    Span span = span_of_site(vm, &ch->recv_site, g->pc);
    quick->receive(vm->sink, shadow_of(vm, g), shadow_of_chan(vm, ch), span);
}

void track_recv(VM *vm, G *g, Chan *ch, bool select)
{
    if (!is_again(vm, g, ch, &ch->recv_site)) {
        first_recv(vm, g, ch, select);
        return;
    }
    filter_next_segment(vm->filter, g);
    vm->sink->shortcuts->receive(vm->sink, g->shadow, ch->shadow, ch->recv_site.span);
}

/* Of two who have met there before, just as is_again says. */
static inline bool meet_again(VM *vm, G *sender, G *receiver, Chan *ch)
{
    if (!is_again(vm, sender, ch, &ch->send_site) || !is_again(vm, receiver, ch, &ch->recv_site))
        return false;
    filter_next_segment(vm->filter, sender);
    filter_next_segment(vm->filter, receiver);
    vm->sink->shortcuts->rendezvous(vm->sink, sender->shadow, receiver->shadow, ch->shadow,
                                    ch->send_site.span, ch->recv_site.span);
    return true;
}

static NOINLINE void quick_rendezvous(VM *vm, const Shortcuts *quick, G *sender, G *receiver,
                                      Chan *ch)
{
    filter_begin_segment(vm, sender);
    filter_begin_segment(vm, receiver);
    Span span = span_of_site(vm, &ch->send_site, sender->pc);
    Span other_span = span_of_site(vm, &ch->recv_site, receiver->pc);
    quick->rendezvous(vm->sink, shadow_of(vm, sender), shadow_of(vm, receiver),
                      shadow_of_chan(vm, ch), span, other_span);
}

void track_rendezvous(VM *vm, G *sender, G *receiver, Chan *ch, bool sender_select,
                      bool receiver_select)
{
    if (meet_again(vm, sender, receiver, ch))
        return;
    if (UNLIKELY(vm->log != NULL)) {
        log_rendezvous(vm->log, sender, receiver, ch);
        return;
    }
    const Shortcuts *quick = shortcuts(vm);
    if (quick) {
        quick_rendezvous(vm, quick, sender, receiver, ch);
        return;
    }
    Event event = {.kind = EV_RENDEZVOUS, .goroutine = sender->id, .other = receiver->id};
    event.flags = (u8)((sender_select ? EVF_SELECT : 0) | (receiver_select ? EVF_OTHER_SELECT : 0));
    event.loc = ch->loc;
    event.span = span_before(vm, sender->pc);
    event.other_span = span_before(vm, receiver->pc);
    filter_begin_segment(vm, sender);
    filter_begin_segment(vm, receiver);
    send(vm, &event);
}

void track_go(VM *vm, G *parent, G *child)
{
    if (UNLIKELY(vm->log != NULL)) {
        vm->concurrent = vm->tracking = true;
        log_go(vm->log, parent, child);
        return;
    }
    Event event = {.kind = EV_GO, .other = child->id};
    event.goroutine = parent ? parent->id : GOROUTINE_MACHINE;
    if (parent)
        event.span = span_before(vm, parent->pc);
    send(vm, &event);
    if (parent)
        filter_begin_segment(vm, parent);
    filter_begin_segment(vm, child);
    observe(vm);
}

void track_end(VM *vm, G *g)
{
    if (UNLIKELY(vm->log != NULL))
        return;
    Event event = {.kind = EV_END, .goroutine = g->id};
    send(vm, &event);
    if (vm->filter && vm->filter->locked == g) /* its memory will be another's */
        vm->filter->locked = NULL;
}

void track_timer_fire(VM *vm, u32 setter, const u32 *shadow, const void *timer)
{
    if (UNLIKELY(vm->log != NULL)) {
        log_timer(vm->log, timer);
        return;
    }
    const Shortcuts *quick = shortcuts(vm);
    if (quick) {
        quick->timer(vm->sink, GOROUTINE_MACHINE, *shadow - 1, setter);
        return;
    }
    Event event = {.kind = EV_TIMER, .sub = SYNC_TIMER_FIRE, .goroutine = GOROUTINE_MACHINE};
    event.other = setter;
    event.loc = heap_locate(vm, timer);
    send(vm, &event);
}

void track_timer_over(VM *vm, u32 *shadow, const void *timer)
{
    if (UNLIKELY(vm->log != NULL))
        return;
    if (*shadow)
        vm->sink->shortcuts->over(vm->sink, *shadow - 1);
    else
        sink_forget(vm->sink, heap_locate(vm, timer).object);
    *shadow = 0;
}

void track_alloc(VM *vm, void *addr, RType *type, u64 count, const Word *pc)
{
    Loc loc = watch(vm, addr);
    if (loc.object == ~0ull)
        return;
    u64 *slot = map_put(&vm->objects.table, loc.object);
    ObjectInfo *info = *slot ? (ObjectInfo *)*slot : xcalloc(1, sizeof *info);
    *slot = (u64)info;
    *info = (ObjectInfo){type, count, addr, span_at(vm, pc)};
}

void track_chan_alloc(VM *vm, Chan *ch)
{
    track_alloc(vm, ch, ch->type, 0, ch->made); /* the channel itself, no variable that holds one */
}

const ObjectInfo *track_object(const VM *vm, u64 object)
{
    u64 *slot = map_get(&vm->objects.table, object);
    return slot ? (const ObjectInfo *)*slot : NULL;
}

void track_forget(VM *vm, u64 object)
{
    u64 *slot = map_get(&vm->objects.table, object);
    if (!slot)
        return;
    free((void *)*slot);
    map_delete(&vm->objects.table, object);
}

void track_free(VM *vm)
{
    filter_free(vm);
    u32 cursor = 0;
    MapEntry *entry;
    while ((entry = map_next(&vm->objects.table, &cursor)))
        free((void *)entry->value);
    map_free(&vm->objects.table);
}
