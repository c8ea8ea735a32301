/* The tables of events, and events as text. */
#include "trace/event.h"

#include "base/common.h"

const EventInfo event_info[EV_COUNT] = {
#define EVENT(name, class, fields, text, rule, select_rule, says) \
    [EV_##name] = {text, EVC_##class, fields, rule, select_rule, says},
#include "trace/event.def"
};

const SyncOpInfo sync_op_info[SYNC_COUNT] = {
#define SYNC_OP(name, effect, type, op, phrase) [SYNC_##name] = {type, op, phrase},
#include "trace/event.def"
};

/* Text ----------------------------------------------------------------------------------------- */

const char *event_rule(const Event *event)
{
    const EventInfo *info = &event_info[event->kind];
    if (event->kind == EV_READ && event->sub == SYNC_CHAN_SEND)
        return "R-Send-Panic";
    bool select = info->class != EVC_ACCESS && event->flags & (EVF_SELECT | EVF_OTHER_SELECT);
    return select ? info->select_rule : info->rule;
}

void event_name(const Event *event, Buf *out)
{
    const SyncOpInfo *op = &sync_op_info[event->sub];
    if (event->sub == SYNC_NONE)
        buf_puts(out, event_info[event->kind].name);
    else
        buf_printf(out, "%s.%s", op->type, op->op);
}

void loc_print(Loc loc, Buf *out)
{
    if (loc.object == 0)
        buf_puts(out, "global");
    else
        buf_printf(out, "g%u.%u", (u32)(loc.object >> 32), (u32)loc.object);
    if (loc.offset || loc.object == 0)
        buf_printf(out, "+%llu", (unsigned long long)loc.offset);
}

void pos_print(const Sources *sources, Pos pos, Buf *out)
{
    Place place = sources ? source_place(sources, pos) : (Place){0};
    if (place.file)
        buf_printf(out, "%s:%u:%u", place.file->name, place.line, place.col);
    else if (pos)
        buf_printf(out, "@%u", pos);
    else
        buf_putc(out, '?');
}

static void print_other(const Event *event, Buf *out)
{
    const char *relation = event->kind == EV_RENDEZVOUS ? "-> "
                           : event->kind == EV_TIMER    ? "set by "
                                                        : "";
    buf_printf(out, " %sp%u", relation, event->other);
}

void event_print(const Event *event, const Sources *sources, Buf *out)
{
    EventClass class = event_info[event->kind].class;
    u8 fields = event_info[event->kind].fields;
    bool names_none = class == EVC_MARK && event->loc.object == 0;
    buf_printf(out, "p%u ", event->goroutine);
    buf_puts(out, event_info[event->kind].name);
    if (event->flags & EVF_SELECT)
        buf_puts(out, "/select");
    if (event->flags & EVF_OTHER_SELECT)
        buf_puts(out, class == EVC_ACCESS ? "/library" : "/other-select");
    if (event->flags & EVF_PART)
        buf_puts(out, "/part");
    if (fields & HAS_OTHER)
        print_other(event, out);
    if (fields & HAS_LOC && !names_none) {
        buf_putc(out, ' ');
        loc_print(event->loc, out);
    }
    if (class == EVC_ACCESS && event->count > 1)
        buf_printf(out, " count %u stride %u", event->count, event->stride);
    if (fields & HAS_ARG)
        buf_printf(out, " capacity %llu", (unsigned long long)event->arg);
    if (event->sub != SYNC_NONE)
        buf_printf(out, " %s.%s", sync_op_info[event->sub].type, sync_op_info[event->sub].op);
    buf_puts(out, " at ");
    pos_print(sources, event->span.start, out);
    if (fields & HAS_OTHER_SPAN) {
        buf_puts(out, " with ");
        pos_print(sources, event->other_span.start, out);
    }
}

void view_variable(const ProgramView *view, Loc loc, Buf *out)
{
    u32 before = out->len;
    if (view && view->variable)
        view->variable(view->ctx, loc, out);
    if (out->len == before)
        loc_print(loc, out);
}

void view_goroutine(const ProgramView *view, u32 goroutine, Buf *out)
{
    u32 before = out->len;
    if (view && view->goroutine)
        view->goroutine(view->ctx, goroutine, out);
    if (out->len == before)
        buf_printf(out, "p%u", goroutine);
}
