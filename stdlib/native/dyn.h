/* Values whose type is known only at run time: the common base of fmt, sort, errors and reflection.
 * In the language, a Dyn is the struct internal/value.Value, of which these are the three slots. */
#ifndef STDLIB_NATIVE_DYN_H
#define STDLIB_NATIVE_DYN_H

#include "stdlib/native/native.h"

/* The bits are those of Go's reflect.Value, since packages that print unexported fields look for
 * them and clear the first two. */
typedef enum DynMode {
    /* reached through an unexported field: its methods must not be called */
    DYN_READ_ONLY = 1 << 5,
    /* an embedded field of an unexported type: read-only itself, but not its exported fields */
    DYN_EMBEDDED = 1 << 6,
    /* data is the address of the value in memory; otherwise it is its one slot */
    DYN_MEMORY = 1 << 7,
    /* other goroutines may write the memory: reading it is an event. Means nothing without
     * DYN_MEMORY: such a package may set it. */
    DYN_SHARED = 1 << 8,
} DynMode;

typedef struct Dyn {
    RType *type; /* NULL: no value, as in a nil interface */
    u64 data;
    u64 mode; /* DynMode bits */
} Dyn;

enum { DYN_SLOTS = 3 };

/* A Dyn from its three slots, and to them. */
static inline Dyn slot_dyn(const u64 *slots)
{
    return (Dyn){(RType *)slots[0], slots[1], slots[2]};
}

static inline void dyn_to_slots(u64 *slots, Dyn v)
{
    slots[0] = (u64)v.type;
    slots[1] = v.data;
    slots[2] = v.mode;
}

/* The value in an interface; no value for nil. */
Dyn dyn_of(const u64 *iface);
/* The value in memory at addr; `mode` has DYN_SHARED and other bits to set besides DYN_MEMORY. */
Dyn dyn_at(const void *addr, RType *type, u64 mode);
/* The slot of a scalar, in canonical form: a float32 is a double. */
u64 dyn_scalar(VM *vm, G *g, Dyn v);
/* The two parts of a complex number. */
void dyn_complex(VM *vm, G *g, Dyn v, double *re, double *im);
/* The text of a string. Not copied. */
Str dyn_str(VM *vm, G *g, Dyn v);
/* Whether v is a slice or array of bytes; and its content, valid as long as *v. */
bool dyn_is_bytes(Dyn v);
Str dyn_bytes(VM *vm, G *g, Dyn *v);
/* Copies the value to type->slots register slots. */
void dyn_load(VM *vm, G *g, Dyn v, u64 *slots);
/* The value in register slots, which are copied, since entries of maps and channels move. */
Dyn dyn_from_slots(VM *vm, const u64 *slots, RType *type, u64 mode);
/* Store register slots, or the value x, to the memory of v. x has the type of v or one with the
 * same representation, or v is an interface. */
void dyn_store_slots(VM *vm, G *g, Dyn v, const u64 *slots);
void dyn_store(VM *vm, G *g, Dyn v, Dyn x);
/* Makes an interface that holds v; if v is an interface, one that holds its dynamic value. */
void dyn_to_iface(VM *vm, G *g, Dyn v, u64 *iface);
/* The value that an interface holds or a pointer points to; no value for nil. */
Dyn dyn_elem(VM *vm, G *g, Dyn v);
/* The length of a string, array, slice, map or channel. */
i64 dyn_len(VM *vm, G *g, Dyn v);
/* Element i of an array, slice or string, with i in range; field i of a struct. */
Dyn dyn_index(VM *vm, G *g, Dyn v, u64 i);
Dyn dyn_field(Dyn v, u32 i);
/* Whether the value, of a type that has nil, is nil. */
bool dyn_is_nil(VM *vm, G *g, Dyn v);
/* The address in a pointer-shaped value or slice. */
void *dyn_ref(VM *vm, G *g, Dyn v);
/* A number that identifies the object that a pointer-shaped value or a slice refers to, the same in
 * every run of a schedule; of a function the program counter of its entry. %p prints it. 0 for nil.
 */
u64 dyn_address(VM *vm, G *g, Dyn v);
/* Compares as fmt orders map keys: < 0, 0, > 0 (stdlib/native/dyn_print.c). */
int dyn_compare(VM *vm, G *g, Dyn a, Dyn b);
/* The keys and values of a map, alternating, sorted by key; *count is twice the number of entries.
 * Garbage collected. */
Dyn *dyn_map_entries(VM *vm, G *g, Dyn v, u64 *count);

/* The mode bits that parts of a value inherit from its mode. */
static inline u64 dyn_read_only(u64 mode)
{
    return mode & (DYN_READ_ONLY | DYN_EMBEDDED) ? DYN_READ_ONLY : 0;
}

/* Whether values of the type are printed as one word: bool, number, string. */
static inline bool dyn_is_leaf(const RType *type)
{
    return (type->kind >= RK_BOOL && type->kind <= RK_COMPLEX128) || type->kind == RK_STRING;
}

#endif
