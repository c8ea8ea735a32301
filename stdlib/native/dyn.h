/* Values whose type is known at run time only: the one core that fmt, sort, errors and reflection
 * stand on. A Dyn in the language is the struct internal/value.Value; here are its three slots. */
#ifndef STDLIB_NATIVE_DYN_H
#define STDLIB_NATIVE_DYN_H

#include "stdlib/native/native.h"

typedef enum DynMode {
    DYN_MEMORY = 1,    /* data is the address of the value's memory, else its one slot */
    DYN_SHARED = 2,    /* memory that others may write: reading it is an event */
    DYN_READ_ONLY = 4, /* reached through an unexported field: its methods are not called */
    DYN_EMBEDDED = 8,  /* is an embedded field of an unexported type: so is it, not its fields */
} DynMode;

typedef struct Dyn {
    RType *type; /* NULL: no value, as in a nil interface */
    u64 data;
    u64 mode; /* DynMode bits */
} Dyn;

enum { DYN_SLOTS = 3 };

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

/* The value in an interface. */
Dyn dyn_of(const u64 *iface);
/* The value in memory at addr; more mode bits as given. */
Dyn dyn_at(const void *addr, RType *type, u64 mode);
/* Its one slot, for scalars; a float32 is a double there. */
u64 dyn_scalar(VM *vm, G *g, Dyn v);
/* The parts of a complex number. */
void dyn_complex(VM *vm, G *g, Dyn v, double *re, double *im);
/* The text of a string. */
Str dyn_str(VM *vm, G *g, Dyn v);
/* A slice or array of bytes, and its content; valid as long as *v. */
bool dyn_is_bytes(Dyn v);
Str dyn_bytes(VM *vm, G *g, Dyn *v);
/* Copies it to register slots: type->slots of them. */
void dyn_load(VM *vm, G *g, Dyn v, u64 *slots);
/* The value in register slots, which are copied: those of a map's or channel's entry move. */
Dyn dyn_from_slots(VM *vm, const u64 *slots, RType *type, u64 mode);
/* Stores register slots, or x, to the memory that v is in. x is of v's type, or of a type with the
 * same representation, or v is an interface. */
void dyn_store_slots(VM *vm, G *g, Dyn v, const u64 *slots);
void dyn_store(VM *vm, G *g, Dyn v, Dyn x);
/* The interface holding it; one that is an interface gives what it holds. */
void dyn_to_iface(VM *vm, G *g, Dyn v, u64 *iface);
/* What it holds or points to; no value for nil. */
Dyn dyn_elem(VM *vm, G *g, Dyn v);
/* Length of anything that has one. */
i64 dyn_len(VM *vm, G *g, Dyn v);
/* Element i, in range, of an array, slice or string; field i of a struct. */
Dyn dyn_index(VM *vm, G *g, Dyn v, u64 i);
Dyn dyn_field(Dyn v, u32 i);
bool dyn_is_nil(VM *vm, G *g, Dyn v);
/* The address that a pointer-shaped value or a slice holds. */
void *dyn_ref(VM *vm, G *g, Dyn v);
/* A number for the object that a pointer-shaped value or a slice leads to, the same in every run of
 * the same schedule: what %p prints. 0 for nil. */
u64 dyn_address(VM *vm, G *g, Dyn v);
/* The order in which fmt prints map keys: < 0, 0, > 0 (stdlib/native/dyn_print.c). */
int dyn_compare(VM *vm, G *g, Dyn a, Dyn b);
/* Keys and values of a map in turn, sorted by key; *count is twice the number of entries. */
Dyn *dyn_map_entries(VM *vm, G *g, Dyn v, u64 *count);

/* What parts of a value get of its mode. */
static inline u64 dyn_read_only(u64 mode)
{
    return mode & (DYN_READ_ONLY | DYN_EMBEDDED) ? DYN_READ_ONLY : 0;
}

/* A kind that prints as one word: bool, number, string. */
static inline bool dyn_is_leaf(const RType *type)
{
    return (type->kind >= RK_BOOL && type->kind <= RK_COMPLEX128) || type->kind == RK_STRING;
}

#endif
