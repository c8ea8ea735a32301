/* The solver of points.h: sets grow by difference propagation along edges until nothing changes. */
#include "analysis/points.h"

#include "analysis/bits.h"
#include "analysis/step.h"
#include "base/hash.h"
#include "base/limits.h"

typedef enum EdgeKind {
    EDGE_COPY,
    EDGE_SHIFT,
    EDGE_ELEM,
    EDGE_ANY,
    EDGE_LOAD,  /* to <- word at + arg */
    EDGE_STORE, /* word at + arg <- to */
    EDGE_UNBOX, /* LOAD of boxes of one type */
    EDGE_RECEIVER,
    EDGE_TYPES,   /* parts of types */
    EDGE_REACH,   /* all that the object leads to */
    EDGE_FLAT,    /* what may hold numbers of that size */
    EDGE_OPAQUE,  /* what only natives know */
    EDGE_METHODS, /* code and types of the methods of types */
    EDGE_CALL,
    EDGE_CALLABLE, /* what a call of that kind may call */
    EDGE_METHOD,   /* site `to` calls method number arg of the type if there is a receiver */
} EdgeKind;

typedef struct Edge {
    EdgeKind kind;
    Node to;
    i64 arg;
    const RType *type;
} Edge;

typedef VEC(Edge) EdgeList;

typedef struct Set {
    Node same;        /* it was found to be the same set as that one; 0 = it stands for itself */
    PtrList list;     /* in the order of arrival */
    VEC(u32) ids;     /* of the list */
    u32 *slots;       /* a hash table of 1 + ids, once the list is long; */
    u32 nslots;       /* a power of two, more than half of which is free */
    u32 types;        /* of the list are run-time types */
    u32 done;         /* those before it went along the edges */
    VEC(Node) copies; /* edges that copy */
    EdgeList edges;   /* the others */
    bool queued;
    bool apart; /* it is never made part of the largest */
} Set;

struct Points {
    Model *model;
    VEC(Set) sets;
    VEC(Node) queue;
    Map copies;       /* edges that copy, of sets with many: from << 32 | to */
    Map ids;          /* pointer -> 1 + its id */
    PtrList pointers; /* by id */
    Node havoc, unknown, numbers;
    Node largest;    /* that all large sets have become; 0 = there are none */
    VEC(Node) large; /* sets that are to become it, too */
    Map shared;      /* kind, argument and type of its edges -> their set */
    Map callable;    /* what is called -> the set of those of it that can be called so */
    Map receivers;   /* set, type, with copies or not -> receivers_of */
    Map edge_at;     /* hash of an edge of it -> 1 + its number then */
    u64 followed;    /* edges, for each pointer */
    u64 collapse;    /* when so many were, sets that copy each other in a circle become one */
};

enum {
    LONG_LIST = 12,
    FEW_COPIES = 16,
    MOST_NODES = 1000000,
    FIRST_COLLAPSE = 20000,
    COLLAPSE_AFTER = 3,
    MOST_IN_SET = 256,
    MOST_LARGE = 16
};

static u64 ptr_key(Ptr p)
{
    return (u64)p.object << 32 | (u64)p.how << 30 | p.off;
}

Node points_node(Points *points)
{
    vec_push(&points->sets, (Set){0});
    points->model->gave_up |= points->sets.len > MOST_NODES;
    return points->sets.len - 1;
}

/* The set that a node stands for. */
static Node set_of(const Points *points, Node node)
{
    while (points->sets.data[node].same)
        node = points->sets.data[node].same;
    return node;
}

const PtrList *points_of(const Points *points, Node node)
{
    return &points->sets.data[set_of(points, node)].list;
}

const PtrList *points_largest(const Points *points)
{
    return points->largest ? points_of(points, points->largest) : NULL;
}

bool points_is_largest(const Points *points, const PtrList *list)
{
    return list && list == points_largest(points);
}

Node points_havoc(const Points *points)
{
    return points->havoc;
}

Node points_unknown(const Points *points)
{
    return points->unknown;
}

Node points_numbers(const Points *points)
{
    return points->numbers;
}

Node points_panic(Points *points, u32 goro, u32 word)
{
    Goro *g = &points->model->goros.data[goro];
    if (!g->panic[word])
        g->panic[word] = points_node(points);
    return g->panic[word];
}

/* ---- pointers ---- */

static Ptr ptr_anywhere(Ptr p)
{
    return (Ptr){p.object, PTR_ANY, 0};
}

/* Elements of an object that are kept distinct; beyond them is some element. */
enum { MOST_ELEMENTS = 64, MADE_EXTENT = 4096 };

/* Bytes of an object that its pointers distinguish. */
static u64 extent(const Object *o)
{
    switch (o->kind) {
    case MEM_GLOBAL:
    case MEM_NEW:
    case MEM_COPY:
        return o->elem && o->type->size > o->elem * MOST_ELEMENTS ? o->elem * MOST_ELEMENTS
                                                                  : o->type->size;
    case MEM_SLICE: return o->elem * MOST_ELEMENTS;
    case MEM_BOX: return 8ull * o->type->slots;
    case MEM_MADE: return MADE_EXTENT;
    default: return 1;
    }
}

Ptr ptr_shift(const Model *model, Ptr p, i64 off)
{
    const Object *o = &model->objects.data[p.object];
    i64 at = (i64)p.off + off;
    if (off == 0 || p.how == PTR_ANY)
        return p;
    if (at < 0)
        return ptr_anywhere(p);
    if (p.how == PTR_ELEM || (o->elem && (u64)at >= extent(o)))
        return (Ptr){p.object, PTR_ELEM, (u32)((u64)at % o->elem)};
    return (u64)at < extent(o) ? (Ptr){p.object, PTR_AT, (u32)at} : ptr_anywhere(p);
}

/* The word of an object that a load or store off bytes after p goes to: inside maps, channels and
 * closures, too, where no pointers lead. */
static Ptr word_at(const Model *model, Ptr p, i64 off)
{
    bool slots = extent(&model->objects.data[p.object]) == 1;
    return slots && p.how == PTR_AT ? (Ptr){p.object, PTR_AT, p.off + (u32)off}
                                    : ptr_shift(model, p, off);
}

Ptr ptr_elem(const Model *model, Ptr p, u64 size)
{
    const Object *o = &model->objects.data[p.object];
    if (p.how == PTR_ANY || !o->elem || size != o->elem)
        return ptr_anywhere(p);
    return (Ptr){p.object, PTR_ELEM, (u32)(p.off % o->elem)};
}

/* ---- growing ---- */

static u32 id_of(Points *points, Ptr p)
{
    u64 *there = map_put(&points->ids, ptr_key(p));
    if (!*there) {
        vec_push(&points->pointers, p);
        *there = points->pointers.len;
    }
    return (u32)(*there - 1);
}

/* Where the id is in the table, or the free slot where it would be. */
static u32 slot_of(const Set *set, u32 id)
{
    u32 at = (id * 0x9e3779b1u) & (set->nslots - 1);
    while (set->slots[at] && set->slots[at] != id + 1)
        at = (at + 1) & (set->nslots - 1);
    return at;
}

static bool has_id(const Set *set, u32 id)
{
    if (set->nslots)
        return set->slots[slot_of(set, id)] != 0;
    for (u32 i = 0; i < set->ids.len; i++)
        if (set->ids.data[i] == id)
            return true;
    return false;
}

/* Makes the table anew if the list is long and fills half of it. */
static void extend_slots(Set *set)
{
    u32 len = set->ids.len;
    if (len <= LONG_LIST || 2 * len <= set->nslots)
        return;
    free(set->slots);
    set->nslots = set->nslots ? 2 * set->nslots : 4 * (LONG_LIST + 4);
    set->slots = xcalloc(set->nslots, sizeof *set->slots);
    for (u32 i = 0; i < len; i++)
        set->slots[slot_of(set, set->ids.data[i])] = set->ids.data[i] + 1;
}

/* The one that all large sets have become. What points into an object there points anywhere in it:
 * else each of its bytes would be kept distinct in the end. */
static bool is_largest(const Points *points, Node node)
{
    return points->largest && node == set_of(points, points->largest);
}

/* Sets that stay as they are, however large. */
static bool is_special(const Points *points, Node node)
{
    return points->sets.data[node].apart || node == set_of(points, points->havoc) ||
           node == set_of(points, points->unknown) || node == set_of(points, points->numbers);
}

/* Adds a pointer that is not in the set. */
static void insert(Points *points, Node node, u32 id)
{
    Set *set = &points->sets.data[node];
    vec_push(&set->list, points->pointers.data[id]);
    vec_push(&set->ids, id);
    bool type = points->model->objects.data[points->pointers.data[id].object].kind == MEM_TYPE;
    set->types += type;
    extend_slots(set);
    if (set->nslots)
        set->slots[slot_of(set, id)] = id + 1;
    if (!type && set->list.len - set->types == MOST_IN_SET + 1 && !is_special(points, node))
        vec_push(&points->large, node);
    if (!set->queued) {
        set->queued = true;
        vec_push(&points->queue, node);
    }
}

static void add_id(Points *points, Node node, u32 id)
{
    if (is_largest(points, node))
        id = id_of(points, ptr_anywhere(points->pointers.data[id]));
    if (!has_id(&points->sets.data[node], id))
        insert(points, node, id);
}

void points_add(Points *points, Node node, Ptr p)
{
    if (node)
        add_id(points, set_of(points, node), id_of(points, p));
}

/* More work than this, and it is too large to be analysed. */
static void count_followed(Points *points, u64 count)
{
    points->followed += count;
    if (points->followed > points->model->work)
        points->model->gave_up = true;
}

/* Adds those of another set from number `begin` to before `end`. */
static void add_range(Points *points, Node to, Node from, u32 begin, u32 end)
{
    to = set_of(points, to);
    if (to == from)
        return;
    count_followed(points, end - begin);
    for (u32 i = begin; i < end; i++)
        add_id(points, to, points->sets.data[from].ids.data[i]);
}

static Node *cell_slot(Object *o, u64 word)
{
    return (Node *)map_put(&o->cells, word);
}

/* The sum and the wild word of an object that has no cells yet. */
static void open_object(Points *points, u32 object)
{
    if (points->model->objects.data[object].sum)
        return;
    Node sum = points_node(points), wild = points_node(points);
    Object *o = &points->model->objects.data[object];
    o->sum = sum;
    o->wild = wild;
    points_copy(points, sum, wild);
}

static Node exact_cell(Points *points, u32 object, u64 word)
{
    Node *slot = cell_slot(&points->model->objects.data[object], word);
    if (*slot)
        return *slot;
    Node node = points_node(points);
    Object *o = &points->model->objects.data[object];
    *cell_slot(o, word) = node;
    points_copy(points, node, o->wild);
    points_copy(points, o->sum, node);
    return node;
}

Node points_cell(Points *points, Ptr p, bool store)
{
    open_object(points, p.object);
    const Object *o = &points->model->objects.data[p.object];
    if (p.how == PTR_ANY)
        return store ? o->wild : o->sum;
    u64 off = o->elem ? p.off % o->elem : p.off;
    return exact_cell(points, p.object, off / 8);
}

static const RType *box_type(const Points *points, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    return o->kind == MEM_BOX ? o->type : NULL;
}

static bool may_be_box(const Points *points, Ptr p)
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

/* Whether a pointer of that type may point to the object. Memory is typed as long as the program
 * makes no pointers of unsafe ones. */
static bool may_point_to(const Points *points, const RType *type, const Object *o)
{
    if (points->model->program->casts || type->kind != RK_POINTER || !type->elem->size ||
        o->havoc || (!o->type && o->kind != MEM_CLOSURE))
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

/* Whether natives may have made what a receiver of that type points to: memory of numbers leads
 * nowhere, nothing points to what is but the value in an interface, and the machine panics with
 * values of its own types. */
static bool may_be_made(const Points *points, Ptr p, const RType *type)
{
    const Model *model = points->model;
    const Object *o = &model->objects.data[p.object];
    const RType *value = type->kind == RK_POINTER ? type->elem : type;
    if (model->program->casts || o->havoc)
        return true;
    if (p.object == OBJECT_PANIC)
        return model_panics_with(model, type);
    return !(o->flat && value->flags & RT_POINTERS) && !(o->copied && type->kind == RK_POINTER);
}

static bool receives(const Points *points, Ptr p, const RType *type)
{
    const RType *box = box_type(points, p);
    if (points->model->objects.data[p.object].kind == MEM_MADE)
        return may_be_made(points, p, type);
    if (type->flags & RT_DIRECT)
        return !box && may_point_to(points, type, &points->model->objects.data[p.object]);
    return box == type || points->model->objects.data[p.object].havoc ||
           points->model->objects.data[p.object].kind <= MEM_MADE;
}

/* ---- calls ---- */

static void add_edge(Points *points, Node from, Edge e);

/* Whether a method is called only where there is an object for it: an interface that holds a value
 * of more than a word points to a copy, and with nil methods of the library do nothing. */
static bool needs_receiver(const RType *type, const Func *fn)
{
    bool pointer = type->kind == RK_POINTER && type->elem->size;
    return !(type->flags & RT_DIRECT) || (pointer && fn->is_library);
}

/* Those of a set that are receivers of a type; of methods of the library, not counting copies that
 * natives make. */
static Node receivers_of(Points *points, Node from, const RType *type, bool copies)
{
    u64 key = (u64)set_of(points, from) << 32 | (u64)type->id << 1 | copies;
    u64 *there = map_put(&points->receivers, key);
    if (*there)
        return (Node)*there;
    Node node = points_node(points);
    *there = node;
    points->sets.data[node].apart = true;
    add_edge(points, from, (Edge){EDGE_RECEIVER, node, !copies, type});
    return node;
}

/* The site calls method number i of a type, on those of its receivers that are of this type. */
static void enter_method(Points *points, u32 site, const RType *type, u32 i)
{
    CallSite *s = points->model->sites.data[site];
    const Func *fn = type->methods[i].fn;
    Node found = receivers_of(points, s->receiver, type, !fn->is_library);
    const Instance *to = model_call(points->model, site, fn, NO_OBJECT, HOW_METHOD);
    points_copy(points, s->args.data[0], found);
    if (to && fn->nparams)
        points_copy(points, to->params[0], found);
}

static void call_method(Points *points, u32 site, RType *type, u32 id)
{
    for (u32 i = 0; i < type->nmethods; i++) {
        const Func *fn = type->methods[i].fn;
        if (type->methods[i].id != id || !fn)
            continue;
        CallSite *s = points->model->sites.data[site];
        Node found = receivers_of(points, s->receiver, type, !fn->is_library);
        if (!needs_receiver(type, fn) || points_of(points, found)->len)
            enter_method(points, site, type, i);
        else
            add_edge(points, found, (Edge){EDGE_METHOD, site, i, type});
    }
}

/* Results of a callee that is not known are taken to be in all registers above the call. */
static u32 most_results(const Model *model, const CallSite *site)
{
    const Func *fn = model->instances.data[site->inst]->flow->fn;
    return fn->nregs - fn->code[site->pc].in.a;
}

/* Functions that are not known are given all arguments, and return anything. */
static void call_unknown(Points *points, CallSite *s)
{
    s->unknown = true;
    points->model->calls_unknown = true;
    for (u32 i = 0; i < s->args.len; i++)
        points_copy(points, points->havoc, s->args.data[i]);
    points_copy(points, points->havoc, s->first);
    points_copy(points, points->havoc, s->frame);
    points_copy(points, s->results, points->unknown);
    for (u32 i = 1; s->kind == CALL_PLAIN && i < most_results(points->model, s); i++)
        points_copy(points, points_sym(points, s->inst, sym_def(s->pc, i)), points->unknown);
}

/* The site's arguments are not those of all that it calls. */
static void forget_args(CallSite *s)
{
    for (u32 i = 0; i < s->arg_syms.len; i++)
        s->arg_syms.data[i] = (Val){0};
    s->called = (Val){0};
}

/* Whatever words are in the memory may be any argument, and any result comes to be in it. */
static void call_with_frame(Points *points, u32 site)
{
    CallSite *s = points->model->sites.data[site];
    if (s->kind != CALL_PLAIN || s->args.len < 3) {
        call_unknown(points, s);
        return;
    }
    if (!s->frame) {
        Node args = points_node(points), results = points_node(points);
        s->frame = points_node(points);
        s->results = points_node(points);
        points_any(points, args, s->args.data[1]);
        points_load(points, s->frame, args, 0);
        points_any(points, results, s->args.data[2]);
        points_store(points, results, 0, s->results);
    }
    forget_args(s);
    points_watch(points, s->args.data[0], site, HOW_FRAME);
}

static void call_bound(Points *points, u32 site, Ptr p, u32 how)
{
    CallSite *s = points->model->sites.data[site];
    Node closure = points_node(points), code = points_node(points);
    if (!s->first)
        s->first = points_node(points);
    points_add(points, closure, p);
    points_load(points, code, closure, 0);
    points_load(points, s->first, closure, 8);
    forget_args(s);
    points_watch(points, code, site, how | HOW_BOUND);
}

/* What a function that reflection made calls; that of another one is not looked at. */
static void call_stub(Points *points, u32 site, Ptr p, u32 how)
{
    StubKind stub = points->model->objects.data[p.object].stub;
    if (stub == STUB_CALL && how == HOW_PLAIN)
        call_with_frame(points, site);
    else if (stub == STUB_BOUND && !(how & HOW_BOUND))
        call_bound(points, site, p, how);
    else
        call_unknown(points, points->model->sites.data[site]);
}

/* A kind of call: of a method, or of closures, with 1 + their argument slots if these are known. */
enum { CALLS_METHOD = 1 << 30, CALLS_CLOSURE = 1 << 29 };

static u32 closure_arguments(Instr in)
{
    return in.op == OP_CALLC ? in.c : in.c + 1u;
}

static u32 kind_of_call(const Points *points, u32 site, u32 how)
{
    const CallSite *s = points->model->sites.data[site];
    Instr in = points->model->instances.data[s->inst]->flow->fn->code[s->pc].in;
    if (in.op == OP_CALLI)
        return CALLS_METHOD | in.c;
    return CALLS_CLOSURE | (how != HOW_PLAIN || in.op == OP_CALLN ? 0 : closure_arguments(in));
}

/* Functions are of the type that they are called as, unless the program makes pointers of unsafe
 * ones. */
static bool takes(const Points *points, const Func *func, u32 kind)
{
    u32 arguments = kind & ~CALLS_CLOSURE;
    return !arguments || points->model->program->casts || func->nparams == arguments - 1;
}

static bool has_method(const RType *type, u32 id)
{
    for (u32 i = 0; i < type->nmethods; i++)
        if (type->methods[i].id == id && type->methods[i].fn)
            return true;
    return false;
}

static bool may_call(const Points *points, u32 kind, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    if (o->kind == MEM_TYPE)
        return kind & CALLS_METHOD && has_method(o->type, kind & ~CALLS_METHOD);
    if (o->kind == MEM_CLOSURE && !(kind & CALLS_METHOD))
        return o->stub || (o->func && takes(points, o->func, kind));
    return o->kind == MEM_UNKNOWN;
}

static void call_what(Points *points, u32 site, Ptr p, u32 how)
{
    Model *model = points->model;
    const Object *o = &model->objects.data[p.object];
    u32 kind = kind_of_call(points, site, how);
    if (!may_call(points, kind, p))
        return;
    if (o->kind == MEM_UNKNOWN)
        call_unknown(points, model->sites.data[site]);
    else if (o->kind == MEM_TYPE)
        call_method(points, site, o->type, kind & ~CALLS_METHOD);
    else if (o->func)
        model_call(model, site, o->func, p.object, how);
    else
        call_stub(points, site, p, how);
}

/* ---- what objects lead to ---- */

static void add_type(Points *points, Node to, RType *t)
{
    if (t)
        points_add(points, to, (Ptr){model_type(points->model, t), PTR_AT, 0});
}

static void add_types(Points *points, Node to, RType *const *types, u32 n)
{
    for (u32 i = 0; i < n; i++)
        add_type(points, to, types[i]);
}

/* The types that natives can get from one: its parts, and pointers to it. */
static void add_parts(Points *points, Node to, const RType *t)
{
    const Program *program = points->model->program;
    add_type(points, to, t->elem);
    add_type(points, to, t->key);
    add_types(points, to, t->params, t->nparams);
    add_types(points, to, t->results, t->nresults);
    for (u32 i = 0; i < t->nfields; i++)
        add_type(points, to, t->fields[i].type);
    for (u32 i = 0; i < program->types.len; i++)
        if (program->types.data[i]->kind == RK_POINTER && program->types.data[i]->elem == t)
            add_type(points, to, program->types.data[i]);
}

/* The code and the types of its methods. Types that natives make have none. */
static void add_methods(Points *points, Node to, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    const RType *type = o->kind == MEM_TYPE ? o->type : NULL;
    if (p.object == OBJECT_UNKNOWN)
        points_copy(points, to, points->unknown);
    for (u32 i = 0; type && i < type->nmethods; i++) {
        if (type->methods[i].fn)
            points_add(points, to,
                       (Ptr){model_static(points->model, type->methods[i].fn), PTR_AT, 0});
        add_type(points, to, type->methods[i].sig);
    }
    for (u32 i = 0; type && i < type->nimethods; i++)
        add_type(points, to, type->imethod_sigs[i]);
}

/* All that pointers in an object lead to, itself included; one set for all that ask for it, since
 * natives that are given much of the program are called from many places. */
static Node reach_of(Points *points, u32 object)
{
    Node node = points->model->objects.data[object].reach;
    if (node)
        return node;
    node = points_node(points);
    points->model->objects.data[object].reach = node;
    points_add(points, node, (Ptr){object, PTR_ANY, 0});
    if (points->model->objects.data[object].kind == MEM_TYPE) {
        Node parts = points_node(points);
        add_parts(points, parts, points->model->objects.data[object].type);
        add_edge(points, parts, (Edge){EDGE_REACH, node, 0, NULL});
        return node;
    }
    open_object(points, object);
    add_edge(points, points->model->objects.data[object].sum, (Edge){EDGE_REACH, node, 0, NULL});
    return node;
}

/* ---- what natives of unknown effect may do ---- */

/* Natives may keep it, change all of it, and have its functions called. */
static void havoc(Points *points, Ptr p)
{
    Model *model = points->model;
    if (model->objects.data[p.object].havoc)
        return;
    model->objects.data[p.object].havoc = true;
    Object o = model->objects.data[p.object];
    if (o.kind == MEM_TYPE) {
        add_parts(points, points->havoc, o.type);
        return;
    }
    open_object(points, p.object);
    points_copy(points, points->havoc, model->objects.data[p.object].sum);
    points_copy(points, model->objects.data[p.object].wild, points->unknown);
    if (o.kind == MEM_CLOSURE && o.func)
        model_call_unknown(model, o.func, p.object);
}

/* ---- edges ---- */

/* Values in channels have the slots of their type, whatever lies in registers above them. */
static bool past_end(const Points *points, Ptr p, i64 off)
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

static bool may_hold(const Object *o, u64 size)
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

/* Whether a pointer to what only natives know may point to it. */
static bool may_be_opaque(const Points *points, const Object *o)
{
    return o->kind == MEM_TYPE || o->kind == MEM_UNKNOWN || o->opaque || o->havoc ||
           points->model->program->casts;
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

/* Whether what is stored there may be pointers. Natives store somewhere in what their arguments
 * lead to, but not in types, nor where memory holds numbers and text. */
static bool takes_pointers(const Points *points, Ptr p)
{
    const Object *o = &points->model->objects.data[p.object];
    bool typed = o->kind == MEM_GLOBAL || o->kind == MEM_NEW || o->kind == MEM_SLICE;
    if (p.how != PTR_ANY || points->model->program->casts || o->havoc)
        return true;
    return o->kind != MEM_TYPE && !o->opaque && !(typed && o->type && holds_text_only(o->type));
}

static void follow(Points *points, Edge e, Ptr p)
{
    Model *model = points->model;
    count_followed(points, 1);
    if (model->gave_up)
        return;
    switch (e.kind) {
    case EDGE_COPY: break; /* add_range() */
    case EDGE_SHIFT: points_add(points, e.to, ptr_shift(model, p, e.arg)); return;
    case EDGE_ELEM: points_add(points, e.to, ptr_elem(model, p, (u64)e.arg)); return;
    case EDGE_ANY: points_add(points, e.to, ptr_anywhere(p)); return;
    case EDGE_UNBOX:
        if (e.type ? !receives(points, p, e.type) : !may_be_box(points, p))
            return;
        /* fall through */
    case EDGE_LOAD:
        if (past_end(points, p, e.arg))
            return;
        points_copy(points, e.to, points_cell(points, word_at(model, p, e.arg), false));
        return;
    case EDGE_STORE:
        if (past_end(points, p, e.arg) || p.object == OBJECT_PANIC || !takes_pointers(points, p))
            return;
        points_copy(points, points_cell(points, word_at(model, p, e.arg), true), e.to);
        return;
    case EDGE_RECEIVER:
        if (receives(points, p, e.type) && !(e.arg && model->objects.data[p.object].copied))
            points_add(points, e.to, p);
        return;
    case EDGE_TYPES:
        if (model->objects.data[p.object].kind == MEM_TYPE)
            add_parts(points, e.to, model->objects.data[p.object].type);
        return;
    case EDGE_REACH: points_copy(points, e.to, reach_of(points, p.object)); return;
    case EDGE_FLAT:
        if (may_hold(&model->objects.data[p.object], (u64)e.arg))
            points_add(points, e.to, p);
        return;
    case EDGE_OPAQUE:
        if (may_be_opaque(points, &model->objects.data[p.object]))
            points_add(points, e.to, p);
        return;
    case EDGE_METHODS: add_methods(points, e.to, p); return;
    case EDGE_CALL: call_what(points, e.to, p, (u32)e.arg); return;
    case EDGE_CALLABLE:
        if (may_call(points, (u32)e.arg, p))
            points_add(points, e.to, p);
        return;
    case EDGE_METHOD: enter_method(points, e.to, e.type, (u32)e.arg); return;
    }
}

/* Those of a set from number `begin` to before `end` go along an edge. */
static void follow_all(Points *points, Node from, Edge e, u32 begin, u32 end)
{
    if (e.kind == EDGE_METHOD && end > begin) /* one is enough */
        end = begin + 1;
    for (u32 i = begin; i < end; i++)
        follow(points, e, points->sets.data[from].list.data[i]);
}

/* ---- edges of the largest set ----
 *
 * What it is copied, shifted or loaded to becomes large, too, so it is made part of it at once:
 * then most of its edges are the same, and each is followed once. */

static bool yields_much(EdgeKind kind)
{
    return kind == EDGE_COPY || kind == EDGE_SHIFT || kind == EDGE_ELEM || kind == EDGE_ANY ||
           kind == EDGE_REACH || kind == EDGE_LOAD;
}

static bool finds_some(EdgeKind kind)
{
    return kind == EDGE_UNBOX || kind == EDGE_RECEIVER || kind == EDGE_FLAT || kind == EDGE_OPAQUE;
}

/* Those of the largest set that a call of this kind may call. */
static Node callable_by(Points *points, u32 kind)
{
    u64 *there = map_put(&points->callable, kind);
    if (*there)
        return (Node)*there;
    Node node = points_node(points);
    points->sets.data[node].apart = true;
    *map_put(&points->callable, kind) = node;
    add_edge(points, points->largest, (Edge){EDGE_CALLABLE, node, kind, NULL});
    return node;
}

/* What all edges of a kind with the same argument and type share: what is stored, or what is found.
 */
static Node shared_by(Points *points, Edge e)
{
    u64 key = (u64)e.kind << 60 | (u64)(e.type ? e.type->id : 0) << 32 | (u32)e.arg;
    u64 *there = map_put(&points->shared, key);
    if (!*there) {
        *there = points_node(points);
        points->sets.data[*there].apart = finds_some(e.kind);
    }
    return (Node)*there;
}

/* The edge as the largest set has it. */
static Edge edge_of_largest(Points *points, Edge e)
{
    Node largest = set_of(points, points->largest);
    Node all = e.kind == EDGE_STORE || finds_some(e.kind) ? shared_by(points, e) : 0;
    if (all && set_of(points, all) != set_of(points, e.to)) {
        points_copy(points, finds_some(e.kind) ? e.to : all, finds_some(e.kind) ? all : e.to);
        e.to = all;
    }
    if (e.kind != EDGE_CALL && e.kind != EDGE_METHOD)
        e.to = set_of(points, e.to);
    if (yields_much(e.kind) && e.to == set_of(points, points->havoc))
        points->model->gave_up = true; /* nothing much would be proved */
    if (yields_much(e.kind) && e.to != largest && !is_special(points, e.to)) {
        vec_push(&points->large, e.to);
        e.to = largest;
    }
    return e;
}

/* Whether it has the edge as number `index` or before; noted, if not. */
static bool has_edge(Points *points, Edge e, u32 index)
{
    const EdgeList *edges = &points->sets.data[set_of(points, points->largest)].edges;
    u64 *there = map_put(&points->edge_at, hash_bytes(HASH_START, &e, sizeof e));
    if (*there && *there <= edges->len && !memcmp(&edges->data[*there - 1], &e, sizeof e))
        return true;
    *there = index + 1ull;
    return false;
}

/* Calls of the largest set are those of what can be called so. */
static bool call_of_largest(Points *points, Edge e)
{
    if (e.kind == EDGE_CALL)
        add_edge(points, callable_by(points, kind_of_call(points, e.to, (u32)e.arg)), e);
    return e.kind == EDGE_CALL;
}

/* Leaves out those that the largest set has already, which is to get the others. */
static void leave_out_edges(Points *points, EdgeList *edges)
{
    u32 kept = 0;
    for (u32 i = 0; i < edges->len; i++) {
        if (call_of_largest(points, edges->data[i]))
            continue;
        Edge e = edge_of_largest(points, edges->data[i]);
        u32 first = points->sets.data[set_of(points, points->largest)].edges.len;
        if (!(e.kind == EDGE_COPY && is_largest(points, e.to)) &&
            !has_edge(points, e, first + kept))
            edges->data[kept++] = e;
    }
    edges->len = kept;
}

static void add_edge(Points *points, Node from, Edge e)
{
    if (!from || !e.to)
        return;
    from = set_of(points, from);
    if (is_largest(points, from)) {
        if (call_of_largest(points, e))
            return;
        e = edge_of_largest(points, e);
        if (has_edge(points, e, points->sets.data[from].edges.len))
            return;
    }
    vec_push(&points->sets.data[from].edges, e);
    follow_all(points, from, e, 0, points->sets.data[from].done);
}

/* ---- edges that copy ---- */

/* Whether the set is copied to the other already; of sets with many such edges the map knows. */
static bool copies_to(const Points *points, Node from, Node to)
{
    const Set *set = &points->sets.data[from];
    for (u32 i = 0; i < set->copies.len && i < FEW_COPIES; i++)
        if (set->copies.data[i] == to)
            return true;
    return set->copies.len > FEW_COPIES && map_get(&points->copies, (u64)from << 32 | to);
}

static void push_copy(Points *points, Node from, Node to)
{
    vec_push(&points->sets.data[from].copies, to);
    if (points->sets.data[from].copies.len > FEW_COPIES)
        *map_put(&points->copies, (u64)from << 32 | to) = 1;
}

/* Where a copy of the largest set goes, which most sets become part of; 0 = nowhere else. */
static Node copy_of_largest(Points *points, Node to)
{
    Edge e = edge_of_largest(points, (Edge){EDGE_COPY, to, 0, NULL});
    return is_largest(points, e.to) ? 0 : e.to;
}

void points_copy(Points *points, Node to, Node from)
{
    from = set_of(points, from);
    to = set_of(points, to);
    if (is_largest(points, from) && to && to != from)
        to = copy_of_largest(points, to);
    if (!from || !to || from == to || copies_to(points, from, to))
        return;
    push_copy(points, from, to);
    add_range(points, to, from, 0, points->sets.data[from].done);
}

void points_shift(Points *points, Node to, Node from, i64 off)
{
    if (off)
        add_edge(points, from, (Edge){EDGE_SHIFT, to, off, NULL});
    else
        points_copy(points, to, from);
}

void points_elem(Points *points, Node to, Node from, u64 size)
{
    add_edge(points, from, (Edge){EDGE_ELEM, to, (i64)size, NULL});
}

void points_any(Points *points, Node to, Node from)
{
    add_edge(points, from, (Edge){EDGE_ANY, to, 0, NULL});
}

void points_load(Points *points, Node to, Node at, i64 off)
{
    add_edge(points, at, (Edge){EDGE_LOAD, to, off, NULL});
}

void points_store(Points *points, Node at, i64 off, Node from)
{
    add_edge(points, at, (Edge){EDGE_STORE, from, off, NULL});
}

void points_unbox(Points *points, Node to, Node at, i64 off, const RType *type)
{
    add_edge(points, at, (Edge){EDGE_UNBOX, to, off, type});
}

void points_receiver(Points *points, Node to, Node from, const RType *type)
{
    add_edge(points, from, (Edge){EDGE_RECEIVER, to, 0, type});
}

void points_reach(Points *points, Node to, Node from)
{
    add_edge(points, from, (Edge){EDGE_REACH, to, 0, NULL});
}

void points_mix(Points *points, Node node)
{
    add_edge(points, node, (Edge){EDGE_ANY, node, 0, NULL});
    add_edge(points, node, (Edge){EDGE_LOAD, node, 0, NULL});
    add_edge(points, node, (Edge){EDGE_TYPES, node, 0, NULL});
    add_edge(points, node, (Edge){EDGE_STORE, node, 0, NULL});
}

void points_flat(Points *points, Node to, Node from, u64 size)
{
    add_edge(points, from, (Edge){EDGE_FLAT, to, (i64)size, NULL});
}

void points_opaque(Points *points, Node to, Node from)
{
    add_edge(points, from, (Edge){EDGE_OPAQUE, to, 0, NULL});
}

void points_methods(Points *points, Node to, Node from)
{
    add_edge(points, from, (Edge){EDGE_METHODS, to, 0, NULL});
}

/* Sites are numbered from 1 on, so that no edge leads to 0. */
void points_watch(Points *points, Node target, u32 site, u32 how)
{
    add_edge(points, target, (Edge){EDGE_CALL, site, how, NULL});
}

/* ---- values ---- */

static u64 pack(Val sym)
{
    u64 key = (u64)SYM_KIND(sym) << 36 | (u64)SYM_PC(sym) << 16 | SYM_PART(sym);
    return key << 24 | (u64)(sym.off + SYM_MAX_OFF);
}

static Node global_node(Points *points, Val sym)
{
    u64 within;
    u32 object = model_global(points->model, (u64)sym.off, &within);
    Node node = points_node(points);
    points_add(points, node, (Ptr){object, PTR_AT, (u32)within});
    return node;
}

static Node make_sym(Points *points, u32 inst, Val sym)
{
    if (SYM_KIND(sym) == SYM_GLOBAL)
        return global_node(points, sym);
    if (sym.off == 0)
        return points_node(points);
    Node base = points_sym(points, inst, (Val){sym.key, 0}), node = points_node(points);
    points_shift(points, node, base, sym.off);
    return node;
}

/* Whether a value that a function is called with is a number. */
static bool is_number(const Func *fn, Val sym)
{
    const char *kinds = fn->kinds.params;
    return SYM_KIND(sym) == SYM_PARAM && kinds && SYM_PART(sym) < fn->nparams &&
           !kind_is_pointer(kinds[SYM_PART(sym)]);
}

/* Whether it has no set, and never will. */
static bool has_none(const Points *points, u32 inst, Val sym)
{
    SymKind kind = SYM_KIND(sym);
    return kind == SYM_NONE || kind == SYM_CONST ||
           is_number(points->model->instances.data[inst]->flow->fn, sym);
}

Node points_sym(Points *points, u32 inst, Val sym)
{
    if (has_none(points, inst, sym))
        return 0;
    Instance *in = points->model->instances.data[inst];
    u64 *there = map_get(&in->syms, pack(sym));
    if (there)
        return (Node)*there;
    Node node = make_sym(points, inst, sym);
    *map_put(&in->syms, pack(sym)) = node;
    return node;
}

const PtrList *points_lookup(const Points *points, u32 inst, Val sym)
{
    if (has_none(points, inst, sym))
        return NULL;
    const u64 *there = map_get(&points->model->instances.data[inst]->syms, pack(sym));
    return there ? points_of(points, (Node)*there) : NULL;
}

/* ---- circles ----
 *
 * Sets that copy each other in a circle hold the same pointers: they are made one set, by Tarjan's
 * algorithm over the edges that copy. */

/* What went along the edges of a set has still to go along those of one that it was merged with. */
typedef struct Missing {
    Node into;
    PtrList list;
    EdgeList edges;
    VEC(Node) copies;
} Missing;

typedef struct Circles {
    Points *points;
    VEC(Missing) missing;
    u32 *number, *low; /* 0 = not visited */
    u32 count;
    VEC(Node) stack; /* visited, not yet in a component */
    VEC(u64) path;   /* node << 32 | its next edge */
    u8 *on_stack;
} Circles;

/* What is in `into`, and not in the other set, is still to go along the other's edges. */
static void note_missing(Circles *c, Node into, const Set *other)
{
    Missing missing = {.into = into};
    const Set *set = &c->points->sets.data[into];
    bool edges = other->edges.len || other->copies.len;
    for (u32 i = 0; edges && i < set->done; i++)
        if (!has_id(other, set->ids.data[i]))
            vec_push(&missing.list, set->list.data[i]);
    for (u32 i = other->done; edges && i < other->list.len; i++)
        vec_push(&missing.list, other->list.data[i]);
    if (!missing.list.len)
        return;
    for (u32 i = 0; i < other->edges.len; i++)
        vec_push(&missing.edges, other->edges.data[i]);
    for (u32 i = 0; i < other->copies.len; i++)
        vec_push(&missing.copies, other->copies.data[i]);
    vec_push(&c->missing, missing);
}

static void free_set(Set *set)
{
    vec_free(&set->list);
    vec_free(&set->ids);
    vec_free(&set->edges);
    vec_free(&set->copies);
    free(set->slots);
}

static void leave_out_copies(Points *points, Set *set)
{
    u32 kept = 0;
    for (u32 i = 0; i < set->copies.len; i++) {
        Node to = copy_of_largest(points, set->copies.data[i]);
        if (to && !copies_to(points, set_of(points, points->largest), to))
            set->copies.data[kept++] = to;
    }
    set->copies.len = kept;
}

static void merge(Circles *c, Node into, Node other)
{
    Points *points = c->points;
    Set old = points->sets.data[other];
    points->sets.data[other] = (Set){.same = into};
    if (is_largest(points, into)) {
        leave_out_edges(points, &old.edges);
        leave_out_copies(points, &old);
    }
    note_missing(c, into, &old);
    for (u32 i = 0; i < old.edges.len; i++)
        vec_push(&points->sets.data[into].edges, old.edges.data[i]);
    for (u32 i = 0; i < old.copies.len; i++)
        push_copy(points, into, old.copies.data[i]);
    for (u32 i = 0; i < old.ids.len; i++)
        add_id(points, into, old.ids.data[i]);
    free_set(&old);
}

/* Along an edge that copies goes the whole set: that is quicker. */
static void follow_missing(Circles *c)
{
    for (u32 i = 0; i < c->missing.len; i++) {
        Missing *missing = &c->missing.data[i];
        for (u32 k = 0; k < missing->copies.len; k++) {
            Node into = set_of(c->points, missing->into);
            add_range(c->points, missing->copies.data[k], into, 0,
                      c->points->sets.data[into].list.len);
        }
        for (u32 e = 0; e < missing->edges.len; e++)
            for (u32 k = 0; k < missing->list.len; k++)
                follow(c->points, missing->edges.data[e], missing->list.data[k]);
        vec_free(&missing->list);
        vec_free(&missing->edges);
        vec_free(&missing->copies);
    }
    vec_free(&c->missing);
}

static int compare_edges(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(Edge));
}

static int compare_nodes(const void *a, const void *b)
{
    Node one = *(const Node *)a, other = *(const Node *)b;
    return one < other ? -1 : one > other;
}

/* Each copy once, to the set that its node stands for now; nothing to do if none has changed. */
static void tidy_copies(Points *points, Node node)
{
    Set *set = &points->sets.data[node];
    bool changed = false;
    for (u32 i = 0; i < set->copies.len; i++) {
        Node to = set_of(points, set->copies.data[i]);
        changed |= to != set->copies.data[i];
        set->copies.data[i] = to;
    }
    if (!changed)
        return;
    qsort(set->copies.data, set->copies.len, sizeof(Node), compare_nodes);
    u32 n = set->copies.len;
    set->copies.len = 0;
    for (u32 i = 0; i < n; i++) {
        Node to = set->copies.data[i];
        if (to != node && !(set->copies.len && vec_last(&set->copies) == to))
            push_copy(points, node, to);
    }
}

/* The same of its other edges. */
static void tidy_edges(Points *points, Node node)
{
    Set *set = &points->sets.data[node];
    bool changed = false;
    for (u32 i = 0; i < set->edges.len; i++) {
        Edge *e = &set->edges.data[i];
        bool site = e->kind == EDGE_CALL || e->kind == EDGE_METHOD;
        Node to = site ? e->to : set_of(points, e->to);
        changed |= to != e->to;
        e->to = to;
    }
    if (!changed)
        return;
    qsort(set->edges.data, set->edges.len, sizeof(Edge), compare_edges);
    u32 kept = 0;
    for (u32 i = 0; i < set->edges.len; i++)
        if (!kept || memcmp(&set->edges.data[kept - 1], &set->edges.data[i], sizeof(Edge)))
            set->edges.data[kept++] = set->edges.data[i];
    set->edges.len = kept;
}

/* The largest set stands for the others: least is left to do. */
static Node largest(const Circles *c, u32 from)
{
    Node best = c->stack.data[from];
    for (u32 i = from + 1; i < c->stack.len; i++) {
        const Set *set = &c->points->sets.data[c->stack.data[i]];
        if (set->list.len > c->points->sets.data[best].list.len)
            best = c->stack.data[i];
    }
    return best;
}

static void end_component(Circles *c, Node node)
{
    u32 from = c->stack.len - 1;
    while (c->stack.data[from] != node)
        from--;
    Node into = largest(c, from);
    for (u32 i = from; i < c->stack.len; i++) {
        c->on_stack[c->stack.data[i]] = 0;
        if (c->stack.data[i] != into)
            merge(c, into, c->stack.data[i]);
    }
    c->stack.len = from;
}

static void enter_node(Circles *c, Node node)
{
    c->number[node] = c->low[node] = ++c->count;
    c->on_stack[node] = 1;
    vec_push(&c->stack, node);
    vec_push(&c->path, (u64)node << 32);
}

/* Goes along one more edge of the node at the end of the path, or leaves it. */
static void visit(Circles *c)
{
    Node node = (Node)(vec_last(&c->path) >> 32);
    u32 next = (u32)vec_last(&c->path)++;
    const Set *set = &c->points->sets.data[node];
    if (next < set->copies.len) {
        Node to = set_of(c->points, set->copies.data[next]);
        if (!c->number[to])
            enter_node(c, to);
        else if (c->on_stack[to] == 1 && c->number[to] < c->low[node])
            c->low[node] = c->number[to];
        return;
    }
    (void)vec_pop(&c->path);
    if (c->path.len) {
        Node from = (Node)(vec_last(&c->path) >> 32);
        if (c->low[node] < c->low[from])
            c->low[from] = c->low[node];
    }
    if (c->low[node] == c->number[node])
        end_component(c, node);
}

/* ---- large sets ---- */

/* Its edges as the largest set has them. */
static void tidy_large(Points *points)
{
    Node node = set_of(points, points->largest);
    if (!node)
        return;
    Set *set = &points->sets.data[node];
    Set old = {.edges = set->edges, .copies.data = set->copies.data, .copies.len = set->copies.len};
    map_clear(&points->edge_at);
    set->edges = (EdgeList){0};
    memset(&set->copies, 0, sizeof set->copies);
    leave_out_edges(points, &old.edges);
    leave_out_copies(points, &old);
    for (u32 i = 0; i < old.edges.len; i++)
        vec_push(&points->sets.data[node].edges, old.edges.data[i]);
    for (u32 i = 0; i < old.copies.len; i++)
        push_copy(points, node, old.copies.data[i]);
    free_set(&old);
}

/* Sets so large that they say little become one. */
static void merge_large(Points *points)
{
    Circles c = {.points = points};
    while (points->large.len) {
        Node node = set_of(points, vec_pop(&points->large));
        if (!points->largest)
            points->largest = points_node(points);
        Node into = set_of(points, points->largest);
        if (into != node)
            merge(&c, into, node);
        follow_missing(&c);
    }
}

static void collapse(Points *points)
{
    u32 n = points->sets.len;
    Circles c = {.points = points};
    c.number = xcalloc(n, sizeof *c.number);
    c.low = xcalloc(n, sizeof *c.low);
    c.on_stack = xcalloc(n, 1);
    for (Node i = 1; i < n; i++) {
        if (points->sets.data[i].same || c.number[i])
            continue;
        enter_node(&c, i);
        while (c.path.len)
            visit(&c);
    }
    for (Node i = 1; i < n; i++) {
        tidy_copies(points, i);
        tidy_edges(points, i);
    }
    tidy_large(points);
    follow_missing(&c);
    vec_free(&c.stack);
    vec_free(&c.path);
    free(c.number);
    free(c.low);
    free(c.on_stack);
}

/* ---- solving ---- */

/* Edges that are added meanwhile have been followed for all that went along the others. */
static void solve_set(Points *points, Node node)
{
    while (points->sets.data[node].done < points->sets.data[node].list.len) {
        u32 begin = points->sets.data[node].done, end = points->sets.data[node].list.len;
        u32 copies = points->sets.data[node].copies.len, edges = points->sets.data[node].edges.len;
        points->sets.data[node].done = end;
        for (u32 i = 0; i < copies && !points->model->gave_up; i++)
            add_range(points, points->sets.data[node].copies.data[i], node, begin, end);
        for (u32 i = 0; i < edges; i++)
            follow_all(points, node, points->sets.data[node].edges.data[i], begin, end);
        for (u32 i = begin; i < end && node == set_of(points, points->havoc); i++)
            havoc(points, points->sets.data[node].list.data[i]);
    }
}

void points_solve(Points *points)
{
    while (points->queue.len && !points->model->gave_up) {
        limits_poll();
        Node node = vec_pop(&points->queue);
        points->sets.data[node].queued = false;
        if (!points->sets.data[node].same)
            solve_set(points, node);
        merge_large(points);
        if (points->followed > points->collapse) {
            collapse(points);
            points->collapse = points->followed + COLLAPSE_AFTER * (u64)points->sets.len;
        }
    }
}

Points *points_new(Model *model)
{
    Points *points = xcalloc(1, sizeof *points);
    points->model = model;
    points->collapse = FIRST_COLLAPSE;
    points_node(points); /* 0 */
    points->havoc = points_node(points);
    points->unknown = points_node(points);
    points->numbers = points_node(points);
    return points;
}

void points_free(Points *points)
{
    if (!points)
        return;
    for (u32 i = 0; i < points->sets.len; i++)
        free_set(&points->sets.data[i]);
    vec_free(&points->sets);
    vec_free(&points->queue);
    vec_free(&points->pointers);
    vec_free(&points->large);
    map_free(&points->shared);
    map_free(&points->callable);
    map_free(&points->receivers);
    map_free(&points->edge_at);
    map_free(&points->copies);
    map_free(&points->ids);
    free(points);
}
