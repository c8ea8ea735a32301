/* Parser: declarations (import, const, type, var, func). */
#include "parser/syntax/parse.h"

#include <utf8proc.h>

static Decl *new_decl(Parser *p, DeclKind kind)
{
    Decl *d = ARENA_NEW(p->arena, Decl);
    d->kind = kind;
    d->span = parse_token_span(p);
    return d;
}

static void parse_name_list(Parser *p, ExprList *out)
{
    do {
        Expr *name = parse_name(p);
        avec_push(p->arena, out, name);
    } while (parse_got(p, TK_COMMA));
}

/* ---- imports ---- */

/* Why a character is not allowed in an import path; NULL if it is. */
static const char *path_char_fault(i32 c)
{
    utf8proc_category_t category = utf8proc_category(c);
    if (c == 0xfffd)
        return "contains invalid UTF-8 sequence";
    if (c < ' ' || c == 0x7f)
        return "contains control character";
    if (c == '\\')
        return "contains backslash; use slash";
    if (c == ' ' || (category >= UTF8PROC_CATEGORY_ZS && category <= UTF8PROC_CATEGORY_ZP))
        return "contains space character";
    if (strchr("!\"#$%&'()*,:;<=>?[]^`{|}", c < 128 ? c : 'a') != NULL)
        return "contains invalid character";
    return NULL;
}

static void check_import_path(Parser *p, const Expr *path)
{
    const char *s = path->lit.str, *end = s + path->lit.str_len;
    if (s == end) {
        diag_error(p->cx->diags, path->span, "invalid import path (empty string)");
        return;
    }
    if (*s == '/')
        diag_error(p->cx->diags, path->span, "import path cannot be absolute path");
    while (s < end) {
        utf8proc_int32_t c;
        utf8proc_ssize_t n = utf8proc_iterate((const u8 *)s, end - s, &c);
        const char *fault = path_char_fault(n > 0 ? c : 0xfffd);
        char buf[24];
        if (fault != NULL) {
            diag_error(p->cx->diags, path->span, "import path %s%s%s", fault,
                       n > 0 && c >= ' ' ? ": " : "",
                       n > 0 && c >= ' ' ? lex_char_text(c, buf) : "");
            return;
        }
        s += n;
    }
}

/* ImportSpec = [ Name | "." ] string . */
static Decl *parse_import_spec(Parser *p)
{
    Decl *d = new_decl(p, DECL_IMPORT);
    if (p->lx.tok == TK_IDENT) {
        d->import.name = parse_name(p);
    } else if (p->lx.tok == TK_PERIOD) {
        d->import.name = parse_new_expr(p, EX_IDENT, parse_pos(p), parse_pos(p));
        d->import.name->ident.name = intern_str(p->cx->syms, ".");
        d->import.name->span = parse_token_span(p);
        parse_next(p);
    }
    d->import.path = "";
    d->import.path_span = parse_token_span(p);
    bool bad = p->lx.bad;
    Expr *path = parse_literal_or_null(p);
    if (path == NULL) {
        Diag *diag =
            parse_error(p, parse_token_span(p), "missing import path; require quoted string");
        if (d->import.name != NULL)
            parse_hint(p, diag, "write import \"%s\"", d->import.name->ident.name->text);
        parse_skip_to(p, TOKEN_SET(TK_SEMICOLON, TK_RPAREN));
    } else if (path->lit.tok != TK_STRING) {
        if (!bad)
            parse_error(p, path->span, "import path must be a string");
    } else if (!bad) {
        d->import.path = path->lit.str;
        check_import_path(p, path);
    }
    return d;
}

/* ---- constants and variables ---- */

/* ConstSpec = Name { "," Name } [ [ Type ] "=" ExpressionList ] . */
static Decl *parse_const_spec(Parser *p)
{
    Decl *d = new_decl(p, DECL_CONST);
    parse_name_list(p, &d->value.names);
    Token tok = p->lx.tok;
    if (tok != TK_EOF && tok != TK_SEMICOLON && tok != TK_RPAREN) {
        d->value.type = parse_type_or_null(p);
        if (parse_got_assign(p))
            parse_expr_list(p, &d->value.values);
    }
    return d;
}

/* A specification without type and values repeats those of the last one that had some. Each gets a
 * copy of its own, since the checker annotates the tree. */
static void repeat_const(Parser *p, Decl *d, const Decl *model)
{
    size_t before = p->arena->total;
    d->implicit = true;
    if (p->cloned > MAX_CLONED)
        return;
    if (model->value.type != NULL)
        d->value.type = ast_clone_expr(p->arena, model->value.type);
    for (u32 i = 0; i < model->value.values.len; i++) {
        Expr *value = ast_clone_expr(p->arena, model->value.values.data[i]);
        avec_push(p->arena, &d->value.values, value);
    }
    p->cloned += p->arena->total - before;
    if (p->cloned > MAX_CLONED)
        parse_error(p, d->span, "repeated constant expressions are too large");
}

/* VarSpec = Name { "," Name } ( Type [ "=" ExpressionList ] | "=" ExpressionList ) . */
static Decl *parse_var_spec(Parser *p)
{
    Decl *d = new_decl(p, DECL_VAR);
    parse_name_list(p, &d->value.names);
    if (!parse_got_assign(p)) {
        d->value.type = parse_type(p);
        if (!parse_got_assign(p))
            return d;
    }
    parse_expr_list(p, &d->value.values);
    return d;
}

/* ---- types ---- */

/* Whether x can only be the constraint of a type parameter, never an array length. */
static bool is_type_element(const Expr *x)
{
    switch (x->kind) {
    case EX_ARRAY_TYPE:
    case EX_STRUCT_TYPE:
    case EX_FUNC_TYPE:
    case EX_INTERFACE_TYPE:
    case EX_MAP_TYPE:
    case EX_CHAN_TYPE: return true;
    case EX_PAREN: return is_type_element(x->paren);
    case EX_UNARY: return x->unary.op == TK_TILDE || is_type_element(x->unary.x);
    case EX_STAR: return is_type_element(x->star);
    case EX_BINARY: return is_type_element(x->binary.x) || is_type_element(x->binary.y);
    default: return false;
    }
}

/* Splits an expression parsed after `type T[` into a type parameter and its constraint: `P *C` was
 * parsed as a product, `P (C)` as a call, `P *C|D` as a binary or. Unless `force`, only if it
 * cannot be an array length. Returns false if x cannot be split; a single name gives a NULL
 * type. */
static bool split_type_param(Parser *p, Expr *x, bool force, Expr **name, Expr **type)
{
    *type = NULL;
    *name = x;
    if (x->kind == EX_IDENT)
        return true;
    if (x->kind == EX_CALL) {
        if (x->call.fun->kind != EX_IDENT || x->call.args.len != 1 || x->call.spread_pos)
            return false;
        Expr *arg = x->call.args.data[0];
        *name = x->call.fun;
        *type = parse_new_expr(p, EX_PAREN, x->op_pos, x->op_pos);
        (*type)->paren = arg;
        return force || is_type_element(arg);
    }
    if (x->kind != EX_BINARY)
        return false;
    Expr *left = x->binary.x, *right = x->binary.y;
    if (x->binary.op == TK_MUL) {
        if (left->kind != EX_IDENT || !(force || is_type_element(right)))
            return false;
        *name = left;
        *type = parse_new_expr(p, EX_STAR, x->op_pos, x->op_pos);
        (*type)->star = right;
        (*type)->span.end = right->span.end;
        return true;
    }
    if (x->binary.op != TK_OR ||
        !split_type_param(p, left, force || is_type_element(right), name, type) || *type == NULL)
        return false;
    Expr *both = parse_new_expr(p, EX_BINARY, (*type)->span.start, x->op_pos);
    both->binary.op = TK_OR;
    both->binary.x = *type;
    both->binary.y = right;
    both->span.end = right->span.end;
    *type = both;
    return true;
}

static void parse_alias_and_type(Parser *p, Decl *d)
{
    d->type.alias = parse_got_assign(p);
    d->type.type = parse_type_or_null(p);
}

/* At the `[` after the name: an array or slice type, or type parameters. Parses an expression and
 * then decides: `[N]` and `[N * 2]` are lengths, `[P any` and `[P *C,` begin parameters. */
static void parse_bracketed_type(Parser *p, Decl *d)
{
    Pos start = parse_pos(p);
    parse_next(p);
    if (p->lx.tok != TK_IDENT) {
        d->type.type =
            parse_got(p, TK_RBRACK) ? parse_slice_type(p, start) : parse_array_type(p, start, NULL);
        return;
    }
    Expr *x = parse_name(p), *name, *type;
    if (p->lx.tok != TK_LBRACK) {
        p->expr_level++;
        x = parse_binary(p, parse_primary(p, x), 0);
        p->expr_level--;
    }
    if (split_type_param(p, x, p->lx.tok == TK_COMMA, &name, &type) &&
        (type != NULL || p->lx.tok != TK_RBRACK)) {
        parse_params(p, &d->type.tparams, name, type, TK_RBRACK, true);
        parse_alias_and_type(p, d);
    } else {
        d->type.type = parse_array_type(p, start, x);
    }
}

/* TypeSpec = Name [ TypeParameters ] [ "=" ] Type . */
static Decl *parse_type_spec(Parser *p)
{
    Decl *d = new_decl(p, DECL_TYPE);
    d->type.name = parse_name(p);
    if (p->lx.tok == TK_LBRACK)
        parse_bracketed_type(p, d);
    else
        parse_alias_and_type(p, d);
    if (d->type.type == NULL) {
        d->type.type = parse_bad_expr(p);
        Diag *diag = parse_unexpected(p, "in type declaration");
        if (p->lx.tok == TK_LBRACE)
            parse_hint(p, diag, "write `type %s struct {`", d->type.name->ident.name->text);
        parse_skip_to(p, TOKEN_SET(TK_SEMICOLON, TK_RPAREN));
    }
    return d;
}

/* ---- groups ---- */

typedef struct Group {
    DeclKind kind;
    u32 iota;
    const Decl *model; /* the last constant specification with values */
    DeclList *out;
} Group;

static Decl *parse_spec(Parser *p, DeclKind kind)
{
    switch (kind) {
    case DECL_IMPORT: return parse_import_spec(p);
    case DECL_CONST: return parse_const_spec(p);
    case DECL_TYPE: return parse_type_spec(p);
    default: return parse_var_spec(p);
    }
}

static bool parse_group_member(Parser *p, void *into)
{
    Group *group = into;
    Decl *d = parse_spec(p, group->kind);
    d->span = parse_span_from(p, d->span.start);
    if (d->kind == DECL_CONST) {
        d->iota = group->iota++;
        if (d->value.type != NULL || d->value.values.len > 0)
            group->model = d;
        else if (group->model != NULL)
            repeat_const(p, d, group->model);
    }
    avec_push(p->arena, group->out, d);
    return false;
}

/* ImportDecl = "import" ( ImportSpec | "(" { ImportSpec ";" } ")" ) .
 * ConstDecl = "const" ( ConstSpec | "(" { ConstSpec ";" } ")" ) .
 * TypeDecl = "type" ( TypeSpec | "(" { TypeSpec ";" } ")" ) .
 * VarDecl = "var" ( VarSpec | "(" { VarSpec ";" } ")" ) . */
void parse_decl_group(Parser *p, DeclKind kind, DeclList *out)
{
    static const char *const contexts[] = {"import declaration", "const declaration",
                                           "type declaration", "var declaration"};
    Group group = {.kind = kind, .out = out};
    if (parse_got(p, TK_LPAREN))
        parse_list(p, contexts[kind], TK_SEMICOLON, TK_RPAREN, parse_group_member, &group);
    else
        parse_group_member(p, &group);
}

/* ---- functions ---- */

/* Receiver = Parameters . */
static Field *parse_receiver(Parser *p)
{
    FieldList fields = {0};
    Span span = parse_token_span(p);
    parse_next(p);
    parse_params(p, &fields, NULL, NULL, TK_RPAREN, false);
    span.end = p->last_stop;
    if (fields.len == 0)
        diag_error(p->cx->diags, span, "method has no receiver");
    else if (fields.len > 1)
        diag_error(p->cx->diags, span, "method has multiple receivers");
    return fields.len > 0 ? fields.data[0] : NULL;
}

/* FunctionDecl = "func" ( Name [ TypeParameters ] | Receiver Name ) Signature [ FunctionBody ] . */
Decl *parse_func_decl(Parser *p, Pos start)
{
    Decl *d = new_decl(p, DECL_FUNC);
    FuncDecl *f = d->func = ARENA_NEW(p->arena, FuncDecl);
    bool method = p->lx.tok == TK_LPAREN;
    if (method)
        f->recv = parse_receiver(p);
    if (p->lx.tok == TK_IDENT) {
        f->name = parse_name(p);
        parse_signature(p, &f->fn.sig, method ? "method" : NULL);
    } else {
        parse_expected(p, method ? "name" : "name or (");
        f->name = parse_new_expr(p, EX_IDENT, parse_pos(p), parse_pos(p));
        f->name->ident.name = intern_str(p->cx->syms, "_");
        parse_skip_to(p, TOKEN_SET(TK_LBRACE, TK_SEMICOLON));
    }
    if (p->lx.tok == TK_LBRACE && !parse_body_later(p, f))
        f->fn.body = parse_func_body(p);
    d->span = parse_span_from(p, start);
    return d;
}
