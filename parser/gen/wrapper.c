/* Code generator: functions without source. Methods called through interfaces, method expressions
 * and method values need them, and built-ins that are deferred or started as goroutines. */
#include "parser/gen/gen.h"

/* The function for this key, created at the first request. */
static Func *wrapper(Gen *g, const char *key, const char *name, Package *pkg, Pos pos, Job job)
{
    u64 *known = map_put(&g->wrappers, (u64)(uintptr_t)intern_str(g->syms, key));
    if (*known)
        return (Func *)(uintptr_t)*known;
    Func *fn = gen_new_func(g, name, pkg, pos);
    fn->is_wrapper = true;
    *known = (u64)(uintptr_t)fn;
    job.fn = fn;
    job.pkg = pkg;
    gen_add_job(g, job);
    return fn;
}

static Package *sel_package(Selection *sel)
{
    return sel->method ? sel->method->pkg : sel->imethod->pkg;
}

static Pos sel_pos(Selection *sel)
{
    return sel->method ? sel->method->pos : sel->imethod->pos;
}

static const char *wrapper_name(Gen *g, Type *recv, Selection *sel, const char *suffix)
{
    bool pointer = recv->kind == TY_POINTER;
    const Type *named = pointer ? recv->pointer.elem : recv;
    const char *name = arena_printf(&g->arena, "%s%s", selection_name(sel)->text, suffix);
    if (named->kind == TY_NAMED && named->named.obj->pkg)
        return gen_method_name(g, named, pointer, name);
    return arena_printf(&g->arena, pointer ? "(%s).%s" : "%s.%s", gen_type(g, recv)->text, name);
}

static u32 sel_id(Gen *g, Selection *sel)
{
    return gen_method_id(g, selection_name(sel), sel_package(sel));
}

/* Whether the interface's data word is the receiver itself, so that no wrapper is needed. */
static bool is_direct(Gen *g, Type *recv, Selection *sel)
{
    if (!sel->method || sel->path.len)
        return false;
    bool pointer = type_underlying(recv)->kind == TY_POINTER;
    if (sel->method->func.ptr_recv != pointer)
        return false;
    return (gen_type(g, recv)->flags & RT_DIRECT) != 0;
}

Func *gen_iface_method(Gen *g, Type *recv, Selection *sel)
{
    if (is_direct(g, recv, sel))
        return gen_func_value(g, sel->method);
    char key[64];
    snprintf(key, sizeof key, "iface %u %u", gen_type(g, recv)->id, sel_id(g, sel));
    return wrapper(g, key, wrapper_name(g, recv, sel, ""), sel_package(sel), sel_pos(sel),
                   (Job){.kind = JOB_IFACE, .type = recv, .sel = sel});
}

Func *gen_method_expr_func(Gen *g, Type *recv, Selection *sel)
{
    char key[64];
    snprintf(key, sizeof key, "expr %u %u", gen_type(g, recv)->id, sel_id(g, sel));
    return wrapper(g, key, wrapper_name(g, recv, sel, ""), sel_package(sel), sel_pos(sel),
                   (Job){.kind = JOB_EXPR, .type = recv, .sel = sel});
}

/* recv is the type of the receiver that the method expects, at the end of the path. */
Func *gen_bound_method(Gen *g, Selection *sel, Type *recv)
{
    char key[64];
    snprintf(key, sizeof key, "bound %u %u", gen_type(g, recv)->id, sel_id(g, sel));
    return wrapper(g, key, wrapper_name(g, recv, sel, "-fm"), sel_package(sel), sel_pos(sel),
                   (Job){.kind = JOB_BOUND, .type = recv, .sel = sel});
}

/* ---- bodies ---- */

/* Calls the method. Receiver and arguments are in the registers after `link`; of an interface
 * method the receiver is in `iface`. */
static void emit_method(Gen *g, Span at, Selection *sel, Reg link, Reg iface)
{
    if (sel->imethod) {
        gen_emit(g, at, OP_CALLI, link, iface, sel_id(g, sel));
        return;
    }
    Func *fn = gen_func(g, sel->method);
    if (fn && !fn->is_wrapper)
        gen_emit_x(g, at, OP_CALL, link, 0, 0, fn->id);
    else
        gen_emit_k(g, at, OP_CALLN, link, gen_native(g, sel->method->func.decl));
}

/* A method with a value receiver that is called through a nil pointer panics with its own
 * message. */
static void check_receiver(Gen *g, Span at, Selection *sel, Expr *x)
{
    RType *error = g->program->known.plain_error;
    Type *u = type_underlying(x->type);
    if (!error || sel->path.len || sel->imethod || sel->method->func.ptr_recv ||
        u->kind != TY_POINTER)
        return;
    Label ok = gen_label(g);
    Reg mark = g->f->top;
    VarLoc *loc = x->ident.obj->gen;
    gen_jump(g, at, OP_JNEI, loc->reg, 0, ok);
    RType *type = gen_type(g, u->pointer.elem);
    const char *text = arena_printf(&g->arena, "value method %s.%s.%s called using nil *%s pointer",
                                    type->pkg, type->name, sel->method->name->text, type->name);
    Reg message = gen_alloc(g, 2), iface = gen_alloc(g, 2);
    gen_string(g, at, message, text, strlen(text));
    gen_emit_x(g, at, OP_MKIFACE, iface, message, 0, error->id);
    gen_emit(g, at, OP_PANIC, iface, 0, 0);
    gen_bind(g, ok);
    g->f->top = mark;
}

/* Calls x.method(arguments) and returns its results. */
static void forward(Gen *g, Span at, Selection *sel, Expr *x, Reg args, Type *sig)
{
    u32 params, results, recv_slots = 1;
    Type *recv;
    gen_param_slots(g, sig, &params, &results);
    Reg iface = ANY, mark = g->f->top;
    check_receiver(g, at, sel, x);
    if (sel->imethod) {
        iface = gen_receiver(g, x, sel, ANY, &recv, at);
    } else if (!sel->method->func.ptr_recv) {
        Type *t = gen_path_type(x->type, sel, sel->path.len), *u = type_underlying(t);
        recv_slots = gen_type(g, u->kind == TY_POINTER ? u->pointer.elem : t)->slots;
    }
    u32 width = recv_slots + params > results ? recv_slots + params : results;
    Reg link = gen_alloc(g, 1 + width), base = link + 1;
    if (!sel->imethod)
        gen_receiver(g, x, sel, base, &recv, at);
    gen_move(g, at, base + recv_slots, args, params);
    emit_method(g, at, sel, link, iface);
    gen_emit(g, at, OP_RET, base, 0, results);
    g->f->top = mark;
}

Expr *gen_temp_var(Gen *g, Type *type, Reg reg, Pos pos)
{
    Obj *obj = obj_new(&g->arena, OBJ_VAR, intern_str(g->syms, "_"), pos, NULL);
    obj->type = type;
    obj->var.kind = VAR_PARAM;
    VarLoc *loc = ARENA_NEW(&g->arena, VarLoc);
    *loc = (VarLoc){.obj = obj, .type = gen_type(g, type), .reg = reg};
    obj->gen = loc;
    Expr *e = ast_new_expr(&g->arena, EX_IDENT);
    e->mode = MODE_VAR;
    e->type = type;
    e->span = (Span){pos, pos};
    e->ident.name = obj->name;
    e->ident.obj = obj;
    return e;
}

static void iface_body(Gen *g, Job *job, Span at)
{
    Func *fn = g->f->fn;
    Type *sig = selection_signature(job->sel);
    RType *t = gen_type(g, job->type);
    fn->nparams++; /* the data word */
    gen_alloc(g, fn->nparams);
    Reg recv = 0;
    if (!(t->flags & RT_DIRECT)) {
        recv = gen_alloc(g, t->slots);
        Reg iface = gen_alloc(g, 2);
        gen_int(g, at, iface, 0);
        gen_move(g, at, iface + 1, 0, 1);
        if (t->slots)
            gen_emit_x(g, at, OP_UNBOX, recv, iface, 0, t->id);
    }
    g->f->vars_top = g->f->top;
    forward(g, at, job->sel, gen_temp_var(g, job->type, recv, fn->pos), 1, sig);
}

static void expr_body(Gen *g, Job *job, Span at)
{
    Func *fn = g->f->fn;
    Type *sig = selection_signature(job->sel);
    u32 width = gen_type(g, job->type)->slots;
    fn->nparams += width;
    gen_alloc(g, fn->nparams);
    g->f->vars_top = g->f->top;
    forward(g, at, job->sel, gen_temp_var(g, job->type, 0, fn->pos), width, sig);
}

static void bound_body(Gen *g, Job *job, Span at)
{
    Func *fn = g->f->fn;
    u32 width = gen_type(g, job->type)->slots;
    gen_alloc(g, fn->nparams);
    fn->closure_reg = fn->nparams;
    fn->ncaptures = width;
    Reg closure = gen_alloc(g, 1);
    Reg iface = job->sel->imethod ? gen_alloc(g, 2) : 0;
    u32 recv_slots = job->sel->imethod ? 1 : width;
    u32 need = recv_slots + fn->nparams;
    Reg link = gen_alloc(g, 1 + (need > fn->nresults ? need : fn->nresults)), base = link + 1;
    if (width)
        gen_emit(g, at, OP_CAPN, job->sel->imethod ? iface : base, closure, width);
    gen_move(g, at, base + recv_slots, 0, fn->nparams);
    emit_method(g, at, job->sel, link, iface);
    gen_emit(g, at, OP_RET, base, 0, fn->nresults);
}

/* ---- built-ins as functions ---- */

static bool is_fixed_arg(Expr *e)
{
    return e->mode == MODE_TYPE || e->mode == MODE_CONST || e->mode == MODE_NIL || e->val;
}

static Expr *param_for(Gen *g, Expr *original)
{
    Expr *e = gen_temp_var(g, gen_type_of(g, original), 0, original->span.start);
    e->span = original->span;
    return e;
}

/* The parameters of this function are the arguments of `call` that are evaluated at the statement:
 * args[0..*nargs), with types[]. */
Func *gen_builtin_func(Gen *g, Expr *call, Expr **args, u32 *nargs, Type **types)
{
    Expr *copy = ast_copy_expr(&g->arena, call);
    copy->call.args.data = ARENA_ARRAY(&g->arena, Expr *, call->call.args.len);
    copy->call.args.cap = call->call.args.len;
    *nargs = 0;
    for (u32 i = 0; i < call->call.args.len; i++) {
        Expr *a = call->call.args.data[i];
        copy->call.args.data[i] = a;
        if (is_fixed_arg(a))
            continue;
        args[*nargs] = a;
        types[*nargs] = gen_type_of(g, a);
        copy->call.args.data[i] = param_for(g, a);
        ++*nargs;
    }
    const char *name =
        arena_printf(&g->arena, "%s.%s", g->f->fn->name, builtin_name(call->call.builtin));
    Func *fn = gen_new_func(g, name, g->f->pkg, call->span.start);
    fn->is_wrapper = true;
    gen_add_job(g, (Job){.kind = JOB_DEFERRED, .fn = fn, .pkg = g->f->pkg, .call = copy});
    return fn;
}

static void builtin_body(Gen *g, Job *job)
{
    Func *fn = g->f->fn;
    Expr *call = job->call;
    for (u32 i = 0; i < call->call.args.len; i++) {
        Expr *a = call->call.args.data[i];
        if (is_fixed_arg(a))
            continue;
        VarLoc *loc = a->ident.obj->gen;
        loc->reg = fn->nparams;
        fn->nparams += loc->type->slots;
    }
    gen_alloc(g, fn->nparams);
    g->f->vars_top = g->f->top;
    gen_discard(g, call);
    gen_emit(g, call->span, OP_RET, 0, 0, 0);
}

void gen_wrapper_job(Gen *g, Job *job)
{
    FuncState f;
    Func *fn = job->fn;
    Type *sig = job->sel ? selection_signature(job->sel) : NULL;
    gen_begin(g, &f, fn, job->pkg, sig);
    Span at = gen_pos_span(g, fn->pos);
    switch (job->kind) {
    case JOB_IFACE: iface_body(g, job, at); break;
    case JOB_EXPR: expr_body(g, job, at); break;
    case JOB_BOUND: bound_body(g, job, at); break;
    default: builtin_body(g, job); break;
    }
    gen_end(g, &f);
}
