/* Build constraints of Go files, by recursive descent. */
#include "base/constraint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* ---- expressions ---- */

typedef struct Constraint {
    const char *s;
    TagTest *holds;
    void *data;
    int depth;
    bool bad;
} Constraint;

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

static bool parse_tag(Constraint *c)
{
    size_t len = 0;
    while (isalnum((unsigned char)c->s[len]) || c->s[len] == '_' || c->s[len] == '.')
        len++;
    c->bad |= len == 0;
    bool value = c->holds(c->data, c->s, len);
    c->s += len;
    return value;
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
        value = parse_tag(c);
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

bool constraint_holds(const char *expr, TagTest *holds, void *data)
{
    Constraint c = {.s = expr, .holds = holds, .data = data};
    bool value = parse_or(&c);
    return c.bad || value;
}

/* ---- the tags of programs ---- */

static bool is_word(const char *word, const char *tag, size_t len)
{
    return strlen(word) == len && !memcmp(word, tag, len);
}

static bool is_any_of(const char *const *words, size_t count, const char *tag, size_t len)
{
    for (size_t i = 0; i < count; i++)
        if (is_word(words[i], tag, len))
            return true;
    return false;
}

/* Whether the tag is in the list of -tags. */
static bool is_listed(const char *list, const char *tag, size_t len)
{
    static const char separators[] = ", ";
    while (list && *(list += strspn(list, separators))) {
        size_t n = strcspn(list, separators);
        if (n == len && !memcmp(list, tag, len))
            return true;
        list += n;
    }
    return false;
}

bool build_tag(void *data, const char *tag, size_t len)
{
    static const char *const always[] = {"linux", "unix", "gc", "gol"};
    static const char *const portable[] = {"purego", "appengine", "safe", "noasm", "generic"};
    const BuildTags *tags = data;
    if (is_any_of(always, COUNT_OF(always), tag, len) || is_listed(tags->more, tag, len))
        return true;
    if (is_word("race", tag, len))
        return tags->race;
    if (is_word("gol.faults", tag, len))
        return tags->faults;
    if (tags->portable ? is_any_of(portable, COUNT_OF(portable), tag, len)
                       : is_word("amd64", tag, len))
        return true;
    if (tags->portable == PORTABLE_PROCESSOR && is_word(PORTABLE_PROCESSOR_NAME, tag, len))
        return true;
    return len > 4 && !memcmp(tag, "go1.", 4) && atoi(tag + 4) <= tags->release;
}

/* ---- file names ---- */

/* Those that the go command knows. */
static const char *const systems[] = {
    "aix",   "android", "darwin", "dragonfly", "freebsd", "hurd",    "illumos", "ios",     "js",
    "linux", "nacl",    "netbsd", "openbsd",   "plan9",   "solaris", "wasip1",  "windows", "zos",
};
static const char *const processors[] = {
    "386",     "amd64",  "amd64p32", "arm",      "armbe",     "arm64",       "arm64be", "loong64",
    "mips",    "mipsle", "mips64",   "mips64le", "mips64p32", "mips64p32le", "ppc",     "ppc64",
    "ppc64le", "riscv",  "riscv64",  "s390",     "s390x",     "sparc",       "sparc64", "wasm",
};

typedef struct Part {
    const char *text;
    size_t len;
} Part;

static bool is_one_of(Part part, const char *const *words, size_t count)
{
    return is_any_of(words, count, part.text, part.len);
}

/* The last part of the text from first to *end, which moves to before that part; empty: there is
 * none. */
static Part cut_last(const char *first, const char **end)
{
    const char *at = *end;
    while (at > first && at[-1] != '_')
        at--;
    Part part = {at, (size_t)(*end - at)};
    *end = at > first ? at - 1 : first;
    return part;
}

bool constraint_name_fits(const char *name, TagTest *holds, void *data)
{
    const char *end = name + strcspn(name, ".");
    const char *first = memchr(name, '_', (size_t)(end - name));
    if (first == NULL)
        return true;
    first++; /* what comes before the first underscore never counts */
    if (end - first >= 4 && memcmp(end - 4, "test", 4) == 0 && end[-5] == '_')
        cut_last(first, &end);
    Part last = cut_last(first, &end);
    bool processor = is_one_of(last, processors, COUNT_OF(processors));
    if (!processor && !is_one_of(last, systems, COUNT_OF(systems)))
        return true;
    Part before = cut_last(first, &end);
    if (processor && is_one_of(before, systems, COUNT_OF(systems)) &&
        !holds(data, before.text, before.len))
        return false;
    return holds(data, last.text, last.len);
}

bool constraint_name_is_test(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot - name > 5 && !memcmp(dot - 5, "_test", 5);
}
