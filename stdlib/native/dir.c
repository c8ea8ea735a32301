/* Natives of os: directories, links, and file attributes. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "stdlib/native/os.h"
#include "vm/await.h"
#include "vm/command.h"
#include "vm/file_map.h"
#include "vm/outside.h"
#include "vm/undo.h"

NATIVE(os_mkdir)
{
    char *name = native_path(args);
    args[0] = native_result(native_may_change(vm, name, false) ? mkdir(name, (mode_t)args[2]) : -1);
    free(name);
    return NATIVE_DONE;
}

NATIVE(os_chdir)
{
    char *name = native_path(args);
    outside_leave_directory(vm);
    args[0] = native_result(native_may(vm, name, SANDBOX_READ, true) ? chdir(name) : -1);
    free(name);
    return NATIVE_DONE;
}

/* func Umask(mask int) (old int) */
NATIVE(syscall_umask)
{
    args[0] = (u64)outside_umask(vm, (int)args[0]);
    return NATIVE_DONE;
}

/* func temporaryNumber(text string) int */
NATIVE(os_temporary_number)
{
    Str text = slot_str(args);
    args[0] = outside_temporary(vm, text.ptr, text.len);
    return NATIVE_DONE;
}

/* func flock(fd int, how int) int */
NATIVE(syscall_flock)
{
    i64 fd = (i64)args[0];
    if (vm->config.sandbox && !outside_has(vm, fd))
        args[0] = (u64)-EBADF;
    else
        args[0] = native_result(flock((int)fd, (int)args[1]));
    return NATIVE_DONE;
}

/* func recordLock(fd, cmd int, kind, whence int16, start, length int64) (int16, int16, int64,
 * int64, int32, int) */
NATIVE(syscall_record_lock)
{
    int fd = (int)args[0], cmd = args[1] == F_GETLK ? F_GETLK : F_SETLK;
    struct flock lock = {.l_type = (i16)args[2],
                         .l_whence = (i16)args[3],
                         .l_start = (off_t)args[4],
                         .l_len = (off_t)args[5]};
    bool refused = vm->config.sandbox && !outside_has(vm, fd);
    errno = EBADF;
    i64 failed = refused ? -1 : fcntl(fd, cmd, &lock);
    args[0] = (u64)(i64)lock.l_type;
    args[1] = (u64)(i64)lock.l_whence;
    args[2] = (u64)lock.l_start;
    args[3] = (u64)lock.l_len;
    args[4] = (u64)(i64)lock.l_pid;
    args[5] = native_result(failed);
    return NATIVE_DONE;
}

/* func inotifyInit(flags int) int: reading from the descriptor waits for the outside world. */
NATIVE(syscall_inotify_init)
{
    errno = ENOSYS;
    int fd = await_may(vm) ? inotify_init1((int)args[0] | IN_CLOEXEC) : -1;
    args[0] = native_result(fd);
    if (fd >= 0)
        outside_opened(vm, fd);
    return NATIVE_DONE;
}

/* func inotifyAdd(fd int, path string, mask uint32) int */
NATIVE(syscall_inotify_add)
{
    char *path = native_path(args + 1);
    u32 mask = (u32)args[3];
    int watch = -1;
    errno = EBADF;
    if (outside_has(vm, (i64)args[0]) &&
        native_may(vm, path, SANDBOX_READ, !(mask & IN_DONT_FOLLOW)))
        watch = inotify_add_watch((int)args[0], path, mask);
    args[0] = native_result(watch);
    free(path);
    return NATIVE_DONE;
}

/* func inotifyRemove(fd int, watch uint32) int */
NATIVE(syscall_inotify_remove)
{
    errno = EBADF;
    bool may = outside_has(vm, (i64)args[0]);
    args[0] = native_result(may ? inotify_rm_watch((int)args[0], (int)args[1]) : -1);
    return NATIVE_DONE;
}

/* Why the bytes of a file are not memory that the program may have for its own, as an error's
 * number; 0: they are. Memory that is shared with a file is no copy of it if it can be written;
 * nor, where snapshots go back to earlier memory, if the file can be. */
static int why_no_memory(const VM *vm, int fd, const struct stat *st, bool shared, bool writes)
{
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0)
        return EBADF;
    if (!S_ISREG(st->st_mode))
        return ENODEV;
    int mode = flags & O_ACCMODE;
    if (mode == O_WRONLY || (shared && writes && mode == O_RDONLY))
        return EACCES;
    return shared && (writes || (vm->stepping.log && mode != O_RDONLY)) ? ENOSYS : 0;
}

/* func fileBytes(fd int, data []byte, offset int64, shared, writes bool) int */
NATIVE(syscall_file_bytes)
{
    struct stat st;
    i64 fd = (i64)args[0], n = 1;
    u64 done = 0, len = args[2];
    bool shared = args[5];
    bool refused = (vm->config.sandbox && !outside_has(vm, fd)) || fstat((int)fd, &st);
    int why = refused ? EBADF : why_no_memory(vm, (int)fd, &st, shared, args[6]);
    while (!why && n > 0 && done < len) {
        n = pread((int)fd, (char *)args[1] + done, len - done, (off_t)(args[4] + done));
        if (n > 0)
            done += (u64)n;
        else if (n < 0)
            why = errno;
    }
    if (!why && shared && !vm->stepping.log)
        file_map_add(vm, &st, (i64)args[4], (u8 *)args[1], len);
    args[0] = why ? (u64)-why : done;
    return NATIVE_DONE;
}

/* func fileUnmapped(last *byte) */
NATIVE(syscall_file_unmapped)
{
    file_map_remove(vm, (const u8 *)args[0]);
    return NATIVE_DONE;
}

/* As the system fills the buffer (getdents64). */
typedef struct Entry {
    u64 inode;
    i64 offset;
    u16 len;
    u8 type;
    char name[];
} Entry;

static int compare_entries(const void *a, const void *b)
{
    return strcmp((*(Entry *const *)a)->name, (*(Entry *const *)b)->name);
}

/* Puts the entries of a buffer in the order of their names, which is no file system's own. */
static void sort_entries(char *bytes, u64 len)
{
    char *copy = memcpy(xmalloc(len), bytes, len);
    VEC(Entry *) entries = {0};
    for (u64 at = 0; at < len; at += entries.data[entries.len - 1]->len)
        vec_push(&entries, (Entry *)(copy + at));
    qsort(entries.data, entries.len, sizeof *entries.data, compare_entries);
    for (u32 i = 0; i < entries.len; i++) {
        memcpy(bytes, entries.data[i], entries.data[i]->len);
        bytes += entries.data[i]->len;
    }
    vec_free(&entries);
    free(copy);
}

/* func entries(fd int, buf []byte) int */
NATIVE(syscall_entries)
{
    i64 fd = (i64)args[0], n = -1;
    char *bytes = (char *)args[1];
    errno = EBADF;
    if (!vm->config.sandbox || outside_has(vm, fd))
        n = syscall(SYS_getdents64, (int)fd, bytes, args[2]);
    if (n > 0) {
        sort_entries(bytes, (u64)n);
        native_track_bytes(vm, g, bytes, (u64)n, true);
    }
    args[0] = native_result(n);
    return NATIVE_DONE;
}

NATIVE(os_rename)
{
    char *from = native_path(args), *to = native_path(args + 2);
    bool may = native_may(vm, from, SANDBOX_WRITE, false) && native_may_change(vm, to, false);
    int failed = may ? rename(from, to) : -1;
    args[0] = native_result(failed);
    if (!failed)
        undo_renamed(vm, from, to);
    free(from);
    free(to);
    return NATIVE_DONE;
}

void native_status(u64 *args, const struct stat *st, u64 outcome)
{
    args[0] = st->st_mode;
    args[1] = (u64)st->st_size;
    args[2] = (u64)st->st_mtim.tv_sec * 1000000000 + (u64)st->st_mtim.tv_nsec;
    args[3] = st->st_dev;
    args[4] = st->st_ino;
    args[5] = st->st_nlink;
    args[6] = outcome;
}

/* func stat(name string, follow bool) (mode uint32, size, modified int64, id [2]uint64,
 * links uint64, result int) */
NATIVE(os_stat)
{
    struct stat st = {0};
    char *name = native_path(args);
    bool follow = args[2], may = native_may(vm, name, SANDBOX_READ, follow);
    const char *file = may ? command_file(vm, name) : name;
    u64 outcome = native_result(!may ? -1 : follow ? stat(file, &st) : lstat(file, &st));
    free(name);
    native_status(args, &st, outcome);
    return NATIVE_DONE;
}

NATIVE(os_chmod)
{
    char *name = native_path(args);
    args[0] = native_result(native_may_change(vm, name, true) ? chmod(name, (mode_t)args[2]) : -1);
    free(name);
    return NATIVE_DONE;
}

NATIVE(os_truncate)
{
    char *name = native_path(args);
    i64 failed = native_may_change(vm, name, true) ? truncate(name, (off_t)args[2]) : -1;
    args[0] = native_result(failed);
    if (!failed)
        file_map_cut(vm, AT_FDCWD, name);
    free(name);
    return NATIVE_DONE;
}

/* func link(from, to string, symbolic bool) int */
NATIVE(os_link)
{
    char *from = native_path(args), *to = native_path(args + 2);
    /* Through another name of a file it could be written. */
    bool symbolic = args[4];
    bool may = (symbolic && from) || native_may(vm, from, SANDBOX_READ | SANDBOX_WRITE, false);
    may = may && native_may_change(vm, to, false);
    args[0] = native_result(!may       ? -1
                            : symbolic ? symlink(from, to)
                                       : link(command_file(vm, from), to));
    free(from);
    free(to);
    return NATIVE_DONE;
}

/* func readlink(name string) (to string, result int) */
NATIVE(os_readlink)
{
    char *name = native_path(args), to[PATH_MAX];
    bool may = native_may(vm, name, SANDBOX_READ, false);
    ssize_t len = may ? readlink(name, to, sizeof to) : -1;
    free(name);
    args[2] = native_result(len);
    string_make(vm, args, to, len < 0 ? 0 : (u64)len);
    return NATIVE_DONE;
}

static struct timespec timespec_of(u64 ns)
{
    i64 sec = (i64)ns / 1000000000, rest = (i64)ns % 1000000000;
    return rest < 0 ? (struct timespec){sec - 1, rest + 1000000000} : (struct timespec){sec, rest};
}

/* func fileTimes(name string, times *[2]Timespec) int; nil: now. */
NATIVE(syscall_file_times)
{
    char *name = native_path(args);
    const struct timespec *times = (const struct timespec *)args[2];
    if (times)
        native_track(vm, g, (void *)times, 4, 8, false);
    args[0] =
        native_result(native_may_change(vm, name, true) ? utimensat(AT_FDCWD, name, times, 0) : -1);
    free(name);
    return NATIVE_DONE;
}

/* func setTimes(name string, access, modified int64) int */
NATIVE(os_set_times)
{
    char *name = native_path(args);
    struct timespec times[2] = {timespec_of(args[2]), timespec_of(args[3])};
    args[0] =
        native_result(native_may_change(vm, name, true) ? utimensat(AT_FDCWD, name, times, 0) : -1);
    free(name);
    return NATIVE_DONE;
}

const NativeDef natives_dir[] = {
    ROW("os.mkdir", os_mkdir, FILE_WRITE),
    ROW("os.chdir", os_chdir, FILE_WRITE),
    ROW("os.temporaryNumber", os_temporary_number, FILE_WRITE),
    ROW("syscall.Umask", syscall_umask, FILE_WRITE),
    ROW("syscall.flock", syscall_flock, FILE_WRITE),
    ROW("syscall.recordLock", syscall_record_lock, FILE_WRITE),
    ROW("syscall.inotifyInit", syscall_inotify_init, FILE_WRITE),
    ROW("syscall.inotifyAdd", syscall_inotify_add, FILE_WRITE),
    ROW("syscall.inotifyRemove", syscall_inotify_remove, FILE_WRITE),
    ROW("syscall.fileBytes", syscall_file_bytes, FILE_READ, .fills = true),
    ROW("syscall.fileUnmapped", syscall_file_unmapped, FILE_READ),
    ROW("syscall.entries", syscall_entries, FILE_WRITE),
    ROW("os.rename", os_rename, FILE_WRITE),
    ROW("os.stat", os_stat, FILE_READ),
    ROW("syscall.fileStatus", os_stat, FILE_READ),
    ROW("syscall.fileRename", os_rename, FILE_WRITE),
    ROW("syscall.fileMkdir", os_mkdir, FILE_WRITE),
    ROW("syscall.fileChdir", os_chdir, FILE_WRITE),
    ROW("syscall.fileChmod", os_chmod, FILE_WRITE),
    ROW("syscall.fileTruncate", os_truncate, FILE_WRITE),
    ROW("syscall.fileLink", os_link, FILE_WRITE),
    ROW("syscall.fileReadlink", os_readlink, FILE_READ),
    ROW("syscall.fileTimes", syscall_file_times, FILE_WRITE),
    ROW("os.chmod", os_chmod, FILE_WRITE),
    ROW("os.truncate", os_truncate, FILE_WRITE),
    ROW("os.link", os_link, FILE_WRITE),
    ROW("os.readlink", os_readlink, FILE_READ),
    ROW("os.setTimes", os_set_times, FILE_WRITE),
    ROW_END,
};
