/* Interned names: equal texts have equal pointers, so that names are compared as pointers. */
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

/* The unique Sym for this text: len bytes, or up to the NUL. Owned by the interner. */
const Sym *intern(Interner *in, const char *text, size_t len);
const Sym *intern_str(Interner *in, const char *text);
/* Frees the interner and all its names. */
void intern_free(Interner *in);

#endif
