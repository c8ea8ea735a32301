/* Natives of os: environment, files, processes. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stdlib/native/os.h"
#include "vm/await.h"
#include "vm/command.h"
#include "vm/file_map.h"
#include "vm/outside.h"
#include "vm/signal.h"
#include "vm/undo.h"

extern char **environ;

/* dst[0..3] <- a new []string with copies of n C strings. */
static void make_strings(VM *vm, G *g, u64 *dst, char **strings, u64 n)
{
    u64(*list)[2] = heap_object(vm, g, n * sizeof *list, true);
    for (u64 i = 0; i < n; i++)
        string_make(vm, list[i], strings[i], strlen(strings[i]));
    dst[0] = (u64)list;
    dst[1] = dst[2] = n;
}

char *native_c_text(const u64 *slots)
{
    Str text = slot_str(slots);
    char *copy = xmalloc(text.len + 1);
    if (text.len)
        memcpy(copy, text.ptr, text.len);
    copy[text.len] = 0;
    return copy;
}

char *native_path(const u64 *slots)
{
    Str text = slot_str(slots);
    return text.len && memchr(text.ptr, 0, text.len) ? NULL : native_c_text(slots);
}

bool native_may_change(VM *vm, const char *path, bool last)
{
    bool may = native_may(vm, path, SANDBOX_WRITE, last);
    if (may)
        undo_note(vm, path, last);
    return may;
}

u64 native_result(i64 value)
{
    return (u64)(value < 0 ? -errno : value);
}

NATIVE(os_args)
{
    make_strings(vm, g, args, vm->config.argv, (u64)vm->config.argc);
    return NATIVE_DONE;
}

NATIVE(os_exit)
{
    return sched_exit(vm, g, (int)args[0]);
}

/* func systemEnv() []string */
NATIVE(os_system_env)
{
    VEC(char *) shown = {0};
    for (char **entry = environ; *entry; entry++)
        if (sandbox_shows(vm->config.sandbox, *entry))
            vec_push(&shown, *entry);
    make_strings(vm, g, args, shown.data, shown.len);
    vec_free(&shown);
    return NATIVE_DONE;
}

NATIVE(os_getwd)
{
    char path[PATH_MAX];
    if (getcwd(path, sizeof path) == NULL)
        path[0] = 0;
    string_make(vm, args, path, strlen(path));
    return NATIVE_DONE;
}

/* func startDirectory() string */
NATIVE(os_start_directory)
{
    char path[PATH_MAX];
    if (!outside_start_directory(vm, path, sizeof path))
        path[0] = 0;
    string_make(vm, args, path, strlen(path));
    return NATIVE_DONE;
}

static u32 uses_of(int flags)
{
    enum { CHANGES = O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY) };
    int mode = flags & O_ACCMODE;
    u32 write = mode != O_RDONLY || flags & CHANGES ? SANDBOX_WRITE : 0;
    return mode == O_WRONLY ? write : write | SANDBOX_READ;
}

/* func open(name string, flag int, perm uint32) int */
NATIVE(os_open)
{
    char *name = native_path(args);
    int flags = (int)args[2], fd = -1;
    u32 uses = uses_of(flags);
    bool may = native_may(vm, name, uses, true);
    if (may && uses & SANDBOX_WRITE)
        undo_note(vm, name, true);
    const char *file = may && !(uses & SANDBOX_WRITE) ? command_file(vm, name) : name;
    if (may)
        fd = open(file, flags | O_CLOEXEC, (mode_t)args[3]);
    args[0] = native_result(fd);
    free(name);
    if (fd >= 0)
        outside_opened(vm, fd);
    if (fd >= 0 && flags & O_TRUNC)
        file_map_cut(vm, fd, "");
    return NATIVE_DONE;
}

/* The struct File of os/os.gol. Reading its fields here is not an event, because files may be
 * shared. */
typedef struct File {
    i64 fd;
    u64 name[2];
    bool closed;
} File;

enum { FILE_CLOSED = 1000, FILE_NIL = 1001, FILE_PIPE = 1002, PIPE_END = -1 };

static i64 why_unusable(const VM *vm, const File *file)
{
    if (!file)
        return FILE_NIL;
    if (file->closed)
        return FILE_CLOSED;
    if (file->fd == PIPE_END)
        return FILE_PIPE;
    /* In a sandbox os.NewFile gives no way to what gol has open. */
    return vm->config.sandbox && file->fd > 2 && !outside_has(vm, file->fd) ? EBADF : 0;
}

/* The file, if it is open; else NULL, and the result is set. */
static File *usable(const VM *vm, u64 *args)
{
    File *file = (File *)args[0];
    i64 why = why_unusable(vm, file);
    if (!why)
        return file;
    args[0] = (u64)-why;
    return NULL;
}

/* Whether what is read there may still have to be typed, or written by another process, or happen:
 * what inotify gives is a file of no kind. */
static bool comes_later(int fd)
{
    struct stat st;
    return !fstat(fd, &st) && (!(st.st_mode & S_IFMT) || S_ISFIFO(st.st_mode) ||
                               S_ISSOCK(st.st_mode) || (S_ISCHR(st.st_mode) && isatty(fd)));
}

/* func (f *File) read(b []byte) int */
NATIVE(file_read)
{
    bool over = await_over(vm, g);
    File *file = usable(vm, args); /* it may have been closed meanwhile */
    if (file == NULL)
        return NATIVE_DONE;
    if (!over && await_may(vm) && comes_later((int)file->fd))
        return await_file(vm, g, (int)file->fd, POLLIN);
    if (file->fd == 0) {
        vm->outside.input = true;
        vm_flush(vm);
    }
    i64 n = -1;
    struct pollfd readable = {.fd = (int)file->fd, .events = POLLIN};
    while (poll(&readable, 1, -1) < 0 ||
           ((n = read((int)file->fd, (void *)args[1], args[2])) < 0 && errno == EINTR))
        signals_end_wait(vm);
    if (n > 0)
        native_track_bytes(vm, g, (void *)args[1], (u64)n, true);
    args[0] = native_result(n);
    return NATIVE_DONE;
}

static u64 write_all(VM *vm, int fd, Str text)
{
    if (fd == 1 || fd == 2) {
        vm_write(vm, fd, text.ptr, text.len);
        return text.len;
    }
    for (u64 done = 0; done < text.len;) {
        i64 n = write(fd, text.ptr + done, text.len - done);
        if (n < 0)
            return native_result(n);
        file_map_wrote(vm, fd, -1, text.ptr + done, (u64)n);
        done += (u64)n;
    }
    return text.len;
}

/* func (f *File) writeString(s string) int */
NATIVE(file_write_string)
{
    File *file = usable(vm, args);
    if (file != NULL)
        args[0] = write_all(vm, (int)file->fd, slot_str(args + 1));
    return NATIVE_DONE;
}

/* func (f *File) write(b []byte) int */
NATIVE(file_write)
{
    native_track_bytes(vm, g, (const void *)args[1], args[2], false);
    return file_write_string(vm, g, args);
}

/* func (f *File) seek(offset int64, whence int) int */
NATIVE(file_seek)
{
    File *file = usable(vm, args);
    if (file != NULL)
        args[0] = native_result(lseek((int)file->fd, (off_t)args[1], (int)args[2]));
    return NATIVE_DONE;
}

/* func (f *File) readAt(b []byte, offset int64) int */
NATIVE(file_read_at)
{
    File *file = usable(vm, args);
    if (file == NULL)
        return NATIVE_DONE;
    i64 n = pread((int)file->fd, (void *)args[1], args[2], (off_t)args[4]);
    if (n > 0)
        native_track_bytes(vm, g, (void *)args[1], (u64)n, true);
    args[0] = native_result(n);
    return NATIVE_DONE;
}

/* func (f *File) writeAt(b []byte, offset int64) int */
NATIVE(file_write_at)
{
    native_track_bytes(vm, g, (const void *)args[1], args[2], false);
    File *file = usable(vm, args);
    if (file == NULL)
        return NATIVE_DONE;
    u64 done = 0;
    while (done < args[2]) {
        i64 n = pwrite((int)file->fd, (const char *)args[1] + done, args[2] - done,
                       (off_t)(args[4] + done));
        if (n < 0) {
            args[0] = native_result(n);
            return NATIVE_DONE;
        }
        file_map_wrote(vm, (int)file->fd, (i64)(args[4] + done), (const char *)args[1] + done,
                       (u64)n);
        done += (u64)n;
    }
    args[0] = done;
    return NATIVE_DONE;
}

/* func (f *File) truncate(size int64) int */
NATIVE(file_truncate)
{
    File *file = usable(vm, args);
    if (file == NULL)
        return NATIVE_DONE;
    i64 failed = ftruncate((int)file->fd, (off_t)args[1]);
    args[0] = native_result(failed);
    if (!failed)
        file_map_cut(vm, (int)file->fd, "");
    return NATIVE_DONE;
}

/* func (f *File) stat() (mode uint32, size, modified int64, id [2]uint64, links uint64,
 * result int) */
NATIVE(file_stat)
{
    struct stat st = {0};
    File *file = usable(vm, args);
    u64 outcome = file == NULL ? args[0] : native_result(fstat((int)file->fd, &st));
    native_status(args, &st, outcome);
    return NATIVE_DONE;
}

/* func (f *openFile) sync() int: what the system has is not lost when this process ends. */
NATIVE(file_sync)
{
    if (usable(vm, args) != NULL)
        args[0] = 0;
    return NATIVE_DONE;
}

NATIVE(file_close)
{
    File *file = usable(vm, args);
    if (file == NULL)
        return NATIVE_DONE;
    file->closed = true;
    args[0] = file->fd <= 2 ? 0 : native_result(outside_close(vm, (int)file->fd));
    return NATIVE_DONE;
}

/* What is on standard input, output or error concerns the console, not the files. */
static Effect file_or_console(const u64 *args)
{
    const File *file = (const File *)args[0];
    return file->fd == 0 ? EFFECT_INPUT : file->fd <= 2 ? EFFECT_OUTPUT : EFFECT_FILE_WRITE;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* func (f *File) names() (names []string, result int) */
NATIVE(file_names)
{
    File *file = usable(vm, args);
    args[3] = args[0];
    memset(args, 0, 3 * sizeof *args);
    if (file == NULL)
        return NATIVE_DONE;
    int fd = dup((int)file->fd);
    DIR *dir = fdopendir(fd);
    args[3] = native_result(dir == NULL ? -1 : 0);
    if (dir == NULL) {
        close(fd);
        return NATIVE_DONE;
    }
    VEC(char *) names = {0};
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            vec_push(&names, xstrdup(entry->d_name));
    closedir(dir);
    if (names.len > 0)
        qsort(names.data, names.len, sizeof *names.data, compare_names);
    make_strings(vm, g, args, names.data, names.len);
    for (u32 i = 0; i < names.len; i++)
        free(names.data[i]);
    vec_free(&names);
    return NATIVE_DONE;
}

NATIVE(os_remove)
{
    char *name = native_path(args);
    args[0] = native_result(native_may_change(vm, name, false) ? remove(name) : -1);
    free(name);
    return NATIVE_DONE;
}

const NativeDef natives_os[] = {
    ROW("os.args", os_args, NONE),
    ROW("os.Exit", os_exit, EXIT, .leaves = true),
    ROW("syscall.Exit", os_exit, EXIT, .leaves = true),
    ROW("internal/environ.systemEnv", os_system_env, NONE), /* nothing changes it */
    ROW("os.startDirectory", os_start_directory, NONE),
    ROW("os.getwd", os_getwd, FILE_READ),
    ROW("os.open", os_open, FILE_WRITE),
    ROW("os.(*File).read", file_read, FILE_WRITE, .now = file_or_console, .fills = true),
    ROW("os.(*File).write", file_write, FILE_WRITE, .now = file_or_console),
    ROW("os.(*File).writeString", file_write_string, FILE_WRITE, .now = file_or_console),
    ROW("os.(*File).seek", file_seek, FILE_WRITE),
    ROW("os.(*File).readAt", file_read_at, FILE_READ, .fills = true),
    ROW("os.(*File).writeAt", file_write_at, FILE_WRITE),
    ROW("os.(*File).truncate", file_truncate, FILE_WRITE),
    ROW("os.(*File).close", file_close, FILE_WRITE, .now = file_or_console),
    ROW("os.(*File).stat", file_stat, FILE_READ),
    ROW("syscall.fileOpen", os_open, FILE_WRITE),
    ROW("syscall.fileRemove", os_remove, FILE_WRITE),
    ROW("syscall.(*openFile).read", file_read, FILE_WRITE, .now = file_or_console, .fills = true),
    ROW("syscall.(*openFile).write", file_write, FILE_WRITE, .now = file_or_console),
    ROW("syscall.(*openFile).seek", file_seek, FILE_WRITE),
    ROW("syscall.(*openFile).readAt", file_read_at, FILE_READ, .fills = true),
    ROW("syscall.(*openFile).writeAt", file_write_at, FILE_WRITE),
    ROW("syscall.(*openFile).truncate", file_truncate, FILE_WRITE),
    ROW("syscall.(*openFile).close", file_close, FILE_WRITE, .now = file_or_console),
    ROW("syscall.(*openFile).status", file_stat, FILE_READ),
    ROW("syscall.(*openFile).sync", file_sync, FILE_READ),
    ROW("os.(*File).names", file_names, FILE_WRITE),
    ROW("os.remove", os_remove, FILE_WRITE),
    ROW_END,
};
