/* The one door for what gol writes: files that a command was asked for, and its standard streams.
 * Whatever could not be written is reported once, with the reason, and the exit status says so; a
 * file that the command reads is never overwritten. */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include <stdio.h>

#include "base/common.h"

/* What messages call it. */
#define STANDARD_OUTPUT "standard output"

/* A file or stream that is being written. */
typedef struct OutputFile {
    FILE *file; /* to write to; not to be closed */
    char *path; /* for messages */
    int fd;
    int error;                /* errno of the first write that failed, or 0 */
    char *part;               /* what the file is called until it is complete, or NULL */
    struct OutputFile *older; /* of those with a part that are open */
} OutputFile;

/* Called first of all, with the name of the command for messages (NULL: none): descriptors 0, 1 and
 * 2 that are closed are opened on /dev/null, so that no file that is opened later takes their place
 * and gets what is meant for them. `command` is borrowed. */
void output_begin(const char *command);
/* Called last, with the exit status of the command. Flushes the standard streams. Returns the
 * status, or 1 instead of 0 if anything could not be written; that has been reported. */
int output_end(int status);

/* Opens the file for writing, emptied; what is written is there at once. For what is of use without
 * its end. NULL: it cannot be written, which has been reported, and errno says why. It is never a
 * file that was read (output_not). */
OutputFile *output_open(const char *path);
/* The same, but until it is closed the file has another name, PATH.part, so that whatever ends the
 * process leaves no half of it; a signal removes that, too. A link or a device is written as it is,
 * and so is a file in a directory that no other can be made in. */
OutputFile *output_open_whole(const char *path);
/* The same, but it may be a file that was read. */
OutputFile *output_replace(const char *path);
/* As output_open_whole, and the file begins with what it held. */
OutputFile *output_append(const char *path);
/* The same of a descriptor, which becomes the output's; `name` is for messages. */
OutputFile *output_stream(int fd, const char *name);
/* Closes and frees it. False: not all of it is written, which has been reported; errno says why. */
bool output_close(OutputFile *output);
/* Whether all of the files could be opened at this time; false: which cannot has been reported.
 * Creates nothing. */
bool outputs_possible(const char *const *paths, u32 count);

/* True: what fails from now on is a file that was asked for at a prompt, which says so itself, as
 * the next one may succeed: it is not reported here, and the exit status does not say so. */
void output_at_prompt(bool asked);

/* Reports that `name` could not be written, errno being `error`, or 0 if it is not known. */
void output_failed(const char *name, int error);
/* Part of the program's own standard output could not be written: output_end reports it. */
void output_lost(int error);
/* The file must not be written by this process: it is an input. */
void output_not(FILE *input);

#endif
