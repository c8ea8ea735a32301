/* From the table of effects to what the analysis makes of a native: the one switch over effects. */
#include "analysis/effect_of.h"

static NativeMeans means_of_atomic(AtomicOp atomic)
{
    switch (atomic) {
    case ATOMIC_LOAD: return MEANS_ATOMIC_LOADS;
    case ATOMIC_STORE: return MEANS_ATOMIC_STORES;
    case ATOMIC_SWAP: return MEANS_ATOMIC_SWAPS;
    case ATOMIC_ADD: return MEANS_ATOMIC_ADDS;
    case ATOMIC_COMPARE: return MEANS_ATOMIC_COMPARES;
    case ATOMIC_AND:
    case ATOMIC_OR:
    case ATOMIC_OTHER: break;
    }
    return MEANS_CHANGES;
}

static NativeMeans means_of_reflection(ReflectOp reflect)
{
    switch (reflect) {
    case REFLECT_TYPE: return MEANS_NOTHING;
    case REFLECT_METHOD: return MEANS_METHODS;
    case REFLECT_CALL: return MEANS_CALLER;
    case REFLECT_BIND: return MEANS_BINDS;
    case REFLECT_OTHER: break;
    }
    return MEANS_UNKNOWN;
}

static NativeMeans means_of_read(NativeSays native)
{
    if (native.depth)
        return native.depth == 1 ? MEANS_NEAR : MEANS_NEXT;
    return native.shallow ? MEANS_SHALLOW : native.copies ? MEANS_COPIES : MEANS_READ;
}

static NativeMeans means_of_write(NativeSays native)
{
    if (native.writes)
        return (NativeMeans)(MEANS_SETS_ARRAY + native.writes - WRITES_ARRAY);
    return native.fills ? MEANS_FILLS : MEANS_WRITE;
}

NativeMeans means_of(NativeSays native)
{
    if (native.leaves)
        return MEANS_LEAVES;
    if (native.atomic != ATOMIC_OTHER)
        return means_of_atomic(native.atomic);
    if (native.pool)
        return native.pool == POOL_PUT ? MEANS_PUTS : MEANS_GETS;
    switch (native.effect) {
    case EFFECT_NONE: return native.opens ? MEANS_OPENS : MEANS_NOTHING;
    case EFFECT_YIELD:
    case EFFECT_RANDOM:
    case EFFECT_MAKE:
    case EFFECT_COUNT:
    case EFFECT_IDLE:
    case EFFECT_EXIT:
    case EFFECT_SLEEP:
    case EFFECT_CLOCK:
    case EFFECT_GOEND:
    case EFFECT_MEASURE:
    case EFFECT_LEAKED: return MEANS_NOTHING;
    case EFFECT_READ: return means_of_read(native);
    case EFFECT_OUTPUT: return MEANS_READ;
    case EFFECT_FILE_READ:
    case EFFECT_FILE_WRITE: return native.fills ? MEANS_WRITE : MEANS_READ;
    case EFFECT_WRITE: return means_of_write(native);
    case EFFECT_INPUT: return MEANS_WRITE;
    case EFFECT_START: return MEANS_START;
    case EFFECT_LOCK:
    case EFFECT_WLOCK: return MEANS_LOCKS;
    case EFFECT_RLOCK: return MEANS_LOCKS_TO_READ;
    case EFFECT_TRYLOCK: return MEANS_TRIES;
    case EFFECT_TRYRLOCK: return MEANS_TRIES_TO_READ;
    case EFFECT_UNLOCK:
    case EFFECT_WUNLOCK: return MEANS_UNLOCKS;
    case EFFECT_RUNLOCK: return MEANS_UNLOCKS_READ;
    case EFFECT_ADD: return MEANS_ADDS;
    case EFFECT_WAIT: return MEANS_WAITS;
    case EFFECT_LOAD:
    case EFFECT_CHECK:
    case EFFECT_OBSERVE:
    case EFFECT_AWAIT: return MEANS_LOOKS;
    case EFFECT_TICKET:
    case EFFECT_COND_WAIT:
    case EFFECT_SIGNAL: return MEANS_SIGNALS;
    case EFFECT_STORE:
    case EFFECT_SWAP:
    case EFFECT_TIMER:
    case EFFECT_UPDATE: return MEANS_CHANGES;
    case EFFECT_REFLECT: return means_of_reflection(native.reflect);
    case EFFECT_NATIVE:
    case EFFECT_SEND:
    case EFFECT_RECV:
    case EFFECT_SELECT:
    case EFFECT_CLOSE:
    case EFFECT_LEN:
    case EFFECT_GO: return MEANS_UNKNOWN;
    }
    return MEANS_UNKNOWN;
}
