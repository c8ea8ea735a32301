/* What the process that runs the program replies: the state, and what is asked about it. */
#include <stdio.h>

#include "debug/worker.h"
#include "race/report/report.h"
#include "vm/heap.h"
#include "vm/reach.h"
#include "vm/show.h"
#include "vm/sync.h"

static void send(Worker *w, cJSON *reply)
{
    wire_put(w->pipes->replies[1], reply);
    cJSON_Delete(reply);
}

/* ---- the state ---- */

static void add_place(const Worker *w, cJSON *object, Pos pos)
{
    Place place = source_place(w->vm->program->sources, pos);
    if (!pos || !place.file)
        return;
    cJSON_AddStringToObject(object, "file", place.file->name);
    cJSON_AddNumberToObject(object, "line", place.line);
    cJSON_AddNumberToObject(object, "col", place.col);
}

/* Whether the choice that is being asked may let it go on. */
static bool can_be_picked(const Worker *w, u32 id)
{
    for (u32 i = 0; w->choice && i < w->choice->options; i++)
        if (w->choice->ids[i] == id)
            return true;
    return false;
}

/* What it does next. The goroutine that asks is stopped before its step, as those are that have
 * been preempted. */
static void add_activity(Worker *w, const G *g, cJSON *object)
{
    G asking = *g;
    bool asks = w->choice && g == w->vm->sched.current && g->status == G_RUNNING;
    if (asks && w->choice->reason == SWITCH_ACCESS)
        asking.again = AGAIN_ACCESS;
    if (asks && w->choice->reason == SWITCH_SYNC)
        asking.again = AGAIN_SYNC;
    Buf text = {0};
    show_activity(w->vm, asks ? &asking : g, &text);
    cJSON_AddStringToObject(object, "what", buf_str(&text));
    buf_free(&text);
}

static cJSON *goroutine_object(Worker *w, const G *g)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "id", g->id);
    cJSON_AddStringToObject(object, "name", g->id == GOROUTINE_MAIN ? "main" : g->start_fn->name);
    cJSON_AddBoolToObject(object, "can_run", can_be_picked(w, g->id));
    add_activity(w, g, object);
    add_place(w, object, vm_user_pos(w->vm, g));
    return object;
}

enum { LISTED = 200 }; /* goroutines of a state */

static cJSON *goroutines_array(Worker *w)
{
    cJSON *array = cJSON_CreateArray();
    GoroutineList all = {0};
    reach_list(w->vm, &all);
    for (u32 i = 0; i < all.len && i < LISTED; i++)
        cJSON_AddItemToArray(array, goroutine_object(w, all.data[i]));
    vec_free(&all);
    return array;
}

/* The goroutine that goes on if the user picks none. */
static u32 next_goroutine(const Worker *w)
{
    const Choice *choice = w->choice;
    if (!choice)
        return w->last;
    u32 answer = chooser_default(choice);
    return answer < choice->options ? choice->ids[answer] : 0;
}

static const char *verdict(const Worker *w)
{
    const Execution *execution = w->execution;
    return execution_has(execution, FOUND_RACE) ? "race" : outcome_name(execution->outcome.kind);
}

void worker_reply_state(Worker *w, const char *why)
{
    cJSON *state = cJSON_CreateObject();
    cJSON_AddNumberToObject(state, "at", (double)w->at);
    cJSON_AddNumberToObject(state, "instr", w->instr);
    cJSON_AddStringToObject(state, "stopped", why);
    cJSON_AddStringToObject(state, "note", w->note);
    cJSON_AddNumberToObject(state, "goroutine", w->last);
    cJSON_AddNumberToObject(state, "next", next_goroutine(w));
    cJSON_AddItemToObject(state, "goroutines", goroutines_array(w));
    cJSON_AddNumberToObject(state, "races", w->races.len);
    const Buf *output = w->execution ? &w->execution->output : &w->vm->output.buf;
    cJSON_AddStringToObject(state, "output", output->len ? buf_str(output) : "");
    if (w->execution) {
        cJSON_AddStringToObject(state, "verdict", verdict(w));
        cJSON_AddStringToObject(state, "report", buf_str(&w->execution->report));
    }
    w->note[0] = '\0';
    send(w, state);
}

/* ---- looks ---- */

static void add_line(cJSON *lines, Buf *line)
{
    cJSON_AddItemToArray(lines, cJSON_CreateString(buf_str(line)));
    vec_clear(line);
}

/* Each line of the text. */
static void add_text(cJSON *lines, const char *text)
{
    Buf line = {0};
    for (; *text; text++) {
        if (*text == '\n')
            add_line(lines, &line);
        else
            buf_putc(&line, *text);
    }
    if (line.len)
        add_line(lines, &line);
    buf_free(&line);
}

static void look_stack(Worker *w, const G *g, cJSON *lines)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    vm_print_stack(w->vm, g, out);
    fclose(out);
    add_text(lines, text);
    free(text);
}

static void look_variables(Worker *w, const G *g, cJSON *lines)
{
    Frame frames[16];
    Buf line = {0};
    u32 n = vm_frames(w->vm, g, frames, COUNT_OF(frames)), at = 0;
    while (at < n && frames[at].fn->is_library)
        at++;
    u32 pc = at < n ? (u32)(frames[at].pc - frames[at].fn->code) : 0;
    for (u32 i = 0; at < n && i < frames[at].fn->nvars; i++) {
        const VarInfo *var = &frames[at].fn->vars[i];
        Variable variable;
        if (pc < var->from || pc >= var->to || !name_find(w, g, var->name, &variable, NULL))
            continue;
        buf_printf(&line, "%s = ", var->name);
        name_value(w, &variable, &line);
        add_line(lines, &line);
    }
    for (u32 i = 0; i < w->vm->program->globals.len; i++) {
        const GlobalVar *var = &w->vm->program->globals.data[i];
        if (strncmp(var->name, "main.", 5) || strchr(var->name, '$'))
            continue;
        Variable variable = {.type = var->type, .addr = w->vm->globals + var->offset};
        buf_printf(&line, "%s = ", var->name + 5);
        name_value(w, &variable, &line);
        add_line(lines, &line);
    }
    buf_free(&line);
}

static void look_races(Worker *w, cJSON *lines)
{
    for (u32 i = 0; i < w->races.len; i++)
        add_text(lines, w->races.data[i]);
}

static void look_value(Worker *w, const G *g, const char *name, cJSON *reply, cJSON *lines)
{
    Variable variable;
    Buf text = {0};
    if (name_find(w, g, name, &variable, &text)) {
        name_value(w, &variable, &text);
        add_line(lines, &text);
    } else {
        cJSON_AddStringToObject(reply, "error", buf_str(&text));
    }
    buf_free(&text);
}

/* For a search: the place of a variable goes to the order itself. */
static void look_place(Worker *w, const G *g, const char *name, cJSON *reply)
{
    Variable variable;
    Buf error = {0};
    Task *order = &w->shared->order;
    order->sought_size = 0;
    if (!name_find(w, g, name, &variable, &error))
        cJSON_AddStringToObject(reply, "error", buf_str(&error));
    else if (variable.in_register)
        cJSON_AddStringToObject(reply, "error", "no other goroutine can reach that variable");
    else {
        order->sought_loc = heap_locate(w->vm, variable.addr);
        order->sought_size = variable.type->size ? variable.type->size : 1;
    }
    buf_free(&error);
}

static void look_schedule(Worker *w, cJSON *reply)
{
    Buf text = {0};
    schedule_print_file(&w->recorded, &text);
    cJSON_AddStringToObject(reply, "text", buf_str(&text));
    buf_free(&text);
}

void worker_reply_look(Worker *w)
{
    const Task *order = &w->shared->order;
    cJSON *reply = cJSON_CreateObject(), *lines = cJSON_AddArrayToObject(reply, "lines");
    u32 id = order->goroutine ? order->goroutine : w->last ? w->last : next_goroutine(w);
    const G *g = worker_goroutine(w, id);
    Buf text = {0};
    if (!strcmp(order->what, "channels"))
        show_channels(w->vm, &text);
    else if (!strcmp(order->what, "locks"))
        show_locks(w->vm, &text);
    else if (!strcmp(order->what, "races"))
        look_races(w, lines);
    else if (!strcmp(order->what, "schedule"))
        look_schedule(w, reply);
    else if (!g && strcmp(order->what, "value"))
        cJSON_AddStringToObject(reply, "error", "there is no such goroutine now");
    else if (!strcmp(order->what, "stack"))
        look_stack(w, g, lines);
    else if (!strcmp(order->what, "variables"))
        look_variables(w, g, lines);
    else if (!strcmp(order->what, "value"))
        look_value(w, g, order->name, reply, lines);
    else if (!strcmp(order->what, "place"))
        look_place(w, g, order->name, reply);
    add_text(lines, buf_str(&text));
    buf_free(&text);
    send(w, reply);
}

void worker_add_race(Worker *w, const RaceReport *report)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    report_text(report, w->vm->program->sources, NULL, false, out);
    fclose(out);
    vec_push(&w->races, text);
    snprintf(w->note, sizeof w->note, "%s on %s", race_kind_text(report->kind), report->variable);
}
