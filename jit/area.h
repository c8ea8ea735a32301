/* Executable memory for machine code. It is writable or executable, never both at once (W^X). */
#ifndef JIT_AREA_H
#define JIT_AREA_H

#include "base/common.h"

typedef struct Area {
    u8 *base;
    u64 used;    /* bytes, from base on; a multiple of the alignment of code */
    bool broken; /* no memory could be mapped, or the system does not allow executing it */
} Area;

/* Copies size bytes of machine code into the area and returns its address, which is valid until
 * area_free. Returns NULL if the area is full, or if memory cannot be made executable; then
 * `broken` is set and code added earlier must not be run either. */
const void *area_add(Area *area, const void *code, u64 size);
/* Whether the code is in the area. */
static inline bool area_has(const Area *area, const void *code)
{
    return (const u8 *)code >= area->base && (const u8 *)code < area->base + area->used;
}
/* Unmaps the area. An area that was never used is fine. */
void area_free(Area *area);

#endif
