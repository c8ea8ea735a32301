/* The parts of gol repl: repl.c reads and evaluates inputs, repl_commands.c has what begins with a
 * colon, repl_complete.c completes names, repl_print.c shows values. */
#ifndef CLI_REPL_H
#define CLI_REPL_H

#include "cli/line_editor.h"
#include "cli/setup.h"

/* What was typed and compiled, for :save. */
typedef struct Typed {
    char *text;   /* malloc'd */
    u32 expr_at;  /* byte at which a last expression whose values are printed begins, ... */
    u32 expr_end; /* ... and ends; 0: there is none */
} Typed;

/* From one :reset or :load of a program to the next. */
typedef struct Session {
    Loaded loaded;
    Reporter reporter;
    Executor *executor;
    VM *vm; /* of the executor */
    Decider *decider;
    const char *program; /* path that :load was given, in the arena of `loaded`; NULL: none */
    VEC(Typed) typed;
    Func *pending;      /* the input that waits while goroutines are held; NULL: none */
    Expr *pending_expr; /* whose values it will have, or NULL */
    Chooser hold;       /* for vm_hold */
} Session;

typedef struct Repl {
    const Options *options;
    Session *session;
    LineEditor *editor; /* NULL: input comes from a pipe */
    bool quit;
    bool raced; /* in a session that has ended */
    u32 inputs;
    char *history_file; /* NULL: none */
} Repl;

/* ---- repl.c ---- */
/* Replaces the session by a new one, of the program at `path` (NULL: none). False: that has errors,
 * which have been printed, and the old session goes on. */
bool repl_begin(Repl *repl, const char *path);
/* What has been checked of an input. */
typedef struct Checked {
    FuncLit *input; /* NULL: there were errors, which have been printed */
    Package *pkg;
    Expr *last; /* whose values are to be printed, or NULL */
    u32 first_func;
} Checked;
/* Parses and checks an input. */
Checked repl_check(Repl *repl, const char *name, const char *text);
/* Prints the errors so far and forgets them. */
void repl_print_diags(Repl *repl);
/* Runs an input and prints its results, if they are to be shown; `name` stands for it in error
 * messages. False: it has errors. */
bool repl_evaluate(Repl *repl, const char *name, const char *text, bool show);
/* Lets the other goroutines run for a while. */
void repl_run_idle(Repl *repl);
/* After steps were taken while goroutines are held: prints the results of the input that waited, if
 * it has ended. */
void repl_finish_pending(Repl *repl);

/* ---- repl_commands.c ---- */
/* Executes a line that begins with a colon. */
void repl_command(Repl *repl, const char *line);
/* Adds the commands, with the colon, that begin with what was typed. */
void repl_complete_command(const char *typed, Completions *out);

/* Evaluates a script as if it had been typed, or replaces the session by one of a program; says
 * what is wrong with it. */
bool repl_load(Repl *repl, const char *path);
/* Says that the input waits, and for what. */
void repl_print_pending(Repl *repl);

/* ---- repl_complete.c ---- */
/* LineEditorConfig.complete; ctx is the Repl. */
void repl_complete(void *ctx, const char *text, size_t at, Completions *out);

/* ---- repl_print.c ---- */
/* Prints values, an interface each, of an expression with these static types: an error by its text,
 * what has a method String by that. */
void repl_print_values(Repl *repl, const u64 *values, const Expr *expr);

#endif
