/* What gol vet proves, for commands that execute the program. */
#include "cli/facts.h"

#include "analysis/facts.h"
#include "stdlib/native/natives.h"

NativeMeans facts_native_means(const char *name)
{
    const NativeDef *def = stdlib_find_native(name);
    return def ? means_of_effect(def->effect, def->fills, def->atomic) : MEANS_UNKNOWN;
}

static void find(Program *program, Facts *facts)
{
    Model *model = model_new(program, facts_native_means);
    if (!model->gave_up) {
        Solver *solver = solver_new(model);
        Pairs *pairs = pairs_new(solver, UINT32_MAX);
        facts_find(pairs, facts);
        pairs_free(pairs);
        solver_free(solver);
    }
    model_free(model);
}

void facts_use(Loaded *loaded)
{
    Facts facts = {0};
    find(loaded->program, &facts);
    facts_mark(&facts, loaded->program);
    loaded->facts = facts_name(&facts);
    facts_free(&facts);
}
