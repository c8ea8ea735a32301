/* The file of --checkpoint: how far a search is, with all that it has found, so that it can go on
 * after an interrupt, a crash or a reboot. It is replaced as a whole, so there is always a complete
 * one; what was done since is done again. */
#ifndef CLI_CHECK_FILE_H
#define CLI_CHECK_FILE_H

#include "cli/options.h"
#include "explore/check/check.h"

typedef struct CheckFile {
    const char *path; /* NULL: none is asked for */
    u64 identity;     /* of the program and the flags that decide what is searched */
    u64 next_ms;      /* when the next one is due */
    bool failing;     /* the last one could not be written, which has been reported */
    Buf text;
} CheckFile;

/* By the flags; with --resume the check goes on from the file, if there is one. False: it cannot,
 * which has been reported. */
bool check_file_begin(CheckFile *file, Check *check, const Options *options);
/* Writes the file if it is time to. A disk that is full for a while is no reason to end: the next
 * one will have all. */
void check_file_due(CheckFile *file, Check *check);
/* Writes it once more: the search ends, or is interrupted. False: it could not be written. */
bool check_file_end(CheckFile *file, Check *check);
void check_file_free(CheckFile *file);

/* Of the program and the flags: what a file of the check must say. */
u64 check_file_identity(const Check *check);
/* What such a file holds now, instead of what *text holds. */
void check_file_compose(Check *check, u64 identity, Buf *text);
/* The check, which has counted nothing, is where the one was that wrote the text. NULL, or what is
 * wrong with it. */
const char *check_file_load(Check *check, u64 identity, const Buf *text);

#endif
