/* Counts what happens in a run: see race/explain/stats.h. */
#include "race/explain/stats.h"

#include "base/map.h"

struct Stats {
    u64 events, kinds[EV_COUNT];
    u64 checks;    /* locations accessed */
    u64 joins;     /* events by which a goroutine learns of others */
    Map variables; /* their places */
    Map goroutines;
    u64 entered, left; /* events into the sets of the goroutines that took the steps, and out */
    u64 measured, sum; /* steps after which the set was measured, and its sizes */
    u64 largest, largest_at; /* the largest set, and after which event it was */
    u32 owner;               /* and whose */
    bool partial;            /* sets were not followed to the end */
    bool followed;           /* some set changed */
};

Stats *stats_new(void)
{
    return xcalloc(1, sizeof(Stats));
}

void stats_free(Stats *s)
{
    if (!s)
        return;
    map_free(&s->variables);
    map_free(&s->goroutines);
    free(s);
}

/* ---- counting ---- */

static void on_change(void *ctx, u32 goroutine, bool entered, const char *event)
{
    Stats *s = ctx;
    (void)goroutine;
    (void)event;
    s->followed = true;
    s->entered += entered;
    s->left += !entered;
}

static void measure(Stats *s, const ExplainedStep *step)
{
    s->measured++;
    s->sum += step->known;
    if (step->known <= s->largest)
        return;
    s->largest = step->known;
    s->largest_at = s->events;
    s->owner = step->event->goroutine;
}

/* How many goroutines learn of others by the event. */
static u32 joins_of(const Event *event)
{
    switch ((EventKind)event->kind) {
    case EV_SEND: /* of what the room came from */
    case EV_RECV:
    case EV_RECV_CLOSED:
    case EV_ACQUIRE:
    case EV_ACQUIRE_RELEASE:
    case EV_GO: /* the child, of its parent */
    case EV_TIMER: return 1;
    case EV_RENDEZVOUS: return 2;
    case EV_READ:
    case EV_WRITE:
    case EV_END:
    case EV_MAKE:
    case EV_CLOSE:
    case EV_RELEASE:
    case EV_RELEASE_MERGE:
    case EV_DEFAULT:
    case EV_PANIC:
    case EV_COUNT: break;
    }
    return 0;
}

static void on_step(void *ctx, const ExplainedStep *step)
{
    Stats *s = ctx;
    const Event *event = step->event;
    s->events++;
    s->kinds[event->kind]++;
    s->joins += joins_of(event);
    s->partial |= !step->sets;
    if (step->sets && event->kind != EV_END)
        measure(s, step);
    *map_put(&s->goroutines, event->goroutine) = 1;
    if (event_info[event->kind].class != EVC_ACCESS)
        return;
    s->checks += event->count ? event->count : 1;
    *map_put(&s->variables, hash_pair(event->loc.object, event->loc.offset)) = 1;
}

static void on_forget(void *ctx, u64 object)
{
    (void)ctx;
    (void)object;
}

ExplainListener stats_listener(Stats *s)
{
    return (ExplainListener){.ctx = s, .change = on_change, .step = on_step, .forget = on_forget};
}

/* ---- showing ---- */

static double average(const Stats *s)
{
    return s->measured ? (double)s->sum / (double)s->measured : 0;
}

cJSON *stats_json(const Stats *s, const char *detector)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "statistics");
    cJSON_AddStringToObject(object, "detector", detector);
    cJSON_AddNumberToObject(object, "events", (double)s->events);
    cJSON *kinds = cJSON_AddObjectToObject(object, "kinds");
    for (u32 i = 0; i < EV_COUNT; i++)
        if (s->kinds[i])
            cJSON_AddNumberToObject(kinds, event_info[i].name, (double)s->kinds[i]);
    cJSON_AddNumberToObject(object, "goroutines", (double)s->goroutines.count);
    cJSON_AddNumberToObject(object, "variables", (double)s->variables.count);
    cJSON_AddNumberToObject(object, "checks", (double)s->checks);
    cJSON_AddNumberToObject(object, "joins", (double)s->joins);
    if (!s->followed)
        return object;
    cJSON_AddNumberToObject(object, "largest_set", (double)s->largest);
    cJSON_AddNumberToObject(object, "average_set", average(s));
    cJSON_AddNumberToObject(object, "entered", (double)s->entered);
    cJSON_AddNumberToObject(object, "left", (double)s->left);
    cJSON_AddBoolToObject(object, "complete", !s->partial);
    return object;
}

static void print_row(FILE *out, const char *name, u64 number, const char *says)
{
    fprintf(out, "  %-16s %10llu%s%s\n", name, (unsigned long long)number, *says ? "  " : "", says);
}

static void print_sets(const Stats *s, FILE *out)
{
    Buf text = {0};
    buf_printf(&text, "events, of goroutine %u after event %llu", s->owner,
               (unsigned long long)s->largest_at);
    print_row(out, "largest set", s->largest, buf_str(&text));
    fprintf(out, "  %-16s %10.1f  events, after a step\n", "average set", average(s));
    print_row(out, "entered", s->entered, "events into sets by steps");
    print_row(out, "left", s->left, "events out of them");
    if (s->partial)
        fprintf(out, "  (sets were not followed to the end: the run is too long)\n");
    buf_free(&text);
}

void stats_print(const Stats *s, const char *detector, FILE *out)
{
    fprintf(out, "statistics, detector %s\n", detector);
    print_row(out, "events", s->events, "");
    for (u32 i = 0; i < EV_COUNT; i++)
        if (s->kinds[i]) {
            char name[24];
            snprintf(name, sizeof name, "  %s", event_info[i].name);
            print_row(out, name, s->kinds[i], "");
        }
    print_row(out, "goroutines", s->goroutines.count, "");
    print_row(out, "variables", s->variables.count, "places that were accessed");
    print_row(out, "checks", s->checks, "of an access against the ones before");
    print_row(out, "joins", s->joins, "by which a goroutine learns of others");
    if (s->followed)
        print_sets(s, out);
}
