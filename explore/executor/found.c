/* What a search has found. */
#include "explore/executor/found.h"

#include "explore/schedule/choosers.h"
#include "vm/show.h"

static bool shows(Executor *executor, Chooser *chooser, EventSink *sink, u64 key)
{
    if (executor_late(executor))
        return false;
    executor_watch(executor, sink);
    bool shown = execution_found(executor_run(executor, chooser), key);
    executor_unwatch(executor, sink);
    return shown;
}

void found_state_orders(Found *found, Executor *executor)
{
    CHECK(found->key & 1); /* as the executor gives them */
    VM *vm = executor_vm(executor);
    ProgramView view = show_view(vm);
    Orders *orders = &found->schedule.orders;
    OrderRecorder *recorder = order_recorder(chooser_replay(&found->schedule), &view, orders);
    order_recorder_watch(recorder, vm);
    bool ok =
        shows(executor, order_recorder_base(recorder), order_recorder_sink(recorder), found->key);
    order_recorder_keep(recorder);
    order_recorder_base(recorder)->free(order_recorder_base(recorder));
    OrderChooser *chooser = order_chooser(orders, &view);
    order_chooser_watch(chooser, vm);
    ok =
        ok && shows(executor, order_chooser_base(chooser), order_chooser_sink(chooser), found->key);
    order_chooser_base(chooser)->free(order_chooser_base(chooser));
    if (!ok)
        orders_free(orders);
}

void found_add(FoundList *list, Map *known, const Finding *finding, u64 execution,
               const Schedule *schedule)
{
    CHECK(finding->kind < FOUND_KINDS && known->count == list->len);
    u64 *seen = map_put(known, finding->group);
    if ((*seen)++)
        return;
    Found found = {.kind = finding->kind,
                   .key = finding->key,
                   .group = finding->group,
                   .execution = execution,
                   .title = xstrdup(finding->title)};
    schedule_copy(&found.schedule, schedule);
    vec_push(list, found);
}

void found_take(FoundList *list, Map *known, const Found *found, u64 others)
{
    u64 *seen = map_put(known, found->group);
    if ((*seen)++)
        return;
    Found copy = *found;
    copy.execution += others;
    copy.title = xstrdup(found->title);
    copy.schedule = (Schedule){0};
    schedule_copy(&copy.schedule, &found->schedule);
    vec_push(list, copy);
}

bool found_first(Found *found, const Execution *run)
{
    if (run->findings.len == 0)
        return false;
    const Finding *first = &run->findings.data[0];
    *found = (Found){.kind = first->kind,
                     .key = first->key,
                     .group = first->group,
                     .execution = 1,
                     .title = xstrdup(first->title)};
    schedule_copy(&found->schedule, &run->schedule);
    return true;
}

void found_free(Found *found)
{
    free(found->title);
    schedule_free(&found->schedule);
}

u32 found_count(const FoundList *list, FindingKind kind)
{
    u32 n = 0;
    for (u32 i = 0; i < list->len; i++)
        n += list->data[i].kind == kind;
    return n;
}
