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

/* The bit of a NaN that says whether it is a quiet one. */
#define FLOAT32_QUIET (1u << 22)
#define FLOAT64_QUIET (1ull << 51)

/* A register slot holds a float32 as the float64 of the same value. A NaN keeps its bits, as Go's
 * do: the processor's conversions make a signalling one quiet, which is undone here. */
static inline u64 float32_slot(u32 bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    u64 slot = float_slot(v);
    if (UNLIKELY(v != v) && !(bits & FLOAT32_QUIET))
        slot &= ~FLOAT64_QUIET;
    return slot;
}

/* The same the other way round, for a slot that holds a float32. */
static inline u32 slot_float32(u64 slot)
{
    float v = (float)slot_float(slot);
    u32 bits;
    memcpy(&bits, &v, sizeof bits);
    if (UNLIKELY(v != v) && !(slot & FLOAT64_QUIET)) {
        CHECK(bits & (FLOAT32_QUIET - 1));
        bits &= ~FLOAT32_QUIET;
    }
    return bits;
}

/* The slot of a float64 converted to float32. It is also that of a float32 converted to float64:
 * nothing changes but that a signalling NaN becomes a quiet one. */
static inline u64 round_float32(u64 slot)
{
    return float_slot((float)slot_float(slot));
}

/* The slot of the float32 at p, and the float32 of the slot stored there. */
static inline u64 mem_load_f32(const void *p)
{
    return float32_slot(mem_load_u32(p));
}

static inline void mem_store_f32(void *p, u64 slot)
{
    mem_store_u32(p, slot_float32(slot));
}

#endif
