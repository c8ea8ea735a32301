#include "predict/rows.h"

static void collect(Rows *rows)
{
    const Steps *steps = rows->steps;
    rows->variables = xcalloc(steps->variables + 1u, sizeof *rows->variables);
    for (u32 i = 0; i < steps->list.len; i++) {
        const RunStep *step = &steps->list.data[i];
        if (!is_access(step))
            continue;
        Variable *variable = &rows->variables[step->object];
        u32 k = 0;
        while (k < variable->len && variable->data[k].goroutine != step->goroutine)
            k++;
        if (k == variable->len)
            vec_push(variable, (Accesses){.goroutine = step->goroutine});
        vec_push(&variable->data[k].kinds[(step->kind == STEP_WRITE) | step->atomic << 1], i);
    }
}

/* ---- what no reordering turns round ---- */

static void learn(Rows *rows, Clock **to, Clock *clock)
{
    if (clock)
        *to = clock_join(&rows->pool, *to, clock);
}

static void order(Rows *rows)
{
    const Steps *steps = rows->steps;
    Clock **threads = xcalloc(steps->goroutines + 1u, sizeof *threads);
    Clock **at = xcalloc(steps->list.len + 1u, sizeof *at);
    rows->before = xcalloc(steps->list.len + 1u, sizeof *rows->before);
    for (u32 i = 0; i < steps->list.len; i++) {
        const RunStep *step = &steps->list.data[i];
        Clock **clock = &threads[step->goroutine];
        for (u32 k = step->preds; k < step->preds + step->pred_count; k++)
            if (pred_is_fixed(steps->preds.data[k]))
                learn(rows, clock, at[steps->preds.data[k].step]);
        if (is_access(step))
            rows->before[i] = clock_share(*clock);
        if (is_access(step) && step->reads && step->writer != NO_STEP)
            learn(rows, clock, at[step->writer]);
        if (step->source)
            at[i] = clock_raise(&rows->pool, clock_share(*clock), step->goroutine,
                                step->index + 1);
    }
    free(threads);
    free(at);
}

/* ---- rows ---- */

void rows_build(Rows *rows, const Steps *steps)
{
    *rows = (Rows){.steps = steps};
    collect(rows);
    order(rows);
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
    free(rows->before);
    clock_pool_free(&rows->pool); /* all clocks with it */
}

static void pairs_of(const Rows *rows, const Variable *variable, VisitRows visit, void *ctx)
{
    const RunStep *list = rows->steps->list.data;
    for (u32 i = 0; i < variable->len; i++)
        for (u32 j = i + 1; j < variable->len; j++)
            for (u32 k = 0; k < 16; k++) {
                const StepList *ones = &variable->data[i].kinds[k & 3];
                const StepList *others = &variable->data[j].kinds[k >> 2];
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
