/* Code generator: entry points for whole programs and REPL inputs, and package initialisation. */
#include "parser/gen/gen.h"

Gen *compile_new(Checker *cx, Interner *syms, Diags *diags, CompileOptions options)
{
    Gen *g = xcalloc(1, sizeof *g);
    g->cx = cx;
    g->syms = syms;
    g->diags = diags;
    g->options = options;
    g->universe = check_universe(cx);
    g->consts = check_consts(cx);
    /* distinct from the checker's ids */
    g->types = (TypePool){.arena = &g->arena, .last_id = 1u << 30};
    g->program = program_new(diags->sources);
    g->program->go_minor = options.go_minor;
    return g;
}

void compile_free(Gen *g)
{
    if (!g)
        return;
    vec_free(&g->static_type);
    vec_free(&g->wanted);
    vec_free(&g->method_queue);
    vec_free(&g->jobs);
    Map *maps[] = {&g->type_keys,     &g->constants, &g->strings,      &g->natives,
                   &g->wrappers,      &g->func_objs, &g->lit_funcs,    &g->method_ids,
                   &g->package_inits, &g->var_inits, &g->global_index, &g->covered};
    for (u32 i = 0; i < COUNT_OF(maps); i++)
        map_free(maps[i]);
    type_pool_free(&g->types);
    arena_free(&g->arena);
    free(g);
}

/* ---- globals ---- */

/* Has a variable of the library initialised, if it is not zero. Where one expression initialises
 * several, all of them. */
static void need_init(Gen *g, Obj *obj)
{
    InitStep step;
    if (!obj->pkg || !obj->pkg->is_library || !obj->decl || !check_init_step(g->cx, obj, &step))
        return;
    u64 *known = map_put(&g->var_inits, (u64)(uintptr_t)step.rhs);
    if (*known)
        return;
    const char *name = arena_printf(&g->arena, "%s.init", gen_package_text(g, obj->pkg));
    Func *fn = gen_new_func(g, name, obj->pkg, obj->pos);
    *known = (u64)(uintptr_t)fn;
    for (u32 i = 0; i < step.lhs.len; i++)
        step.lhs.data[i]->var.needed = true;
    gen_add_job(g, (Job){.kind = JOB_VAR, .fn = fn, .pkg = obj->pkg, .step = step});
}

u64 gen_global_offset(Gen *g, Obj *obj)
{
    Program *p = g->program;
    u64 *index = map_put(&g->global_index, (u64)(uintptr_t)obj);
    if (*index)
        return p->globals.data[*index - 1].offset;
    RType *t = gen_type(g, obj->type);
    /* At least eight bytes per variable, so that no two variables share a word. */
    u64 offset = (p->globals_size + 7) & ~(u64)7;
    const char *name =
        arena_printf(&p->arena, "%s.%s", obj->pkg ? obj->pkg->path : "", obj->name->text);
    vec_push(&p->globals, (GlobalVar){name, offset, t, obj->pos, obj->pkg && obj->pkg->script});
    p->globals_size = offset + (t->size ? t->size : 1);
    if (p->globals_size > INT32_MAX)
        diag_error(g->diags, (Span){obj->pos, obj->pos + obj->name->len},
                   "package-level variables take more than 2 GB");
    index = map_put(&g->global_index, (u64)(uintptr_t)obj);
    *index = p->globals.len;
    need_init(g, obj);
    return offset;
}

/* ---- initialisation ---- */

static Func *init_decl_func(Gen *g, Package *pkg, FuncDecl *decl, u32 number)
{
    const char *name = arena_printf(&g->arena, "%s.init.%u", gen_package_text(g, pkg), number);
    Func *fn = gen_new_func(g, name, pkg, decl->name->span.start);
    gen_add_job(g, (Job){.kind = JOB_DECL, .fn = fn, .pkg = pkg, .decl = decl});
    return fn;
}

static void init_step(Gen *g, const InitStep *step)
{
    Expr *values[] = {step->rhs};
    ExprList list = {values, 1, 1};
    gen_init_vars(g, step->lhs.data, step->lhs.len, &list, step->rhs->span);
}

void gen_var_init(Gen *g, Func *fn, Package *pkg, const InitStep *step)
{
    FuncState f;
    gen_begin(g, &f, fn, pkg, NULL);
    f.lit_prefix = arena_printf(&g->arena, "%s.glob.", gen_package_text(g, pkg));
    init_step(g, step);
    gen_emit(g, gen_pos_span(g, fn->pos), OP_RET, 0, 0, 0);
    gen_end(g, &f);
}

void gen_package_init(Gen *g, Func *fn, Package *pkg)
{
    FuncState f;
    gen_begin(g, &f, fn, pkg, NULL);
    f.lit_prefix = arena_printf(&g->arena, "%s.glob.", gen_package_text(g, pkg));
    for (u32 i = 0; i < pkg->init_steps.len; i++) {
        init_step(g, &pkg->init_steps.data[i]);
        f.top = f.vars_top;
    }
    Reg link = gen_alloc(g, 1);
    for (u32 i = 0; i < pkg->inits.len; i++) {
        FuncDecl *decl = pkg->inits.data[i];
        gen_emit_x(g, decl->name->span, OP_CALL, link, 0, 0, init_decl_func(g, pkg, decl, i)->id);
    }
    gen_emit(g, gen_pos_span(g, fn->pos), OP_RET, 0, 0, 0);
    gen_end(g, &f);
}

/* Requests the variables of a library package that are marked as needed, because their initialisers
 * may have an effect. */
static void need_vars(Gen *g, Package *pkg)
{
    for (u32 i = 0; i < pkg->files.len; i++)
        for (u32 j = 0; j < pkg->files.data[i]->decls.len; j++) {
            Decl *decl = pkg->files.data[i]->decls.data[j];
            for (u32 k = 0; decl->kind == DECL_VAR && k < decl->value.objs.len; k++)
                if (decl->value.objs.data[k]->var.needed)
                    need_init(g, decl->value.objs.data[k]);
        }
}

/* Requests the functions that initialise the packages. Those of the library are put together when
 * it is known which of their variables are used. */
static void request_inits(Gen *g, PackageList *packages)
{
    for (u32 i = 0; i < packages->len; i++) {
        Package *pkg = packages->data[i];
        u64 *known = map_put(&g->package_inits, (u64)(uintptr_t)pkg);
        if (*known)
            continue;
        *known = 1;
        if (pkg->is_library) {
            if (g->options.all)
                check_all_values(g->cx, pkg);
            need_vars(g, pkg);
        }
        if (!pkg->inits.len && (pkg->is_library || !pkg->init_steps.len))
            continue;
        Func *fn =
            gen_new_func(g, arena_printf(&g->arena, "%s.init", gen_package_text(g, pkg)), pkg, 0);
        *map_put(&g->package_inits, (u64)(uintptr_t)pkg) = (u64)(uintptr_t)fn;
        gen_add_job(g, (Job){.kind = JOB_INIT, .fn = fn, .pkg = pkg});
    }
}

/* Calls what initialises the package, but for what has been called by an earlier input of the
 * REPL. */
static void call_init(Gen *g, Package *pkg, Reg link)
{
    Span at = {0, 0};
    if (pkg->is_library)
        check_init_order(g->cx, pkg);
    for (u32 i = 0; pkg->is_library && i < pkg->init_steps.len; i++) {
        u64 *init = map_put(&g->var_inits, (u64)(uintptr_t)pkg->init_steps.data[i].rhs);
        if (*init > 1)
            gen_emit_x(g, at, OP_CALL, link, 0, 0, ((Func *)(uintptr_t)*init)->id);
        *init = 1;
    }
    u64 *init = map_put(&g->package_inits, (u64)(uintptr_t)pkg);
    if (*init > 1)
        gen_emit_x(g, at, OP_CALL, link, 0, 0, ((Func *)(uintptr_t)*init)->id);
    *init = 1;
}

/* The entry: initialises the packages, after all other functions have been generated, then calls
 * start, which may be NULL, and returns its `nresults` registers. */
static void generate_entry(Gen *g, Func *entry, PackageList *packages, Func *start, u32 nresults)
{
    FuncState f;
    Span at = {0, 0};
    gen_begin(g, &f, entry, NULL, NULL);
    entry->nresults = nresults;
    Reg link = gen_alloc(g, 1 + nresults);
    for (u32 pass = 0; pass < 2; pass++)
        for (u32 i = 0; i < packages->len; i++)
            /* Package runtime comes first: all packages use it without importing it. */
            if ((strcmp(packages->data[i]->path, "runtime") == 0) == (pass == 0))
                call_init(g, packages->data[i], link);
    if (start)
        gen_emit_x(g, at, OP_CALL, link, 0, 0, start->id);
    gen_emit(g, at, OP_RET, nresults ? link + 1 : 0, 0, nresults);
    gen_end(g, &f);
}

/* ---- programs ---- */

static void add_functions(Gen *g, Package *pkg, u32 from)
{
    for (u32 i = from; i < pkg->funcs.len; i++) {
        FuncDecl *decl = pkg->funcs.data[i];
        if (!decl->obj || gen_is_blank(decl->obj) || decl->obj->func.generic)
            continue;
        if (decl->recv && g->methods_done)
            g->methods_done = 0; /* REPL: a type in use may have a new method */
        if (g->options.all)
            gen_func_value(g, decl->obj);
        else
            gen_func(g, decl->obj);
    }
}

static void verify_new(Gen *g)
{
    Buf fault = {0};
    for (; g->verified < g->program->funcs.len; g->verified++) {
        const Func *fn = g->program->funcs.data[g->verified];
        limits_poll();
        if (fn->code && !verify_func(g->program, fn, &fault))
            BUG("generated code is wrong: %s", buf_str(&fault));
    }
    buf_free(&fault);
}

static Func *main_func(Gen *g, Package *pkg)
{
    if (pkg->script) {
        Func *fn = gen_new_func(g, arena_printf(&g->arena, "%s.main", gen_package_text(g, pkg)),
                                pkg, pkg->script->sig.span.start);
        fn->is_script = true;
        gen_add_job(g, (Job){.kind = JOB_LIT, .fn = fn, .pkg = pkg, .lit = pkg->script});
        return fn;
    }
    Obj *obj =
        scope_find(pkg->scope, intern_str(g->syms, g->options.entry ? g->options.entry : "main"));
    return obj && obj->kind == OBJ_FUNC ? gen_func(g, obj) : NULL;
}

static Package *find_package(PackageList *packages, const char *path)
{
    for (u32 i = 0; i < packages->len; i++)
        if (strcmp(packages->data[i]->path, path) == 0)
            return packages->data[i];
    return NULL;
}

static void note_reflection(Gen *g, PackageList *packages)
{
    if (find_package(packages, "reflect"))
        gen_reflect(g);
}

static Func *new_entry(Gen *g)
{
    Func *entry = gen_new_func(g, "gol.entry", NULL, 0);
    entry->is_library = entry->is_wrapper = true;
    return entry;
}

Program *compile_program(Gen *g, PackageList *packages, Package *main)
{
    gen_known_types(g, find_package(packages, "runtime"));
    note_reflection(g, packages);
    Func *entry = new_entry(g);
    request_inits(g, packages);
    Func *start = main ? main_func(g, main) : NULL;
    for (u32 i = 0; i < packages->len; i++)
        if (!packages->data[i]->is_library || g->options.all)
            add_functions(g, packages->data[i], 0);
    if (!gen_run_jobs(g))
        return NULL;
    gen_cover_rest(g);
    generate_entry(g, entry, packages, start, 0);
    verify_new(g);
    g->program->entry = entry;
    return g->program;
}

Program *compile_packages(Checker *cx, Interner *syms, Diags *diags, PackageList *packages,
                          Package *main, CompileOptions options)
{
    Gen *g = compile_new(cx, syms, diags, options);
    Program *program = compile_program(g, packages, main);
    if (!program)
        program_free(g->program);
    compile_free(g);
    return program;
}

/* ---- REPL ---- */

/* How many values the expression has. */
static u32 value_count(const Expr *e)
{
    return !e ? 0 : e->type->kind == TY_TUPLE ? e->type->tuple.types.len : 1;
}

static void add_result(Gen *g, FuncLit *input)
{
    Arena *arena = &g->arena;
    Obj *result = obj_new(arena, OBJ_VAR, intern_str(g->syms, "result"), 0, NULL);
    result->type = g->universe->any_type;
    result->var.kind = VAR_RESULT;
    result->var.func = input;
    avec_push(arena, &input->type->func.results, result->type);
    avec_push(arena, &input->results, result);
}

/* The input is compiled as a function that returns its last expression. */
static void return_last(Gen *g, FuncLit *input, Expr *last_expr)
{
    Arena *arena = &g->arena;
    input->type = type_new(&g->types, TY_FUNC);
    for (u32 i = 0; i < value_count(last_expr); i++)
        add_result(g, input);
    StmtList *list = &input->body->block.list;
    Stmt *ret = ast_new_stmt(arena, ST_RETURN);
    ret->span = input->body->span;
    StmtList copy = {0};
    for (u32 i = 0; i < list->len; i++)
        if (!last_expr || i + 1 < list->len)
            avec_push(arena, &copy, list->data[i]);
    if (last_expr) {
        ret->span = last_expr->span;
        avec_push(arena, &ret->results, last_expr);
    }
    avec_push(arena, &copy, ret);
    *list = copy;
}

Func *compile_append(Gen *g, PackageList *packages, Package *pkg, FuncLit *input, Expr *last_expr,
                     u32 first_func)
{
    return_last(g, input, last_expr);
    Func *fn =
        gen_new_func(g, arena_printf(&g->arena, "%s.input", pkg->path), pkg, input->sig.span.start);
    gen_add_job(g, (Job){.kind = JOB_LIT, .fn = fn, .pkg = pkg, .lit = input});
    Func *entry = new_entry(g);
    *map_put(&g->package_inits, (u64)(uintptr_t)pkg) = 1;
    request_inits(g, packages);
    add_functions(g, pkg, first_func);
    if (!gen_run_jobs(g))
        return NULL;
    gen_cover_rest(g);
    generate_entry(g, entry, packages, fn, 2 * value_count(last_expr));
    verify_new(g);
    return entry;
}
