/* string(n) of a number: it is the character with that number, not its digits. */
#include <string.h>

#include "parser/vet/vet.h"

typedef bool (*IsKind)(Type *t);

static bool is_string(Type *t)
{
    return type_underlying(t)->kind == TY_STRING;
}

static bool is_number(Type *t)
{
    Type *u = type_underlying(t);
    return type_is_integer(u) && u->kind != TY_UINT8 && u->kind != TY_INT32 &&
           u->kind != TY_UNTYPED_RUNE;
}

/* The first type of that kind that t, perhaps a type parameter, may be; NULL: none. */
static Type *find(Type *t, IsKind is)
{
    if (type_underlying(t)->kind != TY_TYPEPARAM)
        return is(t) ? t : NULL;
    const TypeSet *set = type_param_set(type_underlying(t));
    for (u32 i = 0; i < set->terms.len; i++)
        if (is(set->terms.data[i].type))
            return set->terms.data[i].type;
    return NULL;
}

static const char *name_of(Diags *found, Type *t)
{
    return t->kind == TY_NAMED ? t->named.obj->name->text : vet_type_text(found, t);
}

/* T, with its underlying type, and the type parameter that it is one type of. */
static const char *describe(Diags *found, Type *t, Type *of)
{
    const char *name = name_of(found, t);
    const char *under = vet_type_text(found, type_underlying(t));
    const char *param = t == of ? NULL : name_of(found, of);
    bool named = strcmp(name, under) != 0;
    if (!named && !param)
        return name;
    return arena_printf(&found->arena, "%s (%s%s%s%s)", name, named ? under : "",
                        named && param ? ", " : "", param ? "in " : "", param ? param : "");
}

static void at_expr(void *ctx, Expr *e)
{
    if (e->kind != EX_CALL || !e->call.is_conversion || e->call.args.len != 1 || !e->type)
        return;
    Expr *fun = e->call.fun, *arg = e->call.args.data[0];
    if ((fun->kind != EX_IDENT && fun->kind != EX_SELECTOR) || !arg->type || !fun->type)
        return;
    Type *to = find(fun->type, is_string), *from = find(arg->type, is_number);
    if (to && from)
        diag_warning(ctx, e->span,
                     "conversion from %s to %s yields a string of one rune, not a string of digits "
                     "(did you mean fmt.Sprint(x)?)",
                     describe(ctx, from, arg->type), describe(ctx, to, fun->type));
}

void vet_stringintconv(const VetFile *file, Diags *found)
{
    vet_walk_file(file->file, &(VetWalk){.ctx = found, .expr = at_expr});
}
