/* The table of checks, and what becomes of what they find: see cli/vet_check.h. */
#include "cli/vet_check.h"

#include <stdio.h>
#include <string.h>

#include "analysis/check.h"
#include "base/json.h"
#include "parser/vet/vet.h"

typedef struct Check {
    const char *name, *says;
    bool sure; /* what it finds is wrong whenever it is reached: an error */
    void (*tree)(const VetFile *file, Diags *found);
    void (*solved)(Solver *solver, Diags *found);
} Check;

static const Check checks[] = {
    {VET_RACE, "two accesses that nothing orders", false, NULL, NULL},
    {"blocked", "an operation that never ends, whatever others do", true, NULL, check_blocked},
    {"double-lock", "a lock taken again by the goroutine that holds it", true, NULL,
     check_double_lock},
    {"unlocked", "an Unlock of what nothing locks", true, NULL, check_unlocked},
    {"closed", "a send or close after the channel's close", true, NULL, check_closed},
    {"negative", "a Done of a WaitGroup that nothing adds to", true, NULL, check_negative},
    {"kept-lock", "a lock held at some returns of a function only, or at a goroutine's end", false,
     NULL, check_kept_lock},
    {"lock-order", "locks that goroutines take in different order", false, NULL, check_lock_order},
    {"no-done", "a goroutine that ends without Done on some way", false, NULL, check_no_done},
    {"wait-locked", "a Wait with a lock held that what it waits for needs", false, NULL,
     check_wait_locked},
    {"leak", "a return that leaves a goroutine waiting on a channel for ever", false, NULL,
     check_leak},
    {"copy-lock", "a lock passed or copied by value", false, vet_copy_lock, NULL},
    {"loop-var", "a loop variable captured before Go 1.22", false, vet_loop_var, NULL},
    {"lost-cancel", "a context's cancel function that is not called on all paths", false,
     vet_lost_cancel, NULL},
    {"printf", "a format that does not fit its arguments", false, vet_printf, NULL},
    {"add-inside", "WaitGroup.Add in the goroutine that is waited for", false, vet_add_inside,
     NULL},
    {"lock-pair", "an empty critical section; a deferred Lock after Lock", false, vet_lock_pair,
     NULL},
    {"cond-if", "Cond.Wait in an if instead of a loop", false, vet_cond_if, NULL},
    {"ticker", "a ticker made in a loop that nothing stops, before Go 1.23", false, vet_ticker,
     NULL},
    {"signal", "signal.Notify on a channel without room", false, vet_signal, NULL},
    {"defer-loop", "a deferred call in a loop that nothing ends", false, vet_defer_loop, NULL},
    {"fatal-inside", "t.Fatal and the like in a goroutine that a test starts", false,
     vet_fatal_inside, NULL},
    {"assign", "an assignment of a variable to itself, or of an atomic Add", false, vet_assign,
     NULL},
};

static u32 find(const char *name, size_t len)
{
    u32 i = 0;
    while (i < COUNT_OF(checks) &&
           (strlen(checks[i].name) != len || memcmp(checks[i].name, name, len)))
        i++;
    return i;
}

bool vet_check_parse(const char *list, u64 *bits)
{
    bool first = true;
    *bits = UINT64_MAX;
    for (const char *at = list; at && *at; first = false) {
        size_t len = strcspn(at, ",");
        bool without = *at == '-', all = len - without == 3 && !memcmp(at + without, "all", 3);
        u32 i = find(at + without, len - without);
        if (i == COUNT_OF(checks) && !all) {
            fprintf(stderr, "gol vet: there is no check \"%.*s\"; there are", (int)(len - without),
                    at + without);
            for (i = 0; i < COUNT_OF(checks); i++)
                fprintf(stderr, " %s", checks[i].name);
            fputc('\n', stderr);
            return false;
        }
        u64 named = all ? UINT64_MAX : 1ull << i;
        *bits = without ? *bits & ~named : first ? named : *bits | named;
        at += len + (at[len] == ',');
    }
    return true;
}

bool vet_check_wants(u64 bits, const char *name)
{
    return bits >> find(name, strlen(name)) & 1;
}

const char *vet_check_says(const char *name)
{
    return checks[find(name, strlen(name))].says;
}

void vet_check_help(void (*row)(const char *name, const char *says))
{
    for (u32 i = 0; i < COUNT_OF(checks); i++)
        row(checks[i].name, checks[i].says);
}

/* ---- from diagnostics to findings ---- */

static void add_place_json(cJSON *to, Span span, const Sources *sources)
{
    Place place = source_place(sources, span.start);
    if (!place.file)
        return;
    cJSON_AddStringToObject(to, "file", place.file->name);
    cJSON_AddNumberToObject(to, "line", place.line);
    cJSON_AddNumberToObject(to, "column", place.col);
}

static void print_json(const Check *check, const Diag *diag, const Sources *sources, FILE *out)
{
    cJSON *object = cJSON_CreateObject(), *notes = cJSON_CreateArray();
    cJSON_AddStringToObject(object, "type", "warning");
    cJSON_AddStringToObject(object, "level", check->sure ? "error" : "warning");
    cJSON_AddStringToObject(object, "check", check->name);
    cJSON_AddStringToObject(object, "text", diag->text);
    add_place_json(object, diag->span, sources);
    for (u32 i = 0; i < diag->notes.len; i++) {
        cJSON *note = cJSON_CreateObject();
        cJSON_AddStringToObject(note, "text", diag->notes.data[i].text);
        add_place_json(note, diag->notes.data[i].span, sources);
        cJSON_AddItemToArray(notes, note);
    }
    cJSON_AddItemToObject(object, "notes", notes);
    json_print(object, false, out);
}

static char *text_of(const Check *check, Diags *found, Diag *diag, bool json, bool color)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    if (json)
        print_json(check, diag, found->sources, out);
    else {
        diag->text = arena_printf(&found->arena, "%s [%s]", diag->text, check->name);
        diag_print_one(found, diag, out, color);
    }
    fclose(out);
    return text;
}

static void add(VetReport *report, const Check *check, Diags *found, Diag *diag)
{
    VetFinding finding = {.rule = check->name, .sure = check->sure, .nplaces = 1};
    finding.message = xstrdup(diag->text);
    finding.places[0] = (SarifPlace){.span = diag->span};
    for (u32 i = 0; i < diag->notes.len && finding.nplaces < SARIF_PLACES; i++)
        if (diag->notes.data[i].span.start)
            finding.places[finding.nplaces++] = (SarifPlace){
                .span = diag->notes.data[i].span, .text = xstrdup(diag->notes.data[i].text)};
    diag->kind = check->sure ? DIAG_ERROR : DIAG_WARNING;
    finding.json = text_of(check, found, diag, true, false);
    finding.text = text_of(check, found, diag, false, report->options->out.color_out);
    vet_report_add(report, &finding);
}

static void take(VetReport *report, const Check *check, Diags *found)
{
    for (u32 i = 0; i < found->list.len; i++)
        add(report, check, found, found->list.data[i]);
    diag_free(found);
}

void vet_check_tree(VetReport *report, Loaded *loaded, u64 bits)
{
    for (u32 i = 0; i < COUNT_OF(checks); i++)
        for (u32 k = 0; checks[i].tree && bits >> i & 1 && k < loaded->files.len; k++) {
            Diags found = {.sources = &loaded->sources};
            VetFile file = {.file = loaded->files.data[k], .consts = check_consts(loaded->checker)};
            if (!file.file->file->is_library)
                checks[i].tree(&file, &found);
            take(report, &checks[i], &found);
        }
}

void vet_check_solved(VetReport *report, Solver *solver, u64 bits)
{
    for (u32 i = 0; i < COUNT_OF(checks); i++) {
        Diags found = {.sources = solver->model->program->sources};
        if (checks[i].solved && bits >> i & 1)
            checks[i].solved(solver, &found);
        take(report, &checks[i], &found);
    }
}
