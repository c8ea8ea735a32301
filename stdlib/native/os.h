/* Shared by the natives of os. */
#ifndef STDLIB_NATIVE_OS_H
#define STDLIB_NATIVE_OS_H

#include <errno.h>
#include <sys/stat.h>

#include "stdlib/native/native.h"
#include "vm/sandbox.h"
#include "vm/undo.h"

/* A string argument as a NUL-terminated copy, which the caller frees. */
char *native_c_text(const u64 *slots);
/* The same of a path; NULL, which native_may refuses, if it has a NUL. */
char *native_path(const u64 *slots);
/* The result of a system call for the language: value, or -errno if value is negative, which means
 * failure. */
u64 native_result(i64 value);
/* Whether the program may use what the path leads to (sandbox_permits), else errno says why not. */
static inline bool native_may(VM *vm, const char *path, u32 uses, bool last)
{
    undo_enter(vm);
    errno = EINVAL;
    return path && sandbox_permits(vm->config.sandbox, path, uses, last);
}

/* The same of changing it; if so, what is there is noted to be restored (undo_note). */
bool native_may_change(VM *vm, const char *path, bool last);

/* What the system says of a file, as results: mode uint32, size, modified int64, id [2]uint64,
 * links uint64, and the outcome, an int. */
void native_status(u64 *args, const struct stat *st, u64 outcome);

#endif
