/* Natives of os that start commands, and pipes that these share with the program. */
#include "vm/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "stdlib/native/os.h"
#include "vm/await.h"
#include "vm/outside.h"

enum { EXPLORED = 1003 }; /* os/exec.gol */

/* The texts of a []string, ending with NULL; free_texts. */
static char **texts_of(const u64 *slots)
{
    u64 n = slots[1];
    char **texts = xcalloc(n + 1, sizeof *texts);
    for (u64 i = 0; i < n; i++)
        texts[i] = native_c_text((const u64 *)slots[0] + 2 * i);
    return texts;
}

static void free_texts(char **texts)
{
    for (u64 i = 0; texts[i]; i++)
        free(texts[i]);
    free(texts);
}

/* Whether the program may start no command; then the result says why. */
static bool is_refused(VM *vm, u64 *args)
{
    CommandLeave leave = command_leave(vm);
    if (leave != COMMAND_ALLOWED)
        args[0] = (u64) - (leave == COMMAND_EXPLORED ? EXPLORED : EPERM);
    return leave != COMMAND_ALLOWED;
}

/* func startProcess(path string, argv, env []string, dir string, files []int, session, group bool,
 * pgid int) int */
NATIVE(os_start_process)
{
    if (is_refused(vm, args))
        return NATIVE_DONE;
    char *path = native_c_text(args), *dir = native_c_text(args + 8);
    char **argv = texts_of(args + 2), **env = texts_of(args + 5);
    CommandStart start = {
        .path = path,
        .dir = *dir ? dir : NULL,
        .argv = argv,
        .env = env,
        .files = (const i64 *)args[10],
        .nfiles = (u32)args[11],
        .own_session = args[13] & 1,
        .own_group = args[14] & 1,
        .group = (int)args[15],
    };
    args[0] = native_result(command_start(vm, &start));
    free(path);
    free(dir);
    free_texts(argv);
    free_texts(env);
    return NATIVE_DONE;
}

static u64 microseconds(struct timeval time)
{
    return (u64)time.tv_sec * 1000000 + (u64)time.tv_usec;
}

/* func waitProcess(pid int) (status, user, system, memory, result int) */
NATIVE(os_wait_process)
{
    i64 pid = (i64)args[0];
    int end = command_end(vm, pid);
    bool over = await_over(vm, g);
    if (end >= 0 && !over)
        return await_file(vm, g, end, POLLIN);
    int status = 0;
    struct rusage used = {0};
    bool ended = command_reap(vm, pid, &status, &used);
    args[4] = native_result(ended ? 0 : -1);
    args[0] = (u64)status;
    args[1] = microseconds(used.ru_utime);
    args[2] = microseconds(used.ru_stime);
    args[3] = (u64)used.ru_maxrss;
    return NATIVE_DONE;
}

/* func signalCommand(pid, sig int) int */
NATIVE(syscall_signal_command)
{
    args[0] = native_result(command_signal(vm, (i64)args[0], (int)args[1]));
    return NATIVE_DONE;
}

/* ---- pipes ---- */

/* func systemPipe() (r, w int) */
NATIVE(os_system_pipe)
{
    int ends[2];
    if (is_refused(vm, args))
        return NATIVE_DONE;
    if (pipe2(ends, O_CLOEXEC) < 0) {
        args[0] = native_result(-1);
        return NATIVE_DONE;
    }
    outside_opened(vm, ends[0]);
    outside_opened(vm, ends[1]);
    args[0] = (u64)ends[0];
    args[1] = (u64)ends[1];
    return NATIVE_DONE;
}

/* Whether g has waited for the program's descriptor. */
static bool waited(VM *vm, G *g, i64 fd)
{
    return await_over(vm, g) || !outside_has(vm, fd);
}

/* func readPipe(fd int, b []byte) int */
NATIVE(os_read_pipe)
{
    i64 fd = (i64)args[0];
    if (!waited(vm, g, fd))
        return await_file(vm, g, (int)fd, POLLIN);
    errno = EBADF;
    i64 n = outside_has(vm, fd) ? read((int)fd, (void *)args[1], args[2]) : -1;
    if (n > 0)
        native_track_bytes(vm, g, (void *)args[1], (u64)n, true);
    args[0] = native_result(n);
    return NATIVE_DONE;
}

/* Writes what fits without waiting, if there is no more than PIPE_BUF of it. Where nothing reads
 * that is EPIPE, and no signal, as it would be one to gol. */
static i64 write_quietly(int fd, const char *data, size_t len)
{
    sigset_t pipe_signal, before;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigprocmask(SIG_BLOCK, &pipe_signal, &before);
    i64 n = write(fd, data, len);
    int failed = errno;
    if (n < 0 && failed == EPIPE && !sigismember(&before, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0});
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = failed;
    return n;
}

/* func writePipe(fd int, b []byte) int */
NATIVE(os_write_pipe)
{
    enum { AT_ONCE = 4096 }; /* PIPE_BUF: a pipe that can be written to has room for it */
    i64 fd = (i64)args[0];
    if (!waited(vm, g, fd))
        return await_file(vm, g, (int)fd, POLLOUT);
    native_track_bytes(vm, g, (const void *)args[1], args[2], false);
    u64 len = args[2] < AT_ONCE ? args[2] : AT_ONCE;
    errno = EBADF;
    i64 n = outside_has(vm, fd) ? write_quietly((int)fd, (const char *)args[1], len) : -1;
    args[0] = native_result(n);
    return NATIVE_DONE;
}

/* func closePipe(fd int) */
NATIVE(os_close_pipe)
{
    outside_close(vm, (int)args[0]);
    return NATIVE_DONE;
}

const NativeDef natives_command[] = {
    ROW("os.startProcess", os_start_process, FILE_WRITE),
    ROW("os.waitProcess", os_wait_process, FILE_WRITE),
    ROW("syscall.signalCommand", syscall_signal_command, FILE_WRITE),
    ROW("os.systemPipe", os_system_pipe, FILE_WRITE),
    ROW("os.readPipe", os_read_pipe, FILE_WRITE),
    ROW("os.writePipe", os_write_pipe, FILE_WRITE),
    ROW("os.closePipe", os_close_pipe, FILE_WRITE),
    ROW_END,
};
