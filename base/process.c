/* The memory that the process uses, from /proc. */
#include "base/process.h"

#include <stdio.h>
#include <unistd.h>

MemoryUse process_memory(void)
{
    unsigned long long resident = 0, data = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return (MemoryUse){0};
    if (fscanf(file, "%*u %llu %*u %*u %*u %llu", &resident, &data) != 2)
        resident = data = 0;
    fclose(file);
    u64 page = (u64)sysconf(_SC_PAGESIZE);
    return (MemoryUse){resident * page, data * page};
}
