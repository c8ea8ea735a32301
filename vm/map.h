/* The inside of maps (map.c), for the instructions on them; vm/value.h has what others call. */
#ifndef VM_MAP_H
#define VM_MAP_H

#include "vm/value.h"

/* An entry is one word META (hash and order), the key's slots, the value's slots. */
#define META_HASH(meta) ((u32)((meta) >> 32))
#define META_SEQ(meta) ((u32)(meta)) /* order of insertion, from 1; 0 = deleted */

enum { FREE_SLOT = 0 };

/* How keys are compared: one word, several, the bytes of a string, or by type. */
typedef enum KeyKind { KEY_WORD, KEY_WORDS, KEY_STRING, KEY_OTHER } KeyKind;

struct GMap {
    RType *type;
    u64 live;     /* entries that are not deleted; at most `used` */
    u64 *entries; /* `used` of `cap`; NULL if cap is 0 */
    u32 *index;   /* entry number + 1, or FREE_SLOT; power of two, at most 3/4 full */
    u64 *last;    /* entry that was found last; it may have been deleted since */
    u32 mask;
    u32 used, cap;
    u32 first;      /* all entries before this one are deleted: a map used as a queue stays fast */
    u32 next_seq;   /* greater than every entry's number; these ascend */
    u32 renumbered; /* times the sequence numbers began again */
    u32 key_slots, value_slots, stride;
    u8 key_kind;
    bool plain; /* KEY_WORD, and values of one word: the interpreter looks such keys up itself */
};

/* Entry i, below `used`. */
static inline u64 *gmap_entry(const GMap *map, u32 i)
{
    return map->entries + (u64)i * map->stride;
}

#define HASH_FACTOR 0xd6e8feb86659fd93ULL

/* One multiplication: its upper half depends on all bits of the key. */
static inline u32 gmap_hash_word(u64 key)
{
    return (u32)(((key ^ key >> 32) * HASH_FACTOR) >> 32);
}

/* The entry of a map with KEY_WORD, or NULL. Such keys need no hash to be compared first. */
static inline u64 *gmap_find_word(GMap *map, u64 key)
{
    u64 *entry = map->last;
    if (entry[1] == key && META_SEQ(entry[0]))
        return entry;
    if (UNLIKELY(!map->index))
        return NULL;
    for (u32 at = gmap_hash_word(key) & map->mask;; at = (at + 1) & map->mask) {
        u32 number = map->index[at];
        if (number == FREE_SLOT)
            return NULL;
        entry = gmap_entry(map, number - 1);
        if (LIKELY(entry[1] == key) && META_SEQ(entry[0]))
            return map->last = entry;
    }
}

#endif
