/* Profiles of gol test in the format that go tool pprof reads: what the source lines of a package's
 * tests executed, or allocated, and where they waited. A sample has one place; callers are not
 * counted. */
#ifndef CLI_PPROF_H
#define CLI_PPROF_H

#include "base/arena.h"
#include "vm/profile.h"
#include "vm/vm.h"

/* What was counted on one source line, or in code that has none (line 0). */
typedef struct PprofLine {
    const char *function, *file;
    u32 line;
    Counted counted;
} PprofLine;

/* Zero-initialised it is empty. Names are in the arena. */
typedef struct Pprof {
    Arena arena;
    VEC(PprofLine) lines;
} Pprof;

typedef enum PprofKind {
    PPROF_EXECUTED,
    PPROF_ALLOCS,
    PPROF_BLOCKED,   /* what waited for channels, locks and conditions, and how long */
    PPROF_CONTENDED, /* what released locks that others waited for, and how long they did */
    PPROF_KINDS
} PprofKind;
/* The flags of gol test that ask for each, without "-". */
extern const char *const pprof_flags[PPROF_KINDS];

/* Adds what vm has counted (vm/profile.h). The program may be freed then. */
void pprof_add(Pprof *pprof, VM *vm);
/* Writes it to the file, the same bytes for the same counts. False, after a message: it cannot be
 * written. */
bool pprof_write(Pprof *pprof, PprofKind kind, const char *path);
/* Empties it. */
void pprof_free(Pprof *pprof);

#endif
