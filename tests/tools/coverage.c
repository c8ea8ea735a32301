/* Linked into what make coverage builds: a process that ends with _exit() writes its counters too,
 * as one that ends with exit() does by itself. */
#include <gcov.h>
#include <sys/syscall.h>
#include <unistd.h>

void _exit(int status)
{
    __gcov_dump();
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}
