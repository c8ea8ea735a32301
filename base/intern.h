/* Interned names: equal text <=> equal pointer. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/arena.h"
#include "base/common.h"

typedef struct Sym {
    u32 len, hash;
    char text[]; /* NUL-terminated */
} Sym;

typedef struct Interner {
    Arena arena;
    const Sym **slots; /* open addressing, power of two */
    u32 count, cap;
} Interner;

const Sym *intern(Interner *in, const char *text, size_t len);
const Sym *intern_str(Interner *in, const char *text);
void intern_free(Interner *in);

#endif
