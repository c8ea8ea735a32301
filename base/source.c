/* Source files: reading them, and finding the file, line and column of a position by binary
 * search. */
#include "base/source.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/output.h"

/* The largest file that is read: no real program is that long, but /dev/zero is endless. */
enum { MAX_FILE_SIZE = 256 * 1024 * 1024 };

static void find_lines(Sources *sources, SourceFile *file)
{
    u32 count = 1;
    for (u32 i = 0; i < file->len; i++)
        count += file->text[i] == '\n';
    file->lines.data = ARENA_ARRAY(&sources->arena, u32, count);
    file->lines.cap = count;
    file->lines.data[file->lines.len++] = 0;
    for (u32 i = 0; i < file->len; i++)
        if (file->text[i] == '\n')
            file->lines.data[file->lines.len++] = i + 1;
}

SourceFile *source_add(Sources *sources, const char *name, const char *text, size_t len)
{
    Pos base = sources->next == 0 ? 1 : sources->next;
    if (len >= UINT32_MAX - base)
        return NULL;
    SourceFile *file = ARENA_NEW(&sources->arena, SourceFile);
    file->name = arena_strndup(&sources->arena, name, strlen(name));
    file->text = arena_strndup(&sources->arena, text, len);
    file->len = (u32)len;
    file->base = base;
    find_lines(sources, file);
    sources->next = base + file->len + 1;
    avec_push(&sources->arena, &sources->files, file);
    return file;
}

/* Appends the rest of the stream; false with errno set on failure. */
static bool read_all(FILE *in, Buf *text)
{
    for (;;) {
        vec_reserve(text, text->len + 64 * 1024);
        errno = 0;
        size_t got = fread(text->data + text->len, 1, text->cap - text->len, in);
        text->len += (u32)got;
        if (text->len > MAX_FILE_SIZE) {
            errno = EFBIG;
            return false;
        }
        if (got == 0)
            return !ferror(in);
    }
}

SourceFile *source_load(Sources *sources, const char *path)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *in = is_stdin ? stdin : fopen(path, "rb");
    if (in == NULL)
        return NULL;
    output_not(in);
    Buf text = {0};
    SourceFile *file = NULL;
    bool ok = read_all(in, &text);
    int error = errno;
    if (!is_stdin)
        fclose(in);
    if (ok) {
        file = source_add(sources, is_stdin ? "<stdin>" : path, text.data, text.len);
        error = EFBIG;
        char absolute[PATH_MAX];
        if (file != NULL && !is_stdin && realpath(path, absolute) != NULL)
            file->absolute = arena_strndup(&sources->arena, absolute, strlen(absolute));
    }
    buf_free(&text);
    if (file == NULL)
        errno = error;
    return file;
}

const SourceFile *source_file_of(const Sources *sources, Pos pos)
{
    u32 low = 0, high = sources->files.len; /* the answer is in [low, high) */
    while (high - low > 1) {
        u32 mid = low + (high - low) / 2;
        if (sources->files.data[mid]->base <= pos)
            low = mid;
        else
            high = mid;
    }
    if (low == high)
        return NULL;
    const SourceFile *file = sources->files.data[low];
    return pos >= file->base && pos - file->base <= file->len ? file : NULL;
}

Place source_place(const Sources *sources, Pos pos)
{
    const SourceFile *file = source_file_of(sources, pos);
    if (file == NULL)
        return (Place){0};
    u32 offset = pos - file->base;
    u32 low = 0, high = file->lines.len;
    while (high - low > 1) {
        u32 mid = low + (high - low) / 2;
        if (file->lines.data[mid] <= offset)
            low = mid;
        else
            high = mid;
    }
    return (Place){file, low + 1, offset - file->lines.data[low] + 1};
}

const char *source_line(const SourceFile *file, u32 line, u32 *len)
{
    if (line == 0 || line > file->lines.len) {
        *len = 0;
        return "";
    }
    u32 start = file->lines.data[line - 1];
    u32 end = line < file->lines.len ? file->lines.data[line] - 1 : file->len;
    if (end > start && file->text[end - 1] == '\r')
        end--;
    *len = end - start;
    return file->text + start;
}

const char *source_text(const Sources *sources, Span span, u32 *len)
{
    const SourceFile *file = source_file_of(sources, span.start);
    *len = 0;
    if (file == NULL)
        return "";
    u32 start = span.start - file->base;
    u32 end = span.end > span.start ? span.end - file->base : start;
    if (end > file->len)
        end = file->len;
    while (start + *len < end && file->text[start + *len] != '\n')
        ++*len;
    return file->text + start;
}

void source_free(Sources *sources)
{
    arena_free(&sources->arena);
    *sources = (Sources){0};
}
