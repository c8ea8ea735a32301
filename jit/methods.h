/* Methods of dynamic types that were looked for, laid out so that the interpreter and machine code
 * can look one up in line; vm/iface.c fills it in. And the functions of closures that the
 * interpreter has called: machine code expects them where they were. */
#ifndef JIT_METHODS_H
#define JIT_METHODS_H

#include "code/program.h"

/* Direct-mapped: what was found once is found at once. */
enum { METHOD_CACHE = 1024, METHOD_HASH = 31 };
typedef struct CachedMethod {
    const RType *type;
    const RMethod *method;
    Func *fn;
    u64 id;
} CachedMethod;
typedef struct MethodCache {
    CachedMethod at[METHOD_CACHE];
} MethodCache;

/* Where the method is, if it is there. */
static inline CachedMethod *method_cached(MethodCache *cache, const RType *type, u32 id)
{
    return &cache->at[(type->id * METHOD_HASH + id) % METHOD_CACHE];
}

/* Direct-mapped: the instruction that called, and the function of the closure, the last one. */
enum { CALL_CACHE = 128 };
typedef struct CallCache {
    struct {
        const Word *call;
        Func *fn;
    } at[CALL_CACHE];
} CallCache;

static inline u32 call_place(const Word *call)
{
    return (u64)call / sizeof *call % CALL_CACHE;
}

/* The function of the closure that the instruction has called last, or NULL. */
static inline Func *call_cached(const CallCache *cache, const Word *call)
{
    u32 at = call_place(call);
    return cache->at[at].call == call ? cache->at[at].fn : NULL;
}

/* Notes such a call. */
static inline void call_note(CallCache *cache, const Word *call, Func *fn)
{
    u32 at = call_place(call);
    cache->at[at].call = call;
    cache->at[at].fn = fn;
}

#endif
