/* Types in Go syntax, for messages and for %T. */
#include <inttypes.h>

#include "parser/types/types.h"

enum { MAX_DEPTH = 200, MAX_LENGTH = 500 };

typedef struct Writer {
    Buf *out;
    Package *from;
    u32 limit; /* for out->len */
    bool cut;  /* the limit was reached */
} Writer;

static void write_type(Writer *w, Type *t, int depth);

static void put(Writer *w, const char *text)
{
    if (!w->cut)
        buf_puts(w->out, text);
}

static void write_name(Writer *w, const Obj *obj)
{
    if (obj->pkg != NULL && obj->pkg != w->from && obj->pkg->name != NULL) {
        put(w, obj->pkg->name->text);
        put(w, ".");
    }
    put(w, obj->name->text);
}

static void write_list(Writer *w, Type **types, u32 count, int depth)
{
    for (u32 i = 0; i < count; i++) {
        if (i > 0)
            put(w, ", ");
        write_type(w, types[i], depth);
    }
}

/* Appends [K comparable, V any]; neighbours with the same constraint share it. */
static void write_type_params(Writer *w, Type **tparams, u32 count, int depth)
{
    put(w, "[");
    for (u32 i = 0; i < count && !w->cut; i++) {
        Type *constraint = tparams[i]->tparam.constraint;
        if (i > 0)
            put(w, ", ");
        put(w, tparams[i]->tparam.obj->name->text);
        if (i + 1 < count && tparams[i + 1]->tparam.constraint == constraint)
            continue;
        put(w, " ");
        write_type(w, constraint, depth);
    }
    put(w, "]");
}

static void write_named(Writer *w, Type *t, int depth)
{
    write_name(w, t->named.obj);
    if (t->named.targs.len > 0) {
        put(w, "[");
        write_list(w, t->named.targs.data, t->named.targs.len, depth);
        put(w, "]");
    } else if (t->named.tparams.len > 0) {
        write_type_params(w, t->named.tparams.data, t->named.tparams.len, depth);
    }
}

static void write_params(Writer *w, Type *func, int depth)
{
    put(w, "(");
    for (u32 i = 0; i < func->func.params.len && !w->cut; i++) {
        if (i > 0)
            put(w, ", ");
        const Sym *name = NULL;
        if (i < func->func.param_objs.len && func->func.param_objs.data[i] != NULL)
            name = func->func.param_objs.data[i]->name;
        if (name != NULL) {
            put(w, name->text);
            put(w, " ");
        }
        Type *t = func->func.params.data[i];
        if (func->func.variadic && i + 1 == func->func.params.len && t->kind == TY_SLICE) {
            put(w, "...");
            t = t->slice.elem;
        }
        write_type(w, t, depth);
    }
    put(w, ")");
}

static const Sym *result_name(Type *func, u32 i)
{
    if (i >= func->func.result_objs.len || func->func.result_objs.data[i] == NULL)
        return NULL;
    return func->func.result_objs.data[i]->name;
}

static void write_signature(Writer *w, Type *func, int depth)
{
    write_params(w, func, depth);
    u32 count = func->func.results.len;
    if (count == 0)
        return;
    put(w, " ");
    if (count == 1 && result_name(func, 0) == NULL) {
        write_type(w, func->func.results.data[0], depth);
        return;
    }
    put(w, "(");
    for (u32 i = 0; i < count && !w->cut; i++) {
        if (i > 0)
            put(w, ", ");
        const Sym *name = result_name(func, i);
        if (name != NULL) {
            put(w, name->text);
            put(w, " ");
        }
        write_type(w, func->func.results.data[i], depth);
    }
    put(w, ")");
}

/* A tag is raw bytes; it is printed as an interpreted string literal. */
static void write_tag(Writer *w, const StructField *field)
{
    put(w, " \"");
    for (u32 i = 0; i < field->tag_len && !w->cut; i++) {
        u8 c = (u8)field->tag[i];
        if (c == '"' || c == '\\')
            buf_printf(w->out, "\\%c", c);
        else if (c < ' ' || c == 0x7f)
            buf_printf(w->out, "\\x%02x", c);
        else
            buf_putc(w->out, (char)c);
    }
    put(w, "\"");
}

static void write_struct(Writer *w, Type *t, int depth)
{
    put(w, "struct{");
    for (u32 i = 0; i < t->strct.fields.len && !w->cut; i++) {
        const StructField *field = &t->strct.fields.data[i];
        if (i > 0)
            put(w, "; ");
        if (!field->embedded) {
            put(w, field->name->text);
            put(w, " ");
        }
        write_type(w, field->type, depth);
        if (field->tag != NULL)
            write_tag(w, field);
    }
    put(w, "}");
}

static void write_interface(Writer *w, Type *t, int depth)
{
    if (t->iface.is_any) {
        put(w, "any");
        return;
    }
    if (t->iface.implicit && t->iface.embedded.len == 1) {
        write_type(w, t->iface.embedded.data[0], depth);
        return;
    }
    put(w, "interface{");
    for (u32 i = 0; i < t->iface.methods.len && !w->cut; i++) {
        if (i > 0)
            put(w, "; ");
        put(w, t->iface.methods.data[i].name->text);
        write_signature(w, t->iface.methods.data[i].sig, depth);
    }
    for (u32 i = 0; i < t->iface.embedded.len && !w->cut; i++) {
        if (i + t->iface.methods.len > 0)
            put(w, "; ");
        write_type(w, t->iface.embedded.data[i], depth);
    }
    put(w, "}");
}

static void write_chan(Writer *w, Type *t, int depth)
{
    static const char *const prefix[] = {
        [CHAN_BOTH] = "chan ", [CHAN_SEND] = "chan<- ", [CHAN_RECV] = "<-chan "};
    put(w, prefix[t->chan.dir]);
    /* chan (<-chan T), since chan <-chan T would be read as chan<- (chan T) */
    Type *elem = t->chan.elem;
    bool parens = t->chan.dir == CHAN_BOTH && elem->kind == TY_CHAN && elem->chan.dir == CHAN_RECV;
    put(w, parens ? "(" : "");
    write_type(w, elem, depth);
    put(w, parens ? ")" : "");
}

static void write_union(Writer *w, Type *t, int depth)
{
    for (u32 i = 0; i < t->unions.terms.len && !w->cut; i++) {
        if (i > 0)
            put(w, " | ");
        if (i < t->unions.tilde.len && t->unions.tilde.data[i])
            put(w, "~");
        write_type(w, t->unions.terms.data[i], depth);
    }
}

static void write_array(Writer *w, Type *t, int depth)
{
    if (!w->cut && t->array.len >= 0)
        buf_printf(w->out, "[%" PRId64 "]", t->array.len);
    else
        put(w, "[invalid length]");
    write_type(w, t->array.elem, depth);
}

static void write_by_kind(Writer *w, Type *t, int depth)
{
    switch (t->kind) {
    case TY_NAMED: write_named(w, t, depth); break;
    case TY_POINTER:
        put(w, "*");
        write_type(w, t->pointer.elem, depth);
        break;
    case TY_SLICE:
        put(w, "[]");
        write_type(w, t->slice.elem, depth);
        break;
    case TY_ARRAY: write_array(w, t, depth); break;
    case TY_MAP:
        put(w, "map[");
        write_type(w, t->map.key, depth);
        put(w, "]");
        write_type(w, t->map.elem, depth);
        break;
    case TY_CHAN: write_chan(w, t, depth); break;
    case TY_FUNC:
        put(w, "func");
        if (t->func.tparams.len > 0)
            write_type_params(w, t->func.tparams.data, t->func.tparams.len, depth);
        write_signature(w, t, depth);
        break;
    case TY_STRUCT: write_struct(w, t, depth); break;
    case TY_INTERFACE: write_interface(w, t, depth); break;
    case TY_TUPLE:
        put(w, "(");
        write_list(w, t->tuple.types.data, t->tuple.types.len, depth);
        put(w, ")");
        break;
    case TY_TYPEPARAM: put(w, t->tparam.obj->name->text); break;
    case TY_UNION: write_union(w, t, depth); break;
    default: put(w, t->basic.name); break;
    }
}

static void write_type(Writer *w, Type *t, int depth)
{
    if (w->cut)
        return;
    if (depth > MAX_DEPTH || w->out->len > w->limit) {
        put(w, "...");
        w->cut = true;
        return;
    }
    if (t == NULL)
        put(w, "invalid type");
    else
        write_by_kind(w, t, depth + 1);
}

void type_text(Buf *out, Type *t, Package *from)
{
    Writer w = {.out = out, .from = from, .limit = out->len + MAX_LENGTH};
    write_type(&w, t, 0);
}

void type_signature_text(Buf *out, Type *func, Package *from)
{
    Writer w = {.out = out, .from = from, .limit = out->len + MAX_LENGTH};
    write_signature(&w, func, 0);
}
