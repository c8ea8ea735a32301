/* Completion at the prompt: what could follow is the checker's to say. */
#include <ctype.h>

#include "cli/repl.h"

typedef struct Matching {
    const char *prefix;
    Completions *out;
} Matching;

static void add_matching(void *ctx, const char *name)
{
    const Matching *m = ctx;
    if (!strncmp(name, m->prefix, strlen(m->prefix)) && strcmp(name, "_"))
        completions_add(m->out, name, strlen(name));
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c < 0;
}

/* The index of the quote that the one before `end` closes; `end` if there is none. */
static size_t opening_quote(const char *text, size_t end)
{
    char quote = text[end - 1];
    for (size_t at = end - 1; at; at--)
        if (text[at - 1] == quote && (quote == '`' || at < 2 || text[at - 2] != '\\'))
            return at - 1;
    return end;
}

/* The same of a bracket or quote. What is quoted holds no brackets. */
static size_t matching_open(const char *text, size_t end)
{
    char close = text[end - 1];
    char open = close == ')' ? '(' : close == ']' ? '[' : '{';
    if (close == '"' || close == '`')
        return opening_quote(text, end);
    size_t depth = 0;
    for (size_t at = end; at; at--) {
        char c = text[at - 1];
        size_t quoted = c == '"' || c == '`' ? opening_quote(text, at) : at;
        at = quoted < at ? quoted + 1 : at;
        depth += c == close;
        if (c == open && --depth == 0)
            return at - 1;
    }
    return end;
}

/* Where the operand begins that ends there: names, calls, indices, joined by dots. */
static size_t operand_start(const char *text, size_t end)
{
    size_t at = end;
    while (at) {
        char c = text[at - 1];
        if (in_name(c) || c == '.') {
            at--;
        } else if (strchr(")]}\"`", c)) {
            size_t open = matching_open(text, at);
            if (open == at)
                break;
            at = open;
        } else {
            break;
        }
    }
    return at;
}

static void complete_member(Repl *repl, const char *text, size_t dot, const NameSink *sink)
{
    Loaded *loaded = &repl->session->loaded;
    size_t start = operand_start(text, dot);
    SourceFile *source = source_add(&loaded->sources, "completion", text + start, dot - start);
    ParseContext cx = {
        .arena = &loaded->arena, .syms = &loaded->syms, .diags = &loaded->diags, .repl = true};
    FileAst *operand = source ? parse_file(&cx, source) : NULL;
    if (operand && !loaded->diags.errors)
        check_complete_member(loaded->checker, operand, sink);
    loaded->diags.list.len = loaded->diags.errors = 0; /* it is not finished yet */
}

void repl_complete(void *ctx, const char *text, size_t at, Completions *out)
{
    Repl *repl = ctx;
    char *typed = xstrdup(text);
    typed[at] = '\0';
    out->from = at;
    while (out->from && in_name(typed[out->from - 1]))
        out->from--;
    Matching matching = {typed + out->from, out};
    NameSink sink = {add_matching, &matching};
    if (typed[0] == ':' && !strchr(typed, ' ')) {
        out->from = 0;
        repl_complete_command(typed, out);
    } else if (out->from && typed[out->from - 1] == '.') {
        complete_member(repl, typed, out->from - 1, &sink);
    } else {
        check_complete_name(repl->session->loaded.checker, &sink);
    }
    free(typed);
}
