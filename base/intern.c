/* The table of interned names: open addressing with linear probing, at most half full. */
#include "base/intern.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* The slot that holds the text, or the free slot where it belongs. */
static const Sym **find_slot(const Interner *in, const char *text, size_t len, u32 hash)
{
    for (u32 i = hash & (in->cap - 1);; i = (i + 1) & (in->cap - 1)) {
        const Sym *sym = in->slots[i];
        if (sym == NULL)
            return &in->slots[i];
        if (sym->hash == hash && sym->len == len && memcmp(sym->text, text, len) == 0)
            return &in->slots[i];
    }
}

static void grow(Interner *in)
{
    Interner bigger = *in;
    bigger.cap = in->cap == 0 ? 256 : in->cap * 2;
    bigger.slots = xcalloc(bigger.cap, sizeof *bigger.slots);
    for (u32 i = 0; i < in->cap; i++) {
        const Sym *sym = in->slots[i];
        if (sym != NULL)
            *find_slot(&bigger, sym->text, sym->len, sym->hash) = sym;
    }
    free(in->slots);
    *in = bigger;
}

const Sym *intern(Interner *in, const char *text, size_t len)
{
    if (len > UINT32_MAX)
        BUG("a name exceeds 4 GB");
    if ((u64)in->count * 2 >= in->cap)
        grow(in);
    if (len == 0)
        text = ""; /* memcmp and memcpy must not get a null pointer */
    u32 hash = (u32)hash_bytes(HASH_START, text, len);
    const Sym **slot = find_slot(in, text, len, hash);
    if (*slot == NULL) {
        Sym *sym = arena_alloc(&in->arena, sizeof *sym + len + 1);
        sym->len = (u32)len;
        sym->hash = hash;
        memcpy(sym->text, text, len);
        *slot = sym;
        in->count++;
    }
    return *slot;
}

const Sym *intern_str(Interner *in, const char *text)
{
    return intern(in, text, strlen(text));
}

void intern_free(Interner *in)
{
    arena_free(&in->arena);
    free(in->slots);
    *in = (Interner){0};
}
