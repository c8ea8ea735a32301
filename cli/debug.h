/* The clients of the debugger: plain lines (cli/debug.c) and a full screen. */
#ifndef CLI_DEBUG_H
#define CLI_DEBUG_H

#include "cli/load.h"
#include "debug/debug.h"

typedef struct DebugClient {
    Debugger *debugger;
    const Loaded *loaded;
    const char *path; /* of the program, as it was given */
    FILE *out;        /* where answers are printed */
    const char *top;  /* where files are saved; NULL: here */
    cJSON *state;     /* the last one, or NULL */
    size_t shown;     /* bytes of the program's output that have been printed */
    bool quit;
    bool screen; /* states are on the screen and need not be printed */
} DebugClient;

/* From now on Ctrl-C stops a request that takes long. */
void debug_catch_interrupts(void);
/* Members of a JSON object; "" and 0 where there is none. */
const char *debug_text(const cJSON *object, const char *name);
u64 debug_number(const cJSON *object, const char *name);
/* A line of the program's source, without its newline; *len 0: there is none. */
const char *debug_source_line(const DebugClient *client, const char *file, u32 line, u32 *len);
/* Carries out a command and prints what it gives. */
void debug_command(DebugClient *client, const char *line);

/* ---- debug_screen.c ---- */
/* Whether there is a terminal for it. */
bool debug_screen_fits(void);
/* Shows the program on the full screen until the user leaves, from before its first step, or, if
 * asked for, from one step before its failure. */
void debug_screen(DebugClient *client, bool failure, bool color);

#endif
