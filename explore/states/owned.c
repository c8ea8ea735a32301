/* The states that belong to a process, by their hashes: open addressing. */
#include "explore/states/share.h"

static OwnedState *find(const Owned *owned, StateHash hash)
{
    u64 at = hash.a & owned->mask;
    while (owned->slots[at].id &&
           (owned->slots[at].hash.a != hash.a || owned->slots[at].hash.b != hash.b))
        at = (at + 1) & owned->mask;
    return &owned->slots[at];
}

static void grow(Owned *owned)
{
    Owned old = *owned;
    u64 size = old.slots ? 2 * (old.mask + 1) : 1024;
    owned->slots = xcalloc(size, sizeof *owned->slots);
    owned->mask = size - 1;
    for (u64 i = 0; old.slots && i <= old.mask; i++)
        if (old.slots[i].id)
            *find(owned, old.slots[i].hash) = old.slots[i];
    free(old.slots);
}

OwnedState *owned_put(Owned *owned, StateHash hash, u32 level)
{
    if (!owned->slots || owned->count * 4 >= (owned->mask + 1) * 3)
        grow(owned);
    OwnedState *state = find(owned, hash);
    if (!state->id) {
        *state = (OwnedState){hash, 0, level};
        owned->count++;
    }
    return state;
}

u64 owned_memory(const Owned *owned)
{
    return owned->slots ? (owned->mask + 1) * sizeof *owned->slots : 0;
}

void owned_free(Owned *owned)
{
    free(owned->slots);
    *owned = (Owned){0};
}
