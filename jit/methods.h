/* Methods of dynamic types that were looked for, laid out so that the interpreter and machine code
 * can look one up in line. vm/iface.c fills it in. */
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

#endif
