/* Writes race reports as a SARIF log: see race/report/sarif.h. */
#include "race/report/sarif.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"

struct Sarif {
    cJSON *results;
};

static const char *const rule_ids[] = {"RaW", "WaW", "WaR", "lockset"};
static const char *const rule_texts[] = {
    "Data race: a read that is not ordered after a write",
    "Data race: a write that is not ordered after another",
    "Data race: a write that is not ordered after a read",
    "No lock protects every access to a shared variable",
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

static cJSON *location(const RaceAccess *access, const Sources *sources, bool message)
{
    cJSON *object = cJSON_CreateObject();
    Place place = source_place(sources, access->span.start);
    if (place.file) {
        cJSON *physical = cJSON_AddObjectToObject(object, "physicalLocation");
        cJSON *artifact = cJSON_AddObjectToObject(physical, "artifactLocation");
        add_uri(artifact, place.file->name);
        add_region(physical, place, access->span, sources);
    }
    if (message) {
        Buf text = {0};
        buf_printf(&text, "%s by goroutine %u; %s", access->operation, access->goroutine,
                   access->why);
        add_text(object, "message", buf_str(&text));
        buf_free(&text);
    }
    return object;
}

void sarif_add(Sarif *sarif, const RaceReport *report, const Sources *sources)
{
    Buf text = {0};
    buf_printf(&text, "%s on %s: %s by goroutine %u and %s by goroutine %u are not ordered",
               report->warning ? "no common lock" : race_kind_text(report->kind), report->variable,
               report->now.operation, report->now.goroutine, report->before.operation,
               report->before.goroutine);
    cJSON *result = cJSON_CreateObject();
    u32 rule = report->warning ? COUNT_OF(rule_ids) - 1 : (u32)report->kind;
    cJSON_AddStringToObject(result, "ruleId", rule_ids[rule]);
    cJSON_AddNumberToObject(result, "ruleIndex", rule);
    cJSON_AddStringToObject(result, "level", report->warning ? "warning" : "error");
    add_text(result, "message", buf_str(&text));
    cJSON *locations = cJSON_AddArrayToObject(result, "locations");
    cJSON_AddItemToArray(locations, location(&report->now, sources, false));
    cJSON *related = cJSON_AddArrayToObject(result, "relatedLocations");
    cJSON_AddItemToArray(related, location(&report->before, sources, true));
    cJSON_AddItemToArray(sarif->results, result);
    buf_free(&text);
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
