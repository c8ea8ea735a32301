/* The instructions that the code generator chooses: a regression would go unnoticed otherwise,
 * since programs would still compute the same. */
#include "parser/gen/compile.h"
#include "tests/unit/test.h"

static int no_packages(PackageLoader *self, Sources *sources, const char *path, bool from_library,
                       SourceFile ***files, bool *is_library)
{
    (void)from_library;
    (void)self, (void)sources, (void)path, (void)files, (void)is_library;
    return -1;
}

static const char *const *no_list(PackageLoader *self)
{
    static const char *const none[] = {NULL};
    (void)self;
    return none;
}

static PackageLoader loader = {.load = no_packages, .list = no_list};

/* Compiles a program; everything lives until the process ends. */
static Program *compile(const char *text)
{
    Sources *sources = xcalloc(1, sizeof *sources);
    Diags *diags = xcalloc(1, sizeof *diags);
    Interner *syms = xcalloc(1, sizeof *syms);
    Arena *arena = xcalloc(1, sizeof *arena);
    diags->sources = sources;
    SourceFile *file = source_add(sources, "t.go", text, strlen(text));
    ParseContext cx = {.arena = arena, .syms = syms, .diags = diags};
    FileAst *ast = parse_file(&cx, file);
    Checker *checker =
        check_new(arena, syms, diags, &loader, (CheckOptions){.go_minor = 22, .tags.release = 22});
    Package *main = check_program(checker, &ast, 1);
    PackageList packages = {0};
    check_packages(checker, &packages);
    Program *program = NULL;
    if (!diags->errors)
        program = compile_packages(checker, syms, diags, &packages, main,
                                   (CompileOptions){.go_minor = 22});
    diag_print(diags, stdout, false, 0);
    vec_free(&packages);
    return program;
}

static const Func *find(const Program *p, const char *name)
{
    for (u32 i = 0; p && i < p->funcs.len; i++)
        if (strcmp(p->funcs.data[i]->name, name) == 0)
            return p->funcs.data[i];
    return NULL;
}

/* The opcodes of a function, separated by blanks. */
static const char *ops(const Program *p, const char *name)
{
    static Buf out;
    vec_clear(&out);
    const Func *fn = find(p, name);
    for (u32 pc = 0; fn && pc < fn->ncode; pc += instr_words(fn->code + pc))
        buf_printf(&out, "%s%s", pc ? " " : "", op_info[fn->code[pc].in.op].name);
    return buf_str(&out);
}
#define EXPECT_OPS(body, want) \
    EXPECT_STR(ops(compile("package main\n" body "\nfunc main() {}\n"), "main.f"), want)

static void test_calls(void)
{
    EXPECT_OPS("func f(n int) int { if n < 2 { return n }; return f(n-1) + f(n-2) }",
               "JGEI RET ADDI CALL ADDI CALL ADD RET UNREACHABLE");
    EXPECT_OPS("func g() (int, string) { return 1, \"\" }\nfunc f() (int, string) { return g() }",
               "CALL RET UNREACHABLE");
    EXPECT_OPS("func f(i interface{ M(int) }) { i.M(3) }", "LDI CALLI RET");
}

static void test_locals(void)
{
    EXPECT_OPS("func f(a, b int) int { a, b = b, a+b; return a }", "MOV ADD MOV RET UNREACHABLE");
    EXPECT_OPS("type T struct{ x, y int; b bool }\nfunc f(t T) int { t.y = t.x; return t.y }",
               "MOV RET UNREACHABLE");
    EXPECT_OPS("func f(s []int) int { return len(s) }", "RET UNREACHABLE");
    EXPECT_OPS("func f(a, b int8) int8 { c := a * b; return c }", "MUL SX8 RET UNREACHABLE");
}

static void test_memory(void)
{
    EXPECT_OPS("func f(s [][]int, i, j int) int { return s[i][j] }", "LDX3 LDX64 RET UNREACHABLE");
    EXPECT_OPS("func f(s []int, i, j int) { s[i], s[j] = s[j], s[i] }",
               "LDX64 LDX64 STX64 STX64 RET");
    EXPECT_OPS("type T struct{ x int }\nfunc f(p *T) { p.x++ }", "LD64 ADDI ST64 RET");
    EXPECT_OPS("var n int\nfunc f() { n++ }", "GLD64 ADDI GST64 RET");
}

static void test_variables_on_the_heap(void)
{
    EXPECT_OPS("func f() *int { x := 1; return &x }", "NEW LDI ST64 MOV RET UNREACHABLE");
    EXPECT_OPS("func f() func() int { x := 1; return func() int { return x } }",
               "LDI MOV CLOSURE RET UNREACHABLE");
    EXPECT_OPS("func f() func() int { x := 1; x++; return func() int { return x } }",
               "NEW LDI ST64 LD64 ADDI ST64 MOV CLOSURE RET UNREACHABLE");
}

static void test_conditions(void)
{
    EXPECT_OPS("func f(a, b int) { if a < b && a != 3 || b == 0 { print(1) } }",
               "JLE JNEI JNEI LDI PRINT RET");
    EXPECT_OPS("func f(a float64) bool { return !(a < 1) }", "LDK LTF LNOT RET UNREACHABLE");
    EXPECT_OPS("func f(p *int) bool { return p == nil }", "JEQI LDI JMP LDI RET UNREACHABLE");
}

/* The condition is compiled twice: at the head of the loop and, as one instruction, at its end. */
static void test_loops(void)
{
    EXPECT_OPS("func f(n int) (s int) { for i := 0; i < n; i++ { s += i }; return s }",
               "LDI LDI JLE ADD ADDI JBLT RET UNREACHABLE");
    EXPECT_OPS("func f(xs []int) { for i, x := range xs { xs[i] = x + 1 } }",
               "MOV3 LDI JLE LDX64 ADDI STX64 ADDI JBLT RET");
    EXPECT_OPS("func g() bool { print(); return false }\nfunc f() { for g() && g() { print() } }",
               "NOP CALL JF CALL JF JBACK RET");
}

/* So is a condition of several instructions. */
static void test_long_conditions(void)
{
    EXPECT_OPS("func f(n int, x float64) { for i := 0; i < n && x < 2; i++ { x *= x } }",
               "LDI JLE LDK JNLTF MULF ADDI JLE LDK JBLTF RET");
}

static void test_calls_in_place(void)
{
    EXPECT_OPS("func g(x, y int) int { return x/8 + y%3 }\nfunc f(a int) int { return g(a, a+1) }",
               "ADDI DIVP REMI ADD RET UNREACHABLE");
    EXPECT_OPS("func g(x, y int) int { return x/y }\nfunc f(a int) int { return g(a, 7) }",
               "MOV LDI CALL RET UNREACHABLE");
}

static void test_switch_is_searched(void)
{
    EXPECT_OPS("func f(x int) { switch x { case 1, 2, 3, 4, 5, 6, 7, 8: print() } }",
               "JGEI JEQI JEQI JEQI JEQI JMP JEQI JEQI JEQI JEQI JMP RET");
}

/* Jumps of more than 32767 words: the body of the if. */
static void test_long_jumps(void)
{
    Buf text = {0};
    buf_puts(&text, "package main\nfunc f(a int, s []int) {\nif a < 3 {\n");
    for (u32 i = 0; i < 20000; i++)
        buf_puts(&text, "s[a] = a\ns[1] = 2\n");
    buf_puts(&text, "}\n}\nfunc main() {}\n");
    const Program *p = compile(buf_str(&text));
    const Func *fn = find(p, "main.f");
    EXPECT(fn != NULL);
    if (!fn)
        return;
    EXPECT(fn->ncode > 65536);
    EXPECT_STR(op_info[fn->code[0].in.op].name, "JLTI");
    EXPECT_INT(instr_target(fn->code[0].in, FMT_AIJ, 0), 2);
    EXPECT_STR(op_info[fn->code[1].in.op].name, "JMP");
    EXPECT_INT(instr_target(fn->code[1].in, FMT_J, 1), fn->ncode - 1);
    buf_free(&text);
}

static void test_type_descriptors(void)
{
    const Program *p = compile("package main\ntype T struct { a int8; s string; next *T }\n"
                               "func main() { print(any(T{}) == nil, any(&T{}) == nil) }\n");
    u32 found = 0;
    for (u32 i = 0; p && i < p->types.len; i++) {
        RType *t = p->types.data[i];
        if (strcmp(t->text, "main.T") != 0)
            continue;
        found++;
        EXPECT_INT(t->size, 32);
        EXPECT_INT(t->slots, 4);
        EXPECT_INT(t->flags & (RT_MEM_EQUAL | RT_DIRECT | RT_BIG), 0);
        EXPECT(t->flags & RT_POINTERS && t->flags & RT_COMPARABLE && t->flags & RT_NAMED);
        EXPECT(t->ptr_to && t->ptr_to == t->fields[2].type);
        u32 count;
        rtype_leaves(t, &count);
        EXPECT_INT(count, 3);
    }
    EXPECT_INT(found, 1);
}

int main(void)
{
    RUN(test_calls);
    RUN(test_locals);
    RUN(test_memory);
    RUN(test_variables_on_the_heap);
    RUN(test_conditions);
    RUN(test_loops);
    RUN(test_long_conditions);
    RUN(test_calls_in_place);
    RUN(test_switch_is_searched);
    RUN(test_long_jumps);
    RUN(test_type_descriptors);
    return test_summary("gen");
}
