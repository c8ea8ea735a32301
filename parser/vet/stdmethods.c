/* Methods that Go's library looks for at run time, with another signature than it looks for: they
 * are never called. */
#include <string.h>

#include "parser/vet/vet.h"

/* Types separated by commas. With `=` before a type only methods that have it there are meant to be
 * the library's. */
static const struct {
    const char *name, *params, *results;
    bool of_errors; /* means something in types that implement error only */
} standard[] = {
    {"As", "any", "bool", true},
    {"Format", "=fmt.State,rune", "", false},
    {"GobDecode", "[]byte", "error", false},
    {"GobEncode", "", "[]byte,error", false},
    {"Is", "error", "bool", true},
    {"MarshalJSON", "", "[]byte,error", false},
    {"MarshalXML", "*xml.Encoder,xml.StartElement", "error", false},
    {"ReadByte", "", "byte,error", false},
    {"ReadFrom", "=io.Reader", "int64,error", false},
    {"ReadRune", "", "rune,int,error", false},
    {"Scan", "=fmt.ScanState,rune", "error", false},
    {"Seek", "=int64,int", "int64,error", false},
    {"UnmarshalJSON", "[]byte", "error", false},
    {"UnmarshalXML", "*xml.Decoder,xml.StartElement", "error", false},
    {"UnreadByte", "", "error", false},
    {"UnreadRune", "", "error", false},
    {"Unwrap", "", "error", true},
    {"WriteByte", "byte", "error", false},
    {"WriteTo", "=io.Writer", "int64,error", false},
};

static bool type_is(Diags *found, Type *t, const char *text, size_t len)
{
    if (len == 3 && !strncmp(text, "any", 3))
        return type_is_interface(t) && !type_underlying(t)->iface.all.len;
    const char *have = vet_type_text(found, t);
    if (t->kind == TY_UINT8)
        have = "byte";
    if (t->kind == TY_INT32)
        have = "rune";
    if (t->kind == TY_SLICE && t->slice.elem->kind == TY_UINT8)
        have = "[]byte";
    return strlen(have) == len && !strncmp(have, text, len);
}

/* Whether the list's types are those of the text; marked: only those with `=`. */
static bool types_are(Diags *found, Type *const *types, u32 count, const char *text, bool marked)
{
    u32 i = 0;
    for (; *text; i++) {
        bool mark = *text == '=';
        text += mark;
        size_t len = strcspn(text, ",");
        if ((mark || !marked) && (i >= count || !type_is(found, types[i], text, len)))
            return false;
        text += len + (text[len] == ',');
    }
    return marked || i == count;
}

static void add_list(Buf *out, const char *text)
{
    for (; *text; text++)
        if (*text == ',')
            buf_puts(out, ", ");
        else if (*text != '=')
            buf_putc(out, *text);
}

/* Unwrap may give several errors, too. */
static bool unwraps_several(Diags *found, u32 row, const Type *sig)
{
    return !strcmp(standard[row].name, "Unwrap") && !sig->func.params.len &&
           types_are(found, sig->func.results.data, sig->func.results.len, "[]error", false);
}

static void report(Diags *found, Span at, u32 row, Type *sig)
{
    Buf have = {0}, want = {0};
    const char *results = standard[row].results;
    bool several = strchr(results, ',') != NULL;
    type_signature_text(&have, sig, NULL);
    add_list(&want, standard[row].params);
    buf_puts(&want, several ? ") (" : *results ? ") " : ")");
    add_list(&want, results);
    buf_puts(&want, several                                 ? ")"
                    : !strcmp(standard[row].name, "Unwrap") ? " or Unwrap() []error"
                                                            : "");
    diag_warning(found, at, "method %s%s should have signature %s(%s", standard[row].name,
                 buf_str(&have), standard[row].name, buf_str(&want));
    buf_free(&have);
    buf_free(&want);
}

/* Whether the receiver, or a pointer to it, has a method Error() string. */
static bool is_error(Type *recv, bool pointer)
{
    const Type *sig = recv ? vet_method(recv, "Error", pointer, NULL) : NULL;
    return sig && !sig->func.params.len && sig->func.results.len == 1 &&
           sig->func.results.data[0]->kind == TY_STRING;
}

/* recv: the receiver's type, which the method takes a pointer to, or the interface; or NULL. */
static void check_method(Diags *found, const Expr *name, Type *sig, Type *recv, bool pointer)
{
    for (u32 i = 0; i < COUNT_OF(standard); i++) {
        if (strcmp(name->ident.name->text, standard[i].name) || !sig || sig->kind != TY_FUNC)
            continue;
        Type *const *params = sig->func.params.data, *const *results = sig->func.results.data;
        u32 nparams = sig->func.params.len, nresults = sig->func.results.len;
        bool other = (standard[i].of_errors && !is_error(recv, pointer)) ||
                     (!strcmp(standard[i].name, "WriteTo") && nparams > 1) ||
                     unwraps_several(found, i, sig);
        if (other || !types_are(found, params, nparams, standard[i].params, true))
            return;
        if (!types_are(found, params, nparams, standard[i].params, false) ||
            !types_are(found, results, nresults, standard[i].results, false))
            report(found, name->span, i, sig);
    }
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    (void)fn;
    const Obj *method = decl && decl->recv ? decl->obj : NULL;
    if (method && method->func.recv)
        check_method(ctx, decl->name, method->type, method->func.recv, method->func.ptr_recv);
}

static void at_expr(void *ctx, Expr *e)
{
    if (e->kind != EX_INTERFACE_TYPE)
        return;
    for (u32 i = 0; i < e->interface_type.methods.len; i++) {
        const Field *method = e->interface_type.methods.data[i];
        if (method->name && method->type)
            check_method(ctx, method->name, method->type->type, e->type, false);
    }
}

void vet_stdmethods(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .expr = at_expr, .func = at_func});
}
