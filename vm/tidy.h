/* What of a goroutine's stack still matters: registers that may be read again (code/live.h). */
#ifndef VM_TIDY_H
#define VM_TIDY_H

#include "code/live.h"
#include "vm/vm.h"

/* Zero-initialised but for vm. */
typedef struct Tidier {
    VM *vm;
    Live **live; /* by function number, as far as they have been needed */
    u32 functions;
} Tidier;

/* Where a goroutine stands. */
typedef struct Standing {
    const Func *fn;
    const Word *pc; /* the instruction that it goes on with */
    u64 *end;       /* behind the last register that matters */
} Standing;

void tidier_free(Tidier *tidier);
/* Zeroes the registers that nobody reads again, and the stack above. False: it is about to end, or
 * to end the program, and stands nowhere. */
bool tidy_stack(Tidier *tidier, G *g, Standing *at);

#endif
