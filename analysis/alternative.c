/* Several programs in one model: which of them runs what, and which call for a model of their own.
 */
#include "analysis/alternative.h"

#include <string.h>

bool alternative_meet(const Model *model, u32 choice, u32 other)
{
    if (!choice || !other || choice == other)
        return true;
    for (u32 i = 0; i < bits_words(model->nalternatives); i++)
        if (model->choices.data[choice][i] & model->choices.data[other][i])
            return true;
    return false;
}

static u64 *new_choice(const Model *model, bool all)
{
    u64 *set = xcalloc(bits_words(model->nalternatives), sizeof *set);
    for (u32 i = 0; all && i < model->nalternatives; i++)
        bit_add(set, i);
    return set;
}

/* In which of them a function runs, if that is said. */
static const OnlyIn *only_in(const Model *model, const Func *fn)
{
    const Alternatives *all = model->alternatives;
    for (u32 i = 0; i < all->only.len; i++)
        if (all->only.data[i].func == fn->id)
            return &all->only.data[i];
    return NULL;
}

/* What is known at first: what nothing calls may run in all. */
static u64 *first_choice(const Model *model, u32 inst)
{
    const Instance *in = model->instances.data[inst];
    const OnlyIn *only = only_in(model, in->flow->fn);
    if (!only)
        return new_choice(model, !in->calls_from.len || in->goro == GORO_UNKNOWN);
    u64 *set = new_choice(model, false);
    for (u32 i = only->first; i < only->first + only->many; i++)
        bit_add(set, i);
    return set;
}

/* The instance runs with what its callers run with. True: that is more than was known. */
static bool choose_by_callers(const Model *model, u64 *const *sets, u32 inst)
{
    const Instance *in = model->instances.data[inst];
    bool more = false;
    if (only_in(model, in->flow->fn))
        return false;
    for (u32 i = 0; i < in->calls_from.len; i++)
        more |= bits_or(sets[inst], sets[model->sites.data[in->calls_from.data[i]]->inst],
                        bits_words(model->nalternatives));
    return more;
}

/* The number of the set, which is taken over or freed. */
static u32 keep_choice(Model *model, u64 *set)
{
    size_t size = bits_words(model->nalternatives) * sizeof *set;
    for (u32 i = 0; i < model->choices.len; i++)
        if (!memcmp(model->choices.data[i], set, size)) {
            free(set);
            return i;
        }
    vec_push(&model->choices, set);
    return model->choices.len - 1;
}

void alternative_find(Model *model)
{
    u32 n = model->instances.len;
    if (!model->nalternatives)
        return;
    u64 **sets = xcalloc(n + 1, sizeof *sets);
    for (u32 i = 0; i < n; i++)
        sets[i] = first_choice(model, i);
    for (bool changed = true; changed;) {
        changed = false;
        for (u32 i = 0; i < n; i++)
            changed |= choose_by_callers(model, sets, i);
    }
    keep_choice(model, new_choice(model, true));
    for (u32 i = 0; i < n; i++)
        model->instances.data[i]->choice = keep_choice(model, sets[i]);
    free(sets);
}

/* ---- which synchronise ---- */

static bool native_synchronises(NativeMeans means)
{
    return means == MEANS_SIGNALS || means >= MEANS_LOCKS;
}

static bool is_of_sync(const Func *fn)
{
    return fn->is_library && !strncmp(fn->name, "sync.", strlen("sync."));
}

/* A value that may be a method of a lock: it is called wherever it comes to. */
static bool names_lock(const Func *fn)
{
    return fn->is_wrapper || is_of_sync(fn);
}

static bool makes_sync(const Model *model, Instr in)
{
    switch (in.op) {
    case OP_GO:
    case OP_MKCHAN:
    case OP_SEND:
    case OP_RECV:
    case OP_RECV2:
    case OP_CLOSE:
    case OP_SELECT: return true;
    case OP_CALLN: return native_synchronises(model_means(model, instr_k(in)));
    default: return false;
    }
}

/* Whether the code itself synchronises, or names a function that may. */
static bool code_synchronises(const Model *model, const Func *fn)
{
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc])) {
        Instr in = fn->code[pc].in;
        bool names = in.op == OP_LDFN || in.op == OP_CLOSURE;
        if (makes_sync(model, in) ||
            (names && names_lock(model->program->funcs.data[(u32)fn->code[pc + 1].x])))
            return true;
    }
    return false;
}

static void add_choice(const Model *model, u32 inst, u64 *set)
{
    bits_or(set, model->choices.data[model->instances.data[inst]->choice],
            bits_words(model->nalternatives));
}

void alternative_synchronise(const Model *model, u64 *set)
{
    for (u32 i = 0; i < model->instances.len; i++) {
        const Instance *in = model->instances.data[i];
        const Func *fn = in->flow->fn;
        if (!fn->is_library && code_synchronises(model, fn))
            add_choice(model, i, set);
        for (u32 k = 0; is_of_sync(fn) && k < in->calls_from.len; k++) {
            u32 from = model->sites.data[in->calls_from.data[k]]->inst;
            if (!model->instances.data[from]->flow->fn->is_library)
                add_choice(model, from, set);
        }
    }
}

u64 *alternative_functions(const Model *model, u32 which)
{
    u64 *set = xcalloc(bits_words(model->program->funcs.len), sizeof *set);
    for (u32 i = 0; i < model->instances.len; i++) {
        const Instance *in = model->instances.data[i];
        if (bit_has(model->choices.data[in->choice], which))
            bit_add(set, in->flow->fn->id);
    }
    return set;
}
