/* Changes to files, undone when the execution that made them is over: so that each of many
 * executions begins with the same files, and a search leaves them as they were. Only while
 * VMConfig.private_files; else none of these does anything. */
#ifndef VM_UNDO_H
#define VM_UNDO_H

#include "vm/vm.h"

/* Call before processes are forked that search together. */
void undo_prepare(void);
/* Call before any use of a file: other processes that were forked since undo_prepare wait with
 * theirs until this execution is over, so that none sees what another changes. */
void undo_enter(VM *vm);
/* Call before what is at the path is created, changed or removed: it is noted as it is. `follow`:
 * of a symbolic link, what it leads to. */
void undo_note(VM *vm, const char *path, bool follow);
/* Call after `from` has been renamed to `to`, and undo_note(vm, to, false) before. */
void undo_renamed(VM *vm, const char *from, const char *to);
/* Makes everything as it was noted, and forgets it; lets other processes go on. */
void undo_files(VM *vm);

#endif
