/* Checker: //go:embed. A variable with such a directive is initialised with the contents of
 * files. */
#include "parser/check/decl.h"

static const char directive[] = "//go:embed";

static Decl *import_of(FileAst *file)
{
    for (u32 i = 0; i < file->decls.len; i++) {
        Decl *decl = file->decls.data[i];
        if (decl->kind == DECL_IMPORT && strcmp(decl->import.path, "embed") == 0)
            return decl;
    }
    return NULL;
}

/* ---- which variable a directive is for ---- */

static const char *skip_line(const char *s)
{
    s += strcspn(s, "\n");
    return *s == '\n' ? s + 1 : s;
}

/* Whether there are only comments, and the beginning of a declaration, between s and end. */
static bool only_begins(const char *s, const char *end)
{
    while (s < end) {
        if (s[0] == '/' && s[1] == '/')
            s = skip_line(s);
        else if (strncmp(s, "var", 3) == 0)
            s += 3;
        else if (strchr(" \t\r\n(", *s) != NULL)
            s++;
        else
            return false;
    }
    return true;
}

static Decl *decl_below(const FileAst *file, const char *s)
{
    const SourceFile *source = file->file;
    for (u32 i = 0; i < file->decls.len; i++) {
        Decl *decl = file->decls.data[i];
        if (decl->kind != DECL_VAR)
            continue;
        const char *name = source->text + (decl->value.names.data[0]->span.start - source->base);
        if (name > s && only_begins(s, name))
            return decl;
    }
    return NULL;
}

static bool inside_decl(const FileAst *file, Pos at)
{
    for (u32 i = 0; i < file->decls.len; i++)
        if (file->decls.data[i]->span.start <= at && at < file->decls.data[i]->span.end)
            return true;
    return false;
}

static const char *fault_of(FileAst *file, const Decl *decl)
{
    if (import_of(file) == NULL)
        return "go:embed only allowed in Go files that import \"embed\"";
    if (decl == NULL)
        return "misplaced go:embed directive";
    if (decl->value.names.len > 1)
        return "go:embed cannot apply to multiple vars";
    if (decl->value.values.len > 0)
        return "go:embed cannot apply to var with initializer";
    return decl->value.type == NULL ? "go:embed cannot apply to var without type" : NULL;
}

static void take_directive(Checker *cx, FileAst *file, const char *s)
{
    Pos at = file->file->base + (Pos)(s - file->file->text);
    const char *below = skip_line(s);
    Decl *decl = decl_below(file, below);
    const char *fault = fault_of(file, decl);
    if (fault != NULL) {
        check_error(cx, (Span){at, at + sizeof directive - 1}, "%s", fault);
        return;
    }
    const char *words = s + sizeof directive - 1, *old = decl->value.embed;
    int len = (int)strcspn(words, "\r\n");
    decl->value.embed = arena_printf(cx->arena, "%s %.*s", old != NULL ? old : "", len, words);
    decl->value.embed_pos = at;
}

void check_embed_directives(Checker *cx, FileAst *file)
{
    const char *text = file->file->text;
    for (const char *s = text; (s = strstr(s, directive)) != NULL; s++) {
        const char *line = s;
        while (line > text && (line[-1] == ' ' || line[-1] == '\t'))
            line--;
        char next = s[sizeof directive - 1];
        if ((line == text || line[-1] == '\n') && (next == ' ' || next == '\t') &&
            !inside_decl(file, file->file->base + (Pos)(s - text)))
            take_directive(cx, file, s);
    }
}

/* ---- its value ---- */

static Expr *call(Checker *cx, Expr *fun, Expr *arg, Span span)
{
    Expr *e = ast_new_expr(cx->arena, EX_CALL);
    e->span = span;
    e->call.fun = fun;
    avec_push(cx->arena, &e->call.args, arg);
    return e;
}

static Expr *name(Checker *cx, const Sym *sym, Span span)
{
    Expr *e = ast_new_expr(cx->arena, EX_IDENT);
    e->span = span;
    e->ident.name = sym;
    return e;
}

/* The function embed.Make, qualified by the name under which the file imports the package. */
static Expr *maker(Checker *cx, FileAst *file, Span span)
{
    Expr *e = ast_new_expr(cx->arena, EX_SELECTOR), *import = import_of(file)->import.name;
    e->span = span;
    e->selector.x =
        name(cx, import != NULL ? import->ident.name : intern_str(cx->syms, "embed"), span);
    e->selector.sel = name(cx, intern_str(cx->syms, "Make"), span);
    return e;
}

static bool is_fs(Type *t)
{
    return t->kind == TY_NAMED && t->named.obj->pkg != NULL &&
           strcmp(t->named.obj->pkg->path, "embed") == 0 &&
           strcmp(t->named.obj->name->text, "FS") == 0;
}

void check_embed(Checker *cx, Obj *obj, Decl *decl)
{
    Span at = {decl->value.embed_pos, decl->value.embed_pos + sizeof directive - 1};
    Type *u = type_underlying(obj->type);
    bool fs = is_fs(obj->type),
         bytes = u->kind == TY_SLICE && type_identical(u->slice.elem, cx->universe->byte_type);
    if (u->kind == TY_INVALID)
        return;
    if (!fs && !bytes && !type_is_string(u)) {
        check_error(cx, at, "go:embed cannot apply to var of type %s",
                    check_type_text(cx, obj->type));
        return;
    }
    Expr *text = ast_new_expr(cx->arena, EX_LIT);
    text->span = decl->value.names.data[0]->span;
    text->lit.tok = TK_STRING;
    text->lit.text = "";
    if (cx->loader == NULL || cx->loader->embed == NULL)
        return;
    const char *fault =
        cx->loader->embed(cx->loader, cx->arena, obj->file_ast->file->name, decl->value.embed, fs,
                          &text->lit.str, &text->lit.str_len);
    if (fault != NULL)
        check_error(cx, at, "%s", fault);
    else if (fs)
        text = call(cx, maker(cx, obj->file_ast, text->span), text, text->span);
    else if (bytes)
        text = call(cx, ast_clone_expr(cx->arena, decl->value.type), text, text->span);
    if (fault == NULL)
        avec_push(cx->arena, &decl->value.values, text);
}
