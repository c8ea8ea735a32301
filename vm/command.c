/* Starts processes by posix_spawn, and waits for them by their pidfds. */
#include "vm/command.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "vm/await.h"
#include "vm/outside.h"

CommandLeave command_leave(VM *vm)
{
    vm->outside.commanded = true;
    if (vm->config.sandbox)
        return COMMAND_SANDBOXED;
    return await_may(vm) ? COMMAND_ALLOWED : COMMAND_EXPLORED;
}

/* Copies of the files above all numbers that the command is to have, so that none is overwritten
 * before it has been moved to its place. -1: errno. */
static int copy_files(VM *vm, const CommandStart *start, int *copies)
{
    for (u32 i = 0; i < start->nfiles; i++) {
        i64 fd = start->files[i];
        copies[i] = -1;
        if (fd < 0)
            continue;
        errno = EBADF;
        if (fd <= STDERR_FILENO || outside_has(vm, fd))
            copies[i] = fcntl((int)fd, F_DUPFD_CLOEXEC, (int)start->nfiles);
        if (copies[i] < 0)
            return -1;
    }
    return 0;
}

/* What is to be done in the new process, before it becomes the command. */
static int plan(const CommandStart *start, const int *copies, posix_spawn_file_actions_t *actions,
                posix_spawnattr_t *attributes)
{
    int failed = 0, standard = 3;
    for (int i = 0; i < (int)start->nfiles && !failed; i++)
        if (copies[i] >= 0)
            failed = posix_spawn_file_actions_adddup2(actions, copies[i], i);
    for (int i = 0; i < standard && !failed; i++)
        if (i >= (int)start->nfiles || copies[i] < 0)
            failed = posix_spawn_file_actions_addclose(actions, i);
    if (!failed)
        failed = posix_spawn_file_actions_addclosefrom_np(
            actions, (int)start->nfiles > standard ? (int)start->nfiles : standard);
    if (start->dir && !failed)
        failed = posix_spawn_file_actions_addchdir_np(actions, start->dir);
    sigset_t usual;
    sigemptyset(&usual);
    posix_spawnattr_setsigmask(attributes, &usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(attributes, &usual);
    posix_spawnattr_setpgroup(attributes, start->group);
    int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    flags |= start->own_session ? POSIX_SPAWN_SETSID : 0;
    flags |= start->own_group ? POSIX_SPAWN_SETPGROUP : 0;
    posix_spawnattr_setflags(attributes, (short)flags);
    return failed;
}

/* -1: errno. */
static int spawn(const CommandStart *start, const int *copies)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    pid_t pid = -1;
    errno = plan(start, copies, &actions, &attributes);
    if (!errno)
        errno = posix_spawn(&pid, start->path, &actions, &attributes, start->argv, start->env);
    int failed = errno;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    errno = failed;
    return failed ? -1 : pid;
}

/* Whether the path is the program's name, or that in a directory. */
static bool is_self(const VM *vm, const char *path)
{
    const char *name = vm->config.argc ? vm->config.argv[0] : "";
    size_t len = strlen(path), end = strlen(name);
    return *name && len >= end && !strcmp(path + len - end, name) &&
           (len == end || path[len - end - 1] == '/');
}

/* Whether the path is what os.Executable returns. Every file that is opened comes here: only one
 * that ends so is worth a look at where the run began. */
static bool is_executable(const VM *vm, const char *path)
{
    if (!is_self(vm, path))
        return false;
    const char *name = vm->config.argv[0];
    char start[PATH_MAX];
    if (name[0] == '/')
        return !strcmp(path, name);
    size_t len = outside_start_directory(vm, start, sizeof start) ? strlen(start) : 0;
    return len && !strncmp(path, start, len) && path[len] == '/' && !strcmp(path + len + 1, name);
}

const char *command_file(const VM *vm, const char *path)
{
    bool may = vm->config.executable && !vm->config.sandbox && await_may(vm);
    if (!may || !is_executable(vm, path) || !access(path, F_OK))
        return path;
    const char *executable = vm->config.executable();
    return executable ? executable : path;
}

int command_start(VM *vm, const CommandStart *start)
{
    CHECK(!vm->config.sandbox && await_may(vm));
    vm_flush(vm);
    int *copies = xcalloc(start->nfiles + 1, sizeof *copies);
    for (u32 i = 0; i < start->nfiles; i++)
        copies[i] = -1;
    CommandStart real = *start;
    if (vm->config.executable && is_self(vm, start->path))
        real.path = vm->config.executable();
    int pid = !real.path || copy_files(vm, start, copies) < 0 ? -1 : spawn(&real, copies);
    int failed = errno;
    for (u32 i = 0; i < start->nfiles; i++)
        if (copies[i] >= 0)
            close(copies[i]);
    free(copies);
    if (pid > 0)
        vec_push(&vm->outside.commands,
                 ((ChildProcess){.pid = pid, .end = (int)syscall(SYS_pidfd_open, pid, 0)}));
    errno = failed;
    return pid;
}

static i64 index_of(const VM *vm, i64 pid)
{
    for (u32 i = 0; i < vm->outside.commands.len; i++)
        if (vm->outside.commands.data[i].pid == pid)
            return i;
    errno = ECHILD;
    return -1;
}

int command_end(const VM *vm, i64 pid)
{
    i64 i = index_of(vm, pid);
    return i < 0 ? -1 : vm->outside.commands.data[i].end;
}

bool command_reap(VM *vm, i64 pid, int *status, struct rusage *used)
{
    i64 i = index_of(vm, pid);
    if (i < 0 || wait4((pid_t)pid, status, 0, used) < 0)
        return false;
    await_closed(vm, vm->outside.commands.data[i].end);
    close(vm->outside.commands.data[i].end);
    vm->outside.commands.data[i] = vec_pop(&vm->outside.commands);
    return true;
}

int command_signal(const VM *vm, i64 pid, int number)
{
    if (index_of(vm, pid < 0 ? -pid : pid) < 0) {
        errno = ESRCH;
        return -1;
    }
    return kill((pid_t)pid, number);
}

void commands_leave(VM *vm)
{
    for (u32 i = 0; i < vm->outside.commands.len; i++)
        close(vm->outside.commands.data[i].end);
    vec_free(&vm->outside.commands);
}
