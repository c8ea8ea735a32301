/* The picture as one page of HTML: the files of show/page, put together around the model. It has
 * no reference to anything outside itself, and forbids them. */
#include "base/json.h"

#include "base/embed.h"
#include "show/build.h"

/* The files of show/page, by path (Makefile). */
extern const EmbeddedFile page_files[];
extern const size_t page_files_count;

static const EmbeddedFile *page_file(const char *path)
{
    for (size_t i = 0; i < page_files_count; i++)
        if (!strcmp(page_files[i].path, path))
            return &page_files[i];
    BUG("the page lacks %s", path);
}

static void put_file(const char *path, FILE *out)
{
    const EmbeddedFile *file = page_file(path);
    fwrite(file->text, 1, file->len, out);
}

void put_escaped(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else
            putc(*text, out);
    }
}

static void put_text(const Diagram *model, u32 text, FILE *out)
{
    put_escaped(diagram_str(model, text), out);
}

/* Inside a script element "<" could begin its end; in JSON it only occurs in strings. */
static void put_model(const Picture *picture, FILE *out)
{
    char *text = NULL;
    size_t len = 0;
    FILE *json = open_memstream(&text, &len);
    json_print(picture_json(picture), false, json);
    fclose(json);
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '<')
            fputs("\\u003c", out);
        else
            putc(text[i], out);
    }
    free(text);
}

static void put_summary(const Diagram *model, FILE *out)
{
    for (u32 i = 0; i < model->races.len; i++) {
        fputs(i ? "\nrace: " : "race: ", out);
        put_text(model, model->races.data[i].title, out);
    }
    for (u32 i = 0; i < model->findings.len; i++) {
        if (i || model->races.len)
            putc('\n', out);
        put_text(model, model->findings.data[i].title, out);
    }
    if (!model->races.len && !model->findings.len)
        put_text(model, model->verdict, out);
    if (model->cut)
        fprintf(out, "\nonly the first %u steps are shown: the run went on", model->steps.len);
}

static void put_reports(const Diagram *model, FILE *out)
{
    for (u32 i = 0; i < model->races.len; i++)
        put_text(model, model->races.data[i].report, out);
    for (u32 i = 0; i < model->findings.len; i++)
        put_text(model, model->findings.data[i].report, out);
}

static void put_scripts(FILE *out)
{
    static const char *const scripts[] = {"run.js", "diagram.js", "panels.js", "main.js"};
    for (u32 i = 0; i < COUNT_OF(scripts); i++)
        put_file(scripts[i], out);
}

/* What stands for @name@ in page.html. */
static void put_part(const Picture *picture, const char *name, size_t len, FILE *out)
{
    const Diagram *model = &picture->diagram;
#define IS(part) (len == strlen(part) && !memcmp(name, part, len))
    if (IS("style"))
        put_file("page.css", out);
    else if (IS("script"))
        put_scripts(out);
    else if (IS("title"))
        put_text(model, model->title, out);
    else if (IS("summary"))
        put_summary(model, out);
    else if (IS("command"))
        put_text(model, model->command, out);
    else if (IS("report"))
        put_reports(model, out);
    else if (IS("output"))
        put_text(model, model->output, out);
    else if (IS("model"))
        put_model(picture, out);
    else
        BUG("page.html has an unknown part");
#undef IS
}

void write_html(const Picture *picture, FILE *out)
{
    const char *at = page_file("page.html")->text;
    for (const char *mark; (mark = strchr(at, '@'));) {
        const char *end = strchr(mark + 1, '@');
        if (!end)
            BUG("page.html has an odd number of @");
        fwrite(at, 1, (size_t)(mark - at), out);
        put_part(picture, mark + 1, (size_t)(end - mark - 1), out);
        at = end + 1;
    }
    fputs(at, out);
}
