/* What the natives of os share. */
#ifndef STDLIB_NATIVE_OS_H
#define STDLIB_NATIVE_OS_H

#include "stdlib/native/native.h"

/* A string argument as C text, which the caller frees. */
char *native_c_text(const u64 *slots);
/* A system call's result for the language: negative is the number of the error. */
u64 native_result(i64 value);

#endif
