/* The purge of the default detector, and what it shows to people. */
#include <stdlib.h>
#include <string.h>

#include "race/hybrid/hybrid.h"

static void mark_segment(void *ctx, u32 *segment)
{
    Detector *d = ctx;
    core_mark(d, hybrid_of(d)->owner.data[*segment]);
}

void hybrid_mark(Detector *d)
{
    hybrid_each_segment(hybrid_of(d), mark_segment, d);
}

/* R-GC by segments ----------------------------------------------------------------------------- */

typedef struct Sweep {
    Detector *detector;
    Hybrid *hybrid;
    u64 *live;  /* a bit for each segment */
    u32 *rank;  /* for each 64 segments: how many live ones come before them */
    u32 *page;  /* number, from 1, of each page of goroutines that there is */
    u32 *first; /* for the goroutines of these pages, where theirs begin ... */
    u32 *of;    /* ... in the live segments by goroutine and age */
} Sweep;

static void keep(void *ctx, u32 *segment)
{
    Sweep *s = ctx;
    s->live[*segment / 64] |= 1ull << *segment % 64;
}

/* How many live segments are as old as this one or older: of a live one, its new number. */
static u32 live_up_to(const Sweep *s, u64 segment)
{
    u64 bits = s->live[segment / 64] << (63 - segment % 64);
    return s->rank[segment / 64] + (u32)__builtin_popcountll(bits);
}

/* Its place in `first`. */
static u32 place_of(const Sweep *s, u32 goroutine)
{
    u32 page = core_page(s->detector, goroutine);
    return (page < s->detector->pages.len ? s->page[page] : 0) * GOROUTINES_PER_PAGE +
           goroutine % GOROUTINES_PER_PAGE;
}

/* The newest live segment of that owner that is as old as `segment` or older, by its new number. */
static u32 newest_live(const Sweep *s, u32 owner, u32 segment)
{
    u32 place = place_of(s, owner);
    u32 begin = s->first[place], low = begin, high = s->first[place + 1];
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (s->of[middle] <= segment)
            low = middle + 1;
        else
            high = middle;
    }
    return low > begin ? live_up_to(s, s->of[low - 1]) : 0;
}

/* What a segment is called now. A set that had a dead one has the newest live one of its owner that
 * is older: of what is left it knows just that. */
static u32 rename_segment(const Sweep *s, u64 segment)
{
    if (s->live[segment / 64] >> segment % 64 & 1)
        return live_up_to(s, segment);
    return segment ? newest_live(s, s->hybrid->owner.data[segment], (u32)segment) : 0;
}

static void rename_shown(void *ctx, u32 *segment)
{
    *segment = rename_segment(ctx, *segment);
}

/* The next live segment after `segment`, or 0. */
static u32 next_live(const Sweep *s, u32 segment)
{
    u32 words = s->hybrid->owner.len / 64 + 1, word = ++segment / 64;
    u64 bits = word < words ? s->live[word] >> segment % 64 << segment % 64 : 0;
    while (!bits && ++word < words)
        bits = s->live[word];
    return bits ? word * 64 + (u32)__builtin_ctzll(bits) : 0;
}

/* Sorts the live segments by goroutine. Page 0, that of the forgotten ones, has none. */
static void list_by_owner(Sweep *s)
{
    const Detector *d = s->detector;
    const u32 *owner = s->hybrid->owner.data;
    u32 pages = 0;
    s->page = xcalloc(d->pages.len, sizeof *s->page);
    for (u32 i = 0; i < d->pages.len; i++)
        s->page[i] = d->pages.data[i] ? ++pages : 0;
    u32 places = (pages + 1) * GOROUTINES_PER_PAGE;
    s->first = xcalloc(places + 2, sizeof *s->first);
    for (u32 i = 0; (i = next_live(s, i));)
        s->first[place_of(s, owner[i]) + 2]++;
    for (u32 i = 0; i < places; i++)
        s->first[i + 2] += s->first[i + 1];
    s->of = xmalloc((s->first[places + 1] + 1) * sizeof *s->of);
    for (u32 i = 0; (i = next_live(s, i));)
        s->of[s->first[place_of(s, owner[i]) + 1]++] = i;
}

/* Numbers the live segments from 1, in their order. */
static void number_segments(Sweep *s)
{
    u32 words = s->hybrid->owner.len / 64 + 1, live = 0;
    s->live[0] &= ~1ull;
    s->rank = xmalloc(words * sizeof *s->rank);
    for (u32 i = 0; i < words; i++) {
        s->rank[i] = live;
        live += (u32)__builtin_popcountll(s->live[i]);
    }
}

/* At the end, when owners of the old numbers are not asked for any more. */
static void pack_owners(Sweep *s)
{
    Hybrid *h = s->hybrid;
    u32 live = 0;
    for (u32 i = 0; (i = next_live(s, i));)
        h->owner.data[++live] = h->owner.data[i];
    h->owner.len = live + 1;
    CHECK(live < h->owner.len || live == 0);
    s->detector->label = h->segments_kept = live;
}

static u32 renumber(void *ctx, u32 segment)
{
    return rename_segment(ctx, segment);
}

static void sweep_shared(Sweep *s, SharedSet *set)
{
    Hybrid *h = s->hybrid;
    if (set->stamp == h->stamp)
        return;
    CHECK(set->refs > 0 && h->stamp != 0);
    set->stamp = h->stamp;
    set->when = 0; /* two segments may have become one: no number says what it was at */
    if (!set->small)
        set->clock = clock_sweep(&h->clocks, set->clock, renumber, s);
    for (u32 i = 0; set->small && i < SMALL_SET; i++)
        if (set->entry[i])
            set->entry[i] = rename_segment(s, set->entry[i]);
}

static void sweep_set(void *ctx, HbSet **place)
{
    Sweep *s = ctx;
    HbSet *set = *place;
    if (!set)
        return;
    if (!set_is_pair(set)) {
        sweep_shared(s, (SharedSet *)set);
        return;
    }
    Pair pair = pair_of(set);
    u32 segment = rename_segment(s, pair.segment);
    CHECK(segment <= pair.segment); /* numbers only become smaller */
    *place = segment ? pair_set(pair.owner, segment) : NULL;
}

static bool knows_nothing(const SharedSet *set)
{
    static const u32 nothing[SMALL_SET];
    return set->small ? !memcmp(set->entry, nothing, sizeof nothing) : !set->clock;
}

/* SharedSets that know nothing any more are given back. */
static void drop_empty(void *ctx, HbSet **place)
{
    Sweep *s = ctx;
    HbSet *set = *place;
    if (!set || set_is_pair(set) || !knows_nothing((SharedSet *)set))
        return;
    set_drop(s->hybrid, set);
    *place = NULL;
}

static void rename_goroutines(Sweep *s)
{
    Detector *d = s->detector;
    for (u32 i = 0; i < d->pages.len; i++)
        for (u32 k = 0; d->pages.data[i] && k < GOROUTINES_PER_PAGE; k++) {
            Goroutine *p = &d->pages.data[i]->at[k];
            if (!p->known)
                continue;
            p->current = rename_segment(s, p->current);
            if (p->entered) /* the machine is to ask again */
                *p->entered = 0;
            p->sync.label = live_up_to(s, p->sync.label);
            p->segment = live_up_to(s, p->segment);
            p->asked[0] = p->asked[1] = 0;
        }
}

/* Segments that goroutines are in stay, whether or not a location still shows them. */
static void keep_current(Sweep *s)
{
    Detector *d = s->detector;
    for (u32 i = 0; i < d->pages.len; i++)
        for (u32 k = 0; d->pages.data[i] && k < GOROUTINES_PER_PAGE; k++) {
            Goroutine *p = &d->pages.data[i]->at[k];
            if (p->known)
                keep(s, &p->current);
        }
}

void hybrid_gc(Detector *d)
{
    if (d->config.fresh_labels)
        return; /* labels are being shown */
    Hybrid *h = hybrid_of(d);
    Sweep s = {.detector = d, .hybrid = h};
    s.live = xcalloc(h->owner.len / 64 + 1, sizeof *s.live);
    hybrid_each_segment(h, keep, &s);
    keep_current(&s);
    number_segments(&s);
    list_by_owner(&s);
    hybrid_each_segment(h, rename_shown, &s);
    rename_goroutines(&s);
    if (++h->stamp == 0)
        h->stamp = 1;
    clock_sweep_begin(&h->clocks);
    core_each_set(d, sweep_set, &s);
    core_each_set(d, drop_empty, &s);
    pack_owners(&s);
    h->nodes_kept = h->clocks.live + h->small_sets;
    h->ended = 0;
    free(s.live);
    free(s.rank);
    free(s.of);
    free(s.first);
    free(s.page);
}

/* A sweep visits cells, goroutines and nodes of clocks. Segments are small beside these, so that
 * many may pay for it; nodes are not, but it frees few of them unless goroutines have ended. */
bool hybrid_gc_due(Detector *d)
{
    Hybrid *h = hybrid_of(d);
    u32 cells = h->page_count, goroutines = d->pages.len + d->pages_live * GOROUTINES_PER_PAGE / 2;
    u32 nodes = h->clocks.live + h->small_sets;
    return h->owner.len / 2 > h->segments_kept + 2 * cells + goroutines + 4 * nodes + 2048 ||
           (nodes > 2 * h->nodes_kept + cells / 2 + goroutines + 1024 &&
            h->ended > 2 * goroutines + 512);
}

/* For people ----------------------------------------------------------------------------------- */

typedef struct Listing {
    const HbSet *set;
    SetEvents *out;
} Listing;

static void list_access(Listing *listing, const Access *access, Loc loc)
{
    if (access->label && set_newest(listing->set, access->goroutine) >= access->label)
        vec_push(listing->out, (SetEvent){access->label, loc, access->is_write});
}

static void list_location(void *ctx, Record *z, Loc loc)
{
    Listing *listing = ctx;
    list_access(listing, &z->write, loc);
    for (u32 i = 0; i < z->len; i++)
        list_access(listing, &record_others(z)[i], loc);
}

void hybrid_list_set(Detector *d, HbSet *set, SetEvents *out)
{
    if (set)
        hybrid_each_location(hybrid_of(d), list_location, &(Listing){set, out});
}

typedef struct Shown {
    Loc loc;
    Buf text;
} Shown;

typedef VEC(Shown) ShownLocations;

typedef struct Showing {
    Detector *detector;
    ShownLocations shown;
} Showing;

static void show_location(void *ctx, Record *z, Loc loc)
{
    Showing *showing = ctx;
    Shown shown = {loc, {0}};
    record_print(z, loc, showing->detector, &shown.text);
    vec_push(&showing->shown, shown);
}

static int by_loc(const void *a, const void *b)
{
    const Loc *x = &((const Shown *)a)->loc, *y = &((const Shown *)b)->loc;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

void hybrid_print_memory(Detector *d, Buf *out)
{
    Showing showing = {.detector = d};
    ShownLocations *all = &showing.shown;
    hybrid_each_location(hybrid_of(d), show_location, &showing);
    if (all->len > 0)
        qsort(all->data, all->len, sizeof *all->data, by_loc);
    for (u32 i = 0; i < all->len; i++) {
        buf_add(out, all->data[i].text.data, all->data[i].text.len);
        buf_free(&all->data[i].text);
    }
    vec_free(all);
}
