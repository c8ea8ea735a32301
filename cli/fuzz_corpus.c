/* The corpus of gol fuzz: a directory of schedule files, one for each finding. */
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/fuzz_report.h"

#include "base/output.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void try_file(Loaded *loaded, Fuzzer *fuzzer, const char *dir, const char *name)
{
    Buf path = {0}, error = {0};
    buf_printf(&path, "%s/%s", dir, name);
    SourceFile *file = source_load(&loaded->sources, buf_str(&path));
    Schedule schedule = {0};
    if (!file)
        buf_puts(&error, "cannot read it");
    if (file && schedule_parse(file->text, file->len, &schedule, &error))
        fuzz_try(fuzzer, &schedule);
    else
        fprintf(stderr, "gol fuzz: %s: %s\n", buf_str(&path), buf_str(&error));
    schedule_free(&schedule);
    buf_free(&path);
    buf_free(&error);
}

bool fuzz_corpus_load(Loaded *loaded, const Options *options, Fuzzer *fuzzer)
{
    const char *dir_name = options->search.corpus;
    if (!dir_name)
        return true;
    DIR *dir = mkdir(dir_name, 0777) && errno != EEXIST ? NULL : opendir(dir_name);
    if (!dir) {
        fprintf(stderr, "gol fuzz: cannot use %s: %s\n", dir_name, strerror(errno));
        return false;
    }
    VEC(char *) names = {0};
    struct dirent *entry;
    while ((entry = readdir(dir))) {
        if (schedule_is_file_name(entry->d_name))
            vec_push(&names, xstrdup(entry->d_name));
    }
    closedir(dir);
    if (names.len)
        qsort(names.data, names.len, sizeof *names.data, by_name);
    for (u32 i = 0; i < names.len; i++) {
        try_file(loaded, fuzzer, dir_name, names.data[i]);
        free(names.data[i]);
    }
    vec_free(&names);
    return true;
}

bool fuzz_corpus_save(const char *dir, const char *name, const Found *found, Buf *path)
{
    Buf text = {0};
    const char *kind = finding_kind_name(found->kind);
    buf_printf(path, "%s/%s%s%.*s-%016llx" SCHEDULE_SUFFIX, dir, name ? name : "", name ? "-" : "",
               (int)strcspn(kind, " "), kind, (unsigned long long)found->key);
    schedule_print_file(&found->schedule, &text);
    OutputFile *output = output_replace(buf_str(path));
    if (output)
        fwrite(text.data, 1, text.len, output->file);
    bool ok = output && output_close(output);
    buf_free(&text);
    return ok;
}
