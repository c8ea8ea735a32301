/* Expressions and types as source text, for messages. The text is as gofmt would write it,
 * shortened. */
#include "parser/syntax/print.h"

static void field_text(Buf *out, const Field *field)
{
    if (field->name != NULL) {
        expr_text(out, field->name);
        buf_putc(out, ' ');
    }
    expr_text(out, field->type);
}

/* Fields that share a type are printed as they were written: `a, b int`. */
static void fields_text(Buf *out, const FieldList *fields, const char *separator)
{
    for (u32 i = 0; i < fields->len; i++) {
        const Field *field = fields->data[i];
        if (i > 0)
            buf_puts(out, separator);
        while (i + 1 < fields->len && field->name != NULL && fields->data[i + 1]->name != NULL &&
               fields->data[i + 1]->type == field->type) {
            expr_text(out, field->name);
            buf_puts(out, ", ");
            field = fields->data[++i];
        }
        field_text(out, field);
    }
}

void sig_text(Buf *out, const FuncSig *sig)
{
    if (sig->tparams.len > 0) {
        buf_putc(out, '[');
        fields_text(out, &sig->tparams, ", ");
        buf_putc(out, ']');
    }
    buf_putc(out, '(');
    fields_text(out, &sig->params, ", ");
    buf_putc(out, ')');
    if (sig->results.len == 0)
        return;
    bool parens = sig->results.len > 1 || sig->results.data[0]->name != NULL;
    buf_puts(out, parens ? " (" : " ");
    fields_text(out, &sig->results, ", ");
    if (parens)
        buf_putc(out, ')');
}

void expr_list_text(Buf *out, const ExprList *list)
{
    for (u32 i = 0; i < list->len; i++) {
        if (i > 0)
            buf_puts(out, ", ");
        expr_text(out, list->data[i]);
    }
}

/* Of a raw string with several lines, prints only the first. */
static void literal_text(Buf *out, const Expr *x)
{
    size_t line = strcspn(x->lit.text, "\n");
    buf_add(out, x->lit.text, line < x->lit.len ? line : x->lit.len);
    if (line < x->lit.len)
        buf_puts(out, "…`");
}

static void call_text(Buf *out, const Expr *x)
{
    expr_text(out, x->call.fun);
    buf_putc(out, '(');
    expr_list_text(out, &x->call.args);
    buf_puts(out, x->call.spread_pos ? "...)" : ")");
}

static void slice_text(Buf *out, const Expr *x)
{
    expr_text(out, x->slice.x);
    buf_putc(out, '[');
    if (x->slice.lo != NULL)
        expr_text(out, x->slice.lo);
    buf_putc(out, ':');
    if (x->slice.hi != NULL)
        expr_text(out, x->slice.hi);
    if (x->slice.max != NULL) {
        buf_putc(out, ':');
        expr_text(out, x->slice.max);
    }
    buf_putc(out, ']');
}

static void pair_text(Buf *out, const Expr *x, const char *between, const Expr *y)
{
    expr_text(out, x);
    buf_puts(out, between);
    expr_text(out, y);
}

static void binary_text(Buf *out, const Expr *x)
{
    expr_text(out, x->binary.x);
    buf_printf(out, " %s ", token_spelling(x->binary.op));
    expr_text(out, x->binary.y);
}

static void assert_text(Buf *out, const Expr *x)
{
    expr_text(out, x->assert.x);
    buf_puts(out, ".(");
    if (x->assert.type_expr != NULL)
        expr_text(out, x->assert.type_expr);
    else
        buf_puts(out, "type");
    buf_putc(out, ')');
}

static void interface_text(Buf *out, const FieldList *methods)
{
    buf_puts(out, "interface{");
    for (u32 i = 0; i < methods->len; i++) {
        const Field *method = methods->data[i];
        buf_puts(out, i > 0 ? "; " : "");
        if (method->name != NULL && method->type->kind == EX_FUNC_TYPE) {
            expr_text(out, method->name);
            sig_text(out, method->type->func_type);
        } else {
            expr_text(out, method->type);
        }
    }
    buf_putc(out, '}');
}

static void array_text(Buf *out, const Expr *x)
{
    buf_putc(out, '[');
    if (x->array_type.len != NULL)
        expr_text(out, x->array_type.len);
    buf_putc(out, ']');
    expr_text(out, x->array_type.elem);
}

static void chan_text(Buf *out, const Expr *x)
{
    static const char *const prefixes[] = {"chan ", "chan<- ", "<-chan "};
    const Expr *elem = x->chan_type.elem;
    buf_puts(out, prefixes[x->chan_type.dir]);
    /* chan (<-chan T), since chan <-chan T would be read as chan<- (chan T) */
    bool parens = x->chan_type.dir == CHAN_BOTH && elem->kind == EX_CHAN_TYPE &&
                  elem->chan_type.dir == CHAN_RECV;
    buf_puts(out, parens ? "(" : "");
    expr_text(out, elem);
    buf_puts(out, parens ? ")" : "");
}

static void type_expr_text(Buf *out, const Expr *x)
{
    switch (x->kind) {
    case EX_ARRAY_TYPE: array_text(out, x); break;
    case EX_STRUCT_TYPE:
        buf_puts(out, "struct{");
        fields_text(out, &x->struct_type.fields, "; ");
        buf_putc(out, '}');
        break;
    case EX_FUNC_TYPE:
        buf_puts(out, "func");
        sig_text(out, x->func_type);
        break;
    case EX_INTERFACE_TYPE: interface_text(out, &x->interface_type.methods); break;
    case EX_MAP_TYPE:
        buf_puts(out, "map[");
        pair_text(out, x->map_type.key, "]", x->map_type.elem);
        break;
    case EX_CHAN_TYPE: chan_text(out, x); break;
    case EX_ELLIPSIS:
        buf_puts(out, "...");
        if (x->ellipsis != NULL)
            expr_text(out, x->ellipsis);
        break;
    default: buf_puts(out, "?"); break;
    }
}

void expr_text(Buf *out, const Expr *x)
{
    switch (x->kind) {
    case EX_BAD: buf_putc(out, '_'); break;
    case EX_IDENT: buf_add(out, x->ident.name->text, x->ident.name->len); break;
    case EX_LIT: literal_text(out, x); break;
    case EX_COMPOSITE:
        if (x->composite.type_expr != NULL)
            expr_text(out, x->composite.type_expr);
        buf_puts(out, x->composite.elems.len > 0 ? "{…}" : "{}");
        break;
    case EX_FUNC:
        buf_puts(out, "func");
        sig_text(out, &x->func->sig);
        buf_puts(out, x->func->body->block.list.len > 0 ? " {…}" : " {}");
        break;
    case EX_PAREN:
        buf_putc(out, '(');
        expr_text(out, x->paren);
        buf_putc(out, ')');
        break;
    case EX_SELECTOR: pair_text(out, x->selector.x, ".", x->selector.sel); break;
    case EX_INDEX:
        expr_text(out, x->index.x);
        buf_putc(out, '[');
        expr_list_text(out, &x->index.args);
        buf_putc(out, ']');
        break;
    case EX_SLICE: slice_text(out, x); break;
    case EX_ASSERT: assert_text(out, x); break;
    case EX_CALL: call_text(out, x); break;
    case EX_STAR:
        buf_putc(out, '*');
        expr_text(out, x->star);
        break;
    case EX_UNARY:
        buf_puts(out, token_spelling(x->unary.op));
        expr_text(out, x->unary.x);
        break;
    case EX_BINARY: binary_text(out, x); break;
    case EX_KEYVALUE: pair_text(out, x->keyvalue.key, ": ", x->keyvalue.value); break;
    default: type_expr_text(out, x); break;
    }
}
