/* Names near to what was typed. */
#include "cli/similar.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 32 };

static u32 least(u32 a, u32 b)
{
    return a < b ? a : b;
}

/* Letters to insert, remove, replace or swap with their neighbour, to make b of a. */
static u32 edit_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    u32 rows[3][LONGEST + 1]; /* of the letters before, the last and this one of a */
    for (u32 j = 0; j <= b_len; j++)
        rows[0][j] = j;
    for (u32 i = 1; i <= a_len; i++) {
        u32 *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        row[0] = i;
        for (u32 j = 1; j <= b_len; j++) {
            row[j] = least(last[j - 1] + (a[i - 1] != b[j - 1]), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return rows[a_len % 3][b_len];
}

void similar_consider(Similar *similar, const char *name)
{
    size_t len = strlen(name);
    if (similar->len == 0 || similar->len > LONGEST || len > LONGEST)
        return;
    u32 distance = edit_distance(similar->typed, similar->len, name, len);
    bool begins = similar->len >= 3 && !strncmp(name, similar->typed, similar->len);
    if (begins) /* it was not typed to its end */
        distance = 1;
    if (distance > (len + 2) / 3 || distance >= len ||
        (similar->best && distance >= similar->distance))
        return;
    similar->best = name;
    similar->distance = distance;
}

/* In the order of their names, so that of several that are as near it is always the same. */
const char *similar_file(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dir = slash ? arena_strndup(arena, path, (size_t)(name - path)) : "";
    struct dirent **entries;
    Similar similar = {.typed = name, .len = strlen(name)};
    int count = scandir(*dir ? dir : ".", &entries, NULL, alphasort);
    for (int i = 0; i < count; i++)
        if (entries[i]->d_name[0] != '.')
            similar_consider(&similar, entries[i]->d_name);
    const char *best = similar.best ? arena_printf(arena, "%s%s", dir, similar.best) : NULL;
    for (int i = 0; i < count; i++)
        free(entries[i]);
    if (count >= 0)
        free(entries);
    return best;
}
