/* What the natives mean to an analysis: the one place where it looks at the table of effects. */
#ifndef ANALYSIS_EFFECT_OF_H
#define ANALYSIS_EFFECT_OF_H

#include "code/program.h"

typedef enum EffectKind {
    EFFECT_UNKNOWN, /* may do anything with what its arguments reach */
    EFFECT_NONE,
} EffectKind;

/* Of the native with this index in Program.natives. */
EffectKind effect_of(const Program *program, u32 native);

#endif
