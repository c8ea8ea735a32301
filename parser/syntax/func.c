/* Parser: function types, parameter lists, function bodies. */
#include "parser/syntax/parse.h"

/* ---- parameters ---- */

/* One entry of a list before it is known whether a single name is a type or a parameter. */
typedef struct Param {
    Expr *name, *type;
    Pos start;
} Param;

typedef struct ParamList {
    VEC(Param) all;
    u32 named; /* number of entries with both name and type */
    Token close;
    /* parsed by the caller, before it was known that a list begins */
    Expr *first_name, *first_type;
} ParamList;

/* Variadic = "..." Type . */
static Expr *parse_variadic(Parser *p)
{
    Pos start = parse_pos(p);
    parse_next(p);
    Expr *elem = parse_type_or_null(p);
    if (elem == NULL) {
        parse_error(p, parse_token_span(p), "... is missing type");
        elem = parse_bad_expr(p);
    }
    Expr *x = parse_new_expr(p, EX_ELLIPSIS, start, start);
    x->ellipsis = elem;
    return x;
}

/* The type after a name, NULL if there is none; in type parameter lists also a union. */
static Expr *parse_param_type(Parser *p, bool constraint)
{
    if (p->lx.tok == TK_ELLIPSIS)
        return parse_variadic(p);
    if (constraint && p->lx.tok == TK_TILDE)
        return parse_union(p, NULL);
    Expr *type = parse_type_or_null(p);
    return constraint && type != NULL && p->lx.tok == TK_OR ? parse_union(p, type) : type;
}

/* An entry that begins with a name: `a`, `a T`, `pkg.T`, `T[int]`, `a []int`. */
static Param parse_named_param(Parser *p, Expr *name, bool constraint)
{
    Param param = {NULL, NULL, name->span.start};
    switch (p->lx.tok) {
    case TK_LBRACK:
        param.type = parse_array_or_args(p);
        if (param.type->kind == EX_INDEX) {
            param.type->index.x = name;
            param.type->span.start = name->span.start;
        } else {
            param.name = name;
        }
        break;
    case TK_PERIOD: param.type = parse_qualified_name(p, name); break;
    case TK_OR:
        if (constraint)
            param.type = name;
        else
            param.name = name;
        break;
    default:
        param.name = name;
        param.type = parse_param_type(p, constraint);
        return param;
    }
    if (constraint && p->lx.tok == TK_OR)
        param.type = parse_union(p, param.type);
    return param;
}

/* Parameter = [ Name ] ( Type | Variadic ) | Name .
 * TypeParameter = Name Union | Name . */
static bool parse_param(Parser *p, void *into)
{
    ParamList *list = into;
    bool constraint = list->close == TK_RBRACK;
    Param param = {NULL, NULL, parse_pos(p)};
    if (list->first_name != NULL && list->first_type != NULL) {
        param = (Param){list->first_name, list->first_type, list->first_name->span.start};
        if (p->lx.tok == TK_OR)
            param.type = parse_union(p, param.type);
    } else if (list->first_name != NULL) {
        param = parse_named_param(p, list->first_name, constraint);
    } else if (p->lx.tok == TK_IDENT) {
        Expr *name = parse_name(p);
        param = parse_named_param(p, name, constraint);
    } else {
        param.type = parse_param_type(p, constraint);
    }
    list->first_name = list->first_type = NULL;
    if (param.name == NULL && param.type == NULL) {
        parse_expected(p, parse_token_name(list->close));
        parse_skip_to(p, TOKEN_SET(TK_COMMA, list->close));
        return false;
    }
    list->named += param.name != NULL && param.type != NULL;
    vec_push(&list->all, param);
    return false;
}

/* Reports a list in which only some entries have names. */
static void mixed_params(Parser *p, const ParamList *list, Span odd, Pos close, bool typeless)
{
    Span end = {close, close + 1};
    bool constraint = list->close == TK_RBRACK;
    if (constraint && typeless)
        parse_error(p, end, "missing type constraint");
    else if (constraint && list->all.len == 1)
        parse_error(p, odd, "missing type parameter name or invalid array length");
    else if (constraint)
        parse_error(p, odd, "missing type parameter name");
    else
        parse_hint(p, parse_error(p, odd, "mixed named and unnamed parameters"),
                   "either all parameters have a name or none has");
}

/* Gives each name the type that follows it, from right to left: in `a, b int` both get the type of
 * b. Only entries with names share a type. */
static void distribute_types(Parser *p, ParamList *list, Pos close)
{
    Span odd = {0, 0};
    Expr *type = NULL;
    bool typeless = false, nameless = false;
    for (u32 i = list->all.len; i-- > 0;) {
        Param *param = &list->all.data[i];
        if (param->name == NULL) {
            nameless = true;
            type = NULL;
            odd = param->type->span;
        } else if (param->type != NULL) {
            type = param->type;
        } else if (type != NULL) {
            param->type = type;
        } else {
            if (!nameless)
                odd = param->name->span;
            typeless = !nameless;
            param->type = parse_bad_expr(p);
        }
    }
    if (nameless || typeless)
        mixed_params(p, list, odd, close, !nameless);
}

static void add_params(Parser *p, const ParamList *list, FieldList *out)
{
    for (u32 i = 0; i < list->all.len; i++) {
        const Param *param = &list->all.data[i];
        Field *field = ARENA_NEW(p->arena, Field);
        field->name = param->name;
        field->type = param->type;
        field->span.start = param->start;
        field->span.end = param->type->span.end;
        avec_push(p->arena, out, field);
    }
}

/* Parameters = "(" [ Parameter { "," Parameter } [ "," ] ] ")" .
 * TypeParameters = "[" TypeParameter { "," TypeParameter } [ "," ] "]" .
 * After the opening token. */
void parse_params(Parser *p, FieldList *out, Expr *first_name, Expr *first_type, Token close,
                  bool names_required)
{
    ParamList list = {.close = close, .first_name = first_name, .first_type = first_type};
    p->expr_level++;
    if (first_name != NULL && p->lx.tok == close) {
        parse_param(p, &list); /* the caller's entry comes first */
    }
    Pos end = parse_list(p, names_required ? "type parameter list" : "parameter list", TK_COMMA,
                         close, parse_param, &list);
    p->expr_level--;
    if (list.named == 0 && !names_required) {
        for (u32 i = 0; i < list.all.len; i++) {
            Param *param = &list.all.data[i];
            if (param->name != NULL) {
                param->type = param->name;
                param->name = NULL;
            }
        }
    } else if (list.named != list.all.len) {
        distribute_types(p, &list, end);
    }
    add_params(p, &list, out);
    vec_free(&list.all);
}

/* ---- signatures ---- */

/* Result = Parameters | Type . */
void parse_result(Parser *p, FieldList *out)
{
    if (parse_got(p, TK_LPAREN)) {
        parse_params(p, out, NULL, NULL, TK_RPAREN, false);
        return;
    }
    Expr *type = parse_type_or_null(p);
    if (type == NULL)
        return;
    Field *field = ARENA_NEW(p->arena, Field);
    field->type = type;
    field->span = type->span;
    avec_push(p->arena, out, field);
}

/* Signature = Parameters [ Result ] .
 * Also parses type parameters in front of it, which only declared functions may have. */
void parse_signature(Parser *p, FuncSig *sig, const char *context)
{
    Pos start = parse_pos(p);
    if (p->lx.tok == TK_LBRACK) {
        Span span = parse_token_span(p);
        parse_next(p);
        if (context != NULL)
            parse_error(p, span, "%s must have no type parameters", context);
        if (p->lx.tok == TK_RBRACK) {
            parse_error(p, parse_token_span(p), "empty type parameter list");
            parse_next(p);
        } else {
            parse_params(p, &sig->tparams, NULL, NULL, TK_RBRACK, true);
        }
    }
    if (p->lx.tok == TK_LBRACE) {
        parse_hint(p, parse_expected(p, "("), "an empty parameter list is written ()");
    } else {
        parse_want(p, TK_LPAREN);
        parse_params(p, &sig->params, NULL, NULL, TK_RPAREN, false);
        parse_result(p, &sig->results);
    }
    sig->span = parse_span_from(p, start);
}

/* FunctionBody = Block . */
Stmt *parse_func_body(Parser *p)
{
    int level = p->expr_level;
    p->expr_level = 0;
    p->func_depth++;
    Stmt *body = parse_block(p, "");
    p->func_depth--;
    p->expr_level = level;
    return body;
}

/* FunctionType = "func" Signature .
 * FunctionLiteral = FunctionType FunctionBody . */
Expr *parse_func_type_or_literal(Parser *p)
{
    Pos start = parse_pos(p);
    parse_next(p);
    FuncSig sig = {0};
    parse_signature(p, &sig, "function type");
    if (p->lx.tok != TK_LBRACE) {
        Expr *x = parse_new_expr(p, EX_FUNC_TYPE, start, start);
        x->func_type = ARENA_NEW(p->arena, FuncSig);
        *x->func_type = sig;
        return x;
    }
    FuncLit *func = ARENA_NEW(p->arena, FuncLit);
    func->sig = sig;
    func->body = parse_func_body(p);
    Expr *x = parse_new_expr(p, EX_FUNC, start, start);
    x->func = func;
    return x;
}
