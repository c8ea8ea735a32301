/* Command line of tests that run many generated programs:
 *
 *     NAME [PROGRAMS [FIRST]]    runs PROGRAMS programs, from number FIRST (1)
 *     NAME --print NUMBER        prints one program */
#ifndef TESTS_UNIT_GENERATED_H
#define TESTS_UNIT_GENERATED_H

#include <stdio.h>
#include <stdlib.h>

#include "cli/load.h"
#include "tests/unit/test.h"

/* Appends program `number`, which is always the same text. */
typedef void (*GeneratedText)(u64 number, Buf *out);

static u32 programs, first_program = 1;

/* Compiles a program; the caller frees it with load_free. False if that failed. */
static inline bool generated_try(Loaded *loaded, const char *file, GeneratedText write, u64 number)
{
    Buf text = {0};
    Options options = {.go_minor = 23}; /* timers as since then */
    write(number, &text);
    load_begin(loaded, file, &options);
    load_text(loaded, file, buf_str(&text)); /* copies the text */
    bool compiled = load_finish(loaded, &options, 3);
    buf_free(&text);
    return compiled;
}

/* The same, and the test has failed if it does not compile. */
static inline bool generated_load(Loaded *loaded, const char *file, GeneratedText write, u64 number)
{
    bool compiled = generated_try(loaded, file, write, number);
    EXPECT(compiled);
    return compiled;
}

/* Sets `programs` (default `usual`) and first_program. True if a program was to be printed, which
 * has been done. */
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
