/* The clients of the debugger: plain lines (cli/debug.c) and a full screen. */
#ifndef CLI_DEBUG_H
#define CLI_DEBUG_H

#include "cli/load.h"
#include "debug/debug.h"

typedef struct DebugClient {
    Debugger *debugger;
    const Loaded *loaded;
    cJSON *state; /* the last one, or NULL */
    size_t shown; /* bytes of the program's output that have been printed */
    bool quit;
} DebugClient;

/* Members of a JSON object; "" and 0 where there is none. */
const char *debug_text(const cJSON *object, const char *name);
u64 debug_number(const cJSON *object, const char *name);
/* A line of the program's source, without its newline; *len 0: there is none. */
const char *debug_source_line(const DebugClient *client, const char *file, u32 line, u32 *len);
/* Carries out a command and prints what it gives. */
void debug_command(DebugClient *client, const char *line);

#endif
