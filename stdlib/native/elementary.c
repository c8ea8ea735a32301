/* Elementary functions with the same results as Go's on amd64, to the last bit. The algorithms are
 * those of the Cephes library (trigonometric and hyperbolic functions) and of FreeBSD's msun
 * (logarithm, powers of two, cube root); the exponential is a Taylor series. Each operation rounds
 * where theirs does. Special cases are those of the C library, which agree with Go's. */
#include "stdlib/native/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/common.h"

static const double PI = 3.14159265358979323846, LN2_HIGH = 6.93147180369123816490e-01,
                    LN2_LOW = 1.90821492927058770002e-10;

/* c[0] x^(n-1) + ... + c[n-1] */
static double horner(double x, const double *c, u32 n)
{
    double r = c[0];
    for (u32 i = 1; i < n; i++)
        r = r * x + c[i];
    return r;
}

#define POLY(x, coefficients) horner(x, coefficients, COUNT_OF(coefficients))

/* ---- exp, log ---- */

/* x = k ln 2 + 16 r; the series gives exp(r) - 1, which is squared four times. */
double elem_exp(double x)
{
    static const double inverse_factorials[] = {
        2.4801587301587301587e-5,
        1.9841269841269841270e-4,
        1.3888888888888888889e-3,
        8.3333333333333333333e-3,
        4.1666666666666666667e-2,
        1.6666666666666666667e-1,
        0.5,
        1.0,
    };
    if (!isfinite(x) || x > 7.09782712893384e+02 || x < -800)
        return exp(x);
    double k = rint(x * 1.4426950408889634073599246810018920);
    double r = fma(-k, 0.69314718055966295651160180568695068359375, x);
    r = fma(-k, 0.28235290563031577122588448175013436025525412068e-12, r) * 0.0625;
    double sum = inverse_factorials[0];
    for (u32 i = 1; i < COUNT_OF(inverse_factorials); i++)
        sum = fma(sum, r, inverse_factorials[i]);
    r *= sum;
    for (int i = 0; i < 3; i++)
        r *= r + 2;
    return ldexp(fma(r + 2, r, 1), (int)k);
}

double elem_exp2(double x)
{
    static const double p[] = {4.13813679705723846039e-08, -1.65339022054652515390e-06,
                               6.61375632143793436117e-05, -2.77777777770155933842e-03,
                               1.66666666666666657415e-01};
    if (!isfinite(x) || x > 1.0239999999999999e+03 || x < -1.0740e+03)
        return exp2(x);
    int k = (int)(x > 0 ? x + 0.5 : x < 0 ? x - 0.5 : 0);
    double t = x - k, high = t * LN2_HIGH, low = -t * LN2_LOW;
    double r = high - low, c = r - r * r * POLY(r * r, p);
    return ldexp(1 - ((low - (r * c) / (2 - c)) - high), k);
}

double elem_log(double x)
{
    static const double odd[] = {1.479819860511658591e-01, 1.818357216161805012e-01,
                                 2.857142874366239149e-01, 6.666666666666735130e-01};
    static const double even[] = {1.531383769920937332e-01, 2.222219843214978396e-01,
                                  3.999999999940941908e-01};
    if (!(x > 0) || isinf(x))
        return log(x);
    int exponent;
    double f = frexp(x, &exponent);
    if (f < 7.07106781186547524401e-01) {
        f *= 2;
        exponent--;
    }
    f -= 1;
    double k = exponent, s = f / (2 + f), s2 = s * s, s4 = s2 * s2;
    double rest = s2 * POLY(s4, odd) + s4 * POLY(s4, even), half = 0.5 * f * f;
    return k * LN2_HIGH - ((half - (s * (half + rest) + k * LN2_LOW)) - f);
}

/* ---- pow, roots ---- */

/* x to an integer power y; f is a factor of the result. */
static double whole_power(double x, double y, double f, bool inverse)
{
    enum { LARGE = 1 << 12 };
    int exponent, sum = 0;
    double base = frexp(x, &exponent);
    for (i64 i = (i64)y; i != 0; i >>= 1) {
        if (exponent < -LARGE || exponent > LARGE) {
            sum += exponent; /* it overflows or underflows anyway */
            break;
        }
        if (i & 1) {
            f *= base;
            sum += exponent;
        }
        base *= base;
        exponent *= 2;
        if (base < 0.5) {
            base += base;
            exponent--;
        }
    }
    return inverse ? ldexp(1 / f, -sum) : ldexp(f, sum);
}

double elem_pow(double x, double y)
{
    double whole, f = 1, part = modf(fabs(y), &whole);
    if (!isfinite(x) || !isfinite(y) || x == 0 || y == 0 || x == 1 || whole >= 0x1p63 ||
        (part != 0 && x < 0))
        return pow(x, y);
    if (fabs(y) == 0.5)
        return y > 0 ? sqrt(x) : 1 / sqrt(x);
    if (y == 1)
        return x;
    if (part > 0.5) {
        part--;
        whole++;
    }
    if (part != 0)
        f = elem_exp(part * elem_log(x));
    return whole_power(x, whole, f, y < 0);
}

static u64 bits_of(double x)
{
    u64 bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double of_bits(u64 bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* An estimate from the bits, a rational function, and one Newton iteration. */
double elem_cbrt(double x)
{
    if (x == 0 || !isfinite(x))
        return x;
    double a = fabs(x), t = of_bits(bits_of(a) / 3 + ((u64)715094163 << 32));
    if (a < 0x1p-1022)
        t = of_bits(bits_of(0x1p54 * a) / 3 + ((u64)696219795 << 32));
    double s = 5.42857142857142815906e-01 + t * t / a * t;
    t *= 3.57142857142857150787e-01 +
         1.60714285714285720630e+00 /
             (s + 1.41428571428571436819e+00 + -7.05306122448979611050e-01 / s);
    t = of_bits((bits_of(t) & ((u64)0xFFFFFFFFC << 28)) + (1 << 30));
    double r = a / (t * t);
    r = (r - t) / (t + t + r);
    return copysign(t + t * r, x);
}

double elem_hypot(double x, double y)
{
    if (!isfinite(x) || !isfinite(y) || (x == 0 && y == 0))
        return hypot(x, y);
    double large = fmax(fabs(x), fabs(y)), ratio = fmin(fabs(x), fabs(y)) / large;
    return large * sqrt(1 + ratio * ratio);
}

/* ---- sin, cos, tan ---- */

/* Beyond this the C library reduces the argument. */
static const double FAR = 1 << 29;

/* Reduces x >= 0: *z is at most pi/4 away from an even multiple of pi/4, which is returned. */
static u64 octant(double x, double *z)
{
    u64 j = (u64)(x * (4 / PI));
    j += j & 1;
    double y = (double)j;
    *z = ((x - y * 7.85398125648498535156e-1) - y * 3.77489470793079817668e-8) -
         y * 2.69515142907905952645e-15;
    return j & 7;
}

static double sine(double z)
{
    static const double c[] = {1.58962301576546568060e-10, -2.50507477628578072866e-8,
                               2.75573136213857245213e-6,  -1.98412698295895385996e-4,
                               8.33333333332211858878e-3,  -1.66666666666666307295e-1};
    return z + z * (z * z) * POLY(z * z, c);
}

static double cosine(double z)
{
    static const double c[] = {-1.13585365213876817300e-11, 2.08757008419747316778e-9,
                               -2.75573141792967388112e-7,  2.48015872888517045348e-5,
                               -1.38888888888730564116e-3,  4.16666666666665929218e-2};
    double zz = z * z;
    return 1.0 - 0.5 * zz + zz * zz * POLY(zz, c);
}

double elem_sin(double x)
{
    double z;
    if (x == 0 || !(fabs(x) < FAR))
        return sin(x);
    u64 j = octant(fabs(x), &z);
    double y = j & 2 ? cosine(z) : sine(z);
    return (x < 0) != (j > 3) ? -y : y;
}

double elem_cos(double x)
{
    double z;
    if (!(fabs(x) < FAR))
        return cos(x);
    u64 j = octant(fabs(x), &z);
    double y = j & 2 ? sine(z) : cosine(z);
    return j == 2 || j == 4 ? -y : y;
}

double elem_tan(double x)
{
    static const double p[] = {-1.30936939181383777646e4, 1.15351664838587416140e6,
                               -1.79565251976484877988e7};
    static const double q[] = {1, 1.36812963470692954678e4, -1.32089234440210967447e6,
                               2.50083801823357915839e7, -5.38695755929454629881e7};
    double z;
    if (x == 0 || !(fabs(x) < FAR))
        return tan(x);
    u64 j = octant(fabs(x), &z);
    double zz = z * z, y = zz > 1e-14 ? z + z * (zz * POLY(zz, p) / POLY(zz, q)) : z;
    if (j & 2)
        y = -1 / y;
    return x < 0 ? -y : y;
}

/* ---- inverse functions ---- */

static double small_atan(double x)
{
    static const double p[] = {-8.750608600031904122785e-01, -1.615753718733365076637e+01,
                               -7.500855792314704667340e+01, -1.228866684490136173410e+02,
                               -6.485021904942025371773e+01};
    static const double q[] = {1,
                               2.485846490142306297962e+01,
                               1.650270098316988542046e+02,
                               4.328810604912902668951e+02,
                               4.853903996359136964868e+02,
                               1.945506571482613964425e+02};
    double z = x * x;
    return x * (z * POLY(z, p) / POLY(z, q)) + x;
}

static double positive_atan(double x)
{
    const double rest = 6.123233995736765886130e-17; /* pi/2 minus its double */
    if (x <= 0.66)
        return small_atan(x);
    if (x > 2.41421356237309504880) /* tan(3 pi / 8) */
        return PI / 2 - small_atan(1 / x) + rest;
    return PI / 4 + small_atan((x - 1) / (x + 1)) + 0.5 * rest;
}

double elem_atan(double x)
{
    return x == 0 || isnan(x) ? x : copysign(positive_atan(fabs(x)), x);
}

double elem_asin(double x)
{
    double a = fabs(x), other = sqrt(1 - a * a);
    if (x == 0 || !(a <= 1))
        return asin(x);
    return copysign(a > 0.7 ? PI / 2 - positive_atan(other / a) : positive_atan(a / other), x);
}

double elem_acos(double x)
{
    return fabs(x) <= 1 ? PI / 2 - elem_asin(x) : acos(x);
}

double elem_atan2(double y, double x)
{
    if (!isfinite(x) || !isfinite(y) || x == 0 || y == 0)
        return atan2(y, x);
    double q = elem_atan(y / x);
    if (x < 0)
        return q <= 0 ? q + PI : q - PI;
    return q;
}

/* ---- sinh, cosh, tanh ---- */

double elem_sinh(double x)
{
    static const double p[] = {-0.2630563213397497062819489e+2, -0.2894211355989563807284660366e+4,
                               -0.8991272022039509355398013511e+5,
                               -0.6307673640497716991184787251e+6};
    static const double q[] = {1, -0.173678953558233699533450911e+3,
                               0.1521517378790019070696485176e+5,
                               -0.6307673640497716991212077277e+6};
    double a = fabs(x), e = elem_exp(a);
    if (a > 21)
        return copysign(e * 0.5, x);
    if (a > 0.5)
        return copysign((e - 1 / e) * 0.5, x);
    return copysign(POLY(a * a, p) * a / POLY(a * a, q), x);
}

double elem_cosh(double x)
{
    double a = fabs(x), e = elem_exp(a);
    return a > 21 ? e * 0.5 : (e + 1 / e) * 0.5;
}

double elem_tanh(double x)
{
    static const double p[] = {-9.64399179425052238628e-1, -9.92877231001918586564e1,
                               -1.61468768441708447952e3};
    static const double q[] = {1, 1.12811678491632931402e2, 2.23548839060100448583e3,
                               4.84406305325125486048e3};
    double a = fabs(x), s = x * x;
    if (x == 0 || isnan(x))
        return x;
    if (a > 0.5 * 8.8029691931113054295988e+01)
        return copysign(1, x);
    if (a >= 0.625)
        return copysign(1 - 2 / (elem_exp(2 * a) + 1), x);
    return x + x * s * POLY(s, p) / POLY(s, q);
}
