/* What the process that is asked and those that run the program share. */
#ifndef DEBUG_PROCESS_H
#define DEBUG_PROCESS_H

#include <sys/types.h>

#include "debug/debug.h"

enum { MOST_CHECKPOINTS = 96, MOST_STOPS = 64, MOST_PICKS = 4096, TEXT = 256, RECENT = 64 };

/* After `at` choices: at the next one, to which the program has come; or, not as far as that,
 * before the instruction with that number, from 1, since the last one. */
typedef struct Position {
    u64 at;
    u32 instr; /* 0: at the choice */
} Position;

static inline bool position_before(Position a, Position b)
{
    return a.at < b.at || (a.at == b.at && a.instr && (!b.instr || a.instr < b.instr));
}

/* The number of a breakpoint that goes away when the program has stopped. */
#define STOP_ONCE UINT32_MAX

/* A breakpoint, or a watched variable if file is "". */
typedef struct Stop {
    u32 number; /* 0: none */
    char file[TEXT];
    u32 line;
    char condition[TEXT]; /* of a breakpoint; or the variable */
} Stop;

typedef enum TaskKind { TASK_RUN, TASK_LOOK, TASK_QUIT } TaskKind;
typedef enum FindKind { FIND_NOTHING, FIND_WRITE, FIND_LOCK, FIND_BREAK } FindKind;

/* What the active process is to do. */
typedef struct Task {
    TaskKind kind;
    Position until;  /* RUN: no further than that */
    u64 steps;       /* RUN: no further than so many steps of the program's own code; 0: any */
    bool record;     /* RUN, from the start: the schedule is written down */
    bool stops;      /* breakpoints, watched variables and races stop it */
    bool races;      /* races stop it */
    u32 line_of;     /* it stops at another line of this goroutine; 0: not asked for */
    bool into;       /* in functions that this calls, too */
    FindKind find;   /* `found` gets the last position before which that happens */
    Loc sought_loc;  /* FIND_WRITE, FIND_LOCK: place of it, ... */
    u64 sought_size; /* ... and bytes */
    u32 goroutine;   /* LOOK */
    char what[TEXT]; /* LOOK */
    char name[TEXT]; /* FIND_WRITE, FIND_LOCK, LOOK */
} Task;

typedef struct Checkpoint {
    pid_t pid; /* 0: none */
    u64 at;
} Checkpoint;

/* A choice that the user made: at that position that goroutine went on. */
typedef struct Pick {
    u64 at;
    u32 goroutine;
} Pick;

/* In memory that all processes share. Only one of them runs at a time, the others sleep. */
typedef struct Shared {
    pid_t front, active;
    volatile bool interrupted;
    Task order;
    Stop stops[MOST_STOPS];
    Pick picks[MOST_PICKS]; /* in order of `at` */
    u32 npicks;
    Checkpoint checkpoints[MOST_CHECKPOINTS];
    Position here;
    u64 recent[RECENT]; /* the choices of a goroutine before here, the last one first */
    u32 nrecent;
    Position found;
    bool has_found;
    bool ended;
    u64 raced_at; /* the position before the step with the first race */
    bool raced;
} Shared;

typedef struct Pipes {
    int orders[2], replies[2];
    int wake[MOST_CHECKPOINTS][2]; /* a byte wakes the checkpoint */
} Pipes;

/* ---- wire.c: messages over pipes ---- */
/* False: the other side is gone. */
bool wire_write(int fd, const void *data, size_t len);
bool wire_read(int fd, void *data, size_t len);
/* A JSON object; wire_get gives NULL if none can be read. */
void wire_put(int fd, const cJSON *object);
cJSON *wire_get(int fd);

/* ---- run.c: the process that runs the program ---- */
/* Ends the checkpoint's process, if there is one. At once: its place may be taken by another, which
 * would read what is sent to it. */
void checkpoint_end(Checkpoint *checkpoint);
/* Carries out orders, beginning before the first step; does not return. */
NORETURN void process_run(Executor *executor, const DebugConfig *config, Shared *shared,
                          const Pipes *pipes);

#endif
