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
    ROW("math/cmplx.Acos", cmplx_acos, NONE), ROW("math/cmplx.Acosh", cmplx_acosh, NONE),
    ROW("math/cmplx.Asin", cmplx_asin, NONE), ROW("math/cmplx.Asinh", cmplx_asinh, NONE),
    ROW("math/cmplx.Atan", cmplx_atan, NONE), ROW("math/cmplx.Atanh", cmplx_atanh, NONE),
    ROW("math/cmplx.Cos", cmplx_cos, NONE),   ROW("math/cmplx.Cosh", cmplx_cosh, NONE),
    ROW("math/cmplx.Exp", cmplx_exp, NONE),   ROW("math/cmplx.Log", cmplx_log, NONE),
    ROW("math/cmplx.Sin", cmplx_sin, NONE),   ROW("math/cmplx.Sinh", cmplx_sinh, NONE),
    ROW("math/cmplx.Sqrt", cmplx_sqrt, NONE), ROW("math/cmplx.Tan", cmplx_tan, NONE),
    ROW("math/cmplx.Tanh", cmplx_tanh, NONE), ROW_END,
};
