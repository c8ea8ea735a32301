/* What gol vet proves, for commands that execute the program. */
#include "cli/facts.h"

#include "analysis/facts.h"
#include "stdlib/native/natives.h"

NativeMeans facts_native_means(const char *name)
{
    const NativeDef *def = stdlib_find_native(name);
    return def ? means_of((NativeSays){.effect = def->effect,
                                       .fills = def->fills,
                                       .writes = def->writes,
                                       .leaves = def->leaves,
                                       .shallow = def->shallow,
                                       .depth = def->depth,
                                       .opens = def->opens,
                                       .copies = def->copies,
                                       .atomic = def->atomic,
                                       .reflect = def->reflect,
                                       .pool = def->pool})
               : MEANS_UNKNOWN;
}

void facts_add_target(const Pairs *pairs, const Pair *pair, TargetList *targets)
{
    const Use *uses = pairs->solver->uses.data;
    Target target = {use_span(pairs->solver, &uses[pair->a]).start,
                     use_span(pairs->solver, &uses[pair->b]).start};
    if (target.a && target.b)
        vec_push(targets, target);
}

static void find(Loaded *loaded, Facts *facts)
{
    Model *model = model_new(loaded->program, facts_native_means, MODEL_WORK);
    Solver *solver = solver_new(model);
    Pairs *pairs = pairs_new(solver, UINT32_MAX);
    if (pairs)
        facts_find(pairs, facts);
    for (u32 i = 0; pairs && i < pairs->open.len; i++)
        facts_add_target(pairs, &pairs->open.data[i], &loaded->open);
    pairs_free(pairs);
    solver_free(solver);
    model_free(model);
}

void facts_use(Loaded *loaded)
{
    Facts facts = {0};
    find(loaded, &facts);
    facts_mark(&facts, loaded->program);
    loaded->facts = facts_name(&facts);
    facts_free(&facts);
}
