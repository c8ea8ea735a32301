/* Memory of the program that shows what is in a file (syscall.Mmap with MAP_SHARED): a copy, which
 * what the program writes to the file changes, too. What other processes write is not seen. The
 * package keeps the memory until it is unmapped; the run's end forgets all. */
#ifndef VM_FILE_MAP_H
#define VM_FILE_MAP_H

#include <sys/stat.h>

#include "vm/vm.h"

/* The `len` bytes show the file `st` from the offset on. */
void file_map_add(VM *vm, const struct stat *st, i64 offset, u8 *bytes, u64 len);
/* The memory that ends with that byte shows no file any more. */
void file_map_remove(VM *vm, const u8 *last);
/* The program has written the `len` bytes to the file at that offset; -1: before its position. */
void file_map_wrote(VM *vm, int fd, i64 offset, const void *bytes, u64 len);
/* The program may have cut the file of that name, as seen from the directory `at` (AT_FDCWD: the
 * present one); "": that of the descriptor `at`. */
void file_map_cut(VM *vm, int at, const char *name);

#endif
