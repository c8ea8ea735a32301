/* What was printed by tests that ran one after the other. */
#include "cli/test_together.h"

#include "cli/test_example.h"
#include "cli/test_output.h"

/* Where the next test begins in the text, or an example; else its end. */
static const char *next_begins(const char *text, const char *test)
{
    static const char begins[] = "=== RUN   ";
    size_t len = strlen(test);
    for (const char *at = text; (at = strchr(at, '\n'));) {
        const char *name = ++at + strlen(begins);
        bool subtest =
            !strncmp(at, begins, strlen(begins)) && !strncmp(name, test, len) && name[len] == '/';
        if (*at == EXAMPLE_MARK[0] || (!strncmp(at, begins, strlen(begins)) && !subtest))
            return at;
    }
    return text + strlen(text);
}

/* What the test printed, from the line that names it. */
static void cut_out(const char *text, const char *test, Buf *output)
{
    Buf line = {0};
    buf_printf(&line, "=== RUN   %s\n", test);
    const char *at = strstr(text, buf_str(&line));
    while (at && at > text && at[-1] != '\n')
        at = strstr(at + 1, buf_str(&line));
    if (at)
        buf_add(output, at, (size_t)(next_begins(at, test) - at));
    buf_free(&line);
}

bool test_together_passed(const FoundTest *test, const Buf *all, bool verbose, Buf *output)
{
    Buf text = {0}, own = {0};
    buf_add(&text, all->data, all->len);
    buf_putc(&text, '\n'); /* what test_example adds begins a line */
    bool passed = test->kind == TEST_EXAMPLE
                      ? test_example(test, verbose, &text)
                      : test_output_result(buf_str(&text), test->name, "PASS") ||
                            test_output_result(buf_str(&text), test->name, "SKIP");
    cut_out(buf_str(&text), test->name, &own);
    buf_free(&text);
    if (passed) {
        vec_clear(output);
        buf_add(output, own.data, verbose ? own.len : 0);
    }
    buf_free(&own);
    return passed;
}
