/* The working directory, the mask of permissions and the open files of a run. */
#include "vm/outside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "vm/await.h"
#include "vm/command.h"
#include "vm/undo.h"

void outside_leave_directory(VM *vm)
{
    if (!vm->outside.directory)
        vm->outside.directory = 1 + open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

bool outside_start_directory(const VM *vm, char *out, size_t size)
{
    if (!vm->outside.directory)
        return getcwd(out, size) != NULL;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", vm->outside.directory - 1);
    ssize_t len = readlink(link, out, size - 1);
    out[len < 0 ? 0 : len] = 0;
    return len > 0;
}

static void return_to_directory(VM *vm)
{
    if (!vm->outside.directory)
        return;
    if (fchdir(vm->outside.directory - 1) != 0)
        perror("gol: cannot return to the working directory");
    close(vm->outside.directory - 1);
    vm->outside.directory = 0;
}

int outside_umask(VM *vm, int mask)
{
    int old = (int)umask((mode_t)mask);
    if (!vm->outside.umask)
        vm->outside.umask = 1 + old;
    return old;
}

static void return_to_umask(VM *vm)
{
    if (vm->outside.umask)
        umask((mode_t)(vm->outside.umask - 1));
    vm->outside.umask = 0;
}

u64 outside_temporary(VM *vm, const char *text, u64 len)
{
    return ++*map_put(&vm->outside.temporaries, hash_bytes(0, text, len));
}

void outside_opened(VM *vm, int fd)
{
    CHECK(fd >= 0);
    while (vm->outside.files.len <= (u32)fd)
        vec_push(&vm->outside.files, false);
    vm->outside.files.data[fd] = true;
}

bool outside_has(const VM *vm, i64 fd)
{
    return fd >= 0 && fd < vm->outside.files.len && vm->outside.files.data[fd];
}

int outside_close(VM *vm, int fd)
{
    if (!outside_has(vm, fd)) {
        errno = EBADF;
        return -1;
    }
    vm->outside.files.data[fd] = false;
    await_closed(vm, fd);
    return close(fd);
}

void outside_end(VM *vm)
{
    return_to_directory(vm);
    return_to_umask(vm);
    for (u32 fd = 0; fd < vm->outside.files.len; fd++)
        if (vm->outside.files.data[fd])
            close((int)fd);
    map_free(&vm->outside.temporaries);
    vec_free(&vm->outside.files);
    vec_free(&vm->outside.maps);
    vec_free(&vm->outside.awaits);
    commands_leave(vm);
    vm->outside.commanded = false;
    undo_files(vm);
}
