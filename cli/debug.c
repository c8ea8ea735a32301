/* gol debug: the debugger's client for terminals and pipes. A line becomes a request to debug/, a
 * reply becomes lines; the full screen (cli/debug_screen.c) shows the same. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "base/output.h"
#include "cli/commands.h"
#include "cli/debug.h"
#include "cli/debug_test.h"
#include "cli/line_editor.h"
#include "cli/setup.h"

static Debugger *interrupted; /* what Ctrl-C stops */

static void on_interrupt(int signal)
{
    (void)signal;
    if (interrupted)
        debug_interrupt(interrupted);
}

void debug_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
}

const char *debug_text(const cJSON *object, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    return text ? text : "";
}

u64 debug_number(const cJSON *object, const char *name)
{
    const cJSON *number = cJSON_GetObjectItem(object, name);
    return cJSON_IsNumber(number) ? (u64)number->valuedouble : 0;
}

/* ---- commands ---- */

typedef enum Takes {
    TAKES_NOTHING,
    TAKES_N, /* a count */
    TAKES_GOROUTINE,
    TAKES_POSITION, /* AT or AT.INSTR */
    TAKES_PLACE,    /* FILE:LINE [if CONDITION] */
    TAKES_NAME,
    TAKES_NUMBER,
    TAKES_FILE,
    TAKES_WHAT_NAME, /* write NAME, lock NAME, break */
} Takes;

typedef struct DebugCommand {
    const char *name, *argument, *says;
    Takes takes;
    const char *request, *what; /* members "do" and, if not NULL, "what" */
} DebugCommand;

static const DebugCommand commands[] = {
    {"step", "[N]", "one step: up to the next access or synchronisation", TAKES_N, "step", NULL},
    {"pick", "G", "goroutine G takes the next step (0: a timer fires)", TAKES_GOROUTINE, "pick",
     NULL},
    {"next", "[G]", "to goroutine G's next line, over calls", TAKES_GOROUTINE, "line", NULL},
    {"into", "[G]", "the same, into calls", TAKES_GOROUTINE, "line", "into"},
    {"continue", "", "to a breakpoint, watched write, race, or the end", TAKES_NOTHING, "run",
     NULL},
    {"until", "FILE:LINE", "the same, or to that line", TAKES_PLACE, "until", NULL},
    {"back", "[N]", "one step back", TAKES_N, "back", NULL},
    {"last", "WHAT", "back to the last `write X`, `lock MU` or `break`", TAKES_WHAT_NAME, "last",
     NULL},
    {"goto", "AT", "to that position", TAKES_POSITION, "goto", NULL},
    {"failure", "", "to one step before what goes wrong", TAKES_NOTHING, "failure", NULL},
    {"break", "FILE:LINE", "breakpoint; `if X == 3 && Y > 0` may follow", TAKES_PLACE, "break",
     NULL},
    {"watch", "X", "stop after each write of a variable", TAKES_NAME, "watch", NULL},
    {"stops", "", "the breakpoints and watched variables", TAKES_NOTHING, "stops", NULL},
    {"delete", "NUMBER", "a breakpoint or watch point", TAKES_NUMBER, "delete", NULL},
    {"print", "X", "a variable: x, p.field, s[3], *p", TAKES_NAME, "look", "value"},
    {"variables", "[G]", "those of goroutine G's function and of the package", TAKES_GOROUTINE,
     "look", "variables"},
    {"goroutines", "", "where each is, what it does next or waits for", TAKES_NOTHING, NULL, NULL},
    {"stack", "[G]", "the calls that goroutine G is in", TAKES_GOROUTINE, "look", "stack"},
    {"channels", "", "what they hold, how many wait", TAKES_NOTHING, "look", "channels"},
    {"locks", "", "those that are held, and by which goroutine", TAKES_NOTHING, "look", "locks"},
    {"races", "", "those found so far", TAKES_NOTHING, "look", "races"},
    {"save", "FILE", "the schedule up to here; gol replay FILE follows it", TAKES_FILE, "save",
     NULL},
    {"help", "", "this list", TAKES_NOTHING, NULL, NULL},
    {"quit", "", "leave (also Ctrl-D)", TAKES_NOTHING, NULL, NULL},
};

/* Any prefix will do; the first command that it fits. */
static const DebugCommand *find_command(const char *name, size_t len)
{
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        if (len && !strncmp(commands[i].name, name, len))
            return &commands[i];
    return NULL;
}

static void help(FILE *out)
{
    for (u32 i = 0; i < COUNT_OF(commands); i++) {
        char left[32];
        snprintf(left, sizeof left, "%s %s", commands[i].name, commands[i].argument);
        fprintf(out, "  %-18s %s\n", left, commands[i].says);
    }
}

static void add_number(cJSON *request, const char *name, const char *arg)
{
    if (isdigit((unsigned char)*arg))
        cJSON_AddNumberToObject(request, name, (double)strtoull(arg, NULL, 10));
}

static void add_place(cJSON *request, const char *arg)
{
    char *text = xstrdup(arg), *colon, *cond = strstr(text, " if ");
    if (cond) {
        *cond = '\0';
        cJSON_AddStringToObject(request, "if", cond + 4);
    }
    if ((colon = strrchr(text, ':'))) {
        *colon = '\0';
        add_number(request, "line", colon + 1);
    }
    cJSON_AddStringToObject(request, "file", text);
    free(text);
}

static void add_what(cJSON *request, const char *arg)
{
    size_t len = strcspn(arg, " ");
    char *what = xstrdup(arg);
    what[len] = '\0';
    cJSON_AddStringToObject(request, "what", what);
    cJSON_AddStringToObject(request, "name", arg + len + strspn(arg + len, " "));
    free(what);
}

static cJSON *request_of(const DebugCommand *command, const char *arg)
{
    cJSON *request = cJSON_CreateObject();
    cJSON_AddStringToObject(request, "do", command->request);
    if (command->what && !strcmp(command->what, "into"))
        cJSON_AddBoolToObject(request, "into", true);
    else if (command->what)
        cJSON_AddStringToObject(request, "what", command->what);
    const char *dot = strchr(arg, '.');
    switch (command->takes) {
    case TAKES_NOTHING:
    case TAKES_FILE: break;
    case TAKES_N: add_number(request, "n", arg); break;
    case TAKES_GOROUTINE: add_number(request, "goroutine", arg); break;
    case TAKES_NUMBER: add_number(request, "number", arg); break;
    case TAKES_POSITION:
        add_number(request, "at", arg);
        add_number(request, "instr", dot ? dot + 1 : "");
        break;
    case TAKES_PLACE: add_place(request, arg); break;
    case TAKES_NAME: cJSON_AddStringToObject(request, "name", arg); break;
    case TAKES_WHAT_NAME: add_what(request, arg); break;
    }
    return request;
}

/* ---- printing ---- */

static void print_goroutines(DebugClient *client)
{
    const cJSON *g;
    u64 next = debug_number(client->state, "next"), last = debug_number(client->state, "goroutine");
    cJSON_ArrayForEach(g, cJSON_GetObjectItem(client->state, "goroutines"))
    {
        u64 id = debug_number(g, "id");
        char at[512] = "";
        if (*debug_text(g, "file"))
            snprintf(at, sizeof at, " %s:%llu:%llu", debug_text(g, "file"),
                     (unsigned long long)debug_number(g, "line"),
                     (unsigned long long)debug_number(g, "col"));
        fprintf(client->out, "%s goroutine %llu %s%s  %s%s\n", id == next ? "->" : "  ",
                (unsigned long long)id, debug_text(g, "name"), at, debug_text(g, "what"),
                id == last ? "  (took the last step)" : "");
    }
}

/* What the program has written since the last time. */
static void print_output(DebugClient *client)
{
    const char *output = debug_text(client->state, "output");
    size_t len = strlen(output);
    if (len > client->shown)
        fprintf(client->out, "%s%s", output + client->shown, output[len - 1] == '\n' ? "" : "\n");
    client->shown = len > client->shown ? len : client->shown;
}

static void print_place(const DebugClient *client)
{
    u64 id =
        debug_number(client->state, debug_number(client->state, "instr") ? "goroutine" : "next");
    const cJSON *g;
    cJSON_ArrayForEach(g, cJSON_GetObjectItem(client->state, "goroutines"))
    {
        const char *file = debug_text(g, "file");
        u32 line = (u32)debug_number(g, "line"), len = 0;
        if (debug_number(g, "id") != id || !*file)
            continue;
        const char *text = debug_source_line(client, file, line, &len);
        fprintf(client->out, "goroutine %llu, %s:%u: %s\n%6u | %.*s\n", (unsigned long long)id,
                file, line, debug_text(g, "what"), line, (int)len, text);
    }
}

static void print_state(DebugClient *client)
{
    print_output(client);
    const char *note = debug_text(client->state, "note");
    u64 instr = debug_number(client->state, "instr");
    fprintf(client->out, "at %llu", (unsigned long long)debug_number(client->state, "at"));
    if (instr)
        fprintf(client->out, ".%llu", (unsigned long long)instr);
    fprintf(client->out, " (%s)%s%s\n", debug_text(client->state, "stopped"), *note ? ": " : "",
            note);
    if (cJSON_HasObjectItem(client->state, "verdict"))
        fprintf(client->out, "%sthe program has ended: %s\n", debug_text(client->state, "report"),
                debug_text(client->state, "verdict"));
    else
        print_place(client);
}

/* ---- replies ---- */

const char *debug_source_line(const DebugClient *client, const char *file, u32 line, u32 *len)
{
    const Sources *sources = &client->loaded->sources;
    for (u32 i = 0; i < sources->files.len; i++)
        if (!strcmp(sources->files.data[i]->name, file))
            return source_line(sources->files.data[i], line, len);
    *len = 0;
    return "";
}

static void print_stops(const DebugClient *client, const cJSON *stops)
{
    const cJSON *stop;
    cJSON_ArrayForEach(stop, stops)
    {
        const char *watch = debug_text(stop, "watch"), *cond = debug_text(stop, "if");
        fprintf(client->out, "%llu ", (unsigned long long)debug_number(stop, "number"));
        if (*watch)
            fprintf(client->out, "writes of %s\n", watch);
        else
            fprintf(client->out, "%s:%llu%s%s\n", debug_text(stop, "file"),
                    (unsigned long long)debug_number(stop, "line"), *cond ? " if " : "", cond);
    }
}

static void save(const DebugClient *client, const cJSON *reply, const char *path)
{
    Buf place = {0};
    if (*path != '/' && client->top)
        buf_printf(&place, "%s/", client->top);
    buf_puts(&place, path);
    output_at_prompt(true);
    OutputFile *output = *path ? output_open_whole(buf_str(&place)) : NULL;
    buf_free(&place);
    if (output)
        fputs(debug_text(reply, "text"), output->file);
    bool saved = output && output_close(output);
    output_at_prompt(false);
    if (!*path)
        fprintf(client->out, "save to which file?\n");
    else if (!saved)
        fprintf(client->out, "cannot write %s: %s\n", path, strerror(errno));
    else
        fprintf(client->out, "saved; gol replay %s follows it\n", path);
}

/* Takes over the reply. */
static void show_reply(DebugClient *client, cJSON *reply, const char *arg)
{
    const cJSON *lines = cJSON_GetObjectItem(reply, "lines"), *line;
    const cJSON *stops = cJSON_GetObjectItem(reply, "stops");
    const char *error = debug_text(reply, "error");
    if (*error)
        fprintf(client->out, "%s\n", error);
    else if (cJSON_HasObjectItem(reply, "text"))
        save(client, reply, arg);
    else if (cJSON_HasObjectItem(reply, "number"))
        fprintf(client->out, "number %llu\n", (unsigned long long)debug_number(reply, "number"));
    else if (stops && cJSON_GetArraySize(stops))
        print_stops(client, stops);
    else if (stops || (lines && !cJSON_GetArraySize(lines)))
        fprintf(client->out, "none\n");
    cJSON_ArrayForEach(line, lines) fprintf(client->out, "%s\n", cJSON_GetStringValue(line));
    if (cJSON_HasObjectItem(reply, "stopped")) {
        cJSON_Delete(client->state);
        client->state = reply;
        if (!client->screen)
            print_state(client);
    } else {
        cJSON_Delete(reply);
    }
}

void debug_command(DebugClient *client, const char *line)
{
    size_t len = 0;
    while (isalpha((unsigned char)line[len]))
        len++;
    const DebugCommand *command = find_command(line, len);
    const char *arg = line + len + strspn(line + len, " ");
    if (!command)
        fprintf(client->out, "there is no command \"%s\"; help lists them\n", line);
    else if (!strcmp(command->name, "quit"))
        client->quit = true;
    else if (!strcmp(command->name, "help"))
        help(client->out);
    else if (!strcmp(command->name, "goroutines"))
        print_goroutines(client);
    else {
        cJSON *request = request_of(command, arg);
        show_reply(client, debug_request(client->debugger, request), arg);
        cJSON_Delete(request);
    }
    fflush(client->out);
}

/* ---- reading ---- */

static bool is_incomplete(void *ctx, const char *text, size_t len)
{
    (void)ctx;
    (void)text;
    (void)len;
    return false;
}

static void complete(void *ctx, const char *text, size_t at, Completions *out)
{
    (void)ctx;
    out->from = 0;
    for (u32 i = 0; i < COUNT_OF(commands); i++)
        if (!strncmp(commands[i].name, text, at))
            completions_add(out, commands[i].name, strlen(commands[i].name));
}

static bool read_command(LineEditor *editor, Buf *out)
{
    vec_clear(out);
    if (editor) {
        LineStatus status = editor_read(editor, "debug> ", out);
        if (status == LINE_DROPPED)
            vec_clear(out);
        return status != LINE_END;
    }
    char *line = NULL;
    size_t cap = 0;
    ssize_t len = getline(&line, &cap, stdin);
    if (len > 0)
        buf_add(out, line, (size_t)len - (line[len - 1] == '\n'));
    free(line);
    return len >= 0;
}

/* An empty line is the last command once more. */
static void loop(DebugClient *client)
{
    bool tty = isatty(STDIN_FILENO);
    LineEditorConfig config = {.incomplete = is_incomplete, .complete = complete};
    LineEditor *editor = tty ? editor_new(&config) : NULL;
    Buf line = {0}, before = {0};
    while (!client->quit && read_command(editor, &line)) {
        if (editor && line.len)
            editor_remember(editor, buf_str(&line));
        if (line.len) {
            vec_clear(&before);
            buf_add(&before, line.data, line.len);
        }
        if (before.len && (line.len || tty))
            debug_command(client, buf_str(&before));
    }
    buf_free(&line);
    buf_free(&before);
    editor_free(editor);
}

/* Each line a request, each answer a line. */
static void loop_json(DebugClient *client)
{
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, stdin) >= 0) {
        cJSON *request = cJSON_Parse(line);
        cJSON *reply = debug_request(client->debugger, request);
        char *text = cJSON_PrintUnformatted(reply);
        printf("%s\n", text);
        fflush(stdout);
        cJSON_free(text);
        cJSON_Delete(reply);
        cJSON_Delete(request);
    }
    free(line);
}

/* ---- the command ---- */

static void begin(DebugClient *client, const Options *options)
{
    cJSON *request = cJSON_CreateObject();
    cJSON_AddStringToObject(request, "do", options->choose.schedule ? "failure" : "state");
    show_reply(client, debug_request(client->debugger, request), "");
    cJSON_Delete(request);
}

static int run(DebugClient *client, const Options *options)
{
    interrupted = client->debugger;
    debug_catch_interrupts();
    if (options->out.json) {
        loop_json(client);
    } else if (!options->out.plain && debug_screen_fits()) {
        debug_screen(client, options->choose.schedule != NULL, options->out.color_out);
    } else {
        printf("gol debug: help lists the commands, Ctrl-D leaves.\n");
        begin(client, options);
        loop(client);
    }
    interrupted = NULL;
    cJSON_Delete(client->state);
    return STATUS_CLEAN;
}

/* test: NULL: not one. */
static int debug_loaded(Loaded *loaded, const Options *options, DebugTest *test)
{
    Reporter reporter = {0};
    Schedule schedule = {0};
    DebugClient client = {.loaded = loaded, .out = stdout, .path = options->path};
    int status = STATUS_USAGE;
    if (setup_schedule(loaded, options, &schedule) && setup_detector(options) &&
        reporter_begin(&reporter, options, &loaded->sources)) {
        DebugConfig config = {.executor = setup_config(loaded, options, &reporter),
                              .schedule = options->choose.schedule ? &schedule : NULL,
                              .seed = options->choose.seed,
                              .has_seed = options->choose.has_seed};
        if (test) {
            config.executor.argc = DEBUG_TEST_ARGS;
            config.executor.argv = test->args;
            client.top = test->top;
            config.executor.max_time = (i64)options->tests.timeout_ms * 1000000;
        }
        client.debugger = debug_new(&config);
        if (client.debugger) {
            status = run(&client, options);
            debug_free(client.debugger);
        } else {
            perror("gol debug: no process can be started to run the program");
            status = STATUS_LIMIT;
        }
    }
    reporter_end(&reporter);
    schedule_free(&schedule);
    return status;
}

int cmd_debug(int argc, char **argv)
{
    Options options;
    int status = STATUS_USAGE;
    Loaded loaded;
    if (!options_parse(&options, "debug", FOR_DEBUG, argc, argv)) {
        options_free(&options);
        return status;
    }
    DebugTest test;
    bool tests = options.tests.pattern != NULL;
    if (!options.path && !tests) {
        fprintf(stderr, "gol debug: which program? usage: gol debug [flags] FILE|DIR [args]\n");
    } else {
        if (tests ? debug_find_test(&loaded, &options, &test)
                  : load_program(&loaded, options.path, &options, SHOWN_ERRORS))
            status = debug_loaded(&loaded, &options, tests ? &test : NULL);
        load_free(&loaded);
    }
    options_free(&options);
    return status;
}
