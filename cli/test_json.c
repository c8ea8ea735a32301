/* From the text that package testing prints to the events of test2json. */
#include "cli/test_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/vec.h"

/* A result that has been printed: its event comes after the lines that are indented below it. */
typedef struct Pending {
    size_t depth;
    const char *action;
    char *test;
    double elapsed;
} Pending;

typedef struct Converter {
    const char *package, *test;
    char *current; /* the test that lines belong to */
    VEC(Pending) pending;
    double elapsed; /* of the test itself */
} Converter;

void test_json_event(const TestEvent *event)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "Action", event->action);
    cJSON_AddStringToObject(object, "Package", event->package);
    if (event->test)
        cJSON_AddStringToObject(object, "Test", event->test);
    if (event->output)
        cJSON_AddStringToObject(object, "Output", event->output);
    if (event->elapsed >= 0)
        cJSON_AddNumberToObject(object, "Elapsed", event->elapsed);
    json_print(object, false, stdout);
}

static void emit(const Converter *c, const char *action, const char *output)
{
    test_json_event(&(TestEvent){action, c->package, c->current, output, -1});
}

static void set_current(Converter *c, const char *name, size_t len)
{
    free(c->current);
    c->current = xcalloc(len + 1, 1);
    memcpy(c->current, name, len);
}

/* Writes the results that are indented by `depth` or more. */
static void flush(Converter *c, size_t depth)
{
    while (c->pending.len && vec_last(&c->pending).depth >= depth) {
        Pending done = vec_pop(&c->pending);
        if (!strcmp(done.test, c->test))
            c->elapsed = done.elapsed;
        else
            test_json_event(&(TestEvent){done.action, c->package, done.test, NULL, done.elapsed});
        free(done.test);
    }
}

/* "=== RUN   TestX" and its like; false: it is none. */
static bool progress(Converter *c, const char *line)
{
    static const struct {
        const char *start, *action;
    } kinds[] = {{"=== RUN   ", "run"},
                 {"=== PAUSE ", "pause"},
                 {"=== CONT  ", "cont"},
                 {"=== NAME  ", NULL}};
    for (u32 i = 0; i < COUNT_OF(kinds); i++) {
        size_t len = strlen(kinds[i].start);
        if (strncmp(line, kinds[i].start, len))
            continue;
        set_current(c, line + len, strcspn(line + len, "\n"));
        if (kinds[i].action)
            emit(c, kinds[i].action, NULL);
        return true;
    }
    return false;
}

/* "    --- PASS: TestX/sub (0.00s)": its event is due. */
static void result(Converter *c, const char *line)
{
    static const struct {
        const char *word, *action;
    } kinds[] = {{"--- PASS: ", "pass"},
                 {"--- FAIL: ", "fail"},
                 {"--- SKIP: ", "skip"},
                 {"--- BENCH: ", "bench"}};
    size_t depth = strspn(line, " ");
    for (u32 i = 0; i < COUNT_OF(kinds); i++) {
        const char *name = line + depth + strlen(kinds[i].word), *end;
        if (strncmp(line + depth, kinds[i].word, strlen(kinds[i].word)) ||
            !(end = strstr(name, " (")))
            continue;
        flush(c, depth);
        set_current(c, name, (size_t)(end - name));
        Pending due = {depth, kinds[i].action, xstrdup(c->current), atof(end + 2)};
        vec_push(&c->pending, due);
    }
}

double test_json_output(const char *package, const char *test, const char *output)
{
    Converter c = {.package = package, .test = test, .current = xstrdup(test)};
    Buf line = {0};
    while (*output) {
        const char *end = strchr(output, '\n');
        size_t len = end ? (size_t)(end - output) + 1 : strlen(output);
        vec_clear(&line);
        buf_add(&line, output, len);
        if (!progress(&c, buf_str(&line)))
            result(&c, buf_str(&line));
        emit(&c, "output", buf_str(&line));
        output += len;
    }
    flush(&c, 0);
    buf_free(&line);
    free(c.current);
    vec_free(&c.pending);
    return c.elapsed;
}
