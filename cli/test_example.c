/* Whether an example has printed what its comment promises. */
#include "cli/test_example.h"

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The text without white space around it, its lines sorted if asked for. */
static char *trimmed(const char *text, bool sorted)
{
    static const char white[] = " \t\n\v\f\r";
    text += strspn(text, white);
    size_t len = strlen(text);
    while (len && strchr(white, text[len - 1]))
        len--;
    char *copy = xcalloc(len + 1, 1);
    memcpy(copy, text, len);
    if (!sorted)
        return copy;
    VEC(char *) lines = {0};
    for (char *line, *rest = copy; (line = strsep(&rest, "\n"));)
        vec_push(&lines, line);
    qsort(lines.data, lines.len, sizeof lines.data[0], compare_lines);
    Buf out = {0};
    for (u32 i = 0; i < lines.len; i++)
        buf_printf(&out, "%s%s", i ? "\n" : "", lines.data[i]);
    vec_free(&lines);
    free(copy);
    copy = xstrdup(buf_str(&out));
    buf_free(&out);
    return copy;
}

/* Takes out of the output what stands between the marks of package testing: all, without the second
 * one, of an example that panicked. */
static char *take_example(const char *name, Buf *output)
{
    static const char end[] = EXAMPLE_MARK "\x01";
    Buf begin = {0};
    buf_printf(&begin, EXAMPLE_MARK " %s\x01", name);
    char *all = xstrdup(buf_str(output)), *first = strstr(all, buf_str(&begin));
    char *printed = xstrdup(first ? first + begin.len : ""), *second = strstr(printed, end);
    vec_clear(output);
    buf_add(output, all, first ? (size_t)(first - all) : strlen(all));
    if (second) {
        buf_puts(output, second + strlen(end));
        *second = '\0';
    }
    free(all);
    buf_free(&begin);
    return printed;
}

bool test_example(const FoundTest *test, bool verbose, Buf *output)
{
    char *printed = take_example(test->name, output);
    char *got = trimmed(printed, test->unordered), *want = trimmed(test->output, test->unordered);
    bool ok = !strcmp(got, want);
    if (verbose)
        buf_printf(output, "=== RUN   %s\n", test->name);
    if (!ok)
        buf_printf(output, "--- FAIL: %s (0.00s)\ngot:\n%s\nwant%s:\n%s\n", test->name,
                   test->unordered ? printed : got, test->unordered ? " (unordered)" : "",
                   test->unordered ? test->output : want);
    else if (verbose)
        buf_printf(output, "--- PASS: %s (0.00s)\n", test->name);
    free(printed);
    free(got);
    free(want);
    return ok;
}
