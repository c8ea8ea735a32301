/* Build constraints, such as //go:build linux && (amd64 || !race): decides which files belong to a
 * package, and their language version. */
#include <limits.h>

#include "base/constraint.h"
#include "parser/check/decl.h"

/* Files with import "C" are for cgo, which there is not. */
static bool needs_cgo(const FileAst *file)
{
    for (u32 i = 0; i < file->decls.len && file->decls.data[i]->kind == DECL_IMPORT; i++) {
        const char *path = file->decls.data[i]->import.path;
        if (path && !strcmp(path, "C"))
            return true;
    }
    return false;
}

/* A file of package documentation, beside those of another, holds a comment. */
bool check_is_documentation(const Sym *package)
{
    static const char name[] = "documentation";
    return package && package->len == sizeof name - 1 &&
           !memcmp(package->text, name, sizeof name - 1);
}

bool check_selects(const FileAst *file, const BuildTags *tags)
{
    static const char prefix[] = "//go:build ";
    const char *line = file->go_build ? file->go_build : file->old_build;
    BuildTags of_file = *tags;
    of_file.portable = file->file->portable;
    if (line != NULL && !constraint_holds(line + sizeof prefix - 1, build_tag, &of_file))
        return false;
    return !needs_cgo(file) &&
           !(file->package && check_is_documentation(file->package->ident.name));
}

bool check_take_file(Checker *cx, FileAst *file)
{
    if (!check_selects(file, &cx->options.tags))
        return false;
    if (file->file->is_library) {
        file->go_minor = INT_MAX;
        return true;
    }
    BuildTags before = cx->options.tags;
    before.release = 0;
    while (!check_selects(file, &before))
        before.release++;
    file->go_minor = before.release > cx->options.go_minor ? before.release : cx->options.go_minor;
    return true;
}

bool check_is_external(const FileAst *file)
{
    if (file->package == NULL || !constraint_name_is_test(file->file->name))
        return false;
    const Sym *name = file->package->ident.name;
    return name->len > 5 && memcmp(name->text + name->len - 5, "_test", 5) == 0;
}
