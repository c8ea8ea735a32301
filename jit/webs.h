/* The values of a unit's registers, for register allocation. A web is what has one home: the
 * definitions of a register that reach the same uses, and, once joined, those of registers that are
 * copies of each other. */
#ifndef JIT_WEBS_H
#define JIT_WEBS_H

#include "jit/translate.h"

enum { NO_WEB = UINT32_MAX };

/* A place where a web gets its value. */
typedef struct Def {
    u32 site;
    u32 next;   /* the web's next one, in Webs.defs; NO_WEB: the last */
    u32 copied; /* the web that the site's instruction copies to it, or NO_WEB */
    bool entry; /* it is loaded from the frame by an entry at the site, */
    bool load;  /* or after the site, which is a call */
} Def;

typedef struct Web {
    u32 joined;            /* the web that it has become part of, or itself */
    u64 *live;             /* a bit for each site: it is wanted there */
    u64 *busy;             /* the same, and also where what it is written from must be elsewhere */
    u32 first, last;       /* in Webs.defs */
    u64 ints, floats, all; /* number of uses by class, weighted by loop depth */
    bool memory;
} Web;

typedef struct Webs {
    Unit *unit;
    VEC(Web) of;
    VEC(Def) defs;
} Webs;

/* Finds the webs of the unit and puts their numbers into unit->values; joins copies. */
void webs_init(Webs *webs, Unit *unit);
void webs_free(Webs *webs);
/* The web that this one is part of. */
u32 webs_find(const Webs *webs, u32 web);
/* Whether all of a web's values are the same constant, which an instruction can contain. */
bool webs_constant(const Webs *webs, const Web *web, i32 *value);

#endif
