/* The comment of an example that says what it prints counts only if it is the last one in it. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "parser/vet/tests.h"

/* Comments that follow each other with nothing but white space and no empty line between. */
typedef struct Group {
    const char *begin;
    bool output;
} Group;

typedef struct Groups {
    VEC(Group) list;
    const char *end; /* of the last comment */
} Groups;

/* Whether the comment begins with "Output:" or "Unordered output:". */
static bool promises_output(const char *text)
{
    text += 2; /* of the slashes */
    text += strspn(text, " \t\n");
    if (!strncasecmp(text, "unordered", 9))
        text += 9 + strspn(text + 9, " \t");
    return !strncasecmp(text, "output:", 7);
}

static bool follows(const char *end, const char *begin)
{
    u32 lines = 0;
    for (; end < begin; end++) {
        if (!isspace((unsigned char)*end))
            return false;
        lines += *end == '\n';
    }
    return lines <= 1;
}

static void add_comment(Groups *groups, const char *begin, const char *end)
{
    if (!groups->list.len || !follows(groups->end, begin))
        vec_push(&groups->list, (Group){begin, promises_output(begin)});
    groups->end = end;
}

/* The end of the string or character that begins at `at`. */
static const char *skip_quoted(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote)
        at += *at == '\\' && quote != '`' && at + 1 < end ? 2 : 1;
    return at < end ? at + 1 : end;
}

static const char *end_of_comment(const char *at, const char *end)
{
    if (at[1] == '/') {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        return line ? line : end;
    }
    const char *close = strstr(at + 2, "*/");
    return close && close < end ? close + 2 : end;
}

static void find_comments(Groups *groups, const char *at, const char *end)
{
    while (at < end) {
        if (*at == '"' || *at == '`' || *at == '\'') {
            at = skip_quoted(at, end);
        } else if (*at == '/' && (at[1] == '/' || at[1] == '*')) {
            const char *stop = end_of_comment(at, end);
            add_comment(groups, at, stop);
            at = stop;
        } else {
            at++;
        }
    }
}

void tests_check_output(Diags *found, const SourceFile *file, const FuncDecl *f)
{
    if (!f->fn.body)
        return;
    Groups groups = {0};
    find_comments(&groups, file->text + (f->fn.body->span.start - file->base),
                  file->text + (f->fn.body->span.end - file->base));
    u32 outputs = 0;
    for (u32 i = 0; i < groups.list.len; i++)
        outputs += groups.list.data[i].output;
    for (u32 i = 0; i + 1 < groups.list.len; i++) {
        Pos pos = file->base + (Pos)(groups.list.data[i].begin - file->text);
        if (groups.list.data[i].output)
            diag_warning(found, (Span){pos, pos + 2}, "%s",
                         outputs > 1 ? "there can only be one output comment block per example"
                                     : "output comment block must be the last comment block");
    }
    vec_free(&groups.list);
}
