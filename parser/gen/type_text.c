/* Types as a running program prints them (%T, %v, panics): packages by name, "interface {}". */
#include "parser/gen/gen.h"

static void add_tuple(Buf *out, Type *const *types, u32 count, bool variadic)
{
    for (u32 i = 0; i < count; i++) {
        buf_puts(out, i ? ", " : "");
        if (variadic && i == count - 1) {
            buf_puts(out, "...");
            gen_type_text(out, types[i]->slice.elem);
        } else {
            gen_type_text(out, types[i]);
        }
    }
}

static void add_signature(Buf *out, Type *t)
{
    buf_putc(out, '(');
    add_tuple(out, t->func.params.data, t->func.params.len, t->func.variadic);
    buf_putc(out, ')');
    u32 n = t->func.results.len;
    if (n == 0)
        return;
    buf_puts(out, n > 1 ? " (" : " ");
    add_tuple(out, t->func.results.data, n, false);
    buf_puts(out, n > 1 ? ")" : "");
}

static void add_struct(Buf *out, Type *t)
{
    buf_puts(out, "struct {");
    for (u32 i = 0; i < t->strct.fields.len; i++) {
        StructField *field = &t->strct.fields.data[i];
        buf_puts(out, i ? "; " : " ");
        if (!field->embedded)
            buf_printf(out, "%s ", field->name->text);
        gen_type_text(out, field->type);
        if (field->tag && field->tag_len) {
            buf_putc(out, ' ');
            rtype_add_tag(out, field->tag);
        }
    }
    buf_puts(out, t->strct.fields.len ? " }" : "}");
}

static void add_interface(Buf *out, Type *t)
{
    buf_puts(out, "interface {");
    for (u32 i = 0; i < t->iface.all.len; i++) {
        Method *m = &t->iface.all.data[i];
        buf_puts(out, i ? "; " : " ");
        if (!gen_is_exported(m->name) && m->pkg)
            buf_printf(out, "%s.", m->pkg->name->text);
        buf_puts(out, m->name->text);
        add_signature(out, m->sig);
    }
    buf_puts(out, t->iface.all.len ? " }" : "}");
}

static void add_chan(Buf *out, Type *t)
{
    static const char *const dirs[] = {
        [CHAN_BOTH] = "chan ", [CHAN_SEND] = "chan<- ", [CHAN_RECV] = "<-chan "};
    Type *elem = t->chan.elem;
    bool parens = t->chan.dir == CHAN_BOTH && elem->kind == TY_CHAN && elem->chan.dir == CHAN_RECV;
    buf_puts(out, dirs[t->chan.dir]);
    buf_puts(out, parens ? "(" : "");
    gen_type_text(out, elem);
    buf_puts(out, parens ? ")" : "");
}

/* interface{I}, where a method of I returns this same interface{I}, would be infinite. */
enum { LONGEST = 2000 };

/* "[int,string]" */
static void add_type_arguments(Buf *out, Type *const *targs, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        buf_putc(out, i ? ',' : '[');
        gen_type_text(out, targs[i]);
    }
    buf_putc(out, ']');
}

void gen_type_text(Buf *out, Type *t)
{
    if (out->len > LONGEST) {
        buf_puts(out, "...");
        return;
    }
    switch (t->kind) {
    case TY_NAMED:
        if (t->named.obj->pkg)
            buf_printf(out, "%s.", t->named.obj->pkg->name->text);
        buf_puts(out, t->named.obj->name->text);
        if (t->named.targs.len)
            add_type_arguments(out, t->named.targs.data, t->named.targs.len);
        break;
    case TY_POINTER:
        buf_putc(out, '*');
        gen_type_text(out, t->pointer.elem);
        break;
    case TY_SLICE:
        buf_puts(out, "[]");
        gen_type_text(out, t->slice.elem);
        break;
    case TY_ARRAY:
        buf_printf(out, "[%lld]", (long long)t->array.len);
        gen_type_text(out, t->array.elem);
        break;
    case TY_MAP:
        buf_puts(out, "map[");
        gen_type_text(out, t->map.key);
        buf_putc(out, ']');
        gen_type_text(out, t->map.elem);
        break;
    case TY_CHAN: add_chan(out, t); break;
    case TY_FUNC:
        buf_puts(out, "func");
        add_signature(out, t);
        break;
    case TY_STRUCT: add_struct(out, t); break;
    case TY_INTERFACE: add_interface(out, t); break;
    case TY_UNSAFE_POINTER: buf_puts(out, "unsafe.Pointer"); break;
    case TY_UINT8: buf_puts(out, "uint8"); break; /* not "byte" */
    case TY_INT32: buf_puts(out, "int32"); break; /* not "rune", unlike in messages */
    default: type_text(out, t, NULL); break;
    }
}
