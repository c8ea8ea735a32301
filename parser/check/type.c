/* Checker: type expressions, and checks that are delayed until the types involved are complete. */
#include "parser/check/generic.h"

/* ---- delayed checks ---- */

void check_delay(Checker *cx, DelayedKind kind, Span at, Type *t)
{
    Delayed *p = ARENA_NEW(cx->arena, Delayed);
    *p = (Delayed){kind, at, t, cx->at.pkg, NULL};
    vec_push(&cx->delayed, p);
}

void check_delay_instance(Checker *cx, Expr *e, Type *t)
{
    check_types_begin(cx);
    check_delay(cx, DELAYED_INSTANCE, e->span, t);
    vec_last(&cx->delayed)->args = &e->index.args;
    check_delay(cx, DELAYED_FINITE, e->span, t);
    check_types_end(cx);
}

static void delayed_instance(Checker *cx, Delayed *p)
{
    Type *origin = p->type->named.origin;
    check_type_arguments(cx, p->at, p->args, origin->named.tparams.data, p->type->named.targs.data,
                         p->type->named.targs.len);
}

static void delayed_map_key(Checker *cx, Delayed *p)
{
    if (p->type->kind != TY_INVALID && !type_comparable(p->type))
        check_error(cx, p->at, "invalid map key type %s", check_type_text(cx, p->type));
}

static void delayed_embedded(Checker *cx, Delayed *p)
{
    bool is_pointer = p->type->kind == TY_POINTER;
    Type *t = is_pointer ? p->type->pointer.elem : p->type, *u = type_underlying(t);
    if (t->kind == TY_TYPEPARAM)
        check_error(cx, p->at, "embedded field type cannot be a (pointer to a) type parameter");
    else if (u->kind == TY_UNSAFE_POINTER)
        check_error(cx, p->at, "embedded field type cannot be unsafe.Pointer");
    else if (u->kind == TY_POINTER)
        check_error(cx, p->at, "embedded field type cannot be a pointer");
    else if (u->kind == TY_INTERFACE && is_pointer)
        check_error(cx, p->at, "embedded field type cannot be a pointer to an interface");
}

static void delayed_interface(Checker *cx, Delayed *p)
{
    const Method *duplicate = NULL;
    Type *t = p->type;
    for (u32 i = 0; i < t->iface.embedded.len; i++)
        if (t->iface.embedded.data[i]->kind == TY_TYPEPARAM)
            check_error_at(cx, t->iface.embedded_pos.data[i], "cannot embed type parameter %s",
                           check_type_text(cx, t->iface.embedded.data[i]));
    if (t->iface.complete)
        return;
    type_complete_interface(cx->arena, t, &duplicate);
    if (duplicate != NULL)
        check_error_at(cx, duplicate->pkg == p->pkg ? duplicate->pos : p->at.start,
                       "duplicate method %s", duplicate->name->text);
}

static void delayed_size(Checker *cx, Delayed *p)
{
    /* What a declared type has of a part that is too large has been reported of that. */
    if (p->type->kind == TY_INVALID || (p->type->kind == TY_NAMED && cx->diags->errors))
        return;
    type_layout(p->type);
    if (p->type->size >= TYPE_SIZE_LIMIT)
        check_error(cx, p->at, "type %s larger than address space, or nested too deeply",
                    check_type_text(cx, p->type));
}

static void run_delayed(Checker *cx, Delayed *p)
{
    switch (p->kind) {
    case DELAYED_FINITE: break;
    case DELAYED_MAP_KEY: delayed_map_key(cx, p); break;
    case DELAYED_EMBEDDED: delayed_embedded(cx, p); break;
    case DELAYED_INTERFACE: delayed_interface(cx, p); break;
    case DELAYED_SIZE: delayed_size(cx, p); break;
    case DELAYED_RECEIVER: check_receiver_type(cx, p->at, p->type); break;
    case DELAYED_METHODS: check_method_names(cx, p->type); break;
    case DELAYED_ELEMENT: check_element_late(cx, p->at, p->type); break;
    case DELAYED_NO_CONSTRAINT: check_not_constraint_late(cx, p->at, p->type); break;
    case DELAYED_INSTANCE: delayed_instance(cx, p); break;
    }
}

static bool check_finite(Checker *cx, Type *t, bool *open);

static void check_complete_substituted(Checker *cx)
{
    while (cx->types.incomplete.len > 0)
        type_complete_interface(cx->arena, vec_pop(&cx->types.incomplete), NULL);
}

/* Finds types that contain themselves first: other checks would not terminate on them. */
static void run_all_delayed(Checker *cx)
{
    Package *pkg = cx->at.pkg;
    bool open;
    cx->at.type_nesting++; /* checks added during this loop are appended */
    for (u32 i = 0; i < cx->delayed.len; i++) {
        cx->at.pkg = cx->delayed.data[i]->pkg;
        if (cx->delayed.data[i]->kind == DELAYED_FINITE)
            check_finite(cx, cx->delayed.data[i]->type, &open);
    }
    for (u32 i = 0; i < cx->delayed.len; i++) {
        cx->at.pkg = cx->delayed.data[i]->pkg;
        if (cx->delayed.data[i]->kind == DELAYED_INTERFACE)
            run_delayed(cx, cx->delayed.data[i]);
    }
    check_complete_substituted(cx);
    for (u32 i = 0; i < cx->delayed.len; i++) {
        cx->at.pkg = cx->delayed.data[i]->pkg;
        if (cx->delayed.data[i]->kind != DELAYED_INTERFACE)
            run_delayed(cx, cx->delayed.data[i]);
    }
    vec_clear(&cx->delayed);
    cx->at.type_nesting--;
    cx->at.pkg = pkg;
}

void check_types_begin(Checker *cx)
{
    cx->at.type_nesting++;
}

void check_types_end(Checker *cx)
{
    if (--cx->at.type_nesting == 0 && cx->delayed.len > 0)
        run_all_delayed(cx);
}

void check_complete_interfaces(Checker *cx, Type *t)
{
    if (cx->at.type_nesting == 0)
        return;
    Type *u = type_underlying(t);
    for (u32 i = 0; u->kind == TY_INTERFACE && i < cx->delayed.len; i++)
        if (cx->delayed.data[i]->type == u && cx->delayed.data[i]->kind == DELAYED_INTERFACE)
            type_complete_interface(cx->arena, u, NULL);
}

/* ---- types that contain themselves ---- */

static bool is_finite(Checker *cx, Type *t, TypeList *nest, bool *open);

static bool named_is_finite(Checker *cx, Type *t, TypeList *nest, bool *open)
{
    enum { DEEPEST_NEST = 50 };
    check_need_type(cx, t);
    type_underlying(t); /* makes the underlying type of an instance, if it can */
    if (t->named.underlying == NULL && t->named.origin != NULL)
        return named_is_finite(cx, t->named.origin, nest, open);
    *open |= t->named.underlying == NULL;
    if (t->named.state == NAMED_FINITE || t->named.underlying == NULL ||
        t->named.underlying->kind == TY_INVALID)
        return true;
    for (u32 i = 0; i < nest->len; i++) {
        if (nest->data[i] != t && (t->named.origin == NULL || nest->len < DEEPEST_NEST))
            continue;
        ObjList cycle = {0};
        /* Generic types are reported through their instances only. */
        for (u32 j = i; j < nest->len; j++)
            if (nest->data[j]->named.origin == NULL)
                vec_push(&cycle, nest->data[j]->named.obj);
        if (cycle.len == 0)
            vec_push(&cycle, t->named.obj);
        check_cycle_error(cx, cycle.data, cycle.len);
        vec_free(&cycle);
        for (u32 j = i; j < nest->len; j++)
            nest->data[j]->named.underlying = cx->universe->basic[TY_INVALID];
        return false;
    }
    bool still_open = t->named.state == NAMED_RESOLVING;
    vec_push(nest, t);
    bool ok = is_finite(cx, t->named.underlying, nest, &still_open);
    nest->len--;
    if (ok && !still_open)
        t->named.state = NAMED_FINITE;
    *open |= still_open;
    return ok;
}

static bool is_finite(Checker *cx, Type *t, TypeList *nest, bool *open)
{
    bool ok = true;
    switch (t->kind) {
    case TY_NAMED: return named_is_finite(cx, t, nest, open);
    case TY_ARRAY: return is_finite(cx, t->array.elem, nest, open);
    case TY_STRUCT:
        for (u32 i = 0; ok && i < t->strct.fields.len; i++)
            ok = is_finite(cx, t->strct.fields.data[i].type, nest, open);
        return ok;
    case TY_INTERFACE:
        for (u32 i = 0; ok && i < t->iface.embedded.len; i++)
            ok = is_finite(cx, t->iface.embedded.data[i], nest, open);
        return ok;
    case TY_UNION: /* only interfaces in it can embed it */
        for (u32 i = 0; ok && i < t->unions.terms.len; i++)
            if (type_is_interface(t->unions.terms.data[i]))
                ok = is_finite(cx, t->unions.terms.data[i], nest, open);
        return ok;
    default: return true;
    }
}

static bool check_finite(Checker *cx, Type *t, bool *open)
{
    TypeList nest = {0};
    *open = false;
    bool ok = is_finite(cx, t, &nest, open);
    vec_free(&nest);
    return ok;
}

bool check_type_sized(Checker *cx, Type *t, Span at)
{
    bool open;
    if (!check_finite(cx, t, &open))
        return false;
    if (open)
        check_error(cx, at, "invalid recursive type: the size of %s depends on itself",
                    check_type_text(cx, t));
    return !open;
}

/* ---- arrays ---- */

/* The constant length, or -1 after an error. */
static i64 array_length(Checker *cx, Expr *e)
{
    bool lazy = cx->at.lazy_types;
    cx->at.lazy_types = false;
    check_expr(cx, e);
    cx->at.lazy_types = lazy;
    if (e->mode == MODE_INVALID)
        return -1;
    if (e->mode != MODE_CONST) {
        Diag *diag = e->kind == EX_IDENT
                         ? check_error(cx, e->span, "invalid array length %s", e->ident.name->text)
                         : check_error(cx, e->span, "array length %s must be constant",
                                       check_operand_text(cx, e));
        check_hint(cx, diag, "use a slice, []T, for a length that is only known at run time");
        return -1;
    }
    i64 len;
    Const *value = NULL;
    if (type_is_untyped(e->type) || type_is_integer(e->type))
        value = check_represent(cx, e->val, cx->universe->basic[TY_UNTYPED_INT]);
    if (value == NULL)
        check_error(cx, e->span, "array length %s must be integer", check_operand_text(cx, e));
    else if (const_to_i64(value, &len) && len >= 0) {
        check_convert_untyped(cx, e, cx->universe->basic[TY_INT]);
        return len;
    } else
        check_error(cx, e->span, "invalid array length %s", check_operand_text(cx, e));
    return -1;
}

void check_array_size(Checker *cx, Expr *type)
{
    check_types_begin(cx);
    check_delay(cx, DELAYED_SIZE, type->span, type->type);
    check_types_end(cx);
}

static Type *array_type(Checker *cx, Expr *e, Type *def)
{
    Expr *len = e->array_type.len;
    if (len == NULL) {
        Type *slice = type_new(&cx->types, TY_SLICE);
        slice->slice.elem = cx->universe->basic[TY_INVALID];
        check_set_underlying(def, slice);
        slice->slice.elem = check_type(cx, e->array_type.elem);
        return slice;
    }
    Type *array = type_new(&cx->types, TY_ARRAY);
    array->array.len = -1;
    array->array.elem = cx->universe->basic[TY_INVALID];
    check_set_underlying(def, array);
    if (len->kind == EX_ELLIPSIS)
        check_error(cx, e->span, "invalid use of [...] array (outside a composite literal)");
    else
        array->array.len = array_length(cx, len);
    array->array.elem = check_type(cx, e->array_type.elem);
    if (array->array.len < 0)
        return cx->universe->basic[TY_INVALID];
    check_delay(cx, DELAYED_SIZE, e->span, array);
    return array;
}

/* ---- structs ---- */

typedef struct StructMaker {
    Type *type;
    VEC(StructField) fields;
    Map seen; /* names in a large struct -> 1 + index */
} StructMaker;

/* The name of the field for an embedded type; NULL if it cannot be embedded. */
static Expr *embedded_name(Expr *type)
{
    if (type->kind == EX_STAR)
        type = type->star;
    if (type->kind == EX_INDEX)
        type = type->index.x;
    if (type->kind == EX_SELECTOR)
        type = type->selector.sel;
    return type->kind == EX_IDENT ? type : NULL;
}

static Pos earlier_field(Checker *cx, StructMaker *maker, const Sym *name)
{
    if (name == cx->sym_blank)
        return 0;
    u64 *index = map_put(&maker->seen, (u64)(uintptr_t)name);
    if (*index != 0)
        return maker->fields.data[*index - 1].pos;
    *index = maker->fields.len + 1;
    return 0;
}

static void add_field(Checker *cx, StructMaker *maker, Expr *name, StructField field)
{
    Pos earlier = earlier_field(cx, maker, field.name);
    if (earlier != 0) {
        Diag *diag = check_error(cx, name->span, "%s redeclared", field.name->text);
        check_note_at(cx, diag, earlier, "other declaration of %s", field.name->text);
        return;
    }
    avec_push(cx->arena, &maker->fields, field);
}

static void struct_field(Checker *cx, StructMaker *maker, Field *f, Type *t)
{
    StructField field = {.type = t, .embedded = f->embedded, .pkg = cx->at.pkg};
    Expr *name = f->name;
    if (f->embedded && (name = embedded_name(f->type)) == NULL) {
        check_error(cx, f->type->span, "invalid embedded field type %s",
                    check_expr_text(cx, f->type));
        return;
    }
    if (name == NULL || name->kind != EX_IDENT)
        return;
    if (f->embedded)
        check_delay(cx, DELAYED_EMBEDDED, f->type->span, t);
    if (f->tag != NULL && f->tag->kind == EX_LIT && f->tag->lit.tok == TK_STRING) {
        field.tag = f->tag->lit.str;
        field.tag_len = f->tag->lit.str_len;
    }
    field.name = name->ident.name;
    field.pos = name->span.start;
    add_field(cx, maker, name, field);
}

static Type *struct_type(Checker *cx, Expr *e, Type *def)
{
    StructMaker maker = {.type = type_new(&cx->types, TY_STRUCT)};
    FieldList *fields = &e->struct_type.fields;
    check_set_underlying(def, maker.type);
    Expr *prev = NULL;
    Type *t = NULL;
    for (u32 i = 0; i < fields->len; i++) {
        Field *f = fields->data[i];
        if (f->type != prev || t == NULL)
            t = check_type(cx, f->type);
        prev = f->type;
        struct_field(cx, &maker, f, t);
    }
    map_free(&maker.seen);
    maker.type->strct.fields.data = maker.fields.data;
    maker.type->strct.fields.len = maker.fields.len;
    maker.type->strct.fields.cap = maker.fields.cap;
    return maker.type;
}

/* ---- interfaces ---- */

static void interface_method(Checker *cx, Type *iface, Field *f)
{
    const Sym *name = f->name->ident.name;
    if (name == cx->sym_blank) {
        check_error(cx, f->name->span, "methods must have a unique non-blank name");
        return;
    }
    for (u32 i = 0; i < iface->iface.methods.len; i++) {
        if (iface->iface.methods.data[i].name != name)
            continue;
        Diag *diag = check_error(cx, f->name->span, "duplicate method %s", name->text);
        check_note_at(cx, diag, iface->iface.methods.data[i].pos, "other declaration of method %s",
                      name->text);
        return;
    }
    Type *sig = check_type(cx, f->type);
    if (sig->kind != TY_FUNC)
        return;
    Method method = {.name = name, .sig = sig, .pkg = cx->at.pkg, .pos = f->name->span.start};
    avec_push(cx->arena, &iface->iface.methods, method);
}

static Type *interface_type(Checker *cx, Expr *e, Type *def)
{
    Type *iface = type_new(&cx->types, TY_INTERFACE);
    FieldList *list = &e->interface_type.methods;
    check_set_underlying(def, iface);
    for (u32 i = 0; i < list->len; i++) {
        Field *f = list->data[i];
        if (f->name != NULL) {
            interface_method(cx, iface, f);
        } else {
            Type *t = check_constraint_element(cx, f->type);
            if (t->kind == TY_UNION)
                check_delay(cx, DELAYED_ELEMENT, f->type->span, t);
            avec_push(cx->arena, &iface->iface.embedded, t);
            avec_push(cx->arena, &iface->iface.embedded_pos, f->type->span.start);
        }
    }
    check_delay(cx, DELAYED_INTERFACE, e->span, iface);
    return iface;
}

/* ---- functions ---- */

typedef struct ParamMaker {
    Type *sig;
    FuncLit *lit;
    VarKind kind;
} ParamMaker;

static Obj *add_param(Checker *cx, ParamMaker *maker, Field *f, Type *t)
{
    const Sym *name = f->name != NULL ? f->name->ident.name : NULL;
    Pos pos = f->name != NULL ? f->name->span.start : f->span.start;
    Obj *obj = check_new_var(cx, name, pos, t, maker->kind);
    obj->var.func = maker->lit;
    obj->used = true;
    if (maker->lit != NULL && maker->kind == VAR_PARAM)
        avec_push(cx->arena, &maker->lit->params, obj);
    else if (maker->lit != NULL)
        avec_push(cx->arena, &maker->lit->results, obj);
    return obj;
}

/* Checks the type of a parameter; `...T` is allowed only for the last one. */
static Type *param_type(Checker *cx, ParamMaker *maker, Expr *type, bool last)
{
    if (type->kind != EX_ELLIPSIS)
        return check_type(cx, type);
    if (type->ellipsis == NULL)
        return cx->universe->basic[TY_INVALID];
    Type *elem = check_type(cx, type->ellipsis);
    if (!last || maker->kind == VAR_RESULT) {
        check_error(cx, type->span, "can only use ... with final parameter in list");
        return elem;
    }
    maker->sig->func.variadic = true;
    type->mode = MODE_TYPE;
    type->type = type_slice(&cx->types, elem);
    return type->type;
}

static void add_params(Checker *cx, ParamMaker *maker, FieldList *list)
{
    Expr *prev = NULL;
    Type *t = NULL;
    Type *sig = maker->sig;
    for (u32 i = 0; i < list->len; i++) {
        Field *f = list->data[i];
        if (f->type != prev || t == NULL || f->type->kind == EX_ELLIPSIS)
            t = param_type(cx, maker, f->type, i + 1 == list->len);
        prev = f->type;
        Obj *obj = add_param(cx, maker, f, t);
        if (maker->kind == VAR_PARAM) {
            avec_push(cx->arena, &sig->func.params, t);
            avec_push(cx->arena, &sig->func.param_objs, obj);
        } else {
            avec_push(cx->arena, &sig->func.results, t);
            avec_push(cx->arena, &sig->func.result_objs, obj);
        }
    }
}

static void declare_params(Checker *cx, Scope *scope, const FieldList *list, Obj *const *objs)
{
    for (u32 i = 0; i < list->len; i++)
        if (list->data[i]->name != NULL)
            check_declare(cx, scope, list->data[i]->name, objs[i]);
}

/* Types in the signature are looked up outside the scope of the parameters, so a parameter may have
 * the name of a type. */
void check_fill_signature(Checker *cx, Type *sig, FuncSig *written, const Field *recv, Scope *scope,
                          FuncLit *lit)
{
    ParamMaker maker = {sig, lit, VAR_PARAM};
    add_params(cx, &maker, &written->params);
    maker.kind = VAR_RESULT;
    add_params(cx, &maker, &written->results);
    if (scope == NULL)
        scope = scope_new(cx->arena, cx->at.scope);
    if (recv != NULL && recv->name != NULL)
        check_declare(cx, scope, recv->name, lit->params.data[0]);
    declare_params(cx, scope, &written->params, sig->func.param_objs.data);
    declare_params(cx, scope, &written->results, sig->func.result_objs.data);
}

Type *check_signature(Checker *cx, FuncSig *sig, Scope *scope, FuncLit *lit)
{
    Type *t = type_new(&cx->types, TY_FUNC);
    check_types_begin(cx);
    check_fill_signature(cx, t, sig, NULL, scope, lit);
    check_types_end(cx);
    return t;
}

/* ---- other types ---- */

static Type *map_type(Checker *cx, Expr *e, Type *def)
{
    Type *map = type_new(&cx->types, TY_MAP);
    map->map.key = map->map.elem = cx->universe->basic[TY_INVALID];
    check_set_underlying(def, map);
    map->map.key = check_type(cx, e->map_type.key);
    map->map.elem = check_type(cx, e->map_type.elem);
    check_delay(cx, DELAYED_MAP_KEY, e->map_type.key->span, map->map.key);
    return map;
}

static Type *pointer_type(Checker *cx, Expr *e, Type *def)
{
    Type *pointer = type_new(&cx->types, TY_POINTER);
    pointer->pointer.elem = cx->universe->basic[TY_INVALID];
    check_set_underlying(def, pointer);
    pointer->pointer.elem = check_type(cx, e->star);
    return pointer->pointer.elem->kind == TY_INVALID ? pointer->pointer.elem : pointer;
}

static Type *chan_type(Checker *cx, Expr *e, Type *def)
{
    Type *chan = type_new(&cx->types, TY_CHAN);
    chan->chan.dir = e->chan_type.dir;
    chan->chan.elem = cx->universe->basic[TY_INVALID];
    check_set_underlying(def, chan);
    chan->chan.elem = check_type(cx, e->chan_type.elem);
    return chan;
}

/* While the types of a package are resolved in order, a name of a later one is not followed:
 * recursion would be as deep as the longest chain of types. */
static bool defer_type(Checker *cx, Expr *e)
{
    if (!cx->at.lazy_types || e->kind != EX_IDENT || e->ident.name == cx->sym_blank)
        return false;
    Obj *obj = check_lookup(cx, e->ident.name);
    if (obj == NULL || obj->kind != OBJ_TYPE || obj->state != OBJ_NEW || obj->type == NULL ||
        obj->type->kind != TY_NAMED || obj->pkg != cx->at.pkg || obj->decl->type.tparams.len > 0)
        return false;
    e->ident.obj = obj;
    check_set(e, MODE_TYPE, obj->type);
    return true;
}

/* Checks a name, or an expression that turns out not to be a type. */
static Type *named_type(Checker *cx, Expr *e, Type *def)
{
    if (!defer_type(cx, e))
        check_raw_expr(cx, e);
    if (e->mode == MODE_TYPE) {
        if (check_is_generic_type(e->type)) {
            check_error(cx, e->span, "cannot use generic type %s without instantiation",
                        check_type_text(cx, e->type));
            return cx->universe->basic[TY_INVALID];
        }
        check_set_underlying(def, e->type);
        return e->type;
    }
    if (e->mode == MODE_NOVALUE)
        check_error(cx, e->span, "%s used as type", check_operand_text(cx, e));
    else if (e->mode != MODE_INVALID)
        check_error(cx, e->span, "%s is not a type", check_expr_text(cx, e));
    return cx->universe->basic[TY_INVALID];
}

static Type *instance_type(Checker *cx, Expr *e, Type *def)
{
    Type *t = check_instance_type(cx, e);
    check_set_underlying(def, t);
    return t;
}

static Type *func_type(Checker *cx, Expr *e, Type *def)
{
    Type *sig = type_new(&cx->types, TY_FUNC);
    check_set_underlying(def, sig);
    check_fill_signature(cx, sig, e->func_type, NULL, NULL, NULL);
    return sig;
}

static Type *type_by_kind(Checker *cx, Expr *e, Type *def)
{
    switch (e->kind) {
    case EX_BAD: return cx->universe->basic[TY_INVALID];
    case EX_IDENT:
    case EX_SELECTOR: return named_type(cx, e, def);
    case EX_INDEX: return instance_type(cx, e, def);
    case EX_PAREN: return check_defined_type(cx, e->paren, def);
    case EX_STAR: return pointer_type(cx, e, def);
    case EX_ARRAY_TYPE: return array_type(cx, e, def);
    case EX_STRUCT_TYPE: return struct_type(cx, e, def);
    case EX_FUNC_TYPE: return func_type(cx, e, def);
    case EX_INTERFACE_TYPE: return interface_type(cx, e, def);
    case EX_MAP_TYPE: return map_type(cx, e, def);
    case EX_CHAN_TYPE: return chan_type(cx, e, def);
    case EX_ELLIPSIS: check_error(cx, e->span, "invalid use of '...'"); break;
    default:
        check_error(cx, e->span, "%s is not a type", check_expr_text(cx, e));
        check_use(cx, e);
        break;
    }
    return cx->universe->basic[TY_INVALID];
}

/* Whether t may be a constraint. */
static bool may_be_constraint(Type *t)
{
    Type *u = type_underlying(t);
    if (u->kind == TY_NAMED)
        return true; /* not resolved yet */
    return u->kind == TY_INTERFACE && (u->iface.embedded.len > 0 || u->iface.comparable);
}

Type *check_defined_type(Checker *cx, Expr *e, Type *def)
{
    Type *t = cx->universe->basic[TY_INVALID];
    bool constraint_ok = cx->constraint_ok || def != NULL;
    cx->constraint_ok = constraint_ok && e->kind == EX_PAREN;
    check_types_begin(cx);
    if (check_enter(cx, e->span))
        t = type_by_kind(cx, e, def);
    check_leave(cx);
    if (t->kind == TY_INVALID && def != NULL)
        def->named.underlying = t;
    cx->constraint_ok = false;
    if (!constraint_ok && may_be_constraint(t))
        check_delay(cx, DELAYED_NO_CONSTRAINT, e->span, t);
    e->mode = t->kind == TY_INVALID ? MODE_INVALID : MODE_TYPE;
    e->type = t;
    e->val = NULL;
    check_types_end(cx);
    return t;
}

Type *check_type(Checker *cx, Expr *e)
{
    return check_defined_type(cx, e, NULL);
}

void check_set_underlying(Type *def, Type *t)
{
    if (def == NULL)
        return;
    Type *u = type_underlying(t);
    def->named.underlying = u->kind == TY_NAMED ? NULL : u;
}
