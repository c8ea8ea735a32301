/* Which functions print as those of package fmt do: the library's, those that a flag names, and
 * functions that pass their own last parameters on to such a one. */
#include <string.h>

#include "parser/vet/printf.h"

/* Of these packages and types functions with these names. */
static const struct {
    const char *package, *receiver;
    const char *names; /* separated by blanks */
} printers[] = {
    {"fmt", NULL,
     "Errorf Print Printf Println Fprint Fprintf Fprintln Sprint Sprintf Sprintln Append Appendf "
     "Appendln"},
    {"log", NULL, "Print Printf Println Fatal Fatalf Fatalln Panic Panicf Panicln"},
    {"log", "Logger", "Print Printf Println Fatal Fatalf Fatalln Panic Panicf Panicln"},
    {"runtime/trace", NULL, "Logf"},
    {"testing", "common", "Error Errorf Fatal Fatalf Log Logf Skip Skipf"},
    {"testing", "TB", "Error Errorf Fatal Fatalf Log Logf Skip Skipf"},
};

static bool is_listed(const char *list, const char *separators, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = list; at && *at;) {
        size_t n = strcspn(at, separators);
        if (n == len && !strncmp(at, name, n))
            return true;
        at += n + (at[n] != '\0');
    }
    return false;
}

static PrintKind kind_by_name(const char *name)
{
    size_t len = strlen(name);
    return !strcmp(name, "Errorf") ? PRINTS_ERROR
           : name[len - 1] == 'f'  ? PRINTS_FORMAT
                                   : PRINTS_VALUES;
}

/* Of a function of the library; receiver NULL: it is no method. */
static PrintKind kind_in_library(const char *package, const Obj *receiver, const char *name)
{
    for (u32 i = 0; i < COUNT_OF(printers); i++) {
        bool same =
            receiver ? printers[i].receiver && !strcmp(receiver->name->text, printers[i].receiver)
                     : !printers[i].receiver;
        if (!strcmp(package, printers[i].package) && same &&
            is_listed(printers[i].names, " ", name)) {
            PrintKind kind = kind_by_name(name);
            return kind == PRINTS_ERROR && strcmp(package, "fmt") ? PRINTS_FORMAT : kind;
        }
    }
    return PRINTS_NOTHING;
}

/* ---- functions that pass their parameters on ---- */

typedef struct Wrapper {
    Printf *p;
    const Obj *format, *args; /* the parameters; format may be NULL */
    PrintKind kind;
    bool reports, changed; /* the parameters are assigned to */
} Wrapper;

/* Whether the function's last parameter is ...any. */
static bool takes_values(const Type *sig)
{
    if (!sig || sig->kind != TY_FUNC || !sig->func.variadic)
        return false;
    Type *elem = vec_last(&sig->func.params)->slice.elem;
    return type_is_interface(elem) && !type_underlying(elem)->iface.all.len &&
           elem->kind != TY_TYPEPARAM;
}

/* Whether the call ends with the parameters for a function of this kind. */
static bool passes_on(const Wrapper *w, const Expr *call, PrintKind kind)
{
    u32 n = call->call.args.len;
    if (!n || vet_variable(call->call.args.data[n - 1]) != w->args)
        return false;
    return kind == PRINTS_VALUES ||
           (n > 1 && w->format && vet_variable(call->call.args.data[n - 2]) == w->format);
}

static void at_call(Wrapper *w, const Expr *call)
{
    PrintKind kind = printf_kind(w->p, call);
    if (kind == PRINTS_NOTHING || w->changed || !passes_on(w, call, kind))
        return;
    const Type *sig = call->call.fun->type;
    if (call->call.spread_pos) {
        w->kind = kind > w->kind ? kind : w->kind;
    } else if (w->reports && sig && sig->kind == TY_FUNC &&
               sig->func.params.len == call->call.args.len)
        diag_warning(w->p->found, call->span, "missing ... in args forwarded to %s-like function",
                     kind == PRINTS_VALUES ? "print" : "printf");
}

static void in_body(void *ctx, Expr *e)
{
    Wrapper *w = ctx;
    if (e->kind == EX_CALL)
        at_call(w, e);
    if (e->kind == EX_UNARY && e->unary.op == TK_AND && vet_variable(e->unary.x) &&
        (vet_variable(e->unary.x) == w->format || vet_variable(e->unary.x) == w->args))
        w->changed = true;
}

static void in_statement(void *ctx, Stmt *s)
{
    Wrapper *w = ctx;
    for (u32 i = 0; s->kind == ST_ASSIGN && i < s->assign.lhs.len; i++) {
        const Obj *var = vet_variable(s->assign.lhs.data[i]);
        w->changed |= var && (var == w->format || var == w->args);
    }
}

/* What the function does with its last parameters, if it is none of the library. */
static PrintKind look_at(Printf *p, const FuncDecl *decl, bool reports)
{
    const Type *sig = decl->obj ? decl->obj->type : NULL;
    const FuncLit *fn = &decl->fn;
    if (!takes_values(sig) || !fn->body || fn->params.len < sig->func.params.len)
        return PRINTS_NOTHING;
    u32 n = sig->func.params.len, all = fn->params.len; /* the receiver comes first */
    Wrapper w = {.p = p, .args = fn->params.data[all - 1], .reports = reports};
    if (n > 1 && sig->func.params.data[n - 2]->kind == TY_STRING)
        w.format = fn->params.data[all - 2];
    vet_walk_stmt(
        fn->body,
        &(VetWalk){.ctx = &w, .expr = in_body, .stmt = in_statement, .no_literals = true});
    return w.kind;
}

void printf_check_wrapper(Printf *p, const FuncDecl *decl)
{
    look_at(p, decl, true);
}

static PrintKind kind_of(Printf *p, const Obj *f)
{
    if (f->pkg && f->pkg->is_library)
        return kind_in_library(f->pkg->path, f->func.recv ? f->func.recv->named.obj : NULL,
                               f->name->text);
    if (is_listed(p->file->printers, ",", f->name->text))
        return kind_by_name(f->name->text);
    u64 *known = map_get(&p->kinds, (u64)(uintptr_t)f);
    if (known)
        return *known ? (PrintKind)(*known - 1) : PRINTS_NOTHING;
    map_put(&p->kinds, (u64)(uintptr_t)f);
    PrintKind kind = f->func.decl ? look_at(p, f->func.decl, false) : PRINTS_NOTHING;
    *map_put(&p->kinds, (u64)(uintptr_t)f) = 1 + (u64)kind;
    return kind;
}

/* The interface whose method a call names, or NULL. */
static const Selection *interface_method(const Expr *call)
{
    const Expr *fun = vet_unparen(call->call.fun);
    const Selection *s = fun->kind == EX_SELECTOR ? fun->selector.selection : NULL;
    return s && s->kind == SEL_INTERFACE_METHOD && s->imethod && s->recv->kind == TY_NAMED ? s
                                                                                           : NULL;
}

PrintKind printf_kind(Printf *p, const Expr *call)
{
    const Obj *f = vet_callee(call);
    if (f)
        return f->kind == OBJ_FUNC ? kind_of(p, f) : PRINTS_NOTHING;
    const Selection *s = interface_method(call);
    const Obj *type = s ? s->recv->named.obj : NULL;
    return type && type->pkg && type->pkg->is_library
               ? kind_in_library(type->pkg->path, type, s->imethod->name->text)
               : PRINTS_NOTHING;
}

const char *printf_name(Printf *p, const Expr *call)
{
    const Obj *f = vet_callee(call);
    if (f)
        return vet_full_name(p->found, f);
    const Selection *s = interface_method(call);
    return arena_printf(&p->found->arena, "(%s).%s", vet_type_text(p->found, s->recv),
                        s->imethod->name->text);
}
