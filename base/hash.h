/* FNV-1a, a byte at a time: for short texts, and where a hash is written down and must stay what it
 * is on every machine. Large blocks are hashed with xxhash. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/common.h"

#define HASH_START 0xcbf29ce484222325ull

/* The hash of what was hashed before (at first HASH_START), then these bytes. */
static inline u64 hash_bytes(u64 hash, const void *data, size_t len)
{
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ ((const u8 *)data)[i]) * 0x100000001b3ull;
    return hash;
}

#endif
