/* What a process that does a piece of a search sends to the one that puts the pieces together; also
 * kept in files, when a search is to go on later. */
#include "explore/check/check.h"

#include "base/pack.h"

/* ---- schedules ---- */

static void pack_schedule(Buf *out, const Schedule *schedule)
{
    pack_u32(out, schedule->steps.len);
    for (u32 i = 0; i < schedule->steps.len; i++) {
        const Step *step = &schedule->steps.data[i];
        pack_u8(out, step->kind);
        pack_u32(out, step->options);
        pack_u32(out, step->answer);
    }
    pack_u32(out, schedule->alone);
    pack_u64(out, schedule->program);
    pack_u64(out, schedule->facts);
    pack_u64(out, schedule->library);
}

static void unpack_schedule(Unpack *from, Schedule *schedule)
{
    enum { PACKED_STEP = 9 };
    u32 n = unpack_count(from, PACKED_STEP);
    for (u32 i = 0; i < n; i++) {
        Step step = {.kind = unpack_u8(from)};
        step.options = unpack_u32(from);
        step.answer = unpack_u32(from);
        vec_push(&schedule->steps, step);
    }
    schedule->alone = unpack_u32(from);
    schedule->program = unpack_u64(from);
    schedule->facts = unpack_u64(from);
    schedule->library = unpack_u64(from);
}

/* ---- findings ---- */

static void pack_found(Buf *out, const Found *found)
{
    pack_u8(out, (u8)found->kind);
    pack_u64(out, found->key);
    pack_u64(out, found->group);
    pack_u64(out, found->execution);
    pack_u8(out, found->shaky);
    pack_text(out, found->title);
    pack_schedule(out, &found->schedule);
}

/* Of the schedules that show one finding the shortest is kept. */
static void take_shorter(FoundList *list, const Found *found)
{
    for (u32 i = 0; i < list->len; i++) {
        Found *known = &list->data[i];
        bool better =
            known->shaky > found->shaky ||
            (known->shaky == found->shaky && found->schedule.steps.len < known->schedule.steps.len);
        if (known->group != found->group || !better)
            continue;
        schedule_copy(&known->schedule, &found->schedule);
        known->key = found->key;
        known->shaky = found->shaky;
        free(known->title);
        known->title = xstrdup(found->title);
    }
}

static void unpack_found(Unpack *from, Check *check)
{
    Found found = {.kind = (FindingKind)unpack_u8(from)};
    found.key = unpack_u64(from);
    found.group = unpack_u64(from);
    found.execution = unpack_u64(from);
    found.shaky = unpack_u8(from) != 0;
    const char *title = unpack_text(from);
    unpack_schedule(from, &found.schedule);
    from->bad |= found.kind >= FOUND_KINDS;
    if (!from->bad) {
        found.title = xstrdup(title);
        if (map_get(&check->known, found.group))
            take_shorter(&check->found, &found);
        else
            found_take(&check->found, &check->known, &found, check->schedules);
    }
    found_free(&found);
}

/* ---- all of it ---- */

enum { FLAGS = 21 };

/* What was met, wherever it was. */
static void flags_of(Check *check, bool *flags[FLAGS])
{
    bool *all[FLAGS] = {&check->preemption_bound,
                        &check->random_bound,
                        &check->map_bound,
                        &check->input_bound,
                        &check->execution_bound,
                        &check->step_bound,
                        &check->after_main_bound,
                        &check->depth_bound,
                        &check->memory_bound,
                        &check->round_bound,
                        &check->loop_bound,
                        &check->tick_bound,
                        &check->raced,
                        &check->blind,
                        &check->outside,
                        &check->timed,
                        &check->input,
                        &check->measured,
                        &check->foreign_unlock,
                        &check->forced_switch,
                        &check->full};
    memcpy(flags, all, sizeof all);
}

/* Races that were hidden: processes come to the same ones, and the one that met most has it right.
 */
static void merge_hidden(Silence *silence, u64 by_comment, u64 by_pattern, u64 leaks)
{
    if (!silence)
        return;
    silence->by_comment = by_comment > silence->by_comment ? by_comment : silence->by_comment;
    silence->by_pattern = by_pattern > silence->by_pattern ? by_pattern : silence->by_pattern;
    silence->leaks = leaks > silence->leaks ? leaks : silence->leaks;
}

void check_all_pack(Check *check, u32 from, Buf *out)
{
    bool *flags[FLAGS];
    flags_of(check, flags);
    for (u32 i = 0; i < FLAGS; i++)
        pack_u8(out, *flags[i]);
    const Silence *silence = executor_config(check->executor)->silence;
    pack_u64(out, silence ? silence->by_comment : 0);
    pack_u64(out, silence ? silence->by_pattern : 0);
    pack_u64(out, silence ? silence->leaks : 0);
    pack_u32(out, check->unrepeated);
    pack_u32(out, check->found.len - from);
    for (u32 i = from; i < check->found.len; i++)
        pack_found(out, &check->found.data[i]);
    pack_u64(out, check->schedules);
    pack_u64(out, check->executions);
}

void check_all_merge(Check *check, Unpack *from, bool counts)
{
    bool *flags[FLAGS];
    flags_of(check, flags);
    for (u32 i = 0; i < FLAGS; i++)
        *flags[i] |= unpack_u8(from) != 0;
    u64 by_comment = unpack_u64(from), by_pattern = unpack_u64(from), leaks = unpack_u64(from);
    merge_hidden(executor_config(check->executor)->silence, by_comment, by_pattern, leaks);
    check->unrepeated += unpack_u32(from);
    u32 n = unpack_count(from, 1);
    for (u32 i = 0; i < n && !from->bad; i++)
        unpack_found(from, check);
    u64 schedules = unpack_u64(from), executions = unpack_u64(from);
    from->bad |= executions > schedules;
    if (counts && !from->bad) {
        check->schedules += schedules;
        check->executions += executions;
    }
}

static int by_text(const void *a, const void *b)
{
    const Found *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    int order = strcmp(x->title, y->title);
    return order ? order : x->group < y->group ? -1 : x->group > y->group;
}

void check_all_sort(Check *check)
{
    if (check->found.len)
        qsort(check->found.data, check->found.len, sizeof *check->found.data, by_text);
}
