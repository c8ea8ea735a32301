/* Values of any type by their RType: moving between memory and registers, equality, hashing. */
#ifndef VM_VALUE_H
#define VM_VALUE_H

#include "jit/methods.h"
#include "vm/vm.h"

/* Register slots <- memory, and back (no events). A big value is copied to new memory. */
void value_load(VM *vm, u64 *dst, const void *src, RType *type);
void value_store(void *dst, const u64 *src, RType *type);
/* ==; false with *panicked set (and a run-time error started) if an interface inside holds an
 * uncomparable type. a and b are register slots. */
bool value_equal(VM *vm, G *g, const u64 *a, const u64 *b, RType *type, bool *panicked);
bool value_equal_mem(VM *vm, G *g, const void *a, const void *b, RType *type, bool *panicked);
/* Hash for map keys; NaN hashes to a different value each time (seeded by the VM). */
u64 value_hash(VM *vm, G *g, const u64 *key, RType *type, bool *panicked);

/* Interfaces. */
/* == of two interfaces, as value_equal. */
bool iface_equal(VM *vm, G *g, const u64 *a, const u64 *b, bool *panicked);
/* dst[0..2] <- an interface with the value in slots, whose type is `type`. */
void iface_make(VM *vm, u64 *dst, const u64 *value, RType *type);
/* The value's slots inside an interface's data word. */
const u64 *iface_slots(const u64 *iface);
/* Method `id` of a dynamic type, or NULL. */
Func *iface_method(VM *vm, RType *type, u32 id);

/* iface_method, from the cache if it is there. */
static inline Func *iface_method_quick(VM *vm, RType *type, u32 id)
{
    if (LIKELY(vm->hot.methods != NULL)) {
        const CachedMethod *cached = method_cached(vm->hot.methods, type, id);
        if (LIKELY(cached->type == type && cached->id == id))
            return cached->fn;
    }
    return iface_method(vm, type, id);
}

/* Whether type has all methods of the interface type; else *missing is the first missing id. */
bool iface_implements(VM *vm, RType *type, RType *iface, u32 *missing);

/* A string in program memory from C text. Writes 2 slots. */
void string_make(VM *vm, u64 *dst, const char *text, u64 len);

/* Maps (map.c), also used by natives. Keys and values are in slots. */
typedef struct GMap GMap;
/* A new map with room for `hint` entries, a tracked object of g. */
GMap *gmap_new(VM *vm, G *g, RType *type, i64 hint);
/* Number of entries; 0 for NULL. */
u64 gmap_len(const GMap *map);
/* The value's slots, or NULL if absent or *panicked. */
u64 *gmap_get(VM *vm, G *g, GMap *map, const u64 *key, bool *panicked);
/* Address of the value's slots; if it was absent it is inserted, and the caller fills them. */
u64 *gmap_put(VM *vm, G *g, GMap *map, const u64 *key, bool *panicked);
/* Removes the entry with the key, if there is one and not *panicked. */
void gmap_delete(VM *vm, G *g, GMap *map, const u64 *key, bool *panicked);
/* Removes all entries. */
void gmap_clear(VM *vm, GMap *map);
typedef struct GMapIter GMapIter;
/* An iteration over map, which may be NULL; the chooser decides where it starts. */
GMapIter *gmap_iter(VM *vm, GMap *map);
/* The same from the first entry, without asking the chooser: for showing values to people. */
GMapIter *gmap_iter_plain(VM *vm, GMap *map);
/* False at the end; else *key and *value point to the entry's slots. Entries added during the
 * iteration may or may not come, deleted ones never. */
bool gmap_next(VM *vm, GMapIter *iter, const u64 **key, u64 **value);

#endif
