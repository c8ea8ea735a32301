/* What the kernel is asked to refuse this process, beneath the checks that gol makes itself. */
#ifndef BASE_CONFINE_H
#define BASE_CONFINE_H

#include "base/common.h"

enum { CONFINE_FILES = 1, CONFINE_CALLS = 2 };

/* For the rest of its life the process, and those that it starts, can create, change and remove
 * files only in the `n` directories (a name that cannot be opened is left out), execute no program,
 * open no socket, and look into no other process. What the kernel does not support is left out: the
 * answer is a set of CONFINE_FILES and CONFINE_CALLS. */
u32 confine_process(const char *const *directories, u32 n);

#endif
