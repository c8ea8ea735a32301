/* Typed access to program memory. Through memcpy, so that the compiler may assume nothing about
 * what type was stored there last; each call is one machine instruction. */
#ifndef VM_MEM_H
#define VM_MEM_H

#include <string.h>

#include "base/limits.h"

#define MEM_ACCESS(name, T) \
    static inline T mem_load_##name(const void *p) \
    { \
        T v; \
        memcpy(&v, p, sizeof v); \
        return v; \
    } \
    static inline void mem_store_##name(void *p, T v) \
    { \
        memcpy(p, &v, sizeof v); \
    }

MEM_ACCESS(i8, i8)
MEM_ACCESS(u8, u8)
MEM_ACCESS(i16, i16)
MEM_ACCESS(u16, u16)
MEM_ACCESS(i32, i32)
MEM_ACCESS(u32, u32)
MEM_ACCESS(u64, u64)
MEM_ACCESS(f32, float)
#undef MEM_ACCESS

/* Whether it is the address nil, or that of a field of what nil points to. */
static inline bool mem_is_nil(u64 addr)
{
    return addr < 4096;
}

/* memmove and memcmp() == 0 that also take null pointers for no bytes, and look for limits before
 * many. */
static inline void mem_move(void *dst, const void *src, u64 n)
{
    limits_poll_bytes(n);
    if (n)
        memmove(dst, src, n);
}

static inline bool mem_equal(const void *a, const void *b, u64 n)
{
    limits_poll_bytes(n);
    return a == b || n == 0 || !memcmp(a, b, n);
}

/* A register slot holds a float64 as its bits. */
static inline double slot_float(u64 slot)
{
    double v;
    memcpy(&v, &slot, sizeof v);
    return v;
}

/* The same the other way round. */
static inline u64 float_slot(double v)
{
    u64 slot;
    memcpy(&slot, &v, sizeof slot);
    return slot;
}

#endif
