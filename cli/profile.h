/* The report of gol run --profile, and its counts for other reports. */
#ifndef CLI_PROFILE_H
#define CLI_PROFILE_H

#include "vm/profile.h"

/* Writes what vm counted, by function, by source line and by opcode: all of it to the file, or,
 * if that is "", what matters to stderr. */
void profile_write(VM *vm, const char *file);

/* Called with a line of a function, and what was counted there; of code that gol made itself the
 * place has no file. */
typedef void VisitLine(void *ctx, const Func *fn, const Place *place, const Counted *counted);
/* Calls visit(ctx, ...) for each line that vm has counted in. */
void profile_each_line(const VM *vm, VisitLine *visit, void *ctx);

#endif
