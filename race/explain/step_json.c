/* A step of --explain as a JSON object. */
#include "race/explain/step.h"

static void add_place(cJSON *object, const StepPrinter *printer, Pos pos)
{
    const Sources *sources = printer->view ? printer->view->sources : NULL;
    Place place = sources ? source_place(sources, pos) : (Place){0};
    if (!place.file)
        return;
    cJSON_AddStringToObject(object, "file", place.file->name);
    cJSON_AddNumberToObject(object, "line", place.line);
    cJSON_AddNumberToObject(object, "column", place.col);
}

/* The variable, channel or lock that it is a step on, if any. */
static void add_object(cJSON *object, const StepPrinter *printer, const Event *event)
{
    EventClass class = event_info[event->kind].class;
    bool nil = class == EVC_MARK && event->loc.object == 0;
    if (class == EVC_LIFE || nil || event->loc.object == LOC_UNNAMED.object)
        return;
    Buf name = {0};
    view_variable(printer->view, event->loc, &name);
    cJSON_AddStringToObject(object, "object", buf_str(&name));
    buf_free(&name);
}

void step_print_json(StepPrinter *printer, const ExplainedStep *step, StepChanges *changes)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", "step");
    cJSON_AddNumberToObject(object, "step", (double)step->number);
    cJSON_AddNumberToObject(object, "goroutine", step->event->goroutine);
    cJSON_AddStringToObject(object, "rule", step->rule);
    cJSON_AddBoolToObject(object, "race", step->raced);
    add_place(object, printer, step->event->span.start);
    add_object(object, printer, step->event);
    cJSON_AddStringToObject(object, "what", step->what);
    if (*step->value)
        cJSON_AddStringToObject(object, "value", step->value);
    if (changes->error)
        cJSON_AddItemToObject(object, "error", changes->error);
    if (changes->sets)
        cJSON_AddItemToObject(object, "sets", changes->sets);
    if (*step->note)
        cJSON_AddStringToObject(object, "note", step->note);
    changes->error = changes->sets = NULL;
    json_print(object, false, printer->out);
}
