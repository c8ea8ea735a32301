/* Sizes, alignments and offsets, equal to gc's on amd64, so that unsafe.Sizeof and its relatives
 * give the numbers that Go programmers expect. */
#include "parser/types/types.h"

/* Beyond the depth, of which a type and the struct that it is are two, a type has no size that can
 * be used: it is TYPE_SIZE_LIMIT, as of one that is too large. */
enum { WORD = 8, MAX_DEPTH = 20000 };

/* Computes the layout; returns whether it is final, which it is not while a name in it is
 * unresolved. */
static bool layout(Type *t, int depth);

static void set(Type *t, u64 size, u32 align)
{
    t->size = size < TYPE_SIZE_LIMIT ? size : TYPE_SIZE_LIMIT;
    t->align = align;
}

static u64 round_up(u64 n, u32 align)
{
    return (n + align - 1) / align * align;
}

static bool layout_array(Type *t, int depth)
{
    Type *elem = t->array.elem;
    bool final = layout(elem, depth);
    u64 len = t->array.len < 0 ? 0 : (u64)t->array.len;
    u64 size;
    if (__builtin_mul_overflow(elem->size, len, &size))
        size = TYPE_SIZE_LIMIT;
    set(t, size, elem->align);
    return final;
}

static bool layout_struct(Type *t, int depth)
{
    u64 offset = 0;
    u32 align = 1;
    bool final = true, last_is_empty = false;
    for (u32 i = 0; i < t->strct.fields.len; i++) {
        StructField *field = &t->strct.fields.data[i];
        final &= layout(field->type, depth);
        offset = round_up(offset, field->type->align);
        field->offset = offset;
        offset += field->type->size;
        if (offset > TYPE_SIZE_LIMIT)
            offset = TYPE_SIZE_LIMIT;
        if (field->type->align > align)
            align = field->type->align;
        last_is_empty = field->type->size == 0;
    }
    /* A trailing field of size zero must not share its address with the next object. */
    if (last_is_empty && offset > 0)
        offset++;
    set(t, round_up(offset, align), align);
    return final;
}

static bool layout_named(Type *t, int depth)
{
    Type *u = type_underlying(t);
    if (u == t)
        return false;
    bool final = layout(u, depth);
    set(t, u->size, u->align);
    return final;
}

static void layout_basic(Type *t)
{
    static const u8 sizes[] = {
        [TY_BOOL] = 1,        [TY_INT] = 8,     [TY_INT8] = 1,
        [TY_INT16] = 2,       [TY_INT32] = 4,   [TY_INT64] = 8,
        [TY_UINT] = 8,        [TY_UINT8] = 1,   [TY_UINT16] = 2,
        [TY_UINT32] = 4,      [TY_UINT64] = 8,  [TY_UINTPTR] = 8,
        [TY_FLOAT32] = 4,     [TY_FLOAT64] = 8, [TY_COMPLEX64] = 8,
        [TY_COMPLEX128] = 16, [TY_STRING] = 16, [TY_UNSAFE_POINTER] = 8,
    };
    if (t->kind >= COUNT_OF(sizes) || sizes[t->kind] == 0)
        return; /* invalid or untyped: has no run-time values */
    u32 align = t->kind == TY_COMPLEX64 ? 4 : sizes[t->kind];
    set(t, sizes[t->kind], align < WORD ? align : WORD);
}

static bool layout_by_kind(Type *t, int depth)
{
    switch (t->kind) {
    case TY_NAMED: return layout_named(t, depth);
    case TY_ARRAY: return layout_array(t, depth);
    case TY_STRUCT: return layout_struct(t, depth);
    case TY_POINTER:
    case TY_MAP:
    case TY_CHAN:
    case TY_FUNC: set(t, WORD, WORD); return true;
    case TY_INTERFACE: set(t, 2 * WORD, WORD); return true;
    case TY_SLICE: set(t, 3 * WORD, WORD); return true;
    default: layout_basic(t); return true;
    }
}

static bool layout(Type *t, int depth)
{
    if (t->layout_done)
        return true;
    /* Set first, so that a type that (wrongly) contains itself does not cause endless recursion. */
    t->layout_done = true;
    set(t, 0, 1);
    if (depth < MAX_DEPTH)
        t->layout_done = layout_by_kind(t, depth + 1);
    else
        set(t, TYPE_SIZE_LIMIT, 1);
    return t->layout_done;
}

void type_layout(Type *t)
{
    layout(t, 0);
}
