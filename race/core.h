/* What all detectors have in common, for the files of race/ only: goroutines with their
 * happens-before sets, channels and locks, fresh labels, and the making of reports. A detector
 * adds MemoryRules: what a set is, and what a read or write does to it (paper, section 3.2: the
 * rules of Fig. 4 "remain unchanged"). */
#ifndef RACE_CORE_H
#define RACE_CORE_H

#include "base/map.h"
#include "race/detector.h"
#include "race/loctable.h"

/* A happens-before set; what is inside is the business of the MemoryRules. NULL is empty. Sets are
 * values with reference counts: a place that holds one can share() it and must drop() it. */
typedef struct HbSet HbSet;

/* What kind of operation an access was. All but the atomic ones conflict with each other. */
typedef enum AccessHow {
    HOW_PLAIN,
    HOW_ATOMIC,
    HOW_LOCK,     /* what a lock does to its own variable, atomically */
    HOW_CHANNEL,  /* of the channel itself: a send reads it, close writes it */
    HOW_WAITGROUP /* the Add that leaves zero reads it, the first Wait of a round writes it */
} AccessHow;

/* One remembered access, 16 bytes since there is one or more a location. */
typedef struct Access {
    u64 label : 48; /* grows with every access of the run; 0 = none, the initial write */
    u64 len : 12;   /* bytes of source text */
    u64 is_write : 1;
    u64 how : 3; /* AccessHow */
    u32 goroutine;
    Pos pos;
} Access;

enum { ACCESS_LEN_MAX = (1 << 12) - 1 };

/* The last synchronisation of a goroutine, for reports. */
typedef struct SyncNote {
    u8 kind, sub; /* EventKind, SyncOp */
    bool passive; /* it was the receiver of a rendezvous */
    bool known;   /* there was one */
    u32 partner;
    Span span;
    Loc object;
    u64 label; /* newest label at that time */
} SyncNote;

/* A million of these may be alive: keep it small. */
typedef struct Goroutine {
    HbSet *set; /* E, without what MemoryRules keep in `recent` */
    union {
        void *recent; /* own accesses not in the set yet; see race/grace/grace.c */
        u32 current;  /* segment of its accesses, not in the set yet; 0 = none; race/hybrid/hybrid.c
                       */
        u64 newest;   /* label of its latest access; race/classic/vclock.c */
    };
    u64 segment : 48; /* newest label when the set, with own accesses, was last handed out */
    u64 known : 1;    /* this number has been seen */
    u64 ended : 1;
    u64 marked : 1; /* an access of it is remembered somewhere (see forget_ended) */
    u32 number, parent;
    u32 asked[2]; /* race/hybrid/hybrid.c: segments that the set is known to know; 0: none */
    u32 *entered; /* race/hybrid/hybrid.c: its GrantOffer.segment, or NULL */
    u64 merged; /* race/hybrid/hybrid.c: stamp of a SyncObject that knows what the set knows but of
                   the goroutine */
    Span go_span;
    SyncNote sync;
} Goroutine;

enum { GOROUTINES_PER_PAGE = 64 };

typedef struct GoroutinePage {
    u32 known; /* how many of it are in use; 0 frees the page */
    Goroutine at[GOROUTINES_PER_PAGE];
} GoroutinePage;

/* An event of a happens-before set, on its way to be printed. */
typedef struct SetEvent {
    u64 label;
    Loc loc;
    bool is_write;
} SetEvent;

typedef VEC(SetEvent) SetEvents;

typedef struct Channel Channel;
typedef struct SyncObject SyncObject;

typedef struct MemoryRules {
    DetectorInfo info;
    u8 wants;
    /* How its sink takes events; NULL: all of them as records. */
    const SinkCalls *calls;
    /* State of the memory, kept in Detector.memory. */
    void *(*create)(Detector *detector);
    void (*destroy)(Detector *detector);
    /* Forgets everything, when no set is left; NULL: destroy and create do it. */
    void (*reset)(Detector *detector);

    /* E as it is now, to be put on a queue or given to a child; the caller owns the result. */
    HbSet *(*share)(Detector *detector, Goroutine *goroutine);
    HbSet *(*again)(Detector *detector, HbSet *set); /* one more owner */
    void (*drop)(Detector *detector, HbSet *set);
    HbSet *(*join)(Detector *detector, HbSet *set, HbSet *other); /* takes over set only */
    /* The goroutine's set := its join with the other; NULL: just so. */
    void (*learn)(Detector *detector, Goroutine *goroutine, HbSet *other);
    /* Release by one of several: the object's set := its join with E; NULL: just so. */
    void (*merge)(Detector *detector, Goroutine *goroutine, SyncObject *object);
    /* R-Rend: both goroutines learn what the other knows; NULL: by the rules above. */
    void (*meet)(Detector *detector, Goroutine *sender, Goroutine *receiver);
    /* The goroutine is over: its set and `recent` go. */
    void (*end)(Detector *detector, Goroutine *goroutine);

    /* NULL: the detector looks at nothing. */
    void (*access)(Detector *detector, Goroutine *goroutine, Loc loc, const Access *access);
    /* A send or a close as an access to the channel itself; NULL: `access` does it. */
    void (*touch)(Detector *detector, Goroutine *goroutine, Channel *channel, Span span,
                  bool is_write);
    /* An atomic operation or a lock as an access to its variable; NULL: `access` does it. */
    void (*touch_object)(Detector *detector, Goroutine *goroutine, SyncObject *object,
                         const Access *access);
    void (*sync)(Detector *detector, const Event *event); /* NULL: looks at sets only */
    void (*forget)(Detector *detector, u64 object);
    /* Calls core_mark for the goroutine of every remembered access. */
    void (*mark)(Detector *detector);
    void (*gc)(Detector *detector); /* R-GC everywhere; NULL: has none */
    bool (*gc_due)(Detector *detector);
    size_t (*memory_used)(Detector *detector);

    /* The events of a set that are not stale in the sense of Fig. 11. */
    void (*list_set)(Detector *detector, HbSet *set, SetEvents *out);
    /* "m3({(m1,?z)}, z := 43)", a line each location, by location. */
    void (*print_memory)(Detector *detector, Buf *out);
} MemoryRules;

/* Sets in the order in which they will be taken. */
typedef struct SetQueue {
    HbSet **at; /* ring; `few` until that is full */
    u32 head, len, cap;
    HbSet *few[2];
} SetQueue;

/* A channel is its forward and backward queue (paper, section 3.2.3). */
struct Channel {
    Loc loc;
    SetQueue forward, backward;
    u64 capacity;
    u64 untouched; /* empty sets of R-Make still at the front of the backward queue */
    bool closed;
    bool watched; /* EVF_CLOSED: sends are accesses */
    u32 place;    /* of the accesses to it, for MemoryRules.touch; 0 at first */
    HbSet *end;   /* what (⊥, E) carries */
};

/* The channel or lock at a location. */
struct SyncObject {
    Channel *channel; /* NULL: a lock */
    HbSet *set;       /* the lock's */
    Loc loc;
    u64 stamp; /* renewed whenever what it knew may be gone; 0: none given yet */
    u32 place; /* of the accesses to it, for MemoryRules.touch_object; 0 at first */
};

/* A report with what its texts live in. */
typedef struct HeldReport {
    RaceReport report;
    Arena arena;
    StackTrace stack;
} HeldReport;

enum { SYNC_GUESSES = 64 };

struct Detector {
    EventSink sink;
    const MemoryRules *rules;
    DetectorConfig config;
    void *memory;
    u64 label; /* newest */

    VEC(GoroutinePage *) pages; /* page 0, then those after the ones that are gone */
    u32 pages_gone;
    u32 ended, ended_kept; /* ended and still known; after the last clean-up */
    u32 pages_live;

    LocTable sync_locs;
    VEC(SyncObject) sync;
    u32 guess[SYNC_GUESSES]; /* numbers of the objects that were used last, by location */
    u64 stamps;              /* the last that a SyncObject was given */
    Goroutine *acting;       /* the one that acted last, or NULL */
    u32 until_gc;            /* events until core_collect is called again */

    Map reported; /* hash of kind and pair of positions */
    u64 races, reports;
    const char *last_rule; /* of the latest race */
    bool hold;             /* reports wait for core_deliver, so that --explain's line comes first */
    /* For people, with fresh_labels: */
    SetEvents conflicts; /* accesses that a goroutine did not know of; --explain empties the list */
    VEC(u32) numbers;    /* by label - 1: the number that is shown + 1, 0: not shown; those beyond
                            have not been numbered */
    u32 numbered;        /* labels that are shown */
    VEC(HeldReport) held;
};

static inline Access access_make(u32 goroutine, Span span, bool is_write, AccessHow how)
{
    u32 len = span.end > span.start ? span.end - span.start : 0;
    return (Access){.len = len < ACCESS_LEN_MAX ? len : ACCESS_LEN_MAX,
                    .is_write = is_write,
                    .how = how,
                    .goroutine = goroutine,
                    .pos = span.start};
}

/* A detector with these rules, to be freed with detector_free; `config` is copied. */
Detector *core_new(const MemoryRules *rules, const DetectorConfig *config);
/* R-GC if it is due. */
void core_collect(Detector *detector);
/* An event that may have handed out sets is over. Asking whether R-GC is due has its price too, so
 * that is not done each time. */
static inline void core_tick(Detector *detector)
{
    if (UNLIKELY(detector->until_gc-- == 0))
        core_collect(detector);
}
/* The goroutine of that number; made known if it is not (main, the machine). */
Goroutine *core_find_goroutine(Detector *detector, u32 number);
static inline Goroutine *core_goroutine(Detector *detector, u32 number)
{
    Goroutine *acting = detector->acting;
    if (LIKELY(acting && acting->number == number))
        return acting;
    return core_find_goroutine(detector, number);
}

/* Where in `pages` the goroutine's page is or will be; UINT32_MAX: it is gone. */
static inline u32 core_page(const Detector *detector, u32 number)
{
    u32 page = number / GOROUTINES_PER_PAGE;
    if (page > detector->pages_gone)
        return page - detector->pages_gone;
    return page == 0 ? 0 : UINT32_MAX;
}

/* NULL if that goroutine is not known (any more). */
Goroutine *core_known_goroutine(Detector *detector, u32 number);
/* A remembered access names the goroutine, so that it must not be forgotten. */
void core_mark(Detector *detector, u32 number);
/* p has ended: its set goes, and so does p unless a remembered access names it. */
void core_end_goroutine(Detector *detector, Goroutine *p);
/* Calls visit with each place that holds a set. */
void core_each_set(Detector *detector, void (*visit)(void *ctx, HbSet **set), void *ctx);

static inline u64 core_fresh(Detector *detector)
{
    return ++detector->label;
}

/* Reports that `now` conflicts with `before` on loc, one of `conflicts` conflicts. */
void core_race(Detector *detector, RaceKind kind, const char *rule, Loc loc, const Access *now,
               const Access *before, u32 conflicts);

/* Accesses that the present one conflicts with and that do not happen before it. */
typedef struct Unknown {
    u32 count;
    const Access *latest; /* by label; NULL: none */
} Unknown;

static inline void unknown_add(Unknown *unknown, const Access *earlier)
{
    unknown->count++;
    if (!unknown->latest || earlier->label > unknown->latest->label)
        unknown->latest = earlier;
}

/* Reports the race with them, if there are any: with the reads (WaR) rather than with the writes
 * (WaW, RaW). Of a read there must be writes only. */
void core_races(Detector *detector, Loc loc, const Access *now, const Unknown *reads,
                const Unknown *writes);

/* Hands out the reports that were held back. */
void core_deliver(Detector *detector);

/* The labels after `from` up to the newest get the next numbers, or are not shown: those of
 * accesses inside the library, which are no steps that people see. */
void core_number_labels(Detector *detector, u64 from, bool shown);
/* Whether sets are shown without the events of this label. */
static inline bool core_is_hidden(const Detector *detector, u64 label)
{
    return label > 0 && label <= detector->numbers.len && detector->numbers.data[label - 1] == 0;
}
/* Notes, for people, that a goroutine does not know of an earlier access to loc with which its own
 * conflicts. */
static inline void core_conflict(Detector *detector, Loc loc, const Access *earlier)
{
    if (detector->config.fresh_labels)
        vec_push(&detector->conflicts, (SetEvent){earlier->label, loc, earlier->is_write});
}

/* "m3", counted from 0 as in the paper; "init" for the initial write, "lib" for one that is hidden.
 */
void core_print_label(const Detector *detector, u64 label, Buf *out);
/* The variable's name as the source has it, else its location; of a channel with "chan" in front:
 * the variable that holds it may have the same name. */
void core_print_variable(Detector *detector, Loc loc, Buf *out);
/* "{(m0,!z), (m1,?z)}", by label; sorts the events. */
void core_print_events(Detector *detector, SetEvents *events, Buf *out);
/* Whether there are accesses and none of them is shown. */
bool core_hides_accesses(const Detector *detector, const Access *accesses, u32 count);
/* "({(m1,!z), (m2,?z)}, z := 43)" and a newline: a location with the accesses remembered of it. */
void core_print_accesses(Detector *detector, Loc loc, const Access *accesses, u32 count, Buf *out);

extern const MemoryRules rules_hybrid, rules_eventset, rules_djit, rules_fasttrack, rules_tsan,
    rules_lockset;
extern const MemoryRules rules_grace, rules_grace_full, rules_grace_aw;

#endif
