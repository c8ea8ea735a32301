/* A package that consists of Go's files and gol's own: what gol's files declare replaces what Go's
 * declare under the same name. So a native can stand in place of a body, and a declaration that has
 * to be different here, while the rest of the text is Go's. */
#include "parser/check/decl.h"

/* Of the library's files Go's end in ".go", gol's own in ".gol". */
static bool is_own(const FileAst *file)
{
    size_t len = strlen(file->file->name);
    return file->file->is_library && len > 4 && strcmp(file->file->name + len - 4, ".gol") == 0;
}

/* The name of a receiver's type: T of (t T), (t *T), (t *T[K]). */
static const char *receiver_name(const Expr *type)
{
    for (;;) {
        switch (type->kind) {
        case EX_STAR: type = type->star; break;
        case EX_INDEX: type = type->index.x; break;
        case EX_IDENT: return type->ident.name->text;
        default: return "";
        }
    }
}

/* A key for what a package can declare once; NULL: it may be declared repeatedly. */
static const Sym *key_of(Checker *cx, const Expr *name, const Field *recv)
{
    const Sym *sym = name->ident.name;
    if (recv != NULL)
        return intern_str(cx->syms,
                          arena_printf(cx->arena, "%s.%s", receiver_name(recv->type), sym->text));
    return sym == cx->sym_init || sym == cx->sym_blank ? NULL : sym;
}

static u32 name_count(const Decl *decl)
{
    switch (decl->kind) {
    case DECL_IMPORT: return 0;
    case DECL_TYPE:
    case DECL_FUNC: return 1;
    case DECL_CONST:
    case DECL_VAR: return decl->value.names.len;
    }
    return 0;
}

static const Sym *declared_key(Checker *cx, const Decl *decl, u32 i)
{
    switch (decl->kind) {
    case DECL_IMPORT: return NULL;
    case DECL_TYPE: return key_of(cx, decl->type.name, NULL);
    case DECL_FUNC: return key_of(cx, decl->func->name, decl->func->recv);
    case DECL_CONST:
    case DECL_VAR: return key_of(cx, decl->value.names.data[i], NULL);
    }
    return NULL;
}

static void note_own(Checker *cx, const FileAst *file, Map *own)
{
    for (u32 i = 0; i < file->decls.len; i++)
        for (u32 j = 0; j < name_count(file->decls.data[i]); j++) {
            const Sym *key = declared_key(cx, file->decls.data[i], j);
            if (key != NULL)
                *map_put(own, (u64)(uintptr_t)key) = 1;
        }
}

/* Whether all names of the declaration are gol's; of several, gol must replace all or none. */
static bool is_replaced(Checker *cx, const Map *own, const Decl *decl)
{
    u32 count = name_count(decl), replaced = 0;
    for (u32 i = 0; i < count; i++) {
        const Sym *key = declared_key(cx, decl, i);
        replaced += key != NULL && map_get(own, (u64)(uintptr_t)key) != NULL;
    }
    if (replaced > 0 && replaced < count)
        BUG("gol's part of package %s replaces a part of a declaration", cx->at.pkg->path);
    return replaced > 0;
}

void check_overlay(Checker *cx, Package *pkg)
{
    Map own = {0};
    bool mixed = false;
    for (u32 i = 0; i < pkg->files.len; i++)
        mixed |= is_own(pkg->files.data[i]) != is_own(pkg->files.data[0]);
    for (u32 i = 0; mixed && i < pkg->files.len; i++)
        if (is_own(pkg->files.data[i]))
            note_own(cx, pkg->files.data[i], &own);
    for (u32 i = 0; mixed && i < pkg->files.len; i++) {
        FileAst *file = pkg->files.data[i];
        u32 kept = 0;
        for (u32 j = 0; j < file->decls.len; j++)
            if (is_own(file) || !is_replaced(cx, &own, file->decls.data[j]))
                file->decls.data[kept++] = file->decls.data[j];
        file->overlaid |= kept < file->decls.len;
        file->decls.len = kept;
    }
    map_free(&own);
}
