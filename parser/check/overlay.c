/* A package that consists of Go's files and gol's own: what gol's files declare replaces what Go's
 * declare under the same name. So a native can stand in place of a body, and a declaration that has
 * to be different here, while the rest of the text is Go's. Models, which are analysed and never
 * run, replace both. */
#include "parser/check/decl.h"

/* What a file declares replaces what those of lower ranks do. */
typedef enum Rank { RANK_GO = 1, RANK_GOL, RANK_MODEL } Rank;

/* Of the library's files Go's end in ".go", gol's own in ".gol". */
static Rank rank_of(const FileAst *file)
{
    static const char models[] = "internal/vet/";
    size_t len = strlen(file->file->name);
    if (!file->file->is_library || len <= 4 || strcmp(file->file->name + len - 4, ".gol") != 0)
        return RANK_GO;
    return strncmp(file->file->name, models, sizeof models - 1) ? RANK_GOL : RANK_MODEL;
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

/* The highest rank that declares each name. */
static void note_names(Checker *cx, const FileAst *file, Map *names)
{
    Rank rank = rank_of(file);
    for (u32 i = 0; i < file->decls.len; i++)
        for (u32 j = 0; j < name_count(file->decls.data[i]); j++) {
            const Sym *key = declared_key(cx, file->decls.data[i], j);
            u64 *highest = key != NULL ? map_put(names, (u64)(uintptr_t)key) : NULL;
            if (highest != NULL && *highest < rank)
                *highest = rank;
        }
}

/* Whether all names of the declaration are of a higher rank; of several, all or none must be. */
static bool is_replaced(Checker *cx, const Map *names, const Decl *decl, Rank rank)
{
    u32 count = name_count(decl), replaced = 0;
    for (u32 i = 0; i < count; i++) {
        const Sym *key = declared_key(cx, decl, i);
        replaced += key != NULL && *map_get(names, (u64)(uintptr_t)key) > rank;
    }
    if (replaced > 0 && replaced < count)
        BUG("gol's part of package %s replaces a part of a declaration", cx->at.pkg->path);
    return replaced > 0;
}

void check_overlay(Checker *cx, Package *pkg)
{
    Map names = {0};
    bool mixed = false;
    for (u32 i = 0; i < pkg->files.len; i++)
        mixed |= rank_of(pkg->files.data[i]) != rank_of(pkg->files.data[0]);
    for (u32 i = 0; mixed && i < pkg->files.len; i++)
        note_names(cx, pkg->files.data[i], &names);
    for (u32 i = 0; mixed && i < pkg->files.len; i++) {
        FileAst *file = pkg->files.data[i];
        u32 kept = 0;
        for (u32 j = 0; j < file->decls.len; j++)
            if (!is_replaced(cx, &names, file->decls.data[j], rank_of(file)))
                file->decls.data[kept++] = file->decls.data[j];
        file->overlaid |= kept < file->decls.len;
        file->decls.len = kept;
    }
    map_free(&names);
}
