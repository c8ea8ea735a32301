/* Strings: immutable bytes without a name of their own; conversions to and from slices. Results go
 * to register slots. */
#ifndef VM_STRING_H
#define VM_STRING_H

#include "vm/mem.h"
#include "vm/vm.h"

/* dst[0..2] <- the n strings at src[0..2n] joined. */
void string_concat(VM *vm, u64 *dst, const u64 *src, u32 n);
/* Whether the strings a[0..2] and b[0..2] are equal. */
static inline bool string_equal(const u64 *a, const u64 *b)
{
    return a[1] == b[1] && mem_equal((const void *)a[0], (const void *)b[0], a[1]);
}
/* Negative, 0 or positive: the order of the strings a[0..2] and b[0..2] by bytes. */
int string_compare(const u64 *a, const u64 *b);
/* Conversions between strings, slices of bytes or runes, and a rune: dst[0..2] or dst[0..3] <- src.
 */
void string_to_bytes(VM *vm, G *g, u64 *dst, const u64 *src);
void string_from_bytes(VM *vm, u64 *dst, const u64 *src);
void string_to_runes(VM *vm, G *g, u64 *dst, const u64 *src);
void string_from_runes(VM *vm, u64 *dst, const u64 *src);
void string_from_rune(VM *vm, u64 *dst, i64 rune);

#endif
