/* What begins with a colon at the prompt. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>

#include "base/output.h"
#include "base/whole_file.h"
#include "cli/draw.h"
#include "cli/repl.h"
#include "explore/schedule/choosers.h"
#include "vm/chan.h"
#include "vm/reach.h"
#include "vm/show.h"
#include "vm/sync.h"
#include "vm/track.h"

static void cmd_type(Repl *repl, const char *arg)
{
    if (!*arg) {
        printf(":type needs an expression\n");
        return;
    }
    Checked checked = repl_check(repl, "type", arg);
    if (!checked.input)
        return;
    Buf text = {0};
    if (checked.last)
        type_text(&text, checked.last->type, checked.pkg);
    printf("%s\n", text.len ? buf_str(&text) : "no value");
    buf_free(&text);
}

/* ---- looking at the machine ---- */

static bool has(const GoroutineList *list, const G *g)
{
    for (u32 i = 0; i < list->len; i++)
        if (list->data[i] == g)
            return true;
    return false;
}

static void print_goroutine(Repl *repl, const G *g, bool leaked)
{
    VM *vm = repl->session->vm;
    const Sources *sources = &repl->session->loaded.sources;
    Buf started = {0}, at = {0}, what = {0};
    if (g->start_pos)
        pos_print(sources, g->start_pos, &started);
    Pos pos = vm_user_pos(vm, g);
    if (pos)
        pos_print(sources, pos, &at);
    show_activity(vm, g, &what);
    printf("goroutine %-4u %s%s%s%s%s, %s%s\n", g->id,
           g == vm->repl.input ? "the input" : g->start_fn->name,
           started.len && g != vm->repl.input ? ", started at " : "",
           g != vm->repl.input ? buf_str(&started) : "", at.len ? ", is at " : "", buf_str(&at),
           buf_str(&what), leaked ? "; leaked: it can never go on" : "");
    buf_free(&started);
    buf_free(&at);
    buf_free(&what);
}

static void cmd_goroutines(Repl *repl, const char *arg)
{
    (void)arg;
    VM *vm = repl->session->vm;
    if (!vm->sched.all.len)
        printf("no goroutines but this prompt (goroutine 1)\n");
    GoroutineList all = {0}, stuck = {0};
    Reach *reach = reach_new(vm);
    reach_list(vm, &all);
    if (!vm->repl.held) /* they have not been given the chance to go on */
        reach_find_stuck(reach, &stuck);
    reach_free(reach);
    for (u32 i = 0; i < all.len; i++)
        print_goroutine(repl, all.data[i], has(&stuck, all.data[i]));
    vec_free(&all);
    vec_free(&stuck);
}

static void cmd_channels(Repl *repl, const char *arg)
{
    (void)arg;
    Buf text = {0};
    show_channels(repl->session->vm, &text);
    printf("%s", text.len ? buf_str(&text) : "no channels\n");
    buf_free(&text);
}

static void cmd_locks(Repl *repl, const char *arg)
{
    (void)arg;
    Buf text = {0};
    show_locks(repl->session->vm, &text);
    printf("%s", text.len ? buf_str(&text) : "no lock is held\n");
    buf_free(&text);
}

static void cmd_state(Repl *repl, const char *arg)
{
    (void)arg;
    Buf out = {0};
    detector_state(executor_detector(repl->session->executor), &out);
    printf("%s", buf_str(&out));
    buf_free(&out);
}

/* ---- driving goroutines by hand ---- */

/* vm_hold's chooser: everything but which goroutine goes on is decided as when they run freely. */
static u32 hold_pick(Chooser *self, const Choice *choice)
{
    const Session *session = (const Session *)((char *)self - offsetof(Session, hold));
    Chooser *inner = session->vm->repl.free;
    return choice->options > 1 && !inner->fifo ? chooser_pick(inner, choice)
                                               : chooser_default(choice);
}

static void hold_free(Chooser *self)
{
    (void)self;
}

void repl_print_pending(Repl *repl)
{
    const Session *session = repl->session;
    if (!session->pending || session->vm->repl.input->status != G_WAITING)
        return;
    Buf why = {0};
    sched_describe_wait(session->vm, session->vm->repl.input, &why);
    printf("held: the input waits for %s; :step and :pick let goroutines go on\n", buf_str(&why));
    buf_free(&why);
}

static void cmd_hold(Repl *repl, const char *arg)
{
    (void)arg;
    Session *session = repl->session;
    Chooser *asks = chooser_random(0); /* where schedules have choices */
    session->hold = *asks;
    asks->free(asks);
    session->hold.pick = hold_pick;
    session->hold.free = hold_free;
    session->hold.asks_alone = true;
    vm_hold(session->vm, &session->hold);
    printf("goroutines now go on with :step and :pick only; :release lets them run\n");
}

static void cmd_release(Repl *repl, const char *arg)
{
    (void)arg;
    Session *session = repl->session;
    if (!session->vm->repl.held) {
        printf("goroutines are not held; :hold does that\n");
        return;
    }
    vm_hold(session->vm, NULL);
    repl_run_idle(repl);
    repl_finish_pending(repl);
    if (session->pending)
        repl_print_pending(repl);
    cmd_goroutines(repl, "");
}

static void cmd_drop(Repl *repl, const char *arg)
{
    (void)arg;
    if (!repl->session->pending)
        printf("no input waits\n");
    vm_drop_input(repl->session->vm);
    repl->session->pending = NULL;
}

/* Takes steps of g (NULL: of the first that can go on) and shows what has become of it. */
static void take_steps(Repl *repl, G *g, u64 steps)
{
    VM *vm = repl->session->vm;
    if (!vm_step_held(vm, g, steps))
        printf("no goroutine can go on\n");
    repl_finish_pending(repl);
    cmd_goroutines(repl, "");
}

static void cmd_step(Repl *repl, const char *arg)
{
    u64 steps = strtoull(arg, NULL, 10);
    VM *vm = repl->session->vm;
    if (vm->repl.held) {
        take_steps(repl, NULL, steps ? steps : 1);
        return;
    }
    vm_run_idle(vm, steps ? steps : 1);
    cmd_goroutines(repl, "");
}

static void cmd_pick(Repl *repl, const char *arg)
{
    char *rest;
    u64 id = strtoull(arg, &rest, 10), steps = strtoull(rest, NULL, 10);
    VM *vm = repl->session->vm;
    G *g = NULL;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i]->id == id)
            g = vm->sched.all.data[i];
    if (!vm->repl.held)
        printf(":pick is for goroutines that are held; see :hold\n");
    else if (!g)
        printf("there is no goroutine \"%s\"; :goroutines lists them\n", arg);
    else if (g->status != G_RUNNABLE)
        print_goroutine(repl, g, false);
    else
        take_steps(repl, g, steps ? steps : 1);
}

/* ---- files ---- */

static void cmd_schedule(Repl *repl, const char *arg)
{
    (void)arg;
    const Schedule *schedule = &executor_execution(repl->session->executor)->schedule;
    Buf text = {0};
    schedule_print_short(schedule, &text);
    if (decider_chooser(repl->session->decider)->fifo)
        printf("first in, first out: every answer is the default one\n");
    else
        printf("%s\n", schedule->steps.len ? buf_str(&text) : "no choices so far");
    buf_free(&text);
}

/* Whether the file has no package clause. */
static bool is_script(SourceFile *file)
{
    Arena arena = {0};
    Interner syms = {0};
    Sources none = {0};
    Diags diags = {.sources = &none};
    ParseContext cx = {.arena = &arena, .syms = &syms, .diags = &diags};
    bool script = !parse_file(&cx, file)->package;
    diag_free(&diags);
    intern_free(&syms);
    arena_free(&arena);
    return script;
}

bool repl_load(Repl *repl, const char *path)
{
    Sources own = {0};
    bool program = is_directory(path);
    SourceFile *file = program ? NULL : source_load(&own, path);
    bool ok = false;
    if (!program && !file)
        printf("cannot read %s: %s\n", path, strerror(errno));
    else if (!program && is_script(file))
        ok = repl_evaluate(repl, path, file->text, false);
    else if ((ok = repl_begin(repl, path)))
        printf("loaded %s: its names are there, main() runs it\n", path);
    source_free(&own);
    return ok;
}

static void cmd_load(Repl *repl, const char *arg)
{
    if (!*arg)
        printf(":load needs a file or a directory\n");
    else
        repl_load(repl, arg);
}

static void cmd_reset(Repl *repl, const char *arg)
{
    (void)arg;
    if (repl_begin(repl, NULL))
        printf("fresh start\n");
}

/* What the prompt printed by itself, a script has to print. */
static void write_typed(const Typed *typed, FILE *out)
{
    if (typed->expr_end)
        fprintf(out, "%.*sfmt.Println(%.*s)%s\n", (int)typed->expr_at, typed->text,
                (int)(typed->expr_end - typed->expr_at), typed->text + typed->expr_at,
                typed->text + typed->expr_end);
    else
        fprintf(out, "%s\n", typed->text);
}

/* Redeclaring a name is allowed at the prompt only. */
static void check_saved(Repl *repl, const char *path)
{
    Loaded loaded;
    if (load_program(&loaded, path, repl->options, 1))
        printf("saved; gol run %s runs it\n", path);
    else
        printf("saved, but it needs a change before it can be run\n");
    load_free(&loaded);
}

static void cmd_save(Repl *repl, const char *arg)
{
    const Session *session = repl->session;
    if (!*arg) {
        printf(":save needs the name of a file, such as session.gol\n");
        return;
    }
    if (session->program) {
        printf("the session began with %s, which a script cannot contain\n", session->program);
        return;
    }
    output_at_prompt(true);
    OutputFile *output = output_open_whole(arg);
    for (u32 i = 0; output && i < session->typed.len; i++)
        write_typed(&session->typed.data[i], output->file);
    bool saved = output && output_close(output);
    output_at_prompt(false);
    if (!saved)
        printf("cannot write %s: %s\n", arg, strerror(errno));
    else
        check_saved(repl, arg);
}

/* The picture is that of the executor's steps so far; it grows with the session. */
static void cmd_show(Repl *repl, const char *arg)
{
    const char *path = *arg ? arg : "session.html";
    Session *session = repl->session;
    Reporter *reporter = &session->reporter;
    PictureHead head = {.title = session->program ? session->program : "what was typed",
                        .detector = repl->options->detector,
                        .verdict = reporter->races ? "race" : "no race so far"};
    picture_end(reporter->picture);
    picture_head(reporter->picture, &head);
    output_at_prompt(true);
    bool saved = draw_save(reporter->picture, repl->options, path);
    output_at_prompt(false);
    if (saved)
        printf("wrote %s, to be opened in a browser\n", path);
    else
        printf("cannot write %s: %s\n", path, strerror(errno));
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
    {"locks", "", "those that are held, and by which goroutine", cmd_locks},
    {"state", "", "the configuration in the paper's notation", cmd_state},
    {"hold", "", "let goroutines go on by hand only", cmd_hold},
    {"step", "[N]", "N steps (1), while held of the goroutine that is next", cmd_step},
    {"pick", "G [N]", "while held: N steps (1) of goroutine G", cmd_pick},
    {"drop", "", "end the input that waits while goroutines are held", cmd_drop},
    {"release", "", "let all goroutines run again", cmd_release},
    {"schedule", "", "the scheduling choices made so far", cmd_schedule},
    {"load", "FILE|DIR", "a script as if typed here; a program, in a fresh session", cmd_load},
    {"save", "FILE", "write what was typed as a script", cmd_save},
    {"show", "[FILE]", "write a picture of the session so far, session.html", cmd_show},
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
void repl_command(Repl *repl, const char *line)
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

void repl_complete_command(const char *typed, Completions *out)
{
    for (u32 i = 0; i < COUNT_OF(repl_commands); i++) {
        char name[32];
        snprintf(name, sizeof name, ":%s", repl_commands[i].name);
        if (!strncmp(name, typed, strlen(typed)))
            completions_add(out, name, strlen(name));
    }
}
