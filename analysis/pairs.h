/* The pairs of accesses that may race: which of them a digest proves to be ordered, and which stay
 * open. */
#ifndef ANALYSIS_PAIRS_H
#define ANALYSIS_PAIRS_H

#include "analysis/digest.h"

/* How much is known of an open pair. */
typedef enum PairLevel {
    LEVEL_REFUTED, /* no execution with this input has the race */
    LEVEL_MAY,
    LEVEL_MUST,      /* races in every execution that makes both accesses (must.h) */
    LEVEL_CONFIRMED, /* some execution has it */
    LEVELS
} PairLevel;

/* "refuted", "may", ... */
const char *pair_level_name(PairLevel level);

/* Two accesses, of which one writes, to memory that may be the same. */
typedef struct Pair {
    u32 a, b; /* in Solver.uses */
    PairLevel level;
    char *replay;   /* CONFIRMED: the command that shows it; owned, ... */
    char *schedule; /* ... its schedule in short form, ... */
    u64 execution;  /* ... and the number of the execution that first did */
} Pair;

typedef struct Pairs {
    Solver *solver;
    u32 digests;        /* bits of those that are asked */
    VEC(Pair) open;     /* one for each two places of the source and variable, in source order */
    u64 executions;     /* that open pairs were tried out with; 0 = they were not */
    char *left_out;     /* what kept these from being all; NULL = nothing. Owned */
    u64 all_executions; /* there are no more than these; 0 = not known */
    u64 *is_open;       /* bits (bits.h), by use: it is in some pair that no digest proves */
    u64 proven;         /* pairs that a digest proves */
    u64 by[32];         /* of them, by digest: the first that does */
    u64 *unproven;      /* bits: alternatives of the model that have an open pair, or may have */
    u64 compared;       /* pairs that were looked at one by one; */
    u64 work;           /* and groups of them */
} Pairs;

/* All conflicting pairs of the solved program, judged by the digests whose bits are set; the solver
 * must outlive them. Freed with pairs_free. NULL: they are too many, and the model has given up,
 * or did so before: there is no solver. */
Pairs *pairs_new(Solver *solver, u32 digests);
/* Frees them; NULL is ignored. */
void pairs_free(Pairs *pairs);
/* How many open pairs have that level. */
u32 pairs_count(const Pairs *pairs, PairLevel level);
/* Whether the two access memory that may be the same, and one writes. */
bool pairs_conflict(const Solver *solver, const Use *a, const Use *b);
/* Why they are ordered (Digest.says), or NULL. */
const char *pairs_proof(const Pairs *pairs, const Use *a, const Use *b);

/* Where the program makes an access: in the library, where it calls the library. */
Span use_span(const Solver *solver, const Use *use);
/* The function of the program that makes it. */
const char *use_function(const Solver *solver, const Use *use);
/* Adds what the source calls the variable of a pair. */
void pair_variable(const Solver *solver, const Use *a, const Use *b, Buf *out);

#endif
