/* The detector's state in the paper's notation (section 3.2, equations (3) and (4)). */
#include <stdlib.h>

#include "race/core.h"
#include "race/sync.h"

void core_number_labels(Detector *d, u64 from, bool shown)
{
    CHECK(from <= d->label);
    while (d->numbers.len < d->label) {
        bool new = d->numbers.len >= from;
        vec_push(&d->numbers, new && !shown ? 0 : ++d->numbered);
    }
}

void core_print_label(const Detector *d, u64 label, Buf *out)
{
    u64 number = label > 0 && label <= d->numbers.len ? d->numbers.data[label - 1] : label;
    if (label == 0)
        buf_puts(out, "init");
    else if (number == 0)
        buf_puts(out, "lib");
    else
        buf_printf(out, "m%llu", (unsigned long long)number - 1);
}

static const Channel *channel_at(const Detector *d, Loc loc)
{
    u32 index = loctable_find(&d->sync_locs, loc);
    return index < d->sync.len ? d->sync.data[index].channel : NULL;
}

void core_print_variable(Detector *d, Loc loc, Buf *out)
{
    if (channel_at(d, loc))
        buf_puts(out, "chan ");
    view_variable(d->config.view, loc, out);
}

/* "z := 43"; all that an access to a channel itself can change is whether it is closed. */
static void print_content(Detector *d, Loc loc, Buf *out)
{
    const ProgramView *view = d->config.view;
    const Channel *channel = channel_at(d, loc);
    core_print_variable(d, loc, out);
    buf_puts(out, " := ");
    u32 before = out->len;
    if (channel)
        buf_puts(out, channel->closed ? "closed" : "open");
    else if (view && view->value)
        view->value(view->ctx, loc, 0, out);
    if (out->len == before)
        buf_putc(out, '_');
}

static int by_label(const void *a, const void *b)
{
    const SetEvent *x = a, *y = b;
    return x->label < y->label ? -1 : x->label > y->label;
}

void core_print_events(Detector *d, SetEvents *events, Buf *out)
{
    if (events->len > 0)
        qsort(events->data, events->len, sizeof *events->data, by_label);
    buf_putc(out, '{');
    const char *between = "(";
    for (u32 i = 0; i < events->len; i++) {
        if (core_is_hidden(d, events->data[i].label))
            continue;
        buf_puts(out, between);
        between = ", (";
        core_print_label(d, events->data[i].label, out);
        buf_puts(out, events->data[i].is_write ? ",!" : ",?");
        core_print_variable(d, events->data[i].loc, out);
        buf_putc(out, ')');
    }
    buf_putc(out, '}');
}

bool core_hides_accesses(const Detector *d, const Access *accesses, u32 count)
{
    u32 hidden = 0;
    for (u32 i = 0; i < count; i++)
        hidden += core_is_hidden(d, accesses[i].label);
    return count > 0 && hidden == count;
}

void core_print_accesses(Detector *d, Loc loc, const Access *accesses, u32 count, Buf *out)
{
    SetEvents events = {0};
    for (u32 i = 0; i < count; i++)
        vec_push(&events, (SetEvent){accesses[i].label, loc, accesses[i].is_write});
    buf_putc(out, '(');
    core_print_events(d, &events, out);
    buf_puts(out, ", ");
    print_content(d, loc, out);
    buf_puts(out, ")\n");
    vec_free(&events);
}

static void print_set(Detector *d, HbSet *set, Buf *out)
{
    SetEvents events = {0};
    d->rules->list_set(d, set, &events);
    core_print_events(d, &events, out);
    vec_free(&events);
}

/* Sharing a set makes it complete; see MemoryRules.share. */
static void print_goroutine_set(Detector *d, Goroutine *p, Buf *out)
{
    HbSet *set = d->rules->share(d, p);
    print_set(d, set, out);
    if (set)
        d->rules->drop(d, set);
}

void detector_set(Detector *d, u32 goroutine, Buf *out)
{
    Goroutine *p = core_known_goroutine(d, goroutine);
    if (p && d->rules->list_set)
        print_goroutine_set(d, p, out);
    else
        buf_puts(out, "{}");
}

static void print_goroutines(Detector *d, Buf *out)
{
    for (u32 i = 0; i < d->pages.len; i++)
        for (u32 k = 0; d->pages.data[i] && k < GOROUTINES_PER_PAGE; k++) {
            Goroutine *p = &d->pages.data[i]->at[k];
            if (!p->known || p->ended || p->number == GOROUTINE_MACHINE)
                continue;
            buf_printf(out, "p%u⟨", p->number);
            print_goroutine_set(d, p, out);
            buf_puts(out, "⟩\n");
        }
}

static void print_value(Detector *d, Loc channel, u32 index, Buf *out)
{
    const ProgramView *view = d->config.view;
    u32 before = out->len;
    if (view && view->value)
        view->value(view->ctx, channel, index, out);
    if (out->len == before)
        buf_putc(out, '_');
}

/* Queues are printed as the paper writes them: what is taken next stands on the right. */
static void print_forward(Detector *d, const Channel *c, Loc loc, Buf *out)
{
    view_variable(d->config.view, loc, out);
    buf_puts(out, "_f[");
    if (c->closed) {
        buf_puts(out, "(⊥, ");
        print_set(d, c->end, out);
        buf_putc(out, ')');
    }
    for (u32 i = c->forward.len; i-- > 0;) {
        buf_puts(out, i + 1 < c->forward.len || c->closed ? " :: (" : "(");
        print_value(d, loc, i, out);
        buf_puts(out, ", ");
        print_set(d, queue_at(&c->forward, i), out);
        buf_putc(out, ')');
    }
    buf_putc(out, ']');
}

static void print_backward(Detector *d, const Channel *c, Loc loc, Buf *out)
{
    view_variable(d->config.view, loc, out);
    buf_puts(out, "_b[");
    for (u32 i = c->backward.len; i-- > 0;) {
        print_set(d, queue_at(&c->backward, i), out);
        if (i > 0 || c->untouched > 0)
            buf_puts(out, " :: ");
    }
    for (u64 i = c->untouched; i > 0; i--) {
        if (c->untouched > 4) {
            buf_printf(out, "{} x %llu", (unsigned long long)c->untouched);
            break;
        }
        buf_puts(out, i > 1 ? "{} :: " : "{}");
    }
    buf_putc(out, ']');
}

static void print_sync(Detector *d, Buf *out)
{
    u32 count;
    u32 *order = loctable_sorted(&d->sync_locs, &count);
    for (u32 i = 0; i < count; i++) {
        SyncObject *object = &d->sync.data[order[i]];
        Loc loc = d->sync_locs.entries.data[order[i]].loc;
        if (object->channel) {
            print_forward(d, object->channel, loc, out);
            buf_puts(out, ", ");
            print_backward(d, object->channel, loc, out);
        } else {
            core_print_variable(d, loc, out);
            buf_putc(out, '[');
            print_set(d, object->set, out);
            buf_putc(out, ']');
        }
        buf_putc(out, '\n');
    }
    free(order);
}

void detector_state(Detector *d, Buf *out)
{
    if (!d->rules->list_set)
        return;
    print_goroutines(d, out);
    d->rules->print_memory(d, out);
    print_sync(d, out);
}
