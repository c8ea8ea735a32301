/* Linked into what make coverage builds: a process writes its counters, as one that ends with
 * exit() does by itself, also if it ends with _exit() or by a signal that it sends itself, if its
 * parent kills it when it has no more use for it, and if the kernel lets it write nowhere else. */
#include <gcov.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/confine.h"

void _exit(int status)
{
    __gcov_dump();
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

int raise(int number)
{
    __gcov_dump();
    __gcov_reset(); /* if it goes on, what it counts from now on is added */
    return (int)syscall(SYS_tgkill, getpid(), gettid(), number);
}

/* A worker process is killed once what it is asked by is closed. It sees that and ends by itself,
 * with its counters, if it has time to: a few seconds for all, as a checkpoint of the debugger
 * never ends. */
static void await_end(pid_t child)
{
    static int ms = 3000;
    siginfo_t ended = {0};
    for (; ms > 0 && !ended.si_pid; ms--) {
        if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOHANG | WNOWAIT))
            return; /* it is no child of this process */
        usleep(1000);
    }
}

int kill(pid_t pid, int number)
{
    if (number == SIGKILL && pid > 0)
        await_end(pid);
    return (int)syscall(SYS_kill, pid, number);
}

/* What calls confine_process calls this (ld --wrap). COUNTERS is the folder of the counters. */
u32 __real_confine_process(const char *const *directories, u32 n);
u32 __wrap_confine_process(const char *const *directories, u32 n);
u32 __wrap_confine_process(const char *const *directories, u32 n)
{
    const char **all = calloc(n + 1, sizeof *all);
    if (n)
        memcpy(all, directories, n * sizeof *all);
    all[n] = COUNTERS;
    u32 done = __real_confine_process(all, n + 1);
    free(all);
    return done;
}
