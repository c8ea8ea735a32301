/* What gol writes: see base/output.h. */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "base/vec.h"
#include "base/whole_file.h"

/* Names a file, whatever the path to it. */
typedef struct FileId {
    dev_t device;
    ino_t number;
} FileId;

/* The exit status of the process depends on all of its outputs: state outside of context structs.
 */
static struct {
    const char *command;
    OutputFile *standard; /* stdout, or NULL: left as it is */
    bool failed, at_prompt;
    char *reported; /* name in the last report */
    int lost;       /* errno of the first write to standard output that failed, or 0 */
    VEC(FileId) inputs;
    OutputFile *parts; /* open, with a part: the newest */
} outputs;

/* ---- reports ---- */

void output_at_prompt(bool asked)
{
    outputs.at_prompt = asked;
}

static void report(const char *name, const char *reason)
{
    if (outputs.at_prompt)
        return;
    outputs.failed = true;
    if (outputs.reported && !strcmp(outputs.reported, name))
        return;
    free(outputs.reported);
    outputs.reported = xstrdup(name);
    fprintf(stderr, "gol%s%s: cannot write %s%s%s\n", outputs.command ? " " : "",
            outputs.command ? outputs.command : "", name, reason ? ": " : "", reason ? reason : "");
}

void output_failed(const char *name, int error)
{
    report(name, error ? strerror(error) : NULL);
}

void output_lost(int error)
{
    if (!outputs.lost)
        outputs.lost = error;
}

/* ---- inputs ---- */

void output_not(FILE *input)
{
    struct stat st;
    if (!fstat(fileno(input), &st) && S_ISREG(st.st_mode))
        vec_push(&outputs.inputs, ((FileId){st.st_dev, st.st_ino}));
}

/* False: it is one, which has been reported. */
static bool is_no_input(const char *path)
{
    struct stat st;
    if (!outputs.inputs.len || stat(path, &st))
        return true;
    for (u32 i = 0; i < outputs.inputs.len; i++)
        if (outputs.inputs.data[i].device == st.st_dev &&
            outputs.inputs.data[i].number == st.st_ino) {
            report(path, "it is an input of this command");
            return false;
        }
    return true;
}

/* ---- files ---- */

static ssize_t write_all(void *cookie, const char *data, size_t size)
{
    OutputFile *output = cookie;
    size_t done = 0;
    while (done < size && !output->error) {
        ssize_t n = write(output->fd, data + done, size - done);
        if (n < 0 && errno != EINTR)
            output->error = errno;
        else if (n > 0)
            done += (size_t)n;
    }
    return (ssize_t)done; /* less than size: the stream notes an error */
}

static int close_file(void *cookie)
{
    OutputFile *output = cookie;
    if (close(output->fd) && !output->error)
        output->error = errno;
    return output->error ? EOF : 0;
}

OutputFile *output_stream(int fd, const char *name)
{
    if (fd < 0) {
        int error = errno;
        output_failed(name, error);
        errno = error;
        return NULL;
    }
    OutputFile *output = xcalloc(1, sizeof *output);
    output->fd = fd;
    output->path = xstrdup(name);
    cookie_io_functions_t calls = {.write = write_all, .close = close_file};
    output->file = fopencookie(output, "w", calls);
    if (!output->file)
        memory_exhausted(sizeof *output);
    return output;
}

OutputFile *output_open(const char *path)
{
    if (!is_no_input(path))
        return NULL;
    return output_stream(open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_TRUNC, 0666), path);
}

/* A signal that ends the process. */
static void remove_parts(int number)
{
    for (const OutputFile *output = outputs.parts; output; output = output->older)
        unlink(output->part);
    signal(number, SIG_DFL);
    raise(number);
}

/* Where something else happens at the signal, as while a program runs, that goes on to the end. */
static void add_part(OutputFile *output)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGTERM};
    struct sigaction before, ours = {.sa_handler = remove_parts};
    output->older = outputs.parts;
    outputs.parts = output;
    for (u32 i = 0; i < COUNT_OF(ending); i++)
        if (!sigaction(ending[i], NULL, &before) && before.sa_handler == SIG_DFL)
            sigaction(ending[i], &ours, NULL);
}

static void drop_part(const OutputFile *output)
{
    OutputFile **link = &outputs.parts;
    while (*link && *link != output)
        link = &(*link)->older;
    if (*link)
        *link = output->older;
}

static bool is_special(const char *path)
{
    struct stat st;
    return !lstat(path, &st) && !S_ISREG(st.st_mode);
}

OutputFile *output_open_whole(const char *path)
{
    return is_no_input(path) ? output_replace(path) : NULL;
}

OutputFile *output_replace(const char *path)
{
    /* A device, or what a link leads to, must not give way to a file. */
    if (is_special(path))
        return output_open(path);
    char *part = xmalloc(strlen(path) + sizeof ".part");
    sprintf(part, "%s.part", path);
    sigset_t before = process_block_ending(); /* one would leave the part */
    int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    OutputFile *output = fd < 0 ? NULL : output_stream(fd, path);
    if (output) {
        output->part = part;
        add_part(output);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (output)
        return output;
    free(part);
    return output_open(path);
}

OutputFile *output_append(const char *path)
{
    Buf before = {0};
    if (!is_special(path))
        whole_file_read(path, &before);
    OutputFile *output = output_open_whole(path);
    if (output)
        fwrite(before.data, 1, before.len, output->file);
    buf_free(&before);
    return output;
}

bool output_close(OutputFile *output)
{
    fclose(output->file); /* calls close_file */
    if (output->part && !output->error && rename(output->part, output->path))
        output->error = errno;
    int error = output->error;
    if (error)
        output_failed(output->path, error);
    if (output->part && error)
        unlink(output->part);
    drop_part(output);
    free(output->part);
    free(output->path);
    free(output);
    errno = error;
    return !error;
}

static bool is_possible(const char *path)
{
    if (!is_no_input(path))
        return false;
    const char *slash = strrchr(path, '/');
    char *dir = xstrdup(slash ? path : ".");
    if (slash)
        dir[slash > path ? slash - path : 1] = '\0';
    struct stat st;
    bool there = !stat(path, &st), is_dir = there && S_ISDIR(st.st_mode);
    bool ok = !is_dir && !access(there ? path : dir, there ? W_OK : W_OK | X_OK);
    if (!ok)
        output_failed(path, is_dir ? EISDIR : errno);
    free(dir);
    return ok;
}

bool outputs_possible(const char *const *paths, u32 count)
{
    bool ok = true;
    for (u32 i = 0; i < count; i++)
        ok &= is_possible(paths[i]);
    return ok;
}

/* ---- the process ---- */

void output_begin(const char *command)
{
    outputs.command = command;
    int fd;
    do /* the lowest that is free */
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
    if (isatty(STDIN_FILENO) || isatty(STDOUT_FILENO)) /* libedit wants the stream that is there */
        return;
    outputs.standard = output_stream(STDOUT_FILENO, STANDARD_OUTPUT);
    stdout = outputs.standard->file; /* it remembers why a write failed */
}

int output_end(int status)
{
    bool flushed = !fflush(stdout);
    int error = outputs.standard ? outputs.standard->error : 0;
    if (!flushed || ferror(stdout) || outputs.lost)
        output_failed(STANDARD_OUTPUT, outputs.lost ? outputs.lost : error);
    outputs.failed |= fflush(stderr) || ferror(stderr);
    free(outputs.reported);
    vec_free(&outputs.inputs);
    return status == 0 && outputs.failed ? 1 : status;
}
