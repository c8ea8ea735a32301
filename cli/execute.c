#include "cli/execute.h"

#include <unistd.h>

#include "cli/commands.h"
#include "explore/choosers.h"
#include "race/detector.h"
#include "stdlib/natives.h"
#include "vm/show.h"
#include "vm/vm.h"

/* Schedules up to this length are shown in a replay command; longer runs are named by their seed. */
enum { SHORT_SCHEDULE = 60 };

typedef struct Execution {
    Loaded *loaded;
    const Options *options;
    VM *vm;
    ProgramView view;    /* filled in once the VM exists; sinks hold its address */
    Schedule schedule;   /* to be replayed */
    Schedule record;
    bool recording;
    Buf mismatch;
    Detector *detector;
    FanOut fan;
    EventSink state_at;  /* --state-at */
    const char *state_file;
    u32 state_line;
    bool state_reached;
    FILE *json;          /* where JSON lines go, or NULL */
    u64 races;
} Execution;

/* ---- the command that reproduces this run ---- */

static void shell_word(const char *word, Buf *out)
{
    if (*word && !word[strcspn(word, " \t\n'\"\\$`*?[]{}()<>|&;#~!")]) {
        buf_puts(out, word);
        return;
    }
    buf_putc(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            buf_puts(out, "'\\''");
        else
            buf_putc(out, *word);
    }
    buf_putc(out, '\'');
}

static void replay_command(const Execution *ex, Buf *out)
{
    const Options *options = ex->options;
    buf_puts(out, "gol run");
    for (u32 i = 0; i < options->given.len; i++) {
        buf_putc(out, ' ');
        shell_word(options->given.data[i], out);
    }
    Buf schedule = {0};
    schedule_print_short(&ex->record, &schedule);
    if (options->schedule)
        buf_printf(out, " --schedule %s", options->schedule);
    else if (ex->record.steps.len && schedule.len <= SHORT_SCHEDULE)
        buf_printf(out, " --schedule %s", buf_str(&schedule));
    else if (options->has_seed)
        buf_printf(out, " --seed %llu", (unsigned long long)options->seed);
    buf_free(&schedule);
    buf_putc(out, ' ');
    shell_word(options->path, out);
    for (int i = 0; i < options->argc; i++) {
        buf_putc(out, ' ');
        shell_word(options->argv[i], out);
    }
}

/* ---- choosers ---- */

static bool read_schedule(Execution *ex)
{
    const char *name = ex->options->schedule;
    Buf error = {0};
    bool ok;
    if (schedule_is_short_form(name) && access(name, F_OK)) {
        ok = schedule_parse(name, strlen(name), &ex->schedule, &error);
    } else {
        SourceFile *file = source_load(&ex->loaded->sources, name);
        ok = file && schedule_parse(file->text, file->len, &ex->schedule, &error);
        if (!file)
            buf_puts(&error, "cannot read it");
    }
    if (!ok)
        fprintf(stderr, "gol: schedule %s: %s\n", name, buf_str(&error));
    else if (ex->schedule.program && ex->schedule.program != ex->loaded->hash)
        fprintf(stderr, "gol: note: the program has changed since schedule %s was recorded\n", name);
    buf_free(&error);
    return ok;
}

static Chooser *make_chooser(Execution *ex)
{
    const Options *options = ex->options;
    const char *strategy = options->strategy ? options->strategy
                           : options->has_seed ? "random"
                                               : "fifo";
    Chooser *chooser = NULL;
    if (options->schedule)
        chooser = read_schedule(ex) ? chooser_replay(&ex->schedule, &ex->mismatch) : NULL;
    else if (!strcmp(strategy, "random"))
        chooser = chooser_random(options->seed);
    else if (!strcmp(strategy, "fifo"))
        chooser = chooser_fifo();
    else
        fprintf(stderr, "gol: there is no strategy \"%s\": fifo, random\n", strategy);
    if (!chooser || (chooser->fifo && !options->save_schedule))
        return chooser;
    ex->recording = true;
    return chooser_record(chooser, &ex->record);
}

static void save_schedule(Execution *ex)
{
    if (!ex->options->save_schedule)
        return;
    Buf text = {0};
    ex->record.program = ex->loaded->hash;
    schedule_print_file(&ex->record, &text);
    FILE *file = fopen(ex->options->save_schedule, "w");
    bool ok = file && fwrite(text.data, 1, text.len, file) == text.len;
    if (file && fclose(file))
        ok = false;
    if (!ok)
        fprintf(stderr, "gol: cannot write %s\n", ex->options->save_schedule);
    buf_free(&text);
}

/* ---- reports ---- */

static void on_race(void *ctx, const RaceReport *report)
{
    Execution *ex = ctx;
    ex->races++;
    vm_flush(ex->vm);
    RaceReport named = *report;
    Buf name = {0}, replay = {0};
    show_name(ex->vm, report->loc, &name);
    u32 len = 0;
    const char *text = source_text(&ex->loaded->sources, report->now.span, &len);
    if (!name.len && text) /* heap objects have no names: what the access calls it will do */
        buf_add(&name, text, len);
    if (name.len)
        named.variable = buf_str(&name);
    replay_command(ex, &replay);
    if (ex->json)
        report_json(&named, &ex->loaded->sources, buf_str(&replay), ex->json);
    else if (!ex->options->quiet)
        report_text(&named, &ex->loaded->sources, buf_str(&replay), ex->options->color_err, stderr);
    buf_free(&name);
    buf_free(&replay);
}

static void print_state(Execution *ex, const char *when)
{
    Buf out = {0};
    detector_state(ex->detector, &out);
    vm_flush(ex->vm);
    fprintf(stderr, "state %s:\n%s", when, buf_str(&out));
    buf_free(&out);
}

/* --state-at: the first step that the run takes on that line; the state is the one before it. */
static void state_at_event(EventSink *sink, const Event *event)
{
    Execution *ex = (Execution *)((char *)sink - offsetof(Execution, state_at));
    if (ex->state_reached || !event->span.start)
        return;
    Place place = source_place(&ex->loaded->sources, event->span.start);
    if (!place.file || place.line != ex->state_line)
        return;
    size_t n = strlen(place.file->name), m = strlen(ex->state_file);
    if (n < m || strcmp(place.file->name + n - m, ex->state_file))
        return;
    ex->state_reached = true;
    Buf when = {0};
    buf_printf(&when, "before %s:%u", ex->state_file, ex->state_line);
    print_state(ex, buf_str(&when));
    buf_free(&when);
}

static bool parse_state_at(Execution *ex)
{
    const char *text = ex->options->state_at;
    const char *colon = strrchr(text, ':');
    u32 line = colon ? (u32)strtoul(colon + 1, NULL, 10) : 0;
    if (!line) {
        fprintf(stderr, "gol: --state-at takes FILE:LINE, not \"%s\"\n", text);
        return false;
    }
    ex->state_file = arena_strndup(&ex->loaded->arena, text, (size_t)(colon - text));
    ex->state_line = line;
    ex->state_at = (EventSink){.wants = WANT_ACCESS | WANT_EARLY, .event = state_at_event};
    fanout_add(&ex->fan, &ex->state_at);
    return true;
}

static const char *verdict_name(const Execution *ex, const Outcome *outcome)
{
    static const char *const names[] = {
        [VERDICT_CLEAN] = "clean",       [VERDICT_EXIT] = "exit",   [VERDICT_PANIC] = "panic",
        [VERDICT_DEADLOCK] = "deadlock", [VERDICT_LIMIT] = "limit", [VERDICT_ERROR] = "error",
    };
    return ex->races ? "race" : names[outcome->kind];
}

static int exit_status(const Execution *ex, const Outcome *outcome)
{
    if (ex->races)
        return STATUS_RACE;
    switch (outcome->kind) {
    case VERDICT_CLEAN: return STATUS_CLEAN;
    case VERDICT_EXIT: return outcome->exit_code;
    case VERDICT_PANIC:
    case VERDICT_DEADLOCK: return STATUS_FAILED;
    case VERDICT_LIMIT: return STATUS_LIMIT;
    case VERDICT_ERROR: return STATUS_USAGE;
    }
    return STATUS_FAILED;
}

/* Failures other than races end with their replay command too. */
static void print_verdict(Execution *ex, int status)
{
    const Outcome *outcome = &ex->vm->outcome;
    Buf replay = {0};
    replay_command(ex, &replay);
    bool failed = outcome->kind != VERDICT_CLEAN && outcome->kind != VERDICT_EXIT;
    if (outcome->kind == VERDICT_LIMIT)
        fprintf(stderr, "gol: the run was ended by its %s limit\n",
                outcome->what ? outcome->what : "step");
    if (ex->json)
        fprintf(ex->json,
                "{\"type\":\"verdict\",\"verdict\":\"%s\",\"races\":%llu,\"steps\":%llu,"
                "\"status\":%d}\n",
                verdict_name(ex, outcome), (unsigned long long)ex->races,
                (unsigned long long)ex->vm->steps, status);
    else if (failed && !ex->races && !ex->options->quiet && ex->recording)
        fprintf(stderr, "\nreplay: %s\n", buf_str(&replay));
    if (ex->detector && !ex->json && !ex->options->quiet) {
        u64 reports = detector_reports(ex->detector), all = detector_races(ex->detector);
        if (all > reports)
            fprintf(stderr, "gol: %llu racy accesses, %llu different ones reported above\n",
                    (unsigned long long)all, (unsigned long long)reports);
    }
    buf_free(&replay);
}

/* ---- putting it together ---- */

/* With --json, stdout belongs to the JSON lines, and what the program prints goes to stderr. */
static FILE *take_stdout(void)
{
    fflush(stdout);
    FILE *json = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return json;
}

static bool make_sinks(Execution *ex)
{
    const Options *options = ex->options;
    fanout_init(&ex->fan);
    if (options->state_at && !parse_state_at(ex))
        return false;
    DetectorConfig config = {.view = &ex->view, .on_race = on_race, .ctx = ex};
    ex->detector = detector_new(options->detector, &config);
    if (!ex->detector) {
        fprintf(stderr, "gol: there is no detector \"%s\"; see gol help detectors\n",
                options->detector);
        return false;
    }
    if (strcmp(options->detector, "none"))
        fanout_add(&ex->fan, detector_sink(ex->detector));
    return true;
}

static void run_vm(Execution *ex, Chooser *chooser)
{
    const Options *options = ex->options;
    bool shown = options->state || options->state_at || options->explain;
    VMConfig config = {
        .chooser = chooser,
        .sink = ex->fan.count == 0 ? NULL : ex->fan.count == 1 ? ex->fan.to[0] : &ex->fan.sink,
        .find_native = stdlib_find_native,
        .argc = options->argc + 1,
        .argv = options->argv - 1, /* the path, then the arguments */
        .max_steps = options->max_steps,
        .max_memory = options->max_memory,
        .track_from_start = shown,
        .real_time = options->real_time,
        .err = stderr,
    };
    ex->vm = vm_new(ex->loaded->program, &config);
    ex->view = show_view(ex->vm);
    if (shown)
        ex->vm->described = xcalloc(1, sizeof(Map));
    vm_run(ex->vm);
    vm_flush(ex->vm);
}

int execute(Loaded *loaded, const Options *options)
{
    Execution ex = {.loaded = loaded, .options = options};
    Chooser *chooser = make_chooser(&ex);
    if (!chooser || !make_sinks(&ex))
        return STATUS_USAGE;
    if (options->json)
        ex.json = take_stdout();
    run_vm(&ex, chooser);
    if (ex.mismatch.len)
        fprintf(stderr, "gol: %s\n", buf_str(&ex.mismatch));
    if (options->state)
        print_state(&ex, "at the end");
    if (options->state_at && !ex.state_reached)
        fprintf(stderr, "gol: the run took no step at %s\n", options->state_at);
    int status = exit_status(&ex, &ex.vm->outcome);
    save_schedule(&ex);
    print_verdict(&ex, status);
    if (ex.json)
        fclose(ex.json);
    vm_free(ex.vm);
    detector_free(ex.detector);
    chooser->free(chooser);
    schedule_free(&ex.schedule);
    schedule_free(&ex.record);
    buf_free(&ex.mismatch);
    return status;
}
