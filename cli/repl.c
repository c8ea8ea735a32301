/* gol repl: statements, declarations and expressions at a prompt. Goroutines started there live on
 * between the lines; a race is reported when it happens; nothing but :quit ends the session. */
#include "cli/repl.h"

#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/commands.h"
#include "cli/draw.h"
#include "vm/signal.h"

enum {
    IDLE_STEPS = 100000, /* what other goroutines may run before the prompt comes back */
    SHOWN_STEPS = 20000, /* that :show has at most, of a session: they cost memory and time */
};

/* ---- sessions ---- */

static bool make_executor(Session *session, const Options *options)
{
    ExecutorConfig config = setup_config(&session->loaded, options, &session->reporter);
    config.on_race = reporter_race;
    config.ctx = &session->reporter;
    config.single = config.live = config.keep_tail = config.described = config.timed = true;
    session->executor = session->reporter.executor = setup_executor(&config, options);
    return session->executor != NULL;
}

static bool start(Session *session, const char *path, const Options *options)
{
    if (!load_for_prompt(&session->loaded, path, options) ||
        !reporter_begin(&session->reporter, options, &session->loaded.sources) ||
        !make_executor(session, options))
        return false;
    session->decider = setup_decider(session->executor, options, NULL);
    if (!session->decider)
        return false;
    session->program = path ? arena_printf(&session->loaded.arena, "%s", path) : NULL;
    session->vm = executor_vm(session->executor);
    draw_begin(&session->reporter, session->executor, SHOWN_STEPS);
    executor_begin(session->executor, decider_chooser(session->decider));
    session->vm->repl.on = true;
    if (isatty(STDIN_FILENO))
        signals_interrupt(session->vm, 1u << SIGINT);
    return vm_run_func(session->vm, session->loaded.program->entry, NULL);
}

static void end(Session *session)
{
    decider_free(session->decider);
    draw_end(&session->reporter);
    executor_free(session->executor);
    reporter_end(&session->reporter);
    load_free(&session->loaded);
    for (u32 i = 0; i < session->typed.len; i++)
        free(session->typed.data[i].text);
    vec_free(&session->typed);
    free(session);
}

bool repl_begin(Repl *repl, const char *path)
{
    Session *session = xcalloc(1, sizeof *session);
    if (!start(session, path, repl->options)) {
        end(session);
        return false;
    }
    if (repl->session) {
        repl->raced |= repl->session->reporter.races > 0;
        end(repl->session);
    }
    repl->session = session;
    return true;
}

/* ---- evaluating an input ---- */

void repl_print_diags(Repl *repl)
{
    Diags *diags = &repl->session->loaded.diags;
    diag_print(diags, stderr, repl->options->out.color_err, 10);
    diags->list.len = 0;
    diags->errors = 0;
}

Checked repl_check(Repl *repl, const char *name, const char *text)
{
    Loaded *loaded = &repl->session->loaded;
    Checked checked = {0};
    SourceFile *source = source_add(&loaded->sources, name, text, strlen(text));
    ParseContext cx = {
        .arena = &loaded->arena, .syms = &loaded->syms, .diags = &loaded->diags, .repl = true};
    FileAst *file = parse_file(&cx, source);
    if (!loaded->diags.errors)
        checked.input = check_repl_input(loaded->checker, file, &checked.pkg, &checked.last,
                                         &checked.first_func);
    if (loaded->diags.errors)
        checked.input = NULL;
    repl_print_diags(repl);
    return checked;
}

static Func *compile(Repl *repl, const Checked *checked)
{
    PackageList packages = {0};
    check_packages(repl->session->loaded.checker, &packages);
    Func *fn = compile_append(repl->session->loaded.gen, &packages, checked->pkg, checked->input,
                              checked->last, checked->first_func);
    vec_free(&packages);
    repl_print_diags(repl);
    return fn;
}

static void note_typed(Session *session, const char *text, const Expr *last)
{
    Typed typed = {.text = xstrdup(text)};
    if (last) {
        Pos base = source_file_of(&session->loaded.sources, last->span.start)->base;
        typed.expr_at = last->span.start - base;
        typed.expr_end = last->span.end - base;
    }
    vec_push(&session->typed, typed);
}

void repl_run_idle(Repl *repl)
{
    vm_run_idle(repl->session->vm, IDLE_STEPS);
}

/* An input that waits while goroutines are held has to end before the next one. */
static bool must_wait(const Session *session)
{
    if (session->pending)
        printf("the last input still waits: :pick and :step let goroutines go on, :release all, "
               ":drop ends it\n");
    return session->pending != NULL;
}

bool repl_evaluate(Repl *repl, const char *name, const char *text, bool show)
{
    Session *session = repl->session;
    if (must_wait(session))
        return false;
    Checked checked = repl_check(repl, name, text);
    Func *fn = checked.input ? compile(repl, &checked) : NULL;
    if (!fn)
        return false;
    if (!show)
        checked.last = NULL;
    note_typed(session, text, checked.last);
    u64 *values = xcalloc(fn->nresults + 1, sizeof *values);
    bool ok = vm_run_func(session->vm, fn, values);
    if (session->vm->repl.input) {
        session->pending = fn;
        session->pending_expr = checked.last;
    } else if (!session->vm->repl.held) {
        repl_run_idle(repl);
    }
    if (ok && checked.last)
        repl_print_values(repl, values, checked.last);
    if (session->pending)
        repl_print_pending(repl);
    free(values);
    return true;
}

void repl_finish_pending(Repl *repl)
{
    Session *session = repl->session;
    bool ok;
    if (!session->pending)
        return;
    u64 *values = xcalloc(session->pending->nresults + 1, sizeof *values);
    if (vm_input_ended(session->vm, session->pending, &ok, values)) {
        session->pending = NULL;
        if (ok && session->pending_expr)
            repl_print_values(repl, values, session->pending_expr);
    }
    free(values);
}

/* ---- reading ---- */

/* A line without its newline, appended to *out; false at the end of input. */
static bool read_line(Buf *out)
{
    char *line = NULL;
    size_t cap = 0;
    ssize_t len = getline(&line, &cap, stdin);
    if (len >= 0)
        buf_add(out, line, (size_t)len - (len && line[len - 1] == '\n'));
    free(line);
    return len >= 0;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t\r\n")] == '\0';
}

/* Whether an input that begins like this goes on in the next line. */
static bool is_unfinished(void *ctx, const char *text, size_t len)
{
    (void)ctx;
    return len && text[0] != ':' && parse_is_incomplete(text, len);
}

static bool read_from_pipe(Buf *input)
{
    bool more = read_line(input);
    if (!more)
        return false;
    while (more && is_unfinished(NULL, buf_str(input), input->len)) {
        limits_poll();
        buf_putc(input, '\n');
        more = read_line(input);
    }
    return true;
}

/* Reads until the input is complete. False at the end. */
static bool read_input(Repl *repl, Buf *input)
{
    if (!repl->editor)
        return read_from_pipe(input);
    LineStatus status = editor_read(repl->editor, "gol> ", input);
    if (status == LINE_DROPPED)
        vec_clear(input);
    return status != LINE_END;
}

/* ~/.gol_history, malloc'd; NULL: there is no home. */
static char *history_file(void)
{
    const char *home = getenv("HOME");
    if (!home)
        return NULL;
    Buf path = {0};
    buf_printf(&path, "%s/.gol_history", home);
    char *name = xstrdup(buf_str(&path));
    buf_free(&path);
    return name;
}

static void start_editing(Repl *repl)
{
    repl->history_file = history_file();
    repl->editor = editor_new(&(LineEditorConfig){.history_file = repl->history_file,
                                                  .incomplete = is_unfinished,
                                                  .complete = repl_complete,
                                                  .ctx = repl});
}

static void loop(void *ctx)
{
    Repl *repl = ctx;
    while (!repl->quit && !limits_time_over()) {
        Buf input = {0};
        if (!read_input(repl, &input)) {
            buf_free(&input);
            break;
        }
        const char *text = buf_str(&input);
        if (!is_blank(text)) {
            if (repl->editor)
                editor_remember(repl->editor, text);
            char name[32];
            snprintf(name, sizeof name, "input%u", ++repl->inputs);
            if (text[0] == ':')
                repl_command(repl, text);
            else
                repl_evaluate(repl, name, text, true);
            fflush(stdout);
        }
        buf_free(&input);
    }
}

/* With the program of the arguments, if there is one. */
static bool begin(Repl *repl)
{
    const Options *options = repl->options;
    if (options->argc > 0) {
        fprintf(stderr, "gol repl: what is %s? usage: gol repl [flags] [FILE|DIR]\n",
                options->argv[0]);
        return false;
    }
    return repl_begin(repl, NULL) && (!options->path || repl_load(repl, options->path));
}

int cmd_repl(int argc, char **argv)
{
    Options options;
    if (!options_parse(&options, "repl", FOR_REPL, argc, argv))
        return STATUS_USAGE;
    Repl repl = {.options = &options};
    bool ok = begin(&repl);
    if (ok) {
        if (isatty(STDIN_FILENO)) {
            start_editing(&repl);
            printf("gol: Go with race detection. :help for commands, Ctrl-D to leave.\n");
        }
        limits_guard(loop, &repl);
        if (repl.editor && !repl.quit)
            printf("\n");
    }
    editor_free(repl.editor);
    free(repl.history_file);
    if (repl.session) {
        repl.raced |= repl.session->reporter.races > 0;
        end(repl.session);
    }
    options_free(&options);
    const char *limit = limits_time_over() ? "time" : limits_left();
    if (limit)
        fprintf(stderr, "gol: the session was ended by its %s limit\n", limit);
    return !ok ? STATUS_USAGE : repl.raced ? STATUS_RACE : limit ? STATUS_LIMIT : STATUS_CLEAN;
}
