/* Compiling takes memory in proportion to the size of the program. Bytes are counted rather than
 * seconds; bench/compile.sh has the figures for a million lines. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/load.h"
#include "tests/unit/test.h"

/* Twenty lines with a variety of constructs; # is replaced by a number. */
static const char unit[] = "type point# struct {\n"
                           "\tx, y int\n"
                           "\tname string\n"
                           "}\n"
                           "func (p *point#) move(dx, dy int) *point# {\n"
                           "\tp.x, p.y = p.x+dx, p.y+dy\n"
                           "\treturn p\n"
                           "}\n"
                           "func largest#[T int | string](xs ...T) (best T) {\n"
                           "\tfor i, x := range xs {\n"
                           "\t\tif i == 0 || x > best {\n"
                           "\t\t\tbest = x\n"
                           "\t\t}\n"
                           "\t}\n"
                           "\treturn best\n"
                           "}\n"
                           "func use#() int {\n"
                           "\tp := &point#{name: largest#(\"a\", \"b\")}\n"
                           "\tf := func(n int) int { return p.move(n, #).x + largest#(n, 2, 3) }\n"
                           "\treturn f(#) }\n";
/* Ordinary programs take less: these lines are dense, and half of them are compiled three times. */
enum { UNIT_LINES = 20, BYTES_A_LINE = 1400 };

static void write_program(FILE *file, u32 units)
{
    fputs("package main\nfunc main() {}\n", file);
    for (u32 i = 0; i < units; i++)
        for (const char *s = unit; *s; s++)
            if (*s == '#')
                fprintf(file, "%u", i);
            else
                fputc(*s, file);
}

/* Bytes used for compiling a program of this many units. */
static size_t memory_for(u32 units)
{
    char path[] = "/tmp/gol-size-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    write_program(file, units);
    fclose(file);
    Options options = {0};
    Loaded loaded;
    EXPECT(load_program(&loaded, path, &options, 0));
    size_t bytes = loaded.arena.total + (loaded.program ? loaded.program->arena.total : 0);
    load_free(&loaded);
    unlink(path);
    return bytes;
}

static void test_memory_is_linear(void)
{
    size_t nothing = memory_for(0), some = memory_for(100) - nothing,
           many = memory_for(1000) - nothing;
    EXPECT(many < 11 * some);
    EXPECT(many < (size_t)1000 * UNIT_LINES * BYTES_A_LINE);
}

int main(void)
{
    RUN(test_memory_is_linear);
    return test_summary("compile_size");
}
