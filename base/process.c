/* What the process takes of the machine, and sends to others. */
#include "base/process.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
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

/* The number in the first line of the file that has this form, or `otherwise`. */
static u64 read_number(const char *path, const char *form, u64 otherwise)
{
    unsigned long long value = otherwise;
    char line[256];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, form, &value) == 1)
            break;
    if (file)
        fclose(file);
    return value;
}

u64 process_available(void)
{
    u64 pages = (u64)sysconf(_SC_PHYS_PAGES), all = pages * (u64)sysconf(_SC_PAGESIZE);
    u64 available = read_number("/proc/meminfo", "MemAvailable: %llu kB", all / 1024) * 1024;
    u64 most = read_number("/sys/fs/cgroup/memory.max", "%llu", UINT64_MAX);
    u64 used = read_number("/sys/fs/cgroup/memory.current", "%llu", 0);
    u64 left = most > used ? most - used : 0;
    return left < available ? left : available;
}

/* What the system keeps free below the stack, whatever its limit was at the start, is more. */
void process_grow_stack(void)
{
    enum { STACK_BYTES = 64 << 20 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= STACK_BYTES)
        return;
    limit.rlim_cur = limit.rlim_max < STACK_BYTES ? limit.rlim_max : STACK_BYTES;
    setrlimit(RLIMIT_STACK, &limit);
}

void process_limit_memory(u64 bytes)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit))
        return;
    u64 most = process_memory().data + bytes;
    limit.rlim_cur = bytes && most > bytes && most < limit.rlim_max ? most : limit.rlim_max;
    setrlimit(RLIMIT_DATA, &limit);
}

sigset_t process_block_ending(void)
{
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, &before);
    return before;
}

bool process_send(int fd, const void *data, size_t len)
{
    for (size_t at = 0; at < len;) {
        ssize_t n = send(fd, (const char *)data + at, len - at, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? (size_t)n : 0;
    }
    return true;
}
