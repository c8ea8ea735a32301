/* Installations of Go, whose library has all its sources and comments. */
#include "cli/installed.h"

#include <limits.h>
#include <stdlib.h>

#include "base/whole_file.h"

const char *installed_package(Arena *arena, const char *goroot, const char *path)
{
    const char *roots[] = {goroot, getenv("GOROOT"), "/usr/local/go", "/usr/lib/go"};
    for (u32 i = 0; i < COUNT_OF(roots); i++) {
        char absolute[PATH_MAX];
        if (!roots[i] || !realpath(roots[i], absolute))
            continue;
        const char *dir = arena_printf(arena, "%s/src%s%s", absolute, *path ? "/" : "", path);
        if (is_directory(dir))
            return dir;
    }
    return NULL;
}
