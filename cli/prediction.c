/* Prints predictions: see cli/prediction.h. */
#include "cli/prediction.h"

#include "base/json.h"
#include "predict/deadlock.h"

const Event *prediction_event(const Prediction *p, u32 step)
{
    return &p->trace.events.data[p->steps.list.data[step].event];
}

static const char *operation(const Prediction *p, u32 step)
{
    const RunStep *s = &p->steps.list.data[step];
    const Event *event = prediction_event(p, step);
    if (event_info[event->kind].class == EVC_CHANNEL)
        return s->kind == STEP_WRITE ? "close" : "send";
    if (event->sub != SYNC_NONE && event_info[event->kind].class == EVC_ACCESS)
        return sync_op_info[event->sub].op;
    if (s->atomic)
        return s->kind == STEP_WRITE ? "atomic write" : "atomic read";
    return s->kind == STEP_WRITE ? "write" : "read";
}

/* One event may be a row of accesses, each a step. */
static Loc location(const Prediction *p, u32 step)
{
    const Event *event = prediction_event(p, step);
    Loc loc = event->loc;
    u32 at = step;
    while (at > 0 && p->steps.list.data[at - 1].event == p->steps.list.data[step].event)
        at--;
    if (event_info[event->kind].class == EVC_ACCESS)
        loc.offset += (u64)(step - at) * event->stride;
    return loc;
}

static void variable_name(const Prediction *p, const RacePair *pair, Buf *out)
{
    Loc loc = location(p, pair->first);
    p->trace.view.variable(p->trace.view.ctx, loc, out);
    if (out->len == 0)
        report_accessed(p->trace.sources, prediction_event(p, pair->second)->span,
                        prediction_event(p, pair->first)->span, out);
    if (out->len == 0)
        loc_print(loc, out);
}

static void text_access(const Prediction *p, u32 step)
{
    Buf out = {0};
    trace_thread_name(&p->trace, prediction_event(p, step)->goroutine, &out);
    buf_puts(&out, " at ");
    pos_print(p->trace.sources, prediction_event(p, step)->span.start, &out);
    printf("  %s by %s\n", operation(p, step), buf_str(&out));
    buf_free(&out);
}

bool prediction_warns(const Prediction *p, const FoundPair *found)
{
    for (u32 i = 0; i < p->count; i++)
        if (found->found_by >> i & 1 && !p->analyses[i].warns)
            return false;
    return true;
}

static void text_witness(Prediction *p, const FoundPair *found)
{
    StepList events = {0};
    if (reorder_witness(&p->witness, found->pair.first, found->pair.second, &events)) {
        printf("  a reordering that leads up to both:\n");
        trace_print_events(&p->trace, events.data, events.len, stdout);
    } else {
        printf("  no valid reordering is known that leads up to both\n");
    }
    vec_free(&events);
}

static void text_shown(const FoundPair *found)
{
    static const char *const how[] = {
        [SHOWN_NOT] = "not confirmed: no schedule tried shows it",
        [SHOWN_LATER] = "shown after another race: it may follow from the first",
        [SHOWN_REAL] = "confirmed",
    };
    if (!found->tried)
        return;
    printf("  %s\n", how[found->how]);
    if (found->replay.len > 0)
        printf("  replay: %s\n", found->replay.data);
    else if (found->recorded)
        printf("  by the recorded run; no schedule tried shows it again\n");
}

static void text_pair(Prediction *p, const FoundPair *found)
{
    Buf out = {0};
    variable_name(p, &found->pair, &out);
    printf("%s on %s\n", prediction_warns(p, found) ? "warning: no common lock" : "race",
           buf_str(&out));
    text_access(p, found->pair.first);
    text_access(p, found->pair.second);
    printf("  found by:");
    for (u32 i = 0; i < p->count; i++)
        if (found->found_by >> i & 1)
            printf(" %s", p->analyses[i].name);
    printf("\n");
    if (p->options->out.explain)
        text_witness(p, found);
    text_shown(found);
    buf_free(&out);
}

static void json_place(const Prediction *p, const Event *event, cJSON *object)
{
    Place place = source_place(p->trace.sources, event->span.start);
    if (!place.file)
        return;
    cJSON_AddStringToObject(object, "file", place.file->name);
    cJSON_AddNumberToObject(object, "line", place.line);
    cJSON_AddNumberToObject(object, "column", place.col);
}

static cJSON *json_access(const Prediction *p, u32 step)
{
    const Event *event = prediction_event(p, step);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "operation", operation(p, step));
    cJSON_AddNumberToObject(object, "goroutine", event->goroutine);
    cJSON_AddNumberToObject(object, "event",
                            (double)trace_number(&p->trace, p->steps.list.data[step].event));
    json_place(p, event, object);
    return object;
}

static void json_numbers(cJSON *list, const StepList *events)
{
    for (u32 i = 0; i < events->len; i++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(events->data[i] + 1.0));
}

static void json_witness(Prediction *p, const FoundPair *found, cJSON *object)
{
    StepList events = {0};
    if (reorder_witness(&p->witness, found->pair.first, found->pair.second, &events))
        json_numbers(cJSON_AddArrayToObject(object, "witness"), &events);
    vec_free(&events);
}

static void json_pair(Prediction *p, const FoundPair *found)
{
    Buf name = {0};
    variable_name(p, &found->pair, &name);
    cJSON *object = cJSON_CreateObject(), *by = cJSON_CreateArray();
    cJSON_AddStringToObject(object, "type", prediction_warns(p, found) ? "warning" : "predicted");
    cJSON_AddStringToObject(object, "variable", buf_str(&name));
    cJSON_AddItemToObject(object, "first", json_access(p, found->pair.first));
    cJSON_AddItemToObject(object, "second", json_access(p, found->pair.second));
    for (u32 i = 0; i < p->count; i++)
        if (found->found_by >> i & 1)
            cJSON_AddItemToArray(by, cJSON_CreateString(p->analyses[i].name));
    cJSON_AddItemToObject(object, "found_by", by);
    if (p->options->out.explain)
        json_witness(p, found, object);
    if (found->tried) {
        cJSON_AddBoolToObject(object, "confirmed", found->how == SHOWN_REAL);
        cJSON_AddBoolToObject(object, "may_follow", found->how == SHOWN_LATER);
        cJSON_AddBoolToObject(object, "recorded", found->recorded);
    }
    if (found->replay.len > 0)
        cJSON_AddStringToObject(object, "replay", found->replay.data);
    json_print(object, false, stdout);
    buf_free(&name);
}

/* ---- deadlocks ---- */

/* The lock that an acquire is of. */
static void lock_name(const Prediction *p, u32 acquire, Buf *out)
{
    Loc loc = prediction_event(p, acquire)->loc;
    p->trace.view.variable(p->trace.view.ctx, loc, out);
    if (out->len == 0)
        loc_print(loc, out);
}

static const char *acquire_name(const Prediction *p, u32 acquire)
{
    return sync_op_info[prediction_event(p, acquire)->sub].op;
}

static void text_acquire(const Prediction *p, u32 acquire)
{
    Buf out = {0}, lock = {0};
    trace_thread_name(&p->trace, prediction_event(p, acquire)->goroutine, &out);
    lock_name(p, acquire, &lock);
    buf_printf(&out, " waits to %s %s at ", acquire_name(p, acquire), buf_str(&lock));
    pos_print(p->trace.sources, prediction_event(p, acquire)->span.start, &out);
    printf("  %s\n", buf_str(&out));
    buf_free(&out);
    buf_free(&lock);
}

static bool cycle_events(Prediction *p, const FoundCycle *found, StepList *events)
{
    return p->options->out.explain && deadlock_events(&p->known, found->acquires, events);
}

static void text_cycle(Prediction *p, const FoundCycle *found)
{
    StepList events = {0};
    printf("deadlock: each waits for the next, the last for the first\n");
    for (u32 i = 0; i < found->acquires->len; i++)
        text_acquire(p, found->acquires->data[i]);
    printf("  found by: %s\n", p->analyses[found->analysis].name);
    if (cycle_events(p, found, &events)) {
        printf("  a reordering that leads up to it:\n");
        trace_print_events(&p->trace, events.data, events.len, stdout);
    }
    if (found->tried)
        printf(found->confirmed ? "  confirmed\n  replay: %s\n"
                                : "  not confirmed: the schedule tried does not show it\n",
               buf_str(&found->replay));
    vec_free(&events);
}

static cJSON *json_acquire(const Prediction *p, u32 acquire)
{
    const Event *event = prediction_event(p, acquire);
    Buf name = {0};
    lock_name(p, acquire, &name);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "operation", acquire_name(p, acquire));
    cJSON_AddStringToObject(object, "lock", buf_str(&name));
    cJSON_AddNumberToObject(object, "goroutine", event->goroutine);
    cJSON_AddNumberToObject(object, "event",
                            (double)trace_number(&p->trace, p->steps.list.data[acquire].event));
    json_place(p, event, object);
    buf_free(&name);
    return object;
}

static void json_cycle(Prediction *p, const FoundCycle *found)
{
    StepList events = {0};
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "predicted_deadlock");
    cJSON *waits = cJSON_AddArrayToObject(object, "waits");
    for (u32 i = 0; i < found->acquires->len; i++)
        cJSON_AddItemToArray(waits, json_acquire(p, found->acquires->data[i]));
    cJSON_AddStringToObject(object, "found_by", p->analyses[found->analysis].name);
    if (cycle_events(p, found, &events))
        json_numbers(cJSON_AddArrayToObject(object, "witness"), &events);
    if (found->tried)
        cJSON_AddBoolToObject(object, "confirmed", found->confirmed);
    if (found->confirmed)
        cJSON_AddStringToObject(object, "replay", buf_str(&found->replay));
    json_print(object, false, stdout);
    vec_free(&events);
}

static void show_cycle(Prediction *p, const FoundCycle *found)
{
    if (p->options->out.json)
        json_cycle(p, found);
    else
        text_cycle(p, found);
}

/* ---- analyses ---- */

static void json_analysis(const Analysis *analysis, const Findings *findings, bool complete)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "analysis");
    cJSON_AddStringToObject(object, "analysis", analysis->name);
    cJSON_AddNumberToObject(object, analysis->deadlocks ? "cycles" : "racy",
                            (double)findings->racy);
    cJSON_AddNumberToObject(object, analysis->deadlocks ? "deadlocks" : "pairs",
                            findings->pairs.len + findings->cycles.len);
    cJSON_AddBoolToObject(object, "complete", complete && !findings->incomplete);
    if (findings->windows > 1)
        cJSON_AddNumberToObject(object, "windows", findings->windows);
    json_print(object, false, stdout);
}

static void text_analysis(const Analysis *analysis, const Findings *findings)
{
    const char *what = analysis->deadlocks ? "cycles" : "pairs";
    if (analysis->deadlocks)
        printf("%-10s %u of %llu cycle%s of locks", analysis->name, findings->cycles.len,
               (unsigned long long)findings->racy, plural(findings->racy));
    else
        printf("%-10s %10llu %10u", analysis->name, (unsigned long long)findings->racy,
               findings->pairs.len);
    if (findings->incomplete)
        printf("  (not all %s tried)", what);
    if (findings->windows > 1)
        printf("  (%s within each of %u windows)", what, findings->windows);
    printf("\n");
}

void prediction_show(Prediction *p)
{
    if (p->options->out.quiet)
        return;
    if (p->options->out.explain) {
        known_build(&p->known, &p->steps);
        witness_init(&p->witness, &p->known);
    }
    for (u32 i = 0; i < p->pairs.len; i++) {
        if (p->options->out.json)
            json_pair(p, &p->pairs.data[i]);
        else
            text_pair(p, &p->pairs.data[i]);
    }
    for (u32 i = 0; i < p->cycles.len; i++)
        show_cycle(p, &p->cycles.data[i]);
    if (!p->options->out.json)
        printf("%llu event%s, %u goroutine%s, %u variable%s, %u lock%s\n%-10s %10s %10s\n",
               (unsigned long long)p->trace.count, plural(p->trace.count), p->steps.goroutines,
               plural(p->steps.goroutines), p->steps.variables_seen,
               plural(p->steps.variables_seen), p->steps.locks, plural(p->steps.locks), "analysis",
               "accesses", "pairs");
    for (u32 i = 0; i < p->count; i++) {
        if (!(p->chosen >> i & 1))
            continue;
        if (p->options->out.json)
            json_analysis(&p->analyses[i], &p->findings[i], !p->trace.cut);
        else
            text_analysis(&p->analyses[i], &p->findings[i]);
    }
}

/* --reorder ------------------------------------------------------------------------------------ */

static void text_answer(const Prediction *p, const ReorderAnswer *a)
{
    Buf event = {0};
    trace_print_events(&p->trace, a->events.data, a->events.len, stdout);
    if (!a->valid) {
        u32 number = a->events.data[a->at];
        trace_operation(&p->trace, &p->trace.events.data[number], &event);
        printf("not valid at %u. %s: %s: %s\n", number + 1, buf_str(&event), a->rule,
               buf_str(&a->why));
    } else {
        printf(a->races ? "valid: it ends in a race\n" : "valid\n");
    }
    buf_free(&event);
}

static void json_answer(const ReorderAnswer *a)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "reordering");
    cJSON_AddBoolToObject(object, "valid", a->valid);
    cJSON_AddBoolToObject(object, "races", a->races);
    if (!a->valid) {
        cJSON_AddNumberToObject(object, "event", a->events.data[a->at] + 1.0);
        cJSON_AddStringToObject(object, "rule", a->rule);
        cJSON_AddStringToObject(object, "why", buf_str(&a->why));
    }
    json_print(object, false, stdout);
}

void prediction_show_answer(const Prediction *p, const ReorderAnswer *answer)
{
    if (p->options->out.json)
        json_answer(answer);
    else if (!p->options->out.quiet)
        text_answer(p, answer);
}
