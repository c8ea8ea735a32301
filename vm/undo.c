/* A log of what was at a path before each change. It is undone from its end, so that what was there
 * first comes last. */
#include "vm/undo.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SAVED = 64 << 20 }; /* bytes of contents that are kept */
enum { NOTES_SEARCHED = 32 };   /* latest notes among which one of the same path is looked for */

struct FileNote {
    char *path;    /* absolute */
    char *from;    /* it was renamed: what it was called before; NULL: it is as the rest says */
    mode_t mode;   /* 0: there was nothing */
    char *content; /* of a file; of a symbolic link where it leads to */
    size_t size;
    struct timespec times[2];
};

static char *absolute(const char *path, bool follow)
{
    char real[PATH_MAX], here[PATH_MAX];
    if (follow && realpath(path, real))
        return xstrdup(real);
    if (path[0] == '/' || !getcwd(here, sizeof here))
        return xstrdup(path);
    size_t size = strlen(here) + strlen(path) + 2;
    char *whole = xmalloc(size);
    snprintf(whole, size, "%s/%s", here, path);
    return whole;
}

/* Whether the path has been noted, and no name has changed since. */
static bool is_noted(const VM *vm, const char *path)
{
    const FileNotes *notes = &vm->outside.notes;
    for (u32 i = 0; i < notes->len && i < NOTES_SEARCHED; i++) {
        const FileNote *note = &notes->data[notes->len - 1 - i];
        if (note->from)
            return false;
        if (!strcmp(note->path, path))
            return true;
    }
    return false;
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
    FileNote note = {.path = absolute(path, follow)};
    bool there = lstat(note.path, &st) == 0, absent = !there && errno == ENOENT;
    /* A directory that is removed must be back before what was in it, so after its note. */
    bool wanted = (there && S_ISDIR(st.st_mode)) || !is_noted(vm, note.path);
    if (wanted && there) {
        note.mode = st.st_mode;
        note.times[0] = st.st_atim;
        note.times[1] = st.st_mtim;
        bool kept = S_ISREG(st.st_mode)   ? save_content(vm, &note, &st)
                    : S_ISLNK(st.st_mode) ? save_link(&note)
                                          : S_ISDIR(st.st_mode);
        vm->outside.unsaved |= !kept && S_ISREG(st.st_mode);
        wanted = kept;
    } else if (wanted) {
        wanted = absent;
    }
    if (wanted)
        vec_push(&vm->outside.notes, note);
    else
        forget(&note);
}

void undo_renamed(VM *vm, const char *from, const char *to)
{
    if (vm->config.private_files)
        vec_push(&vm->outside.notes,
                 (FileNote){.path = absolute(to, false), .from = absolute(from, false)});
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
        fprintf(stderr, "gol: cannot restore %s: %s\n", note->path, strerror(errno));
    if (fd >= 0)
        close(fd);
}

static void restore(const FileNote *note)
{
    struct stat st;
    bool there = lstat(note->path, &st) == 0;
    bool other = there && (st.st_mode & S_IFMT) != (note->mode & S_IFMT);
    int failed = 0;
    if (other || (there && S_ISLNK(st.st_mode)))
        failed |= remove(note->path);
    if (S_ISREG(note->mode))
        write_file(note);
    else if (S_ISLNK(note->mode))
        failed |= symlink(note->content, note->path);
    else if (S_ISDIR(note->mode))
        failed |=
            (there && !other ? 0 : mkdir(note->path, 0700)) | chmod(note->path, note->mode & 07777);
    if (failed)
        fprintf(stderr, "gol: cannot restore %s: %s\n", note->path, strerror(errno));
}

void undo_files(VM *vm)
{
    FileNotes *notes = &vm->outside.notes;
    while (notes->len) {
        FileNote *note = &vec_pop(notes);
        if (!note->from)
            restore(note);
        else if (rename(note->path, note->from))
            fprintf(stderr, "gol: cannot restore %s: %s\n", note->from, strerror(errno));
        forget(note);
    }
    vec_free(notes);
    vm->outside.saved = 0;
}
