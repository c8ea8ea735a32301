/* Checker: index expressions x[i] and slice expressions x[lo:hi:max]. */
#include "parser/check/generic.h"

bool check_index_value(Checker *cx, Expr *e, i64 max, i64 *value)
{
    *value = -1;
    check_expr(cx, e);
    if (e->mode == MODE_INVALID)
        return false;
    ConvError code;
    Type *int_type = cx->universe->basic[TY_INT];
    if (type_is_untyped(e->type) && !check_can_convert_untyped(cx, e, int_type, &code) &&
        code == CONV_IMPOSSIBLE) {
        check_error(cx, e->span, "invalid argument: index %s must be integer",
                    check_operand_text(cx, e));
        return false;
    }
    if (e->mode == MODE_CONST && const_kind(e->val) >= CONST_INT && const_sign(e->val) < 0) {
        check_error(cx, e->span, "invalid argument: index %s must not be negative",
                    check_operand_text(cx, e));
        return false;
    }
    check_convert_untyped(cx, e, int_type);
    if (e->mode == MODE_INVALID)
        return false;
    if (!type_is_integer(e->type)) {
        check_error(cx, e->span, "invalid argument: index %s must be integer",
                    check_operand_text(cx, e));
        return false;
    }
    if (e->mode != MODE_CONST)
        return true;
    if (!const_to_i64(e->val, value)) {
        check_error(cx, e->span, "invalid argument: index %s overflows int",
                    check_operand_text(cx, e));
        return false;
    }
    if (max >= 0 && *value >= max) {
        check_error(cx, e->span, "invalid argument: index %s out of bounds [0:%lld]",
                    check_const_text(cx, e->val), (long long)max);
        *value = -1;
        return false;
    }
    return true;
}

/* The array type of x, if x is an array or a pointer to one. */
static Type *array_of(Type *t)
{
    t = type_core(t);
    if (t->kind == TY_POINTER)
        t = type_core(t->pointer.elem);
    return t->kind == TY_ARRAY ? t : NULL;
}

static i64 const_string_len(const Expr *x)
{
    u32 len = 0;
    if (x->mode != MODE_CONST)
        return -1;
    const_string_value(x->val, &len);
    return len;
}

static void check_map_index(Checker *cx, Expr *e, Type *map)
{
    Expr *key = e->index.args.data[0];
    check_expr(cx, key);
    check_assignable(cx, key, map->map.key, "map index");
    check_set(e, MODE_MAPINDEX, map->map.elem);
}

/* Indexing a constant string with a constant gives a byte, but not a constant. */
static void string_operand(Checker *cx, Expr *x)
{
    if (type_is_untyped(x->type))
        check_convert_untyped(cx, x, cx->universe->basic[TY_STRING]);
}

/* Indexing a type parameter: all types in its type set must have the same element type. */
static bool index_param(Checker *cx, Expr *e, Type *t, i64 *len)
{
    const TypeSet *set = type_param_set(t);
    Type *elem = NULL;
    bool variable = true;
    for (u32 i = 0; i < set->terms.len; i++) {
        Type *u = type_underlying(set->terms.data[i].type), *array = array_of(u), *one;
        if (u->kind == TY_STRING)
            one = cx->universe->byte_type;
        else if (array != NULL)
            one = array->array.elem;
        else if (u->kind == TY_SLICE)
            one = u->slice.elem;
        else
            return false;
        if (elem != NULL && !type_identical(elem, one))
            return false;
        elem = one;
        variable &= u->kind != TY_STRING && (u->kind != TY_ARRAY || e->index.x->mode == MODE_VAR);
        if (array != NULL && (*len < 0 || array->array.len < *len))
            *len = array->array.len;
    }
    if (elem == NULL || set->all)
        return false;
    check_set(e, variable ? MODE_VAR : MODE_VALUE, elem);
    return true;
}

/* Sets mode and type of x[i]; *len receives the number of elements if it is known, else -1. */
static bool index_result(Checker *cx, Expr *e, i64 *len)
{
    Expr *x = e->index.x;
    Type *u = type_core(x->type), *array = array_of(x->type);
    *len = -1;
    if (u->kind == TY_TYPEPARAM)
        return index_param(cx, e, u, len);
    if (type_is_string(u)) {
        *len = const_string_len(x);
        string_operand(cx, x);
        check_set(e, MODE_VALUE, cx->universe->byte_type);
    } else if (array != NULL) {
        *len = array->array.len;
        check_set(e, u->kind == TY_POINTER || x->mode == MODE_VAR ? MODE_VAR : MODE_VALUE,
                  array->array.elem);
    } else if (u->kind == TY_SLICE) {
        check_set(e, MODE_VAR, u->slice.elem);
    } else {
        return false;
    }
    return true;
}

static void check_element(Checker *cx, Expr *e)
{
    Expr *x = e->index.x;
    i64 len, value;
    if (!index_result(cx, e, &len)) {
        check_error(cx, x->span, "invalid operation: cannot index %s", check_operand_text(cx, x));
        check_use_list(cx, &e->index.args);
        check_invalid(cx, e);
        return;
    }
    Expr *index = e->index.args.data[0];
    check_index_value(cx, index, len, &value);
    if (value < 0 && type_underlying(x->type)->kind == TY_ARRAY) {
        Obj *root = check_root_var(x);
        if (root != NULL)
            root->var.dyn_indexed = true;
    }
    if (e->type->kind == TY_INVALID)
        check_invalid(cx, e);
}

void check_index(Checker *cx, Expr *e)
{
    Expr *x = e->index.x;
    check_raw_expr(cx, x);
    if (check_is_generic_value(x)) {
        check_func_index(cx, e);
        return;
    }
    check_value_or_type(cx, x);
    if (x->mode == MODE_INVALID) {
        check_use_list(cx, &e->index.args);
        check_invalid(cx, e);
        return;
    }
    if (x->mode == MODE_TYPE) {
        check_set(e, MODE_TYPE, check_type(cx, e));
        if (e->type->kind == TY_INVALID)
            check_invalid(cx, e);
        return;
    }
    if (e->index.args.len != 1) {
        if (e->index.args.len > 1)
            check_error(cx, e->index.args.data[1]->span, "invalid operation: more than one index");
        check_use_list(cx, &e->index.args);
        check_invalid(cx, e);
        return;
    }
    if (type_core(x->type)->kind == TY_MAP)
        check_map_index(cx, e, type_core(x->type));
    else
        check_element(cx, e);
}

/* ---- slices ---- */

static bool slice_string(Checker *cx, Expr *e, i64 *len)
{
    Expr *x = e->slice.x;
    if (e->slice.max != NULL) {
        check_error(cx, e->slice.max->span, "invalid operation: 3-index slice of string");
        return false;
    }
    *len = const_string_len(x);
    string_operand(cx, x);
    check_set(e, MODE_VALUE, x->type);
    return true;
}

static bool slice_array(Checker *cx, Expr *e, Type *array, i64 *len)
{
    Expr *x = e->slice.x;
    *len = array->array.len;
    if (type_underlying(x->type)->kind == TY_ARRAY) {
        if (x->mode != MODE_VAR) {
            check_error(cx, x->span, "invalid operation: %s (slice of unaddressable value)",
                        check_operand_text(cx, x));
            return false;
        }
        check_mark_addressed(cx, x);
    }
    check_set(e, MODE_VALUE, type_slice(&cx->types, array->array.elem));
    return true;
}

static bool slice_result(Checker *cx, Expr *e, i64 *len)
{
    Expr *x = e->slice.x;
    Type *u = type_core_bytes(x->type), *array = array_of(x->type);
    *len = -1;
    if (type_is_string(u))
        return slice_string(cx, e, len);
    if (array != NULL)
        return slice_array(cx, e, array, len);
    if (u->kind == TY_SLICE) {
        check_set(e, MODE_VALUE, x->type);
        return true;
    }
    check_error(cx, x->span, "cannot slice %s", check_operand_text(cx, x));
    return false;
}

static void check_slice_order(Checker *cx, Expr *const parts[3], const i64 values[3])
{
    for (int i = 0; i < 2; i++)
        for (int j = i + 1; j < 3; j++)
            if (values[i] > 0 && values[j] >= 0 && values[j] < values[i] && parts[j] != NULL) {
                check_error(cx, parts[j]->span, "invalid slice indices: %lld < %lld",
                            (long long)values[j], (long long)values[i]);
                return;
            }
}

void check_slice(Checker *cx, Expr *e)
{
    Expr *parts[3] = {e->slice.lo, e->slice.hi, e->slice.max};
    i64 values[3] = {-1, -1, -1}, len = -1;
    check_expr(cx, e->slice.x);
    if (e->slice.x->mode == MODE_INVALID || !slice_result(cx, e, &len)) {
        for (int i = 0; i < 3; i++)
            check_use(cx, parts[i]);
        check_invalid(cx, e);
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (parts[i] != NULL)
            check_index_value(cx, parts[i], len >= 0 ? len + 1 : -1, &values[i]);
        else if (i == 0)
            values[i] = 0;
        else if (len >= 0)
            values[i] = len;
    }
    check_slice_order(cx, parts, values);
}
