/* Formats against arguments: verbs that are not known or do not fit the type, too few or too many
 * arguments. Functions that pass their format and arguments on are formatting functions, too. */
#include <ctype.h>
#include <string.h>

#include "parser/vet/vet.h"

/* What a verb takes. */
enum {
    TAKES_BOOL = 1,
    TAKES_INT = 2,
    TAKES_RUNE = 4,
    TAKES_STRING = 8,
    TAKES_FLOAT = 16,
    TAKES_COMPLEX = 32,
    TAKES_POINTER = 64,
    TAKES_ERROR = 128,
    TAKES_ANY = 255
};

static const struct {
    char verb;
    u32 takes;
} verbs[] = {
    {'b', TAKES_INT | TAKES_FLOAT | TAKES_COMPLEX | TAKES_POINTER},
    {'c', TAKES_RUNE | TAKES_INT},
    {'d', TAKES_INT | TAKES_POINTER},
    {'e', TAKES_FLOAT | TAKES_COMPLEX},
    {'E', TAKES_FLOAT | TAKES_COMPLEX},
    {'f', TAKES_FLOAT | TAKES_COMPLEX},
    {'F', TAKES_FLOAT | TAKES_COMPLEX},
    {'g', TAKES_FLOAT | TAKES_COMPLEX},
    {'G', TAKES_FLOAT | TAKES_COMPLEX},
    {'o', TAKES_INT | TAKES_POINTER},
    {'O', TAKES_INT | TAKES_POINTER},
    {'p', TAKES_POINTER},
    {'q', TAKES_RUNE | TAKES_INT | TAKES_STRING},
    {'s', TAKES_STRING},
    {'t', TAKES_BOOL},
    {'T', TAKES_ANY},
    {'U', TAKES_RUNE | TAKES_INT},
    {'v', TAKES_ANY},
    {'w', TAKES_ERROR},
    {'x', TAKES_RUNE | TAKES_INT | TAKES_STRING | TAKES_POINTER | TAKES_FLOAT | TAKES_COMPLEX},
    {'X', TAKES_RUNE | TAKES_INT | TAKES_STRING | TAKES_POINTER | TAKES_FLOAT | TAKES_COMPLEX},
};

static u32 verb_takes(char verb)
{
    for (u32 i = 0; i < COUNT_OF(verbs); i++)
        if (verbs[i].verb == verb)
            return verbs[i].takes;
    return 0;
}

/* ---- types ---- */

/* Whether the type, or a pointer to it if it is one, has a method of that name. */
static bool has_method(Type *t, const char *name)
{
    Type *base = t->kind == TY_POINTER ? t->pointer.elem : t;
    for (u32 i = 0; base->kind == TY_NAMED && i < type_method_count(base); i++) {
        const Obj *method = type_method(base, i);
        if (!strcmp(method->name->text, name) && (t != base || !method->func.ptr_recv))
            return true;
    }
    Type *u = type_underlying(base);
    for (u32 i = 0; u->kind == TY_STRUCT && i < u->strct.fields.len; i++) {
        const StructField *field = &u->strct.fields.data[i];
        if (field->embedded && (type_is_interface(field->type) || has_method(field->type, name)))
            return true;
    }
    return false;
}

static u32 kind_of(Type *u)
{
    switch (u->kind) {
    case TY_BOOL:
    case TY_UNTYPED_BOOL: return TAKES_BOOL;
    case TY_STRING:
    case TY_UNTYPED_STRING: return TAKES_STRING;
    case TY_FLOAT32:
    case TY_FLOAT64:
    case TY_UNTYPED_FLOAT: return TAKES_FLOAT;
    case TY_COMPLEX64:
    case TY_COMPLEX128:
    case TY_UNTYPED_COMPLEX: return TAKES_COMPLEX;
    case TY_UNTYPED_RUNE: return TAKES_INT | TAKES_RUNE;
    case TY_UNSAFE_POINTER: return TAKES_POINTER | TAKES_INT;
    case TY_CHAN:
    case TY_FUNC: return TAKES_POINTER;
    default: return type_is_integer(u) ? TAKES_INT : 0;
    }
}

static bool fits(Type *t, u32 takes, u32 depth);

static bool fits_fields(Type *u, u32 takes, u32 depth)
{
    for (u32 i = 0; i < u->strct.fields.len; i++)
        if (!fits(u->strct.fields.data[i].type, takes, depth))
            return false;
    return true;
}

static bool fits_pointer(Type *elem, u32 takes, u32 depth)
{
    Type *u = type_underlying(elem);
    if (takes & TAKES_POINTER)
        return true;
    bool shown = u->kind == TY_STRUCT || u->kind == TY_ARRAY || u->kind == TY_SLICE ||
                 u->kind == TY_MAP || u->kind == TY_TYPEPARAM;
    return depth == 1 && shown && fits(elem, takes, depth);
}

/* Whether a value of the type may be printed so. What is not known fits. */
static bool fits(Type *t, u32 takes, u32 depth)
{
    Type *u = type_underlying(t);
    if (takes == TAKES_ANY || depth > 8 || has_method(t, "Format") || u->kind == TY_TYPEPARAM ||
        u->kind == TY_INTERFACE || u->kind == TY_INVALID || u->kind == TY_UNTYPED_NIL)
        return true;
    if (takes & (TAKES_STRING | TAKES_ERROR) && has_method(t, "Error"))
        return true;
    if (takes & TAKES_STRING && has_method(t, "String"))
        return true;
    switch (u->kind) {
    case TY_POINTER: return fits_pointer(u->pointer.elem, takes, depth + 1);
    case TY_SLICE:
        if (takes & TAKES_POINTER ||
            (takes & TAKES_STRING && type_underlying(u->slice.elem)->kind == TY_UINT8))
            return true;
        return fits(u->slice.elem, takes, depth + 1);
    case TY_ARRAY:
        if (takes & TAKES_STRING && type_underlying(u->array.elem)->kind == TY_UINT8)
            return true;
        return fits(u->array.elem, takes, depth + 1);
    case TY_MAP:
        return takes & TAKES_POINTER ||
               (fits(u->map.key, takes, depth + 1) && fits(u->map.elem, takes, depth + 1));
    case TY_STRUCT: return fits_fields(u, takes, depth + 1);
    default: return kind_of(u) & takes;
    }
}

/* ---- which functions ---- */

typedef struct Printer {
    const char *package, *receiver, *name;
    u32 format; /* index of the format among the arguments */
} Printer;

static const Printer printers[] = {
    {"fmt", NULL, "Printf", 0},         {"fmt", NULL, "Sprintf", 0},
    {"fmt", NULL, "Errorf", 0},         {"fmt", NULL, "Fprintf", 1},
    {"fmt", NULL, "Appendf", 1},        {"log", NULL, "Printf", 0},
    {"log", NULL, "Fatalf", 0},         {"log", NULL, "Panicf", 0},
    {"log", "Logger", "Printf", 0},     {"log", "Logger", "Fatalf", 0},
    {"log", "Logger", "Panicf", 0},     {"testing", "common", "Errorf", 0},
    {"testing", "common", "Fatalf", 0}, {"testing", "common", "Logf", 0},
    {"testing", "common", "Skipf", 0},
};

typedef struct Printf {
    const VetFile *file;
    Diags *found;
    VEC(const Obj *) wrappers; /* functions (string, ...any) of the file that pass both on */
    FuncLit *fn;               /* that is searched for such a call */
    const FuncDecl *decl;
} Printf;

/* The index of a call's format; false: it takes none. */
static bool format_index(const Printf *p, const Expr *call, u32 *index)
{
    for (u32 i = 0; i < COUNT_OF(printers); i++)
        if (vet_calls(call, printers[i].package, printers[i].receiver, printers[i].name)) {
            *index = printers[i].format;
            return true;
        }
    const Obj *f = vet_callee(call);
    for (u32 i = 0; f && i < p->wrappers.len; i++)
        if (p->wrappers.data[i] == f) {
            *index = f->type->func.params.len - 2;
            return true;
        }
    return false;
}

static void add_wrapper(Printf *p, const Obj *f)
{
    for (u32 i = 0; i < p->wrappers.len; i++)
        if (p->wrappers.data[i] == f)
            return;
    vec_push(&p->wrappers, f);
}

static void find_wrapped(void *ctx, Expr *e)
{
    Printf *p = ctx;
    u32 index, n = p->fn->params.len;
    if (e->kind != EX_CALL || !e->call.spread_pos || !format_index(p, e, &index) ||
        e->call.args.len != index + 2)
        return;
    if (vet_variable(e->call.args.data[index]) == p->fn->params.data[n - 2] &&
        vet_variable(e->call.args.data[index + 1]) == p->fn->params.data[n - 1] &&
        !p->fn->params.data[n - 2]->var.reassigned && !p->fn->params.data[n - 1]->var.reassigned)
        add_wrapper(p, p->decl->obj);
}

static void find_wrapper(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    Printf *p = ctx;
    Type *sig = decl && decl->obj ? decl->obj->type : NULL;
    u32 n = sig && sig->kind == TY_FUNC ? sig->func.params.len : 0;
    if (n < 2 || fn->params.len != n || !sig->func.variadic ||
        !type_is_string(sig->func.params.data[n - 2]) ||
        !type_is_interface(sig->func.params.data[n - 1]->slice.elem))
        return;
    p->fn = fn;
    p->decl = decl;
    vet_walk_stmt(fn->body, &(VetWalk){.ctx = p, .expr = find_wrapped, .no_literals = true});
}

/* ---- formats ---- */

typedef struct Format {
    Printf *p;
    const Expr *call;
    const char *at, *end;
    u32 first, next; /* arguments: the first one after the format, the one that comes next */
    bool indexed;    /* %[n]d: arguments may be used in any order */
    bool wrong;      /* something was reported */
} Format;

static void wrong(Format *f, const char *what, const char *verb, const char *end)
{
    if (!f->wrong)
        diag_warning(f->p->found, f->call->span, "%.*s %s", (int)(end - verb), verb, what);
    f->wrong = true;
}

/* [n] */
static bool take_index(Format *f)
{
    if (f->at >= f->end || *f->at != '[')
        return true;
    char *end;
    unsigned long n = strtoul(f->at + 1, &end, 10);
    if (end >= f->end || *end != ']' || n == 0)
        return false;
    f->next = f->first + (u32)n - 1;
    f->indexed = true;
    f->at = end + 1;
    return true;
}

static Expr *take_argument(Format *f)
{
    u32 n = f->next++;
    return n < f->call->call.args.len ? f->call->call.args.data[n] : NULL;
}

/* A width or precision: digits, or * with an argument of type int. */
static void take_number(Format *f, const char *verb)
{
    while (f->at < f->end && isdigit((u8)*f->at))
        f->at++;
    if (!take_index(f) || f->at >= f->end || *f->at != '*')
        return;
    f->at++;
    const Expr *arg = take_argument(f);
    if (!arg)
        wrong(f, "has no argument for *", verb, f->at);
    else if (arg->type && !fits(arg->type, TAKES_INT, 0))
        wrong(f, "takes an int for *", verb, f->at);
}

static void check_argument(Format *f, const char *verb, u32 takes)
{
    const Expr *arg = take_argument(f);
    if (!arg) {
        wrong(f, "has no argument", verb, f->at);
        return;
    }
    if (!arg->type || fits(arg->type, takes, 0) || f->wrong)
        return;
    Buf text = {0};
    type_text(&text, arg->type, NULL);
    diag_warning(f->p->found, arg->span, "%.*s does not take a %s", (int)(f->at - verb), verb,
                 buf_str(&text));
    f->wrong = true;
    buf_free(&text);
}

static void take_verb(Format *f)
{
    const char *verb = f->at++;
    while (f->at < f->end && strchr("+-# 0", *f->at))
        f->at++;
    if (!take_index(f))
        return;
    take_number(f, verb);
    if (f->at < f->end && *f->at == '.') {
        f->at++;
        take_number(f, verb);
    }
    if (!take_index(f))
        return;
    if (f->at >= f->end) {
        wrong(f, "has no verb", verb, f->end);
        return;
    }
    char c = *f->at++;
    while (f->at < f->end && ((u8)*f->at & 0xc0) == 0x80)
        f->at++;
    if (c == '%')
        return;
    bool errorf = vet_calls(f->call, "fmt", NULL, "Errorf");
    if (!verb_takes(c))
        wrong(f, "is no verb", verb, f->at);
    else if (c == 'w' && !errorf && vet_callee(f->call)->pkg->is_library)
        wrong(f, "is for fmt.Errorf only", verb, f->at);
    else
        check_argument(f, verb, verb_takes(c));
}

static void check_format(Printf *p, const Expr *call, u32 index)
{
    const Expr *format = call->call.args.data[index];
    u32 len;
    if (call->call.spread_pos || !format->val || const_kind(format->val) != CONST_STRING)
        return;
    Format f = {.p = p, .call = call, .first = index + 1, .next = index + 1};
    f.at = const_string_value(format->val, &len);
    f.end = f.at + len;
    /* f(g()): the arguments are the results of g. */
    for (u32 i = f.first; i < call->call.args.len; i++)
        if (call->call.args.data[i]->type && call->call.args.data[i]->type->kind == TY_TUPLE)
            return;
    while ((f.at = memchr(f.at, '%', (size_t)(f.end - f.at))))
        take_verb(&f);
    u32 given = call->call.args.len;
    if (!f.indexed && !f.wrong && f.next < given)
        diag_warning(p->found, call->span, "the format takes %u argument%s, there %s %u",
                     f.next - f.first, plural(f.next - f.first),
                     given - f.first == 1 ? "is" : "are", given - f.first);
}

static void at_expr(void *ctx, Expr *e)
{
    Printf *p = ctx;
    u32 index;
    if (e->kind == EX_CALL && format_index(p, e, &index) && index < e->call.args.len)
        check_format(p, e, index);
}

void vet_printf(const VetFile *file, Diags *found)
{
    Printf p = {.file = file, .found = found};
    u32 before;
    do { /* wrappers of wrappers */
        before = p.wrappers.len;
        vet_walk_file(file->file, &(VetWalk){.ctx = &p, .func = find_wrapper});
    } while (p.wrappers.len > before);
    vet_walk_file(file->file, &(VetWalk){.ctx = &p, .expr = at_expr});
    vec_free(&p.wrappers);
}
