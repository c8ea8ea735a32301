/* The names of effects. */
#include "code/effect.h"

const char *effect_name(Effect effect)
{
    static const char *const names[] = {
#define EFFECT(name, on, change, text) #name,
#include "code/effect.def"
#undef EFFECT
    };
    return names[effect];
}
