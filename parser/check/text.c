/* Checker: expressions, types and operands as text for messages. */
#include "parser/check/checker.h"
#include "parser/syntax/print.h"

enum {
    LONGEST_SHOWN = 80, /* bytes of source that are shown in full */
    SHOWN_DEPTH = 8,
};

/* Whether e is short without the elements of literals and the bodies of functions. A short piece of
 * source cannot be a large tree, so this also bounds the work. */
static bool is_short(const Expr *e, int depth)
{
    if (e == NULL || e->span.end <= e->span.start + LONGEST_SHOWN)
        return true;
    if (depth > SHOWN_DEPTH)
        return false;
    switch (e->kind) {
    case EX_COMPOSITE: return is_short(e->composite.type_expr, depth + 1);
    case EX_FUNC: return e->func->sig.span.end <= e->func->sig.span.start + LONGEST_SHOWN;
    case EX_PAREN: return is_short(e->paren, depth + 1);
    case EX_UNARY: return is_short(e->unary.x, depth + 1);
    case EX_SELECTOR: return is_short(e->selector.x, depth + 1);
    case EX_CALL:
        for (u32 i = 0; i < e->call.args.len; i++)
            if (i > SHOWN_DEPTH || !is_short(e->call.args.data[i], depth + 1))
                return false;
        return is_short(e->call.fun, depth + 1);
    default: return false;
    }
}

static void shown_text(Checker *cx, Buf *out, const Expr *e)
{
    if (is_short(e, 0)) {
        expr_text(out, e);
        return;
    }
    u32 len;
    const char *text = source_text(cx->diags->sources, e->span, &len);
    u32 cut = len < LONGEST_SHOWN ? len : LONGEST_SHOWN;
    while (cut > 0 && cut < len && ((u8)text[cut] & 0xc0) == 0x80)
        cut--; /* not within a character */
    buf_add(out, text, cut);
    buf_puts(out, "…");
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
    shown_text(cx, &buf, e);
    return finish(cx, &buf);
}

const char *check_type_text(Checker *cx, Type *t)
{
    Buf buf = {0};
    type_text(&buf, t, cx->at.pkg);
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
            type_text(&buf, t->slice.elem, cx->at.pkg);
        } else
            type_text(&buf, t, cx->at.pkg);
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
    shown_text(cx, &buf, e);
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
        type_text(&buf, e->type, cx->at.pkg);
    }
    buf_putc(&buf, ')');
    return finish(cx, &buf);
}
