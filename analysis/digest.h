/* Digests: facts about the histories that end in an access, each with a predicate that is true only
 * if no execution has these two accesses unordered (spec/vet.md has the argument for each). One
 * `true` proves a pair. A digest is added by a file dig_NAME.c and a row in digest.c. */
#ifndef ANALYSIS_DIGEST_H
#define ANALYSIS_DIGEST_H

#include "analysis/solve.h"

/* Whether a digest holds in the model of a round, too (round.h). */
typedef enum InRounds {
    NOT_IN_ROUNDS,
    IN_ROUNDS_OWN, /* for accesses to what the round makes */
    IN_ROUNDS,     /* for all accesses */
} InRounds;

typedef struct Digest {
    const char *name;
    const char *says; /* why such a pair is no race: "the same goroutine makes both" */
    bool (*ordered)(const Solver *solver, const Use *a, const Use *b);
    /* Holds only as long as no pointer is passed on by a race. */
    bool needs_race_free;
    /* Asks only which goroutine ids make the accesses, and for their histories. */
    bool by_history;
    InRounds in_rounds;
    /* Adds why it does not prove the pair, one clause; NULL: nothing to say. */
    void (*explain)(const Solver *solver, const Use *a, const Use *b, Buf *out);
} Digest;

extern const Digest digest_thread, digest_past, digest_fresh, digest_lock, digest_joined,
    digest_element, digest_flag, digest_owner, digest_round, digest_serial, digest_latch,
    digest_region;

extern const Digest *const digests[];
extern const u32 digest_count;

/* Whether a comes before b by what digest past, or joined, asks for. */
bool past_precedes(const Solver *solver, const Use *a, const Use *b);
bool joined_precedes(const Solver *solver, const Use *a, const Use *b);

/* The place in the object of a use that is `off` bytes after where the base of its address points,
 * if that is one place within the same element. */
bool use_place_beside(const Solver *solver, const Use *use, i64 off, Ptr *out);

/* Bits of the digests named in a list such as "tid,past"; false and the first wrong name in *wrong
 * (within the list, up to a comma) if there is one that is not known. */
bool digest_parse(const char *list, u32 *bits, const char **wrong);

#endif
