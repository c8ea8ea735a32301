/* From a refused access to a RaceReport: everything that the report will say is gathered here. */
#include "race/core.h"

static u64 report_key(RaceKind kind, const Access *now, const Access *before)
{
    return hash_u64(((u64)now->pos << 32 | before->pos) * 4 + kind) | 1;
}

static const char *place_text(Detector *d, Pos pos, Arena *arena)
{
    const ProgramView *view = d->config.view;
    Place place = view && view->sources ? source_place(view->sources, pos) : (Place){0};
    if (place.file)
        return arena_printf(arena, "%s:%u", place.file->name, place.line);
    return pos ? arena_printf(arena, "@%u", pos) : "?";
}

/* "the receive from done", "the Unlock of mu", "starting goroutine 3". */
static const char *sync_phrase(const LastSync *sync, Arena *arena)
{
    const char *object = sync->object_name;
    if (object[0] == '\0') {
        const char *type = sync_op_info[sync->sub].type;
        object = effect_on(sync_effect(sync->sub)) == ON_ATOMIC ? "a variable"
                 : type[0]                                      ? arena_printf(arena, "a %s", type)
                                                                : "a channel";
    }
    switch ((EventKind)sync->kind) {
    case EV_GO: return arena_printf(arena, "starting goroutine %u", sync->partner);
    case EV_SEND: return arena_printf(arena, "the send to %s", object);
    case EV_RECV: return arena_printf(arena, "the receive from %s", object);
    case EV_RECV_CLOSED: return arena_printf(arena, "the receive from %s (closed)", object);
    case EV_CLOSE: return arena_printf(arena, "the close of %s", object);
    case EV_RENDEZVOUS:
        return arena_printf(arena,
                            sync->passive ? "the receive from %s (sent by goroutine %u)"
                                          : "the send to %s (received by goroutine %u)",
                            object, sync->partner);
    case EV_ACQUIRE:
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
    case EV_ACQUIRE_RELEASE:
    case EV_READ:
    case EV_WRITE:
    case EV_END:
    case EV_MAKE:
    case EV_TIMER:
    case EV_DEFAULT:
    case EV_PANIC:
    case EV_COUNT: break;
    }
    return arena_printf(arena, "%s %s", sync_op_info[sync->sub].phrase, object);
}

static const char *why_text(Detector *d, const RaceAccess *access, Arena *arena)
{
    const LastSync *last = &access->last;
    if (!last->known)
        return arena_printf(arena, "goroutine %u has synchronised with nobody%s", access->goroutine,
                            access->parent ? " since it started" : "");
    const char *when = !last->after       ? ""
                       : access->is_write ? ", after this write,"
                                          : ", after this read,";
    return arena_printf(arena, "goroutine %u's last%s was %s at %s", access->goroutine, when,
                        sync_phrase(last, arena), place_text(d, last->span.start, arena));
}

static void fill_sync(Detector *d, const Goroutine *p, const Access *access, LastSync *out,
                      Arena *arena)
{
    *out = (LastSync){.known = p->sync.known};
    if (!p->sync.known)
        return;
    out->kind = p->sync.kind;
    out->sub = p->sync.sub;
    out->passive = p->sync.passive;
    out->partner = p->sync.partner;
    out->span = p->sync.span;
    out->object = p->sync.object;
    out->after = access->label != 0 && p->sync.label >= access->label;
    out->object_name = "";
    const ProgramView *view = d->config.view;
    if (p->sync.kind != EV_GO && view && view->variable) {
        Buf name = {0};
        view->variable(view->ctx, p->sync.object, &name);
        out->object_name = arena_strndup(arena, buf_str(&name), name.len);
        buf_free(&name);
    }
}

static const char *operation_name(const Access *access)
{
    static const char *const names[][2] = {
        [HOW_PLAIN] = {"read", "write"},   [HOW_ATOMIC] = {"atomic read", "atomic write"},
        [HOW_LOCK] = {"lock", "unlock"},   [HOW_CHANNEL] = {"send", "close"},
        [HOW_WAITGROUP] = {"Add", "Wait"},
    };
    return names[access->how][access->is_write];
}

static RaceAccess access_in_brief(const Access *access)
{
    return (RaceAccess){
        .goroutine = access->goroutine,
        .is_write = access->is_write,
        .operation = operation_name(access),
        .span = {access->pos, access->pos + access->len},
    };
}

static void fill_access(Detector *d, const Access *access, RaceAccess *out, Arena *arena)
{
    const ProgramView *view = d->config.view;
    const Goroutine *p = core_goroutine(d, access->goroutine);
    *out = access_in_brief(access);
    out->ended = p->ended;
    out->parent = p->parent;
    out->go_span = p->go_span;
    if (view && view->function_at && access->pos != 0)
        out->function = view->function_at(view->ctx, access->pos);
    fill_sync(d, p, access, &out->last, arena);
    out->why = why_text(d, out, arena);
}

static bool in_library(const ProgramView *view, Pos pos)
{
    const SourceFile *file = view->sources ? source_file_of(view->sources, pos) : NULL;
    return file && file->is_library;
}

/* Frames of the machine's own, which no source belongs to, and the library's innermost ones say
 * nothing to people: the access is shown where the program called the library. */
static void drop_internal_frames(const ProgramView *view, StackTrace *stack)
{
    u32 kept = 0;
    for (u32 i = 0; i < stack->len; i++) {
        Pos pos = stack->data[i].span.start;
        bool inner = kept == 0 && i + 1 < stack->len && in_library(view, pos);
        if (pos != 0 && !inner)
            stack->data[kept++] = stack->data[i];
    }
    stack->len = kept;
}

static void fill_report(Detector *d, HeldReport *held, const Access *now, const Access *before)
{
    RaceReport *report = &held->report;
    const ProgramView *view = d->config.view;
    fill_access(d, now, &report->now, &held->arena);
    fill_access(d, before, &report->before, &held->arena);
    if (view && view->stack)
        view->stack(view->ctx, now->goroutine, &held->stack);
    if (view)
        drop_internal_frames(view, &held->stack);
    report->now.stack = held->stack.data;
    report->now.stack_len = held->stack.len;
    if (held->stack.len > 0)
        report->now.function = held->stack.data[0].function;
    Buf variable = {0};
    view_variable(view, report->loc, &variable);
    report->variable = arena_strndup(&held->arena, buf_str(&variable), variable.len);
    buf_free(&variable);
}

void core_deliver(Detector *d)
{
    for (u32 i = 0; i < d->held.len; i++) {
        HeldReport *held = &d->held.data[i];
        d->config.on_race(d->config.ctx, &held->report);
        vec_free(&held->stack);
        arena_free(&held->arena);
    }
    vec_clear(&d->held);
}

void core_races(Detector *d, Loc loc, const Access *now, const Unknown *reads,
                const Unknown *writes)
{
    CHECK(now->is_write || !reads->count);
    if (reads->count > 0)
        core_race(d, RACE_WAR, "R-Write-E_WaR", loc, now, reads->latest, reads->count);
    else if (writes->count > 0 && now->is_write)
        core_race(d, RACE_WAW, "R-Write-E_WaW", loc, now, writes->latest, writes->count);
    else if (writes->count > 0)
        core_race(d, RACE_RAW, "R-Read-E_RaW", loc, now, writes->latest, writes->count);
}

void core_race(Detector *d, RaceKind kind, const char *rule, Loc loc, const Access *now,
               const Access *before, u32 conflicts)
{
    const ProgramView *view = d->config.view;
    if (view && view->raced)
        view->raced(view->ctx);
    d->races += !d->rules->info.warns;
    d->last_rule = rule;
    u64 *seen = map_put(&d->reported, report_key(kind, now, before));
    if (*seen)
        return;
    *seen = 1;
    d->reports++;
    if (!d->config.on_race)
        return;
    HeldReport held = {.report = {.kind = kind,
                                  .rule = rule,
                                  .detector = d->rules->info.name,
                                  .warning = d->rules->info.warns,
                                  .loc = loc,
                                  .conflicts = conflicts,
                                  .number = d->reports}};
    if (!d->config.in_full || d->config.in_full(d->config.ctx, kind, now->pos, before->pos)) {
        fill_report(d, &held, now, before);
    } else {
        held.report.now = access_in_brief(now);
        held.report.before = access_in_brief(before);
    }
    vec_push(&d->held, held);
    if (!d->hold)
        core_deliver(d);
}
