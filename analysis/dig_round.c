/* Rounds: the object is one of many that a function or the body of a loop makes each time it runs,
 * and is reached by nothing but that run and the goroutines it starts. Accesses to one such object
 * are made in one round, and another digest orders them there (round.h). */
#include "analysis/digest.h"
#include "analysis/round.h"

const Digest digest_round = {.name = "round",
                             .says =
                                 "in the round that made the object, synchronisation orders them",
                             .ordered = rounds_ordered};
