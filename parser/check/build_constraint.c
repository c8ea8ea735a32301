/* Build constraints, such as //go:build linux && (amd64 || !race): decides which files belong to a
 * package, and their language version. */
#include <ctype.h>
#include <limits.h>

#include "parser/check/decl.h"

typedef struct Constraint {
    const char *s;
    int go_minor;
    int depth;
    bool bad;
} Constraint;

static const char *const TRUE_TAGS[] = {"linux", "amd64", "unix", "gc", "gol"};

static bool tag_is_true(const Constraint *c, const char *tag, size_t len)
{
    for (u32 i = 0; i < COUNT_OF(TRUE_TAGS); i++)
        if (strlen(TRUE_TAGS[i]) == len && memcmp(TRUE_TAGS[i], tag, len) == 0)
            return true;
    return len > 4 && memcmp(tag, "go1.", 4) == 0 && atoi(tag + 4) <= c->go_minor;
}

static bool parse_or(Constraint *c);

static void skip_blanks(Constraint *c)
{
    while (*c->s == ' ' || *c->s == '\t')
        c->s++;
}

static bool accept(Constraint *c, const char *op)
{
    skip_blanks(c);
    size_t len = strlen(op);
    if (strncmp(c->s, op, len) != 0)
        return false;
    c->s += len;
    return true;
}

static bool parse_not(Constraint *c)
{
    enum { DEEPEST = 100 };
    if (++c->depth > DEEPEST)
        c->bad = true;
    bool value = false;
    if (c->bad) {
        /* nested too deeply */
    } else if (accept(c, "!")) {
        value = !parse_not(c);
    } else if (accept(c, "(")) {
        value = parse_or(c);
        c->bad |= !accept(c, ")");
    } else {
        size_t len = 0;
        while (isalnum((u8)c->s[len]) || c->s[len] == '_' || c->s[len] == '.')
            len++;
        c->bad |= len == 0;
        value = tag_is_true(c, c->s, len);
        c->s += len;
    }
    c->depth--;
    return value;
}

static bool parse_and(Constraint *c)
{
    bool value = parse_not(c);
    while (!c->bad && accept(c, "&&"))
        value &= parse_not(c);
    return value;
}

static bool parse_or(Constraint *c)
{
    bool value = parse_and(c);
    while (!c->bad && accept(c, "||"))
        value |= parse_and(c);
    return value;
}

bool check_selects(const FileAst *file, int go_minor, int release)
{
    static const char prefix[] = "//go:build ";
    const char *line = file->go_build;
    if (line == NULL && go_minor < 18)
        line = file->old_build;
    if (line == NULL || strncmp(line, prefix, sizeof prefix - 1) != 0)
        return true;
    Constraint c = {.s = line + sizeof prefix - 1, .go_minor = release};
    bool value = parse_or(&c);
    return c.bad || value;
}

bool check_take_file(Checker *cx, FileAst *file)
{
    if (!check_selects(file, cx->options.go_minor, cx->options.release))
        return false;
    if (file->file->is_library) {
        file->go_minor = INT_MAX;
        return true;
    }
    int needed = 0;
    while (!check_selects(file, cx->options.go_minor, needed))
        needed++;
    file->go_minor = needed > cx->options.go_minor ? needed : cx->options.go_minor;
    return true;
}

bool check_is_external(const FileAst *file)
{
    if (file->package == NULL)
        return false;
    const Sym *name = file->package->ident.name;
    return name->len > 5 && memcmp(name->text + name->len - 5, "_test", 5) == 0;
}
