/* FNV-1a, one byte at a time: for short texts, and where a hash is stored and must be the same on
 * every machine. Large blocks are hashed with xxhash. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/common.h"

#define HASH_START 0xcbf29ce484222325ull

/* Continues `hash` (HASH_START at the beginning) with len bytes of data. */
static inline u64 hash_bytes(u64 hash, const void *data, size_t len)
{
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ ((const u8 *)data)[i]) * 0x100000001b3ull;
    return hash;
}

#endif
