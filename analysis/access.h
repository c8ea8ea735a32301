/* Which memory an instruction reads and writes, by value numbers; the accesses are those for which
 * the opcode table names an event. */
#ifndef ANALYSIS_ACCESS_H
#define ANALYSIS_ACCESS_H

#include "analysis/flow.h"
#include "analysis/points.h"

typedef enum AccessHow {
    ACCESS_AT,    /* size bytes, off bytes after base */
    ACCESS_ELEM,  /* one of the elements of this size that follow base, which one is not known */
    ACCESS_WHOLE, /* something of the object */
} AccessHow;

typedef struct Access {
    AccessHow how;
    bool write;
    Val base;
    i64 off;
    u64 size;
} Access;

enum { MOST_ACCESSES = 3 };

/* The accesses of the instruction at pc, before which the registers hold regs. */
u32 access_list(const Flow *flow, u32 pc, const Val *regs, Access out[MOST_ACCESSES]);
/* Where an access through a pointer p goes. */
Ptr access_place(const Model *model, const Access *access, Ptr p);
/* Whether accesses of these sizes to two places of one object may overlap. */
bool access_overlap(const Object *object, Ptr a, u64 a_size, Ptr b, u64 b_size);

#endif
