#include "cli/execute.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/cover.h"
#include "cli/profile.h"
#include "cli/session.h"
#include "explore/executor/stuck.h"

typedef struct Execution {
    Session session;
    EventSink state_at; /* --state-at */
    const char *state_file;
    u32 state_line;
    bool state_reached;
    const char *stuck; /* verdict on goroutines that main left blocked, or NULL */
} Execution;

static void save_schedule(Execution *ex)
{
    if (!ex->session.options->choose.save_schedule)
        return;
    Buf text = {0};
    ex->session.record.program = ex->session.loaded->hash;
    if (ex->session.order_recorder)
        order_recorder_keep(ex->session.order_recorder);
    schedule_print_file(&ex->session.record, &text);
    FILE *file = fopen(ex->session.options->choose.save_schedule, "w");
    bool ok = file && fwrite(text.data, 1, text.len, file) == text.len;
    if (file && fclose(file))
        ok = false;
    if (!ok)
        fprintf(stderr, "gol: cannot write %s: %s\n", ex->session.options->choose.save_schedule,
                strerror(errno));
    buf_free(&text);
}

/* --state-at: the first step that the run takes on that line; the state is the one before it. */
static void state_at_event(EventSink *sink, const Event *event)
{
    Execution *ex = (Execution *)((char *)sink - offsetof(Execution, state_at));
    if (ex->state_reached || !event->span.start)
        return;
    Place place = source_place(&ex->session.loaded->sources, event->span.start);
    if (!place.file || place.line != ex->state_line)
        return;
    size_t n = strlen(place.file->name), m = strlen(ex->state_file);
    if (n < m || strcmp(place.file->name + n - m, ex->state_file))
        return;
    ex->state_reached = true;
    Buf when = {0};
    buf_printf(&when, "before %s:%u", ex->state_file, ex->state_line);
    session_print_state(&ex->session, buf_str(&when));
    buf_free(&when);
}

static bool parse_state_at(Execution *ex)
{
    const char *text = ex->session.options->out.state_at;
    const char *colon = strrchr(text, ':');
    u32 line = colon ? (u32)strtoul(colon + 1, NULL, 10) : 0;
    if (!line) {
        fprintf(stderr, "gol: --state-at takes FILE:LINE, not \"%s\"\n", text);
        return false;
    }
    ex->state_file = arena_strndup(&ex->session.loaded->arena, text, (size_t)(colon - text));
    ex->state_line = line;
    ex->state_at =
        (EventSink){.wants = WANT_ACCESS | WANT_EARLY | WANT_REPEATS, .event = state_at_event};
    fanout_add(&ex->session.fan, &ex->state_at);
    return true;
}

static const char *verdict_name(const Execution *ex, const Outcome *outcome)
{
    static const char *const names[] = {
        [VERDICT_CLEAN] = "clean",       [VERDICT_EXIT] = "exit",   [VERDICT_PANIC] = "panic",
        [VERDICT_DEADLOCK] = "deadlock", [VERDICT_LIMIT] = "limit", [VERDICT_ERROR] = "error",
    };
    return ex->session.races ? "race" : ex->stuck ? ex->stuck : names[outcome->kind];
}

static int exit_status(const Execution *ex, const Outcome *outcome)
{
    if (ex->session.races)
        return STATUS_RACE;
    if (ex->stuck)
        return STATUS_FAILED;
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
    const Outcome *outcome = &ex->session.vm->outcome;
    Buf replay = {0};
    session_replay(ex->session.options, &ex->session.record, &replay);
    bool failed = ex->stuck || (outcome->kind != VERDICT_CLEAN && outcome->kind != VERDICT_EXIT);
    if (outcome->kind == VERDICT_LIMIT)
        fprintf(stderr, "gol: the run was ended by its %s limit\n",
                outcome->what ? outcome->what : "step");
    if (ex->session.telling.json)
        fprintf(ex->session.telling.json,
                "{\"type\":\"verdict\",\"verdict\":\"%s\",\"races\":%llu,\"hidden\":%llu,"
                "\"steps\":%llu,\"status\":%d}\n",
                verdict_name(ex, outcome), (unsigned long long)ex->session.races,
                (unsigned long long)races_hidden(&ex->session.telling),
                (unsigned long long)ex->session.vm->steps, status);
    else if (failed && !ex->session.races && !ex->session.options->out.quiet)
        fprintf(stderr, "\nreplay: %s\n", buf_str(&replay));
    races_tell_hidden(&ex->session.telling);
    if (ex->session.detector && !ex->session.telling.json && !ex->session.options->out.quiet) {
        u64 told = ex->session.telling.told, all = detector_races(ex->session.detector);
        if (told && all > told)
            fprintf(stderr, "gol: %llu racy accesses, %llu different one%s reported above\n",
                    (unsigned long long)all, (unsigned long long)told, plural(told));
    }
    buf_free(&replay);
}

static void look_for(Execution *ex, StuckKind kind, const char *verdict)
{
    Buf title = {0}, report = {0};
    u64 key;
    if (!ex->stuck && stuck_describe(ex->session.vm, kind, &key, &title, &report)) {
        ex->stuck = verdict;
        if (!ex->session.options->out.quiet)
            fprintf(stderr, "%s\n\n%s", buf_str(&title), buf_str(&report));
    }
    buf_free(&title);
    buf_free(&report);
}

/* The run is over and some are blocked: those that wait for each other's locks can never go on.
 * When main has ended, with --leaks nobody can; at the step limit those cannot whom nobody can
 * wake. */
static void look_for_stuck(Execution *ex)
{
    VM *vm = ex->session.vm;
    bool at_limit = vm->outcome.kind == VERDICT_LIMIT && !strcmp(vm->outcome.what, "steps");
    if ((vm->outcome.kind != VERDICT_CLEAN && !at_limit) || !stuck_count(vm))
        return;
    look_for(ex, STUCK_CYCLE, "deadlock");
    if (at_limit)
        look_for(ex, STUCK_FOR_EVER, "deadlock");
    else if (ex->session.options->leaks)
        look_for(ex, STUCK_ALL, "leak");
}

/* For the reader of --cover: a run that was cut short has not shown what else it would execute. */
static const char *how_main_ended(const Execution *ex)
{
    switch (ex->session.vm->outcome.kind) {
    case VERDICT_CLEAN: return "main returned";
    case VERDICT_EXIT: return "main called os.Exit";
    default: return "main did not end";
    }
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

static int run_and_judge(Execution *ex)
{
    Session *session = &ex->session;
    const Options *options = session->options;
    bool shown = options->out.state || options->out.state_at || options->out.explain;
    if (options->out.json)
        session->telling.json = take_stdout();
    session_start(session, shown, shown);
    vm_run(session->vm);
    vm_flush(session->vm);
    look_for_stuck(ex);
    session_tell_mismatch(session);
    if (options->out.state)
        session_print_state(session, "at the end");
    if (options->out.state_at && !ex->state_reached)
        fprintf(stderr, "gol: the run took no step at %s\n", options->out.state_at);
    int status = exit_status(ex, &session->vm->outcome);
    if (options->out.profile)
        profile_write(session->vm, options->out.profile);
    if (options->out.cover || options->out.cover_profile)
        cover_write(session->loaded, options, how_main_ended(ex), false);
    save_schedule(ex);
    print_verdict(ex, status);
    if (session->telling.json)
        fclose(session->telling.json);
    return status;
}

int execute(Loaded *loaded, const Options *options)
{
    Execution ex = {0};
    int status = STATUS_USAGE;
    if (session_prepare(&ex.session, loaded, options) &&
        (!options->out.state_at || parse_state_at(&ex)))
        status = run_and_judge(&ex);
    session_free(&ex.session);
    return status;
}
