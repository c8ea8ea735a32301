/* Flags: variables by which one goroutine shows another how far it has come. A branch on what an
 * atomic operation has seen, or a load under a lock, says which writes can have made the variable
 * what it was: their goroutines had come that far.
 *
 * The variable must be one place of an object that is one at run time, which natives of other kinds
 * do not write. If neither its first value, 0, nor any write whose place in the past is not known
 * can be what was seen, one of the remaining writes came before; what all of them have in their
 * past is learnt. An atomic operation happens after the write that it sees. A plain load does if
 * both are made under one lock, which is held to write at the write: then the section of the write
 * came first. What was seen is in the past even if it is looked at later. */
#include "analysis/solve.h"

/* What was seen: a number, or anything else. */
typedef struct Seen {
    u32 inst, pc; /* of the operation that saw it */
    Val at;       /* where */
    i64 number;
    bool equal, atomic;
    NativeMeans means; /* of the operation, if it is atomic */
    bool late;         /* the goroutine may have done something since */
} Seen;

/* Registers of the arguments after the variable, from R[a] on. */
enum { FIRST_ARG = 2, SECOND_ARG = 3 };

bool solver_only_place(const Solver *solver, u32 inst, Val value, Ptr *out)
{
    const PtrList *list = points_lookup(solver->model->points, inst, value);
    if (!list || list->len != 1 || list->data[0].how != PTR_AT)
        return false;
    *out = list->data[0];
    const Object *o = &solver->model->objects.data[out->object];
    return o->single && !o->havoc;
}

/* ---- writes ---- */

static void add_write(Solver *solver, FlagWrite write)
{
    vec_push(&solver->flag_writes[write.place.object], write);
}

static void note_flag_write(Solver *solver, FlagWrite write, u32 inst, Val at)
{
    const PtrList *list = points_lookup(solver->model->points, inst, at);
    for (u32 i = 0; list && i < list->len; i++) {
        write.place = list->data[i];
        add_write(solver, write);
    }
}

/* An atomic operation writes: which token it is, and the number if that is known. */
void solver_atomic_write(Solver *solver, u32 inst, u32 pc, const Val *regs, u32 token)
{
    const Model *model = solver->model;
    Instr in = model->instances.data[inst]->flow->fn->code[pc].in;
    FlagWrite write = {.token = token, .size = 8};
    NativeMeans means = model_means(model, instr_k(in));
    u32 value = means == MEANS_ATOMIC_COMPARES ? SECOND_ARG : FIRST_ARG;
    if (means == MEANS_ATOMIC_STORES || means == MEANS_ATOMIC_SWAPS ||
        means == MEANS_ATOMIC_COMPARES)
        write.known = solver_constant(model, inst, regs[in.a + value], &write.number);
    if (token != NO_TOKEN)
        solver->tokens.data[token].zero = !write.known || (u32)write.number == 0;
    note_flag_write(solver, write, inst, regs[in.a + 1]);
}

static u32 stored_register(Instr in)
{
    return in.op == OP_GST64 ? in.a : in.b;
}

/* Whether the list is the largest, and it is noted already that something unknown is written by way
 * of it: each store there is to all its objects. */
static bool is_written(Solver *solver, const PtrList *list)
{
    if (!points_is_largest(solver->model->points, list))
        return false;
    bool written = solver->wrote_any;
    solver->wrote_any = true;
    return written;
}

/* Of the stores that an Access describes: a token for those of a known number to one place. */
void solver_plain_write(Solver *solver, u32 inst, u32 pc, const Val *regs, const Access *access)
{
    const Model *model = solver->model;
    Instr in = model->instances.data[inst]->flow->fn->code[pc].in;
    bool one = access->how == ACCESS_AT && !(op_info[in.op].flags & (X_TYPE | R_C)) &&
               op_info[in.op].effect == EFFECT_WRITE;
    FlagWrite write = {.token = NO_TOKEN, .size = access->size};
    Val at = {access->base.key, access->base.off + access->off};
    Ptr place;
    write.known = one && solver_constant(model, inst, regs[stored_register(in)], &write.number);
    if (write.known && points_lookup(model->points, inst, at) &&
        solver_only_place(solver, inst, at, &place) && model->objects.data[place.object].shared) {
        write.token = solver->tokens.len;
        solver_add_token(solver, inst, pc, TOKEN_WRITE, at);
    }
    const PtrList *list = points_lookup(model->points, inst, access->base);
    if (is_written(solver, list))
        return;
    write.known &= !points_is_largest(model->points, list);
    for (u32 i = 0; list && i < list->len; i++) {
        write.place = access_place(model, access, list->data[i]);
        add_write(solver, write);
    }
}

static void filled(Solver *solver, const PtrList *list)
{
    if (is_written(solver, list))
        return;
    for (u32 i = 0; i < list->len; i++)
        add_write(solver,
                  (FlagWrite){.token = NO_TOKEN, .place = list->data[i], .size = BUFFER_SIZE});
}

/* Objects that natives write which do not synchronise. */
void solver_native_writes(Solver *solver)
{
    const Model *model = solver->model;
    for (u32 i = 1; i < model->sites.len; i++) {
        const CallSite *site = model->sites.data[i];
        const Word *code = &model->instances.data[site->inst]->flow->fn->code[site->pc];
        if (site->kind != CALL_NATIVE)
            continue;
        NativeMeans means = model_means(model, instr_k(code->in));
        if (means == MEANS_FILLS && site->args.len)
            filled(solver, points_of(model->points, site->args.data[0]));
        if (!site->leads || (means != MEANS_WRITE && !means_sets(means)))
            continue;
        const PtrList *list = points_of(model->points, site->leads);
        u32 n = is_written(solver, list) ? 0 : list->len;
        for (u32 k = 0; k < n; k++)
            add_write(solver, (FlagWrite){.token = NO_TOKEN,
                                          .place = {list->data[k].object, PTR_ANY, 0},
                                          .size = 1});
    }
}

/* ---- locks at loads and stores ---- */

static bool has_lock(const Lock *locks, u32 n, const Lock *lock)
{
    for (u32 i = 0; i < n; i++)
        if (!locks[i].of_value && locks[i].key == lock->key && locks[i].off == lock->off)
            return true;
    return false;
}

bool solver_guard(Walk *w)
{
    u64 *there = map_put(&w->solver->guard_at, (u64)w->inst << 32 | w->pc);
    if (!*there) {
        vec_push(&w->solver->guards, (Guards){0});
        *there = w->solver->guards.len;
        Guards *g = &w->solver->guards.data[*there - 1];
        for (u32 i = 0; i < w->state.locks.len; i++)
            if (!w->state.locks.data[i].of_value)
                vec_push(g, w->state.locks.data[i]);
        return false;
    }
    Guards *g = &w->solver->guards.data[*there - 1];
    u32 kept = 0, before = g->len;
    for (u32 i = 0; i < before; i++)
        if (has_lock(w->state.locks.data, w->state.locks.len, &g->data[i]))
            g->data[kept++] = g->data[i];
    g->len = kept;
    return kept != before;
}

static const Guards *guards_of(const Solver *solver, u32 inst, u32 pc)
{
    const u64 *there = map_get(&solver->guard_at, (u64)inst << 32 | pc);
    return there ? &solver->guards.data[*there - 1] : NULL;
}

const Guards *solver_guards(const Solver *solver, const SyncToken *t)
{
    return guards_of(solver, t->inst, t->pc);
}

bool solver_guarded(const Guards *guards, Ptr place)
{
    for (u32 i = 0; guards && i < guards->len; i++) {
        const Lock *lock = &guards->data[i];
        if (lock->mode != LOCK_READ && lock->key == place.object && lock->off == place.off)
            return true;
    }
    return false;
}

/* Whether a write and a load are made under one lock. */
static bool share_guard(Solver *solver, const SyncToken *write, const Guards *load)
{
    const Guards *guards = guards_of(solver, write->inst, write->pc);
    for (u32 i = 0; guards && load && i < guards->len; i++) {
        const Lock *lock = &guards->data[i];
        Ptr place = {(u32)lock->key, PTR_AT, (u32)lock->off};
        if (lock->mode != LOCK_READ && has_lock(load->data, load->len, lock) &&
            !solver_distrusts(solver, place)) {
            vec_push(&solver->relied_on, place);
            return true;
        }
    }
    return false;
}

/* ---- branches ---- */

/* Numbers of 32 bits have more than one form in a register. */
static bool may_be_seen(const Seen *seen, bool known, i64 number)
{
    if (!known)
        return true;
    return seen->equal ? (u32)number == (u32)seen->number : number != seen->number;
}

static bool runs_once(const Solver *solver, const SyncToken *t)
{
    const Instance *in = solver->model->instances.data[t->inst];
    return goro_unique(solver->model, t->goro) && !in->repeats && !flow_repeats(in->flow, t->pc);
}

/* What an atomic operation saw, if its result is `number` or (!equal) is not. */
static bool atomic_seen(const Model *model, Instr in, const Val *regs, Seen *seen)
{
    i64 argument;
    seen->atomic = true;
    seen->means = model_means(model, instr_k(in));
    switch (seen->means) {
    case MEANS_TRIES:
    case MEANS_TRIES_TO_READ:
    case MEANS_ATOMIC_LOADS:
    case MEANS_ATOMIC_SWAPS: return true;
    case MEANS_ATOMIC_ADDS:
        if (!solver_constant(model, seen->inst, regs[in.a + FIRST_ARG], &argument))
            return false;
        seen->number = (i64)((u64)seen->number - (u64)argument);
        return true;
    case MEANS_ATOMIC_COMPARES: /* the result is 0 or 1: whether it saw its second argument */
        if (!solver_constant(model, seen->inst, regs[in.a + FIRST_ARG], &argument) ||
            (seen->number != 0 && seen->number != 1))
            return false;
        seen->equal = seen->equal == (seen->number != 0);
        seen->number = argument;
        return true;
    default: return false;
    }
}

/* What a function returns in a register, if it has one return only; that is *at. */
static bool returned(const Flow *flow, u32 result, Val *regs, Val *out, u32 *at)
{
    u32 found = 0;
    for (u32 i = 0; i < flow->blocks.len; i++) {
        const Block *b = &flow->blocks.data[i];
        for (u32 pc = b->from; b->reached && pc < b->to; pc += instr_words(&flow->fn->code[pc])) {
            if (flow->fn->code[pc].in.op != OP_RET)
                continue;
            flow_values(flow, pc, regs);
            *out = regs[flow->fn->code[pc].in.a + result];
            *at = pc;
            found++;
        }
    }
    return found == 1 && !flow->recover_block;
}

/* Whether the goroutine does nothing that others could notice from an instruction to the end of its
 * block, with a jump or return at `end`. */
static bool quiet(const Flow *flow, u32 after, u32 end)
{
    const Block *b = &flow->blocks.data[flow->block_at[after]];
    for (u32 pc = b->from; pc < b->to && pc < end; pc += instr_words(&flow->fn->code[pc])) {
        const OpInfo *info = &op_info[flow->fn->code[pc].in.op];
        if (pc > after && (info->flags & CALLS || info->effect != EFFECT_NONE))
            return false;
    }
    return flow->block_at[end] == flow->block_at[after];
}

/* The operation that gives the first result of a call: in a method that does nothing else. */
static bool find_operation(const Solver *solver, Seen *seen)
{
    const Model *model = solver->model;
    const CallSite *site = model_site_at(model, seen->inst, seen->pc);
    if (!site || site->kind != CALL_PLAIN || site->callees.len != 1 || site->unknown)
        return false;
    const Flow *flow = model->instances.data[site->callees.data[0]]->flow;
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs), result = {0};
    u32 end = 0;
    bool found = flow->fn->nresults == 1 && returned(flow, 0, regs, &result, &end);
    free(regs);
    if (!found || SYM_KIND(result) != SYM_DEF || result.off || SYM_PART(result) != 1 ||
        flow->fn->code[SYM_PC(result)].in.op != OP_CALLN)
        return false;
    seen->inst = site->callees.data[0];
    seen->pc = SYM_PC(result);
    seen->late |= !quiet(flow, seen->pc, end);
    return true;
}

/* What the branch at `branch` says of the operation that it is on. */
static bool find_seen(const Solver *solver, Seen *seen, u32 branch)
{
    const Model *model = solver->model;
    const Flow *caller = model->instances.data[seen->inst]->flow;
    seen->late = !quiet(caller, seen->pc, branch);
    if (caller->fn->code[seen->pc].in.op == OP_CALL && !find_operation(solver, seen))
        return false;
    const Flow *flow = model->instances.data[seen->inst]->flow;
    Instr in = flow->fn->code[seen->pc].in;
    Val *regs = xcalloc(flow->fn->nregs + 1, sizeof *regs);
    Access list[MOST_ACCESSES];
    bool ok;
    flow_values(flow, seen->pc, regs);
    if (in.op == OP_CALLN) {
        ok = atomic_seen(model, in, regs, seen);
        seen->at = regs[in.a + 1];
    } else {
        u32 n = access_list(flow, seen->pc, regs, list);
        ok = n == 1 && !list[0].write && list[0].how == ACCESS_AT &&
             !(op_info[in.op].flags & X_TYPE);
        if (ok)
            seen->at = (Val){list[0].base.key, list[0].base.off + list[0].off};
    }
    free(regs);
    return ok;
}

/* ---- locks that are taken if they are free ---- */

/* A value of the instance that saw something, seen from its caller. */
static bool name_outside(const Walk *w, const Seen *seen, u32 pc, Val *value)
{
    *value = seen->at;
    if (seen->inst == w->inst)
        return true;
    const Model *model = w->solver->model;
    const CallSite *site = model_site_at(model, w->inst, pc);
    if (!site || SYM_KIND(seen->at) != SYM_PARAM || SYM_PART(seen->at) >= site->arg_syms.len)
        return false;
    *value = site->arg_syms.data[SYM_PART(seen->at)];
    value->off += seen->at.off;
    return true;
}

/* TryLock that has succeeded, or an atomic variable that was 0 and has become another number. */
static void take_free(Walk *w, State *state, const Seen *seen, u32 pc)
{
    const SyncToken *t = solver_token(w->solver, seen->inst, seen->pc);
    bool zero = seen->equal && seen->number == 0;
    Val lock;
    if (seen->late || !name_outside(w, seen, pc, &lock))
        return;
    if (means_tries(seen->means)) {
        if (seen->equal != (seen->number == 0)) /* it is not 0: true */
            solver_take(w, state, lock, seen->means == MEANS_TRIES ? LOCK_WRITE : LOCK_READ);
    } else if ((seen->means == MEANS_ATOMIC_COMPARES || seen->means == MEANS_ATOMIC_SWAPS) &&
               zero && !t->zero)
        solver_take(w, state, lock, LOCK_ATOMIC);
}

typedef struct Candidates {
    u64 *common; /* what all have in their past; NULL: there are none */
    bool any;    /* a write may be what was seen of which nothing is known */
} Candidates;

static void consider(Walk *w, const State *state, const Seen *seen, const FlagWrite *write,
                     Candidates *c)
{
    Solver *solver = w->solver;
    if (!may_be_seen(seen, write->known, write->number))
        return;
    if (write->token == NO_TOKEN) {
        c->any = true;
        return;
    }
    const SyncToken *t = &solver->tokens.data[write->token];
    bool itself = t->inst == seen->inst && t->pc == seen->pc && runs_once(solver, t);
    u32 ego = solver->model->instances.data[w->inst]->goro;
    if (itself || !solver_may_precede(solver, write->token, ego, state->done))
        return;
    bool atomic = t->kind == TOKEN_ATOMIC && seen->atomic;
    if (!atomic && !share_guard(solver, t, guards_of(solver, seen->inst, seen->pc))) {
        c->any = true;
        return;
    }
    if (c->common)
        bits_and(c->common, t->past, solver->words);
    else {
        c->common = xmalloc(solver->words * sizeof *c->common);
        memcpy(c->common, t->past, solver->words * sizeof *c->common);
    }
}

void solver_learn_value(Walk *w, State *state, u32 pc, i64 number, bool equal)
{
    Solver *solver = w->solver;
    Seen seen = {.inst = w->inst, .pc = pc, .number = number, .equal = equal};
    Ptr place;
    if (!find_seen(solver, &seen, w->pc))
        return;
    take_free(w, state, &seen, pc);
    if (means_tries(seen.means) || !solver_only_place(solver, seen.inst, seen.at, &place))
        return;
    if (seen.equal && seen.number == 0 && !seen.late && seen.means != MEANS_ATOMIC_COMPARES &&
        seen.means != MEANS_ATOMIC_SWAPS && seen.means != MEANS_ATOMIC_ADDS)
        solver_saw_zero(w, state, place);
    if ((!seen.atomic && solver->distrust_guards) || may_be_seen(&seen, true, 0))
        return;
    Candidates c = {0};
    const Object *o = &solver->model->objects.data[place.object];
    const FlagWrites *writes = &solver->flag_writes[place.object];
    for (u32 i = 0; i < writes->len && !c.any; i++)
        if (access_overlap(o, writes->data[i].place, writes->data[i].size, place, 1))
            consider(w, state, &seen, &writes->data[i], &c);
    if (!c.any && c.common)
        bits_or(state->past, c.common, solver->words);
    else if (!c.any)
        state->reached = false;
    free(c.common);
}
