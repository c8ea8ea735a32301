/* Writes race reports as a SARIF log: see race/report/sarif.h. */
#include "race/report/sarif.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"

struct Sarif {
    cJSON *results;
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

/* A result without related locations. */
static cJSON *add_result(Sarif *sarif, u32 rule, const char *level, const char *text, cJSON *at)
{
    cJSON *result = cJSON_CreateObject();
    cJSON_AddStringToObject(result, "ruleId", rule_ids[rule]);
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
    buf_printf(&text, "%s on %s: %s by goroutine %u and %s by goroutine %u are not ordered",
               report->warning ? "no common lock" : race_kind_text(report->kind), report->variable,
               report->now.operation, report->now.goroutine, report->before.operation,
               report->before.goroutine);
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

static cJSON *driver(void)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", "gol");
    cJSON *rules = cJSON_AddArrayToObject(object, "rules");
    for (u32 i = 0; i < COUNT_OF(rule_ids); i++) {
        cJSON *rule = cJSON_CreateObject();
        cJSON_AddStringToObject(rule, "id", rule_ids[i]);
        add_text(rule, "shortDescription", rule_texts[i]);
        cJSON_AddItemToArray(rules, rule);
    }
    return object;
}

bool sarif_write(const Sarif *sarif, const char *path)
{
    cJSON *log = cJSON_CreateObject();
    cJSON_AddStringToObject(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON_AddStringToObject(log, "version", "2.1.0");
    cJSON *run = cJSON_CreateObject();
    cJSON_AddItemToArray(cJSON_AddArrayToObject(log, "runs"), run);
    cJSON_AddItemToObject(cJSON_AddObjectToObject(run, "tool"), "driver", driver());
    cJSON_AddStringToObject(run, "columnKind", "unicodeCodePoints");
    cJSON_AddItemToObject(run, "results", cJSON_Duplicate(sarif->results, true));
    FILE *file = fopen(path, "w");
    if (!file) {
        cJSON_Delete(log);
        return false;
    }
    json_print(log, true, file);
    bool ok = !ferror(file);
    return !fclose(file) && ok;
}

void sarif_free(Sarif *sarif)
{
    if (!sarif)
        return;
    cJSON_Delete(sarif->results);
    free(sarif);
}
