/* Diagnostics as they are printed, whole texts, so that every column is checked. */
#include <stdlib.h>

#include "base/diag.h"
#include "tests/unit/test.h"

static Sources sources;
static Diags diags;

static Pos load(const char *text, size_t len)
{
    diag_free(&diags);
    source_free(&sources);
    diags.sources = &sources;
    return source_add(&sources, "t.gol", text, len)->base;
}

/* What diag_print writes; the caller frees it. */
static char *printed(bool color, u32 limit)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    diag_print(&diags, out, color, limit);
    fclose(out);
    return text;
}

static void check_printed(int line, bool color, u32 limit, const char *want)
{
    char *got = printed(color, limit);
    if (strcmp(got, want) != 0) {
        printf("%s:%d: printed\n%s\nnot\n%s\n", __FILE__, line, got, want);
        test_ok = false;
    }
    free(got);
}
#define EXPECT_PRINTED(want) check_printed(__LINE__, false, 0, want)
#define LOAD(text) load(text, sizeof(text) - 1)

static void test_caret_run(void)
{
    Pos base = LOAD("x := totl\n");
    diag_error(&diags, (Span){base + 5, base + 9}, "undefined: %s", "totl");
    EXPECT_PRINTED("t.gol:1:6: error: undefined: totl\n"
                   "   1 | x := totl\n"
                   "     |      ^^^^\n");
}

static void test_tabs_and_utf8(void)
{
    Pos base = LOAD("\ta\tb\xc3\xa4r\n");
    diag_error(&diags, (Span){base + 3, base + 7}, "here");
    EXPECT_PRINTED("t.gol:1:4: error: here\n"
                   "   1 |     a   b\xc3\xa4r\n"
                   "     |         ^^^\n");
}

static void test_invalid_utf8(void)
{
    Pos base = LOAD("\xff\xc3z\x01 y\n");
    diag_error(&diags, (Span){base + 5, base + 6}, "here");
    EXPECT_PRINTED("t.gol:1:6: error: here\n"
                   "   1 | \xef\xbf\xbd\xef\xbf\xbdz\xef\xbf\xbd y\n"
                   "     |      ^\n");
}

static void test_span_over_lines(void)
{
    Pos base = LOAD("a(b,\nc)\n");
    diag_error(&diags, (Span){base + 1, base + 7}, "here");
    EXPECT_PRINTED("t.gol:1:2: error: here\n"
                   "   1 | a(b,\n"
                   "     |  ^^^\n");
}

static void test_end_of_file(void)
{
    Pos base = LOAD("if x {");
    diag_error(&diags, (Span){base + 6, base + 6}, "unexpected end of file");
    EXPECT_PRINTED("t.gol:1:7: error: unexpected end of file\n"
                   "   1 | if x {\n"
                   "     |       ^\n");
    base = LOAD("");
    diag_error(&diags, (Span){base, base}, "nothing here");
    EXPECT_PRINTED("t.gol:1:1: error: nothing here\n"
                   "   1 |\n"
                   "     | ^\n");
}

static void test_no_position(void)
{
    LOAD("x\n");
    diag_error(&diags, (Span){0, 0}, "no such file");
    EXPECT_PRINTED("error: no such file\n");
}

static void test_sorted_and_first_of_line(void)
{
    Pos base = LOAD("aa bb\ncc\n");
    diag_error(&diags, (Span){base + 6, base + 8}, "third");
    diag_error(&diags, (Span){base, base + 2}, "first");
    Diag *dropped = diag_error(&diags, (Span){base + 3, base + 5}, "second of its line");
    diag_note(&diags, dropped, (Span){0, 0}, "hint: not shown either");
    diag_warning(&diags, (Span){base + 3, base + 5}, "a warning is no error");
    EXPECT_INT(diags.errors, 2);
    EXPECT_PRINTED("t.gol:1:1: error: first\n"
                   "   1 | aa bb\n"
                   "     | ^^\n"
                   "t.gol:1:4: warning: a warning is no error\n"
                   "   1 | aa bb\n"
                   "     |    ^^\n"
                   "t.gol:2:1: error: third\n"
                   "   2 | cc\n"
                   "     | ^^\n");
}

static void test_notes(void)
{
    Pos base = LOAD("x\nx\n");
    Diag *diag = diag_error(&diags, (Span){base + 2, base + 3}, "x declared again");
    diag_note(&diags, diag, (Span){base, base + 1}, "note: other declaration of x");
    diag_note(&diags, diag, (Span){0, 0}, "hint: use = to assign");
    EXPECT_PRINTED("t.gol:2:1: error: x declared again\n"
                   "   2 | x\n"
                   "     | ^\n"
                   "t.gol:1:1: note: other declaration of x\n"
                   "   1 | x\n"
                   "     | ^\n"
                   "      hint: use = to assign\n");
}

static void test_limit(void)
{
    Pos base = LOAD("a\nb\nc\n");
    for (u32 i = 0; i < 3; i++)
        diag_error(&diags, (Span){base + 2 * i, base + 2 * i + 1}, "no");
    check_printed(__LINE__, false, 1,
                  "t.gol:1:1: error: no\n   1 | a\n     | ^\n"
                  "and 2 more errors\n");
    check_printed(__LINE__, false, 3,
                  "t.gol:1:1: error: no\n   1 | a\n     | ^\n"
                  "t.gol:2:1: error: no\n   2 | b\n     | ^\n"
                  "t.gol:3:1: error: no\n   3 | c\n     | ^\n");
}

static void test_color_only_when_asked(void)
{
    Pos base = LOAD("a\n");
    diag_error(&diags, (Span){base, base + 1}, "no");
    char *plain = printed(false, 0), *colored = printed(true, 0);
    EXPECT(strchr(plain, '\033') == NULL);
    EXPECT(strstr(colored, "\033[1;31m^\033[0m") != NULL);
    free(plain);
    free(colored);
}

/* Of a very long line only the part around the span is shown, with the caret below it. */
static void test_long_line(void)
{
    char text[5001];
    memset(text, 'a', 5000);
    text[2500] = 'X';
    text[5000] = '\n';
    Pos base = load(text, sizeof text);
    diag_error(&diags, (Span){base + 2500, base + 2501}, "here");
    char *got = printed(false, 0);
    EXPECT(strlen(got) < 400);
    char *source = strstr(got, "| ...a"), *caret = strchr(got, '^');
    EXPECT(source != NULL && caret != NULL);
    if (source != NULL && caret != NULL) {
        char *mark = strchr(source, 'X');
        char *newline = strchr(source, '\n');
        EXPECT(mark != NULL && newline != NULL && newline < caret);
        EXPECT_INT(mark - source, caret - strchr(newline, '|'));
    }
    free(got);
}

int main(void)
{
    RUN(test_caret_run);
    RUN(test_tabs_and_utf8);
    RUN(test_invalid_utf8);
    RUN(test_span_over_lines);
    RUN(test_end_of_file);
    RUN(test_no_position);
    RUN(test_sorted_and_first_of_line);
    RUN(test_notes);
    RUN(test_limit);
    RUN(test_color_only_when_asked);
    RUN(test_long_line);
    diag_free(&diags);
    source_free(&sources);
    return test_summary("diag");
}
