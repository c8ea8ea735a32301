/* Sorts the accesses of a run into rows. */
#include "predict/rows.h"

static void collect(Rows *rows)
{
    const Steps *steps = rows->steps;
    rows->variables = xcalloc(steps->variables, sizeof *rows->variables);
    for (u32 i = steps->context; i < steps->list.len; i++) {
        const RunStep *step = &steps->list.data[i];
        if (!is_access(step))
            continue;
        Variable *variable = &rows->variables[step->object];
        u32 k = 0;
        while (k < variable->len && variable->data[k].goroutine != step->goroutine)
            k++;
        if (k == variable->len)
            vec_push(variable, (Accesses){.goroutine = step->goroutine});
        StepList *row = &variable->data[k].kinds[(step->kind == STEP_WRITE) | step->atomic << 1];
        CHECK(row->len == 0 || vec_last(row) < i);
        vec_push(row, i);
    }
}

void rows_build(Rows *rows, const Steps *steps)
{
    if (CHECKING)
        steps_check(steps);
    *rows = (Rows){.steps = steps};
    collect(rows);
    known_build(&rows->known, steps);
}

void rows_free(Rows *rows)
{
    for (u32 v = 0; v < rows->steps->variables; v++) {
        Variable *variable = &rows->variables[v];
        for (u32 i = 0; i < variable->len; i++)
            for (u32 k = 0; k < 4; k++)
                vec_free(&variable->data[i].kinds[k]);
        vec_free(variable);
    }
    free(rows->variables);
    known_free(&rows->known);
}

static void pairs_of(const Rows *rows, const Variable *variable, VisitRows visit, void *ctx)
{
    const RunStep *list = rows->steps->list.data;
    for (u32 i = 0; i < variable->len; i++)
        for (u32 j = i + 1; j < variable->len; j++)
            for (u32 k = 0; k < 16; k++) {
                const StepList *ones = &variable->data[i].kinds[k & 3];
                const StepList *others = &variable->data[j].kinds[k >> 2];
                CHECK(variable->data[i].goroutine != variable->data[j].goroutine);
                if (ones->len > 0 && others->len > 0 &&
                    steps_conflict(&list[ones->data[0]], &list[others->data[0]]))
                    visit(ctx, ones, others);
            }
}

void rows_pairs(const Rows *rows, VisitRows visit, void *ctx)
{
    for (u32 v = 0; v < rows->steps->variables; v++)
        pairs_of(rows, &rows->variables[v], visit, ctx);
}
