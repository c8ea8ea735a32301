#include "cli/session.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "explore/executor/execution.h"
#include "explore/schedule/choosers.h"
#include "stdlib/native/natives.h"
#include "vm/show.h"

/* Schedules up to this length are shown in a replay command; longer runs are named by their seed.
 */
enum { SHORT_SCHEDULE = 60 };

/* ---- the command that reproduces this run ---- */

void shell_word(const char *word, Buf *out)
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

void replay_flags(const Options *options, Buf *out)
{
    for (u32 i = 0; i < options->given.len; i++) {
        buf_putc(out, ' ');
        shell_word(options->given.data[i], out);
    }
}

void replay_program(const Options *options, Buf *out)
{
    buf_putc(out, ' ');
    shell_word(options->path, out);
    for (int i = 0; !options->tests.current && i < options->argc; i++) {
        buf_putc(out, ' ');
        shell_word(options->argv[i], out);
    }
}

void replay_schedule(const Schedule *schedule, const char *file, Buf *out)
{
    buf_puts(out, " --schedule ");
    if (file)
        shell_word(file, out);
    else if (schedule->steps.len)
        schedule_print_short(schedule, out);
    else
        buf_puts(out, "0");
}

void session_replay(const Options *options, const Schedule *taken, Buf *out)
{
    buf_puts(out, options->tests.current ? "gol test" : "gol run");
    if (options->tests.current)
        buf_printf(out, " -run '^%s$'", options->tests.current);
    replay_flags(options, out);
    Buf schedule = {0};
    if (taken)
        schedule_print_short(taken, &schedule);
    if (options->choose.schedule)
        buf_printf(out, " --schedule %s", options->choose.schedule);
    else if (schedule.len && taken->steps.len && schedule.len <= SHORT_SCHEDULE)
        buf_printf(out, " --schedule %s", buf_str(&schedule));
    else if (options->choose.has_seed)
        buf_printf(out, " --seed %llu", (unsigned long long)options->choose.seed);
    buf_free(&schedule);
    if (options->path)
        replay_program(options, out);
}

/* ---- choosers ---- */

bool session_read_schedule(Loaded *loaded, const Options *options, Schedule *schedule)
{
    const char *name = options->choose.schedule;
    Buf error = {0};
    bool ok;
    if (schedule_is_short_form(name) && access(name, F_OK)) {
        ok = schedule_parse(name, strlen(name), schedule, &error);
    } else {
        SourceFile *file = source_load(&loaded->sources, name);
        ok = file && schedule_parse(file->text, file->len, schedule, &error);
        if (!file)
            buf_puts(&error, "cannot read it");
    }
    if (!ok)
        fprintf(stderr, "gol: schedule %s: %s\n", name, buf_str(&error));
    else if (schedule->program && schedule->program != loaded->hash)
        fprintf(stderr, "gol: note: the program has changed since schedule %s was recorded%s\n",
                name,
                orders_given(&schedule->orders) ? "; following the order of events that it states"
                                                : "");
    buf_free(&error);
    return ok;
}

/* Where the exact answers do not fit the program, the order of events may. */
static Chooser *schedule_chooser(Session *session)
{
    const Schedule *schedule = &session->schedule;
    bool exact = schedule->steps.len > 0 &&
                 (!schedule->program || schedule->program == session->loaded->hash);
    if (exact || !orders_given(&schedule->orders))
        return session->replay = chooser_replay(schedule);
    session->order_chooser = order_chooser(&schedule->orders, &session->view);
    fanout_add(&session->fan, order_chooser_sink(session->order_chooser));
    return order_chooser_base(session->order_chooser);
}

/* Writes down what the chooser answers: exactly, and for --save-schedule as an order of events. */
static Chooser *recorded(Session *session, Chooser *chooser)
{
    session->recording = true;
    chooser = chooser_record(chooser, &session->record);
    if (!session->options->choose.save_schedule)
        return chooser;
    session->order_recorder = order_recorder(chooser, &session->view, &session->record.orders);
    fanout_add(&session->fan, order_recorder_sink(session->order_recorder));
    return order_recorder_base(session->order_recorder);
}

static Chooser *make_chooser(Session *session)
{
    const Options *options = session->options;
    const char *strategy = options->choose.strategy   ? options->choose.strategy
                           : options->choose.has_seed ? "random"
                                                      : "fifo";
    Chooser *chooser = NULL;
    if (options->choose.schedule)
        chooser = session_read_schedule(session->loaded, options, &session->schedule)
                      ? schedule_chooser(session)
                      : NULL;
    else if (!strcmp(strategy, "random"))
        chooser = chooser_random(options->choose.seed);
    else if (!strcmp(strategy, "fifo"))
        chooser = chooser_fifo();
    else
        fprintf(stderr, "gol: there is no strategy \"%s\": fifo, random\n", strategy);
    if (!chooser || (chooser->fifo && !options->choose.save_schedule))
        return chooser;
    return recorded(session, chooser);
}

/* ---- reports ---- */

static void on_race(void *ctx, const RaceReport *report)
{
    Session *session = ctx;
    RaceReport named = *report;
    Buf name = {0}, replay = {0};
    race_variable(session->vm, report, &name);
    if (name.len)
        named.variable = buf_str(&name);
    if (silence_hides(&session->telling.silence, &named, &session->loaded->sources)) {
        buf_free(&name);
        return;
    }
    session->races += !report->warning;
    vm_flush(session->vm);
    if (session->options->path) /* what was typed at a prompt cannot be run again */
        session_replay(session->options, &session->record, &replay);
    races_tell(&session->telling, &named, replay.len ? buf_str(&replay) : NULL);
    buf_free(&name);
    buf_free(&replay);
}

void session_print_state(Session *session, const char *when)
{
    Buf out = {0};
    detector_state(session->detector, &out);
    vm_flush(session->vm);
    fprintf(stderr, "state %s:\n%s", when, buf_str(&out));
    buf_free(&out);
}

/* ---- life ---- */

static bool make_detector(Session *session)
{
    const Options *options = session->options;
    bool shown =
        options->out.state || options->out.state_at || options->out.explain || !options->path;
    DetectorConfig config = {.view = &session->view, .on_race = on_race, .ctx = session};
    config.fresh_labels = shown; /* one for each access, as in the paper */
    config.silenced = silence_may_hide(&session->telling.silence, &session->loaded->sources);
    session->detector = detector_new(options->detector, &config);
    if (!session->detector)
        fprintf(stderr, "gol: there is no detector \"%s\"; see gol help detectors\n",
                options->detector);
    return session->detector != NULL;
}

static void make_explain(Session *session)
{
    ExplainConfig config = {.view = &session->view,
                            .detector = session->detector,
                            .out = stderr,
                            .color = session->options->out.color_err};
    if (session->options->out.explain)
        session->explain = explain_new(&config);
}

static bool make_trace(Session *session)
{
    const Options *options = session->options;
    if (!options->out.trace)
        return true;
    TraceInfo info = {session->loaded->hash, options->path, ""};
    session->trace =
        trace_writer_open(options->out.trace, &info, &session->loaded->sources, &session->view);
    if (!session->trace)
        fprintf(stderr, "gol: cannot write %s: %s\n", options->out.trace, strerror(errno));
    return session->trace != NULL;
}

bool session_prepare(Session *session, Loaded *loaded, const Options *options)
{
    *session = (Session){.loaded = loaded, .options = options};
    fanout_init(&session->fan);
    if (!races_begin(&session->telling, options, &loaded->sources))
        return false;
    session->chooser = make_chooser(session);
    if (!session->chooser || !make_detector(session) || !make_trace(session))
        return false;
    make_explain(session);
    return true;
}

static void on_nothing(EventSink *sink, const Event *event)
{
    (void)sink;
    (void)event;
}

void session_start(Session *session, bool track_from_start, bool described)
{
    const Options *options = session->options;
    FanOut *fan = &session->fan;
    if (session->trace)
        fanout_add(fan, trace_writer_sink(session->trace));
    if (session->explain)
        fanout_add(fan, explain_sink(session->explain));
    else if (detector_sink(session->detector)->wants)
        fanout_add(fan, detector_sink(session->detector));
    if (!fan->count && !session->chooser->fifo) {
        session->nobody = (EventSink){.wants = WANT_ACCESS, .event = on_nothing};
        fanout_add(fan, &session->nobody);
    }
    VMConfig config = {
        .chooser = session->chooser,
        .sink = fan->count == 0   ? NULL
                : fan->count == 1 ? fan->to[0]
                                  : &fan->sink,
        .find_native = stdlib_find_native,
        .argc = options->path ? options->argc + 1 : 0,
        .argv = options->argv - 1, /* the path, then the arguments */
        .max_steps = options->limits.steps,
        .max_memory = options->limits.memory,
        .track_from_start = track_from_start,
        .real_time = options->real_time,
        .jit = options->jit,
        .profile = options->out.profile != NULL,
        .await_signals = true,
        .outlive_main = options->leaks,
        .err = stderr,
    };
    session->vm = vm_new(session->loaded->program, &config);
    session->view = show_view(session->vm);
    if (session->order_chooser)
        order_chooser_watch(session->order_chooser, session->vm);
    if (session->order_recorder)
        order_recorder_watch(session->order_recorder, session->vm);
    session->vm->objects.all = described;
}

void session_tell_mismatch(const Session *session)
{
    Buf text = {0};
    if (session->replay)
        chooser_replay_mismatch(session->replay, &text);
    if (session->order_chooser)
        order_chooser_mismatch(session->order_chooser, &text);
    if (text.len)
        fprintf(stderr, "gol: %s\n", buf_str(&text));
    buf_free(&text);
}

void session_free(Session *session)
{
    if (session->vm)
        vm_free(session->vm);
    if (session->trace && !trace_writer_free(session->trace))
        fprintf(stderr, "gol: cannot write %s: %s\n", session->options->out.trace, strerror(errno));
    if (session->explain)
        explain_free(session->explain);
    if (session->detector)
        detector_free(session->detector);
    if (session->chooser)
        session->chooser->free(session->chooser);
    races_end(&session->telling);
    schedule_free(&session->schedule);
    schedule_free(&session->record);
}
