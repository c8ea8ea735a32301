/* The file of --checkpoint: a line that says what it is, the identity, what the check writes down,
 * and a hash of that, for a file that was damaged. */
#include "cli/check_file.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/output.h"
#include "base/whole_file.h"
#include "explore/states/transport.h"

/* Milliseconds between two files at least; the part of the time that writing them may take. */
enum { LEAST_MS = 200, SHARE = 20 };

static const char first_line[] = "gol checkpoint 3\n";

/* ---- identity ---- */

static u64 hash_text(u64 hash, const char *text)
{
    return hash_bytes(hash, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* A checkpoint of another program, or of other flags, would be of another search. */
u64 check_file_identity(const Check *check)
{
    const ExecutorConfig *config = executor_config(check->executor);
    u64 numbers[] = {config->code_hash,   config->facts,         config->library_hash,
                     config->max_steps,   config->max_memory,    (u64)config->max_time,
                     (u64)config->late,   (u64)config->leaks,    check->bounds.random,
                     check->bounds.depth, config->network.faults};
    u64 hash = HASH_START;
    for (u32 i = 0; i < COUNT_OF(numbers); i++)
        hash = hash_pair(hash, numbers[i]);
    hash = hash_text(hash, config->detector);
    hash = hash_text(hash, check->engine->name);
    hash = hash_text(hash, config->network.hosts);
    for (int i = 0; i < config->argc; i++)
        hash = hash_text(hash, config->argv[i]);
    const Silence *silence = config->silence;
    for (u32 i = 0; silence && i < silence->patterns.len; i++)
        hash = hash_text(hash, silence->patterns.data[i]);
    return hash;
}

/* ---- writing ---- */

void check_file_compose(Check *check, u64 identity, Buf *text)
{
    Buf body = {0};
    check_all_pack(check, 0, &body);
    check->ops->save(check, &body);
    vec_clear(text);
    buf_puts(text, first_line);
    pack_u64(text, identity);
    pack_u64(text, hash_bytes(HASH_START, body.data, body.len));
    pack_bytes(text, body.data, body.len);
    buf_free(&body);
}

static bool write_now(CheckFile *file, Check *check)
{
    u64 began = clock_ms();
    check_file_compose(check, file->identity, &file->text);
    int error = whole_file_write(file->path, &file->text);
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

const char *check_file_load(Check *check, u64 identity, const Buf *text)
{
    size_t len = sizeof first_line - 1;
    if (text->len < len || memcmp(text->data, first_line, len))
        return "is no checkpoint of this version of gol";
    Unpack from = unpack_of(text->data + len, text->len - len);
    u64 is = unpack_u64(&from);
    u64 hash = unpack_u64(&from);
    Unpack body = unpack_bytes(&from);
    if (from.bad || hash_bytes(HASH_START, body.at, (size_t)(body.end - body.at)) != hash)
        return "is damaged";
    if (is != identity)
        return "is of another program, or of other flags";
    check_all_merge(check, &body, true);
    return !body.bad && check->ops->load(check, &body) ? NULL : "is damaged";
}

static bool resume(const CheckFile *file, Check *check)
{
    Buf text = {0};
    int error = whole_file_read(file->path, &text);
    const char *wrong = error == ENOENT ? NULL
                        : error         ? strerror(error)
                                        : check_file_load(check, file->identity, &text);
    if (error == ENOENT)
        fprintf(stderr, "gol check: there is no %s yet: the search begins\n", file->path);
    if (wrong)
        fprintf(stderr, error ? "gol check: %s: %s\n" : "gol check: %s %s\n", file->path, wrong);
    buf_free(&text);
    return !wrong;
}

bool check_file_begin(CheckFile *file, Check *check, const Options *options)
{
    *file = (CheckFile){.path = transport_leads() ? options->search.checkpoint : NULL};
    if (!file->path)
        return true;
    file->identity = check_file_identity(check);
    if (options->search.resume)
        return resume(file, check);
    if (access(file->path, F_OK) == 0) {
        fprintf(stderr, "gol check: %s is there already: --resume goes on from it\n", file->path);
        return false;
    }
    return write_now(file, check);
}
