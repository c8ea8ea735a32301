/* The report of gol run --profile. */
#ifndef CLI_PROFILE_H
#define CLI_PROFILE_H

#include "vm/vm.h"

/* Writes what vm counted, by function, by source line and by opcode: all of it to the file, or,
 * if that is "", what matters to stderr. */
void profile_write(VM *vm, const char *file);

#endif
