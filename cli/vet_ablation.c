/* gol vet --ablation: each program is solved once and judged by many sets of digests. */
#include "cli/vet_ablation.h"

#include <stdio.h>

#include "analysis/pairs.h"
#include "cli/commands.h"
#include "cli/facts.h"
#include "cli/load.h"

/* A set of digests, and how many programs it proves. */
typedef struct Row {
    u32 bits, proved;
} Row;

typedef struct Ablation {
    VEC(Row) rows;
    u32 programs, unsolved;
} Ablation;

static void add_row(Ablation *a, u32 bits)
{
    for (u32 i = 0; i < a->rows.len; i++)
        if (a->rows.data[i].bits == bits)
            return;
    vec_push(&a->rows, (Row){.bits = bits});
}

static void make_rows(Ablation *a)
{
    u32 all = (u32)((1ull << digest_count) - 1);
    add_row(a, 0);
    for (u32 i = 0; i < digest_count; i++)
        add_row(a, 1u << i);
    for (u32 i = 0; i < digest_count; i++)
        add_row(a, (2u << i) - 1);
    for (u32 i = 0; i < digest_count; i++)
        add_row(a, all & ~(1u << i));
}

static void judge(Ablation *a, Program *program)
{
    Model *model = model_new(program, facts_native_means, MODEL_WORK);
    Solver *solver = solver_new(model);
    for (u32 i = 0; i < a->rows.len; i++) {
        Pairs *pairs = pairs_new(solver, a->rows.data[i].bits);
        a->rows.data[i].proved += pairs && pairs->open.len == 0;
        pairs_free(pairs);
    }
    a->unsolved += model->gave_up;
    a->programs++;
    solver_free(solver);
    model_free(model);
}

/* "tid,past", or "all but lock" */
static void print_digests(u32 bits)
{
    u32 missing = 0, left_out = 0;
    for (u32 i = 0; i < digest_count; i++)
        if (!(bits >> i & 1)) {
            missing++;
            left_out = i;
        }
    if (missing == 0)
        printf("all");
    else if (missing == 1 && left_out + 1 < digest_count)
        printf("all but %s", digests[left_out]->name);
    else if (!bits)
        printf("none");
    else
        for (u32 i = 0, any = 0; i < digest_count; i++)
            if (bits >> i & 1)
                printf("%s%s", any++ ? "," : "", digests[i]->name);
}

static void print_table(const Ablation *a)
{
    printf("of %u program%s", a->programs, a->programs == 1 ? "" : "s");
    if (a->unsolved)
        printf(" (%u too large)", a->unsolved);
    printf(" are proved race-free with\n");
    for (u32 i = 0; i < a->rows.len; i++) {
        printf("%6u  ", a->rows.data[i].proved);
        print_digests(a->rows.data[i].bits);
        printf("\n");
    }
}

int vet_ablation(const Options *options)
{
    Ablation a = {0};
    int status = STATUS_CLEAN;
    make_rows(&a);
    for (int i = -1; i < options->argc; i++) {
        Loaded loaded;
        if (load_program(&loaded, i < 0 ? options->path : options->argv[i], options, 3))
            judge(&a, loaded.program);
        else
            status = STATUS_USAGE;
        load_free(&loaded);
    }
    print_table(&a);
    vec_free(&a.rows);
    return status;
}
