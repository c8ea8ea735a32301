/* Checker: declarations without a body that stand for a function of another package, by a line
 * //go:linkname NAME PATH.OTHER, or by assembly that only jumps there. Go's library has such lines
 * for functions of its own; in programs they reach into gc's runtime and library, of which
 * internal/linked and the packages in it offer what needs no knowledge of gc. */
#include <string.h>

#include "parser/check/decl.h"

static const char directive[] = "\n//go:linkname ";

/* The words after the directive at `at`: name, and the function that it stands for,
 * which is NULL if the line lacks it. */
typedef struct Link {
    const char *name, *target;
} Link;

static Link parse(Checker *cx, const char *at)
{
    const char *name = at + sizeof directive - 1;
    size_t len = strcspn(name, " \r\n");
    const char *target = name + len + strspn(name + len, " ");
    size_t rest = strcspn(target, " \r\n");
    return (Link){arena_strndup(cx->arena, name, len),
                  rest ? arena_strndup(cx->arena, target, rest) : NULL};
}

/* What the line about a function of this file says, or NULL. */
static const char *target_of(Checker *cx, const SourceFile *source, const char *name)
{
    for (const char *s = source->text; (s = strstr(s, directive)) != NULL; s++) {
        Link link = parse(cx, s);
        if (!strcmp(link.name, name))
            return link.target;
    }
    return NULL;
}

static Obj *function_in(Checker *cx, const char *path, const char *name, Span at)
{
    Package *pkg = check_load_package(cx, path, at);
    Obj *obj = pkg->fake ? NULL : scope_find(pkg->scope, intern_str(cx->syms, name));
    return obj != NULL && obj->kind == OBJ_FUNC ? obj : NULL;
}

/* The package that has what programs may ask of a package. Only math/big's imports that package. */
static const char *offering(const char *target)
{
    static const char big[] = "math/big.";
    return strncmp(target, big, sizeof big - 1) ? "internal/linked" : "internal/linked/big";
}

/* What the library has for a function of gc's that programs ask for: runtime.nanotime is
 * runtime_nanotime of internal/linked. NULL: nothing. */
static Obj *offered(Checker *cx, const char *target, Span at)
{
    char *name = arena_strndup(cx->arena, target, strlen(target));
    for (char *c = name; *c; c++)
        if (*c == '.' || *c == '/')
            *c = '_';
    return function_in(cx, offering(target), name, at);
}

static Obj *of_library(Checker *cx, const char *target, Span at)
{
    const char *dot = strrchr(target, '.');
    const char *path = dot ? arena_strndup(cx->arena, target, (size_t)(dot - target)) : NULL;
    return path ? function_in(cx, path, dot + 1, at) : NULL;
}

/* ---- assembly ---- */

static const char asm_dot[] = "\u00b7",
                  asm_slash[] = "\u2215"; /* as assembly writes them in a name */

/* PATH.NAME of a symbol as assembly writes it, up to its (SB); NULL: it has none. */
static const char *symbol(Checker *cx, const char *s)
{
    Buf out = {0};
    size_t len = strcspn(s, "( \t\n");
    bool is_symbol = !strncmp(s + len, "(SB)", 4);
    for (const char *end = s + len; s < end;) {
        bool is_dot = !strncmp(s, asm_dot, sizeof asm_dot - 1),
             is_slash = !strncmp(s, asm_slash, sizeof asm_slash - 1);
        buf_putc(&out, is_dot ? '.' : is_slash ? '/' : *s);
        s += is_dot ? sizeof asm_dot - 1 : is_slash ? sizeof asm_slash - 1 : 1;
    }
    const char *name = is_symbol ? arena_strndup(cx->arena, out.data, out.len) : NULL;
    buf_free(&out);
    return name;
}

/* Past blanks, empty lines and comments that end with their line. */
static const char *skip_space(const char *s)
{
    for (;;) {
        s += strspn(s, " \t\r\n");
        if (s[0] != '/' || s[1] != '/')
            return s;
        s += strcspn(s, "\n");
    }
}

/* Where the assembly beside the file jumps to first thing in the function; NULL: it does other
 * things, or is not there. */
static const char *jumps_to(Checker *cx, const SourceFile *source, const char *name)
{
    const char *text = NULL;
    u32 len = 0;
    if (cx->loader->embed == NULL ||
        cx->loader->embed(cx->loader, cx->arena, source->name, "*.s", true, &text, &len) != NULL)
        return NULL;
    static const char jump[] = "JMP";
    const char *head = arena_printf(cx->arena, "TEXT %s%s(SB)", asm_dot, name);
    const char *at = memmem(text, len, head, strlen(head));
    if (at == NULL)
        return NULL;
    at = skip_space(at + strcspn(at, "\n"));
    return strncmp(at, jump, sizeof jump - 1) ? NULL : symbol(cx, skip_space(at + sizeof jump - 1));
}

Obj *check_linked(Checker *cx, const FuncDecl *f, Type *sig)
{
    const char *name = f->name->ident.name->text;
    const char *target = target_of(cx, cx->at.file->file, name);
    if (target == NULL && !cx->at.pkg->is_library && !cx->options.only_check)
        target = jumps_to(cx, cx->at.file->file, name);
    Span at = f->name->span;
    if (target == NULL || cx->at.pkg->is_library)
        return target ? of_library(cx, target, at) : NULL;
    Obj *obj = offered(cx, target, at);
    if (obj != NULL && !type_identical(obj->type, sig)) {
        check_error(cx, at, "%s has another type than %s, which is %s", name, target,
                    check_type_text(cx, obj->type));
        return NULL;
    }
    return obj;
}

/* Whether gol's own file declares the function, in place of Go's (overlay.c). */
static bool is_gols_own(Checker *cx, const Package *pkg, const char *name)
{
    const Obj *obj = scope_find(pkg->scope, intern_str(cx->syms, name));
    return obj != NULL && obj->file_ast != NULL && obj->file_ast->file->is_library;
}

void check_linknames(Checker *cx, const Package *pkg, const SourceFile *source)
{
    if (cx->options.only_check || source->is_library)
        return;
    for (const char *s = source->text; (s = strstr(s, directive)) != NULL; s++) {
        Pos pos = source->base + (Pos)(s + 1 - source->text);
        Span at = {pos, pos + sizeof directive - 2};
        Link link = parse(cx, s);
        if (!is_gols_own(cx, pkg, link.name) && !(link.target && offered(cx, link.target, at)))
            check_error_last(cx, at, "go:linkname is not supported");
    }
}
