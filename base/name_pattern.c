/* Patterns for names of tests. */
#include "base/name_pattern.h"

#include <ctype.h>
#include <regex.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"

/* ---- one regular expression ---- */

/* Go's classes of characters, outside of brackets and inside. */
static const struct {
    char letter;
    const char *alone, *inside;
} classes[] = {{'d', "[0-9]", "0-9"}, {'D', "[^0-9]", NULL},      {'A', "^", NULL},
               {'z', "$", NULL},      {'w', "\\w", "0-9A-Za-z_"}, {'s', "\\s", " \t\n\f\r"}};

static bool add_class(char letter, bool inside, Buf *out)
{
    for (u32 i = 0; i < COUNT_OF(classes); i++) {
        const char *text = inside ? classes[i].inside : classes[i].alone;
        if (classes[i].letter == letter && text) {
            buf_puts(out, text);
            return true;
        }
    }
    return false;
}

/* The start of a group that has no number, or a name, or sets flags: "(?:", "(?P<x>", "(?<x>",
 * "(?i)". */
static const char *add_group(const char *at, Buf *out, int *flags)
{
    size_t letters = strspn(at + 2, "imsU");
    if (strchr(at, 'i') && strchr(at, 'i') < at + 2 + letters)
        *flags |= REG_ICASE;
    if (letters && at[2 + letters] == ')')
        return at + 3 + letters;
    const char *end = at[2] == 'P' || at[2] == '<' ? strchr(at, '>') : strchr(at, ':');
    buf_putc(out, '(');
    return end ? end + 1 : at + 2;
}

/* After a bracket expression, which begins at `at`. */
static const char *add_bracket(const char *at, Buf *out)
{
    buf_putc(out, *at++);
    if (*at == '^')
        buf_putc(out, *at++);
    if (*at == ']')
        buf_putc(out, *at++);
    for (; *at && *at != ']'; at++) {
        bool escaped = *at == '\\' && at[1];
        at += escaped;
        if (escaped && add_class(*at, true, out))
            continue;
        if (escaped && strchr("[]-^", *at))
            buf_printf(out, "[.%c.]", *at); /* brackets have no escapes in POSIX */
        else
            buf_putc(out, *at);
    }
    if (*at)
        buf_putc(out, *at++);
    return at;
}

/* From Go's syntax to POSIX's; a repetition that prefers to be short matches the same names. */
static void translate(const char *at, Buf *out, int *flags)
{
    bool repeats = false;
    while (*at) {
        bool repeated = repeats;
        repeats = strchr("*+?}", *at) != NULL;
        if (*at == '[') {
            at = add_bracket(at, out);
        } else if (at[0] == '(' && at[1] == '?') {
            at = add_group(at, out, flags);
        } else if (*at == '\\' && at[1]) {
            if (!add_class(at[1], false, out))
                buf_add(out, at, 2);
            at += 2;
        } else if (*at == '?' && repeated) {
            at++;
        } else {
            buf_putc(out, *at == ' ' ? '_' : *at); /* names have no blanks */
            at++;
        }
    }
}

static bool compile(const char *expression, regex_t *regex)
{
    Buf posix = {0};
    int flags = REG_EXTENDED | REG_NOSUB;
    translate(expression, &posix, &flags);
    bool ok = regcomp(regex, buf_str(&posix), flags) == 0;
    buf_free(&posix);
    return ok;
}

/* Whether the expression is a name between anchors, as that for an execution of a test alone: then
 * `len` is the name's length. */
static bool is_whole_name(const char *expression, size_t *len)
{
    if (*expression != '^')
        return false;
    for (*len = 0; isalnum((unsigned char)expression[1 + *len]) || expression[1 + *len] == '_';)
        ++*len;
    return !strcmp(expression + 1 + *len, "$");
}

/* One that is invalid matches nothing. */
static bool matches(const char *expression, const char *text)
{
    regex_t regex;
    if (!compile(expression, &regex))
        return false;
    bool found = regexec(&regex, text, 0, NULL, 0) == 0;
    regfree(&regex);
    return found;
}

/* ---- levels and alternatives ---- */

typedef VEC(const char *) Levels;
typedef VEC(Levels) Alternatives;

/* Where the next "/" or "|" outside of brackets is, or the end. */
static const char *next_separator(const char *at)
{
    int brackets = 0, groups = 0;
    for (; *at; at++) {
        if (*at == '[')
            brackets++;
        else if (*at == ']')
            brackets -= brackets > 0;
        else if (!brackets && (*at == '(' || *at == ')'))
            groups += *at == '(' ? 1 : -1;
        else if (*at == '\\' && at[1])
            at++;
        else if (!brackets && !groups && (*at == '/' || *at == '|'))
            break;
    }
    return at;
}

static Alternatives split(Arena *arena, const char *pattern)
{
    Alternatives all = {0};
    Levels levels = {0};
    for (;; pattern++) {
        const char *end = next_separator(pattern);
        avec_push(arena, &levels, arena_strndup(arena, pattern, (size_t)(end - pattern)));
        if (*end != '/') {
            avec_push(arena, &all, levels);
            levels = (Levels){0};
        }
        if (!*end)
            return all;
        pattern = end;
    }
}

static NameMatch match_levels(Arena *arena, const Levels *levels, const char *name)
{
    u32 i = 0;
    while (i < levels->len) {
        size_t len = strcspn(name, "/");
        if (!matches(levels->data[i++], arena_strndup(arena, name, len)))
            return NAME_NO;
        if (!name[len])
            return i < levels->len ? NAME_PARTLY : NAME_FULLY;
        name += len + 1;
    }
    return NAME_FULLY;
}

NameMatch name_match(const char *pattern, const char *name)
{
    size_t len;
    /* Each execution of a test asks this of all tests: it is to take no time. */
    if (is_whole_name(pattern, &len))
        return strcspn(name, "/") == len && !memcmp(pattern + 1, name, len) ? NAME_FULLY : NAME_NO;
    Arena arena = {0};
    Alternatives all = split(&arena, pattern);
    NameMatch found = NAME_NO;
    for (u32 i = 0; i < all.len && !found; i++)
        found = match_levels(&arena, &all.data[i], name);
    arena_free(&arena);
    return found;
}

bool name_pattern_ok(const char *pattern)
{
    Arena arena = {0};
    Alternatives all = split(&arena, pattern);
    bool ok = true;
    for (u32 i = 0; i < all.len; i++)
        for (u32 j = 0; j < all.data[i].len; j++) {
            regex_t regex;
            bool compiled = compile(all.data[i].data[j], &regex);
            if (compiled)
                regfree(&regex);
            ok &= compiled;
        }
    arena_free(&arena);
    return ok;
}

void name_pattern_within(const char *pattern, const char *name, Buf *out)
{
    Arena arena = {0};
    Alternatives all = pattern ? split(&arena, pattern) : (Alternatives){0};
    u32 before = out->len;
    bool whole = all.len == 0;
    for (u32 i = 0; i < all.len && !whole; i++) {
        const Levels *levels = &all.data[i];
        if (!matches(levels->data[0], name))
            continue;
        whole = levels->len == 1;
        buf_printf(out, "%s^%s$", out->len > before ? "|" : "", name);
        for (u32 j = 1; j < levels->len; j++)
            buf_printf(out, "/%s", levels->data[j]);
    }
    if (whole) {
        out->len = before;
        buf_printf(out, "^%s$", name);
    }
    arena_free(&arena);
}
