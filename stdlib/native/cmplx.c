/* Natives of math/cmplx: the functions of the C library, whose values at zeros, infinities and NaN
 * are those that Go documents. */
#include <complex.h>

#include "stdlib/native/native.h"

/* re + im * I is wrong for infinities, and clang does not have CMPLX. */
static double complex slot_complex(const u64 *slots)
{
    double complex z;
    memcpy(&z, slots, sizeof z);
    return z;
}

#define COMPLEX_1(name, function) \
    NATIVE(name) \
    { \
        double complex z = function(slot_complex(args)); \
        args[0] = float_slot(creal(z)); \
        args[1] = float_slot(cimag(z)); \
        return NATIVE_DONE; \
    }

COMPLEX_1(cmplx_acos, cacos)
COMPLEX_1(cmplx_acosh, cacosh)
COMPLEX_1(cmplx_asin, casin)
COMPLEX_1(cmplx_asinh, casinh)
COMPLEX_1(cmplx_atan, catan)
COMPLEX_1(cmplx_atanh, catanh)
COMPLEX_1(cmplx_cos, ccos)
COMPLEX_1(cmplx_cosh, ccosh)
COMPLEX_1(cmplx_exp, cexp)
COMPLEX_1(cmplx_log, clog)
COMPLEX_1(cmplx_sin, csin)
COMPLEX_1(cmplx_sinh, csinh)
COMPLEX_1(cmplx_sqrt, csqrt)
COMPLEX_1(cmplx_tan, ctan)
COMPLEX_1(cmplx_tanh, ctanh)

const NativeDef natives_cmplx[] = {
    {"math/cmplx.Acos", cmplx_acos}, {"math/cmplx.Acosh", cmplx_acosh},
    {"math/cmplx.Asin", cmplx_asin}, {"math/cmplx.Asinh", cmplx_asinh},
    {"math/cmplx.Atan", cmplx_atan}, {"math/cmplx.Atanh", cmplx_atanh},
    {"math/cmplx.Cos", cmplx_cos},   {"math/cmplx.Cosh", cmplx_cosh},
    {"math/cmplx.Exp", cmplx_exp},   {"math/cmplx.Log", cmplx_log},
    {"math/cmplx.Sin", cmplx_sin},   {"math/cmplx.Sinh", cmplx_sinh},
    {"math/cmplx.Sqrt", cmplx_sqrt}, {"math/cmplx.Tan", cmplx_tan},
    {"math/cmplx.Tanh", cmplx_tanh}, {NULL, NULL},
};
