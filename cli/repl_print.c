/* Results at the prompt, as a person wants them. */
#include <stdio.h>

#include "cli/repl.h"
#include "vm/show.h"
#include "vm/value.h"

/* The method `func() string` of that name; NULL: the type has none. */
static Func *text_method(const VM *vm, const RType *type, const char *name)
{
    for (u32 i = 0; i < type->nmethods; i++) {
        const RMethod *method = &type->methods[i];
        const RType *sig = method->sig;
        if (!strcmp(vm->program->method_names.data[method->id], name) && sig->nparams == 0 &&
            sig->nresults == 1 && sig->results[0] == vm->program->known.string_type)
            return method->fn;
    }
    return NULL;
}

/* What the method returns; false: it has panicked, which has been printed. */
static bool call_method(VM *vm, Func *fn, const u64 *value, Buf *out)
{
    u64 string[2];
    bool held = vm->repl.held;
    vm->repl.held = false;
    bool ok = vm_run_method(vm, fn, value[1], string);
    vm->repl.held = held;
    if (ok)
        buf_add(out, (const char *)string[0], (u32)string[1]);
    return ok;
}

static void print_value(VM *vm, const u64 *value, Buf *out)
{
    RType *type = (RType *)value[0];
    if (!type) {
        buf_puts(out, "nil");
        return;
    }
    bool nil = type->kind == RK_POINTER && !value[1];
    Func *fn = nil ? NULL : text_method(vm, type, "Error");
    if (!fn && !nil)
        fn = text_method(vm, type, "String");
    if (!fn || vm->repl.input || !call_method(vm, fn, value, out))
        show_value(vm, iface_slots(value), type, out);
}

/* An interface says less than the type of what it holds, but that of an error is of no interest. */
static void print_type(Repl *repl, const u64 *value, Type *type, Buf *out)
{
    const RType *held = (const RType *)value[0];
    Universe *universe = check_universe(repl->session->loaded.checker);
    if (type_is_interface(type) && !type_identical(type, universe->error_type))
        buf_puts(out, held ? held->text : "nil");
    else if (type_is_untyped(type) && held)
        buf_puts(out, held->text);
    else
        type_text(out, type, NULL);
}

void repl_print_values(Repl *repl, const u64 *values, const Expr *expr)
{
    bool several = expr->type->kind == TY_TUPLE;
    u32 n = several ? expr->type->tuple.types.len : 1;
    Buf text = {0}, types = {0};
    for (u32 i = 0; i < n; i++) {
        if (i) {
            buf_puts(&text, ", ");
            buf_puts(&types, ", ");
        }
        Type *type = several ? expr->type->tuple.types.data[i] : expr->type;
        print_value(repl->session->vm, values + 2 * i, &text);
        print_type(repl, values + 2 * i, type, &types);
    }
    bool color = repl->options->out.color_out;
    printf("%s  %s%s%s\n", buf_str(&text), color ? "\033[2m" : "", buf_str(&types),
           color ? "\033[0m" : "");
    buf_free(&text);
    buf_free(&types);
}
