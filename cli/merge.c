/* gol merge: brings together what was found apart. A directory is a corpus (gol fuzz --corpus,
 * gol test --corpus), or one that processes share (gol fuzz --shared), whose corpus is meant. A
 * file's name says which finding it shows, so two with one name show the same, and the shorter
 * schedule is kept. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/whole_file.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/shared.h"
#include "explore/schedule/schedule.h"

typedef struct Merge {
    const char *into;
    u32 added, shorter, known;
    bool failed; /* a file was left out, which has been reported */
} Merge;

/* The directory with the schedules, to be freed: the corpus of one that processes share. */
static char *corpus_of(const char *path)
{
    Buf corpus = {0};
    buf_printf(&corpus, "%s/corpus", path);
    if (!is_directory(buf_str(&corpus))) {
        vec_clear(&corpus);
        buf_puts(&corpus, path);
    }
    buf_putc(&corpus, 0);
    return corpus.data;
}

static void report(Merge *merge, const char *path, const char *problem)
{
    fprintf(stderr, "gol merge: %s: %s\n", path, problem);
    merge->failed = true;
}

/* Appends the file's text and sets the number of its answers. False: it is no schedule, or there is
 * none; *error says what is wrong. */
static bool read_schedule(const char *path, Buf *text, u32 *answers, Buf *error)
{
    Schedule schedule = {0};
    int problem = whole_file_read(path, text);
    if (problem)
        buf_puts(error, strerror(problem));
    bool ok = !problem && schedule_parse(buf_str(text), text->len, &schedule, error);
    *answers = schedule.steps.len;
    schedule_free(&schedule);
    return ok;
}

static void merge_file(Merge *merge, const char *from, const char *name)
{
    Buf path = {0}, to = {0}, text = {0}, old = {0}, error = {0};
    u32 answers, before = 0;
    buf_printf(&path, "%s/%s", from, name);
    buf_printf(&to, "%s/%s", merge->into, name);
    if (!read_schedule(buf_str(&path), &text, &answers, &error)) {
        report(merge, buf_str(&path), buf_str(&error));
    } else {
        bool there = read_schedule(buf_str(&to), &old, &before, &error);
        ++*(!there ? &merge->added : answers < before ? &merge->shorter : &merge->known);
        int problem = there && answers >= before ? 0 : whole_file_write(buf_str(&to), &text);
        if (problem)
            report(merge, buf_str(&to), strerror(problem));
    }
    buf_free(&path);
    buf_free(&to);
    buf_free(&text);
    buf_free(&old);
    buf_free(&error);
}

static void merge_directory(Merge *merge, const char *path)
{
    if (!is_directory(path)) {
        report(merge, path, "is no directory");
        return;
    }
    char *from = corpus_of(path);
    NameList names = {0};
    shared_list(&(Shared){.path = from, .command = "merge"}, ".", &names);
    for (u32 i = 0; i < names.len; i++)
        if (schedule_is_file_name(names.data[i]))
            merge_file(merge, from, names.data[i]);
    names_free(&names);
    free(from);
}

static int merge(const char *into, const char *const *from, u32 n)
{
    if (mkdir(into, 0777) && errno != EEXIST) {
        fprintf(stderr, "gol merge: cannot make %s: %s\n", into, strerror(errno));
        return STATUS_USAGE;
    }
    char *corpus = corpus_of(into);
    Merge m = {.into = corpus};
    for (u32 i = 0; i < n; i++)
        merge_directory(&m, from[i]);
    printf("%u new, %u shorter than before, %u known\n", m.added, m.shorter, m.known);
    free(corpus);
    return m.failed ? STATUS_USAGE : STATUS_CLEAN;
}

int cmd_merge(int argc, char **argv)
{
    Options options;
    int result = STATUS_USAGE;
    if (options_parse(&options, "merge", FOR_MERGE, argc, argv)) {
        if (options.packages.len < 2)
            fprintf(stderr, "gol merge: usage: gol merge INTO DIR...\n");
        else
            result = merge(options.packages.data[0], options.packages.data + 1,
                           options.packages.len - 1);
    }
    options_free(&options);
    return result;
}
