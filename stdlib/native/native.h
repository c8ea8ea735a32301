/* For files that implement natives (in stdlib/native): conversion between slots and C values.
 *
 * A native finds its arguments in args[0..] as slots (code/op.def describes them) and overwrites
 * them with its results, so it must read all arguments before it writes the first result. It never
 * calls bytecode: functions that take a function or call methods are written in .gol. */
#ifndef STDLIB_NATIVE_NATIVE_H
#define STDLIB_NATIVE_NATIVE_H

#include <string.h>

#include "base/buf.h"
#include "vm/heap.h"
#include "vm/mem.h"
#include "vm/track.h"
#include "vm/value.h"
#include "vm/vm.h"

/* Every native has this signature; unused parameters are normal. */
#define NATIVE(name) \
    static NativeStatus name(VM *vm __attribute__((unused)), G *g __attribute__((unused)), \
                             u64 *args __attribute__((unused)))

/* A string argument, which takes two slots. */
typedef struct Str {
    const char *ptr;
    u64 len;
} Str;

/* The string in two slots. Its bytes are not NUL-terminated. */
static inline Str slot_str(const u64 *slots)
{
    return (Str){(const char *)slots[0], slots[1]};
}

/* Writes a Buf's text as a string to dst[0..2] and frees the Buf. */
static inline void buf_to_string(VM *vm, u64 *dst, Buf *buf)
{
    string_make(vm, dst, buf_str(buf), buf->len);
    buf_free(buf);
}

/* Appends to a []byte in slots[0..3] that only the library can reach: no events are reported, and
 * the new memory has no name. */
void native_append(VM *vm, u64 *slice, const char *text, u64 len);
/* Reports an access to the bytes of a []byte argument, if accesses are observed. */
void native_track_bytes(VM *vm, G *g, const void *addr, u64 len, bool write);
/* The same for `count` numbers of `size` bytes, 1, 4 or 8. */
void native_track(VM *vm, G *g, const void *addr, u64 count, u32 size, bool write);

/* panic(text) of the language; returns NATIVE_PANIC. */
NativeStatus native_panic(VM *vm, G *g, const char *text);

/* IsPrint and IsGraphic, of unicode and of strconv. */
NativeStatus native_is_print(VM *vm, G *g, u64 *args);
NativeStatus native_is_graphic(VM *vm, G *g, u64 *args);

/* A row of a table of natives: the full name in the language, the function, and what a call means
 * to other goroutines (code/effect.def). Further members of NativeDef may follow (.now = ...). */
#define ROW(title, function, effect_name, ...) \
    { \
        .name = title, .fn = function, .effect = EFFECT_##effect_name, ##__VA_ARGS__ \
    }
#define ROW_END \
    { \
        .name = NULL \
    }

/* Tables of natives; each ends with ROW_END. */
extern const NativeDef natives_value[], natives_fmt[], natives_strconv[], natives_strings[],
    natives_unicode[], natives_math[], natives_bits[], natives_rand[], natives_sort[], natives_os[],
    natives_testing[], natives_time[], natives_sync[], natives_atomic[], natives_runtime[],
    natives_builder[], natives_reflect[], natives_dir[], natives_synctest[], natives_big[],
    natives_digest[], natives_rtype[], natives_gol[], natives_signals[], natives_net[],
    natives_command[], natives_field[];

#endif
