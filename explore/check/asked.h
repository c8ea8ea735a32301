/* Questions that are asked again: loops that draw numbers (spec/check.md). A goroutine that asks
 * for an answer in the state in which it has asked before, having done nothing since, need not be
 * given all answers once more. */
#ifndef EXPLORE_CHECK_ASKED_H
#define EXPLORE_CHECK_ASKED_H

#include "vm/chooser.h"
#include "vm/vm.h"

typedef struct Asked {
    Map times;    /* how often, by state; of this execution, or step */
    u64 repeated; /* sequences of answers that questions asked again have been given */
    bool bound;   /* in all: answers were left out though the state may have been another one */
} Asked;

/* The running goroutine asks. done: a hash of what it has done so far that others can notice, or
 * that it could notice itself later, besides its registers. True: one answer is enough, *drawn. */
bool asked_again(Asked *asked, VM *vm, const Choice *choice, u64 done, u32 *drawn);
/* Another execution, or step, begins. */
void asked_begin(Asked *asked);
/* Frees what it holds, not itself. */
void asked_free(Asked *asked);

#endif
