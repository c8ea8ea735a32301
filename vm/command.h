/* Commands: processes that the program starts (package os/exec). Only where the program runs once
 * as any process does: what one has done cannot be undone, and nothing says what it does next time.
 * The program knows no other processes than these. */
#ifndef VM_COMMAND_H
#define VM_COMMAND_H

#include <sys/resource.h>

#include "vm/vm.h"

typedef enum CommandLeave {
    COMMAND_ALLOWED,
    COMMAND_SANDBOXED, /* --sandbox */
    COMMAND_EXPLORED,  /* one of many executions (await_may) */
} CommandLeave;

/* Whether the program may start commands. */
CommandLeave command_leave(VM *vm);

typedef struct CommandStart {
    const char *path;   /* of the executable; relative to dir */
    const char *dir;    /* NULL: the present one */
    char **argv, **env; /* each ends with NULL */
    const i64 *files;   /* its descriptors 0, 1, ...; -1: none */
    u32 nfiles;
    bool own_session, own_group; /* setsid; setpgid, to `group` (0: to its own number) */
    int group;
} CommandStart;

/* The file that is meant by reading `path`: if that is what os.Executable returns, and there is no
 * such file, an executable of the program, which is made then; else path. */
const char *command_file(const VM *vm, const char *path);
/* The number of the process; -1: errno says why there is none. command_leave must have allowed
 * it. */
int command_start(VM *vm, const CommandStart *start);
/* A descriptor that can be read when that command has ended; -1: there is no such command. */
int command_end(const VM *vm, i64 pid);
/* Of one that has ended, which is forgotten: how, as wait4 says; false: errno says why not. */
bool command_reap(VM *vm, i64 pid, int *status, struct rusage *used);
/* Sends the signal to that command, or (-pid) to its group; 0, or -1 and errno. */
int command_signal(const VM *vm, i64 pid, int number);
/* The run is over: commands that still go on are left alone. */
void commands_leave(VM *vm);

#endif
