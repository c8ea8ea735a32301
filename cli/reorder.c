/* Whether a list of events is a valid reordering, and reorderings that show a race. */
#include "cli/reorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "predict/reorder.h"

bool reorder_witness(Witness *witness, u32 first, u32 second, StepList *events)
{
    const RunStep *list = witness->steps->list.data;
    if (steps_exclude(witness->steps, first, second) || !witness_find(witness, first, second))
        return false;
    witness_events(witness, events);
    vec_push(events, list[first].event);
    vec_push(events, list[second].event);
    return true;
}

/* ---- the list ---- */

static bool parse(StepList *events, const Trace *trace, const char *list)
{
    for (const char *at = list; *at;) {
        char *end;
        unsigned long number = strtoul(at, &end, 10);
        if (end == at || number == 0 || number > trace->events.len) {
            fprintf(stderr, "gol predict: --reorder takes numbers of events, 1 to %u, not \"%s\"\n",
                    trace->events.len, at);
            return false;
        }
        vec_push(events, (u32)number - 1);
        for (at = end; *at == ' ' || *at == ',';)
            at++;
    }
    return true;
}

/* ---- the answer ---- */

static void add_event(const Steps *steps, u32 event, Buf *out)
{
    buf_printf(out, "%u. ", event + 1);
    trace_operation(steps->trace, &steps->trace->events.data[event], out);
    buf_puts(out, " of ");
    trace_thread_name(steps->trace, steps->trace->events.data[event].goroutine, out);
}

/* `other`: a step, or NO_STEP. */
static void explain_fault(ReorderAnswer *a, const Steps *steps, ReorderRule rule, u32 other)
{
    static const char *const why[] = {
        [REORDER_PROGRAM_ORDER] = "is missing before it",
        [REORDER_SYNC] = "must come before it",
        [REORDER_LOCK] = "has the lock",
        [REORDER_LAST_WRITER] = "is the last write",
        [REORDER_CAPACITY] = "has sent the first value, which is still in the buffer",
        [REORDER_VALUE] = "has sent the first value",
        [REORDER_OBJECT] = "comes after it in the run",
    };
    a->valid = false;
    a->rule = reorder_rule_text(rule);
    u32 event = other == NO_STEP ? UINT32_MAX : steps->list.data[other].event;
    if (other == NO_STEP) {
        buf_puts(&a->why, "the write that it reads in the run is missing");
    } else if (event == a->events.data[a->at]) {
        buf_puts(&a->why, "it has been there");
    } else {
        add_event(steps, event, &a->why);
        buf_printf(&a->why, " %s", why[rule]);
    }
}

static bool end_in_race(const ReorderAnswer *a, const Steps *steps)
{
    return a->events.len >= 2 &&
           reorder_conflict(steps, a->events.data[a->events.len - 2], vec_last(&a->events));
}

/* Of two accesses that race either can come first, so that a read may get another value. */
bool reorder_answer(ReorderAnswer *a, const Steps *steps, const char *list)
{
    *a = (ReorderAnswer){.valid = true};
    if (!parse(&a->events, steps->trace, list))
        return false;
    Reorder reorder;
    reorder_init(&reorder, steps);
    a->races = end_in_race(a, steps);
    for (; a->valid && a->at < a->events.len; a->at++) {
        u32 other;
        bool last = a->races && a->at + 2 >= a->events.len;
        ReorderRule rule = reorder_event(&reorder, a->events.data[a->at], last, &other);
        if (rule == REORDER_VALID)
            continue;
        explain_fault(a, steps, rule, other);
        break;
    }
    a->races &= a->valid;
    reorder_free(&reorder);
    return true;
}

void reorder_answer_free(ReorderAnswer *a)
{
    vec_free(&a->events);
    buf_free(&a->why);
}

/* ---- all of them ---- */

static void print_events(const StepList *events, FILE *out)
{
    for (u32 i = 0; i < events->len; i++)
        fprintf(out, "%s%u", i ? " " : "", events->data[i] + 1);
}

static void print_race(const StepList *events, const Steps *steps, FILE *out)
{
    Buf text = {0};
    print_events(events, out);
    add_event(steps, events->data[events->len - 2], &text);
    buf_puts(&text, " and ");
    add_event(steps, events->data[events->len - 1], &text);
    fprintf(out, ": race of %s\n", buf_str(&text));
    buf_free(&text);
}

void reorder_print_all(const Reorderings *all, const Steps *steps, FILE *out)
{
    for (u32 i = 0; i < all->listed.len; i++) {
        print_events(&all->listed.data[i], out);
        putc('\n', out);
    }
    if (all->count > all->listed.len)
        fprintf(out, "and %llu more\n", (unsigned long long)(all->count - all->listed.len));
    fprintf(out, "%s%llu valid reordering%s of all events\n", all->complete ? "" : "more than ",
            (unsigned long long)all->count, plural(all->count));
    for (u32 i = 0; i < all->races.len; i++)
        print_race(&all->races.data[i], steps, out);
}

static cJSON *lists_json(const StepList *lists, u32 count)
{
    cJSON *array = cJSON_CreateArray();
    for (u32 i = 0; i < count; i++) {
        cJSON *events = cJSON_CreateArray();
        for (u32 k = 0; k < lists[i].len; k++)
            cJSON_AddItemToArray(events, cJSON_CreateNumber(lists[i].data[k] + 1));
        cJSON_AddItemToArray(array, events);
    }
    return array;
}

cJSON *reorder_all_json(const Reorderings *all)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "reorderings");
    cJSON_AddNumberToObject(object, "count", (double)all->count);
    cJSON_AddBoolToObject(object, "complete", all->complete);
    cJSON_AddItemToObject(object, "reorderings", lists_json(all->listed.data, all->listed.len));
    cJSON_AddItemToObject(object, "races", lists_json(all->races.data, all->races.len));
    return object;
}
