/* Code generator: package unsafe. A pointer that has been an unsafe.Pointer is the same pointer, so
 * conversions cost nothing; but one to a type of another layout than the memory was made with is an
 * error when it is reached, where the compiler sees both types. A uintptr made from a pointer is a
 * stable number (vm/unsafe.h); in the library it is the address itself. */
#include "parser/gen/gen.h"

/* ---- layouts ---- */

/* What one word or less of a value is. */
typedef struct Part {
    u64 offset;
    u64 size;
    bool pointer, number; /* a uintptr is either */
    RType *to;            /* what it points to, if that has a layout to compare */
} Part;

/* Parts are compared up to this many: arrays have any number, all alike. */
enum { MAX_PARTS = 64, MAX_DEPTH = 3 };

typedef struct Parts {
    Part at[MAX_PARTS];
    u32 len;
    RType *byte;
} Parts;

static void add(Parts *parts, u64 offset, u64 size, bool pointer, RType *to)
{
    if (parts->len < MAX_PARTS)
        parts->at[parts->len++] = (Part){offset, size, pointer, !pointer, to};
}

static void add_parts(Parts *parts, const RType *t, u64 offset)
{
    switch ((RKind)t->kind) {
    case RK_ARRAY:
        for (u64 i = 0; i < t->len && t->elem->size && parts->len < MAX_PARTS; i++)
            add_parts(parts, t->elem, offset + i * t->elem->size);
        break;
    case RK_STRUCT:
        for (u32 i = 0; i < t->nfields; i++)
            add_parts(parts, t->fields[i].type, offset + t->fields[i].offset);
        break;
    case RK_SLICE:
        add(parts, offset, 8, true, t->elem);
        add(parts, offset + 8, 8, false, NULL);
        add(parts, offset + 16, 8, false, NULL);
        break;
    case RK_STRING:
        add(parts, offset, 8, true, parts->byte);
        add(parts, offset + 8, 8, false, NULL);
        break;
    case RK_INTERFACE:
        add(parts, offset, 8, true, NULL);
        add(parts, offset + 8, 8, true, NULL);
        break;
    case RK_COMPLEX64:
    case RK_COMPLEX128:
        add(parts, offset, t->size / 2, false, NULL);
        add(parts, offset + t->size / 2, t->size / 2, false, NULL);
        break;
    case RK_POINTER: add(parts, offset, 8, true, t->elem); break;
    case RK_UINTPTR:
        add(parts, offset, 8, true, NULL);
        parts->at[parts->len - 1].number = true;
        break;
    case RK_MAP:
    case RK_CHAN:
    case RK_FUNC:
    case RK_UNSAFE_POINTER: add(parts, offset, 8, true, NULL); break;
    default: add(parts, offset, t->size, false, NULL); break;
    }
}

static bool fits(Gen *g, const RType *from, const RType *to, int depth);

static bool part_fits(Gen *g, const Part *a, const Part *b, int depth)
{
    if (a->offset != b->offset || a->size != b->size)
        return false;
    if (!(a->pointer && b->pointer))
        return a->number && b->number;
    return !a->to || !b->to || depth == 0 || fits(g, a->to, b->to, depth - 1);
}

/* Numbers lie in memory as they do in gc's programs, so that those of one size can be taken for
 * those of another: the indices of the first parts of a and b after some that end at the same
 * place. False: there are pointers before that, or it is in neither. */
static bool skip_numbers(const Parts *a, const Parts *b, u32 *i, u32 *j)
{
    u64 end_a = 0, end_b = 0;
    do {
        bool next_a = end_a <= end_b;
        const Parts *parts = next_a ? a : b;
        u32 *at = next_a ? i : j;
        if (*at == parts->len)
            return true;
        const Part *part = &parts->at[(*at)++];
        if (!part->number)
            return false;
        *(next_a ? &end_a : &end_b) = part->offset + part->size;
    } while (end_a != end_b);
    return true;
}

/* Whether both are structs with the same first field: C's idiom for objects of several types that
 * pointers to one of them lead to. The memory may have been made as either, so that only the fields
 * that the program goes on to use can be wrong. */
static bool share_header(const RType *a, const RType *b)
{
    return a->kind == RK_STRUCT && b->kind == RK_STRUCT && a->nfields && b->nfields &&
           a->fields[0].type == b->fields[0].type && a->fields[0].type->size;
}

/* Whether memory of type `from` can be taken for one of type `to`: it has the same parts, as far as
 * both go, or numbers in the same places. One that is larger is an array that starts with it, or
 * C's idiom for a header. */
static bool fits(Gen *g, const RType *from, const RType *to, int depth)
{
    if (from == to || from->size == 0 || to->size == 0 || share_header(from, to))
        return true;
    RType *byte = gen_type(g, g->universe->basic[TY_UINT8]);
    Parts a = {.byte = byte}, b = {.byte = byte};
    add_parts(&a, from, 0);
    add_parts(&b, to, 0);
    for (u32 i = 0, j = 0; i < a.len && j < b.len;)
        if (part_fits(g, &a.at[i], &b.at[j], depth))
            i++, j++;
        else if (!skip_numbers(&a, &b, &i, &j))
            return false;
    return true;
}

/* ---- conversions ---- */

static bool is_kind(Type *t, TypeKind kind)
{
    return type_underlying(t)->kind == kind;
}

/* The type of the pointer that x, an unsafe.Pointer, was converted from in the same expression;
 * NULL: it is from elsewhere. */
static Type *converted_from(Gen *g, Expr *x)
{
    x = gen_strip(x);
    if (x->kind != EX_CALL || x->call.fun->mode != MODE_TYPE || x->call.args.len != 1 ||
        x->call.args.data[0]->mode == MODE_NIL)
        return NULL;
    Type *from = gen_type_of(g, x->call.args.data[0]);
    return is_kind(from, TY_POINTER) ? from : NULL;
}

/* Whether x, an unsafe.Pointer, is made of a number in the same expression. */
static bool is_of_number(Gen *g, Expr *x)
{
    x = gen_strip(x);
    return x->kind == EX_CALL && x->call.fun->mode == MODE_TYPE && x->call.args.len == 1 &&
           is_kind(gen_type_of(g, x->call.args.data[0]), TY_UINTPTR);
}

/* Checks that value, x as an unsafe.Pointer, may be taken for a pointer of type `to`. Returns the
 * register that has it. */
static Reg check_layout(Gen *g, Expr *e, Expr *x, Type *to, Reg value)
{
    Type *from = converted_from(g, x);
    if (!from || g->f->fn->is_library)
        return value;
    RType *a = gen_type(g, from), *b = gen_type(g, to);
    bool fit = fits(g, a->elem, b->elem, MAX_DEPTH);
    bool opens = a->elem->kind == RK_INTERFACE && b->elem->kind != RK_INTERFACE;
    if (fit && !opens)
        return value;
    Reg dst = gen_alloc(g, 1); /* value may be a variable's, which keeps it */
    gen_move(g, e->span, dst, value, 1);
    gen_emit_x(g, e->span, OP_RECAST, dst, fit, 0, a->id | (u64)b->id << 32);
    return dst;
}

/* What values of a type may hold besides numbers: text, whose only address is that of bytes, or
 * values of type uintptr, which may be made of addresses. */
enum { WITH_TEXT = 1, WITH_UINTPTR = 2 };

/* Whether values of a type hold numbers only, and what `with` says. */
static bool is_plain(const RType *t, u32 with)
{
    if (t->kind == RK_ARRAY)
        return is_plain(t->elem, with);
    bool number = t->kind < RK_ARRAY && t->kind != RK_UINTPTR;
    bool plain = t->kind == RK_STRUCT || number || (t->kind == RK_STRING && with & WITH_TEXT) ||
                 (t->kind == RK_UINTPTR && with & WITH_UINTPTR);
    for (u32 i = 0; t->kind == RK_STRUCT && i < t->nfields && plain; i++)
        plain = is_plain(t->fields[i].type, with);
    return plain;
}

/* Whether text is all that the addresses in memory of that type lead to. */
static bool leads_to_text(const RType *t)
{
    return is_plain(t, WITH_TEXT) || (t->kind == RK_SLICE && t->elem->kind == RK_UINT8);
}

/* What a pointer to elem may be taken to point to if that was made as memory of type `from`. Where
 * numbers are there is no address for a uintptr to be: not in as many bytes, nor in the word that a
 * smaller number is a part of. */
static u32 plain_with(const RType *elem, const RType *from)
{
    u64 numbers = is_plain(from, 0) ? (from->size > 8 ? from->size : 8) : 0;
    return (leads_to_text(from) ? WITH_TEXT : 0) | (elem->size <= numbers ? WITH_UINTPTR : 0);
}

/* A pointer to elem is made of an unsafe one, which was made of `from`, if that is not NULL: for
 * what types say of memory (analysis/points_type.c). If it was made of a number, the analysis sees
 * what that may be the address of. */
static void note_recast(Gen *g, RType *elem, Type *from, bool of_number)
{
    Program *program = g->program;
    u32 with = of_number ? WITH_UINTPTR : from ? plain_with(elem, gen_type(g, from)->elem) : 0;
    bool plain = is_plain(elem, with);
    g->f->fn->casts |= !plain;
    g->f->fn->casts_numbers |= of_number && plain && !is_plain(elem, 0);
    for (u32 i = 0; i < program->recasts.len; i++)
        if (program->recasts.data[i] == elem)
            return;
    if (plain)
        vec_push(&program->recasts, elem);
}

static bool has_unsafe(Type *const *types, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (is_kind(types[i], TY_UNSAFE_POINTER))
            return true;
    return false;
}

bool gen_takes_unsafe(const Package *pkg, const Type *sig)
{
    if (!pkg || !pkg->is_library || strstr(pkg->path, "internal/"))
        return false;
    return has_unsafe(sig->func.params.data, sig->func.params.len) ||
           has_unsafe(sig->func.results.data, sig->func.results.len);
}

bool gen_is_unsafe(Type *from, Type *to)
{
    return is_kind(from, TY_UNSAFE_POINTER) || is_kind(to, TY_UNSAFE_POINTER);
}

Reg gen_unsafe_conversion(Gen *g, Expr *e, Expr *x, Type *to, Reg want)
{
    Type *from = gen_type_of(g, x);
    bool number = is_kind(from, TY_UINTPTR) || is_kind(to, TY_UINTPTR);
    if (is_kind(to, TY_POINTER) && !g->f->fn->is_library)
        note_recast(g, gen_type(g, to)->elem, converted_from(g, x), is_of_number(g, x));
    if (!number || g->f->fn->is_library) {
        Reg r = gen_value(g, x, want);
        return is_kind(to, TY_POINTER) ? check_layout(g, e, x, to, r) : r;
    }
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Reg src = gen_value(g, x, ANY);
    gen_emit(g, e->span, is_kind(to, TY_UINTPTR) ? OP_PTR2NUM : OP_NUM2PTR, dst, src, 0);
    g->f->top = mark;
    return dst;
}

bool gen_is_data(Gen *g, Expr *x)
{
    x = gen_strip(x);
    if (x->kind != EX_SELECTOR || x->selector.selection == NULL ||
        strcmp(x->selector.sel->ident.name->text, "Data") != 0)
        return false;
    const RType *t = gen_type(g, gen_type_of(g, x->selector.x));
    t = t->kind == RK_POINTER ? t->elem : t;
    return strcmp(t->text, "reflect.StringHeader") == 0 ||
           strcmp(t->text, "reflect.SliceHeader") == 0;
}

Reg gen_data(Gen *g, Expr *x)
{
    Expr *call = gen_strip(x);
    if (call->kind == EX_CALL && call->call.fun->mode == MODE_TYPE &&
        is_kind(gen_type_of(g, call->call.args.data[0]), TY_UNSAFE_POINTER))
        return gen_value(g, call->call.args.data[0], ANY);
    Reg dst = gen_alloc(g, 1);
    gen_emit(g, x->span, OP_NUM2PTR, dst, gen_value(g, x, ANY), 0);
    return dst;
}

/* ---- functions ---- */

static Reg length(Gen *g, Expr *e)
{
    return gen_value_as(g, e, e->val ? g->universe->basic[TY_INT] : gen_type_of(g, e), ANY);
}

/* Slice and String: the arguments with their length checked. */
static Reg counted(Gen *g, Expr *e, Reg want, bool string)
{
    Expr *pointer = e->call.args.data[0];
    Type *type = gen_type_of(g, pointer);
    if (pointer->mode == MODE_NIL || type_underlying(type)->kind != TY_POINTER)
        type = gen_pointer_to(g, g->universe->byte_type);
    u64 size = gen_type(g, type_underlying(type)->pointer.elem)->size;
    Reg dst = gen_want(g, want, string ? 2 : 3), mark = g->f->top;
    Reg p = gen_value_as(g, pointer, type, ANY);
    Reg n = length(g, e->call.args.data[1]);
    gen_emit_x(g, e->span, string ? OP_MEM2STR : OP_MEM2SLICE, dst, p, n, size);
    g->f->top = mark;
    return dst;
}

/* SliceData and StringData: the first slot of the value. */
static Reg data_of(Gen *g, Expr *e, Reg want, Type *type)
{
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    gen_move(g, e->span, dst, gen_value_as(g, e->call.args.data[0], type, ANY), 1);
    g->f->top = mark;
    return dst;
}

Reg gen_unsafe_call(Gen *g, Expr *e, Reg want)
{
    Expr *first = e->call.args.data[0];
    switch ((BuiltinId)e->call.builtin) {
    case BI_UNSAFE_SLICE: return counted(g, e, want, false);
    case BI_UNSAFE_STRING: return counted(g, e, want, true);
    case BI_SLICE_DATA: return data_of(g, e, want, gen_type_of(g, first));
    case BI_STRING_DATA: return data_of(g, e, want, g->universe->basic[TY_STRING]);
    default: break;
    }
    Reg dst = gen_want(g, want, 1), mark = g->f->top;
    Reg p = gen_value_as(g, first, g->universe->basic[TY_UNSAFE_POINTER], ANY);
    gen_emit(g, e->span, OP_PTRADD, dst, p, length(g, e->call.args.data[1]));
    g->f->top = mark;
    return dst;
}
