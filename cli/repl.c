/* gol repl: statements, declarations and expressions at a prompt. Goroutines started there live on
 * between the lines; a race is reported when it happens; nothing but :quit ends the session. */
#include <ctype.h>
#include <editline/readline.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/setup.h"
#include "vm/chan.h"
#include "vm/reach.h"
#include "vm/show.h"
#include "vm/sync.h"
#include "vm/track.h"
#include "vm/value.h"

enum {
    IDLE_STEPS = 100000, /* what other goroutines may run before the prompt comes back */
    HISTORY_LINES = 1000,
};

typedef struct Repl {
    const Options *options;
    Loaded loaded;
    Reporter reporter;
    Executor *executor;
    VM *vm; /* of the executor */
    Decider *decider;
    bool tty;
    bool quit;
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
    u64 none[1];
    return vm_run_func(repl->vm, repl->loaded.program->entry, none);
}

static void end_session(Repl *repl)
{
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

/* A line without its newline, malloc'd; NULL at the end of input. */
static char *read_line(Repl *repl, const char *prompt)
{
    if (repl->tty)
        return readline(prompt);
    char *line = NULL;
    size_t cap = 0;
    ssize_t len = getline(&line, &cap, stdin);
    if (len < 0) {
        free(line);
        return NULL;
    }
    if (len && line[len - 1] == '\n')
        line[len - 1] = '\0';
    return line;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t\r")] == '\0';
}

/* Reads until the input is complete; an empty line ends an unfinished one. False at the end. */
static bool read_input(Repl *repl, Buf *input)
{
    char *line = read_line(repl, "gol> ");
    if (!line)
        return false;
    buf_puts(input, line);
    while (line[0] != ':' && parse_is_incomplete(input->data ? input->data : "", input->len)) {
        free(line);
        line = read_line(repl, "...> ");
        if (!line || (repl->tty && is_blank(line)))
            break;
        buf_printf(input, "\n%s", line);
    }
    free(line);
    return true;
}

/* ---- completion: names in scope, packages, commands ---- */

static const Repl *completing; /* libedit's callback takes no context */

static char *complete_next(const char *text, int state)
{
    static u32 next;
    if (!state)
        next = 0;
    if (text[0] == ':') {
        while (next < COUNT_OF(repl_commands)) {
            const char *name = repl_commands[next++].name;
            if (!strncmp(name, text + 1, strlen(text + 1))) {
                char *full = xmalloc(strlen(name) + 2);
                full[0] = ':';
                memcpy(full + 1, name, strlen(name) + 1);
                return full;
            }
        }
        return NULL;
    }
    const Program *program = completing->loaded.program;
    u32 nglobals = program->globals.len;
    while (next < nglobals + program->funcs.len) {
        const char *name = next < nglobals ? program->globals.data[next].name
                                           : program->funcs.data[next - nglobals]->name;
        next++;
        if (!strncmp(name, "main.", 5))
            name += 5;
        if (!strncmp(name, text, strlen(text)) && !strpbrk(name, "()$") && *text)
            return xstrdup(name);
    }
    return NULL;
}

static char **complete(const char *text, int start, int end)
{
    (void)start;
    (void)end;
    return rl_completion_matches(text, complete_next);
}

static void start_editing(Repl *repl)
{
    rl_readline_name = "gol";
    rl_attempted_completion_function = complete;
    completing = repl;
    using_history();
    stifle_history(HISTORY_LINES);
    const char *home = getenv("HOME");
    if (!home)
        return;
    Buf path = {0};
    buf_printf(&path, "%s/.gol_history", home);
    repl->history_file = xstrdup(buf_str(&path));
    buf_free(&path);
    read_history(repl->history_file);
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
            if (repl->tty)
                add_history(text);
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
    Repl repl = {.options = &options, .tty = isatty(STDIN_FILENO)};
    if (start_session(&repl)) {
        if (repl.tty) {
            start_editing(&repl);
            printf("gol: Go with race detection. :help for commands, Ctrl-D to leave.\n");
        }
        loop(&repl);
        if (repl.tty)
            printf("\n");
        if (repl.history_file)
            write_history(repl.history_file);
    }
    free(repl.history_file);
    end_session(&repl);
    options_free(&options);
    return STATUS_CLEAN;
}
