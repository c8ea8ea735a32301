/* Makes goroutine ids, instances and objects as the solver of points.h asks for them, and derives
 * what repeats, what is single and what is shared when everything is found. */
#include "analysis/model.h"

#include "analysis/alternative.h"
#include "analysis/components.h"
#include "analysis/points.h"
#include "analysis/step.h"

enum {
    TINY_FUNCTION = 8,   /* up to which it always is, as Mutex.Unlock; */
    SMALL_FUNCTION = 48, /* code words up to which a library function is analysed once per caller */
    MOST_INSTANCES = 8,  /* of one function in one goroutine id that are kept distinct */
    MOST_ALL = 6000,     /* instances after which no more are kept distinct, */
    MOST_TINY = 12000,   /* and none of tiny functions */
    MOST_GOROS = 4000,
    MOST_NESTED = 3,    /* ids of one site in a path; */
    MOST_UNFOLDED = 64, /* one, if there are more ids than these */
};

NativeMeans model_means(const Model *model, u32 native)
{
    return (NativeMeans)model->means[native];
}

/* ---- objects ---- */

static u32 add_object(Model *model, Object object)
{
    vec_push(&model->objects, object);
    return model->objects.len - 1;
}

u32 model_allocated(Model *model, u32 inst, u32 pc, u32 part, Object fresh)
{
    u64 *there = map_put(&model->allocated, (u64)inst << 32 | (u64)pc << 2 | part);
    if (!*there) {
        fresh.inst = inst;
        fresh.pc = pc;
        *there = add_object(model, fresh) + 1ull;
    }
    return (u32)(*there - 1);
}

u32 model_global(Model *model, u64 offset, u64 *within)
{
    const GlobalVar *vars = model->program->globals.data;
    u32 low = 0, high = model->program->globals.len;
    while (high - low > 1) {
        u32 mid = (low + high) / 2;
        *(vars[mid].offset <= offset ? &low : &high) = mid;
    }
    vec_extend(&model->globals, model->program->globals.len);
    u32 *object = &model->globals.data[low];
    if (!*object) {
        RType *type = vars[low].type;
        u64 elem = type->kind == RK_ARRAY ? type->elem->size : 0;
        *object = add_object(
            model, (Object){.kind = MEM_GLOBAL, .index = low, .type = type, .elem = elem});
    }
    *within = offset - vars[low].offset;
    return *object;
}

static u32 named_object(Model *model, Map *map, u32 id, Object object)
{
    u64 *there = map_put(map, id);
    if (!*there)
        *there = add_object(model, object) + 1ull;
    return (u32)(*there - 1);
}

u32 model_type(Model *model, RType *type)
{
    return named_object(model, &model->types, type->id, (Object){.kind = MEM_TYPE, .type = type});
}

bool model_panics_with(const Model *model, const RType *type)
{
    const WellKnownTypes *known = &model->program->known;
    return type == known->runtime_error || type == known->type_assertion_error ||
           type == known->plain_error || type == known->nil_panic || type == known->string_type;
}

u32 model_static(Model *model, const Func *func)
{
    return named_object(model, &model->statics, func->id,
                        (Object){.kind = MEM_CLOSURE, .func = func});
}

/* ---- goroutines ---- */

/* The id that a site starts again, if it occurs in its own path as often as ids are kept distinct.
 */
static u32 folded_goro(const Model *model, u32 inst, u32 pc)
{
    const Func *fn = model->instances.data[inst]->flow->fn;
    u32 innermost = NO_OBJECT, count = 0;
    for (u32 t = model->instances.data[inst]->goro; t > GORO_UNKNOWN;
         t = model->goros.data[t].parent)
        if (model->goros.data[t].pc == pc &&
            model->instances.data[model->goros.data[t].inst]->flow->fn == fn) {
            innermost = count++ ? innermost : t;
            if (count == MOST_NESTED || model->goros.len > MOST_UNFOLDED)
                return innermost;
        }
    return model->goros.len >= MOST_GOROS ? GORO_UNKNOWN : NO_OBJECT;
}

u32 model_goro(Model *model, u32 inst, u32 pc)
{
    u64 site = (u64)inst << 32 | pc;
    u32 t = NO_OBJECT;
    for (u32 i = GORO_UNKNOWN + 1; t == NO_OBJECT && i < model->goros.len; i++)
        if (model->goros.data[i].inst == inst && model->goros.data[i].pc == pc)
            t = i;
    if (t == NO_OBJECT)
        t = folded_goro(model, inst, pc);
    if (t == NO_OBJECT) {
        t = model->goros.len;
        vec_push(&model->goros,
                 (Goro){.parent = model->instances.data[inst]->goro, .inst = inst, .pc = pc});
    }
    Goro *g = &model->goros.data[t];
    for (u32 i = 0; i < g->sites.len; i++)
        if (g->sites.data[i] == site)
            return t;
    vec_push(&g->sites, site);
    return t;
}

void goro_name(const Model *model, u32 t, Buf *out)
{
    if (t <= GORO_UNKNOWN) {
        buf_puts(out, t == GORO_MAIN ? "main" : "a goroutine of the runtime");
        return;
    }
    const Goro *g = &model->goros.data[t];
    const Func *fn = model->instances.data[g->inst]->flow->fn;
    Place place = source_place(model->program->sources, fn->spans[g->pc].start);
    if (!place.file)
        buf_printf(out, "goroutine from %s", fn->name);
    else
        buf_printf(out, "goroutine from %s:%u", place.file->name, place.line);
    if (g->many)
        buf_puts(out, " (many)");
}

/* ---- instances ---- */

static const Flow *flow_of(Model *model, const Func *func)
{
    if (!model->flows[func->id])
        model->flows[func->id] = flow_new(model->program, func);
    return model->flows[func->id];
}

/* That memory is typed has been taken for granted so far. */
static void meet(Model *model, const Func *func)
{
    if (func->casts && !model->casts)
        model->meets_casts = model->gave_up = true;
}

static u32 make_instance(Model *model, const Func *func, u32 goro, u32 caller, u32 pc)
{
    Instance *in = xcalloc(1, sizeof *in);
    u32 index = model->instances.len;
    meet(model, func);
    in->flow = flow_of(model, func);
    in->goro = goro;
    in->caller = caller == NO_OBJECT ? index : caller;
    in->caller_pc = pc;
    in->params = xcalloc(func->nparams + 1, sizeof *in->params);
    vec_push(&model->instances, in);
    for (u32 i = 0; i < func->nparams; i++)
        in->params[i] = points_sym(model->points, index, (Val){SYM_KEY(SYM_PARAM, 0, i), 0});
    if (func->ncaptures)
        in->closure =
            points_sym(model->points, index, (Val){SYM_KEY(SYM_PARAM, 0, func->closure_reg), 0});
    const char *kinds = func->kinds.results;
    for (u32 i = 0; i < func->nresults; i++)
        vec_push(&in->results,
                 !kinds || kind_is_pointer(kinds[i]) ? points_node(model->points) : 0);
    step_instance(model, index);
    return index;
}

/* The instance of func among those that are being called where `inst` is, or NO_OBJECT. */
static u32 calling(const Model *model, const Func *func, u32 inst)
{
    for (;;) {
        const Instance *in = model->instances.data[inst];
        if (in->flow->fn == func)
            return inst;
        if (in->caller == inst)
            return NO_OBJECT;
        inst = in->caller;
    }
}

static u64 instance_key(const Func *func, u32 goro, u32 context)
{
    return (u64)func->id << 44 | (u64)goro << 30 | context;
}

/* Whether one more caller of a function is to have an instance of its own. */
static bool tell_apart(Model *model, const Func *func, u32 goro)
{
    if (func->is_library && func->ncode <= TINY_FUNCTION && model->instances.len <= MOST_TINY)
        return true;
    if (model->instances.len > MOST_ALL || (func->is_library && func->ncode > SMALL_FUNCTION))
        return false;
    u64 *count = map_put(&model->instance_of, instance_key(func, goro, (1 << 30) - 1));
    return (*count)++ < MOST_INSTANCES * (func->is_library ? 4 : 1);
}

static u32 find_instance(Model *model, const Func *func, u32 goro, const CallSite *site)
{
    u32 from = site ? site->inst : NO_OBJECT, pc = site ? site->pc : 0;
    bool same = site && site->goro == model->instances.data[site->inst]->goro;
    u32 again = same ? calling(model, func, site->inst) : NO_OBJECT;
    if (again != NO_OBJECT)
        return again;
    u64 *there = map_get(&model->instance_of, instance_key(func, goro, site ? site->index : 0));
    if (!there && site && !tell_apart(model, func, goro))
        there = map_put(&model->instance_of, instance_key(func, goro, 0));
    if (there && *there)
        return (u32)(*there - 1);
    u64 key = instance_key(func, goro, there || !site ? 0 : site->index);
    /* Its own number must be known before its code is looked at: it may call itself. */
    *map_put(&model->instance_of, key) = model->instances.len + 1ull;
    return make_instance(model, func, goro, same ? from : NO_OBJECT, pc);
}

/* ---- calls ---- */

CallSite *model_site(Model *model, u32 inst, u32 pc, CallKind kind)
{
    u64 *there = map_put(&model->instances.data[inst]->sites, pc);
    if (!*there) {
        *there = model->sites.len;
        CallSite *site = xcalloc(1, sizeof *site);
        *site = (CallSite){.kind = kind,
                           .index = model->sites.len,
                           .inst = inst,
                           .pc = pc,
                           .goro = model->instances.data[inst]->goro};
        vec_push(&model->sites, site);
    }
    return model->sites.data[*there];
}

const CallSite *model_site_at(const Model *model, u32 inst, u32 pc)
{
    const u64 *there = map_get(&model->instances.data[inst]->sites, pc);
    return there ? model->sites.data[*there] : NULL;
}

static bool listed(const u32 *list, u32 len, u32 what)
{
    for (u32 i = 0; i < len; i++)
        if (list[i] == what)
            return true;
    return false;
}

/* Parameter i of what a site calls. */
static Node argument(const CallSite *site, u32 i, u32 how)
{
    if (how & HOW_BOUND && i == 0)
        return site->first;
    if (how & HOW_FRAME)
        return site->frame;
    if (how & HOW_METHOD && i == 0)
        return 0;
    u32 arg = i - (how & HOW_BOUND ? 1 : 0);
    return arg < site->args.len ? site->args.data[arg] : 0;
}

static void link_results(Model *model, const CallSite *site, const Instance *to, u32 how)
{
    for (u32 i = 0; how & HOW_FRAME && i < to->results.len; i++)
        points_copy(model->points, site->results, to->results.data[i]);
    if (how & HOW_FRAME)
        return;
    for (u32 i = 0; site->kind == CALL_PLAIN && i < to->results.len; i++)
        points_copy(model->points, points_sym(model->points, site->inst, sym_def(site->pc, 1 + i)),
                    to->results.data[i]);
}

const Instance *model_call(Model *model, u32 index, const Func *func, u32 closure, u32 how)
{
    if (!func->code)
        return NULL;
    CallSite *site = model->sites.data[index];
    u32 callee = find_instance(model, func, site->goro, site);
    Instance *to = model->instances.data[callee];
    if (closure != NO_OBJECT)
        points_add(model->points, to->closure, (Ptr){closure, PTR_AT, 0});
    bool known = listed(site->callees.data, site->callees.len, callee);
    if (known && !site->first && !site->frame)
        return to;
    for (u32 i = 0; i < func->nparams; i++)
        points_copy(model->points, to->params[i], argument(site, i, how));
    link_results(model, site, to, how);
    if (known)
        return to;
    vec_push(&site->callees, callee);
    vec_push(&to->calls_from, index);
    if (site->kind == CALL_GO) {
        Goro *g = &model->goros.data[site->goro];
        if (!listed(g->roots.data, g->roots.len, callee))
            vec_push(&g->roots, callee);
    }
    return to;
}

void model_call_unknown(Model *model, const Func *func, u32 closure)
{
    if (!func->code)
        return;
    u32 callee = find_instance(model, func, GORO_UNKNOWN, NULL);
    Instance *to = model->instances.data[callee];
    Node havoc = points_havoc(model->points);
    if (closure != NO_OBJECT)
        points_add(model->points, to->closure, (Ptr){closure, PTR_AT, 0});
    for (u32 i = 0; i < func->nparams; i++)
        points_copy(model->points, to->params[i], points_unknown(model->points));
    for (u32 i = 0; i < to->results.len; i++)
        points_copy(model->points, havoc, to->results.data[i]);
    Goro *g = &model->goros.data[GORO_UNKNOWN];
    if (!listed(g->roots.data, g->roots.len, callee))
        vec_push(&g->roots, callee);
}

/* ---- conclusions ---- */

/* Whether some of the callers before number n may run in an execution with this instance. */
static bool joins_callers(const Model *model, const Instance *in, u32 n, u32 inst)
{
    for (u32 i = 0; i < n; i++) {
        const CallSite *site = model->sites.data[in->calls_from.data[i]];
        u32 choice = model->instances.data[site->inst]->choice;
        if (site->kind != CALL_GO &&
            alternative_meet(model, choice, model->instances.data[inst]->choice))
            return true;
    }
    return false;
}

/* Whether an instance may run more than once in one goroutine, by what is known of its callers. */
static bool runs_again(const Model *model, u32 index)
{
    const Instance *in = model->instances.data[index];
    const Goro *g = &model->goros.data[in->goro];
    bool begins = listed(g->roots.data, g->roots.len, index);
    for (u32 i = 0; i < in->calls_from.len; i++) {
        const CallSite *site = model->sites.data[in->calls_from.data[i]];
        if (site->kind == CALL_GO)
            continue;
        const Instance *from = model->instances.data[site->inst];
        if (begins || site->kind == CALL_LATER || from->repeats ||
            flow_repeats(from->flow, site->pc) || joins_callers(model, in, i, site->inst))
            return true;
    }
    return false;
}

static void find_repeats(Model *model)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < model->instances.len; i++) {
            Instance *in = model->instances.data[i];
            if (in->repeats || !(in->goro == GORO_UNKNOWN || runs_again(model, i)))
                continue;
            in->repeats = changed = true;
        }
    }
}

/* The edges of the graph of calls: from an instance to those that call it in its goroutine. */
static u32 caller_of(void *context, u32 inst, u32 edge)
{
    const Model *model = context;
    const Instance *in = model->instances.data[inst];
    if (edge == in->calls_from.len)
        return GRAPH_END;
    const CallSite *site = model->sites.data[in->calls_from.data[edge]];
    return site->kind == CALL_GO ? GRAPH_NOWHERE : site->inst;
}

static bool calls_itself(Model *model, u32 inst)
{
    for (u32 i = 0; i < model->instances.data[inst]->calls_from.len; i++)
        if (caller_of(model, inst, i) == inst)
            return true;
    return false;
}

static void end_recursion(void *context, const u32 *insts, u32 count)
{
    Model *model = context;
    for (u32 i = 0; i < count; i++)
        model->instances.data[insts[i]]->repeats |= count > 1 || calls_itself(model, insts[i]);
}

/* An instance that calls itself, through others or not, is on a cycle of calls. */
static void find_recursion(Model *model)
{
    components_find(&(Graph){model->instances.len, model, caller_of, end_recursion});
}

static bool starts_many(const Model *model, const Goro *g)
{
    if (g->restarts || g->sites.len != 1 || model->goros.data[g->parent].many)
        return true;
    const Instance *in = model->instances.data[g->inst];
    return in->repeats || flow_repeats(in->flow, g->pc);
}

/* All ids but those of main and `ego`, which are of one goroutine. */
static void find_many(Model *model, u32 ego)
{
    model->goros.data[GORO_UNKNOWN].many = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 t = GORO_UNKNOWN + 1; t < model->goros.len; t++) {
            Goro *g = &model->goros.data[t];
            if (t != ego && !g->many && starts_many(model, g))
                g->many = changed = true;
        }
    }
}

static void find_single(Model *model)
{
    for (u32 i = 0; i < model->objects.len; i++) {
        Object *o = &model->objects.data[i];
        o->single = o->kind == MEM_GLOBAL;
        if (o->kind < MEM_NEW || o->kind == MEM_TYPE ||
            (o->kind == MEM_CLOSURE && !o->pc && !o->inst))
            continue;
        const Instance *in = model->instances.data[o->inst];
        o->single =
            !in->repeats && !flow_repeats(in->flow, o->pc) && !model->goros.data[in->goro].many;
    }
}

/* Objects that are shared, but that have not been asked yet what they lead to. */
typedef VEC(u32) ObjectList;

static void share_object(Model *model, u32 object, ObjectList *todo)
{
    Object *o = &model->objects.data[object];
    if (!o->shared)
        vec_push(todo, object);
    o->shared = true;
}

static void share(Model *model, const PtrList *list, ObjectList *todo)
{
    for (u32 i = 0; i < list->len; i++)
        share_object(model, list->data[i].object, todo);
}

/* What is in memory that is shared; much of it is what the largest set leads to, which is looked at
 * once. */
static void share_contents(Model *model, ObjectList *todo)
{
    bool all = false;
    while (todo->len) {
        const Object *o = &model->objects.data[vec_pop(todo)];
        const PtrList *list = o->sum ? points_of(model->points, o->sum) : NULL;
        bool largest = points_is_largest(model->points, list);
        if (list && !(largest && all))
            share(model, list, todo);
        all |= largest;
    }
}

/* What another goroutine can get hold of: by a variable of a package, by what it is started with,
 * by memory that is shared itself, by a native. */
static void find_shared(Model *model)
{
    ObjectList todo = {0};
    for (u32 i = 0; i < model->objects.len; i++) {
        ObjectKind kind = model->objects.data[i].kind;
        if (kind == MEM_GLOBAL || kind == MEM_UNKNOWN)
            share_object(model, i, &todo);
    }
    share(model, points_of(model->points, points_havoc(model->points)), &todo);
    for (u32 i = 1; i < model->sites.len; i++) {
        const CallSite *site = model->sites.data[i];
        if (site->kind != CALL_GO)
            continue;
        share(model, points_of(model->points, site->target), &todo);
        for (u32 k = 0; k < site->args.len; k++)
            share(model, points_of(model->points, site->args.data[k]), &todo);
    }
    share_contents(model, &todo);
    vec_free(&todo);
}

static void conclude(Model *model, u32 ego)
{
    find_recursion(model);
    find_repeats(model);
    find_many(model, ego);
    find_single(model);
}

void model_conclude_round(Model *model, u32 inst)
{
    conclude(model, model->instances.data[inst]->goro);
}

static void look_up(Model *model, MeansFinder find_means)
{
    const Program *program = model->program;
    model->means = xcalloc(program->natives.len + 1, sizeof *model->means);
    for (u32 i = 0; i < program->natives.len; i++)
        model->means[i] = (u8)find_means(program->natives.data[i]);
    vec_extend(&model->method_params, program->method_names.len + 1);
    for (u32 i = 0; i < program->types.len; i++)
        for (u32 m = 0; m < program->types.data[i]->nmethods; m++) {
            const Func *fn = program->types.data[i]->methods[m].fn;
            u32 *most = &model->method_params.data[program->types.data[i]->methods[m].id];
            *most = fn && fn->nparams > *most ? fn->nparams : *most;
        }
}

/* Whether all memory of an object holds numbers, whatever writes there. */
static bool is_of_numbers(const Object *o)
{
    bool typed = o->kind == MEM_GLOBAL || o->kind == MEM_NEW || o->kind == MEM_SLICE;
    bool numbers = typed && o->type && !(o->type->flags & RT_POINTERS);
    return !o->havoc && (numbers || (o->kind == MEM_MADE && o->flat));
}

/* Values of type uintptr are read and written as numbers where numbers are only. */
static void check_numbers(Model *model)
{
    for (u32 i = 0; i < model->of_numbers.len && !model->casts && !model->gave_up; i++) {
        const PtrList *list = points_of(model->points, model->of_numbers.data[i]);
        for (u32 k = 0; k < list->len; k++)
            if (!is_of_numbers(&model->objects.data[list->data[k].object]))
                model->meets_casts = model->gave_up = true;
    }
}

/* The model if memory is typed, or if it is not. */
static Model *build(Program *program, MeansFinder find_means, u64 work,
                    const Alternatives *alternatives, bool casts)
{
    Model *model = xcalloc(1, sizeof *model);
    model->program = program;
    model->whole = model;
    model->work = work;
    model->casts = casts;
    model->alternatives = alternatives;
    model->nalternatives = alternatives ? alternatives->count : 0;
    look_up(model, find_means);
    model->nflows = program->funcs.len;
    model->flows = xcalloc(model->nflows + 1, sizeof *model->flows);
    model->points = points_new(model);
    vec_push(&model->sites, NULL);
    add_object(model, (Object){.kind = MEM_UNKNOWN});
    add_object(model, (Object){.kind = MEM_MADE});
    add_object(model, (Object){.kind = MEM_MADE});
    points_add(model->points, points_unknown(model->points), (Ptr){OBJECT_UNKNOWN, PTR_ANY, 0});
    points_copy(model->points, points_havoc(model->points), points_unknown(model->points));
    vec_push(&model->goros, (Goro){.parent = GORO_MAIN});
    vec_push(&model->goros, (Goro){.parent = GORO_UNKNOWN});
    vec_push(&model->goros.data[GORO_MAIN].roots,
             find_instance(model, program->entry, GORO_MAIN, NULL));
    points_solve(model->points);
    step_unknown_methods(model);
    check_numbers(model);
    if (model->gave_up)
        return model;
    alternative_find(model);
    conclude(model, GORO_MAIN);
    find_shared(model);
    return model;
}

static void instance_free(Instance *in)
{
    free(in->params);
    vec_free(&in->results);
    vec_free(&in->calls_from);
    map_free(&in->sites);
    map_free(&in->syms);
    free(in);
}

static void site_free(CallSite *site)
{
    if (!site)
        return;
    vec_free(&site->args);
    vec_free(&site->arg_syms);
    vec_free(&site->callees);
    free(site);
}

void model_free(Model *model)
{
    points_free(model->points);
    for (u32 i = 0; i < model->nflows; i++)
        flow_free(model->flows[i]);
    for (u32 i = 0; i < model->instances.len; i++)
        instance_free(model->instances.data[i]);
    for (u32 i = 0; i < model->sites.len; i++)
        site_free(model->sites.data[i]);
    for (u32 i = 0; i < model->objects.len; i++)
        map_free(&model->objects.data[i].cells);
    for (u32 i = 0; i < model->goros.len; i++) {
        vec_free(&model->goros.data[i].sites);
        vec_free(&model->goros.data[i].roots);
    }
    Map *maps[] = {&model->instance_of, &model->types, &model->statics, &model->allocated};
    for (u32 i = 0; i < COUNT_OF(maps); i++)
        map_free(maps[i]);
    vec_free(&model->goros);
    vec_free(&model->instances);
    vec_free(&model->objects);
    vec_free(&model->sites);
    vec_free(&model->globals);
    vec_free(&model->unknown_natives);
    vec_free(&model->of_numbers);
    for (u32 i = 0; i < model->choices.len; i++)
        free(model->choices.data[i]);
    vec_free(&model->choices);
    free(model->flows);
    free(model->means);
    vec_free(&model->method_params);
    free(model);
}

Model *model_new(Program *program, MeansFinder find_means, u64 work)
{
    return model_new_choice(program, find_means, work, NULL);
}

Model *model_new_choice(Program *program, MeansFinder find_means, u64 work,
                        const Alternatives *alternatives)
{
    Model *model = build(program, find_means, work, alternatives, false);
    if (!model->meets_casts)
        return model;
    model_free(model);
    return build(program, find_means, work, alternatives, true);
}
