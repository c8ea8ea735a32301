/* The library's native functions: what needs the machine and cannot be written in the language. */
#ifndef STDLIB_NATIVE_NATIVES_H
#define STDLIB_NATIVE_NATIVES_H

#include "vm/vm.h"

/* The native behind a function without a body, by its full name ("math.Sqrt",
 * "sync.(*Mutex).Lock"), or NULL. Fits VMConfig.find_native. */
NativeFn stdlib_find_native(const char *name);

#endif
