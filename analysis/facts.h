/* What the static analysis says to the machine: which instructions make no access that may race. No
 * detector need see those accesses, and no search need try other orders of them. */
#ifndef ANALYSIS_FACTS_H
#define ANALYSIS_FACTS_H

#include "analysis/pairs.h"

/* An instruction of a function of the program. */
typedef struct FactSite {
    u32 func, pc;
} FactSite;

typedef struct Facts {
    VEC(FactSite) proven; /* ascending */
} Facts;

/* Adds the instructions that the program may execute with accesses to memory none of which is in an
 * open pair. */
void facts_find(const Pairs *pairs, Facts *facts);
/* Frees the list. */
void facts_free(Facts *facts);
/* Marks them in the program (OP_PROVEN), which must not have been analysed or executed otherwise:
 * from then on it is only executed. */
void facts_mark(const Facts *facts, Program *program);
/* A number that names them, never 0. */
u64 facts_name(const Facts *facts);

#endif
