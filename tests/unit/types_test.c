/* Types: layout, identity, look-up of fields and methods, method sets, interfaces, text. */
#include "parser/types/constant.h"
#include "parser/types/scope.h"
#include "tests/unit/test.h"

static Arena arena;
static Interner syms;
static TypePool pool = {.arena = &arena};
static Universe *u;
static Package here = {.path = "here"}, there = {.path = "a/there"};

static const Sym *sym(const char *text)
{
    return intern_str(&syms, text);
}

static Type *basic(TypeKind kind)
{
    return u->basic[kind];
}

/* ---- building types ---- */

static Type *named(const char *name, Type *underlying)
{
    Type *t = type_new(&pool, TY_NAMED);
    t->named.obj = obj_new(&arena, OBJ_TYPE, sym(name), 1, &here);
    t->named.underlying = underlying;
    return t;
}

static void add_field(Type *t, const char *name, Type *type, bool embedded)
{
    StructField field = {.name = sym(name), .type = type, .embedded = embedded, .pkg = &here};
    avec_push(&arena, &t->strct.fields, field);
}

/* A struct of fields a, b, c ... with the given kinds. */
static Type *struct_of(const TypeKind *kinds, u32 count)
{
    Type *t = type_new(&pool, TY_STRUCT);
    for (u32 i = 0; i < count; i++)
        add_field(t, (char[]){(char)('a' + i), '\0'}, basic(kinds[i]), false);
    return t;
}
#define STRUCT(...) \
    struct_of((TypeKind[]){__VA_ARGS__}, sizeof((TypeKind[]){__VA_ARGS__}) / sizeof(TypeKind))

static Type *func_type(Type *param, Type *result)
{
    Type *t = type_new(&pool, TY_FUNC);
    if (param != NULL)
        avec_push(&arena, &t->func.params, param);
    if (result != NULL)
        avec_push(&arena, &t->func.results, result);
    return t;
}

static Obj *add_method(Type *t, const char *name, Type *sig, bool ptr_recv)
{
    Obj *obj = obj_new(&arena, OBJ_FUNC, sym(name), 1, &here);
    obj->type = sig;
    obj->func.recv = t;
    obj->func.ptr_recv = ptr_recv;
    avec_push(&arena, &t->named.methods, obj);
    return obj;
}

static Type *interface_with(const char *name, Type *sig)
{
    Type *t = type_new(&pool, TY_INTERFACE);
    if (name != NULL) {
        Method method = {.name = sym(name), .sig = sig, .pkg = &here};
        avec_push(&arena, &t->iface.methods, method);
    }
    type_complete_interface(&arena, t, NULL);
    return t;
}

static bool lookup(Type *t, const char *name, Selection *sel, bool *ambiguous)
{
    return type_lookup(&arena, t, sym(name), &here, sel, ambiguous);
}

static const char *text(Type *t)
{
    static Buf buf;
    vec_clear(&buf);
    type_text(&buf, t, &here);
    return buf_str(&buf);
}

/* ---- layout ---- */

static void check_layout(Type *t, u64 size, u32 align)
{
    type_layout(t);
    EXPECT_INT(t->size, size);
    EXPECT_INT(t->align, align);
}

static void test_layout_of_basic_types(void)
{
    check_layout(basic(TY_BOOL), 1, 1);
    check_layout(basic(TY_INT), 8, 8);
    check_layout(basic(TY_STRING), 16, 8);
    check_layout(basic(TY_COMPLEX64), 8, 4);
    check_layout(basic(TY_COMPLEX128), 16, 8);
    check_layout(type_slice(&pool, basic(TY_INT)), 24, 8);
    check_layout(u->error_type, 16, 8);
    check_layout(type_array(&pool, basic(TY_INT16), 3), 6, 2);
    check_layout(type_array(&pool, basic(TY_INT64), 0), 0, 8);
}

static void test_layout_of_structs(void)
{
    check_layout(STRUCT(TY_BOOL, TY_INT64, TY_BOOL), 24, 8);
    check_layout(STRUCT(TY_BOOL, TY_INT16, TY_INT32), 8, 4);
    check_layout(type_new(&pool, TY_STRUCT), 0, 1);
    Type *t = STRUCT(TY_UINT8, TY_STRING, TY_UINT8);
    type_layout(t);
    EXPECT_INT(t->strct.fields.data[1].offset, 8);
    EXPECT_INT(t->strct.fields.data[2].offset, 24);
}

/* The address of a last field of size zero must stay inside the struct. */
static void test_layout_pads_a_trailing_empty_field(void)
{
    Type *t = STRUCT(TY_INT32);
    add_field(t, "end", type_new(&pool, TY_STRUCT), false);
    check_layout(t, 8, 4);
    EXPECT_INT(t->strct.fields.data[1].offset, 4);
    Type *only = type_new(&pool, TY_STRUCT);
    add_field(only, "x", type_array(&pool, basic(TY_INT), 0), false);
    check_layout(only, 0, 8);
}

static void test_layout_of_the_absurd(void)
{
    Type *huge = type_array(&pool, type_array(&pool, basic(TY_INT), INT64_MAX), INT64_MAX);
    type_layout(huge);
    EXPECT(huge->size == TYPE_SIZE_LIMIT);
    Type *self = named("Self", type_new(&pool, TY_STRUCT));
    add_field(self->named.underlying, "x", self, false);
    type_layout(self); /* the checker has reported it; here it only has to terminate */
    Type *later = named("Later", NULL), *array = type_array(&pool, later, 3);
    type_layout(array);
    later->named.underlying = basic(TY_INT);
    check_layout(array, 24, 8);
}

/* ---- identity ---- */

static void test_identity(void)
{
    Type *a = type_map(&pool, basic(TY_STRING), type_slice(&pool, basic(TY_INT)));
    Type *b = type_map(&pool, basic(TY_STRING), type_slice(&pool, basic(TY_INT)));
    EXPECT(type_identical(a, b));
    EXPECT(!type_identical(a, type_map(&pool, basic(TY_INT), a->map.elem)));
    EXPECT(!type_identical(named("T", basic(TY_INT)), named("T", basic(TY_INT))));
    EXPECT(
        !type_identical(type_array(&pool, basic(TY_INT), 2), type_array(&pool, basic(TY_INT), 3)));
    EXPECT(!type_identical(type_chan(&pool, CHAN_BOTH, a), type_chan(&pool, CHAN_RECV, a)));
    EXPECT(type_identical(STRUCT(TY_INT, TY_BOOL), STRUCT(TY_INT, TY_BOOL)));
    EXPECT(!type_identical(STRUCT(TY_INT, TY_BOOL), STRUCT(TY_INT)));
    EXPECT(type_identical(func_type(a, b), func_type(b, a)));
    EXPECT(!type_identical(func_type(a, NULL), func_type(NULL, a)));
}

static void test_identity_of_unexported_fields(void)
{
    Type *a = STRUCT(TY_INT), *b = STRUCT(TY_INT);
    b->strct.fields.data[0].pkg = &there;
    EXPECT(!type_identical(a, b));
    a->strct.fields.data[0].name = b->strct.fields.data[0].name = sym("A");
    EXPECT(type_identical(a, b));
    b->strct.fields.data[0].tag = "tag";
    b->strct.fields.data[0].tag_len = 3;
    EXPECT(!type_identical(a, b));
}

static void test_comparable(void)
{
    Type *slice = type_slice(&pool, basic(TY_INT));
    Type *t = type_new(&pool, TY_STRUCT);
    EXPECT(type_comparable(t));
    add_field(t, "x", type_array(&pool, slice, 2), false);
    EXPECT(!type_comparable(t));
    EXPECT(type_incomparable_part(t) == slice);
    EXPECT(type_incomparable_part(slice) == NULL);
    EXPECT(type_comparable(u->error_type));
    EXPECT(!type_comparable(func_type(NULL, NULL)));
    EXPECT(!type_has_pointers(STRUCT(TY_INT, TY_FLOAT64)));
    EXPECT(type_has_pointers(STRUCT(TY_INT, TY_STRING)));
}

/* ---- lookup ---- */

static void test_lookup_prefers_the_shallow(void)
{
    Type *inner = named("Inner", STRUCT(TY_INT, TY_INT));
    Type *outer = named("Outer", type_new(&pool, TY_STRUCT));
    add_field(outer->named.underlying, "a", basic(TY_STRING), false);
    add_field(outer->named.underlying, "Inner", type_pointer(&pool, inner), true);
    Selection sel;
    EXPECT(lookup(outer, "a", &sel, NULL));
    EXPECT(sel.kind == SEL_FIELD && sel.path.len == 1 && sel.path.data[0] == 0 && !sel.indirect);
    EXPECT(lookup(outer, "b", &sel, NULL));
    EXPECT(sel.path.len == 2 && sel.path.data[0] == 1 && sel.path.data[1] == 1 && sel.indirect);
    EXPECT(!lookup(outer, "c", &sel, NULL));
    EXPECT(!lookup(outer, "_", &sel, NULL));
}

static void test_lookup_ambiguity(void)
{
    Type *one = named("One", STRUCT(TY_INT)), *two = named("Two", STRUCT(TY_INT));
    Type *both = type_new(&pool, TY_STRUCT);
    add_field(both, "One", one, true);
    add_field(both, "Two", two, true);
    Selection sel;
    bool ambiguous;
    EXPECT(!lookup(both, "a", &sel, &ambiguous) && ambiguous);
    /* the same type on two paths is ambiguous, too, unless a shallower one hides it */
    Type *left = named("Left", type_new(&pool, TY_STRUCT));
    Type *right = named("Right", type_new(&pool, TY_STRUCT));
    add_field(left->named.underlying, "One", one, true);
    add_field(right->named.underlying, "One", one, true);
    Type *diamond = type_new(&pool, TY_STRUCT);
    add_field(diamond, "Left", left, true);
    add_field(diamond, "Right", right, true);
    EXPECT(!lookup(diamond, "a", &sel, &ambiguous) && ambiguous);
    add_field(diamond, "a", basic(TY_INT), false);
    EXPECT(lookup(diamond, "a", &sel, &ambiguous) && !ambiguous);
}

static void test_lookup_in_recursive_types(void)
{
    Type *t = named("T", type_new(&pool, TY_STRUCT));
    add_field(t->named.underlying, "T", type_pointer(&pool, t), true);
    Selection sel;
    EXPECT(lookup(t, "T", &sel, NULL));
    EXPECT(!lookup(t, "missing", &sel, NULL));
}

static void test_pointer_receivers(void)
{
    Type *t = named("T", basic(TY_INT));
    add_method(t, "M", func_type(NULL, NULL), true);
    add_method(t, "V", func_type(NULL, NULL), false);
    Type *pointer = type_pointer(&pool, t);
    Type *m = interface_with("M", func_type(NULL, NULL));
    MissingMethod why;
    EXPECT(!type_implements(&arena, t, m, &why) && why.ptr_needed);
    EXPECT(type_implements(&arena, pointer, m, &why));
    /* named pointer types and pointers to interfaces have no methods */
    EXPECT(!type_implements(&arena, named("P", pointer), m, NULL));
    EXPECT(!type_implements(&arena, type_pointer(&pool, m), m, NULL));
    SelectionList set = {0};
    type_method_set(&arena, t, &set);
    EXPECT_INT(set.len, 1);
    SelectionList pointer_set = {0};
    type_method_set(&arena, pointer, &pointer_set);
    EXPECT_INT(pointer_set.len, 2);
    EXPECT_STR(selection_name(pointer_set.data[0])->text, "M");
}

static void test_promoted_methods(void)
{
    Type *t = named("T", type_new(&pool, TY_STRUCT));
    add_method(t, "M", func_type(NULL, NULL), true);
    Type *by_value = type_new(&pool, TY_STRUCT), *by_pointer = type_new(&pool, TY_STRUCT);
    add_field(by_value, "T", t, true);
    add_field(by_pointer, "T", type_pointer(&pool, t), true);
    Type *m = interface_with("M", func_type(NULL, NULL));
    EXPECT(!type_implements(&arena, by_value, m, NULL));
    EXPECT(type_implements(&arena, type_pointer(&pool, by_value), m, NULL));
    EXPECT(type_implements(&arena, by_pointer, m, NULL));
    Type *holder = type_new(&pool, TY_STRUCT);
    add_field(holder, "M_", named("I", m), true);
    EXPECT(type_implements(&arena, holder, m, NULL));
}

static void test_why_not_implemented(void)
{
    Type *t = named("T", basic(TY_INT));
    add_method(t, "close", func_type(NULL, NULL), false);
    add_method(t, "Read", func_type(basic(TY_INT), NULL), false);
    MissingMethod why;
    EXPECT(!type_implements(&arena, t, interface_with("Close", func_type(NULL, NULL)), &why));
    EXPECT(why.similar == sym("close"));
    EXPECT(!type_implements(&arena, t, interface_with("Read", func_type(NULL, NULL)), &why));
    EXPECT(why.have != NULL && why.have->func.params.len == 1);
    EXPECT(type_implements(&arena, t, u->any_type, &why));
}

static void test_interfaces(void)
{
    Type *a = interface_with("A", func_type(NULL, NULL));
    Type *ab = type_new(&pool, TY_INTERFACE);
    Method b = {.name = sym("B"), .sig = func_type(NULL, NULL), .pkg = &here};
    avec_push(&arena, &ab->iface.methods, b);
    avec_push(&arena, &ab->iface.embedded, named("WithA", a));
    avec_push(&arena, &ab->iface.embedded, a);
    const Method *duplicate;
    type_complete_interface(&arena, ab, &duplicate);
    EXPECT(duplicate == NULL);
    EXPECT_INT(ab->iface.all.len, 2);
    EXPECT_STR(ab->iface.all.data[0].name->text, "A");
    EXPECT(type_implements(&arena, ab, a, NULL));
    EXPECT(!type_implements(&arena, a, ab, NULL));
    Type *clash = type_new(&pool, TY_INTERFACE);
    avec_push(&arena, &clash->iface.embedded, a);
    avec_push(&arena, &clash->iface.embedded, interface_with("A", func_type(a, NULL)));
    type_complete_interface(&arena, clash, &duplicate);
    EXPECT(duplicate != NULL && duplicate->name == sym("A"));
    Type *self = type_new(&pool, TY_INTERFACE), *name = named("Self", self);
    avec_push(&arena, &self->iface.embedded, name);
    type_complete_interface(&arena, self, &duplicate); /* only has to terminate */
    EXPECT_INT(self->iface.all.len, 0);
}

/* ---- texts ---- */

static void test_texts(void)
{
    EXPECT_STR(text(type_map(&pool, basic(TY_STRING), type_slice(&pool, basic(TY_INT)))),
               "map[string][]int");
    EXPECT_STR(text(type_chan(&pool, CHAN_BOTH, type_chan(&pool, CHAN_RECV, basic(TY_INT)))),
               "chan (<-chan int)");
    EXPECT_STR(text(type_chan(&pool, CHAN_SEND, type_array(&pool, basic(TY_INT), 3))),
               "chan<- [3]int");
    Type *f = func_type(type_slice(&pool, basic(TY_INT)), u->error_type);
    f->func.variadic = true;
    EXPECT_STR(text(f), "func(...int) error");
    EXPECT_STR(text(STRUCT(TY_INT, TY_BOOL)), "struct{a int; b bool}");
    EXPECT_STR(text(type_new(&pool, TY_INTERFACE)), "interface{}");
    EXPECT_STR(text(u->any_type), "any");
    EXPECT_STR(text(type_pointer(&pool, named("T", basic(TY_INT)))), "*T");
    Type *foreign = named("T", basic(TY_INT));
    there.name = sym("there");
    foreign->named.obj->pkg = &there;
    EXPECT_STR(text(foreign), "there.T");
}

static void test_text_of_the_absurd(void)
{
    Type *t = STRUCT(TY_INT, TY_INT);
    for (int i = 0; i < 100; i++) {
        Type *next = type_new(&pool, TY_STRUCT);
        add_field(next, "a", t, false);
        add_field(next, "b", t, false);
        t = next;
    }
    EXPECT(strlen(text(t)) < 10000); /* written out, it would fill all memory */
}

static void test_scopes(void)
{
    Scope *outer = scope_new(&arena, u->scope), *inner = scope_new(&arena, outer);
    Obj *x = obj_new(&arena, OBJ_VAR, sym("x"), 1, &here);
    EXPECT(scope_insert(&arena, outer, x) == NULL);
    EXPECT(scope_insert(&arena, outer, obj_new(&arena, OBJ_VAR, sym("x"), 2, &here)) == x);
    EXPECT(scope_insert(&arena, inner, obj_new(&arena, OBJ_VAR, sym("_"), 2, &here)) == NULL);
    EXPECT_INT(inner->count, 0);
    Scope *where;
    EXPECT(scope_lookup(inner, sym("x"), &where) == x && where == outer);
    EXPECT(scope_find(inner, sym("x")) == NULL);
    EXPECT(scope_lookup(inner, sym("append"), NULL)->builtin.id == BI_APPEND);
    for (int i = 0; i < 1000; i++) {
        char name[16];
        snprintf(name, sizeof name, "v%d", i);
        scope_insert(&arena, inner, obj_new(&arena, OBJ_VAR, sym(name), 1, &here));
    }
    EXPECT_INT(inner->count, 1000);
    EXPECT_STR(scope_at(inner, 999)->name->text, "v999");
    EXPECT(scope_find(inner, sym("v500")) == scope_at(inner, 500));
}

int main(void)
{
    u = universe_new(&pool, const_pool_new(&arena), &syms);
    RUN(test_layout_of_basic_types);
    RUN(test_layout_of_structs);
    RUN(test_layout_pads_a_trailing_empty_field);
    RUN(test_layout_of_the_absurd);
    RUN(test_identity);
    RUN(test_identity_of_unexported_fields);
    RUN(test_comparable);
    RUN(test_lookup_prefers_the_shallow);
    RUN(test_lookup_ambiguity);
    RUN(test_lookup_in_recursive_types);
    RUN(test_pointer_receivers);
    RUN(test_promoted_methods);
    RUN(test_why_not_implemented);
    RUN(test_interfaces);
    RUN(test_texts);
    RUN(test_text_of_the_absurd);
    RUN(test_scopes);
    return test_summary("types");
}
