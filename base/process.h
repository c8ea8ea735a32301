/* What the process itself takes of the machine. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/common.h"

/* Bytes; 0 where the system does not say. */
typedef struct MemoryUse {
    u64 resident; /* in memory */
    u64 data;     /* allocated: what RLIMIT_DATA limits */
} MemoryUse;

/* What it uses now. */
MemoryUse process_memory(void);

#endif
