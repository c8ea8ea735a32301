/* Checker: reporting errors, and suppressing those that only follow from others. */
#include "parser/check/checker.h"

/* MAX_NESTING: levels in one declaration. MAX_DEPTH: in it and in those that need it, which are
 * half checked then: the process has stack for so many (process_grow_stack). */
enum { MAX_NESTING = 1000, MAX_DEPTH = 20000 };

static bool mentions_invalid(const char *text)
{
    return strstr(text, "invalid type") != NULL || strstr(text, "invalid operand") != NULL;
}

/* An error that mentions an invalid operand or type is suppressed. An error in a repeated constant
 * expression is reported at the name for which it is repeated: the expression itself was valid. */
static Diag *report(Checker *cx, Span span, const char *fmt, va_list args)
{
    if (cx->at.const_pos != 0)
        span = (Span){cx->at.const_pos, cx->at.const_pos};
    Buf text = {0};
    buf_vprintf(&text, fmt, args);
    Diag *diag = &cx->scratch;
    if (cx->diags->errors > 0 && mentions_invalid(buf_str(&text)))
        *diag = (Diag){0};
    else
        diag = diag_error(cx->diags, span, "%s", buf_str(&text));
    buf_free(&text);
    return diag;
}

Diag *check_error(Checker *cx, Span span, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    Diag *diag = report(cx, span, fmt, args);
    va_end(args);
    return diag;
}

Diag *check_error_at(Checker *cx, Pos pos, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    Diag *diag = report(cx, (Span){pos, pos}, fmt, args);
    va_end(args);
    return diag;
}

static void note(Checker *cx, Diag *diag, Pos pos, const char *prefix, const char *fmt,
                 va_list args)
{
    Buf text = {0};
    buf_puts(&text, prefix);
    buf_vprintf(&text, fmt, args);
    diag_note(cx->diags, diag, (Span){pos, pos}, "%s", buf_str(&text));
    buf_free(&text);
}

void check_hint(Checker *cx, Diag *diag, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    note(cx, diag, 0, "hint: ", fmt, args);
    va_end(args);
}

void check_note_at(Checker *cx, Diag *diag, Pos pos, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    note(cx, diag, pos, "note: ", fmt, args);
    va_end(args);
}

Span check_sym_span(Pos pos, const Sym *name)
{
    return (Span){pos, pos + (name != NULL ? name->len : 0)};
}

void check_redeclared(Checker *cx, const Sym *name, Pos pos, Obj *other)
{
    Diag *diag =
        check_error(cx, check_sym_span(pos, name), "%s redeclared in this block", name->text);
    if (other->pos != 0)
        check_note_at(cx, diag, other->pos, "other declaration of %s", name->text);
}

bool check_enter(Checker *cx, Span span)
{
    cx->depth++;
    if (++cx->at.depth <= MAX_NESTING && cx->depth <= MAX_DEPTH)
        return true;
    if (!cx->too_deep)
        check_error(cx, span, "nesting too deep (more than %d levels)",
                    cx->at.depth > MAX_NESTING ? MAX_NESTING : MAX_DEPTH);
    cx->too_deep = true;
    return false;
}

void check_leave(Checker *cx)
{
    cx->at.depth--;
    cx->depth--;
}
