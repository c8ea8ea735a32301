/* Types created by reflection, and the search for an existing identical type. */
#include "stdlib/native/dyn_type.h"

#include <string.h>

/* ---- finding an existing type ---- */

static bool same_list(RType *const *a, RType *const *b, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_fields(const RType *a, const RType *b)
{
    for (u32 i = 0; i < a->nfields; i++) {
        const RField *x = &a->fields[i], *y = &b->fields[i];
        if (x->type != y->type || x->embedded != y->embedded || strcmp(x->name, y->name) != 0 ||
            !same_text(x->pkg, y->pkg) || strcmp(x->tag, y->tag) != 0)
            return false;
    }
    return true;
}

/* Whether two unnamed types are identical, given that their components are if they are the same. */
static bool identical(const RType *a, const RType *b)
{
    return a->kind == b->kind && a->elem == b->elem && a->key == b->key && a->len == b->len &&
           a->chan_dir == b->chan_dir && a->nparams == b->nparams && a->nresults == b->nresults &&
           a->nfields == b->nfields && !((a->flags ^ b->flags) & RT_VARIADIC) &&
           same_list(a->params, b->params, a->nparams) &&
           same_list(a->results, b->results, a->nresults) && same_fields(a, b);
}

static RType *find(RType *const *types, u32 n, const RType *wanted)
{
    for (u32 i = 0; i < n; i++)
        if (!(types[i]->flags & RT_NAMED) && identical(types[i], wanted))
            return types[i];
    return NULL;
}

/* ---- texts, as the code generator writes them (parser/gen/type_text.c) ---- */

static void add_list(Buf *out, RType *const *types, u32 n, bool variadic)
{
    for (u32 i = 0; i < n; i++) {
        bool dots = variadic && i == n - 1;
        buf_printf(out, "%s%s%s", i ? ", " : "", dots ? "..." : "",
                   dots ? types[i]->elem->text : types[i]->text);
    }
}

static void add_func(Buf *out, const RType *t)
{
    buf_puts(out, "func(");
    add_list(out, t->params, t->nparams, (t->flags & RT_VARIADIC) != 0);
    buf_putc(out, ')');
    if (t->nresults)
        buf_puts(out, t->nresults > 1 ? " (" : " ");
    add_list(out, t->results, t->nresults, false);
    buf_puts(out, t->nresults > 1 ? ")" : "");
}

static void add_struct(Buf *out, const RType *t)
{
    buf_puts(out, "struct {");
    for (u32 i = 0; i < t->nfields; i++) {
        const RField *field = &t->fields[i];
        buf_puts(out, i ? "; " : " ");
        if (!field->embedded)
            buf_printf(out, "%s ", field->name);
        buf_puts(out, field->type->text);
        if (field->tag[0]) {
            buf_putc(out, ' ');
            rtype_add_tag(out, field->tag);
        }
    }
    buf_puts(out, t->nfields ? " }" : "}");
}

static void add_chan(Buf *out, const RType *t)
{
    static const char *const dirs[] = {"chan ", "chan<- ", "<-chan "};
    bool parens = t->chan_dir == 0 && t->elem->kind == RK_CHAN && t->elem->chan_dir == 2 &&
                  !(t->elem->flags & RT_NAMED);
    buf_printf(out, "%s%s%s%s", dirs[t->chan_dir], parens ? "(" : "", t->elem->text,
               parens ? ")" : "");
}

static const char *text_of(Arena *arena, const RType *t)
{
    Buf out = {0};
    switch (t->kind) {
    case RK_POINTER: buf_printf(&out, "*%s", t->elem->text); break;
    case RK_SLICE: buf_printf(&out, "[]%s", t->elem->text); break;
    case RK_ARRAY: buf_printf(&out, "[%llu]%s", (unsigned long long)t->len, t->elem->text); break;
    case RK_MAP: buf_printf(&out, "map[%s]%s", t->key->text, t->elem->text); break;
    case RK_CHAN: add_chan(&out, t); break;
    case RK_FUNC: add_func(&out, t); break;
    default: add_struct(&out, t); break;
    }
    const char *text = arena_strndup(arena, buf_str(&out), out.len);
    buf_free(&out);
    return text;
}

/* ---- creating types ---- */

enum { MADE_IDS = 1 << 30 }; /* more than any program has types */

static RType **copy_list(Arena *arena, RType *const *types, u32 n)
{
    RType **copy = ARENA_ARRAY(arena, RType *, n);
    for (u32 i = 0; i < n; i++)
        copy[i] = types[i];
    return copy;
}

static RField *copy_fields(Arena *arena, const RField *fields, u32 n)
{
    RField *copy = ARENA_ARRAY(arena, RField, n);
    for (u32 i = 0; i < n; i++) {
        copy[i] = fields[i];
        copy[i].name = arena_strndup(arena, fields[i].name, strlen(fields[i].name));
        copy[i].tag = arena_strndup(arena, fields[i].tag, strlen(fields[i].tag));
    }
    return copy;
}

/* The type with the kind and components of `wanted`. */
static RType *make(Program *program, const RType *wanted)
{
    RType *known = find(program->types.data, program->types.len, wanted);
    if (known == NULL)
        known = find(program->made_types.data, program->made_types.len, wanted);
    if (known != NULL)
        return known;
    Arena *arena = &program->arena;
    RType *t = ARENA_NEW(arena, RType);
    *t = *wanted;
    t->id = MADE_IDS + program->made_types.len;
    t->params = copy_list(arena, wanted->params, t->nparams);
    t->results = copy_list(arena, wanted->results, t->nresults);
    t->fields = copy_fields(arena, wanted->fields, t->nfields);
    t->text = text_of(arena, t);
    t->name = t->pkg = "";
    rtype_shape_flags(t);
    if (t->kind == RK_ARRAY || t->kind == RK_STRUCT)
        rtype_component_flags(t);
    vec_push(&program->made_types, t);
    return t;
}

RType *type_pointer_to(Program *program, RType *elem)
{
    if (elem->ptr_to == NULL) {
        RType wanted = {.kind = RK_POINTER, .elem = elem, .size = 8, .align = 8};
        elem->ptr_to = make(program, &wanted);
    }
    return elem->ptr_to;
}

RType *type_slice_of(Program *program, RType *elem)
{
    RType wanted = {.kind = RK_SLICE, .elem = elem, .size = 24, .align = 8};
    return make(program, &wanted);
}

RType *type_array_of(Program *program, RType *elem, u64 len)
{
    RType wanted = {
        .kind = RK_ARRAY, .elem = elem, .len = len, .size = elem->size * len, .align = elem->align};
    return make(program, &wanted);
}

RType *type_chan_of(Program *program, RType *elem, u8 dir)
{
    RType wanted = {.kind = RK_CHAN, .elem = elem, .chan_dir = dir, .size = 8, .align = 8};
    return make(program, &wanted);
}

RType *type_map_of(Program *program, RType *key, RType *elem)
{
    RType wanted = {.kind = RK_MAP, .key = key, .elem = elem, .size = 8, .align = 8};
    return make(program, &wanted);
}

RType *type_func_of(Program *program, RType **params, u32 nparams, RType **results, u32 nresults,
                    bool variadic)
{
    RType wanted = {.kind = RK_FUNC,
                    .params = params,
                    .nparams = nparams,
                    .results = results,
                    .nresults = nresults,
                    .size = 8,
                    .align = 8,
                    .flags = variadic ? RT_VARIADIC : 0};
    return make(program, &wanted);
}

static u64 round_up(u64 offset, u64 align)
{
    return (offset + align - 1) / align * align;
}

RType *type_struct_of(Program *program, const RField *fields, u32 nfields)
{
    RField *placed = xcalloc(nfields + 1, sizeof *placed);
    RType wanted = {.kind = RK_STRUCT, .fields = placed, .nfields = nfields, .align = 1};
    for (u32 i = 0; i < nfields; i++) {
        const RType *type = fields[i].type;
        placed[i] = fields[i];
        placed[i].offset = round_up(wanted.size, type->align);
        wanted.size = placed[i].offset + type->size;
        if (type->align > wanted.align)
            wanted.align = type->align;
    }
    /* A pointer to a last field of size 0 must not point beyond the struct. */
    if (nfields && fields[nfields - 1].type->size == 0 && wanted.size > 0)
        wanted.size++;
    wanted.size = round_up(wanted.size, wanted.align);
    RType *t = make(program, &wanted);
    free(placed);
    return t;
}
