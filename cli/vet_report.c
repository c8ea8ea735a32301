/* Findings of gol vet, each once, in the order of the source: see cli/vet_report.h. */
#include "cli/vet_report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/answer.h"
#include "base/limits.h"
#include "cli/commands.h"
#include "cli/vet_check.h"

bool vet_report_begin(VetReport *report, const Options *options)
{
    *report = (VetReport){.options = options};
    if (options->out.sarif)
        report->sarif = sarif_new();
    if (!options->out.suppress || silence_load(&report->silence, options->out.suppress))
        return true;
    fprintf(stderr, "gol vet: cannot read %s: %s\n", options->out.suppress, strerror(errno));
    return false;
}

static void free_finding(VetFinding *finding)
{
    for (u32 i = 0; i < finding->nplaces; i++) {
        free(finding->places[i].text);
        free(finding->places[i].goroutine);
    }
    free(finding->message);
    free(finding->function);
    free(finding->other_function);
    free(finding->variable);
    free(finding->text);
    free(finding->json);
}

static void forget(VetReport *report)
{
    for (u32 i = 0; i < report->findings.len; i++)
        free_finding(&report->findings.data[i]);
    vec_clear(&report->findings);
    map_clear(&report->finding_at);
    map_clear(&report->silence.seen);
}

bool vet_report_end(VetReport *report)
{
    const char *path = report->options->out.sarif;
    bool ok = !report->sarif || sarif_write(report->sarif, path);
    forget(report);
    for (u32 i = 0; i < report->models.len; i++)
        free(report->models.data[i]);
    vec_free(&report->models);
    vec_free(&report->findings);
    map_free(&report->finding_at);
    sarif_free(report->sarif);
    silence_free(&report->silence);
    return ok;
}

/* ---- taking findings ---- */

static bool is_silenced(VetReport *report, const VetFinding *finding)
{
    bool race_found = !strcmp(finding->rule, VET_RACE);
    RaceReport race = {.variable = finding->variable ? finding->variable : finding->rule};
    race.now.span = finding->places[0].span;
    race.before.span = finding->places[race_found].span;
    race.now.function = race.before.function = finding->function;
    if (race_found)
        race.before.function = finding->other_function;
    return silence_hides(&report->silence, &race, report->sources);
}

static bool is_same(const VetFinding *a, const VetFinding *b)
{
    bool same = !strcmp(a->rule, b->rule) && a->nplaces == b->nplaces;
    for (u32 i = 0; same && i < a->nplaces; i++)
        same = a->places[i].span.start == b->places[i].span.start;
    return same;
}

static u64 place_hash(const VetFinding *f)
{
    return hash_pair(f->places[0].span.start, f->nplaces > 1 ? f->places[1].span.start : 0);
}

/* The higher of the two stays, where the known one is; the other is freed. */
static void keep_higher(VetFinding *known, VetFinding *finding)
{
    VetFinding less = *finding;
    if (finding->rank > known->rank) {
        finding->next = known->next;
        less = *known;
        *known = *finding;
    }
    free_finding(&less);
}

void vet_report_add(VetReport *report, VetFinding *finding)
{
    u64 *newest = map_put(&report->finding_at, place_hash(finding));
    for (u32 i = (u32)*newest; i; i = report->findings.data[i - 1].next)
        if (is_same(&report->findings.data[i - 1], finding)) {
            keep_higher(&report->findings.data[i - 1], finding);
            return;
        }
    if (is_silenced(report, finding)) {
        free_finding(finding);
        return;
    }
    finding->next = (u32)*newest;
    vec_push(&report->findings, *finding);
    *newest = report->findings.len;
}

static char *take(Buf *text)
{
    char *copy = xstrdup(buf_str(text));
    buf_free(text);
    return copy;
}

static SarifPlace place_of(const Pairs *pairs, u32 index)
{
    const Use *use = &pairs->solver->uses.data[index];
    Buf text = {0}, goroutine = {0};
    answer_use(pairs, use, &text);
    goro_name(pairs->solver->model, use->goro, &goroutine);
    return (SarifPlace){.span = use_span(pairs->solver, use),
                        .text = take(&text),
                        .goroutine = take(&goroutine),
                        .started = answer_started(pairs, use)};
}

static void add_pair(VetReport *report, const Pairs *pairs, const Pair *pair)
{
    VetFinding finding = {.rule = VET_RACE, .rank = pair->level, .nplaces = 2};
    const Use *a = &pairs->solver->uses.data[pair->a], *b = &pairs->solver->uses.data[pair->b];
    Buf message = {0}, variable = {0};
    size_t len;
    finding.sure = pair->level >= LEVEL_MUST;
    finding.places[0] = place_of(pairs, pair->a);
    finding.places[1] = place_of(pairs, pair->b);
    answer_headline(pairs, pair, &message);
    finding.message = take(&message);
    pair_variable(pairs->solver, a, b, &variable);
    finding.variable = take(&variable);
    finding.function = xstrdup(use_function(pairs->solver, a));
    finding.other_function = xstrdup(use_function(pairs->solver, b));
    FILE *out = open_memstream(&finding.text, &len);
    answer_pair(pairs, pair, report->options->out.color_out, out);
    fclose(out);
    out = open_memstream(&finding.json, &len);
    answer_pair_json(pairs, pair, out);
    fclose(out);
    vet_report_add(report, &finding);
}

void vet_report_pairs(VetReport *report, const Pairs *pairs)
{
    u32 unknown = pairs->solver->model->unknown_natives.len;
    for (u32 i = 0; i < pairs->open.len; i++)
        add_pair(report, pairs, &pairs->open.data[i]);
    report->proven += pairs->proven;
    report->executions += pairs->executions;
    report->unknown_natives = unknown > report->unknown_natives ? unknown : report->unknown_natives;
}

void vet_report_model(VetReport *report, const char *package)
{
    u32 at = report->models.len;
    while (at > 0 && strcmp(package, report->models.data[at - 1]) <= 0)
        if (!strcmp(package, report->models.data[--at]))
            return;
    vec_push(&report->models, NULL);
    for (u32 i = report->models.len - 1; i > at; i--)
        report->models.data[i] = report->models.data[i - 1];
    report->models.data[at] = xstrdup(package);
}

/* ---- printing ---- */

/* What is in the text of the program comes first: the rest mostly follows from it, or from what is
 * not known of the library. */
static int by_place(const void *a, const void *b)
{
    const VetFinding *one = a, *other = b;
    if (one->inside != other->inside)
        return one->inside - other->inside;
    Pos p = one->places[0].span.start, q = other->places[0].span.start;
    if (p == q && one->nplaces > 1 && other->nplaces > 1)
        p = one->places[1].span.start, q = other->places[1].span.start;
    return p != q ? (p < q ? -1 : 1) : strcmp(one->rule, other->rule);
}

static void count(VetReport *report, const VetFinding *finding)
{
    if (!strcmp(finding->rule, VET_RACE))
        report->levels[finding->rank]++;
    else if (finding->sure)
        report->errors++;
    else
        report->warnings++;
}

static void add_to_sarif(VetReport *report, const VetFinding *finding)
{
    SarifResult result = {.rule = finding->rule,
                          .says = vet_check_says(finding->rule),
                          .sure = finding->sure,
                          .message = finding->message,
                          .function = finding->function,
                          .places = finding->places,
                          .nplaces = finding->nplaces};
    sarif_add_result(report->sarif, &result, report->sources);
}

static bool is_inside(const VetReport *report, const VetFinding *finding)
{
    bool inside = false;
    for (u32 i = 0; i < finding->nplaces; i++) {
        const SourceFile *file = source_file_of(report->sources, finding->places[i].span.start);
        inside |= file && file->is_library;
    }
    return inside;
}

void vet_report_flush(VetReport *report)
{
    const OutputOptions *out = &report->options->out;
    for (u32 i = 0; i < report->findings.len; i++)
        report->findings.data[i].inside = is_inside(report, &report->findings.data[i]);
    if (report->findings.len)
        qsort(report->findings.data, report->findings.len, sizeof *report->findings.data, by_place);
    for (u32 i = 0; i < report->findings.len; i++) {
        const VetFinding *finding = &report->findings.data[i];
        count(report, finding);
        if (report->sarif)
            add_to_sarif(report, finding);
        if (!out->quiet)
            fputs(out->json ? finding->json : finding->text, stdout);
    }
    forget(report);
}

/* ---- the verdict ---- */

static u32 open_pairs(const VetReport *report)
{
    u32 sum = 0;
    for (u32 level = 0; level < LEVELS; level++)
        sum += report->levels[level];
    return sum;
}

int vet_report_status(const VetReport *report)
{
    if (report->broken)
        return STATUS_USAGE;
    if (report->levels[LEVEL_CONFIRMED] || report->levels[LEVEL_MUST])
        return STATUS_RACE;
    if (report->errors)
        return STATUS_FAILED;
    bool whole = !report->limits && !report->left_out;
    return open_pairs(report) || !whole || report->warnings ? STATUS_LIMIT : STATUS_CLEAN;
}

static const char *verdict_word(const VetReport *report)
{
    switch (vet_report_status(report)) {
    case STATUS_RACE: return "race";
    case STATUS_USAGE:
    case STATUS_FAILED: return "error";
    case STATUS_CLEAN: return "race-free";
    default: break;
    }
    return open_pairs(report) ? "may" : report->limits || report->left_out ? "limit" : "warning";
}

static u64 hidden(const VetReport *report)
{
    return report->silence.by_comment + report->silence.by_pattern;
}

static void print_json(const VetReport *report, int status)
{
    printf("{\"type\":\"verdict\",\"verdict\":\"%s\",\"open\":%u", verdict_word(report),
           open_pairs(report));
    for (u32 level = 0; level < LEVELS; level++)
        printf(",\"%s\":%u", pair_level_name((PairLevel)level), report->levels[level]);
    printf(",\"errors\":%u,\"warnings\":%u,\"hidden\":%llu,\"proven\":%llu,\"executions\":%llu,"
           "\"unknown_natives\":%u,\"entries\":%u,\"limits\":%u,\"left_out\":%u,"
           "\"lines\":%u,\"models\":[",
           report->errors, report->warnings, (unsigned long long)hidden(report),
           (unsigned long long)report->proven, (unsigned long long)report->executions,
           report->unknown_natives, report->entries, report->limits, report->left_out,
           report->lines);
    for (u32 i = 0; i < report->models.len; i++)
        printf("%s\"%s\"", i ? "," : "", report->models.data[i]);
    printf("],\"status\":%d}\n", status);
}

/* "2 must race, 1 may" */
static void add_levels(const VetReport *report, Buf *out)
{
    static const char *const texts[LEVELS] = {"race with no schedule of this input", "may race",
                                              "must race", "race"};
    for (int level = LEVELS; level-- > 0;)
        if (report->levels[level])
            buf_printf(out, "%s%u %s", out->len ? ", " : "", report->levels[level], texts[level]);
}

/* What nothing is proved of. */
static void print_limits(const VetReport *report)
{
    const char *why = limits_time_over() ? "not analysed to the end" : "too large to be analysed";
    if (report->limits && report->entries == 1)
        printf("%s: nothing is proved\n", why);
    else if (report->limits)
        printf("%u of %u entries are %s: nothing is proved of them\n", report->limits,
               report->entries, why);
    if (report->left_out)
        printf("%u package%s not looked at\n", report->left_out,
               report->left_out == 1 ? " was" : "s were");
}

/* What a proof rests on beside the program's text. */
static void print_models(const VetReport *report)
{
    for (u32 i = 0; i < report->models.len; i++)
        printf("%s%s", i ? ", " : " by models of ", report->models.data[i]);
}

static void print_races(const VetReport *report)
{
    Buf levels = {0};
    u32 open = open_pairs(report), analysed = report->entries - report->limits;
    bool whole = !report->limits && !report->left_out;
    const char *schedules = report->only_calls ? "calls in any order" : "inputs and schedules";
    add_levels(report, &levels);
    print_limits(report);
    if (open)
        printf("%u pair%s of accesses: %s", open, plural(open), buf_str(&levels));
    else if (analysed && whole)
        printf("race-free for all %s", schedules);
    if (open || (analysed && whole))
        printf(" (%llu proven)", (unsigned long long)report->proven);
    if (!open && analysed && whole)
        print_models(report);
    if (open || (analysed && whole))
        putchar('\n');
    buf_free(&levels);
}

static void print_text(const VetReport *report)
{
    print_races(report);
    if (report->errors + report->warnings)
        printf("%u other error%s, %u warning%s\n", report->errors, plural(report->errors),
               report->warnings, plural(report->warnings));
    if (hidden(report))
        printf("%llu hidden\n", (unsigned long long)hidden(report));
}

int vet_report_verdict(const VetReport *report)
{
    int status = vet_report_status(report);
    if (report->options->out.json)
        print_json(report, status);
    else if (!report->options->out.quiet && (report->entries || report->left_out))
        print_text(report);
    return status;
}
