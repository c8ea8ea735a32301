/* Code generator: functions. Frames, variables, prologue and epilogue, and the queue of functions
 * to be compiled. */
#include "parser/gen/gen.h"

Span gen_pos_span(Gen *g, Pos pos)
{
    (void)g;
    return (Span){pos, pos};
}

void gen_unsupported(Gen *g, Span at, const char *what)
{
    diag_error(g->diags, at, "%s not supported yet", what);
    if (g->f)
        g->f->failed = true;
}

static bool in_library(Gen *g, const Package *pkg, Pos pos)
{
    const SourceFile *file = pos ? source_file_of(g->diags->sources, pos) : NULL;
    return (pkg && pkg->is_library) || (file && file->is_library);
}

Func *gen_new_func(Gen *g, const char *name, Package *pkg, Pos pos)
{
    Arena *arena = &g->program->arena;
    Func *fn = ARENA_NEW(arena, Func);
    fn->id = g->program->funcs.len;
    fn->name = arena_strndup(arena, name, strlen(name));
    fn->pos = pos;
    fn->is_library = in_library(g, pkg, pos);
    fn->closure = arena_alloc(arena, sizeof *fn->closure);
    fn->closure->fn = fn;
    vec_push(&g->program->funcs, fn);
    return fn;
}

const char *gen_package_text(Gen *g, const Package *pkg)
{
    if (pkg->name && !strcmp(pkg->path, "main"))
        return pkg->name->text;
    const char *slash = strrchr(pkg->path, '/'), *last = slash == NULL ? pkg->path : slash + 1;
    if (strchr(last, '.') == NULL)
        return pkg->path;
    Buf text = {0};
    buf_add(&text, pkg->path, (size_t)(last - pkg->path));
    for (; *last != '\0'; last++)
        if (*last == '.')
            buf_puts(&text, "%2e");
        else
            buf_putc(&text, *last);
    const char *kept = arena_strndup(&g->arena, buf_str(&text), text.len);
    buf_free(&text);
    return kept;
}

const char *gen_method_name(Gen *g, const Type *type, bool pointer, const char *method)
{
    CHECK(type->kind == TY_NAMED);
    const Obj *obj = type->named.obj;
    return arena_printf(&g->arena, pointer ? "%s.(*%s%s).%s" : "%s.%s%s.%s",
                        obj->pkg ? gen_package_text(g, obj->pkg) : "", obj->name->text,
                        type->named.targs.len ? "[...]" : "", method);
}

/* "main.f", "main.T.M", "main.(*T).M", "main.f[...]", "main.(*T[...]).M": as Go, which instance it
 * is a name does not say. */
const char *gen_func_name(Gen *g, Obj *obj)
{
    const char *pkg = obj->pkg ? gen_package_text(g, obj->pkg) : "";
    const char *name = obj->name->text;
    Type *recv = obj->func.recv;
    if (!recv && obj->func.generic)
        return arena_printf(&g->arena, "%s.%s[...]", pkg, name);
    if (!recv)
        return arena_printf(&g->arena, "%s.%s", pkg, name);
    return gen_method_name(g, recv, obj->func.ptr_recv, name);
}

void gen_add_job(Gen *g, Job job)
{
    vec_push(&g->jobs, job);
}

/* The declaration of an instance. Errors in it are not reported to the user, since the generic
 * function was checked: either there are infinitely many instances, or the generic check missed an
 * error. */
static FuncDecl *instance_decl(Gen *g, Obj *obj)
{
    u32 errors = g->diags->errors;
    FuncDecl *decl = check_instance_decl(g->cx, obj);
    if (g->diags->errors > errors)
        g->broken_instance = true;
    return decl;
}

Func *gen_func(Gen *g, Obj *obj)
{
    u64 *known = map_put(&g->func_objs, (u64)(uintptr_t)obj);
    if (*known)
        return (Func *)(uintptr_t)*known;
    FuncDecl *decl = obj->func.decl;
    if (!decl && obj->func.generic && obj->func.generic->origin)
        decl = instance_decl(g, obj);
    if (!decl)
        BUG("function %s without declaration", obj->name->text);
    if (decl->linked)
        return gen_func(g, decl->linked);
    if (!decl->fn.body)
        return NULL;
    Func *fn = gen_new_func(g, gen_func_name(g, obj), obj->pkg, obj->pos);
    *known = (u64)(uintptr_t)fn;
    gen_add_job(g, (Job){.kind = JOB_DECL, .fn = fn, .pkg = obj->pkg, .decl = decl});
    return fn;
}

Func *gen_func_value(Gen *g, Obj *obj)
{
    Func *fn = gen_func(g, obj);
    if (fn)
        return fn;
    fn = gen_new_func(g, gen_func_name(g, obj), obj->pkg, obj->pos);
    fn->is_wrapper = true;
    *map_put(&g->func_objs, (u64)(uintptr_t)obj) = (u64)(uintptr_t)fn;
    gen_add_job(g, (Job){.kind = JOB_NATIVE, .fn = fn, .pkg = obj->pkg, .decl = obj->func.decl});
    return fn;
}

/* As SlotKinds has them, of variables. */
static const char *kinds_of(Gen *g, Obj *const *vars, u32 n)
{
    Buf text = {0};
    for (u32 i = 0; i < n; i++)
        slot_kinds(gen_type(g, vars[i]->type), &text);
    const char *kinds = arena_strndup(&g->program->arena, buf_str(&text), text.len);
    buf_free(&text);
    return kinds;
}

static SlotKinds slot_kinds_of(Gen *g, const FuncLit *lit)
{
    Buf text = {0};
    const Type *sig = lit->type;
    for (u32 i = 0; i < sig->func.results.len; i++)
        slot_kinds(gen_type(g, sig->func.results.data[i]), &text);
    const char *results = arena_strndup(&g->program->arena, buf_str(&text), text.len);
    buf_free(&text);
    return (SlotKinds){kinds_of(g, lit->params.data, lit->params.len), results};
}

u32 gen_native(Gen *g, FuncDecl *decl)
{
    while (decl->linked)
        decl = decl->linked->func.decl;
    const Sym *name = intern_str(g->syms, gen_func_name(g, decl->obj));
    u64 *index = map_put(&g->natives, (u64)(uintptr_t)name);
    if (*index == 0) {
        vec_push(&g->program->natives, arena_strndup(&g->program->arena, name->text, name->len));
        vec_push(&g->program->native_slots, UNKNOWN_SLOTS);
        SlotKinds kinds = slot_kinds_of(g, &decl->fn);
        vec_push(&g->program->native_kinds, kinds);
        *index = g->program->natives.len;
    }
    return (u32)*index - 1;
}

void gen_note_native(Gen *g, u32 native, u32 slots)
{
    g->program->native_slots.data[native] = slots;
}

Func *gen_literal(Gen *g, FuncLit *lit)
{
    u64 *known = map_put(&g->lit_funcs, (u64)(uintptr_t)lit);
    if (*known)
        return (Func *)(uintptr_t)*known;
    FuncState *f = g->f;
    const char *form = lit->loop ? "%s-range%u" : f->in_literal ? "%s.%u" : "%s.func%u";
    const char *name =
        arena_printf(&g->arena, form, f->lit_prefix, lit->loop ? ++f->loops : ++f->literals);
    Func *fn = gen_new_func(g, name, f->pkg, lit->sig.span.start);
    fn->is_script = f->fn->is_script;
    *known = (u64)(uintptr_t)fn;
    gen_add_job(g, (Job){.kind = JOB_LIT, .fn = fn, .pkg = f->pkg, .lit = lit, .nested = true});
    return fn;
}

/* ---- frames ---- */

void gen_param_slots(Gen *g, Type *sig, u32 *params, u32 *results)
{
    *params = *results = 0;
    for (u32 i = 0; i < sig->func.params.len; i++)
        *params += gen_type(g, sig->func.params.data[i])->slots;
    for (u32 i = 0; i < sig->func.results.len; i++)
        *results += gen_type(g, sig->func.results.data[i])->slots;
}

void gen_begin(Gen *g, FuncState *f, Func *fn, Package *pkg, Type *sig)
{
    *f = (FuncState){.fn = fn, .pkg = pkg, .sig = sig, .lit_prefix = fn->name};
    g->f = f;
    if (sig)
        gen_param_slots(g, sig, &fn->nparams, &fn->nresults);
    fn->casts |= sig && gen_takes_unsafe(pkg, sig);
}

void gen_end(Gen *g, FuncState *f)
{
    gen_finish_code(g);
    vec_free(&f->code);
    vec_free(&f->spans);
    vec_free(&f->labels);
    vec_free(&f->fixups);
    vec_free(&f->scope);
    vec_free(&f->vars);
    vec_free(&f->results);
    map_free(&f->goto_labels);
    map_free(&f->hoisted);
    g->f = NULL;
}

/* ---- variables ---- */

bool gen_var_in_cell(Gen *g, Obj *obj)
{
    bool changes = obj->var.reassigned && !obj->var.stepped;
    if (obj->var.addressed || (obj->var.captured && changes) || obj->var.dyn_indexed)
        return true;
    if (obj->var.captured && obj->var.kind == VAR_RESULT)
        return true;
    return (gen_type(g, obj->type)->flags & RT_BIG) != 0;
}

VarLoc *gen_var(Gen *g, Obj *obj)
{
    (void)g;
    if (!obj->gen)
        BUG("variable %s used before its declaration is compiled", obj->name->text);
    return obj->gen;
}

VarLoc *gen_bind_var(Gen *g, Obj *obj, Reg reg, bool cell)
{
    FuncState *f = g->f;
    VarLoc *loc = ARENA_NEW(&g->arena, VarLoc);
    *loc = (VarLoc){
        .obj = obj, .type = gen_type(g, obj->type), .reg = reg, .cell = cell, .from = f->code.len};
    obj->gen = loc;
    vec_push(&f->scope, loc);
    if (f->top > f->vars_top)
        f->vars_top = f->top;
    return loc;
}

static Span name_span(Obj *obj)
{
    u32 len = obj->name ? obj->name->len : 0;
    return (Span){obj->pos, obj->pos + len};
}

VarLoc *gen_declare(Gen *g, Obj *obj)
{
    bool cell = gen_var_in_cell(g, obj);
    RType *t = gen_type(g, obj->type);
    Reg reg = gen_alloc(g, cell ? 1 : t->slots);
    if (cell)
        gen_emit_x(g, name_span(obj), OP_NEW, reg, 0, 0, t->id);
    return gen_bind_var(g, obj, reg, cell);
}

void gen_declare_zero(Gen *g, Obj *obj, Span at)
{
    VarLoc *loc = gen_declare(g, obj);
    if (!loc->cell)
        gen_zero(g, at, loc->reg, loc->type);
}

void gen_declare_value(Gen *g, Obj *obj, Reg r, Reg mark, Span at)
{
    RType *t = gen_type(g, obj->type);
    if (gen_var_in_cell(g, obj)) {
        /* Declares the variable after its value is computed, so that its pointer does not overwrite
         * it. */
        VarLoc *loc = gen_declare(g, obj);
        Loc place = gen_mem_place(t, loc->reg, 0, name_span(obj));
        gen_store(g, &place, r);
    } else if (r >= mark && r != ANY && t->slots) {
        g->f->top = r + t->slots;
        gen_bind_var(g, obj, r, false);
    } else {
        Reg reg = gen_alloc(g, t->slots);
        gen_move(g, at, reg, r, t->slots);
        gen_bind_var(g, obj, reg, false);
    }
}

ScopeMark gen_scope_open(Gen *g)
{
    FuncState *f = g->f;
    return (ScopeMark){f->scope.len, f->top, f->vars_top};
}

/* Closes a scope and records where its variables were kept, for the debugger and reports. */
void gen_scope_close(Gen *g, ScopeMark mark)
{
    FuncState *f = g->f;
    while (f->scope.len > mark.vars) {
        VarLoc *loc = vec_pop(&f->scope);
        const Sym *name = loc->obj->name;
        if (!name || strcmp(name->text, "_") == 0)
            continue;
        vec_push(&f->vars, (VarInfo){arena_strndup(&g->program->arena, name->text, name->len),
                                     loc->reg, loc->from, f->code.len, loc->type, loc->cell});
    }
    f->top = mark.top;
    f->vars_top = mark.vars_top;
}

/* ---- prologue and epilogue ---- */

static void bind_params(Gen *g, FuncLit *lit)
{
    Reg reg = 0;
    for (u32 i = 0; i < lit->params.len; i++) {
        Obj *obj = lit->params.data[i];
        RType *t = gen_type(g, obj->type);
        bool in_cell = gen_var_in_cell(g, obj);
        if (!in_cell)
            gen_bind_var(g, obj, reg, false);
        reg += t->slots;
    }
    reg = 0;
    for (u32 i = 0; i < lit->params.len; i++) {
        Obj *obj = lit->params.data[i];
        RType *t = gen_type(g, obj->type);
        if (gen_var_in_cell(g, obj)) {
            VarLoc *loc = gen_declare(g, obj);
            Loc place = gen_mem_place(t, loc->reg, 0, name_span(obj));
            gen_store(g, &place, reg);
        }
        reg += t->slots;
    }
}

static u32 capture_slots(Gen *g, FuncLit *lit)
{
    u32 slots = 0;
    for (u32 i = 0; i < lit->captures.len; i++) {
        Obj *obj = lit->captures.data[i];
        slots += gen_var_in_cell(g, obj) ? 1 : gen_type(g, obj->type)->slots;
    }
    return slots;
}

static void bind_captures(Gen *g, FuncLit *lit, Reg closure)
{
    u32 slots = capture_slots(g, lit);
    if (!slots)
        return;
    Reg reg = gen_alloc(g, slots);
    gen_emit(g, name_span(lit->captures.data[0]), OP_CAPN, reg, closure, slots);
    for (u32 i = 0; i < lit->captures.len; i++) {
        Obj *obj = lit->captures.data[i];
        bool cell = gen_var_in_cell(g, obj);
        gen_bind_var(g, obj, reg, cell);
        reg += cell ? 1 : gen_type(g, obj->type)->slots;
    }
}

/* Named results are variables. So are unnamed ones if deferred calls run before they are returned,
 * or if a loop over a function returns them. They are initialised with zero. */
static void bind_results(Gen *g, FuncLit *lit)
{
    FuncState *f = g->f;
    bool shared = f->has_defer;
    for (u32 i = 0; i < lit->results.len; i++)
        shared |= lit->results.data[i]->name != NULL || lit->results.data[i]->var.captured;
    if (!shared)
        return;
    for (u32 i = 0; i < lit->results.len; i++) {
        Obj *obj = lit->results.data[i];
        gen_declare_zero(g, obj, name_span(obj));
        vec_push(&f->results, obj->gen);
        f->results_in_vars |= f->has_defer || gen_var(g, obj)->cell;
    }
}

/* Loads the results into consecutive registers and returns them. */
static void emit_return_of_vars(Gen *g, Span at)
{
    FuncState *f = g->f;
    Reg mark = f->top;
    if (f->results.len == 1 && !f->results.data[0]->cell) {
        gen_emit(g, at, OP_RET, f->results.data[0]->reg, 0, f->fn->nresults);
        return;
    }
    Reg base = gen_alloc(g, f->fn->nresults), r = base;
    for (u32 i = 0; i < f->results.len; i++) {
        VarLoc *loc = f->results.data[i];
        if (loc->cell) {
            Loc place = gen_mem_place(loc->type, loc->reg, 0, name_span(loc->obj));
            place.at = loc->obj->name ? name_span(loc->obj) : at;
            gen_load(g, &place, r);
        } else {
            gen_move(g, at, r, loc->reg, loc->type->slots);
        }
        r += loc->type->slots;
    }
    gen_emit(g, at, OP_RET, base, 0, f->fn->nresults);
    f->top = mark;
}

/* Deferred calls return to RUNDEFERS itself. Stack traces look up the instruction before the return
 * address, so that must belong to this function, and to the statement that returns. */
static void run_deferred(Gen *g, Span at)
{
    gen_emit(g, at, OP_NOP, 0, 0, 0);
    gen_emit(g, at, OP_RUNDEFERS, 0, 0, 0);
}

void gen_epilogue(Gen *g)
{
    FuncState *f = g->f;
    Span at = f->lit && f->lit->body ? f->lit->body->span : gen_pos_span(g, f->fn->pos);
    if (at.end > at.start)
        at.start = at.end - 1; /* the position of the closing brace */
    if (f->has_defer) {
        gen_bind(g, f->epilogue);
        run_deferred(g, at);
        emit_return_of_vars(g, at);
    } else if (f->fn->nresults == 0) {
        gen_emit(g, at, OP_RET, 0, 0, 0);
    } else {
        gen_emit(g, at, OP_UNREACHABLE, 0, 0, 0);
    }
}

/* Returns the values in the result variables. */
static void return_vars(Gen *g, Span at)
{
    if (g->f->has_defer)
        run_deferred(g, at);
    emit_return_of_vars(g, at);
}

static u32 result_slots(Gen *g, Type *sig)
{
    u32 params, results;
    gen_param_slots(g, sig, &params, &results);
    return results;
}

static Reg results_of_call(Gen *g, Expr *e, Type *sig)
{
    Multi m;
    gen_multi(g, e, sig->func.results.len, &m);
    Reg base = ANY, next = 0;
    bool same = true;
    for (u32 i = 0; i < m.count; i++)
        same &= gen_type(g, m.types[i]) == gen_type(g, sig->func.results.data[i]);
    if (same)
        return m.regs[0];
    base = next = gen_alloc(g, result_slots(g, sig));
    for (u32 i = 0; i < m.count; i++) {
        Type *want = sig->func.results.data[i];
        gen_as(g, e->span, m.regs[i], m.types[i], want, next);
        next += gen_type(g, want)->slots;
    }
    return base;
}

/* Computes the values of a return statement in consecutive registers. sig is the signature of the
 * function that returns. */
static Reg return_values(Gen *g, Stmt *s, Type *sig)
{
    ExprList *values = &s->results;
    if (values->len == 1 && sig->func.results.len > 1)
        return results_of_call(g, values->data[0], sig);
    if (values->len == 1)
        return gen_value_as(g, values->data[0], sig->func.results.data[0], ANY);
    Reg base = gen_alloc(g, result_slots(g, sig)), next = base, mark = g->f->top;
    bool hoisted = gen_hoist(g, values->data, values->len);
    for (u32 i = 0; i < values->len; i++) {
        Type *want = sig->func.results.data[i];
        gen_value_as(g, values->data[i], want, next);
        next += gen_type(g, want)->slots;
    }
    gen_hoist_end(g, hoisted);
    g->f->top = mark;
    return base;
}

/* Whether result i is returned unchanged, as in `return a, 1` where a is the first result. Then it
 * is not written: a write could race with goroutines that read it. */
static bool returns_itself(Stmt *s, u32 i, VarLoc *result)
{
    if (i >= s->results.len)
        return false;
    Expr *e = gen_strip(s->results.data[i]);
    return e->kind == EX_IDENT && e->ident.obj == result->obj;
}

static void store_results(Gen *g, Stmt *s, FuncLit *returning, Reg r)
{
    for (u32 i = 0; i < returning->results.len; i++) {
        VarLoc *loc = gen_var(g, returning->results.data[i]);
        Loc place = loc->cell
                        ? gen_mem_place(loc->type, loc->reg, 0, s->span)
                        : (Loc){.kind = PL_REG, .type = loc->type, .reg = loc->reg, .at = s->span};
        if (!returns_itself(s, i, loc))
            gen_store(g, &place, r);
        r += loc->type->slots;
    }
}

void gen_return(Gen *g, Stmt *s)
{
    FuncState *f = g->f;
    Reg mark = f->top;
    bool leaves = f->lit->loop != NULL;
    FuncLit *returning = leaves ? f->lit->exits->enclosing : f->lit;
    if (s->results.len > 0) {
        Reg r = return_values(g, s, returning->type);
        if (!leaves && !f->results_in_vars) {
            gen_emit(g, s->span, OP_RET, f->fn->nresults ? r : 0, 0, f->fn->nresults);
            f->top = mark;
            return;
        }
        store_results(g, s, returning, r);
        f->top = mark;
    }
    if (gen_leave_body(g, s))
        return;
    if (f->results.len || f->has_defer)
        return_vars(g, s->span);
    else
        gen_emit(g, s->span, OP_RET, 0, 0, 0);
}

/* ---- bodies ---- */

/* Compiles a body. Named results are variables, since deferred functions and closures can access
 * them after return has stored the values. */
static void gen_body(Gen *g, Func *fn, Package *pkg, FuncLit *lit, bool in_literal)
{
    FuncState f;
    gen_begin(g, &f, fn, pkg, lit->type);
    f.lit = lit;
    f.in_literal = in_literal;
    f.has_defer = lit->has_defer;
    /* The receiver of a method is not part of its signature, but a parameter. */
    fn->nparams = 0;
    for (u32 i = 0; i < lit->params.len; i++)
        fn->nparams += gen_type(g, lit->params.data[i]->type)->slots;
    fn->kinds = slot_kinds_of(g, lit);
    ScopeMark scope = gen_scope_open(g);
    gen_alloc(g, fn->nparams);
    fn->ncaptures = capture_slots(g, lit);
    fn->closure_reg = fn->nparams;
    if (fn->ncaptures)
        gen_alloc(g, 1);
    f.vars_top = f.top;
    if (f.has_defer)
        f.epilogue = gen_label(g);
    bind_results(g, lit);
    bind_captures(g, lit, fn->closure_reg);
    bind_params(g, lit);
    if (lit->loop) {
        gen_loop_body(g, lit);
    } else {
        gen_loop_vars(g, lit);
        gen_block(g, &lit->body->block.list);
        gen_epilogue(g);
    }
    gen_scope_close(g, scope);
    gen_end(g, &f);
}

static void gen_native_value(Gen *g, Job *job)
{
    FuncState f;
    Type *sig = job->decl->fn.type;
    Func *fn = job->fn;
    gen_begin(g, &f, fn, job->pkg, sig);
    Span at = gen_pos_span(g, fn->pos);
    fn->nparams = 0;
    for (u32 i = 0; i < job->decl->fn.params.len; i++)
        fn->nparams += gen_type(g, job->decl->fn.params.data[i]->type)->slots;
    gen_alloc(g, fn->nparams);
    Reg link = gen_alloc(g, 1 + (fn->nparams > fn->nresults ? fn->nparams : fn->nresults));
    gen_move(g, at, link + 1, 0, fn->nparams);
    gen_emit_k(g, at, OP_CALLN, link, gen_native(g, job->decl));
    gen_emit(g, at, OP_RET, link + 1, 0, fn->nresults);
    gen_end(g, &f);
}

static void run_job(Gen *g, Job *job)
{
    switch (job->kind) {
    case JOB_DECL:
        if (check_needed_body(g->cx, job->decl))
            gen_body(g, job->fn, job->pkg, &job->decl->fn, false);
        break;
    case JOB_LIT: gen_body(g, job->fn, job->pkg, job->lit, job->nested); break;
    case JOB_INIT: gen_package_init(g, job->fn, job->pkg); break;
    case JOB_VAR: gen_var_init(g, job->fn, job->pkg, &job->step); break;
    case JOB_NATIVE: gen_native_value(g, job); break;
    default: gen_wrapper_job(g, job); break;
    }
}

/* Whether an instance cannot be made, and therefore code that uses it cannot either. */
static bool is_broken(Gen *g)
{
    Type *endless = check_endless_type(g->cx);
    if (endless && !g->broken_instance) {
        Obj *obj = endless->named.obj;
        diag_error(g->diags, (Span){obj->pos, obj->pos + obj->name->len},
                   "instantiation cycle: %s needs instances of itself without end",
                   obj->name->text);
        g->broken_instance = true;
    }
    return g->broken_instance;
}

bool gen_run_jobs(Gen *g)
{
    do {
        while (g->jobs_done < g->jobs.len && !is_broken(g)) {
            Job job = g->jobs.data[g->jobs_done++];
            run_job(g, &job);
        }
    } while (!g->broken_instance && gen_method_tables(g));
    gen_chan_mark(g);
    return g->diags->errors == 0;
}
