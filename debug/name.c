/* Variables by the names that the source gives them, and conditions over them. */
#include <ctype.h>
#include <stdlib.h>

#include "debug/worker.h"
#include "vm/mem.h"
#include "vm/show.h"

/* ---- the first name ---- */

static bool find_local(Worker *w, const G *g, const char *name, size_t len, Variable *out)
{
    Frame frames[16];
    u32 n = g ? vm_frames(w->vm, g, frames, COUNT_OF(frames)) : 0, at = 0;
    while (at < n && frames[at].fn->is_library)
        at++;
    if (at == n)
        return false;
    const Frame *frame = &frames[at];
    u32 pc = (u32)(frame->pc - frame->fn->code);
    bool found = false;
    for (u32 i = 0; i < frame->fn->nvars; i++) { /* an inner one comes later */
        const VarInfo *var = &frame->fn->vars[i];
        if (strncmp(var->name, name, len) || var->name[len] || pc < var->from || pc >= var->to)
            continue;
        u64 *reg = &frame->R[var->reg];
        *out = (Variable){var->type, var->cell ? (const void *)*reg : reg, !var->cell, !var->cell};
        found = true;
    }
    return found && out->addr;
}

static bool find_global(Worker *w, const char *name, size_t len, Variable *out)
{
    const Program *program = w->vm->program;
    for (u32 i = 0; i < program->globals.len; i++) {
        const GlobalVar *var = &program->globals.data[i];
        const char *own = strncmp(var->name, "main.", 5) ? var->name : var->name + 5;
        if (strncmp(own, name, len) || own[len])
            continue;
        *out = (Variable){.type = var->type, .addr = w->vm->globals + var->offset};
        return true;
    }
    return false;
}

/* ---- parts ---- */

/* In a register a large value is a pointer to it. */
static const char *memory_of(const Variable *v)
{
    bool big = v->slots && v->type->flags & RT_BIG;
    return big ? *(const char *const *)v->addr : v->addr;
}

static bool follow(Variable *v)
{
    const void *to = *(const void *const *)v->addr;
    if (v->type->kind != RK_POINTER || mem_is_nil((u64)to))
        return false;
    *v = (Variable){.type = v->type->elem, .addr = to};
    return true;
}

static bool take_field(Variable *v, const char *name, size_t len)
{
    if (v->type->kind == RK_POINTER && !follow(v))
        return false;
    const char *memory = memory_of(v);
    for (u32 i = 0; v->type->kind == RK_STRUCT && i < v->type->nfields; i++) {
        const RField *field = &v->type->fields[i];
        if (strncmp(field->name, name, len) || field->name[len])
            continue;
        *v = (Variable){field->type, memory + field->offset, v->in_register, false};
        return true;
    }
    return false;
}

static bool take_element(Variable *v, u64 index)
{
    if (v->type->kind == RK_POINTER && !follow(v))
        return false;
    const u64 *slice = v->addr;
    RType *elem = v->type->elem;
    if (v->type->kind == RK_ARRAY && index < v->type->len)
        *v = (Variable){elem, memory_of(v) + index * elem->size, v->in_register, false};
    else if (v->type->kind == RK_SLICE && index < slice[1])
        *v = (Variable){elem, (const char *)slice[0] + index * elem->size, false, false};
    else
        return false;
    return true;
}

static size_t name_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_' || text[n] < 0)
        n++;
    return n;
}

static bool take_parts(Variable *v, const char *text)
{
    bool ok = true;
    while (ok && *text) {
        char *rest = NULL;
        if (*text == '.') {
            size_t len = name_length(text + 1);
            ok = take_field(v, text + 1, len);
            text += 1 + len;
        } else if (*text == '[') {
            ok = isdigit((unsigned char)text[1]) &&
                 take_element(v, strtoull(text + 1, &rest, 10)) && *rest == ']';
            text = rest ? rest + 1 : text;
        } else {
            ok = false;
        }
    }
    return ok;
}

bool name_find(Worker *w, const G *g, const char *text, Variable *out, Buf *error)
{
    bool star = *text == '*';
    text += star;
    size_t len = name_length(text);
    bool found = len && (find_local(w, g, text, len, out) || find_global(w, text, len, out));
    bool ok = found && take_parts(out, text + len) && (!star || follow(out));
    if (!ok && error && !found)
        buf_printf(error, "there is no variable %.*s here", (int)len, text);
    else if (!ok && error)
        buf_printf(error, "there is no %s", text);
    return ok;
}

void name_value(Worker *w, const Variable *v, Buf *out)
{
    if (v->slots)
        show_value(w->vm, v->addr, v->type, out);
    else
        show_memory(w->vm, v->addr, v->type, out);
}

/* ---- conditions ---- */

static bool compare(const char *have, const char *op, const char *want)
{
    char *a, *b;
    double x = strtod(have, &a), y = strtod(want, &b);
    bool numbers = a != have && !*a && b != want && !*b;
    int order = numbers ? (x > y) - (x < y) : strcmp(have, want);
    if (op[0] == '!')
        return order != 0;
    bool equal = order == 0 && (op[1] == '=' || op[0] == '=');
    return equal || (op[0] == '<' && order < 0) || (op[0] == '>' && order > 0);
}

static char *trimmed(const char *from, const char *to)
{
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    char *text = xmalloc((size_t)(to - from) + 1);
    memcpy(text, from, (size_t)(to - from));
    text[to - from] = '\0';
    return text;
}

/* `name op constant`, or the name of a bool. */
static bool holds(Worker *w, const G *g, const char *from, const char *to, Buf *error)
{
    char *text = trimmed(from, to), *op = text + strcspn(text, "=<>!");
    size_t len = *op ? 1 + (op[1] == '=') : 0;
    char *name = trimmed(text, op), *want = trimmed(op + len, op + strlen(op));
    Variable variable;
    Buf have = {0};
    bool found = name_find(w, g, name, &variable, error);
    if (found)
        name_value(w, &variable, &have);
    bool result = !found || compare(buf_str(&have), len ? op : "==", len ? want : "true");
    buf_free(&have);
    free(name);
    free(want);
    free(text);
    return result;
}

bool name_condition(Worker *w, const G *g, const char *text, Buf *error)
{
    for (;;) {
        const char *and = strstr(text, "&&");
        if (!holds(w, g, text, and? and : text + strlen(text), error))
            return false;
        if (!and)
            return true;
        text = and+2;
    }
}
