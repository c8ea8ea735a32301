/* What a test has printed, and the reports in it. */
#include "cli/test_output.h"

#include <string.h>

const char *test_output_result(const char *output, const char *test, const char *result)
{
    Buf line = {0};
    buf_printf(&line, "--- %s: %s (", result, test);
    const char *at = strstr(output, buf_str(&line));
    while (at && at > output && at[-1] != '\n')
        at = strstr(at + 1, buf_str(&line));
    buf_free(&line);
    return at;
}

static void add_indented(Buf *out, const char *said)
{
    while (*said) {
        size_t len = strcspn(said, "\n");
        buf_printf(out, len ? "    %.*s\n" : "\n", (int)len, said);
        said += len + (said[len] == '\n');
    }
}

/* Verbose output says which test the lines that follow belong to. */
static void add_name(Buf *out, const char *test)
{
    const char *text = buf_str(out), *last = NULL;
    for (const char *at = strstr(text, "=== "); at; at = strstr(at + 1, "=== "))
        if (at == text || at[-1] == '\n')
            last = at;
    enum { NAME = 10 }; /* where the name begins: "=== RUN   TestX" */
    size_t len = strlen(test);
    if (last && strlen(last) > NAME && strncmp(last + NAME, test, len) == 0 &&
        last[NAME + len] == '\n')
        return;
    buf_printf(out, "=== NAME  %s\n", test);
}

void test_output_add(Buf *output, const char *test, const char *said, const char *why, bool verbose)
{
    Buf all = {0};
    if (output->len && vec_last(output) != '\n')
        buf_putc(output, '\n');
    const char *text = buf_str(output), *result = test_output_result(text, test, "FAIL");
    const char *rest = verbose && result ? result : text + output->len;
    buf_add(&all, text, (size_t)(rest - text));
    if (verbose && *said)
        add_name(&all, test);
    if (!verbose && !result && why)
        buf_printf(&all, "--- FAIL: %s (%s)\n", test, why);
    add_indented(&all, said);
    if (verbose && !result && why)
        buf_printf(&all, "--- FAIL: %s (%s)\n", test, why);
    buf_add(&all, rest, (size_t)(text + output->len - rest));
    buf_free(output);
    *output = all;
}
