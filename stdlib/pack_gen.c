/* Build tool: `pack_gen SRC LIST` writes a C file with the packages of Go's library that LIST
 * names, on each line an import path, and files if only these are wanted, from SRC (the folder src
 * of a Go installation), each compressed, as declared in stdlib/embed.h. Nothing of Go's library is
 * kept in gol's own tree. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/buf.h"
#include "stdlib/go_source.h"

static _Noreturn void fail(const char *what, const char *name)
{
    fprintf(stderr, "pack_gen: %s %s\n", what, name);
    exit(1);
}

static void read_file(const char *name, Buf *text)
{
    FILE *in = fopen(name, "rb");
    if (in == NULL)
        fail("cannot read", name);
    for (int c; (c = getc(in)) != EOF;)
        buf_putc(text, (char)c);
    fclose(in);
}

static int is_go(const struct dirent *entry)
{
    size_t len = strlen(entry->d_name);
    return len > 3 && strcmp(entry->d_name + len - 3, ".go") == 0;
}

/* Adds the file if gol can use it, or in any case. */
static void add_file(const char *folder, const char *name, bool always, Buf *all)
{
    Buf path = {0}, text = {0};
    buf_printf(&path, "%s/%s", folder, name);
    read_file(buf_str(&path), &text);
    if (always || go_source_selected(name, buf_str(&text))) {
        go_source_strip(text.data);
        buf_puts(all, name);
        buf_putc(all, '\0');
        buf_puts(all, text.data);
        buf_putc(all, '\0');
    }
    buf_free(&path);
    buf_free(&text);
}

static void add_folder(const char *folder, Buf *all)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_go, alphasort);
    if (count < 0)
        fail("no folder", folder);
    for (int i = 0; i < count; i++) {
        add_file(folder, entries[i]->d_name, false, all);
        free(entries[i]);
    }
    free(entries);
}

/* Names and texts of the package's files, or of those in the list (separated by blanks), each with
 * a NUL after it. */
static void read_package(const char *src, const char *path, char *files, Buf *all)
{
    Buf folder = {0};
    buf_printf(&folder, "%s/%s", src, path);
    if (files == NULL)
        add_folder(buf_str(&folder), all);
    for (char *name; (name = strsep(&files, " ")) != NULL;)
        add_file(buf_str(&folder), name, true, all);
    if (all->len == 0)
        fail("no Go files that gol can use in", buf_str(&folder));
    buf_free(&folder);
}

static void print_bytes(const Bytef *bytes, uLong len)
{
    for (uLong i = 0; i < len; i++) {
        /* Always three octal digits, so that a digit after the escape is not part of it. */
        int c = bytes[i];
        bool plain = c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?';
        printf(plain ? "%c" : "\\%03o", c);
        if (i % 64 == 63)
            printf("\"\n    \"");
    }
}

static void print_package(const char *path, const Buf *all, bool partial, int index, Buf *table)
{
    uLong len = compressBound(all->len);
    Bytef *packed = xmalloc(len);
    if (compress2(packed, &len, (const Bytef *)all->data, all->len, Z_BEST_COMPRESSION) != Z_OK)
        fail("cannot compress", path);
    printf("static const char data%d[] =\n    \"", index);
    print_bytes(packed, len);
    printf("\";\n");
    free(packed);
    buf_printf(table, "    {\"%s\", data%d, %lu, %u, %d},\n", path, index, len, all->len, partial);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        fail("usage:", "pack_gen SRC LIST");
    FILE *list = fopen(argv[2], "r");
    if (list == NULL)
        fail("cannot read", argv[2]);
    Buf table = {0};
    int count = 0;
    char *line = NULL;
    size_t cap = 0;
    printf("#include \"stdlib/embed.h\"\n\n");
    while (getline(&line, &cap, list) >= 0) {
        Buf all = {0};
        char *files = line;
        line[strcspn(line, "\n")] = '\0';
        const char *path = strsep(&files, " ");
        bool partial = files != NULL;
        read_package(argv[1], path, files, &all);
        print_package(path, &all, partial, count++, &table);
        buf_free(&all);
    }
    free(line);
    fclose(list);
    printf("const PackedPackage packed_packages[] = {\n%s    {0, 0, 0, 0, 0},\n};\n",
           buf_str(&table));
    printf("const size_t packed_count = %d;\n", count);
    buf_free(&table);
    return 0;
}
