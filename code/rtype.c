/* Properties of run-time types: flags, and the parts at which races are tracked. They depend on the
 * type's structure only, so types from the compiler and types made by reflection get them here. */
#include "code/rtype.h"

#include <string.h>

#include "base/vec.h"
#include "code/op.h"

static bool is_pointer_shaped(RKind kind)
{
    return kind == RK_POINTER || kind == RK_MAP || kind == RK_CHAN || kind == RK_FUNC ||
           kind == RK_UNSAFE_POINTER;
}

static u32 scalar_flags(RKind kind)
{
    bool func_or_map = kind == RK_FUNC || kind == RK_MAP;
    u32 flags = RT_SCALAR | (is_pointer_shaped(kind) ? RT_POINTERS : 0);
    if (!func_or_map)
        flags |= RT_COMPARABLE;
    if (!func_or_map && kind != RK_FLOAT32 && kind != RK_FLOAT64)
        flags |= RT_MEM_EQUAL;
    return flags;
}

void rtype_shape_flags(RType *t)
{
    u32 flags = 0;
    switch (t->kind) {
    case RK_STRING:
    case RK_INTERFACE:
        t->slots = 2;
        flags = RT_COMPARABLE | RT_POINTERS;
        break;
    case RK_SLICE:
        t->slots = 3;
        flags = RT_POINTERS;
        break;
    case RK_COMPLEX64:
    case RK_COMPLEX128:
        t->slots = (u32)t->size / 8;
        flags = RT_COMPARABLE;
        break;
    case RK_STRUCT:
    case RK_ARRAY:
        t->slots = t->size > BIG_SIZE ? 1 : (u32)((t->size + 7) / 8);
        flags = t->size > BIG_SIZE ? RT_BIG : 0;
        break;
    default: t->slots = 1; flags = scalar_flags(t->kind);
    }
    t->flags |= (u16)(flags | (t->slots == 1 ? RT_DIRECT : 0));
}

static u32 struct_flags(const RType *t)
{
    u32 all = RT_COMPARABLE | RT_MEM_EQUAL, any = 0;
    u64 end = 0;
    for (u32 i = 0; i < t->nfields; i++) {
        const RField *field = &t->fields[i];
        all &= field->type->flags;
        any |= field->type->flags & RT_POINTERS;
        if (field->offset != end || strcmp(field->name, "_") == 0)
            all &= ~(u32)RT_MEM_EQUAL;
        end = field->offset + field->type->size;
    }
    if (end != t->size)
        all &= ~(u32)RT_MEM_EQUAL;
    return all | any;
}

void rtype_component_flags(RType *t)
{
    if (t->kind == RK_STRUCT) {
        t->flags |= (u16)struct_flags(t);
    } else {
        t->flags |= t->elem->flags & (RT_COMPARABLE | RT_MEM_EQUAL);
        if (t->len)
            t->flags |= t->elem->flags & RT_POINTERS;
    }
}

void rtype_add_tag(Buf *out, const char *tag)
{
    buf_putc(out, '"');
    for (; *tag; tag++) {
        if (*tag == '"' || *tag == '\\')
            buf_printf(out, "\\%c", *tag);
        else if (*tag == '\n' || *tag == '\t')
            buf_puts(out, *tag == '\n' ? "\\n" : "\\t");
        else if ((u8)*tag < ' ' || *tag == 0x7f)
            buf_printf(out, "\\x%02x", *tag);
        else
            buf_putc(out, *tag);
    }
    buf_putc(out, '"');
}

typedef VEC(RLeaf) LeafList;

static void add_leaves(RType *t, u64 offset, LeafList *out);

/* Appends the leaf `elem`, repeated `count` times at a distance of `size` bytes: as one leaf if the
 * parts are evenly spaced, else as one leaf for each repetition or for each part of elem, whichever
 * are fewer. So the number of leaves is small beside the number of parts. */
static void repeat_leaf(RLeaf elem, u64 offset, u64 count, u64 size, LeafList *out)
{
    offset += elem.offset;
    if (elem.count == 1) {
        vec_push(out, (RLeaf){offset, count, size});
    } else if (elem.count * elem.stride == size) {
        vec_push(out, (RLeaf){offset, elem.count * count, elem.stride});
    } else if (count <= elem.count) {
        for (u64 i = 0; i < count; i++)
            vec_push(out, (RLeaf){offset + i * size, elem.count, elem.stride});
    } else {
        for (u64 i = 0; i < elem.count; i++)
            vec_push(out, (RLeaf){offset + i * elem.stride, count, size});
    }
}

static void add_leaves(RType *t, u64 offset, LeafList *out)
{
    if (t->size == 0)
        return;
    if (t->kind == RK_STRUCT) {
        for (u32 i = 0; i < t->nfields; i++)
            add_leaves(t->fields[i].type, offset + t->fields[i].offset, out);
    } else if (t->kind == RK_ARRAY) {
        u32 count;
        const RLeaf *elem = rtype_leaves(t->elem, &count);
        for (u32 i = 0; i < count; i++)
            repeat_leaf(elem[i], offset, t->len, t->elem->size, out);
    } else {
        vec_push(out, (RLeaf){offset, 1, t->size});
    }
}

static u64 places_of(const LeafList *leaves)
{
    u64 places = 0;
    for (u32 i = 0; i < leaves->len; i++) {
        if (leaves->data[i].count != 1 || leaves->data[i].offset >= 64)
            return 0;
        places |= 1ull << leaves->data[i].offset;
    }
    return places;
}

const RLeaf *rtype_leaves(RType *t, u32 *count)
{
    if (!t->leaves_done) {
        LeafList leaves = {0};
        add_leaves(t, 0, &leaves);
        t->leaves = leaves.data;
        t->nleaves = leaves.len;
        t->leaves_done = true;
        t->places = places_of(&leaves);
    }
    *count = t->nleaves;
    return t->leaves;
}

const RMethod *rtype_method(const RType *t, u32 id)
{
    u32 lo = 0, hi = t->nmethods;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (t->methods[mid].id < id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < t->nmethods && t->methods[lo].id == id ? &t->methods[lo] : NULL;
}
