#include "code/rtype.h"

#include "base/vec.h"

/* An array of more elements than this whose elements are themselves irregular is unrolled; beyond
 * it, parts are merged by the element, so that a huge type cannot take a huge table. */
#define MAX_UNROLLED 4096

typedef VEC(RLeaf) LeafList;

static void add_leaves(RType *t, u64 offset, LeafList *out);

/* `count` values with the leaves `elem`, `size` bytes apart. */
static void repeat_leaf(RLeaf elem, u64 offset, u64 count, u64 size, LeafList *out)
{
    offset += elem.offset;
    if (elem.count == 1) {
        vec_push(out, (RLeaf){offset, count, size});
    } else if (elem.count * elem.stride == size) {
        vec_push(out, (RLeaf){offset, elem.count * count, elem.stride});
    } else if (count <= elem.count) {
        for (u64 i = 0; i < count && i < MAX_UNROLLED; i++)
            vec_push(out, (RLeaf){offset + i * size, elem.count, elem.stride});
    } else {
        for (u64 i = 0; i < elem.count && i < MAX_UNROLLED; i++)
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

const RLeaf *rtype_leaves(RType *t, u32 *count)
{
    if (!t->leaves_done) {
        LeafList leaves = {0};
        add_leaves(t, 0, &leaves);
        t->leaves = leaves.data;
        t->nleaves = leaves.len;
        t->leaves_done = true;
    }
    *count = t->nleaves;
    return t->leaves;
}
