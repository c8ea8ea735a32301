/* The native functions of the library: what cannot be written in the language itself. */
#ifndef STDLIB_NATIVE_NATIVES_H
#define STDLIB_NATIVE_NATIVES_H

#include "vm/vm.h"

/* The row of a function without a body, by its full name ("math.Sqrt",
 * "sync.(*Mutex).Lock"), or NULL. Has the type of VMConfig.find_native. */
const NativeDef *stdlib_find_native(const char *name);

#endif
