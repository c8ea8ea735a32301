/* Elementary functions with the same results as Go's on amd64. The C library's are as accurate, but
 * programs print results to the last digit. */
#ifndef STDLIB_NATIVE_ELEMENTARY_H
#define STDLIB_NATIVE_ELEMENTARY_H

/* Package math's functions of these names. */
double elem_exp(double x);
double elem_exp2(double x);
double elem_log(double x);
double elem_pow(double x, double y);
double elem_sin(double x);
double elem_cos(double x);
double elem_tan(double x);
double elem_asin(double x);
double elem_acos(double x);
double elem_atan(double x);
double elem_atan2(double y, double x);
double elem_sinh(double x);
double elem_cosh(double x);
double elem_tanh(double x);
double elem_cbrt(double x);
double elem_hypot(double x, double y);

#endif
