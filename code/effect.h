/* Effects: what an operation means to other goroutines, generated from effect.def.
 *
 * A switch over Effect names every one of them and has no default, so that an effect that an engine
 * does not map does not compile (-Werror=switch). */
#ifndef CODE_EFFECT_H
#define CODE_EFFECT_H

#include <stdbool.h>

typedef enum Effect {
#define EFFECT(name, on, change, text) EFFECT_##name,
#include "code/effect.def"
#undef EFFECT
} Effect;

enum {
#define EFFECT(name, on, change, text) +1
    EFFECT_KINDS = 0
#include "code/effect.def"
#undef EFFECT
};

/* What effects are on. */
typedef enum EffectOn {
    ON_NOTHING,
    ON_MEMORY,
    ON_CHANNEL,
    ON_CHANNELS,
    ON_LOCK,
    ON_ATOMIC,
    ON_OBJECT,
    ON_GOROUTINES,
    ON_END,
    ON_CONSOLE,
    ON_FILES,
    ON_TIME,
    ON_MACHINE,
    ON_KINDS
} EffectOn;

/* What an effect is on. */
static inline EffectOn effect_on(Effect effect)
{
    static const unsigned char on[] = {
#define EFFECT(name, what, change, text) ON_##what,
#include "code/effect.def"
#undef EFFECT
    };
    return (EffectOn)on[effect];
}

/* What an operation on an atomic variable does with its number. */
typedef enum AtomicOp {
    ATOMIC_OTHER,
    ATOMIC_STORE, /* it is the second argument then */
    ATOMIC_LOAD,  /* it is the result */
    ATOMIC_SWAP,  /* both */
    ATOMIC_ADD,   /* the second argument is added; the result is the sum */
    ATOMIC_AND,   /* of both; the result is the old value */
    ATOMIC_OR,
    ATOMIC_COMPARE, /* becomes the third argument if it was the second; the result is whether */
} AtomicOp;

/* How its variable becomes a slot. */
typedef enum AtomicType {
    ATOMIC_UNTYPED, /* more than one slot, or no operation of sync/atomic */
    ATOMIC_I32,
    ATOMIC_U32,
    ATOMIC_64,
    ATOMIC_POINTER, /* of which it matters only whether two are equal */
    ATOMIC_TYPES
} AtomicType;

/* What a native does that keeps values until they are asked for. */
typedef enum PoolOp {
    POOL_OTHER,
    POOL_PUT, /* keeps the arguments after the first, which is the pool, ... */
    POOL_GET, /* ... until it returns them, once, to a call that comes after */
} PoolOp;

/* What a native of effect REFLECT does, where that can be said. */
typedef enum ReflectOp {
    REFLECT_OTHER,
    REFLECT_TYPE,   /* makes a type that has no methods, or finds the one that is like it */
    REFLECT_METHOD, /* returns code and types of methods of the type that is its first argument */
    REFLECT_CALL, /* returns a function of (code, arguments, results) that calls the code with words
                     in memory */
    REFLECT_BIND, /* returns a function that calls the code in the first argument with the word that
                     the second points to before its own arguments */
} ReflectOp;

/* What a native of effect WRITE writes, if that is less than all that its arguments lead to. A
 * value.Value is three arguments, of which the second is the address of its memory. */
typedef enum NativeWrites {
    WRITES_ALL,
    WRITES_ARRAY,    /* what the first argument points to, whose parts it moves */
    WRITES_MEMORY,   /* what the second argument points to: stores the later ones there */
    WRITES_ELEMENTS, /* of the slice that the second argument points to; it moves them */
    WRITES_MAP,      /* the map that the second argument is or points to: as WRITES_MEMORY */
    WRITES_FRAME,    /* what the fourth argument points to: stores the Value before it there */
} NativeWrites;

/* Whether it changes what it is on; else it only looks. */
static inline bool effect_changes(Effect effect)
{
    enum { LOOKS = false, CHANGES = true };
    static const bool changes[] = {
#define EFFECT(name, what, change, text) change,
#include "code/effect.def"
#undef EFFECT
    };
    return changes[effect];
}

/* Whether it is on one object, that the operand or the first argument points to. */
static inline bool effect_has_object(Effect effect)
{
    EffectOn on = effect_on(effect);
    return on == ON_CHANNEL || on == ON_LOCK || on == ON_ATOMIC || on == ON_OBJECT;
}

/* Whether it is on a variable that the program can access as well: the operation is an access, too.
 */
static inline bool effect_accesses(Effect effect)
{
    return effect_on(effect) == ON_LOCK || effect_on(effect) == ON_ATOMIC;
}

/* "LOCK" */
const char *effect_name(Effect effect);

#endif
