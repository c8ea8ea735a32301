/* Run-time type descriptors: made by the code generator, read by the VM and the library. Identical
 * types share one descriptor, so dynamic types are compared by pointer. */
#ifndef CODE_RTYPE_H
#define CODE_RTYPE_H

#include "base/buf.h"

typedef struct RType RType;
struct Func;

/* The numbers are those of Go's reflect.Kind. */
typedef enum RKind {
    RK_INVALID,
    RK_BOOL,
    RK_INT,
    RK_INT8,
    RK_INT16,
    RK_INT32,
    RK_INT64,
    RK_UINT,
    RK_UINT8,
    RK_UINT16,
    RK_UINT32,
    RK_UINT64,
    RK_UINTPTR,
    RK_FLOAT32,
    RK_FLOAT64,
    RK_COMPLEX64,
    RK_COMPLEX128,
    RK_ARRAY,
    RK_CHAN,
    RK_FUNC,
    RK_INTERFACE,
    RK_MAP,
    RK_POINTER,
    RK_SLICE,
    RK_STRING,
    RK_STRUCT,
    RK_UNSAFE_POINTER,
} RKind;

enum RTypeFlags {
    RT_POINTERS = 1,   /* values contain pointers (else allocated as pointer-free) */
    RT_COMPARABLE = 2, /* == does not panic for the type itself (interfaces inside may) */
    RT_MEM_EQUAL = 4,  /* == is comparison of the memory bytes (no padding, floats, strings) */
    /* an interface's data word is the value's one slot; otherwise it points to a copy of the slots
     * (NULL if there are none) */
    RT_DIRECT = 8,
    RT_BIG = 16, /* register form is a pointer to a heap copy (size > BIG_SIZE) */
    RT_NAMED = 32,
    RT_VARIADIC = 64, /* functions */
    RT_SCALAR = 128,  /* one canonical slot: bool, integers, floats, pointer-shaped */
};

typedef struct RField {
    const char *name;
    RType *type;
    u64 offset;
    const char *tag;
    const char *pkg; /* package path for unexported names, else NULL */
    bool embedded;
} RField;

/* A concrete type's method, receiver passed as the interface's data word in one slot. */
typedef struct RMethod {
    u32 id;          /* index into Program.method_names: name, and package if unexported */
    struct Func *fn; /* a wrapper where the receiver must be unpacked */
    RType *sig;      /* function type without receiver */
} RMethod;

/* A separately tracked part of a value: races are detected per field and per element. `count` parts
 * of the same kind lie `stride` bytes apart. */
typedef struct RLeaf {
    u64 offset, count, stride;
} RLeaf;

struct RType {
    u32 id; /* index into Program.types */
    u8 kind;
    u8 chan_dir; /* 0 both, 1 send only, 2 receive only */
    u16 flags;
    u32 align;
    u32 slots;        /* registers that a value takes */
    u64 size;         /* bytes in memory */
    const char *text; /* "main.T", "map[string]int", as %T and %v of a type print it */
    const char *name; /* "T" for named types, else "" */
    const char *pkg;  /* package path of named types, else "" */
    RType *elem;      /* pointer, slice, array, chan, map */
    RType *key;       /* map */
    u64 len;          /* array */
    RField *fields;   /* struct */
    u32 nfields;
    RType **params, **results; /* func; without the receiver of a method */
    u32 nparams, nresults;
    RMethod *methods; /* concrete types: method set, sorted by id */
    u32 nmethods;
    u32 *imethods; /* interfaces: method ids, sorted */
    RType **imethod_sigs;
    u32 nimethods;
    RType *ptr_to; /* *T if the program mentions it, else NULL */
    RLeaf *leaves; /* computed by rtype_leaves on first use */
    u32 nleaves;
    bool leaves_done;
    u64 places; /* the same as a bit for each byte that a part begins at; 0: not of every part */
};

/* Sets slots and flags as far as kind and size determine them: enough to use a recursive type
 * inside itself, before its components are complete. */
void rtype_shape_flags(RType *t);
/* Sets the flags that an array or struct derives from its components, which must be complete. */
void rtype_component_flags(RType *t);
/* Appends a field's tag, quoted, as the text of its struct type shows it. */
void rtype_add_tag(Buf *out, const char *tag);
/* The separately tracked parts of a value of type t; *count receives their number. Computed once
 * and kept with the type. */
const RLeaf *rtype_leaves(RType *t, u32 *count);

/* The method of that id, an index into Program.method_names, of values of the type, or NULL. */
const RMethod *rtype_method(const RType *t, u32 id);

/* Whether the register form of values contains pointers: that of big ones is a pointer. */
static inline bool rtype_slots_point(const RType *t)
{
    return (t->flags & (RT_POINTERS | RT_BIG)) != 0;
}

/* A bit for each byte of a value of type t at which one of its parts begins; 0: a part is repeated,
 * or begins after byte 63. */
static inline u64 rtype_places(RType *t)
{
    u32 count;
    if (UNLIKELY(!t->leaves_done))
        rtype_leaves(t, &count);
    return t->places;
}

#endif
