/* A log of what was at each path before its first change, and of renames, after which a path may
 * mean something else. It is undone from its end; what is between two renames, as a whole. */
#include "vm/undo.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "vm/signal.h"

enum { MOST_SAVED = 64 << 20 }; /* bytes of contents that are kept */

struct FileNote {
    char *path;  /* absolute */
    char *from;  /* it was renamed: what it was called before; NULL: it is as the rest says */
    mode_t mode; /* 0: there was nothing */
    ino_t inode;
    dev_t device;
    char *content; /* of a file; of a symbolic link where it leads to */
    size_t size;
    struct timespec times[2];
};

/* ---- processes that search together ---- */

/* A file that is there to be locked, which each process can do but once; -1: there is no other. It
 * is no part of a VM, for it is the same for all that are forked. */
static int common = -1;

void undo_prepare(void)
{
    if (common < 0)
        common = memfd_create("gol", MFD_CLOEXEC);
}

static void lock(short type)
{
    struct flock whole = {.l_type = type, .l_whence = SEEK_SET};
    while (fcntl(common, F_SETLKW, &whole) && errno == EINTR && !signals_arrived)
        ;
}

void undo_enter(VM *vm)
{
    if (!vm->config.private_files || vm->outside.alone || common < 0)
        return;
    vm->outside.alone = true;
    lock(F_WRLCK);
}

/* ---- what was there ---- */

/* dir/name. */
static char *joined(const char *dir, const char *name)
{
    size_t size = strlen(dir) + strlen(name) + 2;
    char *whole = xmalloc(size);
    snprintf(whole, size, "%s/%s", dir, name);
    return whole;
}

/* The path with all links in its directories followed: so it names the same place as long as no
 * directory is renamed. As it is, if there is no such directory. */
static char *absolute(const char *path)
{
    char real[PATH_MAX], *dir = xstrdup(path), *slash = strrchr(dir, '/');
    if (slash)
        *slash = 0;
    const char *found = realpath(!slash ? "." : slash == dir ? "/" : dir, real);
    const char *name = path + (slash ? slash - dir + 1 : 0);
    free(dir);
    return !found ? xstrdup(path) : joined(strcmp(real, "/") ? real : "", name);
}

/* Where the path leads to; that need not be there. */
static char *target(const char *path)
{
    enum { MOST_LINKS = 40 };
    char *at = absolute(path), to[PATH_MAX];
    for (int links = 0; links < MOST_LINKS; links++) {
        ssize_t n = readlink(at, to, sizeof to - 1);
        if (n < 0)
            break;
        to[n] = 0;
        *strrchr(at, '/') = 0;
        char *next = to[0] == '/' ? xstrdup(to) : joined(at, to);
        free(at);
        at = absolute(next);
        free(next);
    }
    return at;
}

/* The place of a path in Outside.noted. */
static u64 key_of(const char *path)
{
    return hash_bytes(HASH_START, path, strlen(path));
}

/* Whether the path has been noted, and no rename since can have changed what it means. */
static bool is_noted(const VM *vm, const char *path)
{
    const u64 *number = map_get(&vm->outside.noted, key_of(path));
    return number && !strcmp(vm->outside.notes.data[*number].path, path);
}

/* The whole file; false: it cannot be kept. */
static bool save_content(VM *vm, FileNote *note, const struct stat *st)
{
    size_t size = (size_t)st->st_size;
    if (vm->outside.saved + size > MOST_SAVED)
        return false;
    int fd = open(note->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    note->content = xmalloc(size + 1);
    ssize_t n = 1;
    while (note->size < size && (n = read(fd, note->content + note->size, size - note->size)) > 0)
        note->size += (size_t)n;
    close(fd);
    vm->outside.saved += note->size;
    return note->size == size;
}

static bool save_link(FileNote *note)
{
    char to[PATH_MAX];
    ssize_t n = readlink(note->path, to, sizeof to - 1);
    if (n < 0)
        return false;
    to[n] = 0;
    note->content = xstrdup(to);
    return true;
}

static void forget(FileNote *note)
{
    free(note->path);
    free(note->from);
    free(note->content);
}

/* Pipes, devices and the like are let be: they are no files of the program's. */
void undo_note(VM *vm, const char *path, bool follow)
{
    struct stat st;
    if (!vm->config.private_files)
        return;
    FileNote note = {.path = follow ? target(path) : absolute(path)};
    bool wanted = !is_noted(vm, note.path), there = lstat(note.path, &st) == 0;
    if (wanted && there) {
        note.mode = st.st_mode;
        note.inode = st.st_ino;
        note.device = st.st_dev;
        note.times[0] = st.st_atim;
        note.times[1] = st.st_mtim;
        bool kept = S_ISREG(st.st_mode)   ? save_content(vm, &note, &st)
                    : S_ISLNK(st.st_mode) ? save_link(&note)
                                          : S_ISDIR(st.st_mode);
        vm->outside.unsaved |= !kept && S_ISREG(st.st_mode);
        wanted = kept;
    } else if (wanted) {
        wanted = errno == ENOENT;
    }
    if (!wanted) {
        forget(&note);
        return;
    }
    *map_put(&vm->outside.noted, key_of(note.path)) = vm->outside.notes.len;
    vec_push(&vm->outside.notes, note);
}

/* A file whose former name has been noted is restored by that, as what is noted of its new name is.
 */
void undo_renamed(VM *vm, const char *from, const char *to)
{
    struct stat st;
    if (!vm->config.private_files)
        return;
    FileNote note = {.path = absolute(to), .from = absolute(from)};
    if (is_noted(vm, note.from) && lstat(to, &st) == 0 && S_ISREG(st.st_mode)) {
        forget(&note);
        return;
    }
    map_clear(&vm->outside.noted);
    vec_push(&vm->outside.notes, note);
}

/* ---- restoring ---- */

static void fault(const char *path)
{
    fprintf(stderr, "gol: cannot restore %s: %s\n", path, strerror(errno));
}

/* Whether what is there now may not stay, whatever is done to it: it is something else, or another
 * name of another file. */
static bool is_other(const FileNote *note, const struct stat *now)
{
    return (note->mode & S_IFMT) != (now->st_mode & S_IFMT) || S_ISLNK(now->st_mode) ||
           (S_ISREG(now->st_mode) && (note->inode != now->st_ino || note->device != now->st_dev));
}

static void remove_other(const FileNote *note)
{
    struct stat now;
    if (lstat(note->path, &now))
        return;
    if (S_ISDIR(now.st_mode))
        chmod(note->path, now.st_mode | S_IRWXU);
    else if (is_other(note, &now) && unlink(note->path))
        fault(note->path);
}

static void remove_directory(const FileNote *note)
{
    struct stat now;
    if (lstat(note->path, &now) == 0 && S_ISDIR(now.st_mode) && !S_ISDIR(note->mode) &&
        rmdir(note->path))
        fault(note->path);
}

static void write_file(const FileNote *note)
{
    int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, fd = open(note->path, flags, 0600);
    if (fd < 0 && unlink(note->path) == 0)
        fd = open(note->path, flags, 0600);
    ssize_t n = 1;
    for (size_t done = 0; fd >= 0 && done < note->size && n > 0; done += n > 0 ? (size_t)n : 0)
        n = write(fd, note->content + done, note->size - done);
    if (fd < 0 || n <= 0 || fchmod(fd, note->mode & 07777) || futimens(fd, note->times))
        fault(note->path);
    if (fd >= 0)
        close(fd);
}

static void put_back(const FileNote *note)
{
    if (S_ISREG(note->mode))
        write_file(note);
    else if (S_ISLNK(note->mode)
                 ? symlink(note->content, note->path) != 0
                 : S_ISDIR(note->mode) && mkdir(note->path, 0700) && errno != EEXIST)
        fault(note->path);
}

static void close_directory(const FileNote *note)
{
    if (S_ISDIR(note->mode) && chmod(note->path, note->mode & 07777))
        fault(note->path);
}

/* A directory before what is in it. */
static int by_path(const void *a, const void *b)
{
    return strcmp(((const FileNote *)a)->path, ((const FileNote *)b)->path);
}

/* Of notes between two renames, of which no two have one path. Links and files go first, from the
 * top: then no path leads through what was not there. */
static void restore(FileNote *notes, u32 n)
{
    if (n)
        qsort(notes, n, sizeof *notes, by_path);
    for (u32 i = 0; i < n; i++)
        remove_other(&notes[i]);
    for (u32 i = n; i-- > 0;)
        remove_directory(&notes[i]);
    for (u32 i = 0; i < n; i++)
        put_back(&notes[i]);
    for (u32 i = n; i-- > 0;)
        close_directory(&notes[i]);
}

void undo_files(VM *vm)
{
    FileNotes *notes = &vm->outside.notes;
    while (notes->len) {
        u32 begin = notes->len;
        while (begin > 0 && !notes->data[begin - 1].from)
            begin--;
        restore(notes->data + begin, notes->len - begin);
        while (notes->len > begin)
            forget(&vec_pop(notes));
        if (!begin)
            break;
        FileNote *note = &vec_pop(notes);
        if (rename(note->path, note->from))
            fault(note->from);
        forget(note);
    }
    vec_free(notes);
    map_free(&vm->outside.noted);
    vm->outside.saved = 0;
    if (vm->outside.alone)
        lock(F_UNLCK);
    vm->outside.alone = false;
}
