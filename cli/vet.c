/* gol vet: static analysis. */
#include <stdio.h>
#include <string.h>

#include "analysis/answer.h"
#include "cli/commands.h"
#include "cli/facts.h"
#include "cli/vet_confirm.h"

/* FILE:LINE, of which the first *len bytes are the file. */
static bool parse_line(const char *text, size_t *len, u32 *line)
{
    const char *colon = strrchr(text, ':');
    char *end;
    if (!colon || colon == text)
        return false;
    *line = (u32)strtoul(colon + 1, &end, 10);
    *len = (size_t)(colon - text);
    return *line > 0 && !*end;
}

static bool explain(const Pairs *pairs, const char *where)
{
    size_t len = 0;
    u32 line = 0;
    if (!parse_line(where, &len, &line))
        return false;
    char *file = xstrdup(where);
    file[len] = '\0';
    bool found = answer_explain(pairs, file, line, stdout);
    if (!found)
        printf("%s: no access to memory that goroutines share\n", where);
    free(file);
    return found;
}

/* "2 must race, 1 may" */
static void count_levels(const Pairs *pairs, Buf *out)
{
    static const char *const texts[LEVELS] = {"race with no schedule of this input", "may race",
                                              "must race", "race"};
    for (int level = LEVELS; level-- > 0;) {
        u32 n = pairs_count(pairs, (PairLevel)level);
        if (n)
            buf_printf(out, "%s%u %s", out->len ? ", " : "", n, texts[level]);
    }
}

static const char *verdict(const Pairs *pairs, int status)
{
    return status == STATUS_RACE ? "race" : pairs->open.len ? "may" : "race-free";
}

static void summary(const Pairs *pairs, const Options *options, int status)
{
    const Model *model = pairs->solver->model;
    if (options->out.json) {
        printf("{\"type\":\"verdict\",\"verdict\":\"%s\",\"open\":%u", verdict(pairs, status),
               pairs->open.len);
        for (u32 level = 0; level < LEVELS; level++)
            printf(",\"%s\":%u", pair_level_name((PairLevel)level),
                   pairs_count(pairs, (PairLevel)level));
        printf(",\"proven\":%llu,\"executions\":%llu,\"unknown_natives\":%u,\"status\":%d}\n",
               (unsigned long long)pairs->proven, (unsigned long long)pairs->executions,
               model->unknown_natives.len, status);
        return;
    }
    Buf levels = {0};
    count_levels(pairs, &levels);
    if (pairs->open.len)
        printf("%u pair%s of accesses: %s", pairs->open.len, plural(pairs->open.len),
               buf_str(&levels));
    else
        printf("race-free for all inputs and schedules");
    printf(" (%llu proven)\n", (unsigned long long)pairs->proven);
    buf_free(&levels);
}

static int status_of(const Pairs *pairs)
{
    if (pairs_count(pairs, LEVEL_CONFIRMED) || pairs_count(pairs, LEVEL_MUST))
        return STATUS_RACE;
    return pairs->open.len ? STATUS_LIMIT : STATUS_CLEAN;
}

static int answer(Pairs *pairs, Loaded *loaded, const Options *options)
{
    if (options->vet.explain)
        return explain(pairs, options->vet.explain) ? status_of(pairs) : STATUS_USAGE;
    if (options->vet.confirm && pairs->open.len && !vet_confirm(pairs, loaded, options))
        return STATUS_USAGE;
    int status = status_of(pairs);
    if (options->out.quiet)
        return status;
    if (options->out.json)
        answer_json(pairs, stdout);
    else
        answer_text(pairs, options->out.color_out, stdout);
    summary(pairs, options, status);
    return status;
}

static int gave_up(const Options *options)
{
    if (options->out.json)
        printf("{\"type\":\"verdict\",\"verdict\":\"limit\",\"status\":%d}\n", STATUS_LIMIT);
    else if (!options->out.quiet)
        printf("too large to be analysed: nothing is proved\n");
    return STATUS_LIMIT;
}

static int analyse(Loaded *loaded, const Options *options, u32 bits)
{
    Model *model = model_new(loaded->program, facts_native_means);
    int status = STATUS_LIMIT;
    if (model->gave_up)
        status = gave_up(options);
    else {
        Solver *solver = solver_new(model);
        Pairs *pairs = pairs_new(solver, bits);
        status = answer(pairs, loaded, options);
        pairs_free(pairs);
        solver_free(solver);
    }
    model_free(model);
    return status;
}

static bool check_options(const Options *options, u32 *bits)
{
    const char *wrong;
    size_t len;
    u32 line;
    *bits = UINT32_MAX;
    if (!options->path || options->argc) {
        fprintf(stderr, "usage: gol vet [flags] FILE|DIR\n");
        return false;
    }
    if (options->vet.explain && !parse_line(options->vet.explain, &len, &line)) {
        fprintf(stderr, "gol vet: --explain %s: expected FILE:LINE\n", options->vet.explain);
        return false;
    }
    if (options->vet.digests && !digest_parse(options->vet.digests, bits, &wrong)) {
        fprintf(stderr, "gol vet: there is no digest \"%.*s\"; there are", (int)strcspn(wrong, ","),
                wrong);
        for (u32 i = 0; i < digest_count; i++)
            fprintf(stderr, " %s", digests[i]->name);
        fputc('\n', stderr);
        return false;
    }
    return true;
}

int cmd_vet(int argc, char **argv)
{
    Options options;
    u32 bits;
    if (!options_parse(&options, "vet", FOR_VET, argc, argv))
        return STATUS_USAGE;
    int status = STATUS_USAGE;
    Loaded loaded;
    if (check_options(&options, &bits)) {
        if (load_program(&loaded, options.path, &options, 0))
            status = analyse(&loaded, &options, bits);
        load_free(&loaded);
    }
    options_free(&options);
    return status;
}
