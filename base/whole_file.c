/* Files that are written and read as a whole. */
#include "base/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"

static bool write_all(int fd, const Buf *text)
{
    for (u32 at = 0; at < text->len;) {
        ssize_t n = write(fd, text->data + at, text->len - at);
        if (n < 0 && errno != EINTR)
            return false;
        at += n > 0 ? (u32)n : 0;
    }
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS; /* not all files can be synced */
}

int whole_file_write(const char *path, const Buf *text)
{
    Buf part = {0};
    int error = 0;
    sigset_t before = process_block_ending(); /* one would leave the part */
    buf_printf(&part, "%s.%d.part", path, (int)getpid());
    int fd = open(buf_str(&part), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0 || !write_all(fd, text))
        error = errno;
    if (fd >= 0 && close(fd) && !error)
        error = errno;
    if (!error && rename(buf_str(&part), path))
        error = errno;
    if (error && fd >= 0)
        unlink(buf_str(&part));
    sigprocmask(SIG_SETMASK, &before, NULL);
    buf_free(&part);
    return error;
}

int whole_file_read(const char *path, Buf *text)
{
    char data[1 << 16];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : 1;
    while (n > 0)
        if ((n = read(fd, data, sizeof data)) > 0)
            buf_add(text, data, (size_t)n);
    int error = n < 0 ? errno : 0;
    if (fd >= 0)
        close(fd);
    return error;
}

bool is_directory(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

size_t directory_len(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

bool make_directories(const char *path)
{
    char *copy = xstrdup(path);
    for (char *slash = copy + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(copy, 0777);
        *slash = '/';
    }
    bool made = !mkdir(copy, 0777) || errno == EEXIST;
    free(copy);
    return made;
}
