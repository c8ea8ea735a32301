#include "parser/checker.h"

/* Long expressions are shortened in messages: what is inside braces is left out, and what nests
 * deeper than this, too. */
enum { TEXT_DEPTH = 8, TEXT_LIMIT = 200 };

static void expr_text(Buf *out, const Expr *e, int depth);

static void list_text(Buf *out, const ExprList *list, int depth)
{
    for (u32 i = 0; i < list->len; i++) {
        if (i > 0)
            buf_puts(out, ", ");
        if (out->len > TEXT_LIMIT) {
            buf_puts(out, "…");
            return;
        }
        expr_text(out, list->data[i], depth);
    }
}

static void fields_text(Buf *out, const FieldList *fields, int depth)
{
    for (u32 i = 0; i < fields->len && out->len <= TEXT_LIMIT; i++) {
        const Field *field = fields->data[i];
        if (i > 0)
            buf_puts(out, ", ");
        if (field->name != NULL) {
            buf_puts(out, field->name->ident.name->text);
            if (i + 1 < fields->len && fields->data[i + 1]->type == field->type &&
                fields->data[i + 1]->name != NULL)
                continue;
            buf_putc(out, ' ');
        }
        expr_text(out, field->type, depth);
    }
}

static void sig_text(Buf *out, const FuncSig *sig, int depth)
{
    buf_putc(out, '(');
    fields_text(out, &sig->params, depth);
    buf_putc(out, ')');
    if (sig->results.len == 0)
        return;
    buf_putc(out, ' ');
    bool bare = sig->results.len == 1 && sig->results.data[0]->name == NULL;
    if (!bare)
        buf_putc(out, '(');
    fields_text(out, &sig->results, depth);
    if (!bare)
        buf_putc(out, ')');
}

static void type_expr_text(Buf *out, const Expr *e, int depth)
{
    switch (e->kind) {
    case EX_ARRAY_TYPE:
        buf_putc(out, '[');
        if (e->array_type.len != NULL)
            expr_text(out, e->array_type.len, depth);
        buf_putc(out, ']');
        expr_text(out, e->array_type.elem, depth);
        break;
    case EX_STRUCT_TYPE:
        buf_puts(out, e->struct_type.fields.len > 0 ? "struct{…}" : "struct{}");
        break;
    case EX_FUNC_TYPE:
        buf_puts(out, "func");
        sig_text(out, e->func_type, depth);
        break;
    case EX_INTERFACE_TYPE:
        buf_puts(out, e->interface_type.methods.len > 0 ? "interface{…}" : "interface{}");
        break;
    case EX_MAP_TYPE:
        buf_puts(out, "map[");
        expr_text(out, e->map_type.key, depth);
        buf_putc(out, ']');
        expr_text(out, e->map_type.elem, depth);
        break;
    case EX_CHAN_TYPE:
        buf_puts(out, e->chan_type.dir == CHAN_RECV   ? "<-chan "
                      : e->chan_type.dir == CHAN_SEND ? "chan<- "
                                                      : "chan ");
        expr_text(out, e->chan_type.elem, depth);
        break;
    default:
        buf_puts(out, "...");
        if (e->kind == EX_ELLIPSIS && e->ellipsis != NULL)
            expr_text(out, e->ellipsis, depth);
        break;
    }
}

static void index_text(Buf *out, const Expr *e, int depth)
{
    const Expr *parts[3] = {e->slice.lo, e->slice.hi, e->slice.three ? e->slice.max : NULL};
    expr_text(out, e->slice.x, depth);
    buf_putc(out, '[');
    for (int i = 0; i < (e->slice.three ? 3 : 2); i++) {
        if (i > 0)
            buf_putc(out, ':');
        if (parts[i] != NULL)
            expr_text(out, parts[i], depth);
    }
    buf_putc(out, ']');
}

static void literal_text(Buf *out, const Expr *e)
{
    if (e->lit.len <= 40) {
        buf_add(out, e->lit.text, e->lit.len);
        return;
    }
    u32 cut = 37;
    while (cut > 0 && ((u8)e->lit.text[cut] & 0xc0) == 0x80)
        cut--;
    buf_add(out, e->lit.text, cut);
    buf_puts(out, "…");
}

static void call_text(Buf *out, const Expr *e, int depth)
{
    expr_text(out, e->call.fun, depth);
    buf_putc(out, '(');
    list_text(out, &e->call.args, depth);
    if (e->call.spread)
        buf_puts(out, "...");
    buf_putc(out, ')');
}

static void composite_text(Buf *out, const Expr *e, int depth)
{
    if (e->composite.type_expr != NULL)
        expr_text(out, e->composite.type_expr, depth);
    buf_puts(out, e->composite.elems.len > 0 ? "{…}" : "{}");
}

static void assert_text(Buf *out, const Expr *e, int depth)
{
    expr_text(out, e->assert.x, depth);
    buf_puts(out, ".(");
    if (e->assert.type_expr != NULL)
        expr_text(out, e->assert.type_expr, depth);
    else
        buf_puts(out, "type");
    buf_putc(out, ')');
}

static void operator_text(Buf *out, const Expr *e, int depth)
{
    switch (e->kind) {
    case EX_STAR:
        buf_putc(out, '*');
        expr_text(out, e->star, depth);
        break;
    case EX_UNARY:
        buf_puts(out, token_spelling(e->unary.op));
        expr_text(out, e->unary.x, depth);
        break;
    case EX_BINARY:
        expr_text(out, e->binary.x, depth);
        buf_printf(out, " %s%s ", token_spelling(e->binary.op), e->binary.assigns ? "=" : "");
        expr_text(out, e->binary.y, depth);
        break;
    default:
        expr_text(out, e->keyvalue.key, depth);
        buf_puts(out, ": ");
        expr_text(out, e->keyvalue.value, depth);
        break;
    }
}

static void expr_text(Buf *out, const Expr *e, int depth)
{
    if (depth > TEXT_DEPTH || out->len > TEXT_LIMIT) {
        buf_puts(out, "…");
        return;
    }
    depth++;
    switch (e->kind) {
    case EX_BAD: buf_puts(out, "_"); break;
    case EX_IDENT: buf_puts(out, e->ident.name->text); break;
    case EX_LIT: literal_text(out, e); break;
    case EX_COMPOSITE: composite_text(out, e, depth); break;
    case EX_FUNC:
        buf_puts(out, "func");
        sig_text(out, &e->func->sig, depth);
        buf_puts(out, " {…}");
        break;
    case EX_PAREN:
        buf_putc(out, '(');
        expr_text(out, e->paren, depth);
        buf_putc(out, ')');
        break;
    case EX_SELECTOR:
        expr_text(out, e->selector.x, depth);
        buf_putc(out, '.');
        expr_text(out, e->selector.sel, depth);
        break;
    case EX_INDEX:
        expr_text(out, e->index.x, depth);
        buf_putc(out, '[');
        list_text(out, &e->index.args, depth);
        buf_putc(out, ']');
        break;
    case EX_SLICE: index_text(out, e, depth); break;
    case EX_ASSERT: assert_text(out, e, depth); break;
    case EX_CALL: call_text(out, e, depth); break;
    case EX_STAR:
    case EX_UNARY:
    case EX_BINARY:
    case EX_KEYVALUE: operator_text(out, e, depth); break;
    default: type_expr_text(out, e, depth); break;
    }
}

static const char *finish(Checker *cx, Buf *buf)
{
    const char *text = arena_strndup(cx->arena, buf_str(buf), buf->len);
    buf_free(buf);
    return text;
}

const char *check_expr_text(Checker *cx, const Expr *e)
{
    Buf buf = {0};
    expr_text(&buf, e, 0);
    return finish(cx, &buf);
}

const char *check_type_text(Checker *cx, Type *t)
{
    Buf buf = {0};
    type_text(&buf, t, cx->pkg);
    return finish(cx, &buf);
}

const char *check_const_text(Checker *cx, const Const *c)
{
    Buf buf = {0};
    const_text(&buf, c);
    return finish(cx, &buf);
}

/* "(int, string)" for the have and want lines of count mismatches; untyped numbers are "number". */
const char *check_types_summary(Checker *cx, Type *const *types, u32 count, bool variadic)
{
    Buf buf = {0};
    buf_putc(&buf, '(');
    for (u32 i = 0; i < count; i++) {
        Type *t = types[i];
        if (i > 0)
            buf_puts(&buf, ", ");
        if (t == NULL || t->kind == TY_INVALID)
            buf_puts(&buf, "unknown type");
        else if (type_is_untyped(t))
            buf_puts(&buf, type_is_numeric(t) ? "number" : t->basic.name + strlen("untyped "));
        else if (variadic && i + 1 == count && t->kind == TY_SLICE) {
            buf_puts(&buf, "...");
            type_text(&buf, t->slice.elem, cx->pkg);
        } else
            type_text(&buf, t, cx->pkg);
    }
    buf_putc(&buf, ')');
    return finish(cx, &buf);
}

static const char *mode_name(const Expr *e)
{
    switch (e->mode) {
    case MODE_INVALID: return "invalid operand";
    case MODE_NOVALUE: return "no value";
    case MODE_BUILTIN: return "built-in";
    case MODE_TYPE: return "type";
    case MODE_CONST: return "constant";
    case MODE_VAR: return "variable";
    case MODE_MAPINDEX: return "map index expression";
    case MODE_VALUE: return "value";
    case MODE_COMMAOK: return "comma, ok expression";
    case MODE_NIL: return "nil";
    }
    return "";
}

const char *check_operand_text(Checker *cx, const Expr *e)
{
    if (e->mode == MODE_NIL && e->type->kind == TY_UNTYPED_NIL)
        return "nil";
    Buf buf = {0};
    expr_text(&buf, e, 0);
    u32 expr_len = buf.len;
    buf_puts(&buf, " (");
    bool has_type = e->mode >= MODE_CONST && e->type != NULL;
    if (has_type && type_is_untyped(e->type)) {
        buf_printf(&buf, "%s ", e->type->basic.name);
        has_type = false;
    }
    buf_puts(&buf, mode_name(e));
    if (e->mode == MODE_CONST && e->val != NULL) {
        const char *val = check_const_text(cx, e->val);
        if (strlen(val) != expr_len || memcmp(val, buf.data, expr_len) != 0)
            buf_printf(&buf, " %s", val);
    }
    if (has_type && e->type->kind == TY_INVALID)
        buf_puts(&buf, " with invalid type");
    else if (has_type) {
        buf_puts(&buf, " of type ");
        type_text(&buf, e->type, cx->pkg);
    }
    buf_putc(&buf, ')');
    return finish(cx, &buf);
}
