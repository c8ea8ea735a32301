/* Memory for machine code: written or executed, never both at a time. */
#ifndef JIT_AREA_H
#define JIT_AREA_H

#include "base/common.h"

typedef struct Area {
    u8 *base;
    u64 used;
    bool broken; /* there is none, or the system does not let it be executed */
} Area;

/* Copies machine code there and returns where it is, or NULL: there is no room, or it cannot be
 * executed, nor what is there already. */
const void *area_add(Area *area, const void *code, u64 size);
void area_free(Area *area);

#endif
