/* The parser: shapes of trees, printing, copying, errors with their hints. */
#include "parser/syntax/parser.h"
#include "parser/syntax/print.h"

#include "test.h"

typedef struct Run {
    Sources sources;
    Diags diags;
    Arena arena;
    Interner syms;
    Buf out;
    FileAst *file;
} Run;

static void begin(Run *run, const char *text)
{
    *run = (Run){0};
    run->diags.sources = &run->sources;
    ParseContext cx = {.arena = &run->arena, .syms = &run->syms, .diags = &run->diags};
    run->file = parse_file(&cx, source_add(&run->sources, "t", text, strlen(text)));
}

static void end(Run *run)
{
    diag_free(&run->diags);
    arena_free(&run->arena);
    intern_free(&run->syms);
    source_free(&run->sources);
    buf_free(&run->out);
}

/* ---- expressions ---- */

/* Parses `_ = TEXT` as a script and returns the expression. */
static Expr *parse_one(Run *run, const char *text)
{
    Buf script = {0};
    buf_printf(&script, "_ = %s", text);
    begin(run, buf_str(&script));
    buf_free(&script);
    EXPECT_INT(run->diags.errors, 0);
    const Stmt *s = run->file->stmts.data[0];
    EXPECT_INT(s->kind, ST_ASSIGN);
    return s->assign.rhs.data[0];
}

/* Writes an expression with parentheses around every operation. */
static void shape(Buf *out, const Expr *x)
{
    switch (x->kind) {
    case EX_BINARY:
        buf_putc(out, '(');
        shape(out, x->binary.x);
        buf_printf(out, " %s ", token_spelling(x->binary.op));
        shape(out, x->binary.y);
        buf_putc(out, ')');
        break;
    case EX_UNARY:
        buf_printf(out, "(%s", token_spelling(x->unary.op));
        shape(out, x->unary.x);
        buf_putc(out, ')');
        break;
    case EX_STAR:
        buf_puts(out, "(*");
        shape(out, x->star);
        buf_putc(out, ')');
        break;
    case EX_PAREN: shape(out, x->paren); break;
    default: expr_text(out, x); break;
    }
}

static void check_shape(const char *text, const char *want)
{
    Run run;
    const Expr *x = parse_one(&run, text);
    shape(&run.out, x);
    EXPECT_STR(buf_str(&run.out), want);
    end(&run);
}

static void test_precedence(void)
{
    check_shape("a + b * c", "(a + (b * c))");
    check_shape("a * b + c", "((a * b) + c)");
    check_shape("a - b - c", "((a - b) - c)");
    check_shape("a || b && c == d + e << f", "(a || (b && (c == (d + (e << f)))))");
    check_shape("a &^ b | c ^ d", "(((a &^ b) | c) ^ d)");
    check_shape("-a * !b", "((-a) * (!b))");
    check_shape("<-a + *b", "((<-a) + (*b))");
    check_shape("&a[0]", "(&a[0])");
    check_shape("-a.b(c)", "(-a.b(c))");
    check_shape("(a + b) * c", "((a + b) * c)");
}

static void check_text(const char *text)
{
    Run run;
    const Expr *x = parse_one(&run, text);
    expr_text(&run.out, x);
    EXPECT_STR(buf_str(&run.out), text);
    run.out.len = 0;
    expr_text(&run.out, ast_clone_expr(&run.arena, x));
    EXPECT_STR(buf_str(&run.out), text);
    end(&run);
}

static void test_text(void)
{
    static const char *const texts[] = {
        "a.b.c",
        "f(a, b...)",
        "f()",
        "a[1]",
        "a[int, string]",
        "a[1:2]",
        "a[:]",
        "a[1:2:3]",
        "a.(int)",
        "*a",
        "-a",
        "^a",
        "(a + b) * c",
        "0x1p-2",
        "'\\n'",
        "\"s\"",
        "`r`",
        "1i",
        "[]int{}",
        "[3]int{…}",
        "[...]string{}",
        "map[string]int{…}",
        "T[int]{…}",
        "&T{…}",
        "func(a, b int, c ...string) (x int, err error) {…}",
        "func() {}",
        "func(int) string {…}",
        "struct{a, b int; *T; p.Q}{}",
        "interface{m(int) string; ~int | string; E}(x)",
        "chan int(x)",
        "<-chan int(x)",
        "chan<- int(x)",
        "chan (<-chan int)(x)",
        "chan<- chan int(x)",
        "[]chan int{}",
        "(<-chan int)(x)",
        "(*T)(x)",
        "(func())(x)",
        "a == b && !c",
        "<-a",
        "a.(func(int) bool)(1)",
    };
    for (u32 i = 0; i < COUNT_OF(texts); i++) {
        char text[128];
        snprintf(text, sizeof text, "%s", texts[i]);
        char *dots = strstr(text, "{…}"); /* gives the printer something to abbreviate */
        if (dots == NULL) {
            check_text(text);
            continue;
        }
        Run run;
        char source[160];
        bool func = strstr(texts[i], "func") == texts[i];
        snprintf(source, sizeof source, "%.*s%s", (int)(dots - text), text,
                 func ? "{ return }" : "{1, 2}");
        expr_text(&run.out, parse_one(&run, source));
        EXPECT_STR(buf_str(&run.out), texts[i]);
        end(&run);
    }
}

static void test_channels(void)
{
    Run run;
    const Expr *x = parse_one(&run, "(<-chan chan<- int)(nil)");
    const Expr *t = x->call.fun->paren;
    EXPECT_INT(t->kind, EX_CHAN_TYPE);
    EXPECT_INT(t->chan_type.dir, CHAN_RECV);
    EXPECT_INT(t->chan_type.elem->chan_type.dir, CHAN_SEND);
    end(&run);
    x = parse_one(&run, "f(<-chan<- chan int)"); /* the second arrow is part of the element type */
    t = x->call.args.data[0];
    EXPECT_INT(t->kind, EX_CHAN_TYPE);
    EXPECT_INT(t->chan_type.dir, CHAN_RECV);
    EXPECT_INT(t->chan_type.elem->chan_type.dir, CHAN_RECV);
    end(&run);
    x = parse_one(&run, "<-chan int(c)"); /* a conversion binds tighter than <- */
    EXPECT_INT(x->kind, EX_UNARY);
    EXPECT_INT(x->unary.x->kind, EX_CALL);
    end(&run);
}

/* ---- declarations ---- */

static void test_type_params(void)
{
    static const struct {
        const char *text;
        u32 params;
    } cases[] = {
        {"type T[P any] int", 1},       {"type T[P, Q any] int", 2},
        {"type T[P *C,] int", 1},       {"type T[P *C, Q any] int", 2},
        {"type T[P *C|Q] int", 0},      {"type T[P interface{}] int", 1},
        {"type T[P []int] int", 1},     {"type T[P ~int] int", 1},
        {"type T[P *struct{}] int", 1}, {"type T[P (C),] int", 1},
        {"type T[P a.b] int", 1},       {"type T[P a.b|c] int", 1},
        {"type T[P C[int]] int", 1},    {"type T[N] int", 0},
        {"type T[N*2] int", 0},         {"type T[N(2)] int", 0},
        {"type T[2*N] int", 0},         {"type T[a.b] int", 0},
        {"type T [...]int", 0},         {"type T []int", 0},
    };
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        Run run;
        begin(&run, cases[i].text);
        EXPECT_INT(run.diags.errors, 0);
        const Decl *d = run.file->decls.data[0];
        EXPECT_INT(d->type.tparams.len, cases[i].params);
        EXPECT_INT(d->type.type->kind, cases[i].params > 0 ? EX_IDENT : EX_ARRAY_TYPE);
        end(&run);
    }
}

static void test_iota(void)
{
    Run run;
    begin(&run, "package p\nconst (\na, b T = iota, f(iota)\nc, d\n_, _\ne = 1\nf\n)\n"
                "const g = iota");
    EXPECT_INT(run.diags.errors, 0);
    EXPECT_INT(run.file->decls.len, 6);
    const Decl *first = run.file->decls.data[0], *second = run.file->decls.data[1];
    EXPECT(!first->implicit && second->implicit);
    EXPECT_INT(second->iota, 1);
    EXPECT_INT(run.file->decls.data[4]->iota, 4);
    EXPECT(run.file->decls.data[4]->implicit);
    EXPECT_INT(run.file->decls.data[5]->iota, 0);
    EXPECT_INT(second->value.values.len, 2);
    EXPECT(second->value.type != first->value.type);
    EXPECT(second->value.values.data[1] != first->value.values.data[1]);
    expr_text(&run.out, second->value.values.data[1]);
    EXPECT_STR(buf_str(&run.out), "f(iota)");
    EXPECT_INT(run.file->decls.data[4]->value.values.data[0]->kind, EX_LIT);
    end(&run);
}

static void test_params(void)
{
    static const char *const texts[] = {
        "(int, string)",
        "(a int, b string)",
        "(a, b int, c string)",
        "(a ...int)",
        "(...int)",
        "(p.T, []int, map[string]int)",
        "(a []int, b p.T)",
        "(a T[int], b [3]int)",
        "(T[int])",
    };
    for (u32 i = 0; i < COUNT_OF(texts); i++) {
        Run run;
        char text[80];
        snprintf(text, sizeof text, "package p\nfunc f%s", texts[i]);
        begin(&run, text);
        EXPECT_INT(run.diags.errors, 0);
        sig_text(&run.out, &run.file->decls.data[0]->func->fn.sig);
        EXPECT_STR(buf_str(&run.out), texts[i]);
        end(&run);
    }
}

static void test_fields(void)
{
    Run run;
    begin(&run, "type T struct {\na, b int `tag`\n*E\np.F\nG[int]\nh [2]int\n_ struct{}\n}");
    EXPECT_INT(run.diags.errors, 0);
    const FieldList *fields = &run.file->decls.data[0]->type.type->struct_type.fields;
    EXPECT_INT(fields->len, 7);
    EXPECT(fields->data[0]->type == fields->data[1]->type);
    EXPECT_STR(fields->data[1]->tag->lit.str, "tag");
    for (u32 i = 0; i < fields->len; i++)
        EXPECT_INT(fields->data[i]->embedded, i >= 2 && i <= 4);
    end(&run);
}

/* ---- files ---- */

static void test_script(void)
{
    Run run;
    begin(&run, "import \"fmt\"\nx := 1\nfunc f() {}\nfunc (t T) m() {}\nvar (\na = 1\nb = 2\n)\n"
                "func() { x = 2 }()\ntype T struct{}\n");
    EXPECT_INT(run.diags.errors, 0);
    EXPECT(run.file->package == NULL);
    static const StmtKind kinds[] = {ST_DEFINE, ST_DECL, ST_DECL, ST_DECL,
                                     ST_DECL,   ST_EXPR, ST_DECL};
    static const DeclKind decls[] = {DECL_IMPORT, DECL_FUNC, DECL_FUNC,
                                     DECL_VAR,    DECL_VAR,  DECL_TYPE};
    EXPECT_INT(run.file->stmts.len, COUNT_OF(kinds));
    for (u32 i = 0; i < COUNT_OF(kinds) && i < run.file->stmts.len; i++)
        EXPECT_INT(run.file->stmts.data[i]->kind, kinds[i]);
    EXPECT_INT(run.file->decls.len, COUNT_OF(decls));
    for (u32 i = 0; i < COUNT_OF(decls) && i < run.file->decls.len; i++)
        EXPECT_INT(run.file->decls.data[i]->kind, decls[i]);
    end(&run);
}

static void test_go_build(void)
{
    Run run;
    begin(&run, "// c\n/* d */\n\n//go:build linux && !race\n\npackage p\n");
    EXPECT_STR(run.file->go_build, "//go:build linux && !race");
    end(&run);
    begin(&run, "package p\n//go:build linux\n");
    EXPECT(run.file->go_build == NULL);
    end(&run);
}

static void test_statements(void)
{
    Run run;
    begin(&run, "for i := range 3 {}\nfor range c {}\nfor k, v = range m {}\nfor {}\nfor a {}\n"
                "for ;; {}\nswitch x := y.(type) {}\nswitch y.(type) {}\nswitch x {}\nselect {}\n"
                "a <- b\na++\na += b\nL: f()\n");
    EXPECT_INT(run.diags.errors, 0);
    static const StmtKind kinds[] = {ST_RANGE, ST_RANGE,      ST_RANGE,      ST_FOR,    ST_FOR,
                                     ST_FOR,   ST_TYPESWITCH, ST_TYPESWITCH, ST_SWITCH, ST_SELECT,
                                     ST_SEND,  ST_INCDEC,     ST_ASSIGN,     ST_LABELED};
    EXPECT_INT(run.file->stmts.len, COUNT_OF(kinds));
    for (u32 i = 0; i < COUNT_OF(kinds) && i < run.file->stmts.len; i++)
        EXPECT_INT(run.file->stmts.data[i]->kind, kinds[i]);
    const Stmt *s = run.file->stmts.data[0];
    EXPECT(s->range.define && s->range.key != NULL && s->range.value == NULL);
    s = run.file->stmts.data[6];
    EXPECT_STR(s->typeswitch.bind->ident.name->text, "x");
    EXPECT_STR(s->typeswitch.x->ident.name->text, "y");
    EXPECT_INT(run.file->stmts.data[12]->assign.op, TK_ADD);
    end(&run);
}

/* ---- errors ---- */

/* "line:col text (hint)" of every diagnostic, separated by newlines. */
static void check_errors(const char *text, const char *want)
{
    Run run;
    begin(&run, text);
    for (u32 i = 0; i < run.diags.list.len; i++) {
        const Diag *diag = run.diags.list.data[i];
        Place place = source_place(&run.sources, diag->span.start);
        const char *message = diag->text;
        if (strncmp(message, "syntax error: ", 14) == 0)
            message += 14;
        buf_printf(&run.out, "%s%u:%u %s", i > 0 ? "\n" : "", place.line, place.col, message);
        for (u32 j = 0; j < diag->notes.len; j++)
            buf_printf(&run.out, " (%s)", diag->notes.data[j].text);
    }
    EXPECT_STR(buf_str(&run.out), want);
    end(&run);
}

static void test_errors(void)
{
    check_errors("package p\nvar x = \n", "3:1 unexpected EOF, expected expression");
    check_errors("package p\nx := 1\n", "2:1 non-declaration statement outside function body "
                                        "(hint: outside functions write `var x = ...`)");
    check_errors("f(1 2)\n",
                 "1:5 unexpected literal 2 in argument list; possibly missing comma or )");
    check_errors("if x = 1 {}\n",
                 "1:4 cannot use assignment x = 1 as value (hint: use == to compare)");
    check_errors("a b\n", "1:3 unexpected name b at end of statement "
                          "(hint: a declaration is written `var b a` or `b := value`)");
    check_errors("x++ + 1\n", "1:5 unexpected + at end of statement");
    check_errors("a = 'xy'\n", "1:5 more than one character in rune literal "
                               "(hint: strings are written in double quotes)");
    check_errors("f(\n", "2:1 unexpected EOF, expected )");
    check_errors("x.(type)\n", "1:1 use of .(type) outside type switch");
    check_errors("go f\n", "1:4 expression in go must be function call");
    check_errors("go func() {}\n", "1:4 expression in go must be function call "
                                   "(hint: call the function: go func() { ... }())");
    check_errors("import fmt\n", "1:11 missing import path; require quoted string "
                                 "(hint: write import \"fmt\")");
    check_errors("for i := 0; i < 3; i++ {\n", "2:1 unexpected EOF, expected } "
                                               "(note: this { is not closed)");
    check_errors("x = \"abc\ny = 1\nz = )\n", "1:9 newline in string\n"
                                              "3:5 unexpected ), expected expression");
    check_errors("package p; package q", "1:12 non-declaration statement outside function body");
    check_errors("import \"a b\"", "1:8 import path contains space character: U+0020 ' '");
}

/* Nesting that is too deep gives one error; long but flat input gives none. */
static void check_deep(const char *prefix, const char *part, u32 count, const char *want)
{
    Run run;
    Buf text = {0};
    buf_puts(&text, prefix);
    for (u32 i = 0; i < count; i++)
        buf_puts(&text, part);
    begin(&run, buf_str(&text));
    buf_free(&text);
    EXPECT_INT(run.diags.list.len, *want != '\0');
    if (run.diags.list.len > 0)
        EXPECT(strstr(run.diags.list.data[0]->text, want) != NULL);
    end(&run);
}

static void test_depth(void)
{
    static const char *const parts[] = {"(",           "[]",    "a[",    "*",       "- ",
                                        "<-",          "chan ", "f(",    "func() ", "func() { x = ",
                                        "struct { a ", "T{",    "a + (", "map["};
    for (u32 i = 0; i < COUNT_OF(parts); i++)
        check_deep("x = ", parts[i], 100000, "nesting too deep");
    check_deep("", "{", 100000, "nesting too deep");
    check_deep("", "if x {", 100000, "nesting too deep");
    check_deep("if x {}", " else if x {}", 100000, "nesting too deep");
    check_deep("", "switch { case x: ", 100000, "nesting too deep");
    check_deep("", "L: ", 100000, "nesting too deep");
    check_deep("x = a", " + a", 100000, "nesting too deep");
    check_deep("x = a", ".b", 100000, "nesting too deep");
    check_deep("x = a", "()", 100000, "nesting too deep");
    check_deep("x = a", " + a", 9000, "");
    check_deep("", "x = a + a\n", 100000, "");
    check_deep("", "go f()\n", 100000, "");
}

/* Nested lists whose entries share a type: 2^60 nodes if each entry had, or printed, its own
 * copy. */
static void test_shared_types(void)
{
    enum { DEPTH = 60 };
    Run run;
    Buf text = {0};
    for (u32 i = 0; i < DEPTH; i++)
        buf_puts(&text, "func(a, b ");
    buf_puts(&text, "int");
    for (u32 i = 0; i < DEPTH; i++)
        buf_puts(&text, ")");
    Buf source = {0};
    buf_printf(&source, "[1]%s{}", buf_str(&text));
    const Expr *x = parse_one(&run, buf_str(&source));
    x = ast_clone_expr(&run.arena, x);
    expr_text(&run.out, x->composite.type_expr->array_type.elem);
    EXPECT_STR(buf_str(&run.out), buf_str(&text));
    end(&run);
    buf_free(&text);
    buf_free(&source);
}

/* ---- REPL ---- */

static void test_incomplete(void)
{
    static const char *const more[] = {
        "func f() {", "f(",   "x := []int{1,",  "x +",
        "`abc",       "/* a", "if x {\n} else", "type T struct {\na int",
        "var",        "x.",   "f(a,\n",         "x :=",
        "for"};
    static const char *const done[] = {"",          "x",    "x := 1", "f()",   "func f() {}",
                                       "}",         "f())", "// a",   "\"abc", "x++",
                                       "if x {\n}", "x;",   "\n\n"};
    for (u32 i = 0; i < COUNT_OF(more); i++)
        EXPECT(parse_is_incomplete(more[i], strlen(more[i])));
    for (u32 i = 0; i < COUNT_OF(done); i++)
        EXPECT(!parse_is_incomplete(done[i], strlen(done[i])));
}

int main(void)
{
    RUN(test_precedence);
    RUN(test_text);
    RUN(test_channels);
    RUN(test_type_params);
    RUN(test_iota);
    RUN(test_params);
    RUN(test_fields);
    RUN(test_script);
    RUN(test_go_build);
    RUN(test_statements);
    RUN(test_errors);
    RUN(test_depth);
    RUN(test_shared_types);
    RUN(test_incomplete);
    return test_summary("parser");
}
