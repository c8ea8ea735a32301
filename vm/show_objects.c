/* Channels and locks of a program, for people. */
#include <string.h>

#include "vm/chan.h"
#include "vm/heap.h"
#include "vm/show.h"
#include "vm/sync.h"
#include "vm/track.h"

/* ---- channels ---- */

static u32 queue_length(const WaitQueue *queue)
{
    u32 n = 0;
    for (const Waiter *w = queue->head; w; w = w->next)
        n++;
    return n;
}

enum { SHOWN_VALUES = 8 };

static void add_contents(VM *vm, const Chan *ch, Buf *out)
{
    for (u64 i = 0; i < ch->count && i < SHOWN_VALUES; i++) {
        u64 at = (ch->first + i) % ch->cap;
        buf_puts(out, i ? " " : " [");
        show_value(vm, ch->buffer + at * ch->elem_slots, ch->type->elem, out);
    }
    if (ch->count)
        buf_puts(out, ch->count > SHOWN_VALUES ? " ...]" : "]");
}

static void add_channel(VM *vm, const Chan *ch, Buf *out)
{
    Buf name = {0};
    show_place(vm, ch->ref.loc, &name);
    buf_printf(out, "%-12s %s, %llu of %llu buffered", buf_str(&name), ch->type->text,
               (unsigned long long)ch->count, (unsigned long long)ch->cap);
    add_contents(vm, ch, out);
    buf_printf(out, "%s, %u sending, %u receiving\n", ch->closed ? ", closed" : "",
               queue_length(&ch->senders), queue_length(&ch->receivers));
    buf_free(&name);
}

static int by_number(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

typedef VEC(u64) NameList;

/* The names of all objects that are known, in order: that of the table is none. */
static void list_objects(const VM *vm, NameList *out)
{
    u32 cursor = 0;
    for (MapEntry *entry; (entry = map_next(&vm->objects.table, &cursor));)
        vec_push(out, entry->key);
    if (out->len)
        qsort(out->data, out->len, sizeof *out->data, by_number);
}

void show_channels(VM *vm, Buf *out)
{
    NameList names = {0};
    list_objects(vm, &names);
    for (u32 i = 0; i < names.len; i++) {
        const ObjectInfo *info = track_object(vm, names.data[i]);
        if (info->type && info->type->kind == RK_CHAN && !info->count)
            add_channel(vm, info->addr, out);
    }
    vec_free(&names);
}

/* ---- locks ---- */

static void add_readers(const VM *vm, const void *rw, Buf *out)
{
    u32 n = 0;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (sync_reads(vm, rw, vm->sched.all.data[i]))
            buf_printf(out, "%s goroutine %u", n++ ? "," : " held to read by",
                       vm->sched.all.data[i]->id);
    if (!n && sync_times_read(rw))
        buf_puts(out, " held to read by a goroutine that has ended");
}

/* The first word of both kinds of lock is the number of the goroutine that holds it alone. */
static void add_lock(VM *vm, const char *addr, bool rw, Buf *out)
{
    u32 holder = *(const u32 *)addr;
    Buf text = {0};
    if (holder)
        buf_printf(&text, " held by goroutine %u", holder);
    else if (rw)
        add_readers(vm, addr, &text);
    if (text.len) {
        u32 line = out->len;
        show_place(vm, heap_locate(vm, addr), out);
        while (out->len - line < 12)
            buf_putc(out, ' ');
        buf_printf(out, "%s\n", buf_str(&text));
    }
    buf_free(&text);
}

static void add_locks_in(VM *vm, const char *addr, const RType *type, Buf *out)
{
    bool mutex = !strcmp(type->text, "sync.Mutex"), rw = !strcmp(type->text, "sync.RWMutex");
    if (mutex || rw)
        add_lock(vm, addr, rw, out);
    else if (type->kind == RK_STRUCT)
        for (u32 i = 0; i < type->nfields; i++)
            add_locks_in(vm, addr + type->fields[i].offset, type->fields[i].type, out);
    else if (type->kind == RK_ARRAY)
        for (u64 i = 0; i < type->len; i++)
            add_locks_in(vm, addr + i * type->elem->size, type->elem, out);
}

void show_locks(VM *vm, Buf *out)
{
    NameList names = {0};
    list_objects(vm, &names);
    for (u32 i = 0; i < vm->program->globals.len; i++) {
        const GlobalVar *var = &vm->program->globals.data[i];
        add_locks_in(vm, (const char *)vm->globals + var->offset, var->type, out);
    }
    for (u32 i = 0; i < names.len; i++) {
        const ObjectInfo *info = track_object(vm, names.data[i]);
        bool elements =
            info->type && (info->type->kind == RK_STRUCT || info->type->kind == RK_ARRAY);
        for (u64 k = 0; elements && k < info->count; k++)
            add_locks_in(vm, (const char *)info->addr + k * info->type->size, info->type, out);
    }
    vec_free(&names);
}
