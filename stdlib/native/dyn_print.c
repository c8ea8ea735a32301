/* Deterministic printing of values: addresses that do not depend on the collector, and maps in the
 * order of their keys. */
#include <stdlib.h>

#include "stdlib/native/dyn.h"
#include "vm/unsafe.h"

u64 dyn_address(VM *vm, G *g, Dyn v)
{
    const void *ref = dyn_ref(vm, g, v);
    if (v.type->kind == RK_FUNC)
        return ref == NULL ? 0 : ((u64)((const Closure *)ref)->fn->id + 1) << 32;
    return unsafe_number(vm, ref);
}

/* ---- order of keys ---- */

static int compare_ints(i64 a, i64 b)
{
    return a < b ? -1 : a > b;
}
static int compare_uints(u64 a, u64 b)
{
    return a < b ? -1 : a > b;
}

/* NaN is the smallest, as in Go. */
static int compare_floats(double a, double b)
{
    if (a != a || b != b)
        return (b != b) - (a != a);
    return a < b ? -1 : a > b;
}

static int compare_strings(Str a, Str b)
{
    int c = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
    return c != 0 ? c : compare_uints(a.len, b.len);
}

/* Interfaces: nil is the smallest; others are ordered by type, in a fixed order, then by value. */
static int compare_ifaces(VM *vm, G *g, Dyn a, Dyn b)
{
    Dyn x = dyn_elem(vm, g, a), y = dyn_elem(vm, g, b);
    if (x.type == NULL || y.type == NULL)
        return (x.type != NULL) - (y.type != NULL);
    if (x.type != y.type) {
        int c = strcmp(x.type->text, y.type->text);
        return c != 0 ? c : compare_uints(x.type->id, y.type->id);
    }
    return dyn_compare(vm, g, x, y);
}

static int compare_parts(VM *vm, G *g, Dyn a, Dyn b)
{
    bool is_struct = a.type->kind == RK_STRUCT;
    u64 n = is_struct ? a.type->nfields : a.type->len;
    int c = 0;
    for (u64 i = 0; i < n && c == 0; i++) {
        c = is_struct ? dyn_compare(vm, g, dyn_field(a, (u32)i), dyn_field(b, (u32)i))
                      : dyn_compare(vm, g, dyn_index(vm, g, a, i), dyn_index(vm, g, b, i));
    }
    return c;
}

/* Orders by real part, then by imaginary part. */
static int compare_complex(VM *vm, G *g, Dyn a, Dyn b)
{
    double re[2], im[2];
    dyn_complex(vm, g, a, &re[0], &im[0]);
    dyn_complex(vm, g, b, &re[1], &im[1]);
    int c = compare_floats(re[0], re[1]);
    return c != 0 ? c : compare_floats(im[0], im[1]);
}

int dyn_compare(VM *vm, G *g, Dyn a, Dyn b)
{
    switch (a.type->kind) {
    case RK_BOOL:
    case RK_UINT:
    case RK_UINT8:
    case RK_UINT16:
    case RK_UINT32:
    case RK_UINT64:
    case RK_UINTPTR: return compare_uints(dyn_scalar(vm, g, a), dyn_scalar(vm, g, b));
    case RK_INT:
    case RK_INT8:
    case RK_INT16:
    case RK_INT32:
    case RK_INT64: return compare_ints((i64)dyn_scalar(vm, g, a), (i64)dyn_scalar(vm, g, b));
    case RK_FLOAT32:
    case RK_FLOAT64:
        return compare_floats(slot_float(dyn_scalar(vm, g, a)), slot_float(dyn_scalar(vm, g, b)));
    case RK_COMPLEX64:
    case RK_COMPLEX128: return compare_complex(vm, g, a, b);
    case RK_STRING: return compare_strings(dyn_str(vm, g, a), dyn_str(vm, g, b));
    case RK_INTERFACE: return compare_ifaces(vm, g, a, b);
    case RK_STRUCT:
    case RK_ARRAY: return compare_parts(vm, g, a, b);
    default: return compare_uints(dyn_address(vm, g, a), dyn_address(vm, g, b));
    }
}

/* ---- map entries ---- */

typedef struct SortContext {
    VM *vm;
    G *g;
} SortContext;

static int compare_entries(const void *a, const void *b, void *arg)
{
    SortContext *context = arg;
    return dyn_compare(context->vm, context->g, *(const Dyn *)a, *(const Dyn *)b);
}

Dyn *dyn_map_entries(VM *vm, G *g, Dyn v, u64 *count)
{
    i64 n = dyn_len(vm, g, v);
    GMap *map = (GMap *)dyn_scalar(vm, g, v);
    u64 mode = dyn_read_only(v.mode);
    Dyn *entries = heap_object(vm, g, (u64)n * 2 * sizeof *entries, true);
    GMapIter *iter = map == NULL ? NULL : gmap_iter_plain(vm, map);
    const u64 *key;
    u64 *value;
    *count = 0;
    while (*count < (u64)n * 2 && gmap_next(vm, iter, &key, &value)) {
        entries[*count] = dyn_from_slots(vm, key, v.type->key, mode);
        entries[*count + 1] = dyn_from_slots(vm, value, v.type->elem, mode);
        *count += 2;
    }
    SortContext context = {vm, g};
    qsort_r(entries, *count / 2, 2 * sizeof *entries, compare_entries, &context);
    return entries;
}
