/* What natives mean to the analysis. They live above this layer: the caller of the analysis says.
 */
#ifndef ANALYSIS_EFFECT_OF_H
#define ANALYSIS_EFFECT_OF_H

#include "base/common.h"
#include "code/effect.h"

/* What a native does, and with what its arguments lead to. From MEANS_LOOKS on it synchronises on
 * what the first argument points to, and keeps the others in it. */
typedef enum NativeMeans {
    MEANS_UNKNOWN,    /* may do anything with it, at any time */
    MEANS_NOTHING,    /* no access that others can see; may keep and return pointers */
    MEANS_READ,       /* reads any of it during the call */
    MEANS_OPENS,      /* NOTHING; returns what the interface holds */
    MEANS_NEAR,       /* reads what its arguments point to */
    MEANS_NEXT,       /* and what that points to */
    MEANS_COPIES,     /* the same; what it returns points to new memory that leads there */
    MEANS_SHALLOW,    /* reads slices among the arguments, and bytes that interfaces there hold */
    MEANS_WRITE,      /* reads and writes any of it during the call */
    MEANS_SETS_ARRAY, /* NativeWrites of code/effect.h */
    MEANS_SETS_MEMORY,
    MEANS_SETS_ELEMENTS,
    MEANS_SETS_MAP,
    MEANS_SETS_FRAME,
    MEANS_FILLS,   /* adds bytes, which it reads, to the buffer of the first argument's object */
    MEANS_METHODS, /* ReflectOp of code/effect.h */
    MEANS_CALLER,
    MEANS_BINDS,
    MEANS_LEAVES, /* nothing, and nothing comes after it but deferred calls */
    MEANS_START,  /* has the machine call a function among it later, perhaps more than once */
    MEANS_LOOKS,
    MEANS_CHANGES,
    MEANS_PUTS, /* PoolOp of code/effect.h */
    MEANS_GETS,
    MEANS_SIGNALS, /* changes a condition variable; panics for nil only, as those on locks do */
    MEANS_ATOMIC_LOADS, /* AtomicOp of code/effect.h */
    MEANS_ATOMIC_STORES,
    MEANS_ATOMIC_SWAPS,
    MEANS_ATOMIC_ADDS,
    MEANS_ATOMIC_COMPARES,
    MEANS_LOCKS,
    MEANS_LOCKS_TO_READ,
    MEANS_TRIES, /* to take a lock; the result is whether it did */
    MEANS_TRIES_TO_READ,
    MEANS_UNLOCKS,
    MEANS_UNLOCKS_READ,
    MEANS_ADDS,  /* the second argument to a counter */
    MEANS_WAITS, /* until the counter is 0 */
} NativeMeans;

/* What NativeDef (vm/vm.h) says of a native. */
typedef struct NativeSays {
    Effect effect;
    NativeWrites writes;
    u8 depth;
    bool fills, leaves, shallow, opens, copies;
    AtomicOp atomic;
    ReflectOp reflect;
    PoolOp pool;
} NativeSays;

/* Of a native of which that is said. */
NativeMeans means_of(NativeSays native);

/* Of the native of that full name. */
typedef NativeMeans (*MeansFinder)(const char *native);

/* Whether it writes only where one of its arguments points to; which one; and whether it stores
 * others there, or but moves what is there. */
static inline bool means_sets(NativeMeans means)
{
    return means >= MEANS_SETS_ARRAY && means <= MEANS_SETS_FRAME;
}
static inline u32 means_sets_at(NativeMeans means)
{
    return means == MEANS_SETS_ARRAY ? 0 : means == MEANS_SETS_FRAME ? 3 : 1;
}
static inline bool means_moves(NativeMeans means)
{
    return means == MEANS_SETS_ARRAY || means == MEANS_SETS_ELEMENTS;
}

/* Whether it changes its object in a way of its own. */
static inline bool means_changes(NativeMeans means)
{
    return means >= MEANS_CHANGES && means <= MEANS_SIGNALS;
}

/* Whether it is an atomic operation that may write a number. */
static inline bool means_atomic_write(NativeMeans means)
{
    return means >= MEANS_ATOMIC_STORES && means <= MEANS_ATOMIC_COMPARES;
}

/* Whether it can only panic because its first argument is nil. */
static inline bool means_needs_object(NativeMeans means)
{
    return means == MEANS_SIGNALS || (means >= MEANS_LOCKS && means <= MEANS_UNLOCKS_READ);
}

/* Whether it takes a lock, at once or never. */
static inline bool means_takes(NativeMeans means)
{
    return means >= MEANS_LOCKS && means <= MEANS_TRIES_TO_READ;
}

/* Whether it takes a lock or says that it cannot. */
static inline bool means_tries(NativeMeans means)
{
    return means == MEANS_TRIES || means == MEANS_TRIES_TO_READ;
}

/* Bytes of an object with a buffer: {self, ptr, len, cap}, see NativeDef.fills (vm/vm.h). */
enum { BUFFER_SELF = 0, BUFFER_PTR = 8, BUFFER_SIZE = 32 };

/* Whether it synchronises on an object. */
static inline bool means_object(NativeMeans means)
{
    return means >= MEANS_LOOKS;
}

#endif
