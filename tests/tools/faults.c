/* A library for LD_PRELOAD that makes one call fail: FAULT=malloc:17 the 17th allocation (malloc,
 * calloc, realloc), FAULT=mmap:3 the third anonymous mapping, FAULT=io:5 the fifth of the calls
 * that open, write, sync, close, rename or remove a file; or, FAULT=term:5, the fifth of these is
 * made, and then the process gets SIGTERM; FAULT=process:2 the second of the calls that start a
 * process or a pipe to one, or wait for these, which a signal interrupts. A byte goes to the file
 * FAULT_HIT names when that happens, so that tests/faults.py knows how far there are calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static long left_malloc, left_mmap, left_io, left_term, left_process;
static int ready;

/* What a process does after its own end, as to write what make coverage counts, is not tested. */
static void stop(void)
{
    left_malloc = left_mmap = left_io = left_term = left_process = 0;
}

__attribute__((constructor)) static void stop_at_exit(void)
{
    atexit(stop);
}

static void begin(void)
{
    const char *fault = getenv("FAULT");
    ready = 1;
    if (!fault)
        return;
    const char *colon = strchr(fault, ':');
    long n = colon ? atol(colon + 1) : 0;
    if (!strncmp(fault, "malloc", 6))
        left_malloc = n;
    else if (!strncmp(fault, "mmap", 4))
        left_mmap = n;
    else if (!strncmp(fault, "io", 2))
        left_io = n;
    else if (!strncmp(fault, "term", 4))
        left_term = n;
    else if (!strncmp(fault, "process", 7))
        left_process = n;
}

/* Whether this call is the one. */
static int is_hit(long *left)
{
    if (!ready)
        begin();
    if (*left == 0 || --*left > 0)
        return 0;
    const char *path = getenv("FAULT_HIT");
    int fd = path ? (int)syscall(SYS_open, path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (fd >= 0) {
        syscall(SYS_write, fd, "x", 1);
        syscall(SYS_close, fd);
    }
    return 1;
}

static int fails(long *left, int error)
{
    if (!is_hit(left))
        return 0;
    errno = error;
    return 1;
}

/* The operation has been made, with that result. */
static long made(long result)
{
    int error = errno;
    if (is_hit(&left_term))
        kill(getpid(), SIGTERM);
    errno = error;
    return result;
}

/* ---- memory: glibc's own entry points, so that nothing is looked up by name here ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
    return fails(&left_malloc, ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(&left_malloc, ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(&left_malloc, ENOMEM) ? NULL : __libc_realloc(old, size);
}

void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
    if (flags & MAP_ANONYMOUS && fails(&left_mmap, ENOMEM))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, addr, length, prot, flags, fd, offset);
}

/* ---- files ---- */

#define NEXT(result, name, ...) \
    static result (*next)(__VA_ARGS__); \
    if (!next) \
    next = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (fails(&left_io, EIO))
        return -1;
    return (int)made(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

FILE *fopen(const char *path, const char *mode)
{
    NEXT(FILE *, fopen, const char *, const char *);
    return fails(&left_io, EIO) ? NULL : next(path, mode);
}

ssize_t write(int fd, const void *bytes, size_t n)
{
    return fails(&left_io, ENOSPC) ? -1 : made(syscall(SYS_write, fd, bytes, n));
}

int fflush(FILE *file)
{
    NEXT(int, fflush, FILE *);
    if (file && fails(&left_io, ENOSPC))
        return -1;
    return next(file);
}

int fclose(FILE *file)
{
    NEXT(int, fclose, FILE *);
    if (!fails(&left_io, ENOSPC))
        return next(file);
    next(file);
    errno = ENOSPC;
    return -1;
}

int fsync(int fd)
{
    return fails(&left_io, EIO) ? -1 : (int)syscall(SYS_fsync, fd);
}

int close(int fd)
{
    int failed = fails(&left_io, EIO), result = (int)syscall(SYS_close, fd);
    return failed ? -1 : (int)made(result);
}

int rename(const char *from, const char *to)
{
    return fails(&left_io, EIO) ? -1 : (int)made(syscall(SYS_rename, from, to));
}

int unlink(const char *path)
{
    return fails(&left_io, EIO) ? -1 : (int)made(syscall(SYS_unlink, path));
}

/* ---- processes ---- */

pid_t fork(void)
{
    NEXT(pid_t, fork, void);
    return fails(&left_process, EAGAIN) ? -1 : next();
}

int pipe(int fds[2])
{
    return fails(&left_process, EMFILE) ? -1 : (int)syscall(SYS_pipe2, fds, 0);
}

int pipe2(int fds[2], int flags)
{
    return fails(&left_process, EMFILE) ? -1 : (int)syscall(SYS_pipe2, fds, flags);
}

int socketpair(int domain, int type, int protocol, int fds[2])
{
    if (fails(&left_process, EMFILE))
        return -1;
    return (int)syscall(SYS_socketpair, domain, type, protocol, fds);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    if (fails(&left_process, EINTR))
        return -1;
    return (pid_t)syscall(SYS_wait4, pid, status, options, NULL);
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
    NEXT(int, poll, struct pollfd *, nfds_t, int);
    return fails(&left_process, EINTR) ? -1 : next(fds, n, timeout);
}

ssize_t read(int fd, void *bytes, size_t n)
{
    return fails(&left_process, EINTR) ? -1 : syscall(SYS_read, fd, bytes, n);
}

ssize_t recv(int fd, void *bytes, size_t n, int flags)
{
    if (fails(&left_process, EINTR))
        return -1;
    return syscall(SYS_recvfrom, fd, bytes, n, flags, NULL, NULL);
}

ssize_t send(int fd, const void *bytes, size_t n, int flags)
{
    if (fails(&left_process, EINTR))
        return -1;
    return syscall(SYS_sendto, fd, bytes, n, flags, NULL, 0);
}
