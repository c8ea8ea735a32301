/* gol status: how far the processes are that share a directory (gol check --shard, gol fuzz
 * --shard), as text or as a page that loads itself again. Only files are read: it can be asked from
 * anywhere. */
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

#include "base/json.h"
#include "base/output.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/shared.h"

typedef struct Status {
    Shared dir;
    cJSON *search; /* of gol check; NULL: there is none */
    NameList shards, corpus;
    Buf lines; /* what is printed */
} Status;

/* ---- reading ---- */

static double number_of(const Status *s, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(s->search, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static void read_search(Status *s)
{
    Buf text = {0};
    if (shared_read(&s->dir, "status.json", &text))
        s->search = cJSON_Parse(buf_str(&text));
    buf_free(&text);
}

/* ---- lines ---- */

static void search_lines(Status *s)
{
    double executions = number_of(s, "executions"), part = number_of(s, "part");
    bool done = cJSON_IsTrue(cJSON_GetObjectItem(s->search, "done"));
    const cJSON *titles = cJSON_GetObjectItem(s->search, "findings"), *title;
    buf_printf(&s->lines, "%.0f executions in %.0f parts", executions, number_of(s, "parts"));
    if (done)
        buf_puts(&s->lines, ", all of them");
    else if (part > 0)
        buf_printf(&s->lines, ", %.1f %% of perhaps %.0f", 100 * part, executions / part);
    int findings = cJSON_GetArraySize(titles);
    buf_printf(&s->lines, ", %d finding%s\n", findings, plural((u64)findings));
    cJSON_ArrayForEach(title, titles) if (cJSON_IsString(title))
        buf_printf(&s->lines, "    %s\n", title->valuestring);
}

static void shard_line(Status *s, const char *name)
{
    Buf file = {0}, text = {0};
    struct stat status;
    buf_printf(&file, "%s/shards/%s", s->dir.path, name);
    i64 silent = stat(buf_str(&file), &status) ? 0 : (i64)time(NULL) - (i64)status.st_mtime;
    vec_clear(&file);
    buf_printf(&file, "shards/%s", name);
    shared_read(&s->dir, buf_str(&file), &text);
    buf_printf(&s->lines, "process %s: %.*s, last heard of %lld s ago\n", name,
               (int)strcspn(buf_str(&text), "\n"), buf_str(&text),
               silent > 0 ? (long long)silent : 0LL);
    buf_free(&file);
    buf_free(&text);
}

static void compose(Status *s)
{
    if (s->search)
        search_lines(s);
    for (u32 i = 0; i < s->corpus.len; i++)
        buf_printf(&s->lines, "%s/corpus/%s\n", s->dir.path, s->corpus.data[i]);
    for (u32 i = 0; i < s->shards.len; i++)
        shard_line(s, s->shards.data[i]);
}

/* ---- the page ---- */

static void print_html(const char *text, FILE *out)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: putc(*text, out);
        }
}

static bool write_page(const Status *s, const char *path)
{
    OutputFile *output = output_open_whole(path);
    if (!output)
        return false;
    FILE *out = output->file;
    double part = s->search ? number_of(s, "part") : 0;
    fputs(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"10\">\n"
        "<title>",
        out);
    print_html(s->dir.path, out);
    fprintf(out, "</title>\n<h1>");
    print_html(s->dir.path, out);
    fprintf(out, "</h1>\n");
    if (s->search)
        fprintf(out, "<progress value=\"%.4f\" max=\"1\"></progress>\n", part);
    fputs("<pre>\n", out);
    print_html(buf_str(&s->lines), out);
    fputs("</pre>\n", out);
    return output_close(output);
}

/* ---- the command ---- */

static int status(const Options *options)
{
    Status s = {.dir = {.path = options->path, .command = "status"}};
    read_search(&s);
    shared_list(&s.dir, "shards", &s.shards);
    shared_list(&s.dir, "corpus", &s.corpus);
    bool found = s.search || s.shards.len;
    if (found)
        compose(&s);
    else
        fprintf(stderr, "gol status: %s is no directory that processes share by --shard\n",
                options->path);
    if (found && !options->out.html)
        fputs(buf_str(&s.lines), stdout);
    bool ok = found && (!options->out.html || write_page(&s, options->out.html));
    cJSON_Delete(s.search);
    names_free(&s.shards);
    names_free(&s.corpus);
    buf_free(&s.lines);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}

int cmd_status(int argc, char **argv)
{
    Options options;
    int result = STATUS_USAGE;
    if (options_parse(&options, "status", FOR_STATUS, argc, argv)) {
        if (!options.path || options.argc)
            fprintf(stderr, "gol status: usage: gol status [flags] DIR\n");
        else
            result = status(&options);
    }
    options_free(&options);
    return result;
}
