/* The model of a picture as JSON: docs/show.md has its fields. Steps are rows of numbers, since
 * there may be very many. */
#include "base/json.h"

#include "show/build.h"
#include "trace/happens_before.h"

/* What a step does to the locks that are held. */
enum { LOCK_NONE, LOCK_TAKES, LOCK_GIVES, LOCK_READS, LOCK_READS_NOT };

static cJSON *text(const Diagram *model, u32 number)
{
    return cJSON_CreateString(diagram_str(model, number));
}

/* A row of numbers, without zeros at its end. */
static cJSON *row(const u32 *numbers, u32 count)
{
    while (count > 0 && numbers[count - 1] == 0)
        count--;
    cJSON *array = cJSON_CreateArray();
    for (u32 i = 0; i < count; i++)
        cJSON_AddItemToArray(array, cJSON_CreateNumber(numbers[i]));
    return array;
}

static cJSON *list(cJSON *to, const char *name)
{
    return cJSON_AddArrayToObject(to, name);
}

static void add_head(cJSON *to, const Diagram *model)
{
    cJSON_AddStringToObject(to, "format", "gol show 1");
    cJSON_AddItemToObject(to, "title", text(model, model->title));
    cJSON_AddItemToObject(to, "command", text(model, model->command));
    cJSON_AddItemToObject(to, "detector", text(model, model->detector));
    cJSON_AddItemToObject(to, "verdict", text(model, model->verdict));
    cJSON_AddItemToObject(to, "output", text(model, model->output));
    cJSON_AddBoolToObject(to, "cut", model->cut);
    cJSON_AddNumberToObject(to, "setsUntil", model->sets_until);
}

/* Of the library only names: its text is not what the reader looks for. */
static void add_files(cJSON *to, const Diagram *model)
{
    cJSON *files = list(to, "files");
    for (u32 i = 0; i < model->files.len; i++) {
        const SourceFile *file = model->files.data[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", file->name);
        cJSON_AddBoolToObject(object, "library", file->is_library);
        cJSON_AddStringToObject(object, "text", file->is_library ? "" : file->text);
        cJSON_AddItemToArray(files, object);
    }
    cJSON *places = list(to, "places");
    for (u32 i = 0; i < model->places.len; i++) {
        const DiagramPlace *place = &model->places.data[i];
        u32 numbers[] = {place->file, place->line, place->col, place->len, place->function};
        cJSON_AddItemToArray(places, row(numbers, COUNT_OF(numbers)));
    }
}

static void add_lanes(cJSON *to, const Diagram *model)
{
    cJSON *lanes = list(to, "goroutines");
    for (u32 i = 0; i < model->lanes.len; i++) {
        const DiagramLane *lane = &model->lanes.data[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddNumberToObject(object, "number", lane->number);
        cJSON_AddItemToObject(object, "name", text(model, lane->name));
        cJSON_AddItemToObject(object, "function", text(model, lane->function));
        cJSON_AddNumberToObject(object, "started", lane->started);
        cJSON_AddBoolToObject(object, "ended", lane->ended);
        cJSON_AddItemToObject(object, "waits", text(model, lane->waits));
        cJSON_AddNumberToObject(object, "place", lane->waits_at);
        cJSON_AddItemToArray(lanes, object);
    }
}

static void add_objects(cJSON *to, const Diagram *model)
{
    static const char *const classes[] = {[EVC_ACCESS] = "variable",
                                          [EVC_LIFE] = "",
                                          [EVC_CHANNEL] = "channel",
                                          [EVC_SYNC] = "sync",
                                          [EVC_MARK] = "channel"};
    cJSON *objects = list(to, "objects");
    for (u32 i = 0; i < model->objects.len; i++) {
        const DiagramObject *its = &model->objects.data[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToObject(object, "name", text(model, its->name));
        cJSON_AddStringToObject(object, "kind", classes[its->class]);
        if (its->class == EVC_CHANNEL)
            cJSON_AddNumberToObject(object, "capacity", (double)its->capacity);
        cJSON_AddItemToArray(objects, object);
    }
}

static u32 lock_change(const DiagramStep *step)
{
    if (event_info[step->kind].class != EVC_SYNC || step->flags & EVF_PART)
        return LOCK_NONE;
    switch (sync_effect(step->sub)) {
    case EFFECT_LOCK:
    case EFFECT_WLOCK: return LOCK_TAKES;
    case EFFECT_UNLOCK:
    case EFFECT_WUNLOCK: return LOCK_GIVES;
    case EFFECT_RLOCK: return LOCK_READS;
    case EFFECT_RUNLOCK: return LOCK_READS_NOT;
    default: return LOCK_NONE;
    }
}

static void add_steps(cJSON *to, const Diagram *model)
{
    cJSON *steps = list(to, "steps");
    for (u32 i = 0; i < model->steps.len; i++) {
        const DiagramStep *step = &model->steps.data[i];
        u32 numbers[] = {step->goroutine, step->kind,        step->place,       step->what,
                         step->rule,      step->number,      step->object,      step->value,
                         step->other,     step->other_place, lock_change(step), step->note};
        cJSON_AddItemToArray(steps, row(numbers, COUNT_OF(numbers)));
    }
    cJSON *edges = list(to, "edges");
    for (u32 i = 0; i < model->edges.len; i++) {
        const DiagramEdge *edge = &model->edges.data[i];
        u32 numbers[] = {edge->from, edge->to, edge->kind};
        cJSON_AddItemToArray(edges, row(numbers, COUNT_OF(numbers)));
    }
    cJSON *changes = list(to, "changes");
    for (u32 i = 0; i < model->changes.len; i++) {
        const DiagramChange *change = &model->changes.data[i];
        u32 numbers[] = {change->step, change->goroutine, change->event, change->entered};
        cJSON_AddItemToArray(changes, row(numbers, COUNT_OF(numbers)));
    }
}

static void add_findings(cJSON *to, const Diagram *model)
{
    cJSON *races = list(to, "races");
    for (u32 i = 0; i < model->races.len; i++) {
        const DiagramRace *race = &model->races.data[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddNumberToObject(object, "now", race->now);
        cJSON_AddNumberToObject(object, "before", race->before);
        cJSON_AddItemToObject(object, "title", text(model, race->title));
        cJSON_AddItemToObject(object, "report", text(model, race->report));
        cJSON_AddBoolToObject(object, "warning", race->warning);
        cJSON_AddItemToArray(races, object);
    }
    cJSON *findings = list(to, "findings");
    for (u32 i = 0; i < model->findings.len; i++) {
        const DiagramFinding *finding = &model->findings.data[i];
        cJSON *object = cJSON_CreateObject();
        cJSON_AddItemToObject(object, "kind", text(model, finding->kind));
        cJSON_AddItemToObject(object, "title", text(model, finding->title));
        cJSON_AddItemToObject(object, "report", text(model, finding->report));
        cJSON_AddItemToArray(findings, object);
    }
}

cJSON *picture_json(const Picture *picture)
{
    const Diagram *model = &picture->diagram;
    cJSON *to = cJSON_CreateObject();
    add_head(to, model);
    cJSON *kinds = list(to, "kinds");
    for (u32 i = 0; i < EV_COUNT; i++)
        cJSON_AddItemToArray(kinds, cJSON_CreateString(event_info[i].name));
    cJSON *edge_kinds = list(to, "edgeKinds");
    for (u32 i = 0; i < EDGE_KINDS; i++)
        cJSON_AddItemToArray(edge_kinds, cJSON_CreateString(diagram_edge_name(i)));
    cJSON *texts = list(to, "texts");
    for (u32 i = 0; i < model->texts.len; i++)
        cJSON_AddItemToArray(texts, text(model, i));
    add_files(to, model);
    add_lanes(to, model);
    add_objects(to, model);
    add_steps(to, model);
    add_findings(to, model);
    if (picture->beside_says)
        cJSON_AddItemToObject(to, "says", text(model, picture->beside_says));
    if (picture->beside)
        cJSON_AddItemToObject(to, "beside", picture_json(picture->beside));
    return to;
}

void write_json(const Picture *picture, FILE *out)
{
    json_print(picture_json(picture), false, out);
}
