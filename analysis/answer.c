/* What gol vet prints: warnings, explanations and the verdict, as text and as JSON lines. */
#include "analysis/answer.h"

#include "analysis/shape.h"
#include "base/diag.h"
#include "base/json.h"

enum { PLACE_COLUMN = 58 };

static const Sources *sources_of(const Pairs *pairs)
{
    return pairs->solver->model->program->sources;
}

static void add_place(const Pairs *pairs, const Use *use, Buf *out)
{
    Place place = source_place(sources_of(pairs), use_span(pairs->solver, use).start);
    if (place.file)
        buf_printf(out, "%s:%u:%u", place.file->name, place.line, place.col);
}

static const char *operation(const Use *use)
{
    return use->write ? "write" : "read";
}

static void who(const Pairs *pairs, const Use *use, Buf *out)
{
    goro_name(pairs->solver->model, use->goro, out);
    if (!use->unknown)
        buf_printf(out, ", in %s", use_function(pairs->solver, use));
}

/* ---- text ---- */

static void print_use(const Pairs *pairs, const Use *use, bool color, FILE *out)
{
    Buf text = {0};
    buf_printf(&text, "  %-6s ", operation(use));
    who(pairs, use, &text);
    Span span = use_span(pairs->solver, use);
    if (span.start) {
        do
            buf_putc(&text, ' ');
        while (text.len < PLACE_COLUMN);
        add_place(pairs, use, &text);
    }
    fprintf(out, "%s\n", buf_str(&text));
    if (span.start)
        diag_excerpt(sources_of(pairs), span, out, "       ", color);
    buf_free(&text);
}

static void print_reasons(const Pairs *pairs, const Use *a, const Use *b, FILE *out)
{
    for (u32 i = 0; i < digest_count; i++) {
        if (!(pairs->digests >> i & 1) || !digests[i]->explain || a->unknown || b->unknown)
            continue;
        Buf why = {0};
        digests[i]->explain(pairs->solver, a, b, &why);
        if (why.len)
            fprintf(out, "  %-6s %s\n", digests[i]->name, buf_str(&why));
        buf_free(&why);
    }
}

static const char *headline(PairLevel level)
{
    static const char *const lines[LEVELS] = {"may race with other input on ", "may race on ",
                                              "must race on ", "race on "};
    return lines[level];
}

void answer_headline(const Pairs *pairs, const Pair *pair, Buf *out)
{
    const Use *a = &pairs->solver->uses.data[pair->a], *b = &pairs->solver->uses.data[pair->b];
    Buf name = {0};
    pair_variable(pairs->solver, a, b, &name);
    buf_printf(out, "%s%s", headline(pair->level), buf_str(&name));
    buf_free(&name);
}

void answer_use(const Pairs *pairs, const Use *use, Buf *out)
{
    buf_printf(out, "%s by ", operation(use));
    who(pairs, use, out);
}

Span answer_started(const Pairs *pairs, const Use *use)
{
    const Goro *g = &pairs->solver->model->goros.data[use->goro];
    Use start = {.inst = g->inst, .pc = g->pc};
    return use->goro > GORO_UNKNOWN ? use_span(pairs->solver, &start) : (Span){0};
}

/* Whether executions have neither shown nor refuted it. */
static bool is_undecided(const Pairs *pairs, const Pair *pair)
{
    return pairs->left_out && (pair->level == LEVEL_MAY || pair->level == LEVEL_MUST);
}

void answer_pair(const Pairs *pairs, const Pair *pair, bool color, FILE *out)
{
    const Use *a = &pairs->solver->uses.data[pair->a], *b = &pairs->solver->uses.data[pair->b];
    Buf title = {0};
    answer_headline(pairs, pair, &title);
    bool sure = pair->level >= LEVEL_MUST;
    fprintf(out, "%s%s:%s %s\n",
            !color ? ""
            : sure ? "\33[1;31m"
                   : "\33[1;35m",
            sure ? "error" : "warning", color ? "\33[0m" : "", buf_str(&title));
    buf_free(&title);
    print_use(pairs, a, color, out);
    print_use(pairs, b, color, out);
    const char *shape = shape_of(pairs, pair);
    if (shape)
        fprintf(out, "  shape  %s\n", shape);
    if (pair->level <= LEVEL_MAY)
        print_reasons(pairs, a, b, out);
    if (pair->level == LEVEL_REFUTED)
        fprintf(out, "  none of all %llu executions with this input has the race\n",
                (unsigned long long)pairs->all_executions);
    if (is_undecided(pairs, pair))
        fprintf(out, "  none of %llu executions has the race; they were not all: %s\n",
                (unsigned long long)pairs->executions, pairs->left_out);
    if (pair->replay)
        fprintf(out, "replay: %s\n", pair->replay);
}

/* ---- JSON ---- */

static cJSON *use_json(const Pairs *pairs, const Use *use)
{
    cJSON *object = cJSON_CreateObject();
    Buf name = {0};
    cJSON_AddStringToObject(object, "operation", operation(use));
    goro_name(pairs->solver->model, use->goro, &name);
    cJSON_AddStringToObject(object, "goroutine", buf_str(&name));
    buf_free(&name);
    Place place = source_place(sources_of(pairs), use_span(pairs->solver, use).start);
    if (!place.file)
        return object;
    cJSON_AddStringToObject(object, "function", use_function(pairs->solver, use));
    cJSON_AddStringToObject(object, "file", place.file->name);
    cJSON_AddNumberToObject(object, "line", place.line);
    cJSON_AddNumberToObject(object, "column", place.col);
    return object;
}

/* What executions have shown of it. */
static cJSON *confirm_json(const Pairs *pairs, const Pair *pair)
{
    cJSON *object = cJSON_CreateObject();
    bool confirmed = pair->level == LEVEL_CONFIRMED, refuted = pair->level == LEVEL_REFUTED;
    u64 executions = confirmed ? pair->execution
                     : refuted ? pairs->all_executions
                               : pairs->executions;
    cJSON_AddStringToObject(object, "status",
                            confirmed ? "confirmed"
                            : refuted ? "refuted"
                                      : "open");
    cJSON_AddNumberToObject(object, "executions", (double)executions);
    if (confirmed)
        cJSON_AddStringToObject(object, "schedule", pair->schedule);
    if (is_undecided(pairs, pair))
        cJSON_AddStringToObject(object, "reason", pairs->left_out);
    return object;
}

void answer_pair_json(const Pairs *pairs, const Pair *pair, FILE *out)
{
    const Use *a = &pairs->solver->uses.data[pair->a], *b = &pairs->solver->uses.data[pair->b];
    cJSON *object = cJSON_CreateObject(), *why = cJSON_CreateObject();
    Buf name = {0};
    pair_variable(pairs->solver, a, b, &name);
    cJSON_AddStringToObject(object, "type", "warning");
    cJSON_AddStringToObject(object, "level", pair_level_name(pair->level));
    cJSON_AddStringToObject(object, "variable", buf_str(&name));
    buf_free(&name);
    cJSON_AddItemToObject(object, "access", use_json(pairs, a));
    cJSON_AddItemToObject(object, "conflict", use_json(pairs, b));
    for (u32 i = 0; i < digest_count; i++) {
        Buf text = {0};
        if (pairs->digests >> i & 1 && digests[i]->explain && !a->unknown && !b->unknown)
            digests[i]->explain(pairs->solver, a, b, &text);
        if (text.len)
            cJSON_AddStringToObject(why, digests[i]->name, buf_str(&text));
        buf_free(&text);
    }
    cJSON_AddItemToObject(object, "digests", why);
    if (shape_of(pairs, pair))
        cJSON_AddStringToObject(object, "shape", shape_of(pairs, pair));
    if (pair->replay)
        cJSON_AddStringToObject(object, "replay", pair->replay);
    if (pairs->executions)
        cJSON_AddItemToObject(object, "confirm", confirm_json(pairs, pair));
    json_print(object, false, out);
}

/* ---- one line ---- */

static bool on_line(const Pairs *pairs, const Use *use, const char *file, u32 line)
{
    Place place = source_place(sources_of(pairs), use_span(pairs->solver, use).start);
    if (!place.file || place.line != line)
        return false;
    const char *name = place.file->name;
    size_t len = strlen(name), want = strlen(file);
    return want <= len && !strcmp(name + len - want, file) &&
           (want == len || name[len - want - 1] == '/');
}

static const char *token_text(SyncTokenKind kind)
{
    static const char *const texts[] = {"go",  "send", "receive", "close", "unlock",
                                        "add", "lock", "atomic",  "put",   "write"};
    return texts[kind];
}

static void print_tokens(const Pairs *pairs, const char *what, const u64 *set, FILE *out)
{
    const Solver *solver = pairs->solver;
    bool any = false;
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        const Func *fn = solver->model->instances.data[t->inst]->flow->fn;
        if (!bit_has(set, i) || fn->is_library)
            continue;
        Place place = source_place(sources_of(pairs), fn->spans[t->pc].start);
        fprintf(out, "%s%s %s:%u", any ? ", " : what, token_text(t->kind),
                place.file ? place.file->name : "?", place.line);
        any = true;
    }
    fputs(any ? "\n" : "", out);
}

static void print_conflicts(const Pairs *pairs, u32 index, FILE *out)
{
    const Solver *solver = pairs->solver;
    const Use *a = &solver->uses.data[index];
    for (u32 i = 0; i < solver->uses.len; i++) {
        const Use *b = &solver->uses.data[i];
        const char *why;
        if (!pairs_conflict(solver, a, b) || (i == index && goro_unique(solver->model, a->goro)))
            continue;
        Buf text = {0};
        who(pairs, b, &text);
        buf_puts(&text, ", ");
        add_place(pairs, b, &text);
        why = pairs_proof(pairs, a, b);
        fprintf(out, "    %s by %s: %s\n", operation(b), buf_str(&text), why ? why : "may race");
        buf_free(&text);
    }
}

bool answer_explain(const Pairs *pairs, const char *file, u32 line, FILE *out)
{
    bool found = false;
    for (u32 i = 0; i < pairs->solver->uses.len; i++) {
        const Use *use = &pairs->solver->uses.data[i];
        if (use->unknown || !on_line(pairs, use, file, line))
            continue;
        found = true;
        print_use(pairs, use, false, out);
        print_tokens(pairs, "    surely in its past: ", use->past, out);
        print_tokens(pairs, "    may have done: ", use->done, out);
        print_conflicts(pairs, i, out);
    }
    return found;
}
