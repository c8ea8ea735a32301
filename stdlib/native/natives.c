/* Look-up of natives by name. */
#include "stdlib/native/natives.h"

#include "stdlib/native/native.h"

/* The table of each package. Names in the tables are full names, too, so that searching for a
 * function's name in Go finds its implementation. */
static const struct {
    const char *package;
    const NativeDef *defs;
} tables[] = {
    {"bytes", natives_strings},
    {"crypto/internal/edwards25519/field", natives_field},
    {"crypto/internal/nistec/fiat", natives_field},
    {"crypto/md5", natives_digest},
    {"crypto/sha1", natives_digest},
    {"crypto/sha256", natives_digest},
    {"crypto/sha512", natives_digest},
    {"fmt", natives_fmt},
    {"gol", natives_gol},
    {"hash/crc32", natives_strings},
    {"internal/environ", natives_os},
    {"internal/hosts", natives_net},
    {"internal/signals", natives_signals},
    {"internal/value", natives_value},
    {"internal/value", natives_reflect},
    {"internal/value", natives_rtype},
    {"math", natives_math},
    {"math/big", natives_big},
    {"math/bits", natives_bits},
    {"math/rand", natives_rand},
    {"math/rand", natives_time},
    {"math/rand/v2", natives_rand},
    {"net", natives_net},
    {"os", natives_os},
    {"os", natives_dir},
    {"os", natives_command},
    {"reflect", natives_reflect},
    {"runtime", natives_runtime},
    {"runtime/debug", natives_runtime},
    {"runtime/pprof", natives_runtime},
    {"sort", natives_sort},
    {"strconv", natives_strconv},
    {"strings", natives_strings},
    {"strings", natives_builder},
    {"sync", natives_sync},
    {"sync/atomic", natives_atomic},
    {"syscall", natives_dir},
    {"syscall", natives_os},
    {"syscall", natives_time},
    {"syscall", natives_command},
    {"syscall", natives_signals},
    {"testing", natives_testing},
    {"testing/synctest", natives_synctest},
    {"time", natives_time},
    {"unicode", natives_unicode},
};

/* Length of the package path that begins a full name: up to the first dot of its last element. */
static size_t package_len(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *dot = strchr(slash == NULL ? name : slash, '.');
    return dot == NULL ? 0 : (size_t)(dot - name);
}

const NativeDef *stdlib_find_native(const char *name)
{
    size_t len = package_len(name);
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        if (strlen(tables[i].package) != len || memcmp(tables[i].package, name, len) != 0)
            continue;
        for (const NativeDef *def = tables[i].defs; def->name != NULL; def++) {
            if (strcmp(def->name, name) == 0)
                return def;
        }
    }
    return NULL;
}

void native_append(VM *vm, u64 *slice, const char *text, u64 len)
{
    u64 old = slice[1], cap = slice[2];
    if (old + len > cap) {
        cap = cap * 2 < old + len ? old + len : cap * 2;
        cap = cap < 64 ? 64 : cap;
        char *grown = heap_raw(vm, cap, false);
        if (old > 0)
            memcpy(grown, (void *)slice[0], old);
        slice[0] = (u64)grown;
        slice[2] = cap;
    }
    if (len > 0)
        memcpy((char *)slice[0] + old, text, len);
    slice[1] = old + len;
}

void native_track_bytes(VM *vm, G *g, const void *addr, u64 len, bool write)
{
    native_track(vm, g, addr, len, 1, write);
}

void native_track(VM *vm, G *g, const void *addr, u64 count, u32 size, bool write)
{
    if (!vm->tracking || count == 0)
        return;
    static RLeaf whole = {0, 1, 0};
    static RType of_bytes = {
        .kind = RK_UINT8, .size = 1, .leaves = &whole, .nleaves = 1, .leaves_done = true};
    static RType of_halves = {
        .kind = RK_UINT32, .size = 4, .leaves = &whole, .nleaves = 1, .leaves_done = true};
    static RType of_words = {
        .kind = RK_UINT64, .size = 8, .leaves = &whole, .nleaves = 1, .leaves_done = true};
    CHECK(size == 1 || size == 4 || size == 8);
    RType *type = size == 1 ? &of_bytes : size == 4 ? &of_halves : &of_words;
    track_range(vm, g, addr, type, count, write, g->pc - 1);
}

NativeStatus native_panic(VM *vm, G *g, const char *text)
{
    u64 string[2], iface[2];
    string_make(vm, string, text, strlen(text));
    iface_make(vm, iface, string, vm->program->known.string_type);
    vm_panic(vm, g, (RType *)iface[0], iface[1]);
    return NATIVE_PANIC;
}
