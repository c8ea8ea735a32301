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

/* dst[0..2] <- the parts of the complex64 in slot v, two float32. */
static inline void complex_widen(u64 *dst, u64 v)
{
    dst[0] = mem_load_f32(&v);
    dst[1] = mem_load_f32((const char *)&v + 4);
}

/* The complex64 whose parts are the two float32 x[0..2]. */
static inline u64 complex_narrow(const u64 *x)
{
    u64 v;
    mem_store_f32(&v, x[0]);
    mem_store_f32((char *)&v + 4, x[1]);
    return v;
}

#endif
