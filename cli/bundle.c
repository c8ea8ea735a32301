/* Programs inside a copy of gol. The bundle is a compressed sequence of strings, each after its
 * length; numbers are strings as well. The last bytes of the executable say how long it is. */
#include "cli/bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/buf.h"
#include "base/output.h"

static const char self[] = "/proc/self/exe";

/* The end of the executable. */
typedef struct Trailer {
    u64 packed, len; /* bytes before it, and what they unpack to */
    char magic[8];
} Trailer;

static const char magic[8] = "golbuild";

const BundledFile *bundle_find(const Bundle *b, const char *package, const char *name)
{
    for (u32 i = 0; i < b->files.len; i++) {
        const BundledFile *file = &b->files.data[i];
        if (!strcmp(file->package, package) && (!name || !strcmp(file->name, name)))
            return file;
    }
    return NULL;
}

void bundle_add(Bundle *b, BundledFile file)
{
    if (bundle_find(b, file.package, file.name))
        return;
    file.package = arena_strndup(&b->arena, file.package, strlen(file.package));
    file.name = arena_strndup(&b->arena, file.name, strlen(file.name));
    file.text = arena_strndup(&b->arena, file.text, file.len);
    avec_push(&b->arena, &b->files, file);
}

const BundledEmbed *bundle_embed(const Bundle *b, const char *source, const char *patterns,
                                 bool archive)
{
    for (u32 i = 0; i < b->embeds.len; i++) {
        const BundledEmbed *embed = &b->embeds.data[i];
        if (embed->archive == archive && !strcmp(embed->source, source) &&
            !strcmp(embed->patterns, patterns))
            return embed;
    }
    return NULL;
}

void bundle_add_embed(Bundle *b, BundledEmbed embed)
{
    if (bundle_embed(b, embed.source, embed.patterns, embed.archive))
        return;
    embed.source = arena_strndup(&b->arena, embed.source, strlen(embed.source));
    embed.patterns = arena_strndup(&b->arena, embed.patterns, strlen(embed.patterns));
    embed.text = arena_strndup(&b->arena, embed.text, embed.len);
    avec_push(&b->arena, &b->embeds, embed);
}

void bundle_free(Bundle *b)
{
    arena_free(&b->arena);
}

/* ---- writing ---- */

static void put(Buf *out, const char *text, u32 len)
{
    buf_add(out, (const char *)&len, sizeof len);
    buf_add(out, text, len);
}

static void put_str(Buf *out, const char *text)
{
    put(out, text, (u32)strlen(text));
}

static void put_number(Buf *out, u32 number)
{
    put(out, (const char *)&number, sizeof number);
}

static void put_all(const Bundle *b, Buf *out)
{
    put_str(out, b->main_path);
    put_number(out, (u32)b->go_minor);
    put_number(out, b->flags.len);
    for (u32 i = 0; i < b->flags.len; i++)
        put_str(out, b->flags.data[i]);
    put_number(out, b->files.len);
    for (u32 i = 0; i < b->files.len; i++) {
        const BundledFile *file = &b->files.data[i];
        put_str(out, file->package);
        put_str(out, file->name);
        put(out, file->text, file->len);
        put_number(out, file->portable);
    }
    put_number(out, b->embeds.len);
    for (u32 i = 0; i < b->embeds.len; i++) {
        const BundledEmbed *embed = &b->embeds.data[i];
        put_str(out, embed->source);
        put_str(out, embed->patterns);
        put_number(out, embed->archive);
        put(out, embed->text, embed->len);
    }
}

/* gol itself, without what is appended to it. */
static bool copy_self(FILE *out)
{
    FILE *in = fopen(self, "rb");
    char block[1 << 16];
    for (size_t got; in && (got = fread(block, 1, sizeof block, in)) > 0;)
        if (fwrite(block, 1, got, out) != got)
            break;
    bool ok = in && feof(in) && !ferror(in);
    if (!ok)
        fprintf(stderr, "gol: cannot copy %s: %s\n", self, strerror(errno));
    if (in)
        fclose(in);
    return ok;
}

bool bundle_write(const Bundle *b, const char *path)
{
    Buf all = {0};
    put_all(b, &all);
    uLongf len = compressBound(all.len);
    Bytef *packed = xmalloc(len);
    if (compress(packed, &len, (const Bytef *)all.data, all.len) != Z_OK)
        BUG("the program cannot be compressed");
    Trailer trailer = {.packed = len, .len = all.len};
    memcpy(trailer.magic, magic, sizeof magic);
    OutputFile *output = output_open_whole(path);
    bool ok = output && copy_self(output->file);
    if (ok) {
        fwrite(packed, 1, len, output->file);
        fwrite(&trailer, sizeof trailer, 1, output->file);
    }
    ok = output && output_close(output) && ok;
    struct stat st;
    ok = ok && !stat(path, &st) && (!S_ISREG(st.st_mode) || chmod(path, 0755) == 0);
    free(packed);
    buf_free(&all);
    return ok;
}

/* ---- reading ---- */

/* What has not been read yet. */
typedef struct Reader {
    Arena *arena;
    const char *at, *end;
} Reader;

static const char *take(Reader *r, u32 *len)
{
    if ((size_t)(r->end - r->at) < sizeof *len)
        BUG("the program in this executable is damaged");
    memcpy(len, r->at, sizeof *len);
    r->at += sizeof *len;
    if ((size_t)(r->end - r->at) < *len)
        BUG("the program in this executable is damaged");
    const char *text = arena_strndup(r->arena, r->at, *len);
    r->at += *len;
    return text;
}

static const char *take_str(Reader *r)
{
    u32 len;
    return take(r, &len);
}

static u32 take_number(Reader *r)
{
    u32 len, number;
    memcpy(&number, take(r, &len), sizeof number);
    return number;
}

static void take_all(Reader *r, Bundle *b)
{
    b->main_path = take_str(r);
    b->go_minor = (int)take_number(r);
    for (u32 n = take_number(r); n > 0; n--)
        avec_push(&b->arena, &b->flags, take_str(r));
    for (u32 n = take_number(r); n > 0; n--) {
        BundledFile file = {.package = take_str(r)};
        file.name = take_str(r);
        file.text = take(r, &file.len);
        file.portable = (PortableBuild)take_number(r);
        bundle_add(b, file);
    }
    for (u32 n = take_number(r); n > 0; n--) {
        BundledEmbed embed = {.source = take_str(r)};
        embed.patterns = take_str(r);
        embed.archive = take_number(r);
        embed.text = take(r, &embed.len);
        avec_push(&b->arena, &b->embeds, embed);
    }
}

static void unpack(int file, off_t end, const Trailer *trailer, Bundle *b)
{
    Bytef *packed = xmalloc(trailer->packed), *all = xmalloc(trailer->len);
    uLongf len = trailer->len;
    off_t start = end - (off_t)trailer->packed;
    if (pread(file, packed, trailer->packed, start) != (ssize_t)trailer->packed ||
        uncompress(all, &len, packed, trailer->packed) != Z_OK || len != trailer->len)
        BUG("the program in this executable is damaged");
    Reader reader = {&b->arena, (char *)all, (char *)all + len};
    take_all(&reader, b);
    free(packed);
    free(all);
}

bool bundle_read(Bundle *b)
{
    *b = (Bundle){0};
    int file = open(self, O_RDONLY | O_CLOEXEC);
    Trailer trailer;
    off_t end = file < 0 ? -1 : lseek(file, -(off_t)sizeof trailer, SEEK_END);
    bool found = end > 0 && read(file, &trailer, sizeof trailer) == sizeof trailer &&
                 !memcmp(trailer.magic, magic, sizeof magic) && trailer.packed < (u64)end;
    if (found)
        unpack(file, end, &trailer, b);
    if (file >= 0)
        close(file);
    return found;
}
