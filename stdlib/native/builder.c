/* Natives of strings.Builder, whose layout is { addr *Builder; buf []byte }. */
#include "stdlib/native/conv.h"
#include "stdlib/native/native.h"

enum { ADDR = 0, BUF = 1 };

/* Begins an operation. Every write is one write access to the Builder's buffer; accesses to its
 * bytes are not reported, since only the Builder can reach them. False: a panic was started. */
static bool begin(VM *vm, G *g, u64 *builder)
{
    if (vm_is_nil(vm, g, (u64)builder))
        return false;
    if (vm->tracking)
        track_scalar(vm, g, builder + BUF, true, g->pc - 1);
    if (builder[ADDR] == 0)
        builder[ADDR] = (u64)builder;
    if (builder[ADDR] == (u64)builder)
        return true;
    native_panic(vm, g, "strings: illegal use of non-zero Builder copied by value");
    return false;
}

/* Stores the results (int, error) of a write that cannot fail. */
static void wrote(u64 *args, u64 n)
{
    args[0] = n;
    args[1] = args[2] = 0;
}

NATIVE(write_string)
{
    u64 *builder = (u64 *)args[0];
    if (!begin(vm, g, builder))
        return NATIVE_PANIC;
    Str text = slot_str(args + 1);
    native_append(vm, builder + BUF, text.ptr, text.len);
    wrote(args, text.len);
    return NATIVE_DONE;
}

/* func (b *Builder) Write(p []byte) (int, error) */
NATIVE(write_bytes)
{
    native_track_bytes(vm, g, (const void *)args[1], args[2], false);
    return write_string(vm, g, args);
}

NATIVE(write_byte)
{
    u64 *builder = (u64 *)args[0];
    if (!begin(vm, g, builder))
        return NATIVE_PANIC;
    char byte = (char)args[1];
    native_append(vm, builder + BUF, &byte, 1);
    args[0] = args[1] = 0;
    return NATIVE_DONE;
}

NATIVE(write_rune)
{
    u64 *builder = (u64 *)args[0];
    if (!begin(vm, g, builder))
        return NATIVE_PANIC;
    char bytes[4];
    u32 n = utf8_encode(bytes, (i32)args[1]);
    native_append(vm, builder + BUF, bytes, n);
    wrote(args, n);
    return NATIVE_DONE;
}

/* func (b *Builder) Grow(n int) */
NATIVE(grow)
{
    u64 *builder = (u64 *)args[0], *buf = builder + BUF;
    i64 n = (i64)args[1];
    if (!begin(vm, g, builder))
        return NATIVE_PANIC;
    if (n < 0)
        return native_panic(vm, g, "strings.Builder.Grow: negative count");
    if (buf[2] - buf[1] < (u64)n) {
        u64 cap = 2 * buf[2] + (u64)n;
        char *grown = heap_raw(vm, cap, false);
        if (buf[1] > 0)
            memcpy(grown, (const void *)buf[0], buf[1]);
        buf[0] = (u64)grown;
        buf[2] = cap;
    }
    return NATIVE_DONE;
}

const NativeDef natives_builder[] = {
    ROW("strings.(*Builder).Grow", grow, WRITE, .fills = true),
    ROW("strings.(*Builder).Write", write_bytes, WRITE, .fills = true),
    ROW("strings.(*Builder).WriteByte", write_byte, WRITE, .fills = true),
    ROW("strings.(*Builder).WriteRune", write_rune, WRITE, .fills = true),
    ROW("strings.(*Builder).WriteString", write_string, WRITE, .fills = true),
    ROW_END,
};
