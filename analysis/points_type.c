/* What types say of where pointers may lead, and of what may be where: memory is typed as long as
 * the program makes no pointers of unsafe ones. */
#include "analysis/points_set.h"

static const RType *box_type(const Points *points, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    return o->kind == MEM_BOX ? o->type : NULL;
}

bool points_may_be_box(const Points *points, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    return o->kind == MEM_BOX || o->kind <= MEM_MADE || o->havoc;
}

/* Whether values of the two types may be the same memory: conversions change the names of types
 * only. */
static bool is_like(const RType *a, const RType *b)
{
    bool like = a->kind == b->kind && a->size == b->size && a->nfields == b->nfields;
    for (u32 i = 0; like && a != b && i < a->nfields; i++)
        like = a->fields[i].offset == b->fields[i].offset &&
               a->fields[i].type->kind == b->fields[i].type->kind &&
               !strcmp(a->fields[i].name, b->fields[i].name);
    return like;
}

/* Whether a value of a type has one of another in it. */
static bool has_within(const RType *type, const RType *part)
{
    bool found = is_like(type, part);
    if (type->kind == RK_ARRAY)
        return found || has_within(type->elem, part);
    for (u32 i = 0; type->kind == RK_STRUCT && i < type->nfields && !found; i++)
        found = has_within(type->fields[i].type, part);
    return found;
}

/* Whether a pointer of that type may come from an unsafe one by a conversion that the program makes
 * to pointers to numbers and text: it points to that, or to a part of it. */
static bool may_be_recast(const Model *model, const RType *type)
{
    for (u32 i = 0; type->kind == RK_POINTER && i < model->program->recasts.len; i++)
        if (has_within(model->program->recasts.data[i], type->elem))
            return true;
    return false;
}

/* Whether a pointer of that type may point to the object. Memory is typed as long as the program
 * makes no pointers of unsafe ones. */
static bool is_type_of(const Points *points, const RType *type, const Object *o)
{
    if (points->model->casts || type->kind != RK_POINTER || !type->elem->size || o->havoc ||
        (!o->type && o->kind != MEM_CLOSURE))
        return true;
    switch (o->kind) {
    case MEM_GLOBAL:
    case MEM_NEW: return has_within(o->type, type->elem);
    case MEM_SLICE: /* which may have become an array */
        return has_within(o->type, type->elem->kind == RK_ARRAY ? type->elem->elem : type->elem);
    case MEM_TYPE: return type->elem->size == 1; /* of which the library sees one byte */
    case MEM_MAP:
    case MEM_CHAN:
    case MEM_CLOSURE: return false;
    default: return true;
    }
}

static bool may_point_to(const Points *points, const RType *type, const Object *o)
{
    return is_type_of(points, type, o) || may_be_recast(points->model, type);
}

/* Whether natives may have made what a receiver of that type points to: memory of numbers leads
 * nowhere, nothing points to what is but the value in an interface, and the machine panics with
 * values of its own types. */
static bool may_be_made(const Points *points, Ptr p, const RType *type)
{
    const Model *model = points->model;
    const Object *o = &model->objects.data[p.object];
    const RType *value = type->kind == RK_POINTER ? type->elem : type;
    if (model->casts || o->havoc || may_be_recast(model, type))
        return true;
    if (p.object == OBJECT_PANIC)
        return model_panics_with(model, type);
    return !(o->flat && value->flags & RT_POINTERS) && !(o->copied && type->kind == RK_POINTER);
}

bool points_receives(const Points *points, Ptr p, const RType *type)
{
    const RType *box = box_type(points, p);
    if (points->model->objects.data[p.object].kind == MEM_MADE)
        return may_be_made(points, p, type);
    if (type->flags & RT_DIRECT)
        return !box && may_point_to(points, type, &points->model->objects.data[p.object]);
    return box == type || points->model->objects.data[p.object].havoc ||
           points->model->objects.data[p.object].kind <= MEM_MADE;
}

const RType *points_received_as(Points *points, const RType *type)
{
    if (!points->model->casts || !(type->flags & RT_DIRECT))
        return type;
    if (!points->direct)
        points->direct = type;
    return points->direct;
}

bool points_past_end(const Points *points, Ptr p, i64 off)
{
    const Object *o = &points->model->objects.data[p.object];
    return o->kind == MEM_CHAN && p.how == PTR_AT && off >= 8 * (i64)o->type->elem->slots;
}

/* Whether somewhere in a type lies a number of that size. */
static bool holds(const RType *type, u64 size)
{
    bool found = !(type->flags & RT_POINTERS) && type->kind != RK_STRUCT && type->size == size;
    if (type->kind == RK_ARRAY)
        return type->len && holds(type->elem, size);
    for (u32 i = 0; i < type->nfields && !found; i++)
        found = holds(type->fields[i].type, size);
    return found;
}

bool object_may_hold(const Object *o, u64 size)
{
    switch (o->kind) {
    case MEM_MAP:
    case MEM_CHAN:
    case MEM_CLOSURE:
    case MEM_TYPE: return false;
    case MEM_GLOBAL:
    case MEM_NEW:
    case MEM_SLICE:
    case MEM_BOX:
    case MEM_COPY: return o->type ? holds(o->type, size) : o->elem == size;
    default: return true;
    }
}

bool points_may_be_opaque(const Points *points, const Object *o)
{
    return o->kind == MEM_TYPE || o->kind == MEM_UNKNOWN || o->opaque || o->havoc ||
           points->model->casts;
}

/* Whether values of a type hold no pointer but to the bytes of strings, which nothing writes. */
static bool holds_text_only(const RType *type)
{
    if (type->kind == RK_ARRAY)
        return holds_text_only(type->elem);
    bool text = type->kind == RK_STRUCT || type->kind == RK_STRING ||
                (type->kind != RK_UINTPTR && !(type->flags & RT_POINTERS));
    for (u32 i = 0; type->kind == RK_STRUCT && i < type->nfields && text; i++)
        text = holds_text_only(type->fields[i].type);
    return text;
}

bool points_takes(const Points *points, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    bool typed = o->kind == MEM_GLOBAL || o->kind == MEM_NEW || o->kind == MEM_SLICE;
    if (p.how != PTR_ANY || points->model->casts || o->havoc)
        return true;
    return o->kind != MEM_TYPE && !o->opaque && !(typed && o->type && holds_text_only(o->type));
}
