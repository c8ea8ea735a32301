/* The table of checks, and what becomes of what they find: see cli/vet_check.h. */
#include "cli/vet_check.h"

#include <stdio.h>
#include <string.h>

#include "analysis/check.h"
#include "base/json.h"
#include "cli/load.h"
#include "cli/vet_report.h"
#include "parser/vet/vet.h"

/* What a check is besides what it finds. */
enum {
    SURE = 1,    /* what it finds is wrong whenever it is reached: an error */
    GO_VET = 2,  /* go vet has it, under this name */
    GO_TEST = 4, /* go test runs it before the tests */
    TEXT = 8,    /* it reads files that are not built, too */
};

typedef struct Check {
    const char *name, *says;
    u32 traits;
    void (*tree)(const VetFile *file, Diags *found);
    void (*solved)(Solver *solver, Diags *found);
    const char *also; /* another name that the go command has for it, or NULL */
} Check;

static const Check checks[] = {
    {VET_RACE, "two accesses that nothing orders", 0, NULL, NULL, NULL},
    {"blocked", "an operation that never ends, whatever others do", SURE, NULL, check_blocked,
     NULL},
    {"double-lock", "a lock taken again by the goroutine that holds it", SURE, NULL,
     check_double_lock, NULL},
    {"unlocked", "an Unlock of what nothing locks", SURE, NULL, check_unlocked, NULL},
    {"closed", "a send or close after the channel's close; a close of nil", SURE, NULL,
     check_closed, NULL},
    {"negative", "a Done of a WaitGroup that nothing adds to", SURE, NULL, check_negative, NULL},
    {"kept-lock", "a lock held at some returns of a function only, or at a goroutine's end", 0,
     NULL, check_kept_lock, NULL},
    {"lock-order", "locks that goroutines take in different order", 0, NULL, check_lock_order,
     NULL},
    {"no-done", "a goroutine that ends without Done on some way", 0, NULL, check_no_done, NULL},
    {"wait-locked", "a Wait with a lock held that what it waits for needs", 0, NULL,
     check_wait_locked, NULL},
    {"leak", "a return that leaves a goroutine waiting on a channel for ever", 0, NULL, check_leak,
     NULL},
    {"add-inside", "WaitGroup.Add in the goroutine that is waited for", 0, vet_add_inside, NULL,
     NULL},
    {"lock-pair", "an empty critical section; a deferred Lock instead of Unlock", 0, vet_lock_pair,
     NULL, NULL},
    {"cond-loop", "Cond.Wait outside of a loop", 0, vet_cond_loop, NULL, NULL},
    {"cond-signal", "a goroutine that signals a Cond and has held no lock", 0, vet_cond_signal,
     NULL, NULL},
    {"context-lost", "context.Background() for a call, in a function that has a context", 0,
     vet_context_lost, NULL, NULL},
    {"after-loop", "a long time.After in a select in a loop, before Go 1.23", 0, vet_after_loop,
     NULL, NULL},
    {"ticker", "a ticker that nothing stops, in a loop or a function that ends, before Go 1.23", 0,
     vet_ticker, NULL, NULL},
    {"defer-loop", "a deferred call in a loop that nothing ends", 0, vet_defer_loop, NULL, NULL},
    {"assign", "an assignment of a variable to itself", GO_VET, vet_assign, NULL, NULL},
    {"atomic", "an assignment of the result of an atomic Add", GO_VET | GO_TEST, vet_atomic, NULL,
     NULL},
    {"bools", "operands of || and && that are redundant or suspect", GO_VET | GO_TEST, vet_bools,
     NULL, "bool"},
    {"buildtag", "a build constraint that is misplaced, malformed or contradicts another",
     GO_VET | GO_TEST | TEXT, vet_buildtag, NULL, "buildtags"},
    {"composites", "literals of other packages' structs without names of fields", GO_VET,
     vet_composites, NULL, NULL},
    {"copylocks", "a lock passed or copied by value", GO_VET, vet_copylocks, NULL, NULL},
    {"errorsas", "errors.As into what is no pointer to an error type", GO_VET | GO_TEST,
     vet_errorsas, NULL, NULL},
    {"httpresponse", "a response that is used before the error is looked at", GO_VET,
     vet_httpresponse, NULL, NULL},
    {"ifaceassert", "an assertion between interfaces that no type can have both", GO_VET | GO_TEST,
     vet_ifaceassert, NULL, NULL},
    {"loopclosure", "a loop variable captured before Go 1.22", GO_VET, vet_loopclosure, NULL,
     "rangeloops"},
    {"lostcancel", "a context's cancel function that is not called on all paths", GO_VET,
     vet_lostcancel, NULL, NULL},
    {"nilfunc", "a comparison of a declared function with nil", GO_VET | GO_TEST, vet_nilfunc, NULL,
     NULL},
    {"printf", "a format that does not fit its arguments", GO_VET | GO_TEST, vet_printf, NULL,
     NULL},
    {"shift", "a shift by all bits of the operand, or more", GO_VET, vet_shift, NULL, NULL},
    {"sigchanyzer", "signal.Notify on a channel without room", GO_VET, vet_sigchanyzer, NULL, NULL},
    {"stdmethods", "a method that the library looks for, with another signature", GO_VET,
     vet_stdmethods, NULL, "methods"},
    {"stringintconv", "string(n) of a number", GO_VET | GO_TEST, vet_stringintconv, NULL, NULL},
    {"structtag", "a struct tag that reflect does not understand, or that comes twice", GO_VET,
     vet_structtag, NULL, "structtags"},
    {"testinggoroutine", "t.Fatal and the like in a goroutine that a test starts", GO_VET,
     vet_testinggoroutine, NULL, NULL},
    {"tests", "a name of a test or example that is malformed, or refers to nothing",
     GO_VET | GO_TEST, vet_tests, NULL, NULL},
    {"unmarshal", "Unmarshal or Decode into what is no pointer", GO_VET, vet_unmarshal, NULL, NULL},
    {"unreachable", "a statement that no way leads to", GO_VET, vet_unreachable, NULL, NULL},
    {"unusedresult", "a call that does nothing but give a result, which is not used", GO_VET,
     vet_unusedresult, NULL, NULL},
};

_Static_assert(COUNT_OF(checks) <= 64, "sets of checks have 64 bits");

static bool is_name(const char *name, const char *text, size_t len)
{
    return name && strlen(name) == len && !memcmp(name, text, len);
}

static u32 find(const char *name, size_t len)
{
    u32 i = 0;
    while (i < COUNT_OF(checks) && !is_name(checks[i].name, name, len) &&
           !is_name(checks[i].also, name, len))
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
            fprintf(stderr, "gol: there is no check \"%.*s\"; there are", (int)(len - without),
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

bool vet_check_flag(const char *name, size_t len, const char *value, Buf *list)
{
    u32 i = find(name, len);
    bool no = value && (!strcmp(value, "false") || !strcmp(value, "0"));
    bool yes = !value || !strcmp(value, "true") || !strcmp(value, "1");
    if (i == COUNT_OF(checks) || !(checks[i].traits & GO_VET) || (!yes && !no))
        return false;
    buf_printf(list, "%s%s%s", list->len ? "," : "", no ? "-" : "", checks[i].name);
    return true;
}

bool vet_check_wants_states(u64 bits)
{
    for (u32 i = 0; i < COUNT_OF(checks); i++)
        if (bits >> i & 1 && (checks[i].solved || !strcmp(checks[i].name, VET_RACE)))
            return true;
    return false;
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
    cJSON_AddStringToObject(object, "level", (check->traits & SURE) ? "error" : "warning");
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
    VetFinding finding = {.rule = check->name, .sure = check->traits & SURE, .nplaces = 1};
    finding.message = xstrdup(diag->text);
    finding.places[0] = (SarifPlace){.span = diag->span};
    for (u32 i = 0; i < diag->notes.len && finding.nplaces < SARIF_PLACES; i++)
        if (diag->notes.data[i].span.start)
            finding.places[finding.nplaces++] = (SarifPlace){
                .span = diag->notes.data[i].span, .text = xstrdup(diag->notes.data[i].text)};
    diag->kind = (check->traits & SURE) ? DIAG_ERROR : DIAG_WARNING;
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

/* The package that the file is in, as what it declares says. */
static const Package *package_of(const FileAst *file)
{
    for (u32 i = 0; i < file->decls.len; i++) {
        const Decl *d = file->decls.data[i];
        const Obj *obj = d->kind == DECL_FUNC                          ? d->func->obj
                         : d->kind == DECL_TYPE                        ? d->type.obj
                         : d->kind != DECL_IMPORT && d->value.objs.len ? d->value.objs.data[0]
                                                                       : NULL;
        if (obj && obj->pkg)
            return obj->pkg;
    }
    return NULL;
}

static void look_at_file(const Check *check, Loaded *loaded, u32 k, const char *printers,
                         Diags *found)
{
    const FileAst *ast = loaded->files.data[k];
    VetFile file = {.file = ast, .package = package_of(ast), .printers = printers};
    if (!ast->file->is_library && (check->traits & TEXT || check_selects(ast, &loaded->tags)))
        check->tree(&file, found);
}

u64 vet_check_sure(u64 bits)
{
    u64 sure = 0;
    for (u32 i = 0; i < COUNT_OF(checks); i++)
        sure |= checks[i].traits & SURE ? bits & 1ull << i : 0;
    return sure;
}

void vet_check_tree(VetReport *report, Loaded *loaded, u64 bits)
{
    for (u32 i = 0; i < COUNT_OF(checks); i++)
        for (u32 k = 0; checks[i].tree && bits >> i & 1 && k < loaded->files.len; k++) {
            Diags found = {.sources = &loaded->sources};
            look_at_file(&checks[i], loaded, k, report->options->vet.printers, &found);
            take(report, &checks[i], &found);
        }
}

/* ---- gol test ---- */

bool vet_tests_parse(const char *list, u64 *bits)
{
    *bits = 0;
    return !list || !strcmp(list, "off") || vet_check_parse(list, bits);
}

/* The checks that -vet=LIST means; those of older versions of the go command without it. */
static bool wants_before_tests(const Check *check, const char *list, int go_minor, u64 bits)
{
    enum { TESTS_SINCE = 24 };
    if (!(check->traits & GO_VET))
        return false;
    if (list)
        return bits >> (check - checks) & 1;
    return check->traits & GO_TEST && (strcmp(check->name, "tests") || go_minor >= TESTS_SINCE);
}

bool vet_before_tests(Loaded *loaded, const char *list, bool color)
{
    u64 bits = 0;
    Diags found = {.sources = &loaded->sources};
    if (!vet_tests_parse(list, &bits))
        return false;
    for (u32 i = 0; i < COUNT_OF(checks); i++) {
        u32 first = found.list.len;
        if (!wants_before_tests(&checks[i], list, loaded->go_minor, bits))
            continue;
        for (u32 k = 0; k < loaded->files.len; k++)
            look_at_file(&checks[i], loaded, k, NULL, &found);
        for (u32 k = first; k < found.list.len; k++) {
            Diag *diag = found.list.data[k];
            diag->kind = DIAG_ERROR;
            diag->text = arena_printf(&found.arena, "%s [%s]", diag->text, checks[i].name);
        }
    }
    bool ok = !found.list.len;
    diag_print(&found, stderr, color, 0);
    diag_free(&found);
    return ok;
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
