/* What the checker leaves in the tree for the code generator. */
#include "parser/check/check.h"
#include "parser/types/scope.h"
#include "tests/unit/test.h"

typedef struct Run {
    Arena arena;
    Interner syms;
    Sources sources;
    Diags diags;
    Checker *cx;
    Package *pkg;
} Run;

static Run run;

static void begin(void)
{
    run = (Run){0};
    run.diags.sources = &run.sources;
    run.cx = check_new(&run.arena, &run.syms, &run.diags, NULL,
                       (CheckOptions){.go_minor = 22, .tags.release = 22});
}

static FileAst *parse(const char *text)
{
    ParseContext cx = {.arena = &run.arena, .syms = &run.syms, .diags = &run.diags};
    return parse_file(&cx, source_add(&run.sources, "test.go", text, strlen(text)));
}

static void check(const char *text)
{
    begin();
    FileAst *file = parse(text);
    run.pkg = check_program(run.cx, &file, 1);
    for (u32 i = 0; i < run.diags.list.len; i++)
        printf("  %s\n", run.diags.list.data[i]->text);
    EXPECT_INT(run.diags.errors, 0);
}

static void end(void)
{
    check_free(run.cx);
    diag_free(&run.diags);
    intern_free(&run.syms);
    source_free(&run.sources);
    arena_free(&run.arena);
}

static Obj *object(const char *name)
{
    return scope_find(run.pkg->scope, intern_str(&run.syms, name));
}

static FuncLit *function(const char *name)
{
    return &object(name)->func.decl->fn;
}

/* Statement i of function main. */
static Stmt *statement(u32 i)
{
    return function("main")->body->block.list.data[i];
}

/* The value that statement i assigns or declares. */
static Expr *value(u32 i)
{
    Stmt *s = statement(i);
    return s->kind == ST_DECL ? s->decl->value.values.data[0] : s->assign.rhs.data[0];
}

static Obj *variable(u32 i)
{
    Stmt *s = statement(i);
    return s->kind == ST_DECL ? s->decl->value.objs.data[0] : s->assign.new_vars.data[0];
}

static const char *type_name(Type *t)
{
    Buf buf = {0};
    type_text(&buf, t, run.pkg);
    const char *text = arena_strndup(&run.arena, buf_str(&buf), buf.len);
    buf_free(&buf);
    return text;
}

/* ---- tests ---- */

static void test_untyped_operands_get_their_final_type(void)
{
    check("package main\n"
          "func main() {\n"
          "var f float64 = 1\n"
          "var i64 int64 = 1 << uint(f) + 2\n"
          "var p *int = nil\n"
          "b := p == nil && i64 < 3\n"
          "var a any = 'x'\n"
          "_, _ = b, a\n"
          "}\n");
    EXPECT_STR(type_name(value(0)->type), "float64");
    EXPECT_STR(type_name(value(1)->type), "int64");
    EXPECT_STR(type_name(value(1)->binary.x->binary.x->type), "int64");
    EXPECT_STR(type_name(value(1)->binary.y->type), "int64");
    EXPECT_STR(type_name(value(2)->type), "*int");
    EXPECT(value(2)->mode == MODE_NIL);
    EXPECT_STR(type_name(value(3)->type), "bool");
    EXPECT_STR(type_name(value(3)->binary.x->binary.y->type), "*int");
    EXPECT_STR(type_name(value(3)->binary.y->binary.y->type), "int64");
    EXPECT_STR(type_name(value(4)->type), "rune");
    end();
}

static void test_constants_have_values(void)
{
    check("package main\n"
          "const ( a = iota * 10; b; c )\n"
          "const big = 1 << 100 >> 98\n"
          "func main() {\n"
          "x := c + big\n"
          "y := len([7]int{})\n"
          "z := string(rune('a' + b))\n"
          "_, _, _ = x, y, z\n"
          "}\n");
    i64 number = 0;
    u32 len;
    EXPECT(const_to_i64(value(0)->val, &number));
    EXPECT_INT(number, 24);
    EXPECT(const_to_i64(value(1)->val, &number));
    EXPECT_INT(number, 7);
    EXPECT_STR(const_string_value(value(2)->val, &len), "k");
    end();
}

static void test_captures_go_through_all_literals_between(void)
{
    check("package main\n"
          "var global int\n"
          "func main() {\n"
          "a, b := 1, 2\n"
          "f := func(c int) {\n"
          "  d := c\n"
          "  g := func() { a = d; global++ }\n"
          "  g()\n"
          "}\n"
          "f(b + a)\n"
          "}\n");
    FuncLit *outer = value(1)->func;
    FuncLit *inner = outer->body->block.list.data[1]->assign.rhs.data[0]->func;
    EXPECT_INT(outer->captures.len, 1);
    EXPECT_INT(inner->captures.len, 2);
    EXPECT(inner->outer == outer && outer->outer == NULL);
    Obj *a = statement(0)->assign.new_vars.data[0], *b = statement(0)->assign.new_vars.data[1];
    EXPECT(outer->captures.data[0] == a);
    EXPECT(a->var.captured && a->var.reassigned);
    EXPECT(!b->var.captured && !b->var.reassigned);
    end();
}

static void test_what_happens_to_variables(void)
{
    check("package main\n"
          "type T struct { n int; arr [4]int }\n"
          "func (t *T) ptr() {}\n"
          "func (t T) val() {}\n"
          "func main() {\n"
          "a := T{}\n"
          "b := T{}\n"
          "c := T{}\n"
          "d := T{}\n"
          "e := [4]int{}\n"
          "p := &T{}\n"
          "_ = &a.arr[1]\n"
          "b.ptr()\n"
          "c.val()\n"
          "i := 0\n"
          "d.arr[i]++\n"
          "_ = e[:]\n"
          "p.ptr()\n"
          "_ = &p.n\n"
          "}\n");
    EXPECT(variable(0)->var.addressed);
    EXPECT(variable(1)->var.addressed);
    EXPECT(!variable(2)->var.addressed && !variable(2)->var.reassigned);
    EXPECT(variable(3)->var.dyn_indexed && variable(3)->var.reassigned);
    EXPECT(variable(4)->var.addressed);
    EXPECT(!variable(5)->var.addressed);
    end();
}

static void test_selections_know_their_path(void)
{
    check("package main\n"
          "type I interface { Get() int }\n"
          "type A struct { x, y int }\n"
          "func (a *A) M() int { return a.y }\n"
          "type B struct { z int; *A }\n"
          "type C struct { B; I }\n"
          "func main() {\n"
          "c := C{}\n"
          "f := c.y\n"
          "m := c.M\n"
          "g := c.Get\n"
          "e := C.M\n"
          "_, _, _, _ = f, m, g, e\n"
          "}\n");
    Selection *field = value(1)->selector.selection, *method = value(2)->selector.selection;
    EXPECT(field->kind == SEL_FIELD && field->indirect);
    EXPECT_INT(field->path.len, 3);
    EXPECT(field->path.data[0] == 0 && field->path.data[1] == 1 && field->path.data[2] == 1);
    EXPECT(method->kind == SEL_METHOD && method->method->func.ptr_recv);
    EXPECT_INT(method->path.len, 2);
    EXPECT(value(3)->selector.selection->kind == SEL_INTERFACE_METHOD);
    EXPECT(value(4)->selector.selection->kind == SEL_METHOD_EXPR);
    EXPECT_STR(type_name(value(4)->type), "func(C) int");
    /* the receiver of M is reached through the embedded pointer */
    EXPECT(!variable(0)->var.addressed);
    end();
}

static void test_variables_are_initialised_by_dependency(void)
{
    static const char *const order[] = {"d", "c", "b", "a", "x"};
    check("package main\n"
          "var a = f()\n"
          "var b, x2 = pair()\n"
          "var c = d + 1\n"
          "var d = 1\n"
          "var x = 0\n"
          "var zero int\n"
          "func f() int { return g() }\n"
          "func g() int { return b }\n"
          "func pair() (int, int) { return new(T).m(), 1 }\n"
          "type T struct{}\n"
          "func (*T) m() int { return c }\n"
          "func main() {}\n");
    EXPECT_INT(run.pkg->init_steps.len, 5);
    for (u32 i = 0; i < run.pkg->init_steps.len && i < 5; i++)
        EXPECT_STR(run.pkg->init_steps.data[i].lhs.data[0]->name->text, order[i]);
    EXPECT_INT(run.pkg->init_steps.data[2].lhs.len, 2);
    end();
}

static void test_functions(void)
{
    check("package main\n"
          "type T struct{}\n"
          "func (t *T) method(n int) (err error) {\n"
          "defer func() { recover() }()\n"
          "return\n"
          "}\n"
          "func init() {}\n"
          "func main() { new(T).method(1) }\n");
    FuncLit *fn = &run.pkg->funcs.data[0]->fn;
    EXPECT_INT(fn->params.len, 2); /* the first is the receiver */
    EXPECT_STR(fn->params.data[0]->name->text, "t");
    EXPECT_STR(type_name(fn->type), "func(n int) (err error)");
    EXPECT(fn->has_defer && !fn->has_recover);
    EXPECT(fn->body->block.list.data[0]->call->call.fun->func->has_recover);
    EXPECT_INT(run.pkg->inits.len, 1);
    end();
}

static void test_scripts_declare_globals(void)
{
    check("x := 1\n"
          "func f() int { return x + later }\n"
          "later := f()\n"
          "x, y := 2, later\n"
          "{ z := y; func() { println(z) }() }\n");
    EXPECT(run.pkg->script != NULL);
    EXPECT_INT(run.pkg->script->body->block.list.len, 5);
    EXPECT(object("x")->kind == OBJ_VAR && object("x")->var.kind == VAR_GLOBAL);
    EXPECT(object("x")->var.reassigned);
    EXPECT_STR(type_name(object("y")->type), "int");
    EXPECT(object("z") == NULL);
    EXPECT_INT(run.pkg->init_steps.len, 0);
    end();
}

static FuncLit *input(const char *text, Expr **last)
{
    u32 first;
    run.diags.errors = 0;
    map_clear(&run.diags.error_lines);
    return check_repl_input(run.cx, parse(text), &run.pkg, last, &first);
}

static void test_prompt_inputs(void)
{
    Expr *last;
    begin();
    EXPECT(input("x := 1\ntype T struct{ n int }\n", &last) != NULL && last == NULL);
    EXPECT(input("func (t T) get() int { return t.n + x }\n", &last) != NULL);
    EXPECT(input("T{2}.get()\n", &last) != NULL && last != NULL);
    EXPECT(input("y := 1; func (t T) bad() { undefined() }\n", &last) == NULL);
    EXPECT(object("y") == NULL);
    EXPECT(input("T{}.bad()\n", &last) == NULL);
    EXPECT(input("x := \"text\"\n", &last) != NULL);
    EXPECT(input("x\n", &last) != NULL && last != NULL);
    EXPECT_STR(type_name(last->type), "string");
    EXPECT(input("1 << 3\n", &last) != NULL && last != NULL);
    EXPECT_STR(type_name(last->type), "int");
    EXPECT_INT(run.pkg->funcs.len, 1);
    end();
}

int main(void)
{
    RUN(test_untyped_operands_get_their_final_type);
    RUN(test_constants_have_values);
    RUN(test_captures_go_through_all_literals_between);
    RUN(test_what_happens_to_variables);
    RUN(test_selections_know_their_path);
    RUN(test_variables_are_initialised_by_dependency);
    RUN(test_functions);
    RUN(test_scripts_declare_globals);
    RUN(test_prompt_inputs);
    return test_summary("check");
}
