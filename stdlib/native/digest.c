/* Natives of crypto/md5, sha1, sha256 and sha512: what Go has in assembly. libmd computes. */
#include <md5.h>
#include <sha1.h>
#include <sha2.h>

#include "base/limits.h"
#include "stdlib/native/native.h"

/* What one block does to the state of a digest. */
typedef void Transform(void *state, const u8 *block);

/* Where the arguments of the functions below are. */
enum { AT_STATE = 0, AT_BLOCKS = 1, AT_LEN = 2 };

/* func blocks(state *[..]uint32 or uint64, p []byte): the whole blocks of p. */
static NativeStatus digest(VM *vm, G *g, const u64 *args, u32 words, u32 word_bytes,
                           u32 block_bytes, Transform *transform)
{
    void *state = (void *)args[AT_STATE];
    const u8 *block = (const u8 *)args[AT_BLOCKS];
    u64 count = args[AT_LEN] / block_bytes;
    native_track_bytes(vm, g, block, count * block_bytes, false);
    native_track(vm, g, state, words, word_bytes, true);
    for (u64 i = 0; i < count; i++) {
        if (i % 1024 == 0)
            limits_poll();
        transform(state, block + i * block_bytes);
    }
    return NATIVE_DONE;
}

static void md5_transform(void *state, const u8 *block)
{
    MD5Transform(state, block);
}

static void sha1_transform(void *state, const u8 *block)
{
    SHA1Transform(state, block);
}

static void sha256_transform(void *state, const u8 *block)
{
    SHA256Transform(state, block);
}

static void sha512_transform(void *state, const u8 *block)
{
    SHA512Transform(state, block);
}

NATIVE(md5_blocks)
{
    return digest(vm, g, args, 4, 4, MD5_BLOCK_LENGTH, md5_transform);
}

NATIVE(sha1_blocks)
{
    return digest(vm, g, args, 5, 4, SHA1_BLOCK_LENGTH, sha1_transform);
}

NATIVE(sha256_blocks)
{
    return digest(vm, g, args, 8, 4, SHA256_BLOCK_LENGTH, sha256_transform);
}

NATIVE(sha512_blocks)
{
    return digest(vm, g, args, 8, 8, SHA512_BLOCK_LENGTH, sha512_transform);
}

const NativeDef natives_digest[] = {
    ROW("crypto/md5.blocks", md5_blocks, WRITE),
    ROW("crypto/sha1.blocks", sha1_blocks, WRITE),
    ROW("crypto/sha256.blocks", sha256_blocks, WRITE),
    ROW("crypto/sha512.blocks", sha512_blocks, WRITE),
    ROW_END,
};
