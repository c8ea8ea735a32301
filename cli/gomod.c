/* Reading go.mod and go.work. Both are lines of words; `verb ( ... )` gives the lines between the
 * brackets the same first word. */
#include "cli/gomod.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"

/* ---- words ---- */

enum { MOST_WORDS = 6 }; /* replace PATH VERSION => PATH VERSION */

typedef struct Words {
    const char *word[MOST_WORDS];
    u32 count;
} Words;

/* The end of a word: its closing quote, or where a blank, a bracket or a comment begins. */
static const char *word_end(const char *at)
{
    if (*at == '"' || *at == '`') {
        const char *end = strchr(at + 1, *at);
        return end ? end : at + strlen(at);
    }
    if (*at == '(' || *at == ')')
        return at + 1;
    while (*at && !isspace((unsigned char)*at) && *at != '(' && *at != ')' &&
           strncmp(at, "//", 2) != 0)
        at++;
    return at;
}

static Words split(Arena *arena, const char *line)
{
    Words words = {.count = 0};
    for (line += strspn(line, " \t\r\n");
         *line && strncmp(line, "//", 2) != 0 && words.count < MOST_WORDS;
         line += strspn(line, " \t\r\n")) {
        const char *end = word_end(line);
        bool quoted = *line == '"' || *line == '`';
        line += quoted;
        words.word[words.count++] = arena_strndup(arena, line, (size_t)(end - line));
        line = end + (quoted && *end);
    }
    return words;
}

static bool is(const Words *words, u32 i, const char *text)
{
    return i < words->count && !strcmp(words->word[i], text);
}

/* ---- lines ---- */

static bool is_folder(const char *name)
{
    return name[0] == '/' || !strcmp(name, ".") || !strcmp(name, "..") || !strncmp(name, "./", 2) ||
           !strncmp(name, "../", 3);
}

/* PATH [VERSION] => FOLDER, or => PATH VERSION, where words[from] is the first: where the arrow is;
 * 0: that is something else. */
static u32 arrow_of(const Words *words, u32 from)
{
    u32 arrow = is(words, from + 1, "=>") ? from + 1 : from + 2;
    return is(words, arrow, "=>") && arrow + 1 < words->count ? arrow : 0;
}

static const char *replace_fault(const Words *words, u32 from)
{
    u32 arrow = arrow_of(words, from);
    if (!arrow)
        return "usage: replace module/path [v1.2.3] => other/module v1.4, or => ../directory";
    return arrow + 2 < words->count || is_folder(words->word[arrow + 1])
               ? NULL
               : "replacement module without version must be directory path (rooted or starting "
                 "with . or ..)";
}

/* A line without a fault. */
static void note_replaced(Arena *arena, const char *dir, const Words *words, u32 from, GoMod *mod)
{
    u32 arrow = arrow_of(words, from);
    bool versioned = arrow + 2 < words->count;
    Replaced replaced = {.path = words->word[from],
                         .version = arrow == from + 2 ? words->word[from + 1] : NULL,
                         .to = words->word[arrow + 1],
                         .to_version = versioned ? words->word[arrow + 2] : NULL,
                         .base = dir};
    avec_push(arena, &mod->replaced, replaced);
}

/* "1.21", "1.21.3", "1.21rc1": the minor number; -1: of another form. */
static int minor_of(const char *version)
{
    char *end;
    if (strncmp(version, "1.", 2) != 0 || !isdigit((unsigned char)version[2]))
        return -1;
    long minor = strtol(version + 2, &end, 10);
    bool patch = *end == '.' || !strncmp(end, "rc", 2) || !strncmp(end, "beta", 4);
    if (patch)
        end += strspn(end, ".rcbeta0123456789");
    return *end || minor > 1000 ? -1 : (int)minor;
}

/* What is wrong with a line of which words[from] follows the verb, as the go command says it; NULL:
 * nothing. */
static const char *fault_of(Arena *arena, const char *verb, const Words *words, u32 from)
{
    static const char *const others[] = {"exclude", "retract", "toolchain", "godebug",
                                         "tool",    "ignore",  "use"};
    const char *first = from < words->count ? words->word[from] : NULL;
    if (!strcmp(verb, "go") && (!first || minor_of(first) < 0))
        return arena_printf(arena, "invalid go version '%s': must be like 1.21",
                            first ? first : "");
    if (!strcmp(verb, "module") || !strcmp(verb, "go"))
        return first ? NULL : "usage: module module/path";
    if (!strcmp(verb, "require"))
        return from + 1 < words->count ? NULL : "usage: require module/path v1.2.3";
    if (!strcmp(verb, "replace"))
        return replace_fault(words, from);
    for (u32 i = 0; i < COUNT_OF(others); i++)
        if (!strcmp(verb, others[i]))
            return NULL;
    return arena_printf(arena, "unknown directive: %s", verb);
}

/* A line of which words[from] follows the verb. */
static void note_line(Arena *arena, const char *dir, const char *verb, const Words *words, u32 from,
                      GoMod *mod)
{
    if (from >= words->count)
        return;
    const char *first = words->word[from];
    if (!strcmp(verb, "module") && !mod->path)
        mod->path = first;
    else if (!strcmp(verb, "go"))
        mod->go_minor = minor_of(first) < 0 ? 0 : minor_of(first);
    else if (!strcmp(verb, "ignore"))
        avec_push(arena, &mod->ignored, first);
    else if (!strcmp(verb, "use"))
        avec_push(arena, &mod->used, first);
    else if (!strcmp(verb, "require") && from + 1 < words->count)
        avec_push(arena, &mod->required, (Required){first, words->word[from + 1]});
    else if (!strcmp(verb, "replace") && !replace_fault(words, from))
        note_replaced(arena, dir, words, from, mod);
}

/* A file that is read, and where. */
typedef struct Reading {
    Arena *arena;
    const char *dir, *name;
    const char *block; /* the verb before the open bracket */
    u32 line;
    GoMod *mod;
} Reading;

static void read_line(Reading *r, const char *text)
{
    Words words = split(r->arena, text);
    r->line++;
    if (words.count == 0)
        return;
    if (r->block && is(&words, 0, ")")) {
        r->block = NULL;
        return;
    }
    if (!r->block && is(&words, 1, "(")) {
        r->block = words.word[0];
        return;
    }
    const char *verb = r->block ? r->block : words.word[0];
    u32 from = r->block ? 0 : 1;
    const char *fault = fault_of(r->arena, verb, &words, from);
    if (fault && !r->mod->fault)
        r->mod->fault = arena_printf(r->arena, "%s/%s:%u: %s", r->dir, r->name, r->line, fault);
    note_line(r->arena, r->dir, verb, &words, from, r->mod);
}

bool gomod_read(Arena *arena, const char *dir, const char *name, GoMod *mod)
{
    FILE *file = fopen(arena_printf(arena, "%s/%s", dir, name), "r");
    if (!file)
        return false;
    output_not(file);
    Reading reading = {.arena = arena, .dir = dir, .name = name, .mod = mod};
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, file) >= 0)
        read_line(&reading, line);
    free(line);
    fclose(file);
    return true;
}

/* ---- versions ---- */

/* Compares two parts of a version up to a dot: as numbers if both are. */
static int compare_parts(const char *a, size_t a_len, const char *b, size_t b_len)
{
    bool a_number = strspn(a, "0123456789") >= a_len, b_number = strspn(b, "0123456789") >= b_len;
    if (a_number != b_number)
        return a_number ? -1 : 1;
    if (a_number && a_len != b_len)
        return a_len < b_len ? -1 : 1;
    int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
    return order ? order : (a_len > b_len) - (a_len < b_len);
}

/* Compares lists of parts between dots, of which each ends at one of the characters in `ends`. */
static int compare_lists(const char **a, const char **b, const char *ends)
{
    for (;;) {
        size_t a_len = strcspn(*a, ends), b_len = strcspn(*b, ends);
        int order = compare_parts(*a, a_len, *b, b_len);
        *a += a_len;
        *b += b_len;
        if (order || **a != '.' || **b != '.')
            return order ? order : (**a == '.') - (**b == '.');
        ++*a, ++*b;
    }
}

int gomod_compare(const char *a, const char *b)
{
    a += *a == 'v';
    b += *b == 'v';
    int order = compare_lists(&a, &b, ".-+");
    if (order)
        return order;
    if (*a != '-' || *b != '-') /* a release comes after its candidates */
        return (*b == '-') - (*a == '-');
    a++, b++;
    return compare_lists(&a, &b, ".+");
}
