/* What the process itself takes of the machine, and sends to others. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <signal.h>

#include "base/common.h"

/* Bytes; 0 where the system does not say. */
typedef struct MemoryUse {
    u64 resident; /* in memory */
    u64 data;     /* allocated: what RLIMIT_DATA limits */
} MemoryUse;

/* What it uses now. */
MemoryUse process_memory(void);
/* Bytes that the machine, or the group of processes that this one is in, can still give without
 * thrashing. */
u64 process_available(void);

/* The main thread's stack may grow to 64 MB, if the machine lets it: recursive parts of the
 * compiler go as deep as sources make them, within limits that need less. */
void process_grow_stack(void);

/* From now on the process may allocate `bytes` more, whatever for: the heap of a program,
 * detectors, searches, the compiler. Beyond that allocation fails (memory_exhausted). 0: as many as
 * it wants. */
void process_limit_memory(u64 bytes);

/* The signals that ask a process to end, SIGHUP, SIGINT and SIGTERM, wait from now on. Returns the
 * mask before that, for sigprocmask. */
sigset_t process_block_ending(void);

/* Sends all of it to another process, through a socket. False: that process is gone. */
bool process_send(int fd, const void *data, size_t len);

#endif
