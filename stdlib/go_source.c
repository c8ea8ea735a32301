/* Go's sources: selects and strips files. */
#include "stdlib/go_source.h"

#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/constraint.h"

/* ---- selection ---- */

/* A TagTest. No processor is named, so that packages fall back on Go for what they else have in
 * assembly; some ask for these tags as well. Every release is old enough: with --goroot a newer
 * library may be read. */
static bool tag_holds(void *data, const char *tag, size_t len)
{
    static const char *const tags[] = {"linux", "unix", "gc", "purego"};
    (void)data;
    for (u32 i = 0; i < COUNT_OF(tags); i++)
        if (strlen(tags[i]) == len && memcmp(tags[i], tag, len) == 0)
            return true;
    return len > 4 && memcmp(tag, "go1.", 4) == 0;
}

static bool ends_in(const char *name, const char *end)
{
    size_t len = strlen(name), end_len = strlen(end);
    return len >= end_len && strcmp(name + len - end_len, end) == 0;
}

/* Whether the //go:build line before the package clause holds, if there is one. */
static bool build_line_holds(const char *text)
{
    static const char prefix[] = "//go:build ";
    for (const char *line = text; *line != '\0';) {
        if (strncmp(line, prefix, sizeof prefix - 1) == 0)
            return constraint_holds(line + sizeof prefix - 1, tag_holds, NULL);
        if (strncmp(line, "package ", 8) == 0)
            break;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return true;
}

bool go_source_selected(const char *name, const char *text)
{
    return name[0] != '_' && name[0] != '.' && ends_in(name, ".go") && !ends_in(name, "_test.go") &&
           constraint_name_fits(name, tag_holds, NULL) && build_line_holds(text);
}

/* ---- comments ---- */

/* What has been read and written of a text that only gets shorter. */
typedef struct Strip {
    const char *in;
    char *out;
} Strip;

static void copy_literal(Strip *s)
{
    char quote = *s->in;
    do {
        if (*s->in == '\\' && quote != '`')
            *s->out++ = *s->in++;
        *s->out++ = *s->in++;
    } while (*s->in != quote && *s->in != '\0');
    if (*s->in == quote)
        *s->out++ = *s->in++;
}

/* Each of its lines becomes as many blanks. */
static void blank_comment(Strip *s)
{
    const char *end = strstr(s->in + 2, "*/");
    end = end == NULL ? s->in + strlen(s->in) : end + 2;
    for (; s->in < end; s->in++)
        *s->out++ = *s->in == '\n' ? '\n' : ' ';
}

static void end_line(Strip *s, const char *text)
{
    while (s->out > text && (s->out[-1] == ' ' || s->out[-1] == '\t' || s->out[-1] == '\r'))
        s->out--;
}

void go_source_strip(char *text)
{
    static const char linkname[] = "//go:linkname ";
    Strip s = {text, text};
    while (*s.in != '\0') {
        if (*s.in == '"' || *s.in == '\'' || *s.in == '`')
            copy_literal(&s);
        else if (strncmp(s.in, "/*", 2) == 0)
            blank_comment(&s);
        else if (strncmp(s.in, "//", 2) == 0 && strncmp(s.in, linkname, sizeof linkname - 1) != 0)
            s.in += strcspn(s.in, "\n");
        else if (strncmp(s.in, "//", 2) == 0)
            while (*s.in != '\n' && *s.in != '\0')
                *s.out++ = *s.in++;
        else {
            if (*s.in == '\n')
                end_line(&s, text);
            *s.out++ = *s.in++;
        }
    }
    *s.out = '\0';
}
