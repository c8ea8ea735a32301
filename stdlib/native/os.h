/* Shared by the natives of os. */
#ifndef STDLIB_NATIVE_OS_H
#define STDLIB_NATIVE_OS_H

#include "stdlib/native/native.h"

/* A string argument as a NUL-terminated copy, which the caller frees. */
char *native_c_text(const u64 *slots);
/* The result of a system call for the language: value, or -errno if value is negative, which means
 * failure. */
u64 native_result(i64 value);

#endif
