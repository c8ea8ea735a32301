/* What the checker leaves in the tree for the code generator: flags of variables, targets of jumps,
 * variables of loops and clauses. */
#include "parser/check/check.h"
#include "tests/unit/test.h"

typedef struct Checked {
    Sources sources;
    Diags diags;
    Arena arena;
    Interner syms;
    Checker *checker;
    FileAst *file;
} Checked;

static void check_text(Checked *c, const char *body, int go_minor)
{
    Buf text = {0};
    buf_printf(&text, "package main\nfunc main() {\n%s}\nfunc use(...any) {}\n", body);
    *c = (Checked){0};
    c->diags.sources = &c->sources;
    ParseContext cx = {.arena = &c->arena, .syms = &c->syms, .diags = &c->diags};
    c->file = parse_file(&cx, source_add(&c->sources, "test.go", text.data, text.len));
    c->checker = check_new(&c->arena, &c->syms, &c->diags, NULL,
                           (CheckOptions){.go_minor = go_minor, .tags.release = go_minor});
    check_program(c->checker, &c->file, 1);
    if (c->diags.errors > 0)
        diag_print(&c->diags, stdout, false, 0);
    EXPECT_INT(c->diags.errors, 0);
    buf_free(&text);
}

static void done(Checked *c)
{
    check_free(c->checker);
    diag_free(&c->diags);
    intern_free(&c->syms);
    arena_free(&c->arena);
    source_free(&c->sources);
}

static FuncLit *main_of(Checked *c)
{
    return &c->file->decls.data[0]->func->fn;
}

/* Statement i of main. */
static Stmt *stmt(Checked *c, u32 i)
{
    return main_of(c)->body->block.list.data[i];
}

/* The variable that statement i, a := with one name, defines. */
static Obj *var(Checked *c, u32 i)
{
    return stmt(c, i)->assign.new_vars.data[0];
}

static void test_reassigned(void)
{
    Checked c;
    check_text(&c,
               "a := 1\n b := 1\n c := 1\n d := [2]int{}\n e := 1\n f := 1\n g := 1\n"
               "b = 2\n c++\n d[0] = 1\n e, h := 2, 3\n for f = range 3 { }\n"
               "func() { g = 1 }()\n use(a, b, c, d, e, f, g, h)\n",
               22);
    EXPECT(!var(&c, 0)->var.reassigned);
    for (u32 i = 1; i < 7; i++)
        EXPECT(var(&c, i)->var.reassigned);
    EXPECT(stmt(&c, 10)->assign.new_vars.data[0] == NULL);
    EXPECT(stmt(&c, 10)->assign.new_vars.data[1] != NULL);
    done(&c);
}

static void test_captured_and_addressed(void)
{
    Checked c;
    check_text(&c,
               "a := 1\n b := 1\n c := [3]int{}\n d := struct{ x int }{}\n"
               "use(func() { func() { use(a) }() })\n"
               "use(&b, c[:], &d.x)\n use(a, b, c, d)\n",
               22);
    EXPECT(var(&c, 0)->var.captured && !var(&c, 0)->var.addressed);
    for (u32 i = 1; i < 4; i++)
        EXPECT(var(&c, i)->var.addressed && !var(&c, i)->var.captured);
    Expr *literal = stmt(&c, 4)->expr->call.args.data[0];
    EXPECT_INT(literal->func->captures.len, 1); /* the outer literal passes it to the inner one */
    EXPECT(literal->func->captures.data[0] == var(&c, 0));
    done(&c);
}

static void test_loop_variables(void)
{
    static const char body[] = "for i, j := 0, 1; i < j; i++ { }\n"
                               "for k, v := range []int{} { use(k, v) }\n"
                               "for _, w := range []int{} { use(w) }\n";
    Checked c;
    check_text(&c, body, 22);
    EXPECT_INT(stmt(&c, 0)->for_.loop_vars.len, 2);
    EXPECT(stmt(&c, 1)->range.key_obj != NULL && !stmt(&c, 1)->range.key_obj->var.reassigned);
    EXPECT(stmt(&c, 1)->range.value_obj != NULL);
    EXPECT(stmt(&c, 2)->range.key_obj == NULL && stmt(&c, 2)->range.value_obj != NULL);
    done(&c);
    check_text(&c, body + sizeof "for i, j := 0, 1; i < j; i++ { }", 21);
    EXPECT(stmt(&c, 0)->range.key_obj->var.reassigned); /* one variable for all iterations */
    done(&c);
    check_text(&c, "for i := 0; i < 3; i++ { }\n", 21);
    EXPECT_INT(stmt(&c, 0)->for_.loop_vars.len, 0);
    done(&c);
}

static Stmt *first_in(Stmt *block)
{
    return block->block.list.data[0];
}

static void test_jump_targets(void)
{
    Checked c;
    check_text(&c,
               "outer:\n for { switch { default: break } }\n"
               "goto outer\n for { for { continue } }\n",
               22);
    EXPECT_INT(stmt(&c, 0)->kind, ST_LABELED);
    EXPECT(stmt(&c, 0)->labeled.used);
    Stmt *loop = stmt(&c, 0)->labeled.stmt, *choice = first_in(loop->for_.body);
    EXPECT(choice->switch_.clauses.data[0]->body.data[0]->branch.target == choice);
    EXPECT(stmt(&c, 1)->branch.target == stmt(&c, 0));
    Stmt *inner = first_in(stmt(&c, 2)->for_.body);
    EXPECT(first_in(inner->for_.body)->branch.target == inner);
    done(&c);
    check_text(&c, "outer:\n for { for { break outer }\n for { continue outer } }\n", 22);
    loop = stmt(&c, 0)->labeled.stmt;
    StmtList *list = &loop->for_.body->block.list;
    EXPECT(first_in(list->data[0]->for_.body)->branch.target == loop); /* not the label */
    EXPECT(first_in(list->data[1]->for_.body)->branch.target == loop);
    done(&c);
}

static void test_clause_variables(void)
{
    Checked c;
    check_text(&c,
               "var x any\n switch y := x.(type) { case int: use(y + 1)\n"
               "case string, nil: use(y)\n default: }\n",
               22);
    Stmt *s = stmt(&c, 1);
    EXPECT_INT(s->typeswitch.clauses.data[0]->var->type->kind, TY_INT);
    EXPECT_INT(s->typeswitch.clauses.data[1]->var->type->kind, TY_INTERFACE);
    EXPECT_INT(s->typeswitch.clauses.data[2]->var->type->kind, TY_INTERFACE);
    done(&c);
}

static void test_function_flags(void)
{
    Checked c;
    check_text(&c, "defer func() { recover() }()\n", 22);
    EXPECT(main_of(&c)->has_defer && !main_of(&c)->has_recover);
    FuncLit *literal = stmt(&c, 0)->call->call.fun->func;
    EXPECT(literal->has_recover && !literal->has_defer);
    done(&c);
}

/* Untyped operands have their final type everywhere the code generator looks. */
static void test_final_types(void)
{
    Checked c;
    check_text(&c,
               "var b byte\n var i any = b\n use(i)\n b += 1\n b = 2\n i = 'x'\n"
               "switch b { case 3: }\n for i := range 4 { use(i) }\n switch { case b > 5: }\n",
               22);
    EXPECT_INT(stmt(&c, 3)->assign.rhs.data[0]->type->kind, TY_UINT8);
    EXPECT_INT(stmt(&c, 4)->assign.rhs.data[0]->type->kind, TY_UINT8);
    EXPECT_INT(stmt(&c, 5)->assign.rhs.data[0]->type->kind, TY_INT32);
    EXPECT_INT(stmt(&c, 6)->switch_.clauses.data[0]->exprs.data[0]->type->kind, TY_UINT8);
    EXPECT_INT(stmt(&c, 7)->range.x->type->kind, TY_INT);
    EXPECT_INT(stmt(&c, 8)->switch_.clauses.data[0]->exprs.data[0]->type->kind, TY_BOOL);
    done(&c);
}

int main(void)
{
    RUN(test_reassigned);
    RUN(test_captured_and_addressed);
    RUN(test_loop_variables);
    RUN(test_jump_targets);
    RUN(test_clause_variables);
    RUN(test_function_flags);
    RUN(test_final_types);
    return test_summary("check_stmt");
}
