/* What gol vet prints. */
#ifndef ANALYSIS_ANSWER_H
#define ANALYSIS_ANSWER_H

#include <stdio.h>

#include "analysis/pairs.h"

/* Each open pair with both accesses and, by digest, why it is open. */
void answer_text(const Pairs *pairs, bool color, FILE *out);
/* The same, one JSON object a line, {"type":"warning",...}. */
void answer_json(const Pairs *pairs, FILE *out);
/* What is known at each access of a source line, and of each pair that it is in. False: the line
 * has no access to memory that goroutines can share. */
bool answer_explain(const Pairs *pairs, const char *file, u32 line, FILE *out);

#endif
