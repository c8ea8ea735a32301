/* Checker: string variables whose values are given with the command, by the flags of Go's linker:
 * -X PATH.NAME=TEXT, as in -ldflags "-s -w -X main.version=1.2 -X 'main.built=Fri 13'". */
#include "parser/check/decl.h"

/* The next word of the flags, which begins at *at; moves *at to its end. A word in quotes may have
 * blanks. NULL: there is no more. */
static const char *next_word(Arena *arena, const char **at)
{
    const char *s = *at + strspn(*at, " \t\r\n");
    if (*s == '\0')
        return NULL;
    char quote = *s == '\'' || *s == '"' ? *s : '\0';
    char quotes[] = {quote, '\0'};
    s += quote != '\0';
    size_t len = strcspn(s, quote != '\0' ? quotes : " \t\r\n");
    *at = s + len + (quote != '\0' && s[len] == quote);
    return arena_strndup(arena, s, len);
}

/* The next setting, "PATH.NAME=TEXT"; NULL: there is no more. */
static const char *next_setting(Arena *arena, const char **at)
{
    for (const char *word; (word = next_word(arena, at)) != NULL;) {
        if (strcmp(word, "-X") == 0 || strcmp(word, "--X") == 0)
            return next_word(arena, at);
        if (strncmp(word, "-X=", 3) == 0)
            return word + 3;
    }
    return NULL;
}

/* The package as the linker calls it. */
static const char *link_path(const Checker *cx, const Package *pkg)
{
    bool is_main = pkg->name != NULL && strcmp(pkg->name->text, "main") == 0;
    if (!is_main && strcmp(pkg->path, "main") == 0 && cx->options.main_path != NULL)
        return cx->options.main_path; /* the package that is tested */
    return is_main ? "main" : pkg->path;
}

/* The text for the variable; the last setting counts. NULL: there is none. */
static const char *text_for(Checker *cx, const Package *pkg, const Sym *name)
{
    const char *at = cx->options.link_flags, *text = NULL;
    const char *wanted = arena_printf(cx->arena, "%s.%s=", link_path(cx, pkg), name->text);
    size_t len = strlen(wanted);
    for (const char *setting; (setting = next_setting(cx->arena, &at)) != NULL;)
        if (strncmp(setting, wanted, len) == 0)
            text = setting + len;
    return text;
}

/* Whether the expression is made of string literals. */
static bool is_literal(const Expr *e)
{
    switch (e->kind) {
    case EX_LIT: return e->lit.tok == TK_STRING;
    case EX_PAREN: return is_literal(e->paren);
    case EX_BINARY: return is_literal(e->binary.x) && is_literal(e->binary.y);
    default: return false;
    }
}

static Expr *literal(Checker *cx, const Expr *name, const char *text)
{
    Expr *e = ast_new_expr(cx->arena, EX_LIT);
    e->span = name->span;
    e->lit.tok = TK_STRING;
    e->lit.text = "";
    e->lit.str = text;
    e->lit.str_len = (u32)strlen(text);
    return e;
}

static bool is_string_type(const Expr *type)
{
    return type == NULL ||
           (type->kind == EX_IDENT && strcmp(type->ident.name->text, "string") == 0);
}

/* Without values all variables of the declaration get one: "" is what they have anyway. */
static void set(Checker *cx, Decl *decl, u32 which, const char *text)
{
    ExprList *values = &decl->value.values;
    for (u32 i = values->len; i < decl->value.names.len; i++)
        avec_push(cx->arena, values, literal(cx, decl->value.names.data[i], ""));
    values->data[which] = literal(cx, decl->value.names.data[which], text);
}

void check_link_values(Checker *cx, const Package *pkg, Decl *decl)
{
    const ExprList *values = &decl->value.values;
    if (cx->options.link_flags == NULL || !is_string_type(decl->value.type))
        return;
    for (u32 i = 0; i < decl->value.names.len; i++) {
        const char *text = text_for(cx, pkg, decl->value.names.data[i]->ident.name);
        bool none = values->len == 0;
        if (text != NULL && (none || (i < values->len && is_literal(values->data[i]))))
            set(cx, decl, i, text);
    }
}
