/* From addresses to events: names memory, finds source positions, and makes the sink's call.
 * Repeated accesses and the like end at the filter (vm/filter.h) before any of that. */
#include "vm/track.h"

#include <stdlib.h>
#include <string.h>

#include "trace/happens_before.h"
#include "vm/chan.h"
#include "vm/filter.h"
#include "vm/frame.h"
#include "vm/heap.h"

/* ---- source positions ---- */

static Span span_at(VM *vm, const Word *pc)
{
    const Func *fn = vm_func_at(vm, pc);
    return fn ? fn->spans[pc - fn->code] : (Span){0, 0};
}

/* Of the instruction that g is executing: g->pc points after it. */
static Span span_of(VM *vm, const G *g)
{
    return span_at(vm, g->pc - 1);
}

/* An access by the library has the position of the program's call of the library. */
static Span access_span(VM *vm, const G *g, const Word *pc, u8 *flags)
{
    const Func *fn = vm_func_at(vm, pc);
    *flags = 0;
    if (LIKELY(!fn || !fn->is_library))
        return fn ? fn->spans[pc - fn->code] : (Span){0, 0};
    *flags = EVF_LIBRARY;
    return vm_caller_span(vm, g, pc, fn);
}

/* Whether this is the initialisation of a library package: it happens before every goroutine, so
 * its accesses need not be reported (trace/sink.h). */
static bool is_setup(VM *vm, const Word *pc)
{
    if (vm->concurrent)
        return false;
    const Func *fn = vm_func_at(vm, pc);
    return fn && fn->is_library;
}

/* ---- the sink ---- */

/* The sink's calls, for one event; an Unlock that the filter holds back is reported first. */
static inline const SinkCalls *calls(VM *vm)
{
    CHECK(vm->sink && vm->sink->calls);
    filter_release(vm);
    CHECK(!vm->filter || !vm->filter->unlocked);
    return vm->sink->calls;
}

/* The same for a synchronisation of g that releases, so that a new segment of g begins. */
static inline const SinkCalls *release_calls(VM *vm, G *g)
{
    filter_begin_segment(vm, g);
    return calls(vm);
}

/* The name of the memory at addr; the sink's forget() is called when its object dies. */
static Loc watch(VM *vm, const void *addr)
{
    u64 *header;
    Loc loc = heap_find(vm, addr, &header);
    heap_watch(vm, header);
    return loc;
}

void track_accesses(VM *vm)
{
    vm->tracking = vm->sink && (vm->sink->wants & WANT_ACCESS);
    track_filter(vm);
}

void track_filter(VM *vm)
{
    if (!vm->tracking || vm->filter || !filter_wanted(vm) || vm->steps < vm->config.filter_after)
        return;
    filter_make(vm);
    for (u32 i = 0; i < vm->sched.all.len; i++)
        filter_begin_segment(vm, vm->sched.all.data[i]);
}

/* From now on there may be two concurrent goroutines. */
static void observe(VM *vm)
{
    vm->concurrent = true;
    if (!vm->tracking)
        track_accesses(vm);
}

/* ---- accesses ---- */

static inline EventTag access_tag(bool write, u8 flags)
{
    return event_tag(write ? EV_WRITE : EV_READ, SYNC_NONE, flags);
}

/* The location of an access by g at addr, and the header of its object; false: it need not be
 * reported. */
static inline bool find_named(VM *vm, const G *g, const void *addr, Loc *loc, u64 **header)
{
    *loc = heap_find(vm, addr, header);
    if (filter_is_new(vm, g, loc->object)) { /* so is the rest of the object in this line */
        filter_new_line(vm, g, addr, *header + 1, heap_size(*header));
        return false;
    }
    if (loc_is_unnamed(*loc))
        return false;
    heap_watch(vm, *header);
    CHECK(vm->tracking);
    CHECK(!*header || **header & HEAP_WATCHED); /* else forget() would not be called */
    return true;
}

static NOINLINE void enter_new(VM *vm, const G *g, const void *addr)
{
    Loc loc;
    u64 *header;
    find_named(vm, g, addr, &loc, &header);
}

/* Whether g has allocated the object, which contains addr, in its present segment: then accesses
 * to it need not be reported, and what find_named enters is entered. */
static inline bool is_new(VM *vm, const G *g, const void *addr, u64 object)
{
    if (LIKELY(!filter_is_new(vm, g, object)))
        return false;
    enter_new(vm, g, addr);
    return true;
}

/* The place of an access by g at addr, and the byte of it, where the filter does not know it; NULL:
 * the access need not be reported. It is entered in *known, if there is one, else it is *own. */
static NOINLINE PlaceRef *new_place(VM *vm, const G *g, const void *addr, KnownPlace *known,
                                    u64 key, PlaceRef *own, u32 *at)
{
    Loc loc;
    u64 *header;
    if (!find_named(vm, g, addr, &loc, &header))
        return NULL;
    *own = place_ref(loc);
    own->bytes = (u8)heap_place_bytes(vm, addr, header);
    *at = place_byte(loc);
    if (!known)
        return own;
    *known = (KnownPlace){key, *own};
    return &known->ref;
}

/* The same for any access. */
static inline PlaceRef *find_place(VM *vm, const G *g, const void *addr, PlaceRef *own, u32 *at)
{
    if (UNLIKELY(!vm->filter))
        return new_place(vm, g, addr, NULL, 0, own, at);
    u64 key;
    const void *start = heap_place(vm, addr);
    KnownPlace *known = filter_place(vm->filter, start, &key);
    if (UNLIKELY(known->key != key))
        return new_place(vm, g, addr, known, key, own, at);
    *at = (u32)((u64)addr - (u64)start);
    return is_new(vm, g, addr, known->ref.loc.object) ? NULL : &known->ref;
}

/* The same of an access that has just been entered in `line`, which notes what is found. */
static inline PlaceRef *find_place_of(VM *vm, const G *g, const void *addr, SeenLine *line,
                                      PlaceRef *own, u32 *at)
{
    u64 key;
    const void *start = heap_place(vm, addr);
    KnownPlace *known = line->place = filter_place(vm->filter, start, &key);
    if (UNLIKELY(known->key != key))
        return new_place(vm, g, addr, known, key, own, at);
    *at = (u32)((u64)addr - (u64)start);
    return is_new(vm, g, addr, known->ref.loc.object) ? NULL : &known->ref;
}

static inline void report_leaf(VM *vm, G *g, Loc loc, const RLeaf *leaf, Span span, EventTag tag)
{
    CHECK(leaf->count > 0);
    loc.offset += leaf->offset;
    calls(vm)->accesses(vm->sink, &g->ref, loc, (u32)leaf->count, (u32)leaf->stride, span, tag);
}

void track_scalar(VM *vm, G *g, const void *addr, bool write, const Word *pc)
{
    PlaceRef own, *place;
    u32 at;
    u8 flags;
    if (filter_seen(vm, g, (u64)addr, write) || is_setup(vm, pc) ||
        !(place = find_place(vm, g, addr, &own, &at)))
        return;
    Span span = access_span(vm, g, pc, &flags);
    calls(vm)->access(vm->sink, &g->ref, place, at, span, access_tag(write, flags));
}

/* The tag of an access at addr, byte `at` of its place, which is `tag` otherwise, with which the
 * sink may grant others to the same line. */
static inline EventTag offering_tag(EventSink *sink, SeenLine *line, const void *addr, u32 at, G *g,
                                    EventTag tag)
{
    sink->offer = (GrantOffer){&line->grant, &line->read, &line->write, &g->entered,
                               (i32)((u64)addr % SEEN_LINE) - (i32)at};
    line->grant.holder = g->holder;
    tag.grants = true;
    return tag;
}

/* Reports an access that has been entered in `line`, whatever is known. */
static NOINLINE void track_found(VM *vm, G *g, const void *addr, SeenLine *line, bool write,
                                 Span span)
{
    PlaceRef own;
    u32 at;
    PlaceRef *place = find_place_of(vm, g, addr, line, &own, &at);
    if (UNLIKELY(!place))
        return;
    calls(vm)->access(vm->sink, &g->ref, place, at, span,
                      offering_tag(vm->sink, line, addr, at, g, access_tag(write, 0)));
}

/* The same. In the common case, an access to the place that was the last in the line, there is
 * nothing that must be saved over a call. */
static inline void track_entered(VM *vm, G *g, const void *addr, SeenLine *line, bool write,
                                 Span span)
{
    KnownPlace *known = line->place;
    if (UNLIKELY(!known || vm->filter->unlocked)) {
        track_found(vm, g, addr, line, write, span);
        return;
    }
    u64 at = filter_key(vm->filter, addr) - known->key;
    if (UNLIKELY(at >= known->ref.bytes))
        track_found(vm, g, addr, line, write, span);
    else if (!is_new(vm, g, addr, known->ref.loc.object))
        vm->sink->calls->access(
            vm->sink, &g->ref, &known->ref, (u32)at, span,
            offering_tag(vm->sink, line, addr, (u32)at, g, access_tag(write, 0)));
}

/* The segment in which g enters what is granted, where that is not known: it has synchronised. */
static NOINLINE u32 begin_entering(VM *vm, G *g)
{
    if (!vm->sink->segment)
        return 0;
    filter_release(vm);
    return g->entered = vm->sink->segment(vm->sink, &g->ref);
}

/* Enters an access by g to the location at that byte of the line, if it is granted. */
static inline bool enter_granted(VM *vm, G *g, const Grant *grant, u32 byte, Span span, bool write)
{
    if (!grant_has(grant, byte))
        return false;
    u32 segment = LIKELY(g->entered) ? g->entered : begin_entering(vm, g);
    return grant_enter(grant, segment, g->id, byte, span, write);
}

/* The short cut of track_scalar: nothing here needs a stack frame of its own. */
static inline void track_new(VM *vm, G *g, const void *addr, bool write, Span span)
{
    SeenLine *line = filter_enter(vm->filter, g, (u64)addr, write);
    if (!enter_granted(vm, g, &line->grant, (u64)addr % SEEN_LINE, span, write))
        track_entered(vm, g, addr, line, write, span);
}

void track_known(VM *vm, G *g, const void *addr, bool write, Span span)
{
    track_new(vm, g, addr, write, span);
}

/* The same for an access at pc in fn, which is the library's. Its position is dear: it is only
 * looked for if the access is reported, or entered where it is granted. */
static void track_new_in_library(VM *vm, G *g, const void *addr, bool write, const Word *pc,
                                 const Func *fn)
{
    SeenLine *line = filter_enter(vm->filter, g, (u64)addr, write);
    u32 byte = (u64)addr % SEEN_LINE, at;
    PlaceRef own, *place;
    if (grant_has(&line->grant, byte) &&
        enter_granted(vm, g, &line->grant, byte, vm_caller_span(vm, g, pc, fn), write))
        return;
    if (!(place = find_place_of(vm, g, addr, line, &own, &at)))
        return;
    EventTag tag = access_tag(write, EVF_LIBRARY);
    calls(vm)->access(vm->sink, &g->ref, place, at, vm_caller_span(vm, g, pc, fn),
                      offering_tag(vm->sink, line, addr, at, g, tag));
}

void track_unseen(VM *vm, G *g, const void *addr, bool write, const Word *pc)
{
    const Func *fn = vm_known_func(vm, pc);
    if (UNLIKELY(!g->segment || !fn || (fn->is_library && !vm->concurrent)))
        track_scalar(vm, g, addr, write, pc);
    else if (fn->is_library)
        track_new_in_library(vm, g, addr, write, pc, fn);
    else
        track_new(vm, g, addr, write, fn->spans[pc - fn->code]);
}

static void report_value(VM *vm, G *g, const void *addr, RType *type, bool write, const Word *pc)
{
    Loc loc;
    u64 *header;
    if (is_setup(vm, pc) || !find_named(vm, g, addr, &loc, &header))
        return;
    u32 count;
    const RLeaf *leaves = rtype_leaves(type, &count);
    u8 flags;
    Span span = access_span(vm, g, pc, &flags);
    for (u32 i = 0; i < count; i++)
        report_leaf(vm, g, loc, &leaves[i], span, access_tag(write, flags));
}

/* The filter's line for such accesses, if all of them are in it and those that it does not have
 * yet, *wanted, are granted; else NULL. */
static inline SeenLine *granting_line(VM *vm, const G *g, u64 addr, u64 places, bool write,
                                      u64 *wanted)
{
    u64 tag = seen_tag(g->segment, addr), skip = addr % SEEN_LINE;
    SeenLine *line = seen_line(vm->seen, tag);
    bool same = line->tag == tag;
    if ((skip && places >> (SEEN_LINE - skip)) ||
        (!same && !(line->grant.holder == g->holder && seen_same_line(line->tag, tag))))
        return NULL;
    *wanted = places << skip & ~(!same ? 0 : write ? line->write : line->read);
    bool granted = !(*wanted & ~line->grant.bytes) && grant_holds(&line->grant);
    return !*wanted || granted ? line : NULL;
}

/* Enters accesses to the locations at these bytes of the line, which are granted; false: there is
 * no room for all. */
static inline bool enter_all_granted(VM *vm, G *g, u64 addr, SeenLine *line, u64 wanted, bool write,
                                     Span span)
{
    u64 tag = seen_tag(g->segment, addr);
    for (u64 left = wanted; left; left &= left - 1)
        if (!enter_granted(vm, g, &line->grant, (u32)__builtin_ctzll(left), span, write))
            return false;
    if (line->tag != tag)
        line->read = line->write = 0;
    line->tag = tag;
    seen_enter(line, wanted, write);
    return true;
}

bool track_granted(VM *vm, G *g, u64 addr, u64 places, bool write, Span span)
{
    u64 wanted;
    SeenLine *line = granting_line(vm, g, addr, places, write, &wanted);
    return line && (!wanted || enter_all_granted(vm, g, addr, line, wanted, write, span));
}

/* The same for accesses at pc in fn. */
static bool track_granted_in(VM *vm, G *g, u64 addr, u64 places, bool write, const Word *pc,
                             const Func *fn)
{
    if (LIKELY(!fn->is_library))
        return track_granted(vm, g, addr, places, write, fn->spans[pc - fn->code]);
    u64 wanted;
    SeenLine *line = granting_line(vm, g, addr, places, write, &wanted);
    return line && (!wanted || enter_all_granted(vm, g, addr, line, wanted, write,
                                                 vm_caller_span(vm, g, pc, fn)));
}

/* The same of the locations `places` bytes after addr, a bit each, with a filter. */
static void report_places(VM *vm, G *g, const void *addr, u64 places, bool write, const Word *pc)
{
    PlaceRef own, *place;
    u32 at;
    u8 flags;
    CHECK(vm->filter && places);
    if (is_setup(vm, pc) || !(place = find_place(vm, g, addr, &own, &at)))
        return;
    Span span = access_span(vm, g, pc, &flags);
    EventTag tag = access_tag(write, flags);
    u64 here = places << at, after = at ? places >> (PLACE_BYTES - at) : 0;
    if (here) {
        SeenLine *line = seen_at(vm->filter, g, (u64)addr);
        calls(vm)->access_some(vm->sink, &g->ref, place, here, span,
                               offering_tag(vm->sink, line, addr, at, g, tag));
    }
    if (after && (place = find_place(vm, g, (const char *)addr - at + PLACE_BYTES, &own, &at)))
        calls(vm)->access_some(vm->sink, &g->ref, place, after, span, tag);
}

/* track_value, whatever is known and granted. */
static NOINLINE void track_places(VM *vm, G *g, const void *addr, RType *type, bool write,
                                  const Word *pc)
{
    u64 places = rtype_places(type);
    if (places == 1) {
        track_scalar(vm, g, addr, write, pc);
    } else if (!places || !vm->filter || UNLIKELY(!g->segment)) {
        if (!filter_seen_values(vm, g, addr, type, 1, write))
            report_value(vm, g, addr, type, write, pc);
    } else if (!filter_seen_places(vm->filter, g, (u64)addr, places, write)) {
        report_places(vm, g, addr, places, write, pc);
    }
}

void track_value(VM *vm, G *g, const void *addr, RType *type, bool write, const Word *pc)
{
    u64 places = type->places; /* 0 until they are known */
    if (places == 1 && LIKELY(vm->seen && g->segment)) {
        if (!(write ? seen_write : seen_read)(vm->seen, g->segment, (u64)addr))
            track_unseen(vm, g, addr, write, pc);
        return;
    }
    const Func *fn = places > 1 && vm->seen ? vm_known_func(vm, pc) : NULL;
    if (!fn || !track_granted_in(vm, g, (u64)addr, places, write, pc, fn))
        track_places(vm, g, addr, type, write, pc);
}

/* Every element has the same leaves. Each single leaf, over all elements, is one event. What is new
 * is not entered in the filter: most ranges are, and they would take the place of much else. */
void track_range(VM *vm, G *g, const void *addr, RType *elem, u64 n, bool write, const Word *pc)
{
    u64 *header;
    if (!n)
        return;
    Loc loc = heap_find(vm, addr, &header);
    if (filter_is_new(vm, g, loc.object) || filter_seen_values(vm, g, addr, elem, n, write) ||
        is_setup(vm, pc) || loc_is_unnamed(loc))
        return;
    heap_watch(vm, header);
    u32 count;
    const RLeaf *leaves = rtype_leaves(elem, &count);
    u8 flags;
    Span span = access_span(vm, g, pc, &flags);
    for (u32 i = 0; i < count; i++) {
        for (u64 k = 0; k < leaves[i].count; k++) {
            RLeaf leaf = {leaves[i].offset + k * leaves[i].stride, n, elem->size};
            report_leaf(vm, g, loc, &leaf, span, access_tag(write, flags));
        }
    }
}

void track_order(VM *vm, G *g, u8 sub, const void *addr, bool write)
{
    Loc loc;
    CHECK(sub > SYNC_NONE && sub < SYNC_COUNT);
    if (!vm->tracking || loc_is_unnamed(loc = watch(vm, addr)))
        return;
    EventTag tag = event_tag(write ? EV_WRITE : EV_READ, sub, 0);
    calls(vm)->accesses(vm->sink, &g->ref, loc, 1, 0, vm_user_span(vm, g), tag);
}

/* ---- atomic operations, locks and the like ---- */

/* The reference to the object at addr: the filter's, or *own. */
static ObjectRef *find_object(VM *vm, const void *addr, ObjectRef *own)
{
    u64 key = 0;
    KnownObject *known = vm->filter ? filter_object(vm->filter, addr, &key) : NULL;
    if (known && LIKELY(known->key == key))
        return &known->ref;
    *own = (ObjectRef){.loc = watch(vm, addr)};
    if (!known || loc_is_unnamed(own->loc))
        return own;
    *known = (KnownObject){key, *own};
    return &known->ref;
}

/* track_sync, whatever it is. */
static NOINLINE void track_any_sync(VM *vm, G *g, u8 kind, u8 sub, const void *addr, bool part)
{
    Span span = vm_user_span(vm, g);
    if (filter_drops_again(vm, g, sub, addr, span))
        return;
    ObjectRef own;
    SyncStep step = {.g = g, .object = find_object(vm, addr, &own), .span = span};
    if (loc_is_unnamed(step.object->loc))
        return;
    step.tag = event_tag(kind, sub,
                         part                                ? EVF_PART
                         : effect_accesses(sync_effect(sub)) ? EVF_ATOMIC
                                                             : 0);
    if (filter_holds(vm, &step, addr))
        return;
    if (hb_releases(kind))
        filter_begin_segment(vm, g);
    g->entered = 0;
    calls(vm)->sync(vm->sink, &g->ref, step.object, span, step.tag);
}

/* What a locked loop does most, a Lock and an Unlock at the positions of the last ones, makes no
 * call, so that it saves no registers. */
void track_sync(VM *vm, G *g, u8 kind, u8 sub, const void *addr, bool part)
{
    CHECK(kind >= EV_ACQUIRE && kind <= EV_ACQUIRE_RELEASE);
    CHECK(sub > SYNC_NONE && sub < SYNC_COUNT);
    const Site *site = vm_known_site(vm, g);
    if (site && filter_drops_again(vm, g, sub, addr, site->span))
        return;
    track_any_sync(vm, g, kind, sub, addr, part);
}

/* ---- channels ---- */

static void report_make(VM *vm, Chan *ch)
{
    GoroutineRef maker = {.number = (u32)(ch->ref.loc.object >> 32)};
    EventTag tag = event_tag(EV_MAKE, SYNC_NONE, ch->watched ? EVF_CLOSED : 0);
    CHECK(!ch->reported && !ch->ref.cache);
    track_chan_alloc(vm, ch);
    ch->reported = true;
    calls(vm)->make(vm->sink, &maker, &ch->ref, ch->cap, span_at(vm, ch->made), tag);
}

/* With a filter, a channel is reported when it is first used: many never are, such as those of
 * timers that are stopped. */
void track_make(VM *vm, Chan *ch)
{
    if (!filter_drops_sync(vm))
        report_make(vm, ch);
}

static NOINLINE Span first_span(VM *vm, const G *g, Chan *ch, ChanSite *site)
{
    if (!ch->reported)
        report_make(vm, ch);
    Span span = span_of(vm, g);
    if (vm->filter)
        *site = (ChanSite){g->pc, span};
    return span;
}

/* The source of the operation on ch that g is executing. */
static Span channel_span(VM *vm, const G *g, Chan *ch, ChanSite *site)
{
    return site->pc == g->pc ? site->span : first_span(vm, g, ch, site);
}

/* Whether the operation is at the same instruction as the last, and the filter is ready: then there
 * is nothing to do but to make the call. */
static inline bool is_again(const VM *vm, const G *g, const ChanSite *site)
{
    return LIKELY(site->pc == g->pc) && filter_is_ready(vm->filter);
}

/* What an event says of its channel, which is as the operation has left it (spec/rules.md). */
static inline void channel_check(const Chan *ch, EventKind kind)
{
    CHECK(ch->count <= ch->cap && (ch->first < ch->cap || !ch->cap));
    bool buffered = kind == EV_SEND || kind == EV_RECV;
    bool sends = kind == EV_SEND || kind == EV_RENDEZVOUS;
    bool ended = kind == EV_CLOSE || kind == EV_RECV_CLOSED;
    CHECK(!buffered || ch->cap > 0);
    CHECK(kind != EV_RENDEZVOUS || ch->cap == 0);
    CHECK(!sends || !ch->closed);
    CHECK(!ended || ch->closed);
    CHECK(kind != EV_RECV_CLOSED || ch->count == 0);
}

static NOINLINE void first_channel(VM *vm, G *g, Chan *ch, ChanSite *site, EventTag tag)
{
    Span span = channel_span(vm, g, ch, site);
    if (tag.kind == EV_RECV_CLOSED)
        filter_drop_grants(vm, g);
    release_calls(vm, g)->channel(vm->sink, &g->ref, &ch->ref, span, tag);
}

void track_channel(VM *vm, G *g, Chan *ch, ChanSite *site, EventTag tag)
{
    channel_check(ch, tag.kind);
    if (!is_again(vm, g, site) || tag.kind == EV_RECV_CLOSED) {
        first_channel(vm, g, ch, site, tag);
        return;
    }
    filter_next_segment(vm->filter, g);
    vm->sink->calls->channel(vm->sink, &g->ref, &ch->ref, site->span, tag);
}

static NOINLINE void first_rendezvous(VM *vm, G *sender, G *receiver, Chan *ch, EventTag tag)
{
    Span span = channel_span(vm, sender, ch, &ch->sends);
    Span receiver_span = channel_span(vm, receiver, ch, &ch->receives);
    filter_begin_segment(vm, sender);
    release_calls(vm, receiver)
        ->rendezvous(vm->sink, &sender->ref, &receiver->ref, &ch->ref, span, receiver_span, tag);
}

void track_rendezvous(VM *vm, G *sender, G *receiver, Chan *ch, EventTag tag)
{
    channel_check(ch, tag.kind);
    CHECK(sender != receiver);
    if (!is_again(vm, sender, &ch->sends) || ch->receives.pc != receiver->pc) {
        first_rendezvous(vm, sender, receiver, ch, tag);
        return;
    }
    filter_next_segment(vm->filter, sender);
    filter_next_segment(vm->filter, receiver);
    vm->sink->calls->rendezvous(vm->sink, &sender->ref, &receiver->ref, &ch->ref, ch->sends.span,
                                ch->receives.span, tag);
}

void track_default(VM *vm, G *g, const Chan *ch, bool part)
{
    EventTag tag = event_tag(EV_DEFAULT, SYNC_NONE, part ? EVF_SELECT | EVF_PART : EVF_SELECT);
    calls(vm)->mark(vm->sink, &g->ref, ch ? ch->ref.loc : (Loc){0}, span_of(vm, g), tag);
}

void track_close_panics(VM *vm, G *g, const Chan *ch)
{
    EventTag tag = event_tag(EV_PANIC, SYNC_CHAN_CLOSE, 0);
    calls(vm)->mark(vm->sink, &g->ref, ch ? ch->ref.loc : (Loc){0}, span_of(vm, g), tag);
}

/* ---- goroutines ---- */

void track_go(VM *vm, G *parent, G *child)
{
    GoroutineRef machine = {.number = GOROUTINE_MACHINE};
    Span span = parent ? vm_user_span(vm, parent) : (Span){0, 0};
    CHECK(child->id > GOROUTINE_MAIN && (!parent || parent->id < child->id));
    CHECK(!child->ref.cache); /* its number is new to the sink */
    calls(vm)->go(vm->sink, parent ? &parent->ref : &machine, &child->ref, span);
    if (parent)
        filter_begin_segment(vm, parent);
    filter_begin_segment(vm, child);
    filter_drop_grants(vm, child);
    observe(vm);
}

void track_end(VM *vm, G *g)
{
    CHECK(g->status == G_DEAD);
    calls(vm)->end(vm->sink, &g->ref, (Span){0, 0});
    filter_end(vm, g);
}

/* ---- timers ---- */

/* With a filter, timers have no name: naming a new one every time costs more than all else. */
static ObjectRef *timer_ref(VM *vm, ObjectRef *ref, ObjectRef *named, const void *timer)
{
    if (filter_drops_sync(vm)) {
        ref->loc = LOC_UNNAMED;
        return ref;
    }
    *named = (ObjectRef){.loc = watch(vm, timer)};
    return named;
}

/* The next steps of g may be concurrent with the goroutine that the timer starts. */
void track_timer_set(VM *vm, G *g, ObjectRef *ref, const void *timer)
{
    ObjectRef named;
    release_calls(vm, g)->sync(vm->sink, &g->ref, timer_ref(vm, ref, &named, timer),
                               vm_user_span(vm, g), event_tag(EV_RELEASE, SYNC_TIMER_SET, 0));
    observe(vm);
}

void track_timer_fire(VM *vm, u32 setter, ObjectRef *ref, const void *timer)
{
    ObjectRef named;
    GoroutineRef machine = {.number = GOROUTINE_MACHINE};
    calls(vm)->timer(vm->sink, &machine, timer_ref(vm, ref, &named, timer), setter, (Span){0, 0},
                     event_tag(EV_TIMER, SYNC_TIMER_FIRE, 0));
}

void track_timer_channel(VM *vm, Chan *ch, EventKind kind)
{
    GoroutineRef machine = {.number = GOROUTINE_MACHINE};
    channel_check(ch, kind);
    if (!ch->reported)
        report_make(vm, ch);
    calls(vm)->channel(vm->sink, &machine, &ch->ref, (Span){0, 0}, event_tag(kind, SYNC_NONE, 0));
}

void track_timer_over(VM *vm, ObjectRef *ref, const void *timer)
{
    ObjectRef named;
    vm->sink->calls->over(vm->sink, timer_ref(vm, ref, &named, timer));
}

/* ---- what is known of objects ---- */

void track_alloc(VM *vm, void *addr, RType *type, u64 count, const Word *pc)
{
    Loc loc = watch(vm, addr);
    if (loc_is_unnamed(loc) || loc.object == HEAP_ADDRESS)
        return;
    u64 *slot = map_put(&vm->objects.table, loc.object);
    ObjectInfo *info = *slot ? (ObjectInfo *)*slot : xcalloc(1, sizeof *info);
    *slot = (u64)info;
    *info = (ObjectInfo){type, count, addr, span_at(vm, pc)};
}

void track_chan_alloc(VM *vm, Chan *ch)
{
    track_alloc(vm, ch, ch->type, 0,
                ch->made); /* the channel itself, not a variable that holds one */
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
