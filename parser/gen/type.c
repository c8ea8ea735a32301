/* Code generator: run-time type descriptors, one for all identical static types. */
#include "parser/gen/gen.h"

Type *gen_pointer_to(Gen *g, Type *t)
{
    return type_pointer(&g->types, t);
}

bool gen_is_unsigned(Type *t)
{
    return type_is_unsigned(t);
}

void gen_note_unsigned(Gen *g, Span at, const Expr *operand)
{
    if (gen_is_unsigned(operand->type) && type_underlying(operand->type)->size == 8)
        vec_push(&g->program->unsigned_at, at);
}

bool gen_is_exported(const Sym *name)
{
    u8 c = (u8)name->text[0];
    return (c >= 'A' && c <= 'Z') || c >= 0x80; /* non-ASCII letters are taken to be exported */
}

/* ---- keys: equal if and only if the types are identical ---- */

/* The interfaces that contain the type being written. interface{I}, where a method of I returns
 * this same interface{I}, would be infinite, so it is written as a reference. */
typedef struct KeyFrame {
    const struct KeyFrame *outer;
    Type *iface;
} KeyFrame;

static void add_key(Buf *out, Type *t, const KeyFrame *around);

static void add_name_key(Buf *out, const Sym *name, Package *pkg)
{
    if (pkg && !gen_is_exported(name))
        buf_printf(out, "%s.", pkg->path);
    buf_puts(out, name->text);
}

static void add_struct_key(Buf *out, Type *t, const KeyFrame *around)
{
    buf_puts(out, "struct{");
    for (u32 i = 0; i < t->strct.fields.len; i++) {
        StructField *field = &t->strct.fields.data[i];
        buf_puts(out, field->embedded ? "!" : "");
        add_name_key(out, field->name, field->pkg);
        buf_putc(out, ' ');
        add_key(out, field->type, around);
        if (field->tag && field->tag_len) {
            buf_printf(out, " %u:", field->tag_len);
            buf_add(out, field->tag, field->tag_len);
        }
        buf_putc(out, ';');
    }
    buf_putc(out, '}');
}

static void add_func_key(Buf *out, Type *t, const KeyFrame *around)
{
    buf_puts(out, t->func.variadic ? "func...(" : "func(");
    for (u32 i = 0; i < t->func.params.len; i++) {
        add_key(out, t->func.params.data[i], around);
        buf_putc(out, ',');
    }
    buf_puts(out, ")(");
    for (u32 i = 0; i < t->func.results.len; i++) {
        add_key(out, t->func.results.data[i], around);
        buf_putc(out, ',');
    }
    buf_putc(out, ')');
}

static void add_interface_key(Buf *out, Type *t, const KeyFrame *around)
{
    u32 back = 0;
    for (const KeyFrame *frame = around; frame; frame = frame->outer, back++) {
        if (type_identical(frame->iface, t)) {
            buf_printf(out, "^%u", back);
            return;
        }
    }
    KeyFrame frame = {around, t};
    buf_puts(out, "interface{");
    for (u32 i = 0; i < t->iface.all.len; i++) {
        Method *m = &t->iface.all.data[i];
        add_name_key(out, m->name, m->pkg);
        add_key(out, m->sig, &frame);
        buf_putc(out, ';');
    }
    buf_putc(out, '}');
}

static void add_key(Buf *out, Type *t, const KeyFrame *around)
{
    static const char *const dirs[] = {"chan ", "chan<- ", "<-chan "};
    limits_poll();
    switch (t->kind) {
    case TY_NAMED:
        buf_printf(out, "N%u", t->named.origin ? t->named.origin->id : t->id);
        for (u32 i = 0; i < t->named.targs.len; i++) {
            buf_putc(out, i ? ',' : '[');
            add_key(out, t->named.targs.data[i], around);
        }
        buf_puts(out, t->named.targs.len ? "]" : "");
        break;
    case TY_POINTER:
        buf_putc(out, '*');
        add_key(out, t->pointer.elem, around);
        break;
    case TY_SLICE:
        buf_puts(out, "[]");
        add_key(out, t->slice.elem, around);
        break;
    case TY_ARRAY:
        buf_printf(out, "[%lld]", (long long)t->array.len);
        add_key(out, t->array.elem, around);
        break;
    case TY_MAP:
        buf_puts(out, "map[");
        add_key(out, t->map.key, around);
        buf_putc(out, ']');
        add_key(out, t->map.elem, around);
        break;
    case TY_CHAN:
        buf_printf(out, "%s(", dirs[t->chan.dir]);
        add_key(out, t->chan.elem, around);
        buf_putc(out, ')');
        break;
    case TY_FUNC: add_func_key(out, t, around); break;
    case TY_STRUCT: add_struct_key(out, t, around); break;
    case TY_INTERFACE: add_interface_key(out, t, around); break;
    default: buf_printf(out, "B%d", (int)t->kind); break;
    }
}

/* ---- descriptors ---- */

static RKind basic_kind(TypeKind kind)
{
    switch (kind) {
    case TY_BOOL:
    case TY_UNTYPED_BOOL: return RK_BOOL;
    case TY_INT:
    case TY_UNTYPED_INT: return RK_INT;
    case TY_INT8: return RK_INT8;
    case TY_INT16: return RK_INT16;
    case TY_INT32:
    case TY_UNTYPED_RUNE: return RK_INT32;
    case TY_INT64: return RK_INT64;
    case TY_UINT: return RK_UINT;
    case TY_UINT8: return RK_UINT8;
    case TY_UINT16: return RK_UINT16;
    case TY_UINT32: return RK_UINT32;
    case TY_UINT64: return RK_UINT64;
    case TY_UINTPTR: return RK_UINTPTR;
    case TY_FLOAT32: return RK_FLOAT32;
    case TY_FLOAT64:
    case TY_UNTYPED_FLOAT: return RK_FLOAT64;
    case TY_COMPLEX64: return RK_COMPLEX64;
    case TY_COMPLEX128:
    case TY_UNTYPED_COMPLEX: return RK_COMPLEX128;
    case TY_STRING:
    case TY_UNTYPED_STRING: return RK_STRING;
    case TY_UNSAFE_POINTER:
    case TY_UNTYPED_NIL: return RK_UNSAFE_POINTER;
    case TY_POINTER: return RK_POINTER;
    case TY_SLICE: return RK_SLICE;
    case TY_ARRAY: return RK_ARRAY;
    case TY_MAP: return RK_MAP;
    case TY_CHAN: return RK_CHAN;
    case TY_FUNC: return RK_FUNC;
    case TY_STRUCT: return RK_STRUCT;
    case TY_INTERFACE: return RK_INTERFACE;
    default: return RK_INVALID;
    }
}

static RType **make_types(Gen *g, Type *const *types, u32 count)
{
    RType **out = ARENA_ARRAY(&g->program->arena, RType *, count);
    for (u32 i = 0; i < count; i++)
        out[i] = gen_type(g, types[i]);
    return out;
}

static void fill_fields(Gen *g, RType *r, Type *u)
{
    Arena *arena = &g->program->arena;
    r->nfields = u->strct.fields.len;
    r->fields = ARENA_ARRAY(arena, RField, r->nfields);
    for (u32 i = 0; i < r->nfields; i++) {
        StructField *field = &u->strct.fields.data[i];
        RField *out = &r->fields[i];
        out->name = arena_strndup(arena, field->name->text, field->name->len);
        out->type = gen_type(g, field->type);
        out->offset = field->offset;
        out->tag = field->tag ? arena_strndup(arena, field->tag, field->tag_len) : "";
        out->pkg = gen_is_exported(field->name) || !field->pkg ? NULL : field->pkg->path;
        out->embedded = field->embedded;
    }
    rtype_component_flags(r);
}

static void fill_func(Gen *g, RType *r, Type *u)
{
    r->nparams = u->func.params.len;
    r->params = make_types(g, u->func.params.data, r->nparams);
    r->nresults = u->func.results.len;
    r->results = make_types(g, u->func.results.data, r->nresults);
    if (u->func.variadic)
        r->flags |= RT_VARIADIC;
}

static void fill_interface(Gen *g, RType *r, Type *u)
{
    Arena *arena = &g->program->arena;
    if (!u->iface.complete)
        type_complete_interface(&g->arena, u, NULL);
    u32 n = u->iface.all.len;
    r->nimethods = n;
    r->imethods = ARENA_ARRAY(arena, u32, n);
    r->imethod_sigs = ARENA_ARRAY(arena, RType *, n);
    for (u32 i = 0; i < n; i++) {
        Method *m = &u->iface.all.data[i];
        u32 id = gen_method_id(g, m->name, m->pkg);
        u32 j = i;
        for (; j > 0 && r->imethods[j - 1] > id; j--) {
            r->imethods[j] = r->imethods[j - 1];
            r->imethod_sigs[j] = r->imethod_sigs[j - 1];
        }
        r->imethods[j] = id;
        r->imethod_sigs[j] = gen_type(g, m->sig);
    }
}

static void fill_components(Gen *g, RType *r, Type *u)
{
    static const u8 dirs[] = {[CHAN_BOTH] = 0, [CHAN_SEND] = 1, [CHAN_RECV] = 2};
    switch (r->kind) {
    case RK_POINTER:
        r->elem = gen_type(g, u->pointer.elem);
        r->elem->ptr_to = r->flags & RT_NAMED ? r->elem->ptr_to : r;
        break;
    case RK_SLICE: r->elem = gen_type(g, u->slice.elem); break;
    case RK_ARRAY:
        r->elem = gen_type(g, u->array.elem);
        r->len = u->array.len > 0 ? (u64)u->array.len : 0;
        rtype_component_flags(r);
        break;
    case RK_MAP:
        r->key = gen_type(g, u->map.key);
        r->elem = gen_type(g, u->map.elem);
        break;
    case RK_CHAN:
        r->elem = gen_type(g, u->chan.elem);
        r->chan_dir = dirs[u->chan.dir];
        break;
    case RK_FUNC: fill_func(g, r, u); break;
    case RK_STRUCT: fill_fields(g, r, u); break;
    case RK_INTERFACE: fill_interface(g, r, u); break;
    default: break;
    }
}

static const char *type_text_of(Gen *g, Type *t)
{
    Buf buf = {0};
    gen_type_text(&buf, t);
    char *text = arena_strndup(&g->program->arena, buf_str(&buf), buf.len);
    buf_free(&buf);
    return text;
}

static RType *new_type(Gen *g, Type *t)
{
    Arena *arena = &g->program->arena;
    RType *r = ARENA_NEW(arena, RType);
    Type *u = type_underlying(t);
    type_layout(t);
    r->id = g->program->types.len;
    vec_push(&g->program->types, r);
    vec_push(&g->static_type, t);
    vec_push(&g->wanted, 0);
    r->kind = (u8)basic_kind(u->kind);
    r->size = t->size;
    r->align = t->align ? t->align : 1;
    r->text = type_text_of(g, t);
    r->name = r->pkg = "";
    if (t->kind == TY_NAMED) {
        r->flags |= RT_NAMED;
        r->name = arena_strndup(arena, t->named.obj->name->text, t->named.obj->name->len);
        r->pkg = t->named.obj->pkg ? t->named.obj->pkg->path : "";
    } else if (t->kind <= TY_UNSAFE_POINTER) {
        r->name = r->text;
    }
    rtype_shape_flags(r);
    return r;
}

/* The default type of an untyped type; other types unchanged. */
static Type *defaulted(Gen *g, Type *t)
{
    if (t->kind == TY_UNTYPED_NIL)
        return g->universe->basic[TY_UNSAFE_POINTER];
    return type_is_untyped(t) ? universe_default_type(g->universe, t) : t;
}

RType *gen_type(Gen *g, Type *t)
{
    if (t->gen)
        return t->gen;
    Type *d = defaulted(g, t);
    Buf key = {0};
    add_key(&key, d, NULL);
    u64 *known = map_put(&g->type_keys, (u64)(uintptr_t)intern(g->syms, buf_str(&key), key.len));
    buf_free(&key);
    if (*known) {
        t->gen = (void *)(uintptr_t)*known;
        return t->gen;
    }
    RType *r = new_type(g, d);
    *known = (u64)(uintptr_t)r;
    t->gen = d->gen = r;
    fill_components(g, r, type_underlying(d));
    return r;
}

/* ---- methods ---- */

u32 gen_method_id(Gen *g, const Sym *name, Package *pkg)
{
    Buf key = {0};
    add_name_key(&key, name, pkg);
    const Sym *sym = intern(g->syms, buf_str(&key), key.len);
    u64 *id = map_put(&g->method_ids, (u64)(uintptr_t)sym);
    if (*id == 0) {
        vec_push(&g->program->method_names,
                 arena_strndup(&g->program->arena, buf_str(&key), key.len));
        *id = g->program->method_names.len;
        if (*id > UINT16_MAX) /* the size of CALLI's operand */
            gen_unsupported(g, (Span){0, 0}, "a program with more than 65535 names of methods is");
    }
    buf_free(&key);
    return (u32)*id - 1;
}

/* Reflection can take the address of variables and call functions, so the types reachable that way
 * need methods, too. */
static void want_reflected(Gen *g, RType *r)
{
    for (u32 i = 0; i < r->nparams; i++)
        gen_want_methods(g, r->params[i]);
    for (u32 i = 0; i < r->nresults; i++)
        gen_want_methods(g, r->results[i]);
    bool has_methods = (r->flags & RT_NAMED) || r->kind == RK_STRUCT;
    if (has_methods && r->kind != RK_INTERFACE && r->kind != RK_POINTER)
        gen_want_methods(g, gen_type(g, gen_pointer_to(g, g->static_type.data[r->id])));
}

void gen_want_methods(Gen *g, RType *r)
{
    if (g->wanted.data[r->id])
        return;
    g->wanted.data[r->id] = 1;
    vec_push(&g->method_queue, r->id);
    if (r->elem)
        gen_want_methods(g, r->elem);
    if (r->key)
        gen_want_methods(g, r->key);
    for (u32 i = 0; i < r->nfields; i++)
        gen_want_methods(g, r->fields[i].type);
    if (g->reflects)
        want_reflected(g, r);
}

void gen_reflect(Gen *g)
{
    if (g->reflects)
        return;
    g->reflects = true;
    for (u32 i = 0; i < g->method_queue.len; i++)
        want_reflected(g, g->program->types.data[g->method_queue.data[i]]);
}

static void fill_methods(Gen *g, RType *r, Type *t)
{
    if (r->kind == RK_INTERFACE)
        return;
    SelectionList list = {0};
    type_method_set(&g->arena, t, &list);
    RMethod *methods = ARENA_ARRAY(&g->program->arena, RMethod, list.len);
    for (u32 i = 0; i < list.len; i++) {
        Selection *sel = list.data[i];
        Package *pkg = sel->method ? sel->method->pkg : sel->imethod->pkg;
        RMethod m = {.id = gen_method_id(g, selection_name(sel), pkg),
                     .fn = gen_iface_method(g, t, sel),
                     .sig = gen_type(g, selection_signature(sel))};
        if (g->reflects)
            gen_want_methods(g, m.sig);
        u32 j = i;
        for (; j > 0 && methods[j - 1].id > m.id; j--)
            methods[j] = methods[j - 1];
        methods[j] = m;
    }
    r->methods = methods;
    r->nmethods = list.len;
}

bool gen_method_tables(Gen *g)
{
    bool any = false;
    for (; g->methods_done < g->method_queue.len; g->methods_done++) {
        u32 id = g->method_queue.data[g->methods_done];
        fill_methods(g, g->program->types.data[id], g->static_type.data[id]);
        any = true;
    }
    return any;
}

static RType *library_type(Gen *g, Package *pkg, const char *name, bool pointer)
{
    Obj *obj = scope_find(pkg->scope, intern_str(g->syms, name));
    if (!obj || obj->kind != OBJ_TYPE)
        return NULL;
    RType *r = gen_type(g, pointer ? gen_pointer_to(g, obj->type) : obj->type);
    gen_want_methods(g, r);
    return r;
}

void gen_known_types(Gen *g, Package *runtime)
{
    WellKnownTypes *known = &g->program->known;
    known->string_type = gen_type(g, g->universe->basic[TY_STRING]);
    known->int_type = gen_type(g, g->universe->basic[TY_INT]);
    known->error_iface = gen_type(g, g->universe->error_type);
    known->any_iface = gen_type(g, g->universe->any_type);
    if (!runtime)
        return;
    known->runtime_error = library_type(g, runtime, "errorString", false);
    known->type_assertion_error = library_type(g, runtime, "TypeAssertionError", true);
    known->plain_error = library_type(g, runtime, "plainError", false);
    known->nil_panic = library_type(g, runtime, "PanicNilError", true);
}
