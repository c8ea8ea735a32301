/* Predicted races, tried out: the program runs under a schedule that should bring the two accesses
 * together, and only what its detector then reports is believed. */
#ifndef CLI_CONFIRM_H
#define CLI_CONFIRM_H

#include "cli/execute.h"
#include "explore/executor/found.h"
#include "predict/steps.h"

typedef struct Confirmer Confirmer;

/* For predictions from a recording of gol's own, of the program that options->path names with its
 * arguments. NULL: it cannot be run, or the recording is of another; that has been printed. */
Confirmer *confirm_new(const Options *options, const Steps *steps);
/* The same for a program that is loaded, which the recording is of; options have its arguments. */
Confirmer *confirm_loaded(const Options *options, Loaded *loaded, const Steps *steps);
void confirm_free(Confirmer *confirmer);
/* Moves what was confirmed last, a pair or a cycle, to *found. */
void confirm_take(Confirmer *confirmer, Found *found);
/* What an execution shows of a predicted race. */
typedef enum Shown {
    SHOWN_NOT,   /* no execution that was tried reports it */
    SHOWN_LATER, /* one reports it after another race, from which it may follow */
    SHOWN_REAL   /* one reports it first, or makes the two accesses right after one another */
} Shown;

/* Tries to make the pair race. Unless it does not, *replay is the command that shows it. */
Shown confirm_pair(Confirmer *confirmer, u32 first, u32 second, Buf *replay);

/* Tries to make the goroutines of these acquires wait for each other. True: they did, and *replay
 * is the command that shows it. */
bool confirm_cycle(Confirmer *confirmer, const StepList *acquires, Buf *replay);

/* Predicts from the recording of an execution of the loaded program, prints nothing, and tries it
 * out: true if an execution shows a race or deadlock that was predicted, which is moved to *found.
 */
bool predict_search(const Options *options, Loaded *loaded, const char *trace, Found *found);
/* Predicts from the recording of a run of options->path, which ended so, and tries it all out: the
 * exit status of both. */
int predict_recording(const Options *options, const char *trace, Ended *run);

#endif
