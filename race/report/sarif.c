/* Writes race reports as a SARIF log: see race/report/sarif.h. */
#include "race/report/sarif.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"
#include "base/output.h"

typedef struct Rule {
    char *id, *text;
} Rule;

struct Sarif {
    cJSON *results;
    VEC(Rule) rules;  /* besides those below */
    Map fingerprints; /* hash -> how many results have it */
};

enum { RULE_LOCKSET = 3, RULE_LEAK };
static const char *const rule_ids[] = {"RaW", "WaW", "WaR", "lockset", "leak"};
static const char *const rule_texts[] = {
    "Data race: a read that is not ordered after a write",
    "Data race: a write that is not ordered after another",
    "Data race: a write that is not ordered after a read",
    "No lock protects every access to a shared variable",
    "A goroutine can never go on again",
};

Sarif *sarif_new(void)
{
    Sarif *sarif = xcalloc(1, sizeof *sarif);
    sarif->results = cJSON_CreateArray();
    return sarif;
}

static cJSON *add_text(cJSON *to, const char *name, const char *text)
{
    return cJSON_AddStringToObject(cJSON_AddObjectToObject(to, name), "text", text);
}

/* A file's name as a URI reference: what a URI gives a meaning of its own becomes %XX. */
static void add_uri(cJSON *to, const char *name)
{
    Buf uri = {0};
    for (const u8 *c = (const u8 *)name; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9') || strchr("/-._~", *c);
        buf_printf(&uri, plain ? "%c" : "%%%02X", *c);
    }
    cJSON_AddStringToObject(to, "uri", buf_str(&uri));
    buf_free(&uri);
}

/* Columns are in characters there, in bytes everywhere else. */
static u32 characters(const char *text, u32 len)
{
    u32 n = 0;
    for (u32 i = 0; i < len; i++)
        n += (text[i] & 0xc0) != 0x80; /* not the rest of a UTF-8 sequence */
    return n;
}

static void add_region(cJSON *to, Place place, Span span, const Sources *sources)
{
    u32 line_len, len;
    const char *line = source_line(place.file, place.line, &line_len);
    const char *text = source_text(sources, span, &len);
    u32 start = 1 + characters(line, place.col - 1);
    cJSON *region = cJSON_AddObjectToObject(to, "region");
    cJSON_AddNumberToObject(region, "startLine", place.line);
    cJSON_AddNumberToObject(region, "startColumn", start);
    cJSON_AddNumberToObject(region, "endColumn", start + (len ? characters(text, len) : 1));
}

static cJSON *location_of(Span span, const Sources *sources)
{
    cJSON *object = cJSON_CreateObject();
    Place place = source_place(sources, span.start);
    if (place.file) {
        cJSON *physical = cJSON_AddObjectToObject(object, "physicalLocation");
        cJSON *artifact = cJSON_AddObjectToObject(physical, "artifactLocation");
        add_uri(artifact, place.file->name);
        add_region(physical, place, span, sources);
    }
    return object;
}

static cJSON *location(const RaceAccess *access, const Sources *sources, bool message)
{
    cJSON *object = location_of(access->span, sources);
    if (message) {
        Buf text = {0};
        buf_printf(&text, "%s by goroutine %u; %s", access->operation, access->goroutine,
                   access->why);
        add_text(object, "message", buf_str(&text));
        buf_free(&text);
    }
    return object;
}

static const char *rule_id(const Sarif *sarif, u32 rule)
{
    u32 fixed = COUNT_OF(rule_ids);
    return rule < fixed ? rule_ids[rule] : sarif->rules.data[rule - fixed].id;
}

/* A result without related locations. */
static cJSON *add_result(Sarif *sarif, u32 rule, const char *level, const char *text, cJSON *at)
{
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "ruleId", rule_id(sarif, rule));
    cJSON_AddNumberToObject(result, "ruleIndex", rule);
    cJSON_AddStringToObject(result, "level", level);
    add_text(result, "message", text);
    cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "locations"), at);
    cJSON_AddItemToArray(sarif->results, result);
    return result;
}

static void add_related(cJSON *result, cJSON *at)
{
    cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "relatedLocations"), at);
}

void sarif_add(Sarif *sarif, const RaceReport *report, const Sources *sources)
{
    Buf text = {0};
    if (report->warning)
        buf_printf(&text, "no lock protects every access to %s", report->variable);
    else
        buf_printf(&text, "%s on %s", race_kind_text(report->kind), report->variable);
    buf_printf(&text, ": %s by goroutine %u and %s by goroutine %u%s", report->now.operation,
               report->now.goroutine, report->before.operation, report->before.goroutine,
               report->warning ? "" : " are not ordered");
    u32 rule = report->warning ? RULE_LOCKSET : (u32)report->kind;
    cJSON *result = add_result(sarif, rule, report->warning ? "warning" : "error", buf_str(&text),
                               location(&report->now, sources, false));
    add_related(result, location(&report->before, sources, true));
    buf_free(&text);
}

void sarif_add_leak(Sarif *sarif, const char *title, Pos blocked, Pos started,
                    const Sources *sources)
{
    Span at = {blocked, blocked}, go = {started, started};
    cJSON *result = add_result(sarif, RULE_LEAK, "error", title, location_of(at, sources));
    if (!started)
        return;
    cJSON *where = location_of(go, sources);
    add_text(where, "message", "the go statement that started the goroutine");
    add_related(result, where);
}

/* ---- results of static analysis ---- */

static u32 find_rule(Sarif *sarif, const char *id, const char *text)
{
    for (u32 i = 0; i < sarif->rules.len; i++)
        if (!strcmp(sarif->rules.data[i].id, id))
            return COUNT_OF(rule_ids) + i;
    vec_push(&sarif->rules, (Rule){xstrdup(id), xstrdup(text)});
    return COUNT_OF(rule_ids) + sarif->rules.len - 1;
}

static u64 hash_text(u64 hash, const char *text)
{
    return text ? hash_bytes(hash, text, strlen(text) + 1) : hash;
}

/* The line's text without the white space around it, and the file: not the line's number. */
static u64 hash_place(u64 hash, Span span, const Sources *sources)
{
    Place place = source_place(sources, span.start);
    u32 len = 0;
    if (!place.file)
        return hash;
    const char *line = source_line(place.file, place.line, &len), *end = line + len;
    while (line < end && strchr(" \t", *line))
        line++;
    while (end > line && strchr(" \t\r", end[-1]))
        end--;
    return hash_bytes(hash_text(hash, place.file->name), line, (size_t)(end - line));
}

/* Of results that are alike each gets its number, in the order in which they are added. */
static void add_fingerprint(Sarif *sarif, cJSON *to, const SarifResult *result,
                            const Sources *sources)
{
    u64 hash = hash_text(hash_text(HASH_START, result->rule), result->function);
    Buf text = {0};
    for (u32 i = 0; i < result->nplaces; i++)
        hash = hash_place(hash, result->places[i].span, sources);
    u64 number = ++*map_put(&sarif->fingerprints, hash);
    buf_printf(&text, "%016llx:%llu", (unsigned long long)hash, (unsigned long long)number);
    cJSON *prints = cJSON_AddObjectToObject(to, "partialFingerprints");
    cJSON_AddStringToObject(prints, "golPlaces/v1", buf_str(&text));
    buf_free(&text);
}

static cJSON *described(const SarifPlace *place, const Sources *sources)
{
    cJSON *at = location_of(place->span, sources);
    if (place->text)
        add_text(at, "message", place->text);
    return at;
}

static void add_step(cJSON *steps, cJSON *location)
{
    cJSON *step = cJSON_CreateObject();
    cJSON_AddItemToObject(step, "location", location);
    cJSON_AddItemToArray(steps, step);
}

/* From the start of a goroutine to what it does. */
static cJSON *code_flow(const SarifPlace *place, const Sources *sources)
{
    cJSON *flow = cJSON_CreateObject(), *thread = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(flow, "threadFlows"), thread);
    add_text(thread, "message", place->goroutine);
    cJSON *steps = cJSON_AddArrayToObject(thread, "locations");
    if (source_place(sources, place->started.start).file) {
        cJSON *start = location_of(place->started, sources);
        add_text(start, "message", "the goroutine is started");
        add_step(steps, start);
    }
    add_step(steps, described(place, sources));
    return flow;
}

static void add_flows(cJSON *to, const SarifResult *result, const Sources *sources)
{
    cJSON *flows = NULL;
    for (u32 i = 0; i < result->nplaces; i++) {
        const SarifPlace *place = &result->places[i];
        if (!place->goroutine || !source_place(sources, place->span.start).file)
            continue;
        flows = flows ? flows : cJSON_AddArrayToObject(to, "codeFlows");
        cJSON_AddItemToArray(flows, code_flow(place, sources));
    }
}

void sarif_add_result(Sarif *sarif, const SarifResult *result, const Sources *sources)
{
    u32 rule = find_rule(sarif, result->rule, result->says);
    cJSON *object = add_result(sarif, rule, result->sure ? "error" : "warning", result->message,
                               location_of(result->places[0].span, sources));
    cJSON *related =
        result->nplaces > 1 ? cJSON_AddArrayToObject(object, "relatedLocations") : NULL;
    for (u32 i = result->nplaces > 1 && result->places[0].goroutine ? 0 : 1; i < result->nplaces;
         i++) {
        cJSON *at = described(&result->places[i], sources);
        cJSON_AddNumberToObject(at, "id", i + 1);
        cJSON_AddItemToArray(related, at);
    }
    add_fingerprint(sarif, object, result, sources);
    add_flows(object, result, sources);
}

static void add_rule(cJSON *rules, const char *id, const char *text)
{
    cJSON *rule = cJSON_CreateObject();
    cJSON_AddStringToObject(rule, "id", id);
    add_text(rule, "shortDescription", text);
    cJSON_AddItemToArray(rules, rule);
}

static cJSON *driver(const Sarif *sarif)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", "gol");
    cJSON *rules = cJSON_AddArrayToObject(object, "rules");
    for (u32 i = 0; i < COUNT_OF(rule_ids); i++)
        add_rule(rules, rule_ids[i], rule_texts[i]);
    for (u32 i = 0; i < sarif->rules.len; i++)
        add_rule(rules, sarif->rules.data[i].id, sarif->rules.data[i].text);
    return object;
}

bool sarif_write(const Sarif *sarif, const char *path)
{
    cJSON *log = cJSON_CreateObject();
    cJSON_AddStringToObject(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON_AddStringToObject(log, "version", "2.1.0");
    cJSON *run = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(log, "runs"), run);
    cJSON_AddItemToObject(cJSON_AddObjectToObject(run, "tool"), "driver", driver(sarif));
    cJSON_AddStringToObject(run, "columnKind", "unicodeCodePoints");
    cJSON_AddItemToObject(run, "results", cJSON_Duplicate(sarif->results, true));
    OutputFile *output = output_open_whole(path);
    if (!output) {
        cJSON_Delete(log);
        return false;
    }
    json_print(log, true, output->file);
    return output_close(output);
}

void sarif_free(Sarif *sarif)
{
    if (!sarif)
        return;
    cJSON_Delete(sarif->results);
    for (u32 i = 0; i < sarif->rules.len; i++) {
        free(sarif->rules.data[i].id);
        free(sarif->rules.data[i].text);
    }
    vec_free(&sarif->rules);
    map_free(&sarif->fingerprints);
    free(sarif);
}
