/* A compiled program: making and freeing it, and finding the function that an address of code
 * belongs to. */
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
    vec_free(&p->recasts);
    vec_free(&p->stubs);
    vec_free(&p->constants);
    vec_free(&p->strings);
    vec_free(&p->natives);
    vec_free(&p->native_slots);
    vec_free(&p->native_kinds);
    vec_free(&p->method_names);
    vec_free(&p->globals);
    vec_free(&p->covered);
    vec_free(&p->unsigned_at);
    arena_free(&p->arena);
    free(p);
}

void program_set_code(Program *p, Func *fn, Word *code, u32 ncode)
{
    fn->code = code;
    fn->ncode = ncode;
    vec_push(&p->by_address, fn);
    p->unsorted = true;
}

static int compare_addresses(const void *a, const void *b)
{
    const Func *x = *(Func *const *)a, *y = *(Func *const *)b;
    return (x->code > y->code) - (x->code < y->code);
}

Func *program_func_at(Program *p, const Word *word)
{
    if (p->unsorted)
        qsort(p->by_address.data, p->by_address.len, sizeof(Func *), compare_addresses);
    p->unsorted = false;
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

static bool has_instruction_of(const Func *fn, Pos pos)
{
    for (u32 i = 0; i < fn->ncode; i++)
        if (fn->spans[i].start == pos)
            return true;
    return false;
}

/* The function declared last before `before`, or NULL. */
static const Func *declared_before(const Program *p, Pos before)
{
    const Func *last = NULL;
    for (u32 i = 0; i < p->funcs.len; i++) {
        const Func *fn = p->funcs.data[i];
        if (fn->ncode && !fn->is_wrapper && fn->pos < before && (!last || fn->pos > last->pos))
            last = fn;
    }
    return last;
}

/* It is declared before pos, and those declared between end before pos. */
const Func *program_func_of(const Program *p, Pos pos)
{
    const Func *fn = declared_before(p, pos + 1);
    while (fn && !has_instruction_of(fn, pos))
        fn = declared_before(p, fn->pos);
    return fn;
}
