/* Methods of dynamic types that were looked for, laid out so that the interpreter and machine code
 * can look one up in line; vm/iface.c fills it in. And what the interpreter has called that an
 * instruction does not name: machine code expects it again. */
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

/* Direct-mapped: what an instruction has called lately, the Func of a closure or a method of an
 * RType. */
enum { CALL_CACHE = 128 };
typedef struct CachedCall {
    const Word *call;
    const void *what; /* the first */
    bool mixed;       /* there was another one */
} CachedCall;
typedef struct CallCache {
    CachedCall at[CALL_CACHE];
} CallCache;

static inline u32 call_place(const Word *call)
{
    return (u64)call / sizeof *call % CALL_CACHE;
}

/* Notes such a call. */
static inline void call_note(CallCache *cache, const Word *call, const void *what)
{
    CachedCall *cached = &cache->at[call_place(call)];
    if (LIKELY(cached->call == call))
        cached->mixed |= cached->what != what;
    else
        *cached = (CachedCall){call, what, false};
}

/* What the instruction has always called, as far as is known, or NULL. */
static inline const void *call_expected(const CallCache *cache, const Word *call)
{
    const CachedCall *cached = &cache->at[call_place(call)];
    return cached->call == call && !cached->mixed ? cached->what : NULL;
}

#endif
