/* What the files of snapshots share. */
#ifndef VM_SNAPSHOT_PARTS_H
#define VM_SNAPSHOT_PARTS_H

#include "base/hash.h"
#include "vm/live_registers.h"
#include "vm/region.h"
#include "vm/snapshot.h"

/* What a state has besides objects, globals and sets; its parts begin with this. */
typedef struct Fixed {
    u64 numbered;       /* bytes of the objects that globals and main reach: they come first */
    u64 layout;         /* hash of where these begin */
    u64 main;           /* address of the main goroutine, 0: it has ended */
    u64 timers, bubble; /* addresses */
    i64 now, bubble_time;
    u64 output;     /* hash of what has been written */
    u32 goroutines; /* how many, with main */
    u32 own, sets;  /* words: accesses of main and of ended goroutines; happens-before sets */
    bool tracking, main_ended;
    bool rest; /* the last chunk is that of timers */
    bool none; /* no byte of it is padding: it is compared and hashed as bytes */
} Fixed;

/* The objects that a goroutine is the first to reach: they lie one after the other. */
typedef struct Chunk {
    u64 from; /* where they begin in the region; chunks that are closed can lie in any order */
    u32 bytes;
    u32 part, parts; /* of the state: its first one, and how many */
    u32 own, owns;   /* accesses of the goroutine: index of the first in the log, how many */
    u64 goroutine;   /* its address */
    bool leads;      /* it is the first object */
    bool closed;     /* pointers and accesses lead into the chunk or to what is numbered */
} Chunk;

/* An image: this, the objects, the globals, the goroutines' addresses, accesses, happens-before
 * sets, chunks. */
typedef struct Head {
    Fixed fixed;
    u64 objects, globals;            /* bytes of each */
    u64 layout;                      /* hash of where objects begin */
    u32 own, chunks;                 /* how many */
    u32 globals_part, numbered_part; /* indices of the first parts of these */
    bool closed; /* all chunks are, and nothing else leads into one: they may change places */
    /* Objects lie in the order in which they are reached, and no others are between them. If not,
     * it is closed. */
    bool straight;
} Head;

/* Where bytes differ from those of the image that was restored: from `low`, before `high`. */
typedef struct Changed {
    u64 low, high;
} Changed;

/* Where globals and numbered objects have changed. */
typedef struct FixedChanges {
    Changed globals, numbered;
} FixedChanges;

/* What has become of a chunk of the base, if nothing has to move. */
typedef enum ChunkFate {
    CHUNK_ENDED, /* the goroutine has ended */
    CHUNK_SAME,
    CHUNK_RAN, /* may have changed */
    CHUNK_CHANGED,
} ChunkFate;

/* A block of the program's arena. */
typedef struct ProgramBlock {
    u64 from, size;
} ProgramBlock;

struct Snapshotter {
    VM *vm;
    Region *region;
    VEC(ProgramBlock) program; /* the memory of code and types when the snapshotter was made */
    VEC(u8) moved;             /* objects of the last snapshot, if they had to move */
    const u8 *base;            /* the image that was restored last, or NULL */
    Head base_head;
    u64 to;      /* bytes of objects in `moved` so far */
    u64 layout;  /* of these */
    u64 scanned; /* of them, those whose pointers have been followed */
    LiveRegisters live;
    VEC(G *) goroutines; /* vm->sched.all of the restored state */
    bool in_place;       /* all objects stay where they are */
    bool keeps_shared;   /* those do that globals and main reach */
    bool straggles;      /* an object that was copied has moved */
    bool compared;       /* the region differs from the base where these say: */
    FixedChanges changes;
    bool straight; /* then: Head.straight of the last snapshot */
    Fixed fixed;   /* of that */
    u32 globals_part, numbered_part;
    bool whole;                   /* no part is said to be the same */
    VEC(u64) keys;                /* of goroutines, while they are sorted */
    VEC(Chunk) chunks;            /* of the state that is taken */
    VEC(Chunk) ordered;           /* the same, in the order of the goroutines */
    VEC(Waiter *) waiters;        /* scratch */
    VEC(u8) ran;                  /* of each of vm->sched.all: since the restored state */
    VEC(u8) fates;                /* of each chunk of the base: ChunkFate */
    VEC(StatePart) parts;         /* of the last snapshot, */
    U32List groups;               /* and where their groups begin */
    VEC(u64) coded;               /* their bytes, as far as these are nowhere else */
    Buf images[2];                /* snapshot_image has made */
    u32 image;                    /* the last of them */
    WordList own, sets;           /* scratch */
    u32 ids[MOST_GOROUTINES + 1]; /* old number -> new */
    /* With live CHECKs: takes snapshots again, and their parts. */
    Snapshotter *twin;
    u32 takes;
    VEC(StatePart) checked;
    U32List checked_groups;
    Buf checked_bytes;
};

/* Whether the word is an address in the block. */
static inline bool snapshot_pointer(const Snapshotter *s, u64 word)
{
    return word - (u64)s->region->base - 1 < s->region->used;
}

static inline u64 snapshot_rounded(u64 bytes)
{
    return (bytes + 7) & ~7ull;
}

#define LAYOUT_FACTOR 0x9e3779b97f4a7c15ULL
/* Continues the hash of where objects begin with one of so many granules, or with another hash. */
static inline u64 snapshot_layout(u64 layout, u64 next)
{
    layout = (layout ^ next) * LAYOUT_FACTOR;
    return layout ^ layout >> 29;
}

/* ---- snapshot_order.c ---- */
/* The main goroutine comes first; what it and the globals reach is numbered before the others are
 * looked at, so that these differ in what they have, not in when they came. */
void snapshot_main_first(VM *vm);
/* The goroutines from there on. True: they were sorted; else the order has changed. */
bool snapshot_sort(Snapshotter *s, u32 from);

/* ---- snapshot_image.c ---- */
/* Chunks and accesses of the image that was restored last. */
const Chunk *snapshot_base_chunks(const Snapshotter *s);
const AccessEntry *snapshot_base_own(const Snapshotter *s);
/* Begins a list of parts; objects: bytes of all of them. */
void snapshot_parts_begin(Snapshotter *s, u64 objects);
/* The parts before those of chunks. globals and numbered: where they differ from the base. */
void snapshot_parts_fixed(Snapshotter *s, const Fixed *fixed, const u8 *objects, Changed globals,
                          Changed numbered);
/* The parts of a chunk whose objects are at that place now; sets those fields of the chunk. same:
 * the chunk of the base that has the same parts, or NULL. */
void snapshot_parts_chunk(Snapshotter *s, Chunk *chunk, const u8 *objects, const Chunk *same,
                          u64 numbered);
/* Whether the accesses of main and ended goroutines, which `own` begins with, are to numbered
 * objects and globals. */
bool snapshot_fixed_closed(const Snapshotter *s, const Fixed *fixed, const AccessEntry *own);

#endif
