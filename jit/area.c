/* Executable memory: one mapping, filled from the bottom and never compacted. Its protection is
 * switched around each write. */
#include "jit/area.h"

#include <string.h>
#include <sys/mman.h>

#include "jit/asm.h"

enum { AREA_SIZE = 8 << 20, AREA_ALIGN = 64 };

static bool prepare(Area *area)
{
    if (area->base || area->broken)
        return area->base != NULL;
    void *base = MAP_FAILED;
    if (ASM_KNOWN)
        base = mmap(NULL, AREA_SIZE, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    area->base = base == MAP_FAILED ? NULL : base;
    area->broken = !area->base;
    return area->base != NULL;
}

const void *area_add(Area *area, const void *code, u64 size)
{
    if (!prepare(area) || size > AREA_SIZE - area->used)
        return NULL;
    CHECK(size > 0 && area->used % AREA_ALIGN == 0 && area->used <= AREA_SIZE);
    u8 *place = area->base + area->used;
    area->broken = mprotect(area->base, AREA_SIZE, PROT_READ | PROT_WRITE) != 0;
    if (area->broken)
        return NULL;
    memcpy(place, code, size);
    __builtin___clear_cache((char *)place, (char *)place + size);
    area->used += (size + AREA_ALIGN - 1) / AREA_ALIGN * AREA_ALIGN;
    CHECK(area->used <= AREA_SIZE);
    area->broken = mprotect(area->base, AREA_SIZE, PROT_READ | PROT_EXEC) != 0;
    return area->broken ? NULL : place;
}

void area_free(Area *area)
{
    if (area->base)
        munmap(area->base, AREA_SIZE);
}
