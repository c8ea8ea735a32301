/* Tests that take generated programs, one after the other:
 *
 *     NAME [PROGRAMS [FIRST]]    so many, from number 1
 *     NAME --print NUMBER        the text of one */
#ifndef TESTS_UNIT_GENERATED_H
#define TESTS_UNIT_GENERATED_H

#include <stdio.h>
#include <stdlib.h>

#include "cli/load.h"
#include "tests/unit/test.h"

/* Appends the program of that number: the same number, the same text. */
typedef void (*GeneratedText)(u64 number, Buf *out);

static u32 programs, first_program = 1;

/* Compiles one, to be given back with load_free; false: that failed, and so has the test. */
static bool generated_load(Loaded *loaded, const char *file, GeneratedText write, u64 number)
{
    Buf text = {0};
    Options options = {.go_minor = 22};
    write(number, &text);
    load_begin(loaded, file, &options);
    load_text(loaded, file, buf_str(&text)); /* copies the text */
    bool compiled = load_finish(loaded, &options, 3);
    EXPECT(compiled);
    buf_free(&text);
    return compiled;
}

/* Sets programs (`usual` if the arguments do not say) and first_program. True: the text of one was
 * asked for, and is printed. */
static bool generated_arguments(int argc, char **argv, u32 usual, GeneratedText write)
{
    if (argc == 3 && strcmp(argv[1], "--print") == 0) {
        Buf text = {0};
        write(strtoull(argv[2], NULL, 10), &text);
        fputs(buf_str(&text), stdout);
        buf_free(&text);
        return true;
    }
    programs = argc > 1 ? (u32)strtoul(argv[1], NULL, 10) : usual;
    if (argc > 2)
        first_program = (u32)strtoul(argv[2], NULL, 10);
    return false;
}

#endif
