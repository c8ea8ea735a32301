/* Comments that look like build constraints and are none, or contradict each other: //go:build and
 * +build lines stand before the package clause, the latter before an empty line, too. */
#include <ctype.h>
#include <string.h>

#include "base/constraint.h"
#include "parser/vet/vet.h"

typedef struct Lines {
    const FileAst *ast;
    Diags *found;
    const char *package; /* the package clause, or the end of the file */
    const char *empty;   /* the last empty line before it; NULL: none */
    bool has_go_build, misplaced;
    const char *old; /* the first +build line */
} Lines;

static void report(const Lines *l, const char *at, const char *fmt, const char *what, size_t len)
{
    Pos pos = l->ast->file->base + (Pos)(at - l->ast->file->text);
    diag_warning(l->found, (Span){pos, pos + 2}, "%s%.*s", fmt, (int)len, what);
}

static bool begins(const char *text, const char *word)
{
    size_t len = strlen(word);
    return !strncmp(text, word, len) && (!text[len] || isspace((unsigned char)text[len]));
}

static void check_go_build(Lines *l, const char *at)
{
    if (at > l->package) {
        report(l, at, "misplaced //go:build comment", "", 0);
        l->misplaced = true;
    } else if (l->has_go_build) {
        report(l, at, "unexpected extra //go:build line", "", 0);
        l->misplaced = true;
    }
    l->has_go_build = true;
}

/* The terms of a +build line: words, separated by commas and blanks, each perhaps after a `!`. */
static void check_terms(Lines *l, const char *at, const char *text)
{
    for (const char *end = text + strcspn(text, "\n"); text < end;) {
        size_t len = strcspn(text, ", \t\r\n"), skip = *text == '!';
        if (len > 1 && !strncmp(text, "!!", 2)) {
            report(l, at, "invalid double negative in build constraint: ", text, len);
            l->misplaced = true;
            skip = len;
        }
        for (size_t i = skip; i < len; i++)
            if (!isalnum((unsigned char)text[i]) && text[i] != '_' && text[i] != '.' &&
                !((unsigned char)text[i] & 0x80)) {
                report(l, at, "invalid non-alphanumeric build constraint: ", text, len);
                l->misplaced = true;
                break;
            }
        text += len + 1;
    }
}

static void check_old(Lines *l, const char *at, const char *text)
{
    if (!begins(text, "+build")) {
        if (at < l->package)
            report(l, at, "possible malformed +build comment", "", 0);
        return;
    }
    if (at > l->package || !l->empty || at > l->empty) {
        report(l, at, "misplaced +build comment", "", 0);
        l->misplaced = true;
    } else {
        check_terms(l, at, text + strlen("+build"));
        l->old = l->old ? l->old : at;
    }
}

static void check_comment(Lines *l, const char *at)
{
    const char *text = at + 2 + strspn(at + 2, " \t");
    const char *old = strstr(text, "+build"), *end = text + strcspn(text, "\n");
    if (begins(at, "//go:build"))
        check_go_build(l, at);
    else if (begins(text, "go:build") && at < l->package)
        report(l, at, "malformed //go:build line (space between // and go:build)", "", 0);
    else if (old && old < end)
        check_old(l, at, old == text ? text : "");
}

/* ---- both kinds of lines ---- */

enum { MOST_TAGS = 10 };

typedef struct Tags {
    const char *names[MOST_TAGS];
    size_t lens[MOST_TAGS];
    u32 count, values; /* values: a bit for each */
    bool many;
} Tags;

static bool tag_holds(void *data, const char *tag, size_t len)
{
    Tags *t = data;
    for (u32 i = 0; i < t->count; i++)
        if (t->lens[i] == len && !memcmp(t->names[i], tag, len))
            return t->values >> i & 1;
    if (t->count == MOST_TAGS) {
        t->many = true;
        return false;
    }
    t->names[t->count] = tag;
    t->lens[t->count++] = len;
    return false;
}

/* Whether the two //go:build lines say the same, whichever of their tags hold; of very many it is
 * taken for granted. */
static bool agree(const char *a, const char *b)
{
    Tags t = {0};
    a += strlen("//go:build");
    b += strlen("//go:build");
    for (u32 values = 0; values < 1u << t.count || !values; values++) {
        t.values = values;
        bool same = constraint_holds(a, tag_holds, &t) == constraint_holds(b, tag_holds, &t);
        if (!same && !t.many)
            return false;
    }
    return true;
}

/* ---- the file ---- */

/* The first line that is neither empty nor a comment. */
static const char *find_package(const char *text, const char **empty)
{
    *empty = NULL;
    while (*text) {
        const char *word = text + strspn(text, " \t\r");
        if (*word == '\n')
            *empty = text;
        else if (!strncmp(word, "/*", 2)) {
            const char *close = strstr(word, "*/");
            word = close ? close : word;
        } else if (strncmp(word, "//", 2) != 0)
            return text;
        text = word + strcspn(word, "\n");
        text += *text == '\n';
    }
    return text;
}

/* Comments that begin a line; not those in raw strings and comments of several lines. */
static void check_lines(Lines *l, const char *text)
{
    bool raw = false, block = false;
    for (const char *line = text; *line; line += *line == '\n') {
        const char *word = line + strspn(line, " \t"), *end = line + strcspn(line, "\n");
        bool comment = !raw && !block && !strncmp(word, "//", 2);
        if (comment)
            check_comment(l, word);
        for (const char *at = line; !comment && at < end; at++) {
            raw ^= *at == '`' && !block;
            if (!raw && at[0] == '/' && at[1] == '*')
                block = true;
            block &= !(at > line && at[-1] == '*' && at[0] == '/');
        }
        line = end;
    }
}

void vet_buildtag(const VetFile *file, Diags *found)
{
    const FileAst *ast = file->file;
    Lines l = {.ast = ast, .found = found};
    if (!ast->package)
        return;
    l.package = find_package(ast->file->text, &l.empty);
    check_lines(&l, ast->file->text);
    if (!l.misplaced && l.old && ast->go_build && ast->old_build &&
        !agree(ast->go_build, ast->old_build))
        report(&l, l.old, "+build lines do not match //go:build condition", "", 0);
}
