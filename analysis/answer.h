/* What gol vet prints. */
#ifndef ANALYSIS_ANSWER_H
#define ANALYSIS_ANSWER_H

#include <stdio.h>

#include "analysis/pairs.h"

/* An open pair with both accesses and, by digest, why it is open. */
void answer_pair(const Pairs *pairs, const Pair *pair, bool color, FILE *out);
/* The same as one JSON object on a line, {"type":"warning",...}. */
void answer_pair_json(const Pairs *pairs, const Pair *pair, FILE *out);
/* "may race on x". */
void answer_headline(const Pairs *pairs, const Pair *pair, Buf *out);
/* "write by main, in main.main". */
void answer_use(const Pairs *pairs, const Use *use, Buf *out);
/* Where the goroutine that makes it is started; {0, 0}: main, or not known. */
Span answer_started(const Pairs *pairs, const Use *use);
/* What is known at each access of a source line, and of each pair that it is in. False: the line
 * has no access to memory that goroutines can share. */
bool answer_explain(const Pairs *pairs, const char *file, u32 line, FILE *out);

#endif
