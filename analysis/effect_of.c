#include "analysis/effect_of.h"

EffectKind effect_of(const Program *program, u32 native)
{
    (void)program;
    (void)native;
    return EFFECT_UNKNOWN;
}
