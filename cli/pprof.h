/* Profiles of gol test in the format that go tool pprof reads: what the source lines of a package's
 * tests executed, or allocated. A sample has one place; callers are not counted. */
#ifndef CLI_PPROF_H
#define CLI_PPROF_H

#include "base/arena.h"
#include "vm/vm.h"

/* What was counted on one source line, or in code that has none (line 0). */
typedef struct PprofLine {
    const char *function, *file;
    u32 line;
    u64 executed, allocs;
} PprofLine;

/* Zero-initialised it is empty. Names are in the arena. */
typedef struct Pprof {
    Arena arena;
    VEC(PprofLine) lines;
} Pprof;

typedef enum PprofKind { PPROF_EXECUTED, PPROF_ALLOCS } PprofKind;

/* Adds what vm has counted (vm/profile.h). The program may be freed then. */
void pprof_add(Pprof *pprof, VM *vm);
/* Writes it to the file, the same bytes for the same counts. False, after a message: it cannot be
 * written. */
bool pprof_write(Pprof *pprof, PprofKind kind, const char *path);
/* Empties it. */
void pprof_free(Pprof *pprof);

#endif
