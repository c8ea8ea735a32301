/* Prints values by their run-time type, and finds the names of locations. */
#include "vm/show.h"

#include <math.h>
#include <string.h>

#include "vm/chan.h"
#include "vm/complex.h"
#include "vm/filter.h"
#include "vm/frame.h"
#include "vm/heap.h"
#include "vm/mem.h"
#include "vm/sync.h"
#include "vm/track.h"
#include "vm/value.h"

enum { SHOW_CUT = 120, SHOW_DEPTH = 4, SHOW_ELEMS = 16 };

static void show_any(VM *vm, const u64 *slots, RType *type, Buf *out, int depth);

/* Cut between characters. */
static void show_string(const char *text, u64 len, Buf *out)
{
    u64 i = 0;
    buf_putc(out, '"');
    for (; i < len && (out->len < SHOW_CUT || (text[i] & 0xc0) == 0x80); i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c == '\n')
            buf_puts(out, "\\n");
        else if (c < ' ' || c == 0x7f)
            buf_printf(out, "\\x%02x", c);
        else
            buf_putc(out, (char)c);
    }
    buf_puts(out, i < len ? "\"..." : "\"");
}

/* With no more digits than distinguish it from others of its type. */
static void show_float(double v, bool is_float32, Buf *out)
{
    char text[40];
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(text, sizeof text, "%.*g", precision, v);
        if (is_float32 ? strtof(text, NULL) == (float)v : strtod(text, NULL) == v)
            break;
    }
    buf_puts(out, isnan(v) ? "NaN" : isinf(v) ? (v > 0 ? "+Inf" : "-Inf") : text);
}

static void show_complex(const u64 *slots, const RType *type, Buf *out)
{
    double re, im;
    bool narrow = type->kind == RK_COMPLEX64;
    complex_parts(slots, type, &re, &im);
    buf_putc(out, '(');
    show_float(re, narrow, out);
    if (!signbit(im) && !isinf(im))
        buf_putc(out, '+');
    show_float(im, narrow, out);
    buf_puts(out, "i)");
}

static double as_double(u64 slot)
{
    double v;
    memcpy(&v, &slot, sizeof v);
    return v;
}

/* Memory to slots into a buffer of its own, for parts of values. */
static void show_part(VM *vm, const char *addr, RType *type, Buf *out, int depth)
{
    u64 few[16], *slots = type->slots <= COUNT_OF(few) ? few : xcalloc(type->slots, 8);
    value_load(vm, slots, addr, type);
    show_any(vm, slots, type, out, depth);
    if (slots != few)
        free(slots);
}

static void show_elems(VM *vm, const char *addr, u64 n, RType *elem, Buf *out, int depth)
{
    buf_putc(out, '[');
    for (u64 i = 0; i < n; i++) {
        if (i)
            buf_putc(out, ' ');
        if (i == SHOW_ELEMS || out->len > SHOW_CUT) {
            buf_puts(out, "...");
            break;
        }
        show_part(vm, addr + i * elem->size, elem, out, depth);
    }
    buf_putc(out, ']');
}

static void show_struct(VM *vm, const char *addr, RType *type, Buf *out, int depth)
{
    buf_putc(out, '{');
    for (u32 i = 0; i < type->nfields; i++) {
        if (i)
            buf_putc(out, ' ');
        if (out->len > SHOW_CUT) {
            buf_puts(out, "...");
            break;
        }
        RField *f = &type->fields[i];
        buf_printf(out, "%s:", f->name);
        show_part(vm, addr + f->offset, f->type, out, depth);
    }
    buf_putc(out, '}');
}

static void show_map(VM *vm, GMap *map, RType *type, Buf *out, int depth)
{
    buf_puts(out, "map[");
    /* Not gmap_iter: where an iteration of the program starts is the chooser's business. */
    GMapIter *iter = map ? gmap_iter_plain(vm, map) : NULL;
    const u64 *key;
    u64 *value;
    for (u32 i = 0; iter && gmap_next(vm, iter, &key, &value); i++) {
        if (i)
            buf_putc(out, ' ');
        if (i == SHOW_ELEMS || out->len > SHOW_CUT) {
            buf_puts(out, "...");
            break;
        }
        show_any(vm, key, type->key, out, depth);
        buf_putc(out, ':');
        show_any(vm, value, type->elem, out, depth);
    }
    buf_putc(out, ']');
}

static void show_pointer(VM *vm, const void *addr, RType *elem, Buf *out, int depth)
{
    if (!addr) {
        buf_puts(out, "nil");
        return;
    }
    if (depth > 1 && (elem->kind == RK_STRUCT || elem->kind == RK_ARRAY)) {
        buf_putc(out, '&');
        show_part(vm, addr, elem, out, depth - 1);
        return;
    }
    Buf name = {0};
    Loc loc = heap_locate(vm, addr);
    show_name(vm, loc, &name);
    if (name.len)
        buf_printf(out, "&%s", buf_str(&name));
    else if (loc_is_unnamed(loc))
        buf_putc(out, '?'); /* made of a number, or within nothing that is known */
    else
        loc_print(loc, out);
    buf_free(&name);
}

static void show_chan(VM *vm, const Chan *ch, Buf *out)
{
    if (!ch) {
        buf_puts(out, "nil");
        return;
    }
    buf_puts(out, "chan ");
    u32 before = out->len;
    show_name(vm, ch->ref.loc, out);
    if (out->len == before)
        loc_print(ch->ref.loc, out);
}

static void show_func(const Closure *closure, Buf *out)
{
    buf_puts(out, closure ? closure->fn->name : "nil");
}

/* Of a string or slice: 0 if it has no address yet, being a header that the program fills in by
 * hand. */
static u64 header_len(const u64 *slots)
{
    return mem_is_nil(slots[0]) ? 0 : slots[1];
}

static void show_any(VM *vm, const u64 *slots, RType *type, Buf *out, int depth)
{
    if (depth <= 0) {
        buf_puts(out, "...");
        return;
    }
    const char *memory = type->flags & RT_BIG ? (const char *)slots[0] : (const char *)slots;
    switch ((RKind)type->kind) {
    case RK_BOOL: buf_puts(out, slots[0] ? "true" : "false"); break;
    case RK_INT:
    case RK_INT8:
    case RK_INT16:
    case RK_INT32:
    case RK_INT64: buf_printf(out, "%lld", (long long)slots[0]); break;
    case RK_UINT:
    case RK_UINT8:
    case RK_UINT16:
    case RK_UINT32:
    case RK_UINT64:
    case RK_UINTPTR: buf_printf(out, "%llu", (unsigned long long)slots[0]); break;
    case RK_FLOAT32:
    case RK_FLOAT64: show_float(as_double(slots[0]), type->kind == RK_FLOAT32, out); break;
    case RK_COMPLEX64:
    case RK_COMPLEX128: show_complex(slots, type, out); break;
    case RK_STRING: show_string((const char *)slots[0], header_len(slots), out); break;
    case RK_POINTER: show_pointer(vm, (const void *)slots[0], type->elem, out, depth); break;
    case RK_UNSAFE_POINTER: show_pointer(vm, (const void *)slots[0], NULL, out, 0); break;
    case RK_CHAN: show_chan(vm, (const Chan *)slots[0], out); break;
    case RK_FUNC: show_func((const Closure *)slots[0], out); break;
    case RK_MAP: show_map(vm, (GMap *)slots[0], type, out, depth - 1); break;
    case RK_SLICE:
        show_elems(vm, (const char *)slots[0], header_len(slots), type->elem, out, depth - 1);
        break;
    case RK_ARRAY: show_elems(vm, memory, type->len, type->elem, out, depth - 1); break;
    case RK_STRUCT: show_struct(vm, memory, type, out, depth - 1); break;
    case RK_INTERFACE:
        if (slots[0])
            show_any(vm, iface_slots(slots), (RType *)slots[0], out, depth);
        else
            buf_puts(out, "nil");
        break;
    default: buf_puts(out, "?"); break;
    }
}

void show_value(VM *vm, const u64 *slots, RType *type, Buf *out)
{
    Buf text = {0}; /* of its own: the length of a value is limited */
    show_any(vm, slots, type, &text, SHOW_DEPTH);
    buf_add(out, text.data, text.len);
    buf_free(&text);
}

void show_memory(VM *vm, const void *addr, RType *type, Buf *out)
{
    Buf text = {0};
    show_part(vm, addr, type, &text, SHOW_DEPTH);
    buf_add(out, text.data, text.len);
    buf_free(&text);
}

/* ---- names of locations ---- */

/* Steps from a value of `type` to its part at *at, adding ".field" and "[i]" to out (if not NULL);
 * returns the type of the part. *at becomes the offset within the part: 0 but for a word in the
 * middle of what has no parts, such as the length of a string. */
static RType *path_to(RType *type, u64 *at, Buf *out)
{
    u64 offset = *at;
    for (;; *at = offset) {
        /* The fields of a Mutex or WaitGroup are not shown. */
        if (type->kind == RK_STRUCT && type->nfields && strncmp(type->pkg, "sync", 4)) {
            u32 i = type->nfields - 1;
            while (i && type->fields[i].offset > offset)
                i--;
            offset -= type->fields[i].offset;
            if (out)
                buf_printf(out, ".%s", type->fields[i].name);
            type = type->fields[i].type;
        } else if (type->kind == RK_ARRAY && type->elem->size) {
            if (out)
                buf_printf(out, "[%llu]", (unsigned long long)(offset / type->elem->size));
            offset %= type->elem->size;
            type = type->elem;
        } else {
            return type;
        }
    }
}

static const GlobalVar *global_at(const VM *vm, u64 offset)
{
    u32 lo = 0, hi = vm->program->globals.len;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (vm->program->globals.data[mid].offset <= offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &vm->program->globals.data[lo - 1] : NULL;
}

/* Type and address of the part of a variable or object that begins at loc; NULL if unknown, or if
 * none does. */
static RType *part_at(VM *vm, Loc loc, const char **addr)
{
    RType *type;
    u64 offset = loc.offset;
    if (loc.object == 0) {
        const GlobalVar *var = global_at(vm, loc.offset);
        if (!var)
            return NULL;
        *addr = (const char *)vm->globals + loc.offset;
        offset -= var->offset;
        type = var->type;
    } else {
        const ObjectInfo *info = track_object(vm, loc.object);
        if (!info || !info->type || !info->type->size || !info->count)
            return NULL;
        *addr = (const char *)info->addr + loc.offset;
        type = info->type;
        offset %= type->size;
    }
    type = path_to(type, &offset, NULL);
    return offset == 0 ? type : NULL;
}

void show_location(VM *vm, Loc loc, Buf *out)
{
    const ObjectInfo *info = loc.object ? track_object(vm, loc.object) : NULL;
    if (info && info->type && info->type->kind == RK_MAP && !info->count) {
        u64 map = (u64)(uintptr_t)info->addr;
        show_value(vm, &map, info->type, out);
        return;
    }
    const char *addr;
    RType *type = part_at(vm, loc, &addr);
    if (type)
        show_memory(vm, addr, type, out);
}

/* The same for the value that is about to be stored there. */
static void show_stored(VM *vm, Loc loc, Buf *out)
{
    const u64 *slots = vm->storing;
    u64 offset = loc.offset - vm->storing_at.offset;
    const char *addr;
    RType *type = part_at(vm, loc, &addr);
    if (!type || offset + type->size > vm->storing_size)
        return; /* a word of a header is not what the header stands for */
    if (type->flags & RT_SCALAR && offset == 0)
        show_value(vm, slots, type, out);
    else
        show_memory(vm, (const char *)slots + offset, type, out);
}

static bool is_identifier(const char *text, u32 len)
{
    if (!len || (text[0] >= '0' && text[0] <= '9'))
        return false;
    for (u32 i = 0; i < len; i++) {
        char c = text[i];
        if (!(c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c < 0))
            return false;
    }
    return true;
}

static u32 skip_blanks(const char *line, u32 at, u32 end)
{
    while (at < end && (line[at] == ' ' || line[at] == '\t'))
        at++;
    return at;
}

/* The end of the string or rune that begins at line[at], its last quote; `at` if none does. */
static u32 end_of_literal(const char *line, u32 at, u32 end)
{
    char quote = line[at];
    if (!strchr("\"'`", quote))
        return at;
    for (at++; at < end && line[at] != quote; at++)
        at += line[at] == '\\' && quote != '`';
    return at;
}

/* The number of commas in line[at..end) outside of brackets; UINT32_MAX: it ends within some. */
static u32 commas(const char *line, u32 at, u32 end)
{
    u32 count = 0, depth = 0;
    for (; at < end; at++) {
        at = end_of_literal(line, at, end);
        if (at >= end)
            break;
        depth += strchr("([{", line[at]) != NULL;
        depth -= strchr(")]}", line[at]) != NULL && depth;
        count += line[at] == ',' && !depth;
    }
    return depth ? UINT32_MAX : count;
}

/* The identifier on the left of `:=`, `=` or after `var` on the line where an expression such as
 * make(chan int) or &T{} begins: its name for people. Of several, that at the expression's place.
 */
static const char *assigned_name(const Sources *sources, Span birth, u32 *len)
{
    enum { MOST_NAMES = 8 };
    const SourceFile *file = source_file_of(sources, birth.start);
    if (!file)
        return NULL;
    Place place = source_place(sources, birth.start);
    u32 line_len, starts[MOST_NAMES], ends[MOST_NAMES], count = 0;
    const char *line = source_line(file, place.line, &line_len);
    u32 at = skip_blanks(line, 0, line_len), born = place.col - 1;
    if (line_len - at > 4 && !strncmp(line + at, "var ", 4))
        at += 4;
    do {
        at = starts[count] = skip_blanks(line, at + (count > 0), line_len);
        while (at < line_len && at < born && !strchr(" \t:=,(", line[at]))
            at++;
        ends[count++] = at;
        at = skip_blanks(line, at, line_len);
    } while (at < born && line[at] == ',' && count < MOST_NAMES);
    bool assigned = at + 1 < line_len && (line[at] == '=' || line[at] == ':');
    u32 which = count > 1 && assigned ? commas(line, at, born) : 0;
    if (!assigned || which >= count)
        return NULL;
    *len = ends[which] - starts[which];
    return is_identifier(line + starts[which], *len) ? line + starts[which] : NULL;
}

void show_name(VM *vm, Loc loc, Buf *out)
{
    if (loc.object == 0) {
        const GlobalVar *var = global_at(vm, loc.offset);
        if (!var)
            return;
        const char *dot = strncmp(var->name, "main.", 5) ? NULL : var->name + 5;
        buf_puts(out, dot ? dot : var->name);
        u64 offset = loc.offset - var->offset;
        path_to(var->type, &offset, out);
        return;
    }
    const ObjectInfo *info = track_object(vm, loc.object);
    if (!info)
        return;
    u32 len;
    const Sources *sources = vm->program->sources;
    const char *text = source_text(sources, info->birth, &len);
    if (!text || !is_identifier(text, len))
        text = assigned_name(sources, info->birth, &len);
    if (!text)
        return;
    buf_add(out, text, len);
    if (!info->type || !info->type->size || !info->count)
        return;
    if (info->count > 1)
        buf_printf(out, "[%llu]", (unsigned long long)(loc.offset / info->type->size));
    u64 offset = loc.offset % info->type->size;
    path_to(info->type, &offset, out);
}

void show_place(VM *vm, Loc loc, Buf *out)
{
    u32 before = out->len;
    show_name(vm, loc, out);
    if (out->len == before)
        loc_print(loc, out);
}

/* ---- goroutines ---- */

/* The program's own text that g executes, or calls a function of the library by; NULL: there is
 * none. */
static const char *own_text(VM *vm, const G *g, u32 *len)
{
    Frame frames[16];
    u32 n = vm_frames(vm, g, frames, COUNT_OF(frames)), i = 0;
    while (i < n && frames[i].fn->is_library)
        i++;
    return i < n ? source_text(vm->program->sources, vm_span(&frames[i]), len) : NULL;
}

/* The step before which g has been stopped. */
static void show_next(VM *vm, const G *g, Buf *out)
{
    NextStep next = vm_next_step(vm, g);
    u32 len = 0;
    const char *text = own_text(vm, g, &len);
    bool named = !next.sync && next.loc.object != LOC_UNNAMED.object;
    if (named) {
        buf_printf(out, "next: %s of ", next.write ? "write" : "read");
        show_place(vm, next.loc, out);
    } else if (text && len) {
        const char *line_end = memchr(text, '\n', len);
        buf_printf(out, "next: %.*s", (int)(line_end ? line_end - text : len), text);
    } else {
        buf_printf(out, "next: %s", next.sync ? "a synchronisation" : "an access");
    }
}

void show_activity(VM *vm, const G *g, Buf *out)
{
    if (g->status == G_WAITING) {
        buf_puts(out, "waits for ");
        sched_describe_wait(vm, g, out);
    } else if (g->again == AGAIN_ACCESS || g->again == AGAIN_SYNC) {
        show_next(vm, g, out);
    } else {
        buf_puts(out, "can run");
    }
}

/* ---- the view for sinks ---- */

static void view_name(void *ctx, Loc loc, Buf *out)
{
    show_name(ctx, loc, out);
}

static const Chan *chan_by_loc(VM *vm, Loc loc)
{
    const ObjectInfo *info = track_object(vm, loc.object);
    return info && info->type && info->type->kind == RK_CHAN && loc.offset == 0 &&
                   heap_locate(vm, info->addr).object == loc.object && info->count == 0
               ? info->addr
               : NULL;
}

static void view_value(void *ctx, Loc loc, u64 index, Buf *out)
{
    VM *vm = ctx;
    const Chan *ch = loc.object ? chan_by_loc(vm, loc) : NULL;
    if (!ch) {
        show_location(vm, loc, out);
        return;
    }
    if (index >= ch->count)
        return;
    u64 at = (ch->first + index) % ch->cap;
    show_value(vm, ch->buffer + at * ch->elem_slots, ch->type->elem, out);
}

static void view_accessed(void *ctx, Loc loc, Buf *out)
{
    VM *vm = ctx;
    const Chan *ch = vm->passing ? chan_by_loc(vm, loc) : NULL;
    if (ch)
        show_value(vm, vm->passing, ch->type->elem, out);
    else if (vm->storing)
        show_stored(vm, loc, out);
    else
        show_location(vm, loc, out);
}

static const char *view_function(void *ctx, Pos pos)
{
    VM *vm = ctx;
    const Func *best = NULL;
    const SourceFile *file = source_file_of(vm->program->sources, pos);
    for (u32 i = 0; i < vm->program->funcs.len && file; i++) {
        const Func *fn = vm->program->funcs.data[i];
        if (fn->pos - file->base > file->len)
            continue;
        for (u32 k = 0; k < fn->ncode; k++) {
            if (fn->spans[k].start == pos) {
                best = fn;
                break;
            }
        }
    }
    return best ? best->name : NULL;
}

/* The goroutine of that number, or NULL; most often it is the one that runs or the newest. */
static const G *goroutine_of(const VM *vm, u32 number)
{
    u32 count = vm->sched.all.len;
    if (vm->sched.current && vm->sched.current->id == number)
        return vm->sched.current;
    for (u32 i = count; i-- > 0;)
        if (vm->sched.all.data[i]->id == number)
            return vm->sched.all.data[i];
    return NULL;
}

static void view_stack(void *ctx, u32 goroutine, StackTrace *out)
{
    VM *vm = ctx;
    Frame frames[32];
    const G *g = goroutine_of(vm, goroutine);
    u32 n = g && g->status != G_DEAD ? vm_frames(vm, g, frames, COUNT_OF(frames)) : 0;
    n = vm_frames_of_program(frames, n);
    for (u32 k = 0; k < n; k++)
        vec_push(out, (StackFrame){frames[k].fn->name, vm_span(&frames[k])});
}

static void view_waiting(void *ctx, u32 goroutine, Buf *out)
{
    const G *g = goroutine_of(ctx, goroutine);
    if (g && g->status == G_WAITING)
        sched_describe_wait(ctx, g, out);
}

static void view_raced(void *ctx)
{
    VM *vm = ctx;
    if (vm->filter)
        vm->filter->races++;
}

ProgramView show_view(VM *vm)
{
    return (ProgramView){.ctx = vm,
                         .sources = vm->program->sources,
                         .variable = view_name,
                         .value = view_value,
                         .accessed = view_accessed,
                         .function_at = view_function,
                         .stack = view_stack,
                         .waiting = view_waiting,
                         .raced = view_raced};
}
