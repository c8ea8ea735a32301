/* The functions and types that reflection creates: the verifier accepts the code of every shape,
 * and each shape and each type is created once. */
#include "stdlib/native/dyn_stub.h"
#include "stdlib/native/dyn_type.h"
#include "tests/unit/test.h"

static Program *program;

static void check_stub(Func *fn, Func *again)
{
    Buf out = {0};
    if (!verify_func(program, fn, &out))
        printf("%s", buf_str(&out));
    EXPECT_INT(out.len, 0);
    EXPECT(fn == again);
    EXPECT(program_func_at(program, fn->code + fn->ncode - 1) == fn);
    buf_free(&out);
}

static void test_calls(void)
{
    for (u32 in = 0; in < 6; in++) {
        for (u32 out = 0; out < 6; out++) {
            check_stub(stub_call(program, in, out), stub_call(program, in, out));
            check_stub(stub_func(program, in, out), stub_func(program, in, out));
            check_stub(stub_bound(program, in, out), stub_bound(program, in, out));
            for (u32 receiver = 0; receiver < 4; receiver++)
                check_stub(stub_method(program, receiver, in, out),
                           stub_method(program, receiver, in, out));
        }
    }
}

static void test_channels(void)
{
    for (u32 slots = 0; slots < 5; slots++) {
        check_stub(stub_send(program, slots), stub_send(program, slots));
        check_stub(stub_recv(program, slots), stub_recv(program, slots));
    }
    StubCase cases[] = {{true, 0}, {false, 0}, {true, 3}, {false, 2}};
    for (u32 n = 0; n <= COUNT_OF(cases); n++) {
        check_stub(stub_select(program, cases, n, false), stub_select(program, cases, n, false));
        check_stub(stub_select(program, cases, n, true), stub_select(program, cases, n, true));
    }
    StubCase large[] = {{true, 6000}, {false, 6000}};
    EXPECT(stub_select(program, large, 2, false) == NULL);
}

static void test_types(void)
{
    RType byte = {.kind = RK_UINT8, .flags = RT_NAMED, .text = "uint8", .size = 1, .align = 1};
    RType word = {.kind = RK_INT, .flags = RT_NAMED, .text = "int", .size = 8, .align = 8};
    RType empty = {.kind = RK_STRUCT, .flags = RT_NAMED, .text = "main.E", .align = 1};
    RType *slice = type_slice_of(program, &word);
    EXPECT_STR(slice->text, "[]int");
    EXPECT(type_slice_of(program, &word) == slice && type_slice_of(program, &byte) != slice);
    RType *recv = type_chan_of(program, &word, 2);
    EXPECT_STR(type_chan_of(program, recv, 0)->text, "chan (<-chan int)");
    EXPECT_STR(type_map_of(program, &byte, type_pointer_to(program, slice))->text,
               "map[uint8]*[]int");
    RType *params[] = {&byte, slice}, *results[] = {&word, recv};
    EXPECT_STR(type_func_of(program, params, 2, results, 2, true)->text,
               "func(uint8, ...int) (int, <-chan int)");
    RField fields[] = {{.name = "A", .type = &byte, .tag = "k:\"v\""},
                       {.name = "B", .type = &word, .tag = ""},
                       {.name = "C", .type = &empty, .tag = ""}};
    RType *strct = type_struct_of(program, fields, 3);
    EXPECT_STR(strct->text, "struct { A uint8 \"k:\\\"v\\\"\"; B int; C main.E }");
    EXPECT_INT(strct->fields[1].offset, 8);
    EXPECT_INT(strct->size, 24);
    EXPECT_INT(type_array_of(program, strct, 3)->size, 72);
    EXPECT(type_struct_of(program, fields, 3) == strct &&
           type_struct_of(program, fields, 2) != strct);
}

int main(void)
{
    program = program_new(NULL);
    RUN(test_calls);
    RUN(test_channels);
    RUN(test_types);
    program_free(program);
    return test_summary("stdlib_stub");
}
