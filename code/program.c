#include "code/program.h"

Program *program_new(Sources *sources)
{
    Program *p = xcalloc(1, sizeof *p);
    p->sources = sources;
    return p;
}

void program_free(Program *p)
{
    if (!p)
        return;
    for (u32 i = 0; i < p->types.len; i++)
        free(p->types.data[i]->leaves);
    for (u32 i = 0; i < p->made_types.len; i++)
        free(p->made_types.data[i]->leaves);
    vec_free(&p->funcs);
    vec_free(&p->by_address);
    vec_free(&p->types);
    vec_free(&p->made_types);
    vec_free(&p->stubs);
    vec_free(&p->constants);
    vec_free(&p->strings);
    vec_free(&p->natives);
    vec_free(&p->method_names);
    vec_free(&p->globals);
    vec_free(&p->unsigned_at);
    arena_free(&p->arena);
    free(p);
}

void program_set_code(Program *p, Func *fn, Word *code, u32 ncode)
{
    fn->code = code;
    fn->ncode = ncode;
    vec_push(&p->by_address, fn);
    u32 i = p->by_address.len - 1;
    /* Code comes from an arena, so a new function nearly always belongs at the end. */
    for (; i > 0 && p->by_address.data[i - 1]->code > code; i--)
        p->by_address.data[i] = p->by_address.data[i - 1];
    p->by_address.data[i] = fn;
}

Func *program_func_at(const Program *p, const Word *word)
{
    u32 low = 0, high = p->by_address.len;
    while (low < high) {
        u32 mid = low + (high - low) / 2;
        if (p->by_address.data[mid]->code <= word)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == 0)
        return NULL;
    Func *fn = p->by_address.data[low - 1];
    return word < fn->code + fn->ncode ? fn : NULL;
}
