/* gol dump: what the compiler and the machine see. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/load.h"
#include "cli/options.h"
#include "parser/syntax/lexer.h"

static int dump_code(const Options *options)
{
    if (options->argc < 1) {
        fprintf(stderr, "usage: gol dump code FILE|DIR\n");
        return STATUS_USAGE;
    }
    Loaded loaded;
    bool ok = load_program(&loaded, options->argv[0], options, 0);
    Buf out = {0};
    for (u32 i = 0; ok && i < loaded.program->funcs.len; i++) {
        const Func *fn = loaded.program->funcs.data[i];
        if (!fn->is_library)
            disasm_func(loaded.program, fn, &out);
    }
    fputs(buf_str(&out), stdout);
    buf_free(&out);
    load_free(&loaded);
    return ok ? STATUS_CLEAN : STATUS_USAGE;
}

static int dump_ops(void)
{
    static const char *const formats[] = {"",  "A",  "AB",  "ABC", "ABI", "ABU", "AI",   "AK",
                                          "J", "AJ", "ABJ", "AIJ", "AX",  "ABX", "ABCX", "ABUX"};
    for (u32 i = 0; i < OP_COUNT; i++)
        printf("%-12s %-5s %-8s %s\n", op_info[i].name, formats[op_info[i].format],
               effect_name(op_info[i].effect), op_info[i].text);
    return STATUS_CLEAN;
}

int cmd_dump(int argc, char **argv)
{
    Options options;
    if (!options_parse(&options, "dump", FOR_DUMP, argc, argv))
        return STATUS_USAGE;
    int status = STATUS_USAGE;
    if (options.path && !strcmp(options.path, "code"))
        status = dump_code(&options);
    else if (options.path && !strcmp(options.path, "ops"))
        status = dump_ops();
    else
        fprintf(stderr, "usage: gol dump code FILE|DIR, or gol dump ops\n");
    options_free(&options);
    return status;
}
