/* Build constraints, such as //go:build linux && (amd64 || !race): decides which files belong to a
 * package, and their language version. */
#include <limits.h>

#include "base/constraint.h"
#include "parser/check/decl.h"

static const char *const TRUE_TAGS[] = {"linux", "amd64", "unix", "gc", "gol"};

/* A TagTest; data: the release of Go that go1.N tags compare with. */
static bool tag_is_true(void *data, const char *tag, size_t len)
{
    const int *release = data;
    for (u32 i = 0; i < COUNT_OF(TRUE_TAGS); i++)
        if (strlen(TRUE_TAGS[i]) == len && memcmp(TRUE_TAGS[i], tag, len) == 0)
            return true;
    return len > 4 && memcmp(tag, "go1.", 4) == 0 && atoi(tag + 4) <= *release;
}

bool check_selects(const FileAst *file, int go_minor, int release)
{
    static const char prefix[] = "//go:build ";
    const char *line = file->go_build;
    if (line == NULL && go_minor < 18)
        line = file->old_build;
    if (line == NULL || strncmp(line, prefix, sizeof prefix - 1) != 0)
        return true;
    return constraint_holds(line + sizeof prefix - 1, tag_is_true, &release);
}

bool check_take_file(Checker *cx, FileAst *file)
{
    if (!check_selects(file, cx->options.go_minor, cx->options.release))
        return false;
    if (file->file->is_library) {
        file->go_minor = INT_MAX;
        return true;
    }
    int needed = 0;
    while (!check_selects(file, cx->options.go_minor, needed))
        needed++;
    file->go_minor = needed > cx->options.go_minor ? needed : cx->options.go_minor;
    return true;
}

bool check_is_external(const FileAst *file)
{
    if (file->package == NULL)
        return false;
    const Sym *name = file->package->ident.name;
    return name->len > 5 && memcmp(name->text + name->len - 5, "_test", 5) == 0;
}
