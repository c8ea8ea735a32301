/* The file of --checkpoint: a line that says what it is, the identity, what the check writes down,
 * and a hash of that, for a file that was damaged. */
#include "cli/check_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/output.h"
#include "base/source.h"

/* Milliseconds between two files at least; the part of the time that writing them may take. */
enum { LEAST_MS = 200, SHARE = 20 };

static const char first_line[] = "gol checkpoint 1\n";

/* ---- identity ---- */

static u64 hash_text(u64 hash, const char *text)
{
    return hash_bytes(hash, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* A checkpoint of another program, or of other flags, would be of another search. */
static u64 identity_of(const Check *check)
{
    const ExecutorConfig *config = executor_config(check->executor);
    u64 numbers[] = {config->code_hash,  config->facts,      config->library_hash,
                     config->max_steps,  config->max_memory, (u64)config->max_time,
                     (u64)config->late,  (u64)config->leaks, check->bounds.random,
                     check->bounds.depth};
    u64 hash = HASH_START;
    for (u32 i = 0; i < COUNT_OF(numbers); i++)
        hash = hash_pair(hash, numbers[i]);
    hash = hash_text(hash, config->detector);
    hash = hash_text(hash, check->engine->name);
    for (int i = 0; i < config->argc; i++)
        hash = hash_text(hash, config->argv[i]);
    const Silence *silence = config->silence;
    for (u32 i = 0; silence && i < silence->patterns.len; i++)
        hash = hash_text(hash, silence->patterns.data[i]);
    return hash;
}

/* ---- writing ---- */

static void compose(CheckFile *file, Check *check)
{
    Buf body = {0};
    check_all_pack(check, 0, &body);
    check->engine->save(check, &body);
    vec_clear(&file->text);
    buf_puts(&file->text, first_line);
    pack_u64(&file->text, file->identity);
    pack_u64(&file->text, hash_bytes(HASH_START, body.data, body.len));
    pack_bytes(&file->text, body.data, body.len);
    buf_free(&body);
}

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

/* Under another name first, so that the file is whole at any time. 0, or errno. */
static int replace(const char *path, const Buf *text)
{
    Buf part = {0};
    int error = 0;
    buf_printf(&part, "%s.part", path);
    int fd = open(buf_str(&part), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0 || !write_all(fd, text))
        error = errno;
    if (fd >= 0 && close(fd) && !error)
        error = errno;
    if (!error && rename(buf_str(&part), path))
        error = errno;
    if (error && fd >= 0)
        unlink(buf_str(&part));
    buf_free(&part);
    return error;
}

static bool write_now(CheckFile *file, Check *check)
{
    u64 began = clock_ms();
    compose(file, check);
    int error = replace(file->path, &file->text);
    u64 now = clock_ms(), pause = (now - began) * SHARE;
    file->next_ms = now + (pause > LEAST_MS ? pause : LEAST_MS);
    if (error && !file->failing)
        output_failed(file->path, error);
    file->failing = error != 0;
    return !error;
}

void check_file_due(CheckFile *file, Check *check)
{
    if (file->path && clock_ms() >= file->next_ms)
        write_now(file, check);
}

bool check_file_end(CheckFile *file, Check *check)
{
    return !file->path || write_now(file, check);
}

void check_file_free(CheckFile *file)
{
    buf_free(&file->text);
}

/* ---- reading ---- */

/* What is wrong with the file, or NULL: the check is where it was. */
static const char *load(const CheckFile *file, Check *check, const Buf *text)
{
    size_t len = sizeof first_line - 1;
    if (text->len < len || memcmp(text->data, first_line, len))
        return "is no checkpoint of this version of gol";
    Unpack from = unpack_of(text->data + len, text->len - len);
    u64 identity = unpack_u64(&from), hash = unpack_u64(&from);
    Unpack body = unpack_bytes(&from);
    if (from.bad || hash_bytes(HASH_START, body.at, (size_t)(body.end - body.at)) != hash)
        return "is damaged";
    if (identity != file->identity)
        return "is of another program, or of other flags";
    check_all_merge(check, &body, true);
    return !body.bad && check->engine->load(check, &body) ? NULL : "is damaged";
}

static int read_file(const char *path, Buf *text)
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

static bool resume(const CheckFile *file, Check *check)
{
    Buf text = {0};
    int error = read_file(file->path, &text);
    const char *wrong = error == ENOENT ? NULL : error ? strerror(error) : load(file, check, &text);
    if (error == ENOENT)
        fprintf(stderr, "gol check: there is no %s yet: the search begins\n", file->path);
    if (wrong)
        fprintf(stderr, error ? "gol check: %s: %s\n" : "gol check: %s %s\n", file->path, wrong);
    buf_free(&text);
    return !wrong;
}

bool check_file_begin(CheckFile *file, Check *check, const Options *options)
{
    *file = (CheckFile){.path = options->search.checkpoint};
    if (!file->path)
        return true;
    file->identity = identity_of(check);
    if (options->search.resume)
        return resume(file, check);
    if (access(file->path, F_OK) == 0) {
        fprintf(stderr, "gol check: %s is there already: --resume goes on from it\n", file->path);
        return false;
    }
    return write_now(file, check);
}
