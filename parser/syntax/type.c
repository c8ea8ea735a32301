/* Parser: types, except function types (parser/syntax/func.c). */
#include "parser/syntax/parse.h"

Expr *parse_type(Parser *p)
{
    Expr *x = parse_type_or_null(p);
    if (x != NULL)
        return x;
    x = parse_bad_expr(p);
    Diag *diag = parse_expected(p, "type");
    if (p->lx.tok == TK_COLON)
        parse_hint(p, diag, "write the type after the name, without a colon: x int");
    parse_skip_to(p, TOKEN_SET(TK_COMMA, TK_COLON, TK_SEMICOLON, TK_RPAREN, TK_RBRACK, TK_RBRACE));
    return x;
}

/* ---- arrays, slices, maps, channels, pointers ---- */

/* SliceType = "[" "]" Type .
 * After the brackets. */
Expr *parse_slice_type(Parser *p, Pos start)
{
    Expr *elem = parse_type(p);
    Expr *x = parse_new_expr(p, EX_ARRAY_TYPE, start, start);
    x->array_type.elem = elem;
    return x;
}

static Expr *parse_array_len(Parser *p)
{
    if (p->lx.tok == TK_ELLIPSIS) {
        Expr *x = parse_new_expr(p, EX_ELLIPSIS, parse_pos(p), parse_pos(p));
        x->span = parse_token_span(p);
        parse_next(p);
        return x;
    }
    p->expr_level++;
    Expr *len = parse_expr(p);
    p->expr_level--;
    return len;
}

/* ArrayType = "[" ( Expression | "..." ) "]" Type .
 * After `[`, and after the length if it is given. */
Expr *parse_array_type(Parser *p, Pos start, Expr *len)
{
    if (len == NULL)
        len = parse_array_len(p);
    if (p->lx.tok == TK_COMMA) {
        parse_expected(p, "]");
        parse_next(p);
    }
    parse_want(p, TK_RBRACK);
    Expr *elem = parse_type(p);
    Expr *x = parse_new_expr(p, EX_ARRAY_TYPE, start, start);
    x->array_type.len = len;
    x->array_type.elem = elem;
    return x;
}

/* After a name in a parameter or field list, `[` begins an array type or the arguments of a generic
 * type; only the token after `]` decides. */
Expr *parse_array_or_args(Parser *p)
{
    Pos start = parse_pos(p);
    parse_want(p, TK_LBRACK);
    if (parse_got(p, TK_RBRACK))
        return parse_slice_type(p, start);
    if (p->lx.tok == TK_ELLIPSIS)
        return parse_array_type(p, start, NULL);
    ExprList args = {0};
    bool comma = parse_type_list(p, &args);
    parse_want(p, TK_RBRACK);
    if (!comma) {
        Expr *elem = parse_type_or_null(p);
        if (elem != NULL) {
            Expr *x = parse_new_expr(p, EX_ARRAY_TYPE, start, start);
            x->array_type.len = args.data[0];
            x->array_type.elem = elem;
            return x;
        }
    }
    Expr *x = parse_new_expr(p, EX_INDEX, start, start);
    x->index.args = args;
    return x;
}

/* MapType = "map" "[" Type "]" Type . */
static Expr *parse_map_type(Parser *p, Pos start)
{
    parse_next(p);
    parse_want(p, TK_LBRACK);
    Expr *key = parse_type(p);
    parse_want(p, TK_RBRACK);
    Expr *elem = parse_type(p);
    Expr *x = parse_new_expr(p, EX_MAP_TYPE, start, start);
    x->map_type.key = key;
    x->map_type.elem = elem;
    return x;
}

static Expr *parse_chan_elem(Parser *p)
{
    Expr *elem = parse_type_or_null(p);
    if (elem != NULL)
        return elem;
    parse_error(p, parse_token_span(p), "missing channel element type");
    return parse_bad_expr(p);
}

/* ChannelType = "chan" [ "<-" ] Type | "<-" "chan" Type . */
static Expr *parse_chan_type(Parser *p, Pos start)
{
    ChanDir dir = CHAN_BOTH;
    Pos arrow = parse_pos(p);
    if (parse_got(p, TK_ARROW)) {
        dir = CHAN_RECV;
        parse_want(p, TK_CHAN);
    } else {
        parse_next(p);
        arrow = parse_pos(p);
        if (parse_got(p, TK_ARROW))
            dir = CHAN_SEND;
    }
    Expr *elem = parse_chan_elem(p);
    Expr *x = parse_new_expr(p, EX_CHAN_TYPE, start, start);
    x->chan_type.dir = dir;
    x->chan_type.elem = elem;
    x->chan_type.arrow = dir == CHAN_BOTH ? 0 : arrow;
    return x;
}

/* PointerType = "*" Type . */
static Expr *parse_pointer_type(Parser *p, Pos start)
{
    parse_next(p);
    Expr *base = parse_type(p);
    Expr *x = parse_new_expr(p, EX_STAR, start, start);
    x->star = base;
    return x;
}

/* ParenType = "(" Type ")" . */
static Expr *parse_paren_type(Parser *p, Pos start)
{
    parse_next(p);
    p->expr_level++;
    Expr *inner = parse_type(p);
    p->expr_level--;
    parse_want(p, TK_RPAREN);
    Expr *x = parse_new_expr(p, EX_PAREN, start, start);
    x->paren = inner;
    return x;
}

/* ---- names ---- */

/* TypeArguments = "[" Type { "," Type } [ "," ] "]" . */
static Expr *parse_type_args(Parser *p, Expr *generic)
{
    Pos lbrack = parse_pos(p), start = generic->span.start;
    ExprList args = {0};
    parse_next(p);
    p->expr_level++;
    if (p->lx.tok == TK_RBRACK)
        parse_expected(p, "type argument list");
    while (p->lx.tok != TK_RBRACK && p->lx.tok != TK_EOF) {
        Expr *arg = parse_type(p);
        avec_push(p->arena, &args, arg);
        if (!parse_got(p, TK_COMMA))
            break;
    }
    p->expr_level--;
    parse_want(p, TK_RBRACK);
    Expr *x = parse_new_expr(p, EX_INDEX, start, lbrack);
    x->index.x = generic;
    x->index.args = args;
    return x;
}

/* TypeName = Name [ "." Name ] [ TypeArguments ] .
 * After the first name, if it is given. */
Expr *parse_qualified_name(Parser *p, Expr *name)
{
    Expr *x = name;
    if (x == NULL && p->lx.tok != TK_IDENT) {
        x = parse_bad_expr(p);
        parse_expected(p, "name");
        parse_skip_to(p, TOKEN_SET(TK_PERIOD, TK_SEMICOLON, TK_RBRACE));
    } else if (x == NULL) {
        x = parse_name(p);
    }
    if (p->lx.tok == TK_PERIOD) {
        Pos dot = parse_pos(p);
        parse_next(p);
        Expr *sel = parse_name(p);
        Expr *qualified = parse_new_expr(p, EX_SELECTOR, x->span.start, dot);
        qualified->selector.x = x;
        qualified->selector.sel = sel;
        x = qualified;
    }
    return p->lx.tok == TK_LBRACK ? parse_type_args(p, x) : x;
}

/* ---- structs ---- */

static void add_field(Parser *p, FieldList *fields, Expr *name, Expr *type, Expr *tag)
{
    Field *field = ARENA_NEW(p->arena, Field);
    field->name = name;
    field->type = type;
    field->tag = tag;
    field->embedded = name == NULL;
    field->span = parse_span_from(p, name != NULL ? name->span.start : type->span.start);
    avec_push(p->arena, fields, field);
}

static Expr *parse_tag(Parser *p)
{
    Token tok = p->lx.tok;
    Span span = parse_token_span(p);
    Expr *tag = parse_literal_or_null(p);
    if (tag == NULL || tok == TK_STRING)
        return tag;
    parse_error(p, span, "struct field tag must be a string");
    return NULL;
}

/* a, b, c T; or an embedded type, which only the token after the name shows. */
static void parse_named_fields(Parser *p, FieldList *fields)
{
    Expr *name = parse_name(p);
    Token tok = p->lx.tok;
    if (tok == TK_PERIOD || tok == TK_STRING || tok == TK_SEMICOLON || tok == TK_RBRACE) {
        Expr *type = parse_qualified_name(p, name);
        Expr *tag = parse_tag(p);
        add_field(p, fields, NULL, type, tag);
        return;
    }
    ExprList names = {0};
    avec_push(p->arena, &names, name);
    while (parse_got(p, TK_COMMA)) {
        name = parse_name(p);
        avec_push(p->arena, &names, name);
    }
    bool embedded = false;
    Expr *type;
    if (names.len == 1 && p->lx.tok == TK_LBRACK) {
        type = parse_array_or_args(p);
        embedded = type->kind == EX_INDEX;
        if (embedded) {
            type->index.x = name;
            type->span.start = name->span.start;
        }
    } else {
        type = parse_type(p);
    }
    Expr *tag = parse_tag(p);
    for (u32 i = 0; i < names.len; i++)
        add_field(p, fields, embedded ? NULL : names.data[i], type, tag);
}

static Expr *pointer_to(Parser *p, Pos star, Expr *type)
{
    Expr *x = parse_new_expr(p, EX_STAR, star, star);
    x->star = type;
    return x;
}

/* `*T`. Parenthesized forms, which older versions of Go had, are accepted with an error. */
static void parse_embedded_pointer(Parser *p, FieldList *fields)
{
    Pos start = parse_pos(p);
    bool star = parse_got(p, TK_MUL), paren = p->lx.tok == TK_LPAREN;
    if (paren) {
        parse_error(p, parse_token_span(p), "cannot parenthesize embedded type");
        parse_next(p);
        star |= parse_got(p, TK_MUL);
    }
    Expr *type = parse_qualified_name(p, NULL);
    if (paren)
        parse_got(p, TK_RPAREN);
    if (star)
        type = pointer_to(p, start, type);
    Expr *tag = parse_tag(p);
    add_field(p, fields, NULL, type, tag);
}

/* FieldDecl = ( Name { "," Name } Type | [ "*" ] TypeName ) [ string ] . */
static bool parse_field_decl(Parser *p, void *into)
{
    switch (p->lx.tok) {
    case TK_IDENT: parse_named_fields(p, into); break;
    case TK_MUL:
    case TK_LPAREN: parse_embedded_pointer(p, into); break;
    default:
        parse_expected(p, "field name or embedded type");
        parse_skip_to(p, TOKEN_SET(TK_SEMICOLON, TK_RBRACE));
    }
    return false;
}

/* StructType = "struct" "{" { FieldDecl ";" } "}" . */
static Expr *parse_struct_type(Parser *p, Pos start)
{
    Expr *x = parse_new_expr(p, EX_STRUCT_TYPE, start, start);
    parse_next(p);
    x->struct_type.lbrace = parse_pos(p);
    parse_want(p, TK_LBRACE);
    x->struct_type.rbrace = parse_list(p, "struct type", TK_SEMICOLON, TK_RBRACE, parse_field_decl,
                                       &x->struct_type.fields);
    x->span = parse_span_from(p, start);
    return x;
}

/* ---- interfaces ---- */

/* Term = [ "~" ] Type . */
static Expr *parse_term(Parser *p)
{
    Pos start = parse_pos(p);
    if (parse_got(p, TK_TILDE)) {
        Expr *type = parse_type(p);
        Expr *x = parse_new_expr(p, EX_UNARY, start, start);
        x->unary.op = TK_TILDE;
        x->unary.x = type;
        return x;
    }
    Expr *type = parse_type_or_null(p);
    if (type != NULL)
        return type;
    type = parse_bad_expr(p);
    parse_expected(p, "~ term or type");
    parse_skip_to(p, TOKEN_SET(TK_OR, TK_SEMICOLON, TK_RPAREN, TK_RBRACK, TK_RBRACE));
    return type;
}

/* Union = Term { "|" Term } . */
Expr *parse_union(Parser *p, Expr *first)
{
    u32 outer = parse_begin_height(p);
    Expr *x = first != NULL ? first : parse_term(p);
    while (p->lx.tok == TK_OR) {
        Pos op_pos = parse_pos(p);
        parse_next(p);
        Expr *y = parse_term(p);
        x = parse_new_binary(p, TK_OR, op_pos, x, y);
    }
    parse_end_height(p, outer);
    return x;
}

/* Method = Name Signature .
 * After the name. */
static void parse_method(Parser *p, FieldList *methods, Expr *name)
{
    FuncSig *sig = ARENA_NEW(p->arena, FuncSig);
    Pos start = parse_pos(p);
    parse_signature(p, sig, "interface method");
    Expr *type = parse_new_expr(p, EX_FUNC_TYPE, start, start);
    type->func_type = sig;
    add_field(p, methods, name, type, NULL);
}

/* `name[` begins an embedded generic type; or a method with type parameters, which is an error. */
static void parse_bracketed_element(Parser *p, FieldList *methods, Expr *name)
{
    Span lbrack = parse_token_span(p);
    ExprList args = {0};
    parse_next(p);
    if (p->lx.tok != TK_RBRACK)
        parse_type_list(p, &args);
    bool generic = p->lx.tok != TK_RBRACK || args.len == 0;
    if (p->lx.tok != TK_RBRACK)
        parse_skip_to(p, TOKEN_SET(TK_RBRACK, TK_SEMICOLON, TK_RBRACE));
    parse_got(p, TK_RBRACK);
    if (generic || p->lx.tok == TK_LPAREN) {
        parse_error(p, lbrack, "interface method must have no type parameters");
        if (p->lx.tok == TK_LPAREN)
            parse_method(p, methods, name);
        return;
    }
    Expr *type = parse_new_expr(p, EX_INDEX, name->span.start, lbrack.start);
    type->index.x = name;
    type->index.args = args;
    type = parse_union(p, type);
    add_field(p, methods, NULL, type, NULL);
}

/* InterfaceElement = Method | Union . */
static bool parse_interface_element(Parser *p, void *into)
{
    FieldList *methods = into;
    Expr *first = NULL;
    if (p->lx.tok == TK_IDENT) {
        Expr *name = parse_name(p);
        if (p->lx.tok == TK_LPAREN) {
            parse_method(p, methods, name);
            return false;
        }
        if (p->lx.tok == TK_LBRACK) {
            parse_bracketed_element(p, methods, name);
            return false;
        }
        first = parse_qualified_name(p, name);
    }
    Expr *type = parse_union(p, first);
    add_field(p, methods, NULL, type, NULL);
    return false;
}

/* InterfaceType = "interface" "{" { InterfaceElement ";" } "}" . */
static Expr *parse_interface_type(Parser *p, Pos start)
{
    Expr *x = parse_new_expr(p, EX_INTERFACE_TYPE, start, start);
    parse_next(p);
    x->interface_type.lbrace = parse_pos(p);
    parse_want(p, TK_LBRACE);
    x->interface_type.rbrace = parse_list(p, "interface type", TK_SEMICOLON, TK_RBRACE,
                                          parse_interface_element, &x->interface_type.methods);
    x->span = parse_span_from(p, start);
    return x;
}

/* ---- all types ---- */

static Expr *parse_func_type(Parser *p, Pos start)
{
    parse_next(p);
    FuncSig *sig = ARENA_NEW(p->arena, FuncSig);
    if (p->lx.tok == TK_IDENT) {
        parse_hint(p, parse_expected(p, "("),
                   "methods of an interface are written without func, function types without name");
        parse_next(p);
    }
    parse_signature(p, sig, "function type");
    Expr *x = parse_new_expr(p, EX_FUNC_TYPE, start, start);
    x->func_type = sig;
    return x;
}

static Expr *parse_bracket_type(Parser *p, Pos start)
{
    parse_next(p);
    return parse_got(p, TK_RBRACK) ? parse_slice_type(p, start) : parse_array_type(p, start, NULL);
}

static Expr *parse_type_inside(Parser *p)
{
    Pos start = parse_pos(p);
    switch (p->lx.tok) {
    case TK_IDENT: return parse_qualified_name(p, NULL);
    case TK_MUL: return parse_pointer_type(p, start);
    case TK_ARROW:
    case TK_CHAN: return parse_chan_type(p, start);
    case TK_FUNC: return parse_func_type(p, start);
    case TK_LBRACK: return parse_bracket_type(p, start);
    case TK_MAP: return parse_map_type(p, start);
    case TK_STRUCT: return parse_struct_type(p, start);
    case TK_INTERFACE: return parse_interface_type(p, start);
    case TK_LPAREN: return parse_paren_type(p, start);
    default: return NULL;
    }
}

/* Type = TypeName | TypeLiteral | ParenType .
 * TypeLiteral = ArrayType | SliceType | MapType | ChannelType | PointerType | FunctionType |
 *               StructType | InterfaceType . */
Expr *parse_type_or_null(Parser *p)
{
    if (!parse_enter(p))
        return NULL;
    Expr *x = parse_type_inside(p);
    parse_leave(p);
    return x;
}
