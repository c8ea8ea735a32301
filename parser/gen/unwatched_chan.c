/* Finds channels for which no close can race with a send: channels that are never closed, and
 * channels that only one goroutine sends to and closes. Most channels are of one of these kinds;
 * then detectors need not track their sends for that race.
 *
 * This is proved for channels that are made in the declaration of a local variable,
 *     c := make(chan T)
 * if the variable is never reassigned nor addressed, and each use of it is a receive from it, a
 * range over it, its len or cap, a conversion to a receive-only channel type, a send to it or a
 * close of it: then all sends and closes name the variable. One goroutine executes all of them if
 * they are all in the function that declares the variable; or if they are all in one function
 * literal that a go statement of that function starts, and every loop around the go statement is
 * around the declaration, too. */
#include "parser/gen/gen.h"

typedef struct ChanVar {
    Obj *obj;
    FuncLit *declarer; /* the function that declares it */
    Stmt *loop;        /* the innermost loop around the declaration, or NULL */
    Func *fn;          /* the function with its MKCHAN, ... */
    u32 at;            /* ... at this code index; UINT32_MAX: not emitted yet */
    u32 known;         /* number of uses of the kinds above */
    FuncLit *sender;   /* the function with sends and closes; NULL: none */
    bool several;      /* there are several such functions */
    bool closed;
} ChanVar;

/* A function literal that a go statement starts. */
typedef struct Started {
    FuncLit *declarer;
    Stmt *loop;
} Started;

static Stmt *innermost_loop(Gen *g)
{
    const Target *t = g->f->target;
    while (t && !t->has_cont)
        t = t->outer;
    return t ? t->stmt : NULL;
}

static bool makes_chan(Expr *e)
{
    return e->kind == EX_CALL && e->call.builtin == BI_MAKE &&
           type_underlying(e->type)->kind == TY_CHAN;
}

void gen_chan_declare(Gen *g, Obj *obj, Expr *value)
{
    value = gen_strip(value);
    if (!g->f->lit || !obj || gen_is_blank(obj) || gen_is_global(obj) || !makes_chan(value) ||
        obj->var.func != g->f->lit)
        return;
    ChanVar *var = ARENA_ARRAY(&g->arena, ChanVar, 1);
    *var =
        (ChanVar){.obj = obj, .declarer = g->f->lit, .loop = innermost_loop(g), .at = UINT32_MAX};
    *map_put(&g->chan_vars, (u64)obj) = (u64)var;
    *map_put(&g->chan_makes, (u64)value) = (u64)var;
}

void gen_chan_made(Gen *g, Expr *make, u32 at)
{
    u64 *found = map_get(&g->chan_makes, (u64)make);
    if (!found)
        return;
    ChanVar *var = (ChanVar *)*found;
    var->fn = g->f->fn;
    var->at = at;
}

void gen_chan_use(Gen *g, Expr *e, ChanUse use)
{
    e = gen_strip(e);
    u64 *found = e->kind == EX_IDENT ? map_get(&g->chan_vars, (u64)e->ident.obj) : NULL;
    if (!found || map_get(&g->chan_uses, (u64)e)) /* code may be generated twice */
        return;
    map_put(&g->chan_uses, (u64)e);
    ChanVar *var = (ChanVar *)*found;
    var->known++;
    if (use == CHAN_USE_RECEIVE)
        return;
    var->closed |= use == CHAN_USE_CLOSE;
    var->several |= var->sender && var->sender != g->f->lit;
    var->sender = g->f->lit;
}

void gen_chan_start(Gen *g, FuncLit *lit)
{
    Started *started = ARENA_ARRAY(&g->arena, Started, 1);
    *started = (Started){g->f->lit, innermost_loop(g)};
    *map_put(&g->started, (u64)lit) = (u64)started;
}

void gen_chan_goto(Gen *g)
{
    map_put(&g->gotos, (u64)g->f->lit);
}

/* Whether a single goroutine executes the sends and closes, for each value of the variable. */
static bool one_goroutine(Gen *g, const ChanVar *var)
{
    if (var->sender == var->declarer)
        return true;
    u64 *found = map_get(&g->started, (u64)var->sender);
    const Started *started = found ? (const Started *)*found : NULL;
    return started && started->declarer == var->declarer && started->loop == var->loop &&
           !map_get(&g->gotos, (u64)var->declarer);
}

static bool is_unwatched(Gen *g, const ChanVar *var)
{
    const Obj *obj = var->obj;
    if (var->at == UINT32_MAX || obj->var.reassigned || obj->var.addressed ||
        obj->var.uses != var->known)
        return false;
    return !var->closed || (!var->several && one_goroutine(g, var));
}

void gen_chan_mark(Gen *g)
{
    u32 cursor = 0;
    MapEntry *entry;
    while ((entry = map_next(&g->chan_vars, &cursor))) {
        const ChanVar *var = (const ChanVar *)entry->value;
        if (is_unwatched(g, var))
            ((Word *)var->fn->code)[var->at + 1].x |= MKCHAN_UNWATCHED;
    }
    Map *maps[] = {&g->chan_vars, &g->chan_makes, &g->chan_uses, &g->started, &g->gotos};
    for (u32 i = 0; i < COUNT_OF(maps); i++)
        map_clear(maps[i]);
}
