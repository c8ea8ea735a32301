/* What all detectors have in common: goroutines, the events on their way to the rules, life. */
#include "race/detector.h"

#include "race/core.h"
#include "race/sync.h"

/* Goroutines ----------------------------------------------------------------------------------- */

static GoroutinePage *page_of(Detector *d, u32 number)
{
    u32 page = core_page(d, number);
    return page < d->pages.len ? d->pages.data[page] : NULL;
}

Goroutine *core_known_goroutine(Detector *d, u32 number)
{
    GoroutinePage *page = page_of(d, number);
    Goroutine *p = page ? &page->at[number % GOROUTINES_PER_PAGE] : NULL;
    return p && p->known ? p : NULL;
}

/* A stream of events that makes sense does not need them again. */
static void bring_back_pages(Detector *d)
{
    u32 gone = d->pages_gone;
    vec_reserve(&d->pages, d->pages.len + gone);
    memmove(&d->pages.data[1 + gone], &d->pages.data[1],
            (d->pages.len - 1) * sizeof *d->pages.data);
    memset(&d->pages.data[1], 0, gone * sizeof *d->pages.data);
    d->pages.len += gone;
    d->pages_gone = 0;
}

static Goroutine *add_goroutine(Detector *d, u32 number)
{
    if (UNLIKELY(core_page(d, number) == UINT32_MAX))
        bring_back_pages(d);
    u32 page = core_page(d, number);
    if (page >= d->pages.len) {
        vec_reserve(&d->pages, page + 1);
        memset(d->pages.data + d->pages.len, 0, (page + 1 - d->pages.len) * sizeof *d->pages.data);
        d->pages.len = page + 1;
    }
    if (!d->pages.data[page]) {
        d->pages.data[page] = xcalloc(1, sizeof(GoroutinePage));
        d->pages_live++;
    }
    CHECK(!d->pages.data[page]->at[number % GOROUTINES_PER_PAGE].known);
    CHECK(d->pages.data[page]->known < GOROUTINES_PER_PAGE);
    d->pages.data[page]->known++;
    Goroutine *p = &d->pages.data[page]->at[number % GOROUTINES_PER_PAGE];
    *p = (Goroutine){.known = true, .segment = d->label, .number = number};
    return p;
}

Goroutine *core_find_goroutine(Detector *d, u32 number)
{
    Goroutine *p = core_known_goroutine(d, number);
    CHECK(!p || p->number == number);
    return d->acting = LIKELY(p != NULL) ? p : add_goroutine(d, number);
}

void core_mark(Detector *d, u32 number)
{
    Goroutine *p = core_known_goroutine(d, number);
    if (p)
        p->marked = true;
}

/* Numbers grow: the first pages that are empty stay so. The last one is still being filled. */
static void drop_gone_pages(Detector *d)
{
    u32 first = 1;
    while (first + 1 < d->pages.len && !d->pages.data[first])
        first++;
    if (first <= d->pages.len / 2)
        return;
    memmove(&d->pages.data[1], &d->pages.data[first],
            (d->pages.len - first) * sizeof *d->pages.data);
    CHECK(first > 1 && first < d->pages.len);
    d->pages.len -= first - 1;
    d->pages_gone += first - 1;
}

/* Each page counts its goroutines, which are where their numbers say, and those counted as ended
 * are. */
static void pages_check(const Detector *d)
{
    u32 live = 0, ended = 0;
    for (u32 i = 0; i < d->pages.len; i++) {
        const GoroutinePage *page = d->pages.data[i];
        u32 known = 0;
        live += page != NULL;
        for (u32 k = 0; page && k < GOROUTINES_PER_PAGE; k++) {
            const Goroutine *p = &page->at[k];
            known += p->known;
            ended += p->known && p->ended;
            CHECK(!p->known ||
                  (core_page(d, p->number) == i && p->number % GOROUTINES_PER_PAGE == k));
            CHECK(p->known || !p->set);
        }
        CHECK(!page || page->known == known);
    }
    CHECK(live == d->pages_live);
    CHECK(ended == d->ended_kept);
}

/* Forgets the ended goroutines of which no access is remembered: no report can name them. Done
 * when their number has doubled, so that each pays a constant share of the search. */
static void forget_ended(Detector *d)
{
    d->rules->mark(d);
    d->acting = NULL;
    d->ended_kept = 0;
    for (u32 i = 0; i < d->pages.len; i++) {
        GoroutinePage *page = d->pages.data[i];
        for (u32 k = 0; page && k < GOROUTINES_PER_PAGE; k++) {
            Goroutine *p = &page->at[k];
            if (p->known && p->ended && !p->marked) {
                *p = (Goroutine){0};
                page->known--;
            } else {
                d->ended_kept += p->known && p->ended;
                p->marked = false;
            }
        }
        if (page && page->known == 0) {
            free(page);
            d->pages.data[i] = NULL;
            d->pages_live--;
        }
    }
    d->ended = d->ended_kept;
    if (CHECKING)
        pages_check(d);
    drop_gone_pages(d);
}

void core_end_goroutine(Detector *d, Goroutine *p)
{
    if (p->ended)
        return;
    d->rules->end(d, p);
    p->ended = true;
    d->ended++;
    /* The search also looks at every remembered access and every page. */
    if (d->ended > 2 * d->ended_kept + 512 + d->pages.len)
        forget_ended(d);
}

void core_each_set(Detector *d, void (*visit)(void *ctx, HbSet **set), void *ctx)
{
    for (u32 i = 0; i < d->pages.len; i++)
        for (u32 k = 0; d->pages.data[i] && k < GOROUTINES_PER_PAGE; k++)
            visit(ctx, &d->pages.data[i]->at[k].set);
    for (u32 i = 0; i < d->sync.len; i++) {
        SyncObject *object = &d->sync.data[i];
        visit(ctx, &object->set);
        if (!object->channel)
            continue;
        SetQueue *queues[] = {&object->channel->forward, &object->channel->backward};
        for (u32 q = 0; q < 2; q++)
            for (u32 k = 0; k < queues[q]->len; k++)
                visit(ctx, &queues[q]->at[(queues[q]->head + k) % queues[q]->cap]);
        visit(ctx, &object->channel->end);
    }
}

/* Events --------------------------------------------------------------------------------------- */

static AccessHow how_of(const Event *event)
{
    if (event->flags & EVF_ATOMIC)
        return HOW_ATOMIC;
    switch (sync_effect(event->sub)) { /* of the operation that must be ordered with another one */
    case EFFECT_SEND: return HOW_CHANNEL;
    case EFFECT_ADD:
    case EFFECT_WAIT: return HOW_WAITGROUP;
    default: return HOW_PLAIN;
    }
}

static void access_event(Detector *d, const Event *event)
{
    Goroutine *p = core_goroutine(d, event->goroutine);
    Access access =
        access_make(event->goroutine, event->span, event->kind == EV_WRITE, how_of(event));
    Loc loc = event->loc;
    d->rules->access(d, p, loc, &access);
    for (u32 i = 1; i < event->count; i++) {
        loc.offset += event->stride;
        d->rules->access(d, p, loc, &access);
    }
}

enum { EVENTS_BETWEEN_GC = 128 };

void core_collect(Detector *d)
{
    d->until_gc = d->config.gc == DETECTOR_GC_AUTO ? EVENTS_BETWEEN_GC : 0;
    if (d->rules->gc && d->config.gc != DETECTOR_GC_NEVER &&
        (d->config.gc == DETECTOR_GC_ALWAYS || d->rules->gc_due(d)))
        d->rules->gc(d);
}

static void on_event(EventSink *sink, const Event *event)
{
    Detector *d = (Detector *)sink;
    EventClass class = event->kind < EV_COUNT ? event_info[event->kind].class : EVC_MARK;
    if (LIKELY(class == EVC_ACCESS))
        access_event(d, event);
    else if (class != EVC_MARK)
        sync_event(d, event);
    if (LIKELY(class == EVC_ACCESS && d->config.gc == DETECTOR_GC_AUTO))
        return; /* sets grow when they are handed out */
    core_tick(d);
}

static void on_forget(EventSink *sink, u64 object)
{
    Detector *d = (Detector *)sink;
    sync_forget(d, object);
    d->rules->forget(d, object);
}

/* Life ----------------------------------------------------------------------------------------- */

Detector *core_new(const MemoryRules *rules, const DetectorConfig *config)
{
    Detector *d = xcalloc(1, sizeof *d);
    d->rules = rules;
    d->config = *config;
    d->sink = (EventSink){.wants = rules->wants,
                          .calls = rules->calls ? rules->calls : &record_calls,
                          .forget = on_forget,
                          .event = on_event};
    if (!rules->access)
        d->sink = (EventSink){.calls = &ignore_calls};
    if (d->sink.wants && (config->silenced || config->fresh_labels))
        d->sink.wants |= WANT_REPEATS;
    d->memory = rules->create(d);
    if (rules->access)
        core_goroutine(d, GOROUTINE_MAIN);
    return d;
}

void detector_free(Detector *d)
{
    if (!d)
        return;
    for (u32 i = 0; i < d->pages.len; i++) {
        for (u32 k = 0; d->pages.data[i] && k < GOROUTINES_PER_PAGE; k++)
            d->rules->end(d, &d->pages.data[i]->at[k]);
        free(d->pages.data[i]);
    }
    vec_free(&d->pages);
    sync_free(d);
    map_free(&d->reported);
    core_deliver(d);
    vec_free(&d->held);
    vec_free(&d->conflicts);
    vec_free(&d->numbers);
    if (d->rules->destroy)
        d->rules->destroy(d);
    free(d);
}

/* Pages of goroutines that are kept for the next run. */
enum { PAGES_KEPT = 4 };

static void reset_page(Detector *d, u32 i)
{
    GoroutinePage *page = d->pages.data[i];
    for (u32 k = 0; page && page->known && k < GOROUTINES_PER_PAGE; k++) {
        Goroutine *p = &page->at[k];
        if (!p->known)
            continue;
        d->rules->end(d, p);
        *p = (Goroutine){0};
        page->known--;
    }
    if (page && i >= PAGES_KEPT) {
        free(page);
        d->pages.data[i] = NULL;
        d->pages_live--;
    }
}

static void reset_pages(Detector *d)
{
    if (d->pages_gone)
        bring_back_pages(d);
    for (u32 i = 0; i < d->pages.len; i++)
        reset_page(d, i);
}

void detector_reset(Detector *d)
{
    d->acting = NULL;
    reset_pages(d);
    sync_reset(d);
    core_deliver(d);
    map_clear(&d->reported);
    if (d->rules->reset) {
        d->rules->reset(d);
    } else if (d->rules->destroy) {
        d->rules->destroy(d);
        d->memory = d->rules->create(d);
    }
    d->label = d->races = d->reports = 0;
    d->ended = d->ended_kept = 0;
    d->last_rule = NULL;
    vec_clear(&d->conflicts);
    vec_clear(&d->numbers);
    d->numbered = 0;
    if (d->rules->access)
        core_goroutine(d, GOROUTINE_MAIN);
}

EventSink *detector_sink(Detector *d)
{
    return &d->sink;
}

const char *detector_name(const Detector *d)
{
    return d->rules->info.name;
}

u64 detector_races(const Detector *d)
{
    return d->races;
}

u64 detector_reports(const Detector *d)
{
    return d->reports;
}

static size_t queue_memory(const SetQueue *queue)
{
    return queue->at == queue->few ? 0 : queue->cap * sizeof *queue->at;
}

size_t detector_memory(const Detector *d)
{
    size_t size = sizeof *d + d->pages_live * sizeof(GoroutinePage) +
                  d->pages.cap * sizeof(GoroutinePage *) + loctable_memory(&d->sync_locs) +
                  d->sync.cap * sizeof(SyncObject);
    for (u32 i = 0; i < d->sync.len; i++) {
        const Channel *c = d->sync.data[i].channel;
        size += c ? sizeof *c + queue_memory(&c->forward) + queue_memory(&c->backward) : 0;
    }
    return size + (d->rules->memory_used ? d->rules->memory_used((Detector *)d) : 0);
}

void detector_gc(Detector *d)
{
    if (d->rules->gc)
        d->rules->gc(d);
}
