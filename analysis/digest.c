/* The table of digests; digests chosen by name. */
#include "analysis/digest.h"

const Digest *const digests[] = {&digest_thread, &digest_past,  &digest_joined,  &digest_lock,
                                 &digest_latch,  &digest_fresh, &digest_element, &digest_flag,
                                 &digest_owner,  &digest_round, &digest_serial,  &digest_region};
const u32 digest_count = COUNT_OF(digests);

static bool find(const char *name, size_t len, u32 *bits)
{
    for (u32 i = 0; i < digest_count; i++)
        if (strlen(digests[i]->name) == len && !memcmp(digests[i]->name, name, len)) {
            *bits |= 1u << i;
            return true;
        }
    return false;
}

bool digest_parse(const char *list, u32 *bits, const char **wrong)
{
    *bits = 0;
    while (*list) {
        size_t len = strcspn(list, ",");
        *wrong = list;
        if (len && !find(list, len, bits))
            return false;
        list += len + (list[len] == ',');
    }
    return true;
}
