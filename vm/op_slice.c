/* Slices: slicing with Go's checks, make, append, copy, clear. */
#include <string.h>

#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/mem.h"
#include "vm/ops.h"
#include "vm/track.h"
#include "vm/value.h"

/* Largest allocation that make and append accept, in bytes: 2^48, as gc on amd64. */
#define MAX_ALLOC (1ull << 48)

typedef unsigned long long ull;

/* ---- bounds ---- */

/* Whether the operands of the index or slice expression at pc are unsigned. */
static bool operands_unsigned(VM *vm, const Word *pc)
{
    const Func *fn = vm_func_at(vm, pc);
    Span at = fn->spans[pc - fn->code];
    for (u32 i = 0; i < vm->program->unsigned_at.len; i++) {
        Span known = vm->program->unsigned_at.data[i];
        if (known.start == at.start && known.end == at.end)
            return true;
    }
    return false;
}

/* An operand that is out of range, as text. */
static bool operand_text(VM *vm, const Word *pc, i64 x, char text[24])
{
    bool negative = x < 0 && !operands_unsigned(vm, pc);
    snprintf(text, 24, negative ? "%lld" : "%llu", (long long)x);
    return negative;
}

void op_index_error(VM *vm, G *g, const Word *pc, const u64 *R)
{
    Instr in = pc->in;
    i64 index = (i64)R[in.c];
    u64 length = R[in.b + 1];
    if (instr_op(in) == OP_ADDRA)
        length = pc[1].x >> 32;
    char text[24];
    if (operand_text(vm, pc, index, text))
        vm_runtime_error(vm, g, "index out of range [%s]", text);
    else
        vm_runtime_error(vm, g, "index out of range [%s] with length %llu", text, (ull)length);
}

typedef struct Bounds {
    i64 lo, hi, max;
} Bounds;

/* Starts the panic for bound x, which is negative or above y. `picture` shows where in the
 * expression it stands: "[:x]", "[x:y:]"; for a negative one y is left out. */
static bool bad_bound(VM *vm, G *g, const char *picture, i64 x, i64 y, const char *with)
{
    Buf text = {0};
    char bound[24];
    /* The saved pc is after the instruction, all of whose words have its span. */
    bool negative = operand_text(vm, g->pc - 1, x, bound);
    for (const char *p = picture; *p; p++) {
        if (*p == 'x')
            buf_puts(&text, bound);
        else if (*p != 'y')
            buf_putc(&text, *p);
        else if (!negative)
            buf_printf(&text, "%lld", (long long)y);
    }
    if (with && !negative)
        buf_printf(&text, " with %s %lld", with, (long long)y);
    vm_runtime_error(vm, g, "slice bounds out of range %s", buf_str(&text));
    buf_free(&text);
    return false;
}

static bool check_two(VM *vm, G *g, const Bounds *b, i64 cap, const char *than)
{
    if ((u64)b->hi > (u64)cap)
        return bad_bound(vm, g, "[:x]", b->hi, cap, than);
    if ((u64)b->lo > (u64)b->hi)
        return bad_bound(vm, g, "[x:y]", b->lo, b->hi, NULL);
    return true;
}

static bool check_three(VM *vm, G *g, const Bounds *b, i64 cap, const char *than)
{
    if ((u64)b->max > (u64)cap)
        return bad_bound(vm, g, "[::x]", b->max, cap, than);
    if ((u64)b->hi > (u64)b->max)
        return bad_bound(vm, g, "[:x:y]", b->hi, b->max, NULL);
    if ((u64)b->lo > (u64)b->hi)
        return bad_bound(vm, g, "[x:y:]", b->lo, b->hi, NULL);
    return true;
}

/* The bounds that the instruction's operand C and flags give; the others by default. */
static Bounds bounds_of(const u64 *given, u64 flags, i64 len, i64 cap)
{
    return (Bounds){
        .lo = flags & SLICE_LO ? (i64)given[0] : 0,
        .hi = flags & SLICE_HI ? (i64)given[1] : len,
        .max = flags & SLICE_MAX ? (i64)given[2] : cap,
    };
}

/* `than`: what a bound is compared with, as the message calls it. */
static bool slice_to(VM *vm, G *g, u64 *dst, u64 base, const Bounds *b, u64 flags, i64 cap,
                     u64 elem_size, const char *than)
{
    bool ok = flags & SLICE_MAX ? check_three(vm, g, b, cap, than) : check_two(vm, g, b, cap, than);
    if (!ok)
        return false;
    CHECK(0 <= b->lo && b->lo <= b->hi && b->hi <= b->max && b->max <= cap);
    /* A slice without room must not point past its array: that may be another object. */
    dst[0] = b->max == b->lo ? base : base + (u64)b->lo * elem_size;
    dst[1] = (u64)(b->hi - b->lo);
    dst[2] = (u64)(b->max - b->lo);
    return true;
}

bool op_slice(VM *vm, G *g, const Word *pc, u64 *R)
{
    const u64 *s = &R[pc->in.b];
    u64 flags = pc[1].x >> 32;
    Bounds b = bounds_of(&R[pc->in.c], flags, (i64)s[1], (i64)s[2]);
    return slice_to(vm, g, &R[pc->in.a], s[0], &b, flags, (i64)s[2], (u32)pc[1].x, "capacity");
}

bool op_slice_array(VM *vm, G *g, const Word *pc, u64 *R)
{
    u64 base = R[pc->in.b], flags = pc[1].x >> 32;
    i64 len = (i64)pc[2].x;
    if (!base) {
        vm_nil_error(vm, g);
        return false;
    }
    Bounds b = bounds_of(&R[pc->in.c], flags, len, len);
    return slice_to(vm, g, &R[pc->in.a], base, &b, flags, len, (u32)pc[1].x, "length");
}

bool op_slice_string(VM *vm, G *g, const Word *pc, u64 *R)
{
    const u64 *s = &R[pc->in.b];
    u64 flags = pc[1].x >> 32, *dst = &R[pc->in.a];
    Bounds b = bounds_of(&R[pc->in.c], flags, (i64)s[1], (i64)s[1]);
    if (!check_two(vm, g, &b, (i64)s[1], "length"))
        return false;
    dst[0] = b.hi == b.lo ? s[0] : s[0] + (u64)b.lo;
    dst[1] = (u64)(b.hi - b.lo);
    return true;
}

bool op_slice_to_array(VM *vm, G *g, const Word *pc, u64 *R)
{
    const u64 *s = &R[pc->in.b];
    if (s[1] < pc[1].x) {
        const char *what = vm->program->go_minor < 20 ? "" : "array or ";
        vm_runtime_error(vm, g,
                         "cannot convert slice with length %llu to %spointer to array with "
                         "length %llu",
                         (ull)s[1], what, (ull)pc[1].x);
        return false;
    }
    R[pc->in.a] = s[0];
    return true;
}

/* ---- allocation ---- */

static void *new_array(VM *vm, G *g, RType *elem, u64 n, const Word *pc)
{
    void *p = heap_object(vm, g, n * elem->size, (elem->flags & RT_POINTERS) != 0);
    if (UNLIKELY(vm->objects.all))
        track_alloc(vm, p, elem, n, pc);
    return p;
}

static bool too_many(const RType *elem, u64 n)
{
    return (i64)n < 0 || (elem->size && n > MAX_ALLOC / elem->size);
}

/* The panic of an append whose result would be too large. */
static void growslice_panic(VM *vm, G *g)
{
    const char *what = vm->program->go_minor < 20 ? "cap" : "len";
    vm_runtime_error(vm, g, "growslice: %s out of range", what);
}

static void makeslice_panic(VM *vm, G *g, const RType *elem, u64 len, u64 flags)
{
    bool bad_len = too_many(elem, len);
    if (flags & MKSLICE_EXTENDS && (i64)len >= 0)
        growslice_panic(vm, g);
    else
        vm_runtime_error(vm, g, "makeslice: %s out of range", bad_len ? "len" : "cap");
}

bool op_make_slice(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *elem = op_type(vm, pc[1].x);
    u64 len = R[pc->in.b], cap = R[pc->in.c], *dst = &R[pc->in.a];
    if (UNLIKELY(too_many(elem, cap) || len > cap)) {
        makeslice_panic(vm, g, elem, len, pc[1].x);
        return false;
    }
    dst[0] = (u64)new_array(vm, g, elem, cap, pc);
    dst[1] = len;
    dst[2] = cap;
    return true;
}

void op_pack(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *elem = op_type(vm, pc[1].x);
    u64 n = pc->in.c, *dst = &R[pc->in.a];
    char *array = new_array(vm, g, elem, n, pc);
    for (u64 i = 0; i < n; i++)
        value_store(array + i * elem->size, &R[pc->in.b + i * elem->slots], elem);
    dst[0] = (u64)array;
    dst[1] = dst[2] = n;
}

/* ---- append ---- */

/* Sizes of gc's memory blocks up to 32 KB: what append rounds up to, visible through cap(). */
static const u16 size_classes[] = {
    8,     16,    24,    32,    48,    64,    80,    96,    112,   128,   144,   160,
    176,   192,   208,   224,   240,   256,   288,   320,   352,   384,   416,   448,
    480,   512,   576,   640,   704,   768,   896,   1024,  1152,  1280,  1408,  1536,
    1792,  2048,  2304,  2688,  3072,  3200,  3456,  4096,  4864,  5376,  6144,  6528,
    6784,  6912,  8192,  9472,  9728,  10240, 10880, 12288, 13568, 14336, 16384, 18432,
    19072, 20480, 21760, 24576, 27264, 28672, 32768,
};

static u64 round_up_size(u64 size)
{
    if (size > size_classes[COUNT_OF(size_classes) - 1])
        return (size + 8191) & ~8191ull;
    u32 low = 0, high = COUNT_OF(size_classes) - 1;
    while (low < high) {
        u32 mid = (low + high) / 2;
        if (size_classes[mid] < size)
            low = mid + 1;
        else
            high = mid;
    }
    return size_classes[low];
}

u64 slice_grown_cap(u64 cap, u64 need, u64 elem_size)
{
    enum { THRESHOLD = 256 }; /* from doubling to growing by a quarter */
    u64 grown = cap;
    if (need > 2 * cap)
        grown = need;
    else if (cap < THRESHOLD)
        grown = 2 * cap;
    else
        while (grown < need)
            grown += (grown + 3 * THRESHOLD) / 4;
    if (elem_size == 0)
        return need;
    if (grown > MAX_ALLOC / elem_size)
        return grown;
    return round_up_size(grown * elem_size) / elem_size;
}

/* dst[0..3] <- slice s with room for n more elements and its length advanced over them; false:
 * panicked. Reading the old elements is an access. */
static bool grow(VM *vm, G *g, const Word *pc, u64 *dst, const u64 *s, u64 n, RType *elem)
{
    u64 len = s[1], need = len + n;
    if (LIKELY(need <= s[2] && (i64)need >= 0)) {
        u64 ptr = s[0], cap = s[2];
        dst[0] = ptr;
        dst[1] = need;
        dst[2] = cap;
        return true;
    }
    u64 cap = (i64)need < 0 ? need : slice_grown_cap(s[2], need, elem->size);
    if (too_many(elem, cap)) {
        growslice_panic(vm, g);
        return false;
    }
    if (track_wanted(vm, pc) && len)
        track_range(vm, g, (const void *)s[0], elem, len, false, pc);
    CHECK(cap >= need && len <= s[2]);
    char *array = new_array(vm, g, elem, cap, pc);
    if (len)
        memcpy(array, (const void *)s[0], len * elem->size);
    dst[0] = (u64)array;
    dst[1] = need;
    dst[2] = cap;
    return true;
}

bool op_append(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *elem = op_type(vm, pc[1].x);
    bool is_string = pc[1].x >> 32;
    u64 from = R[pc->in.c], n = R[pc->in.c + 1], *dst = &R[pc->in.a];
    const u64 *s = &R[pc->in.b];
    u64 len = s[1];
    if (!n) {
        u64 ptr = s[0], cap = s[2];
        dst[0] = ptr;
        dst[1] = len;
        dst[2] = cap;
        return true;
    }
    if (track_wanted(vm, pc) && !is_string)
        track_range(vm, g, (const void *)from, elem, n, false, pc);
    if (!grow(vm, g, pc, dst, s, n, elem))
        return false;
    char *to = (char *)dst[0] + len * elem->size;
    if (track_wanted(vm, pc))
        track_range(vm, g, to, elem, n, true, pc);
    mem_move(to, (const void *)from, n * elem->size);
    return true;
}

bool op_append_one(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *elem = op_type(vm, pc[1].x);
    const u64 *s = &R[pc->in.b];
    u64 *dst = &R[pc->in.a], len = s[1];
    /* The value may lie where the result goes. */
    u64 few[8], *value = &R[pc->in.c];
    if (UNLIKELY(value < dst + 3 && dst < value + elem->slots && elem->slots <= COUNT_OF(few)))
        value = memcpy(few, value, elem->slots * 8ull);
    if (!grow(vm, g, pc, dst, s, 1, elem))
        return false;
    char *to = (char *)dst[0] + len * elem->size;
    if (track_wanted(vm, pc))
        track_value(vm, g, to, elem, true, pc);
    value_store(to, value, elem);
    return true;
}

/* ---- copy, clear ---- */

void op_copy(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *elem = op_type(vm, pc[1].x);
    u64 to = R[pc->in.b], from = R[pc->in.c];
    u64 n = R[pc->in.b + 1] < R[pc->in.c + 1] ? R[pc->in.b + 1] : R[pc->in.c + 1];
    R[pc->in.a] = n;
    CHECK(R[pc->in.b + 1] <= R[pc->in.b + 2]);
    if (!n)
        return;
    if (track_wanted(vm, pc)) {
        if (!(pc[1].x >> 32))
            track_range(vm, g, (const void *)from, elem, n, false, pc);
        track_range(vm, g, (const void *)to, elem, n, true, pc);
    }
    mem_move((void *)to, (const void *)from, n * elem->size);
}

void op_clear_slice(VM *vm, G *g, const Word *pc, u64 *R)
{
    RType *elem = op_type(vm, pc[1].x);
    u64 n = R[pc->in.a + 1];
    if (!n)
        return;
    if (track_wanted(vm, pc))
        track_range(vm, g, (const void *)R[pc->in.a], elem, n, true, pc);
    limits_poll_bytes(n * elem->size);
    memset((void *)R[pc->in.a], 0, n * elem->size);
}
