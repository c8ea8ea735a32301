/* Formats against arguments: verbs that are not known or do not fit the type, too few or too many
 * arguments. Of what prints without a format: directives in the text, a newline too many. */
#include "parser/vet/printf.h"

#include <ctype.h>
#include <string.h>

/* Flags that a verb knows, and types that it takes. */
static const struct {
    char verb;
    const char *flags;
    u32 takes;
} verbs[] = {
    {'%', "", 0},
    {'b', " -+.0#", TAKES_INT | TAKES_FLOAT | TAKES_COMPLEX | TAKES_POINTER},
    {'c', "-", TAKES_RUNE | TAKES_INT},
    {'d', " -+.0", TAKES_INT | TAKES_POINTER},
    {'e', " -+.0#", TAKES_FLOAT | TAKES_COMPLEX},
    {'E', " -+.0#", TAKES_FLOAT | TAKES_COMPLEX},
    {'f', " -+.0#", TAKES_FLOAT | TAKES_COMPLEX},
    {'F', " -+.0#", TAKES_FLOAT | TAKES_COMPLEX},
    {'g', " -+.0#", TAKES_FLOAT | TAKES_COMPLEX},
    {'G', " -+.0#", TAKES_FLOAT | TAKES_COMPLEX},
    {'o', " -+.0#", TAKES_INT | TAKES_POINTER},
    {'O', " -+.0#", TAKES_INT | TAKES_POINTER},
    {'p', "-#", TAKES_POINTER},
    {'q', " -+.0#", TAKES_RUNE | TAKES_INT | TAKES_STRING},
    {'s', " -+.0", TAKES_STRING},
    {'t', "-", TAKES_BOOL},
    {'T', "-", TAKES_ANY},
    {'U', "-#", TAKES_RUNE | TAKES_INT},
    {'v', " -+.0#", TAKES_ANY},
    {'w', " -+.0#", TAKES_ERROR},
    {'x', " -+.0#",
     TAKES_RUNE | TAKES_INT | TAKES_STRING | TAKES_POINTER | TAKES_FLOAT | TAKES_COMPLEX},
    {'X', " -+.0#",
     TAKES_RUNE | TAKES_INT | TAKES_STRING | TAKES_POINTER | TAKES_FLOAT | TAKES_COMPLEX},
};

/* ---- one directive ---- */

enum { MOST_STARS = 2 };

/* A format, and the directive in it that is being read. */
typedef struct Format {
    Printf *p;
    const Expr *call;
    const char *name; /* of the function */
    PrintKind kind;
    const char *at, *end;
    u32 first, next;   /* arguments: the first one after the format, the one that comes next */
    bool indexed;      /* %[n]d: arguments may be used in any order */
    u32 wraps;         /* %w so far */
    const char *begin; /* of the directive */
    char flags[8];
    u32 nflags;
    bool has_index; /* an index stands right before */
    u32 stars[MOST_STARS], nstars;
} Format;

/* The directive so far, as text. */
static const char *text_of(const Format *f)
{
    return arena_printf(&f->p->found->arena, "%.*s", (int)(f->at - f->begin), f->begin);
}

static void PRINTF_LIKE(2, 3) wrong(Format *f, const char *fmt, ...)
{
    va_list args;
    Buf text = {0};
    va_start(args, fmt);
    buf_vprintf(&text, fmt, args);
    va_end(args);
    diag_warning(f->p->found, f->call->span, "%s %s", f->name, buf_str(&text));
    buf_free(&text);
}

static u32 given(const Format *f)
{
    return f->call->call.args.len - f->first;
}

static const char *plural_args(u32 n)
{
    return n == 1 ? "arg" : "args";
}

/* [n] */
static bool take_index(Format *f)
{
    f->has_index = false;
    if (f->at >= f->end || *f->at != '[')
        return true;
    const char *begin = f->at + 1, *close = memchr(begin, ']', (size_t)(f->end - begin));
    if (!close) {
        f->at = f->end;
        wrong(f, "format %s is missing closing ]", text_of(f));
        return false;
    }
    char *stop;
    unsigned long n = strtoul(begin, &stop, 10);
    if (!isdigit((u8)*begin) || stop != close || !n || n > given(f)) {
        wrong(f, "format has invalid argument index [%.*s]", (int)(close - begin), begin);
        return false;
    }
    f->next = f->first + (u32)n - 1;
    f->indexed = f->has_index = true;
    f->at = close + 1;
    return true;
}

/* A width or precision: digits, or * with an argument. */
static void take_number(Format *f)
{
    if (f->at < f->end && *f->at == '*') {
        f->has_index = false;
        f->at++;
        if (f->nstars < MOST_STARS)
            f->stars[f->nstars++] = f->next;
        f->next++;
        return;
    }
    while (f->at < f->end && isdigit((u8)*f->at))
        f->at++;
}

static bool take_precision(Format *f)
{
    if (f->at >= f->end || *f->at != '.')
        return true;
    if (f->nflags < sizeof f->flags)
        f->flags[f->nflags++] = '.';
    f->at++;
    if (!take_index(f))
        return false;
    take_number(f);
    return true;
}

/* Whether there is an argument with that number to look at. */
static bool is_given(Format *f, u32 arg)
{
    u32 n = f->call->call.args.len;
    if (arg + 1 < n || (arg < n && !f->call->call.spread_pos))
        return true;
    if (!f->call->call.spread_pos)
        wrong(f, "format %s reads arg #%u, but call has %u %s", text_of(f), arg - f->first + 1,
              given(f), plural_args(given(f)));
    return false;
}

static Expr *argument(const Format *f, u32 i)
{
    return f->call->call.args.data[i];
}

/* Which type that a type parameter may be does not fit. */
static const char *details(const Format *f, const TypeTerm *misfit)
{
    return misfit ? arena_printf(&f->p->found->arena, " (contains %s%s)", misfit->tilde ? "~" : "",
                                 vet_type_text(f->p->found, misfit->type))
                  : "";
}

static bool check_stars(Format *f)
{
    for (u32 i = 0; i < f->nstars; i++) {
        if (!is_given(f, f->stars[i]))
            return false;
        const Expr *arg = argument(f, f->stars[i]);
        const TypeTerm *misfit;
        if (!printf_takes(arg, TAKES_INT, &misfit)) {
            wrong(f, "format %s uses non-int %s%s as argument of *", text_of(f),
                  vet_text(f->p->found, arg), details(f, misfit));
            return false;
        }
    }
    return true;
}

/* The row of a verb and its flags; false: one is not known, which is reported. */
static bool check_verb(Format *f, char verb, u32 *row)
{
    for (*row = 0; *row < COUNT_OF(verbs) && verbs[*row].verb != verb; ++*row)
        ;
    if (*row == COUNT_OF(verbs)) {
        wrong(f, "format %s has unknown verb %s", text_of(f), f->at - 1);
        return false;
    }
    for (u32 i = 0; i < f->nflags; i++)
        if (f->flags[i] != '0' && !strchr(verbs[*row].flags, f->flags[i])) {
            wrong(f, "format %s has unrecognized flag %c", text_of(f), f->flags[i]);
            return false;
        }
    return true;
}

static const char *type_name(const Format *f, const Expr *arg)
{
    return arg->mode == MODE_NIL ? "untyped nil" : vet_type_text(f->p->found, arg->type);
}

/* The argument of a verb. */
static bool check_argument(Format *f, u32 row, u32 i)
{
    if (!is_given(f, i))
        return false;
    Expr *arg = argument(f, i);
    const char *text = vet_text(f->p->found, arg), *verb = text_of(f);
    char c = verbs[row].verb;
    if (vet_is_function(arg) && c != 'p' && c != 'T') {
        wrong(f, "format %s arg %s is a func value, not called", verb, text);
        return false;
    }
    const TypeTerm *misfit;
    if (!printf_takes(arg, verbs[row].takes, &misfit)) {
        wrong(f, "format %s has arg %s of wrong type %s%s", verb, text, type_name(f, arg),
              details(f, misfit));
        return false;
    }
    bool text_wanted =
        verbs[row].takes & TAKES_STRING && c != 'T' && !memchr(f->flags, '#', f->nflags);
    const char *method = text_wanted ? printf_recurs(f->p, arg) : NULL;
    if (method)
        wrong(f, "format %s with arg %s causes recursive %s method call", verb, text, method);
    return !method;
}

static bool check_wrap(Format *f)
{
    if (f->kind != PRINTS_ERROR)
        wrong(f, "does not support error-wrapping directive %%w");
    else if (f->wraps++ && f->p->file->file->go_minor < 20)
        wrong(f, "call has more than one error-wrapping directive %%w");
    else
        return true;
    return false;
}

/* What stands between % and the verb. */
static bool take_prefix(Format *f)
{
    f->begin = f->at++;
    f->nflags = f->nstars = 0;
    while (f->at < f->end && strchr("#0+- ", *f->at)) {
        if (f->nflags < sizeof f->flags)
            f->flags[f->nflags++] = *f->at;
        f->at++;
    }
    if (!take_index(f))
        return false;
    take_number(f);
    if (!take_precision(f) || (!f->has_index && !take_index(f)))
        return false;
    if (f->at < f->end)
        return true;
    wrong(f, "format %s is missing verb at end of string", text_of(f));
    return false;
}

/* Reads the directive at f->at and its arguments; false: something was reported. */
static bool take_directive(Format *f)
{
    u32 row = 0;
    if (!take_prefix(f))
        return false;
    char verb = *f->at++;
    while (f->at < f->end && ((u8)*f->at & 0xc0) == 0x80)
        f->at++;
    u32 i = f->next;
    f->next += verb != '%';
    if (verb == 'w' && !check_wrap(f))
        return false;
    bool itself = i < f->call->call.args.len && argument(f, i)->type &&
                  argument(f, i)->mode != MODE_NIL && printf_formats_itself(argument(f, i)->type);
    if (!itself && !check_verb(f, verb, &row))
        return false;
    if (!check_stars(f))
        return false;
    return verb == '%' || itself ? verb == '%' || is_given(f, i) : check_argument(f, row, i);
}

/* ---- calls ---- */

static void check_directives(Format *f)
{
    while ((f->at = memchr(f->at, '%', (size_t)(f->end - f->at))))
        if (!take_directive(f))
            return;
    u32 n = f->call->call.args.len;
    if (f->indexed || f->next == n || (f->call->call.spread_pos && f->next + 1 >= n))
        return;
    u32 needs = f->next - f->first;
    wrong(f, "call needs %u %s but has %u %s", needs, plural_args(needs), given(f),
          plural_args(given(f)));
}

static bool is_text(const Expr *e)
{
    return e->val && const_kind(e->val) == CONST_STRING;
}

/* f(g()): the arguments are the results of g. */
static bool takes_results(const Expr *call)
{
    for (u32 i = 0; i < call->call.args.len; i++)
        if (call->call.args.data[i]->type && call->call.args.data[i]->type->kind == TY_TUPLE)
            return true;
    return false;
}

static void check_format(Printf *p, const Expr *call, PrintKind kind)
{
    const Type *sig = call->call.fun->type;
    if (!sig || type_underlying((Type *)sig)->kind != TY_FUNC || takes_results(call))
        return;
    u32 params = type_underlying((Type *)sig)->func.params.len;
    if (params < 2 || params - 2 >= call->call.args.len ||
        !is_text(call->call.args.data[params - 2]))
        return;
    Format f = {.p = p, .call = call, .kind = kind, .first = params - 1, .next = params - 1};
    u32 len;
    f.name = printf_name(p, call);
    f.at = const_string_value(call->call.args.data[params - 2]->val, &len);
    f.end = f.at + len;
    if (memchr(f.at, '%', len))
        check_directives(&f);
    else if (given(&f) && !call->call.spread_pos)
        wrong(&f, "call has arguments but no formatting directives");
}

/* The directive that a text has, as "%-5.2f"; its length, 0: none. */
static u32 directive_in(const char *text, const char *end, const char **begin)
{
    for (const char *at = text; (at = memchr(at, '%', (size_t)(end - at))); at++) {
        const char *c = at + 1;
        c += strspn(c, "+-#");
        for (int part = 0; part < 2; part++) {
            c += part && *c == '.';
            if (*c == '[')
                c += strcspn(c, "]") + 1;
            c += *c == '*' ? 1 : strspn(c, "0123456789");
        }
        if (c < end && strchr("bcdefgopqstvxEFGTUX", *c)) {
            *begin = at;
            return (u32)(c + 1 - at);
        }
    }
    return 0;
}

static void check_first(Printf *p, const Expr *call, const char *name, const Expr *arg)
{
    if (!is_text(arg))
        return;
    u32 len;
    const char *text = const_string_value(arg->val, &len), *begin;
    u32 n = directive_in(text, text + len, &begin);
    if (n)
        diag_warning(p->found, call->span, "%s call has possible formatting directive %.*s", name,
                     (int)n, begin);
}

static void check_last(Printf *p, const Expr *call, const char *name, const Expr *arg)
{
    u32 len;
    size_t n = strlen(name);
    if (n < 2 || strcmp(name + n - 2, "ln") || !is_text(arg))
        return;
    const char *text = const_string_value(arg->val, &len);
    if (len && text[len - 1] == '\n')
        diag_warning(p->found, call->span, "%s arg list ends with redundant newline", name);
}

/* fmt.Print(os.Stderr, ...) */
static bool is_writer(const Expr *e)
{
    const Obj *obj =
        e->kind == EX_SELECTOR && !e->selector.selection ? e->selector.sel->ident.obj : NULL;
    return obj && obj->pkg && !strcmp(obj->pkg->path, "os") && !strncmp(obj->name->text, "Std", 3);
}

static void check_values(Printf *p, const Expr *call)
{
    Type *sig = call->call.fun->type ? type_underlying(call->call.fun->type) : NULL;
    const ExprList *args = &call->call.args;
    if (!sig || sig->kind != TY_FUNC || !sig->func.variadic)
        return;
    u32 first = sig->func.params.len - 1;
    if (args->len <= first || takes_results(call))
        return;
    const char *name = printf_name(p, call);
    if (!first && is_writer(args->data[0]))
        diag_warning(p->found, call->span, "%s does not take io.Writer but has first arg %s", name,
                     vet_text(p->found, args->data[0]));
    check_first(p, call, name, args->data[first]);
    check_last(p, call, name, vec_last(args));
    for (u32 i = first; i < args->len; i++) {
        const char *text = vet_text(p->found, args->data[i]);
        const char *method = printf_recurs(p, args->data[i]);
        if (vet_is_function(args->data[i]))
            diag_warning(p->found, call->span, "%s arg %s is a func value, not called", name, text);
        if (method)
            diag_warning(p->found, call->span, "%s arg %s causes recursive call to %s method", name,
                         text, method);
    }
}

static void at_expr(void *ctx, Expr *e)
{
    Printf *p = ctx;
    PrintKind kind = e->kind == EX_CALL ? printf_kind(p, e) : PRINTS_NOTHING;
    if (kind == PRINTS_VALUES)
        check_values(p, e);
    else if (kind != PRINTS_NOTHING)
        check_format(p, e, kind);
}

static void at_func(void *ctx, FuncLit *fn, const FuncDecl *decl)
{
    (void)fn;
    Printf *p = ctx;
    if (!decl)
        return;
    p->decl = decl;
    printf_check_wrapper(p, decl);
}

void vet_printf(const VetFile *file, Diags *found)
{
    Printf p = {.file = file, .found = found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &p, .expr = at_expr, .func = at_func});
    map_free(&p.kinds);
}
