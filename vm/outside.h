/* What a run takes from the process that it runs in, and gives back when it is over, so that the
 * next one in the same process begins as it did: the working directory, the mask of permissions and
 * open files, and what is to be undone of changes to files. */
#ifndef VM_OUTSIDE_H
#define VM_OUTSIDE_H

#include "vm/vm.h"

/* Call before the program changes its working directory: the next run begins in the same one as
 * this. */
void outside_leave_directory(VM *vm);
/* Writes the directory that the run began in to `out`, of `size` bytes; false: it has no name. */
bool outside_start_directory(const VM *vm, char *out, size_t size);
/* Sets the mask of permissions that new files do not get, until the run is over; the one before. */
int outside_umask(VM *vm, int mask);
/* The number of the next temporary file whose name is made of that text: 1, 2, ... in a run, so
 * that none has a name that another had before it was renamed or removed. */
u64 outside_temporary(VM *vm, const char *text, u64 len);
/* The program has opened the file `fd`. */
void outside_opened(VM *vm, int fd);
/* Whether the program has opened that descriptor, and not closed it. */
bool outside_has(const VM *vm, i64 fd);
/* Closes a file that the program has opened: 0; or -1, and errno says why it failed. Another
 * descriptor of this process is none that the program could close. */
int outside_close(VM *vm, int fd);
/* The run is over: gives back all that it has taken. */
void outside_end(VM *vm);

#endif
