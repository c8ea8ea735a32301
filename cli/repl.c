/* gol repl: statements, declarations and expressions at a prompt. Goroutines started there live on
 * between the lines; a race is reported when it happens; nothing but :quit ends the session. */
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/line_editor.h"
#include "cli/setup.h"
#include "vm/chan.h"
#include "vm/reach.h"
#include "vm/show.h"
#include "vm/signal.h"
#include "vm/sync.h"
#include "vm/track.h"
#include "vm/value.h"

enum {
    IDLE_STEPS = 100000, /* what other goroutines may run before the prompt comes back */
};

typedef struct Repl {
    const Options *options;
    Loaded loaded;
    Reporter reporter;
    Executor *executor;
    VM *vm; /* of the executor */
    Decider *decider;
    LineEditor *editor; /* NULL: input comes from a pipe */
    bool quit;
    bool raced; /* in a session that was reset */
    u32 inputs;
    char *history_file; /* NULL: none */
} Repl;

static const char *paint(const Repl *repl, const char *code)
{
    return repl->options->out.color_out ? code : "";
}

static bool make_executor(Repl *repl)
{
    ExecutorConfig config = setup_config(&repl->loaded, repl->options, &repl->reporter);
    config.on_race = reporter_race;
    config.ctx = &repl->reporter;
    config.single = config.live = config.keep_tail = config.described = true;
    repl->executor = repl->reporter.executor = setup_executor(&config, repl->options);
    return repl->executor != NULL;
}

static bool start_session(Repl *repl)
{
    if (!load_nothing(&repl->loaded, repl->options) ||
        !reporter_begin(&repl->reporter, repl->options, &repl->loaded.sources) ||
        !make_executor(repl))
        return false;
    repl->decider = setup_decider(repl->executor, repl->options, NULL);
    if (!repl->decider)
        return false;
    repl->vm = executor_vm(repl->executor);
    executor_begin(repl->executor, decider_chooser(repl->decider));
    repl->vm->repl.on = true;
    if (isatty(STDIN_FILENO))
        signals_interrupt(repl->vm);
    u64 none[1];
    return vm_run_func(repl->vm, repl->loaded.program->entry, none);
}

static void end_session(Repl *repl)
{
    repl->raced |= repl->reporter.races > 0;
    decider_free(repl->decider);
    executor_free(repl->executor);
    reporter_end(&repl->reporter);
    load_free(&repl->loaded);
    repl->decider = NULL;
    repl->executor = NULL;
}

/* ---- evaluating an input ---- */

static void print_diags(Repl *repl)
{
    Diags *diags = &repl->loaded.diags;
    diag_print(diags, stderr, repl->options->out.color_err, 10);
    diags->list.len = 0;
    diags->errors = 0;
}

/* Parses and checks; NULL after errors, which have been printed. */
static FuncLit *check_text(Repl *repl, const char *name, const char *text, Package **pkg,
                           Expr **last, u32 *first_func)
{
    Loaded *loaded = &repl->loaded;
    SourceFile *source = source_add(&loaded->sources, name, text, strlen(text));
    ParseContext cx = {
        .arena = &loaded->arena, .syms = &loaded->syms, .diags = &loaded->diags, .repl = true};
    FileAst *file = parse_file(&cx, source);
    FuncLit *input = NULL;
    if (!loaded->diags.errors)
        input = check_repl_input(loaded->checker, file, pkg, last, first_func);
    bool ok = !loaded->diags.errors;
    print_diags(repl);
    return ok ? input : NULL;
}

static void print_result(Repl *repl, const u64 *value)
{
    RType *type = (RType *)value[0];
    Buf text = {0};
    if (type)
        show_value(repl->vm, iface_slots(value), type, &text);
    else
        buf_puts(&text, "nil");
    printf("%s  %s%s%s\n", buf_str(&text), paint(repl, "\033[2m"), type ? type->text : "",
           paint(repl, "\033[0m"));
    buf_free(&text);
}

static void evaluate(Repl *repl, const char *name, const char *text)
{
    Package *pkg = NULL;
    Expr *last = NULL;
    u32 first_func = 0;
    FuncLit *input = check_text(repl, name, text, &pkg, &last, &first_func);
    if (!input)
        return;
    PackageList packages = {0};
    check_packages(repl->loaded.checker, &packages);
    Func *fn = compile_append(repl->loaded.gen, &packages, pkg, input, last, first_func);
    vec_free(&packages);
    print_diags(repl);
    if (!fn)
        return;
    u64 value[2] = {0, 0};
    bool ok = vm_run_func(repl->vm, fn, value);
    vm_run_idle(repl->vm, IDLE_STEPS);
    vm_flush(repl->vm);
    if (ok && last)
        print_result(repl, value);
}

/* ---- commands ---- */

static void cmd_type(Repl *repl, const char *arg)
{
    Package *pkg;
    Expr *last = NULL;
    u32 first;
    if (!*arg) {
        printf(":type needs an expression\n");
        return;
    }
    if (!check_text(repl, "type", arg, &pkg, &last, &first))
        return;
    Buf text = {0};
    if (last && last->type)
        type_text(&text, last->type, pkg);
    printf("%s\n", text.len ? buf_str(&text) : "no value");
    buf_free(&text);
}

static void cmd_goroutines(Repl *repl, const char *arg)
{
    (void)arg;
    VM *vm = repl->vm;
    if (!vm->sched.all.len)
        printf("no goroutines but this prompt (goroutine 1)\n");
    GoroutineList all = {0}, stuck = {0};
    Reach *reach = reach_new(vm);
    reach_list(vm, &all);
    reach_find_stuck(reach, &stuck);
    reach_free(reach);
    for (u32 i = 0; i < all.len; i++) {
        const G *g = all.data[i];
        Buf where = {0}, why = {0};
        pos_print(&repl->loaded.sources, g->start_pos, &where);
        sched_describe_wait(vm, g, &why);
        bool leaked = false;
        for (u32 k = 0; k < stuck.len; k++)
            leaked |= stuck.data[k] == g;
        printf("goroutine %-4u %s, started at %s%s%s%s\n", g->id, g->start_fn->name,
               buf_str(&where), why.len ? ", waits for " : ", can run", buf_str(&why),
               leaked ? "; leaked: it can never go on" : "");
        buf_free(&where);
        buf_free(&why);
    }
    vec_free(&all);
    vec_free(&stuck);
}

static u32 queue_length(const WaitQueue *queue)
{
    u32 n = 0;
    for (const Waiter *w = queue->head; w; w = w->next)
        n++;
    return n;
}

static void cmd_channels(Repl *repl, const char *arg)
{
    (void)arg;
    VM *vm = repl->vm;
    u32 cursor = 0, shown = 0;
    MapEntry *entry;
    while ((entry = map_next(&vm->objects.table, &cursor))) {
        const ObjectInfo *info = (const ObjectInfo *)entry->value;
        if (!info->type || info->type->kind != RK_CHAN || info->count)
            continue;
        const Chan *ch = info->addr;
        Buf name = {0};
        show_name(vm, ch->ref.loc, &name);
        if (!name.len)
            loc_print(ch->ref.loc, &name);
        printf("%-12s %s, %llu of %llu buffered%s, %u sending, %u receiving\n", buf_str(&name),
               ch->type->text, (unsigned long long)ch->count, (unsigned long long)ch->cap,
               ch->closed ? ", closed" : "", queue_length(&ch->senders),
               queue_length(&ch->receivers));
        buf_free(&name);
        shown++;
    }
    if (!shown)
        printf("no channels\n");
}

static void cmd_state(Repl *repl, const char *arg)
{
    (void)arg;
    Buf out = {0};
    detector_state(executor_detector(repl->executor), &out);
    printf("%s", buf_str(&out));
    buf_free(&out);
}

static void cmd_step(Repl *repl, const char *arg)
{
    u64 steps = *arg ? strtoull(arg, NULL, 10) : 1;
    vm_run_idle(repl->vm, steps ? steps : 1);
    vm_flush(repl->vm);
    cmd_goroutines(repl, "");
}

static void cmd_schedule(Repl *repl, const char *arg)
{
    (void)arg;
    const Schedule *schedule = &executor_execution(repl->executor)->schedule;
    Buf text = {0};
    schedule_print_short(schedule, &text);
    if (decider_chooser(repl->decider)->fifo)
        printf("first in, first out: every answer is the default one\n");
    else
        printf("%s\n", schedule->steps.len ? buf_str(&text) : "no choices so far");
    buf_free(&text);
}

static void cmd_load(Repl *repl, const char *arg)
{
    Sources own = {0};
    SourceFile *file = *arg ? source_load(&own, arg) : NULL;
    if (!*arg)
        printf(":load needs a file\n");
    else if (!file)
        printf("cannot read %s\n", arg);
    else
        evaluate(repl, arg, file->text);
    source_free(&own);
}

static void cmd_reset(Repl *repl, const char *arg)
{
    (void)arg;
    end_session(repl);
    if (!start_session(repl))
        repl->quit = true;
    else
        printf("fresh start\n");
}

static void cmd_quit(Repl *repl, const char *arg)
{
    (void)arg;
    repl->quit = true;
}

static void cmd_help(Repl *repl, const char *arg);

typedef struct ReplCommand {
    const char *name, *argument, *says;
    void (*run)(Repl *repl, const char *arg);
} ReplCommand;

static const ReplCommand repl_commands[] = {
    {"help", "", "this list", cmd_help},
    {"type", "EXPR", "the type of an expression, without evaluating it", cmd_type},
    {"goroutines", "", "those that are alive, and what each waits for", cmd_goroutines},
    {"channels", "", "all channels: what they hold, how many wait", cmd_channels},
    {"state", "", "the configuration in the paper's notation", cmd_state},
    {"step", "[N]", "let the other goroutines take N steps (1)", cmd_step},
    {"schedule", "", "the scheduling choices made so far", cmd_schedule},
    {"load", "FILE", "evaluate a file as if typed here", cmd_load},
    {"reset", "", "forget everything", cmd_reset},
    {"quit", "", "leave (also Ctrl-D)", cmd_quit},
};

static void cmd_help(Repl *repl, const char *arg)
{
    (void)repl;
    (void)arg;
    printf("Type Go: statements, declarations, expressions. Packages import themselves.\n\n");
    for (u32 i = 0; i < COUNT_OF(repl_commands); i++) {
        char left[32];
        snprintf(left, sizeof left, ":%s %s", repl_commands[i].name, repl_commands[i].argument);
        printf("  %-16s %s\n", left, repl_commands[i].says);
    }
}

/* Any prefix that fits one command will do. */
static void run_command(Repl *repl, const char *line)
{
    const char *name = line + 1;
    size_t len = 0;
    while (isalpha((unsigned char)name[len]))
        len++;
    const char *arg = name + len;
    while (isspace((unsigned char)*arg))
        arg++;
    const ReplCommand *found = NULL;
    for (u32 i = 0; i < COUNT_OF(repl_commands); i++) {
        if (!len || strncmp(repl_commands[i].name, name, len))
            continue;
        bool exact = repl_commands[i].name[len] == '\0';
        if (!found || exact)
            found = &repl_commands[i];
        if (exact)
            break;
    }
    if (found)
        found->run(repl, arg);
    else
        printf("there is no command \"%s\"; :help lists them\n", line);
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

/* ---- completion: names in scope, packages, commands ---- */

static void complete_command(const char *typed, Completions *out)
{
    for (u32 i = 0; i < COUNT_OF(repl_commands); i++) {
        char name[32];
        snprintf(name, sizeof name, ":%s", repl_commands[i].name);
        if (!strncmp(name, typed, strlen(typed)))
            completions_add(out, name, strlen(name));
    }
}

/* The program's variables and functions; those of this session without "main.". */
static void complete_global(const Program *program, const char *typed, Completions *out)
{
    u32 nglobals = program->globals.len;
    for (u32 i = 0; i < nglobals + program->funcs.len; i++) {
        const char *name =
            i < nglobals ? program->globals.data[i].name : program->funcs.data[i - nglobals]->name;
        if (!strncmp(name, "main.", 5))
            name += 5;
        if (!strncmp(name, typed, strlen(typed)) && !strpbrk(name, "()$"))
            completions_add(out, name, strlen(name));
    }
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static void complete(void *ctx, const char *text, size_t at, Completions *out)
{
    const Repl *repl = ctx;
    out->from = at;
    while (out->from && in_name(text[out->from - 1]))
        out->from--;
    if (text[0] == ':')
        out->from = 0;
    char *typed = xstrdup(text + out->from);
    typed[at - out->from] = '\0';
    if (text[0] == ':')
        complete_command(typed, out);
    else if (*typed)
        complete_global(repl->loaded.program, typed, out);
    free(typed);
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
                                                  .complete = complete,
                                                  .ctx = repl});
}

static void loop(Repl *repl)
{
    while (!repl->quit) {
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
                run_command(repl, text);
            else
                evaluate(repl, name, text);
            fflush(stdout);
        }
        buf_free(&input);
    }
}

int cmd_repl(int argc, char **argv)
{
    Options options;
    if (!options_parse(&options, "repl", FOR_REPL, argc, argv))
        return STATUS_USAGE;
    if (options.path) {
        fprintf(stderr, "gol repl: what is %s? Type :load FILE at the prompt.\n", options.path);
        return STATUS_USAGE;
    }
    Repl repl = {.options = &options};
    if (start_session(&repl)) {
        if (isatty(STDIN_FILENO)) {
            start_editing(&repl);
            printf("gol: Go with race detection. :help for commands, Ctrl-D to leave.\n");
        }
        loop(&repl);
        if (repl.editor && !repl.quit)
            printf("\n");
    }
    editor_free(repl.editor);
    free(repl.history_file);
    end_session(&repl);
    options_free(&options);
    return repl.raced ? STATUS_RACE : STATUS_CLEAN;
}
