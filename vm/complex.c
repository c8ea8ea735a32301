/* Multiplication and division of complex numbers with the results of gc. */
#include "vm/complex.h"

#include <math.h>

typedef struct Complex {
    double re, im;
} Complex;

static Complex from_slots(const u64 *slots)
{
    return (Complex){slot_float(slots[0]), slot_float(slots[1])};
}

static void to_slots(u64 *dst, Complex v)
{
    dst[0] = float_slot(v.re);
    dst[1] = float_slot(v.im);
}

void complex_parts(const u64 *slots, const RType *type, double *re, double *im)
{
    u64 wide[2];
    if (type->kind == RK_COMPLEX64) {
        complex_widen(wide, *slots);
        wide[0] = round_float32(wide[0]);
        wide[1] = round_float32(wide[1]);
        slots = wide;
    }
    Complex v = from_slots(slots);
    *re = v.re;
    *im = v.im;
}

void complex_mul(u64 *dst, const u64 *x, const u64 *y)
{
    Complex a = from_slots(x), b = from_slots(y);
    to_slots(dst, (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re});
}

/* ---- division ---- */

/* Smith's method: dividing by the larger part first keeps clear of overflow. */
static Complex quotient(Complex n, Complex m)
{
    if (fabs(m.re) >= fabs(m.im)) {
        double ratio = m.im / m.re, denom = m.re + ratio * m.im;
        return (Complex){(n.re + n.im * ratio) / denom, (n.im - n.re * ratio) / denom};
    }
    double ratio = m.re / m.im, denom = m.im + ratio * m.re;
    return (Complex){(n.re * ratio + n.im) / denom, (n.im * ratio - n.re) / denom};
}

/* Infinite parts become 1, finite ones 0, with their signs: the direction of the infinity. */
static Complex direction(Complex v)
{
    return (Complex){copysign(isinf(v.re) ? 1 : 0, v.re), copysign(isinf(v.im) ? 1 : 0, v.im)};
}

static bool is_infinite(Complex v)
{
    return isinf(v.re) || isinf(v.im);
}

static bool is_finite(Complex v)
{
    return isfinite(v.re) && isfinite(v.im);
}

/* n / m where the parts came out as NaN: infinities and zeros after C99, annex G.5.1. */
static Complex special_quotient(Complex n, Complex m, Complex otherwise)
{
    double scale;
    if (m.re == 0 && m.im == 0 && !(isnan(n.re) && isnan(n.im)))
        return (Complex){copysign(INFINITY, m.re) * n.re, copysign(INFINITY, m.re) * n.im};
    if (is_infinite(n) && is_finite(m)) {
        n = direction(n);
        scale = INFINITY;
    } else if (is_infinite(m) && is_finite(n)) {
        m = direction(m);
        scale = 0;
    } else {
        return otherwise;
    }
    return (Complex){scale * (n.re * m.re + n.im * m.im), scale * (n.im * m.re - n.re * m.im)};
}

void complex_div(u64 *dst, const u64 *x, const u64 *y)
{
    Complex n = from_slots(x), m = from_slots(y), q = quotient(n, m);
    to_slots(dst, isnan(q.re) && isnan(q.im) ? special_quotient(n, m, q) : q);
}
