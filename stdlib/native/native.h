/* For the files that implement natives (stdlib/nat_*.c): slots to C values and back.
 *
 * A native finds its arguments in args[0..] as slots (code/op.def says how values lie in slots) and
 * writes its results over them, so all arguments must be read before the first result is written.
 * It never calls back into bytecode: what takes a function or calls methods is written in .gol. */
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

/* Appends to a []byte in slots[0..3] that only the library can see: no events are sent, and what is
 * allocated has no name. */
void native_append(VM *vm, u64 *slice, const char *text, u64 len);
/* Notes an access to the bytes of a []byte argument; nothing while nobody looks. */
void native_track_bytes(VM *vm, G *g, const void *addr, u64 len, bool write);

/* panic(text) of the language; returns NATIVE_PANIC. */
NativeStatus native_panic(VM *vm, G *g, const char *text);
/* Starts the panic of a nil pointer's use, if addr is one. */
bool native_is_nil(VM *vm, G *g, u64 addr);

/* Tables of natives; each ends with {NULL, NULL}. */
extern const NativeDef natives_value[], natives_fmt[], natives_scan[], natives_strconv[],
    natives_strings[], natives_unicode[], natives_math[], natives_bits[], natives_rand[],
    natives_sort[], natives_os[], natives_testing[], natives_time[], natives_sync[],
    natives_atomic[], natives_runtime[], natives_binary[], natives_builder[], natives_cmplx[],
    natives_reflect[], natives_dir[], natives_synctest[], natives_big[], natives_rtype[],
    natives_gol[], natives_signals[];

#endif
