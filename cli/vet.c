/* gol vet: static analysis of the programs, tests and packages that the arguments name. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/alternative.h"
#include "analysis/answer.h"
#include "base/limits.h"
#include "base/whole_file.h"
#include "cli/commands.h"
#include "cli/facts.h"
#include "cli/packages.h"
#include "cli/setup.h"
#include "cli/vet_ablation.h"
#include "cli/vet_check.h"
#include "cli/vet_confirm.h"
#include "cli/vet_entry.h"
#include "cli/vet_report.h"
#include "stdlib/loader.h"

typedef struct Vet {
    Options *options;
    VetReport report;
    u32 digests; /* bits */
    u64 checks;
    bool explained; /* --explain has found the line */
    bool tree_done; /* the syntax tree of the package has been looked at, with its tests */
    bool is_cut;    /* there was no time to compile the package */
    u64 work;       /* after which an entry of the package is too large */
    u64 begin_ms;
    bool progress_shown;
} Vet;

/* ---- progress ---- */

/* On a terminal, once it takes long. */
static void show_progress(Vet *vet, const char *doing)
{
    enum { LONG_MS = 1000, COLUMNS = 79 };
    const char *test = vet->options->tests.current;
    Buf line = {0};
    if (vet->options->out.quiet || !isatty(STDERR_FILENO) || clock_ms() < vet->begin_ms + LONG_MS)
        return;
    buf_printf(&line, "entry %u%s%s: %s", vet->report.entries, test ? ", " : "", test ? test : "",
               doing);
    fprintf(stderr, "\r\033[K%.*s", COLUMNS, buf_str(&line));
    vet->progress_shown = true;
    buf_free(&line);
}

static void clear_progress(Vet *vet)
{
    if (vet->progress_shown)
        fputs("\r\033[K", stderr);
    vet->progress_shown = false;
}

/* Ctrl-C ends the analysis, and what has been found is printed; once more, the process. */
static void on_interrupt(int number)
{
    (void)number;
    limits_end();
}

static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESETHAND | SA_RESTART};
    sigaction(SIGINT, &action, NULL);
}

/* ---- one entry ---- */

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
    free(file);
    return found;
}

static void judge(Vet *vet, Loaded *loaded, Pairs *pairs)
{
    const Options *options = vet->options;
    if (options->vet.explain)
        vet->explained |= explain(pairs, options->vet.explain);
    else if (options->vet.confirm && pairs->open.len && !vet_confirm(pairs, loaded, options))
        vet->report.broken = true;
    if (vet_check_wants(vet->checks, VET_RACE))
        vet_report_pairs(&vet->report, pairs);
}

/* The file in which a function stands, as its last instruction says: those before may be of calls
 * in line. NULL: the compiler has made it. */
static const SourceFile *file_of_function(const Program *program, const Func *fn)
{
    Pos last = 0;
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(&fn->code[pc]))
        last = fn->spans[pc].start ? fn->spans[pc].start : last;
    return source_file_of(program->sources, last);
}

/* Source lines from the first to the last instruction. */
static u32 lines_of_function(const Program *program, const Func *fn)
{
    const SourceFile *file = file_of_function(program, fn);
    Pos first = UINT32_MAX, last = 0;
    for (u32 pc = 0; file && pc < fn->ncode; pc += instr_words(&fn->code[pc])) {
        Pos at = fn->spans[pc].start;
        if (source_file_of(program->sources, at) != file)
            continue;
        first = at < first ? at : first;
        last = at > last ? at : last;
    }
    return last ? source_place(program->sources, last).line -
                      source_place(program->sources, first).line + 1
                : 0;
}

/* Of each function in reach. */
static u32 lines_of(const Model *model)
{
    u32 sum = 0;
    for (u32 i = 0; i < model->program->funcs.len; i++)
        if (model->flows[i])
            sum += lines_of_function(model->program, model->program->funcs.data[i]);
    return sum;
}

/* Notes the packages of which a model is in reach. */
static void note_models(Vet *vet, const Model *model)
{
    for (u32 i = 0; i < model->program->funcs.len; i++) {
        if (!model->flows[i])
            continue;
        const SourceFile *file = file_of_function(model->program, model->program->funcs.data[i]);
        char *package = file ? stdlib_modelled(file->name) : NULL;
        if (package)
            vet_report_model(&vet->report, package);
        free(package);
    }
}

static void note_lines(Vet *vet, u32 lines)
{
    vet->report.lines = lines > vet->report.lines ? lines : vet->report.lines;
}

typedef struct Analysis {
    Vet *vet;
    Loaded *loaded;
    bool whole;
} Analysis;

static void analyse_model(void *ctx)
{
    Analysis *analysis = ctx;
    Vet *vet = analysis->vet;
    show_progress(vet, "what points where");
    Model *model = model_new(analysis->loaded->program, facts_native_means, vet->work);
    model->called = analysis->loaded->called;
    note_lines(vet, lines_of(model));
    note_models(vet, model);
    show_progress(vet, "what is known where");
    Solver *solver = solver_new(model);
    show_progress(vet, "pairs of accesses");
    Pairs *pairs = pairs_new(solver, vet->digests);
    analysis->whole = pairs != NULL;
    if (analysis->whole) {
        vet_check_solved(&vet->report, solver, vet->checks);
        judge(vet, analysis->loaded, pairs);
    }
    pairs_free(pairs);
    solver_free(solver);
    model_free(model);
}

/* An entry of a package that is too large leaves half the work to each of the others, but for what
 * small ones take: most of them are much alike, and there may be hundreds. */
static void spend_work(Vet *vet)
{
    enum { SMALL = 8 };
    if (vet->work > MODEL_WORK / SMALL)
        vet->work /= 2;
}

/* Analyses what program->entry does, for as long as there is time, if a check asks for it. */
static void analyse(Vet *vet, Loaded *loaded)
{
    if (!vet_check_wants_states(vet->checks) && !vet->options->vet.explain)
        return;
    Analysis analysis = {vet, loaded, false};
    bool before = limits_time_over();
    vet->report.entries++;
    if (!before && !limits_guard(analyse_model, &analysis)) {
        clear_progress(vet);
        fprintf(stderr, "gol vet: the analysis was ended by its %s limit\n", limits_left());
        analysis.whole = false;
    }
    vet->report.limits += !analysis.whole;
    if (!analysis.whole)
        spend_work(vet);
}

/* ---- all tests of a package at once ---- */

typedef struct TogetherAnalysis {
    Vet *vet;
    Loaded *loaded;
    Alternatives alternatives;
    u64 *alone; /* bits: tests that are to be analysed by themselves; NULL: all are */
} TogetherAnalysis;

/* The lines in reach of the test that reaches the most. */
static u32 lines_of_largest(const Model *model)
{
    u32 n = model->program->funcs.len, most = 0;
    u32 *lines = xcalloc(n + 1, sizeof *lines);
    for (u32 k = 0; k < n; k++)
        lines[k] =
            model->flows[k] ? lines_of_function(model->program, model->program->funcs.data[k]) : 0;
    for (u32 i = 0; i < model->nalternatives; i++) {
        u64 *reached = alternative_functions(model, i);
        u32 sum = 0;
        for (u32 k = 0; k < n; k++)
            sum += bit_has(reached, k) ? lines[k] : 0;
        most = sum > most ? sum : most;
        free(reached);
    }
    free(lines);
    return most;
}

static u32 count_bits(const u64 *set, u32 n)
{
    u32 count = 0;
    for (u32 i = 0; i < n; i++)
        count += bit_has(set, i);
    return count;
}

/* Adds the tests that have an open pair, or may have. */
static void judge_all(Vet *vet, Model *model, u64 *alone)
{
    show_progress(vet, "all tests, what is known where");
    Solver *solver = solver_new(model);
    show_progress(vet, "all tests, pairs of accesses");
    Pairs *pairs = pairs_new(solver, vet->digests);
    if (pairs) {
        vet_check_solved(&vet->report, solver, vet_check_sure(vet->checks));
        vet->report.proven += pairs->proven;
        bits_or(alone, pairs->unproven, bits_words(model->nalternatives));
    }
    pairs_free(pairs);
    solver_free(solver);
}

static void judge_together(TogetherAnalysis *t, Model *model)
{
    Vet *vet = t->vet;
    u32 n = model->nalternatives;
    u64 *alone = xcalloc(bits_words(n), sizeof *alone);
    alternative_synchronise(model, alone);
    if (count_bits(alone, n) < n)
        judge_all(vet, model, alone);
    if (model->gave_up) {
        free(alone);
        return;
    }
    if (!count_bits(alone, n))
        note_lines(vet, lines_of_largest(model));
    note_models(vet, model);
    t->alone = alone;
}

static void analyse_together(void *ctx)
{
    TogetherAnalysis *t = ctx;
    show_progress(t->vet, "all tests, what points where");
    Model *model =
        model_new_choice(t->loaded->program, facts_native_means, t->vet->work, &t->alternatives);
    if (!model->gave_up)
        judge_together(t, model);
    model_free(model);
}

/* The tests that are to be analysed by themselves: where a pair is open if any of them is run,
 * since of one alone more is known; and where the program's own code synchronises, for the checks.
 * NULL: all. */
static u64 *find_alone(Vet *vet, Loaded *loaded, const FoundTests *tests)
{
    enum { WORTHWHILE = 3 };
    TogetherAnalysis t = {.vet = vet, .loaded = loaded};
    bool asked = vet_check_wants_states(vet->checks) && !vet->options->vet.explain;
    if (tests->len < WORTHWHILE || !asked || vet->options->vet.confirm || limits_time_over())
        return NULL;
    vet_start_any(loaded, tests, &t.alternatives);
    limits_guard(analyse_together, &t);
    vec_free(&t.alternatives.only);
    return t.alone;
}

/* ---- one program ---- */

static void begin_program(Vet *vet, const Loaded *loaded)
{
    vet->report.sources = &loaded->sources;
    vet->report.programs++;
}

static void end_program(Vet *vet)
{
    clear_progress(vet);
    vet_report_flush(&vet->report);
    vet->report.sources = NULL;
}

/* With --confirm it is run, too. */
static void begin_loading(const Vet *vet, Loaded *loaded, const char *path)
{
    load_begin(loaded, path, vet->options);
    loaded->models = !vet->options->vet.confirm;
}

static bool finish(Vet *vet, Loaded *loaded)
{
    bool ok = load_finish(loaded, vet->options, SHOWN_ERRORS);
    vet->is_cut |= !ok && limits_time_over();
    vet->report.broken |= !ok && !vet->is_cut;
    if (ok)
        begin_program(vet, loaded);
    return ok;
}

/* Each test by itself. Executions prepare a program to run, after which it cannot be analysed, so
 * with --confirm it is compiled again for each. */
static void analyse_tests(Vet *vet, Loaded *loaded, const FoundTests *tests, u32 first, u32 count)
{
    u64 *alone = find_alone(vet, loaded, tests);
    for (u32 i = first; i < first + count; i++) {
        if (alone && !bit_has(alone, i)) {
            vet->report.entries++;
            continue;
        }
        vet_start_test(loaded, i);
        vet->options->tests.current = tests->data[i].name;
        analyse(vet, loaded);
    }
    free(alone);
    vet->options->tests.current = NULL;
}

static bool is_test_file(const char *path)
{
    static const char suffix[] = "_test.go";
    size_t len = strlen(path), tail = sizeof suffix - 1;
    return len > tail && !strcmp(path + len - tail, suffix);
}

/* Whether there is a function main to run: with tests alone there is none. */
static bool has_main(const Loaded *loaded)
{
    bool files = false;
    for (u32 i = 0; i < loaded->files.len; i++) {
        const char *name = loaded->files.data[i]->file->name;
        files |= !is_test_file(name) && strcmp(name, LOAD_TEST_MAIN) != 0;
    }
    return files && vet_is_program(loaded);
}

/* The package with its own tests, or its external ones; the number of tests, and whether it is a
 * program. */
static u32 vet_tests(Vet *vet, const char *path, bool external, u32 only, bool *is_program)
{
    Loaded loaded;
    FoundTests tests = {0};
    bool all = only == UINT32_MAX;
    begin_loading(vet, &loaded, path);
    bool any = false;
    bool ok = test_find(&loaded, path, external, false, &tests, &any, NULL);
    if (ok && loaded.files.len)
        *is_program = has_main(&loaded);
    if (ok && any && loaded.files.len) {
        vet_add_tests(&loaded, &tests);
        if (finish(vet, &loaded)) {
            vet->tree_done |= !external;
            if (all || only == 0)
                vet_check_tree(&vet->report, &loaded, vet->checks);
            if (tests.len)
                analyse_tests(vet, &loaded, &tests, all ? 0 : only, all ? tests.len : 1);
            end_program(vet);
        }
    }
    vet->report.broken |= !ok;
    u32 count = tests.len;
    vec_free(&tests);
    load_free(&loaded);
    return count;
}

static u32 vet_all_tests(Vet *vet, const char *path, bool external, bool *is_program)
{
    if (!vet->options->vet.confirm)
        return vet_tests(vet, path, external, UINT32_MAX, is_program);
    u32 count = vet_tests(vet, path, external, 0, is_program);
    for (u32 i = 1; i < count; i++)
        vet_tests(vet, path, external, i, is_program);
    return count;
}

/* A program, or a package of which all that it exports is called. */
static void vet_package(Vet *vet, const char *path)
{
    Loaded loaded;
    begin_loading(vet, &loaded, path);
    bool ok = load_path(&loaded, path), broken = false;
    for (u32 i = 0; i < loaded.files.len; i++)
        broken |= loaded.files.data[i]->broken;
    if (ok && !broken && !vet_is_program(&loaded)) {
        vet_add_api(&loaded);
        vet->report.only_calls = true;
    }
    if (ok && finish(vet, &loaded)) {
        if (!vet->tree_done)
            vet_check_tree(&vet->report, &loaded, vet->checks);
        analyse(vet, &loaded);
        end_program(vet);
    }
    vet->report.broken |= !ok;
    load_free(&loaded);
}

static void vet_target(Vet *vet, const char *path)
{
    bool dir = is_directory(path), is_program = false;
    u32 tests = 0;
    vet->tree_done = vet->is_cut = false;
    vet->work = MODEL_WORK;
    if (dir || is_test_file(path))
        tests = vet_all_tests(vet, path, false, &is_program);
    if (dir && !vet->report.broken)
        tests += vet_all_tests(vet, path, true, &is_program);
    if ((!dir && !is_test_file(path)) || !tests || (dir && is_program))
        vet_package(vet, path);
}

/* ---- the command ---- */

static bool check_options(const Options *options, u32 *bits)
{
    const char *wrong;
    size_t len;
    u32 line;
    *bits = UINT32_MAX;
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

/* The checks that --checks and flags of go vet ask for. */
static bool parse_checks(const Options *options, u64 *checks)
{
    Buf list = {0};
    if (options->vet.checks)
        buf_puts(&list, options->vet.checks);
    if (options->vet.named.len)
        buf_printf(&list, "%s%s", list.len ? "," : "", buf_str(&options->vet.named));
    bool ok = vet_check_parse(buf_str(&list), checks);
    buf_free(&list);
    return ok;
}

static bool find_targets(const Options *options, Arena *arena, PathList *targets)
{
    BuildTags tags = load_tags(options);
    bool ok = packages_add(arena, "vet", options->path ? options->path : ".", &tags, targets);
    for (int i = 0; ok && i < options->argc; i++)
        ok = packages_add(arena, "vet", options->argv[i], &tags, targets);
    return ok;
}

static int vet_all(Vet *vet, const PathList *targets)
{
    const Options *options = vet->options;
    vet->begin_ms = clock_ms();
    catch_interrupts();
    for (u32 i = 0; i < targets->len; i++) {
        if (i && limits_time_over()) {
            vet->report.left_out += targets->len - i;
            break;
        }
        if (targets->len > 1 && !options->out.quiet && !options->out.json)
            printf("# %s\n", targets->data[i]);
        vet_target(vet, targets->data[i]);
        vet->report.left_out += vet->is_cut;
    }
    if (!options->vet.explain)
        return vet_report_verdict(&vet->report);
    if (!vet->report.broken && !vet->explained)
        printf("%s: no access to memory that goroutines share\n", options->vet.explain);
    return vet->explained ? vet_report_status(&vet->report) : STATUS_USAGE;
}

int cmd_vet(int argc, char **argv)
{
    Options options;
    Vet vet = {.options = &options};
    Arena arena = {0};
    PathList targets = {0};
    int status = STATUS_USAGE;
    if (!options_parse(&options, "vet", FOR_VET, argc, argv))
        return STATUS_USAGE;
    if (options.vet.ablation && options.path)
        status = vet_ablation(&options);
    else if (check_options(&options, &vet.digests) && parse_checks(&options, &vet.checks) &&
             find_targets(&options, &arena, &targets) && vet_report_begin(&vet.report, &options)) {
        if (options.vet.explain)
            vet.checks = 0; /* an explanation is all that is printed */
        status = vet_all(&vet, &targets);
        if (!vet_report_end(&vet.report))
            status = STATUS_USAGE;
    }
    vec_free(&targets);
    arena_free(&arena);
    options_free(&options);
    return status;
}
