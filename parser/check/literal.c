/* Checker: composite literals T{...}. */
#include "parser/check/expr.h"

/* ---- structs ---- */

static i32 field_index(Checker *cx, Type *strct, const Sym *name)
{
    bool exported = sym_is_exported(name);
    for (u32 i = 0; i < strct->strct.fields.len; i++) {
        StructField *field = &strct->strct.fields.data[i];
        if (field->name == name && (exported || field->pkg == cx->at.pkg))
            return name == cx->sym_blank ? -1 : (i32)i;
    }
    return -1;
}

static bool same_but_case(const Sym *a, const Sym *b)
{
    if (a->len != b->len)
        return false;
    for (u32 i = 0; i < a->len; i++)
        if ((a->text[i] | 0x20) != (b->text[i] | 0x20))
            return false;
    return true;
}

static void report_unknown_field(Checker *cx, Expr *key, Type *strct, Type *base)
{
    const Sym *name = key->ident.name;
    const char *type = check_type_text(cx, base);
    if (name == cx->sym_blank) {
        check_error(cx, key->span, "invalid field name _ in struct literal");
        return;
    }
    for (u32 i = 0; i < strct->strct.fields.len; i++) {
        StructField *field = &strct->strct.fields.data[i];
        if (field->name == name) {
            check_error(cx, key->span,
                        "cannot refer to unexported field %s in struct literal of type %s",
                        name->text, type);
            return;
        }
        if (same_but_case(field->name, name) &&
            (field->pkg == cx->at.pkg || sym_is_exported(field->name))) {
            check_error(cx, key->span,
                        "unknown field %s in struct literal of type %s, but does have %s",
                        name->text, type, field->name->text);
            return;
        }
    }
    check_error(cx, key->span, "unknown field %s in struct literal of type %s", name->text, type);
}

static void keyed_field(Checker *cx, Expr *elem, Type *strct, Type *base, u8 *seen)
{
    if (elem->kind != EX_KEYVALUE) {
        check_error(cx, elem->span, "mixture of field:value and value elements in struct literal");
        check_use(cx, elem);
        return;
    }
    Expr *key = elem->keyvalue.key, *value = elem->keyvalue.value;
    if (key->kind != EX_IDENT) {
        check_error(cx, key->span, "invalid field name %s in struct literal",
                    check_expr_text(cx, key));
        check_use(cx, value);
        return;
    }
    i32 index = field_index(cx, strct, key->ident.name);
    if (index < 0) {
        report_unknown_field(cx, key, strct, base);
        check_use(cx, value);
        return;
    }
    check_expr(cx, value);
    check_assignable(cx, value, strct->strct.fields.data[index].type, "struct literal");
    if (seen[index]++ != 0)
        check_error(cx, elem->span, "duplicate field name %s in struct literal",
                    key->ident.name->text);
}

static void plain_field(Checker *cx, Expr *elem, Type *strct, Type *base, u32 index)
{
    if (elem->kind == EX_KEYVALUE) {
        check_error(cx, elem->span, "mixture of field:value and value elements in struct literal");
        check_use(cx, elem->keyvalue.value);
        return;
    }
    check_expr(cx, elem);
    if (index >= strct->strct.fields.len) {
        if (index == strct->strct.fields.len)
            check_error(cx, elem->span, "too many values in struct literal of type %s",
                        check_type_text(cx, base));
        return;
    }
    StructField *field = &strct->strct.fields.data[index];
    if (!sym_is_exported(field->name) && field->pkg != cx->at.pkg) {
        check_error(cx, elem->span,
                    "implicit assignment to unexported field %s in struct literal of type %s",
                    field->name->text, check_type_text(cx, base));
        return;
    }
    check_assignable(cx, elem, field->type, "struct literal");
}

static void struct_literal(Checker *cx, Expr *e, Type *strct, Type *base)
{
    ExprList *elems = &e->composite.elems;
    u32 fields = strct->strct.fields.len;
    if (elems->len == 0)
        return;
    if (elems->data[0]->kind == EX_KEYVALUE) {
        u8 small[64] = {0};
        u8 *seen = fields <= sizeof small ? small : arena_alloc(cx->arena, fields);
        for (u32 i = 0; i < elems->len; i++)
            keyed_field(cx, elems->data[i], strct, base, seen);
        return;
    }
    for (u32 i = 0; i < elems->len; i++)
        plain_field(cx, elems->data[i], strct, base, i);
    if (elems->len < fields) {
        Span at = e->composite.rbrace != 0 ? (Span){e->composite.rbrace, e->composite.rbrace + 1}
                                           : e->span;
        check_error(cx, at, "too few values in struct literal of type %s",
                    check_type_text(cx, base));
    }
}

/* ---- arrays and slices ---- */

/* The index of an element, given or implied; false after an error. */
static bool element_index(Checker *cx, Expr *elem, i64 len, i64 *index)
{
    if (elem->kind != EX_KEYVALUE) {
        if (len < 0 || *index < len)
            return true;
        check_error(cx, elem->span, "index %lld out of bounds [0:%lld]", (long long)*index,
                    (long long)len);
        return false;
    }
    Expr *key = elem->keyvalue.key;
    i64 value;
    if (!check_index_value(cx, key, len, &value))
        return false;
    if (value < 0) {
        check_error(cx, key->span, "index %s must be integer constant", check_expr_text(cx, key));
        return false;
    }
    *index = value;
    return true;
}

static bool has_keys(const ExprList *elems)
{
    for (u32 i = 0; i < elems->len; i++)
        if (elems->data[i]->kind == EX_KEYVALUE)
            return true;
    return false;
}

/* Checks the elements and returns the length that their indices require. */
static i64 indexed_elements(Checker *cx, ExprList *elems, Type *type, i64 len)
{
    Map seen = {0};
    bool keyed = has_keys(elems);
    i64 index = 0, max = 0;
    for (u32 i = 0; i < elems->len; i++) {
        Expr *elem = elems->data[i];
        Expr *value = elem->kind == EX_KEYVALUE ? elem->keyvalue.value : elem;
        bool valid = element_index(cx, elem, len, &index);
        if (valid && keyed && (*map_put(&seen, (u64)index))++ != 0)
            check_error(cx, elem->span, "duplicate index %lld in array or slice literal",
                        (long long)index);
        if (index < INT64_MAX)
            index++;
        if (index > max)
            max = index;
        check_expr_hint(cx, value, type);
        check_assignable(cx, value, type, "array or slice literal");
    }
    map_free(&seen);
    return max;
}

/* ---- maps ---- */

/* Constant keys, to find duplicates: hash -> 1 + index of the newest one in `keys`. */
typedef struct SeenKey {
    Expr *key;
    u64 next;
} SeenKey;

typedef struct SeenKeys {
    Map heads;
    VEC(SeenKey) keys;
} SeenKeys;

static u64 constant_hash(Checker *cx, const Const *c)
{
    u32 len;
    i64 number;
    if (const_kind(c) == CONST_STRING) {
        const char *text = const_string_value(c, &len);
        return intern(cx->syms, text, len)->hash;
    }
    if (const_kind(c) == CONST_BOOL)
        return const_bool_value(c);
    const Const *integer = const_as_int(cx->consts, c);
    if (integer != NULL && const_to_i64(integer, &number))
        return hash_u64((u64)number);
    return 2; /* fractions and very large numbers are rare */
}

static bool same_key(const Expr *a, const Expr *b)
{
    return type_identical(a->type, b->type) && const_kind(a->val) == const_kind(b->val) &&
           const_compare(TK_EQL, a->val, b->val);
}

static bool is_duplicate(Checker *cx, SeenKeys *seen, Expr *key)
{
    u64 *head = map_put(&seen->heads, constant_hash(cx, key->val));
    for (u64 i = *head; i != 0; i = seen->keys.data[i - 1].next)
        if (same_key(seen->keys.data[i - 1].key, key))
            return true;
    vec_reserve(&seen->keys, seen->keys.len + 1);
    seen->keys.data[seen->keys.len].key = key;
    seen->keys.data[seen->keys.len].next = *head;
    *head = ++seen->keys.len;
    return false;
}

static void map_element(Checker *cx, Expr *elem, Type *map, SeenKeys *seen)
{
    if (elem->kind != EX_KEYVALUE) {
        check_error(cx, elem->span, "missing key in map literal");
        check_use(cx, elem);
        return;
    }
    Expr *key = elem->keyvalue.key, *value = elem->keyvalue.value;
    check_expr_hint(cx, key, map->map.key);
    check_assignable(cx, key, map->map.key, "map literal");
    if (key->mode == MODE_CONST && is_duplicate(cx, seen, key))
        check_error(cx, key->span, "duplicate key %s in map literal",
                    check_const_text(cx, key->val));
    check_expr_hint(cx, value, map->map.elem);
    check_assignable(cx, value, map->map.elem, "map literal");
}

static void map_literal(Checker *cx, Expr *e, Type *map)
{
    SeenKeys seen = {0};
    for (u32 i = 0; i < e->composite.elems.len; i++)
        map_element(cx, e->composite.elems.data[i], map, &seen);
    map_free(&seen.heads);
    vec_free(&seen.keys);
}

/* ---- all ---- */

static bool is_open_array(const Expr *type)
{
    return type != NULL && type->kind == EX_ARRAY_TYPE && type->array_type.len != NULL &&
           type->array_type.len->kind == EX_ELLIPSIS;
}

/* [...]T{...}: the length follows from the elements. */
static void open_array_literal(Checker *cx, Expr *e)
{
    Expr *type = e->composite.type_expr;
    Type *elem = check_type(cx, type->array_type.elem);
    i64 len = indexed_elements(cx, &e->composite.elems, elem, -1);
    check_set(type, MODE_TYPE, type_array(&cx->types, elem, len));
    check_array_size(cx, type);
    check_set(e, MODE_VALUE, type->type);
    if (elem->kind == TY_INVALID)
        check_invalid(cx, e);
}

static void invalid_literal(Checker *cx, Expr *e, Type *type)
{
    for (u32 i = 0; i < e->composite.elems.len; i++)
        check_use(cx, e->composite.elems.data[i]);
    if (type_underlying(type)->kind != TY_INVALID)
        check_error(cx, e->span, "invalid composite literal type %s", check_type_text(cx, type));
    check_invalid(cx, e);
}

void check_composite(Checker *cx, Expr *e, Type *hint)
{
    if (is_open_array(e->composite.type_expr)) {
        open_array_literal(cx, e);
        return;
    }
    Type *type = hint;
    if (e->composite.type_expr != NULL)
        type = check_type(cx, e->composite.type_expr);
    if (type == NULL) {
        check_error(cx, e->span, "missing type in composite literal");
        invalid_literal(cx, e, cx->universe->basic[TY_INVALID]);
        return;
    }
    Type *base = type;
    check_need_type(cx, type);
    if (e->composite.type_expr == NULL && type_core(type)->kind == TY_POINTER)
        base = type_core(type)->pointer.elem; /* &T, with T elided */
    Type *u = type_core(base);
    switch (u->kind) {
    case TY_STRUCT: struct_literal(cx, e, u, base); break;
    case TY_ARRAY: indexed_elements(cx, &e->composite.elems, u->array.elem, u->array.len); break;
    case TY_SLICE: indexed_elements(cx, &e->composite.elems, u->slice.elem, -1); break;
    case TY_MAP: map_literal(cx, e, u); break;
    default: invalid_literal(cx, e, type); return;
    }
    check_set(e, MODE_VALUE, type);
}
