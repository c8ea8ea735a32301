/* Results of tests as JUnit's XML. */
#include "cli/junit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"

/* Adds text as XML: what it may not contain becomes U+FFFD. */
static void add_xml(Buf *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (c == '<' || c == '>' || c == '&' || c == '"')
            buf_printf(out, "&#%d;", c);
        else if ((unsigned char)c < ' ' && c != '\n' && c != '\t')
            buf_puts(out, "\xef\xbf\xbd");
        else
            buf_putc(out, c);
    }
}

/* A test or subtest whose result has been read. */
typedef struct Case {
    const char *name;
    size_t len;
    double seconds;
    bool failed, skipped;
    Buf text; /* what it has logged */
} Case;

static void end_case(Junit *junit, const char *package, Case *c, const char *why)
{
    if (!c->name)
        return;
    junit->tests++;
    junit->failures += c->failed;
    junit->skipped += c->skipped;
    buf_puts(&junit->cases, "    <testcase classname=\"");
    add_xml(&junit->cases, package, strlen(package));
    buf_puts(&junit->cases, "\" name=\"");
    add_xml(&junit->cases, c->name, c->len);
    buf_printf(&junit->cases, "\" time=\"%.3f\">", c->seconds);
    if (c->skipped)
        buf_puts(&junit->cases, "<skipped/>");
    if (c->failed) {
        buf_printf(&junit->cases, "<failure message=\"%s\">", why ? why : "failed");
        add_xml(&junit->cases, buf_str(&c->text), c->text.len);
        buf_puts(&junit->cases, "</failure>");
    }
    buf_puts(&junit->cases, "</testcase>\n");
    vec_clear(&c->text);
    c->name = NULL;
}

/* Reads "--- PASS: NAME (0.00s)", at any depth, into *c; false: the line is another. */
static bool read_result(const char *line, Case *c)
{
    line += strspn(line, " ");
    if (strncmp(line, "--- ", 4) != 0)
        return false;
    const char *verdict = line + 4, *open = strstr(line, " (");
    bool known = !strncmp(verdict, "PASS: ", 6) || !strncmp(verdict, "FAIL: ", 6) ||
                 !strncmp(verdict, "SKIP: ", 6);
    if (!known || !open || open > line + strcspn(line, "\n"))
        return false;
    c->name = verdict + 6;
    c->len = (size_t)(open - c->name);
    c->seconds = strtod(open + 2, NULL);
    c->failed = *verdict == 'F';
    c->skipped = *verdict == 'S';
    return true;
}

void junit_test(Junit *junit, const char *package, const char *test, const char *output,
                const char *why)
{
    Case now = {0};
    bool told = false; /* the test itself has a line */
    for (const char *line = output; *line;) {
        size_t len = strcspn(line, "\n");
        len += line[len] == '\n';
        Case next = {0};
        if (read_result(line, &next)) {
            bool is_test = now.name && now.len == strlen(test) && !strncmp(now.name, test, now.len);
            end_case(junit, package, &now, is_test ? why : NULL);
            next.text = now.text;
            now = next;
            told |= now.len == strlen(test) && !strncmp(now.name, test, now.len);
        } else if (strncmp(line, "=== ", 4) != 0) {
            buf_add(&now.text, line, len);
        }
        line += len;
    }
    end_case(junit, package, &now, why);
    if (!told) {
        now.name = test;
        now.len = strlen(test);
        now.failed = why != NULL;
        now.skipped = false;
        end_case(junit, package, &now, why);
    }
    buf_free(&now.text);
}

void junit_package(Junit *junit, const char *package, double seconds, bool built)
{
    if (!built)
        junit_test(junit, package, "build", "", "does not compile");
    buf_puts(&junit->suites, "  <testsuite name=\"");
    add_xml(&junit->suites, package, strlen(package));
    buf_printf(&junit->suites,
               "\" tests=\"%u\" failures=\"%u\" skipped=\"%u\" errors=\"0\" time=\"%.3f\">\n",
               junit->tests, junit->failures, junit->skipped, seconds);
    buf_puts(&junit->suites, buf_str(&junit->cases));
    buf_puts(&junit->suites, "  </testsuite>\n");
    vec_clear(&junit->cases);
    junit->tests = junit->failures = junit->skipped = 0;
}

bool junit_write(Junit *junit, const char *path)
{
    OutputFile *output = output_open_whole(path);
    if (output)
        fprintf(output->file,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n%s</testsuites>\n",
                buf_str(&junit->suites));
    bool ok = output && output_close(output);
    buf_free(&junit->suites);
    buf_free(&junit->cases);
    return ok;
}
