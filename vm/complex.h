/* Complex numbers in registers: a complex128 in two slots, a complex64 as two floats in one. */
#ifndef VM_COMPLEX_H
#define VM_COMPLEX_H

#include "code/rtype.h"
#include "vm/mem.h"

/* R[dst..2] <- x * y and x / y of complex128; operands and result may be the same. */
void complex_mul(u64 *dst, const u64 *x, const u64 *y);
void complex_div(u64 *dst, const u64 *x, const u64 *y);
/* Real and imaginary part of a value of a complex type. */
void complex_parts(const u64 *slots, const RType *type, double *re, double *im);

/* dst[0..2] <- the complex64 in slot v, as complex128. */
static inline void complex_widen(u64 *dst, u64 v)
{
    dst[0] = float_slot(mem_load_f32(&v));
    dst[1] = float_slot(mem_load_f32((const char *)&v + 4));
}

/* The complex128 x[0..2] as complex64. */
static inline u64 complex_narrow(const u64 *x)
{
    u64 v;
    mem_store_f32(&v, (float)slot_float(x[0]));
    mem_store_f32((char *)&v + 4, (float)slot_float(x[1]));
    return v;
}

#endif
