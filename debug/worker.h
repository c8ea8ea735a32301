/* The state of the process that runs the program, for the files of this folder that make one. */
#ifndef DEBUG_WORKER_H
#define DEBUG_WORKER_H

#include "debug/process.h"
#include "explore/executor/decide.h"
#include "explore/schedule/choosers.h"

typedef struct Worker {
    Chooser base;   /* what the machine asks */
    Chooser *inner; /* what decides where the user has not */
    Decider *decider;
    Executor *executor;
    VM *vm;
    Shared *shared;
    const Pipes *pipes;
    u64 at;               /* choices answered so far */
    u32 instr;            /* instructions since, while they are counted */
    const Choice *choice; /* that is being asked, or NULL */
    u32 last;             /* goroutine that took the last step; 0: a timer */
    const char *why;      /* to stop at the next choice; NULL: nothing */
    char note[TEXT];      /* about that */
    u64 recent[RECENT];   /* the last choices of a goroutine, by index % RECENT */
    bool fresh;           /* the order came at the choice that is being asked */
    Schedule recorded;    /* with record */
    struct {
        const Word *pc;
        u64 link;
        bool own;
    } own_steps[1024];       /* what is_own_step has found out, by place in the code and caller */
    u64 steps;               /* since the order came */
    u32 nrecent;             /* of them, all */
    u64 looked_at;           /* position at which the last checkpoint was left or woken, */
    u64 checkpoint_ms;       /* and the processor time then */
    Map entries;             /* instruction with which a line begins -> 1 + index in stops */
    bool has_breaks;         /* it has some */
    Loc watched[MOST_STOPS]; /* of stops that watch a variable */
    u64 watched_size[MOST_STOPS]; /* bytes; 0: none */
    Loc sought;                   /* FIND_WRITE, FIND_LOCK: place of it */
    u64 sought_size;              /* 0: it is not there now */
    u64 line_frame;               /* line_of: offset of its frame in its stack, */
    u32 line;                     /* its line, */
    const Func *line_fn;          /* and function */
    VEC(char *) races;            /* reports */
    const Execution *execution;   /* at the end, else NULL */
} Worker;

/* ---- run.c ---- */
/* Replies that the program has stopped, unless why is NULL, and carries out orders until one is to
 * go on. */
void worker_serve(Worker *w, const char *why);
/* A process that has been forked takes orders from now on. */
void worker_resume(Worker *w);

/* ---- stop.c ---- */
/* The live goroutine of that number, or NULL. */
const G *worker_goroutine(const Worker *w, u32 id);
/* An order to run has come: finds the instructions and variables that stops and searches are about.
 */
void worker_prepare_stops(Worker *w);
/* Remembers the line on which g is. */
void worker_note_line(Worker *w, const G *g);
/* g is about to take a step that others can notice. */
void worker_note_step(Worker *w, const G *g);
/* The VM's hook: an instruction is about to be executed; may stop. */
void worker_instruction(VM *vm, G *g, const Word *pc, void *ctx);

/* ---- reply.c ---- */
/* Sends the state. */
void worker_reply_state(Worker *w, const char *why);
/* Sends what the order asks for. */
void worker_reply_look(Worker *w);
/* Keeps the text of a report. */
void worker_add_race(Worker *w, const RaceReport *report);

/* ---- name.c: variables by name ---- */
/* A variable, or a part of one. */
typedef struct Variable {
    RType *type;
    const void *addr; /* of it in memory; in a register: of the register */
    bool in_register; /* nothing but its goroutine can change it */
    bool slots;       /* addr is that of register slots, which differ from memory */
} Variable;

/* The variable that the text names for g: x, x.field, x[3], *x, of its innermost frame in the
 * user's own source or of the package. False, with what is wrong in *error (may be NULL). */
bool name_find(Worker *w, const G *g, const char *text, Variable *out, Buf *error);
/* Adds its value. */
void name_value(Worker *w, const Variable *variable, Buf *out);
/* Whether a condition holds: comparisons of variables with constants, joined by &&; with an error
 * it does, and *error says so. */
bool name_condition(Worker *w, const G *g, const char *text, Buf *error);

#endif
