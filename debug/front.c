/* From requests to orders: the process that is asked. It never runs the program itself: it forks
 * the process that begins a run, and wakes checkpoints. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "debug/process.h"

struct Debugger {
    DebugConfig config;
    Executor *executor;
    Shared *shared;
    Pipes pipes;
    cJSON *state; /* the last one */
    u32 stops;    /* numbers given to breakpoints and watch points */
    bool failed;  /* no process could be started */
};

static const Position ANYWHERE = {UINT64_MAX, 0};

static cJSON *fault(const char *text)
{
    cJSON *reply = cJSON_CreateObject();
    cJSON_AddStringToObject(reply, "error", text);
    return reply;
}

/* ---- processes ---- */

static void start(Debugger *d)
{
    d->shared->raced = d->shared->ended = false;
    pid_t pid = fork();
    if (pid == 0)
        process_run(d->executor, &d->config, d->shared, &d->pipes);
    d->shared->active = pid > 0 ? pid : 0;
    d->failed = pid < 0;
}

/* A reply; NULL: the active process has died. */
static cJSON *await_reply(Debugger *d)
{
    enum { CHECK_MS = 500 };
    struct pollfd reply = {.fd = d->pipes.replies[0], .events = POLLIN};
    while (poll(&reply, 1, CHECK_MS) <= 0)
        if (d->shared->active && kill(d->shared->active, 0) != 0 && poll(&reply, 1, 0) <= 0)
            return NULL;
    return wire_get(reply.fd);
}

static cJSON *carry_out(Debugger *d)
{
    char go = 1;
    if (d->failed)
        return fault("no process can be started to run the program");
    wire_write(d->pipes.orders[1], &go, 1);
    cJSON *reply = await_reply(d);
    if (reply || d->shared->order.kind == TASK_QUIT)
        return reply;
    start(d);
    return fault("the process that ran the program has died; the run begins anew");
}

static void quit_active(Debugger *d)
{
    d->shared->order.kind = TASK_QUIT;
    cJSON_Delete(carry_out(d));
    d->shared->ended = false;
}

static void end_checkpoints(Debugger *d, u64 after)
{
    for (u32 i = 0; i < MOST_CHECKPOINTS; i++) {
        Checkpoint *c = &d->shared->checkpoints[i];
        if (c->pid && c->at > after)
            checkpoint_end(c);
    }
}

/* The last checkpoint at most at `at`, or -1: the start. */
static int checkpoint_before(const Debugger *d, u64 at)
{
    int best = -1;
    for (int i = 0; i < MOST_CHECKPOINTS; i++) {
        const Checkpoint *c = &d->shared->checkpoints[i];
        if (c->pid && c->at <= at && (best < 0 || c->at > d->shared->checkpoints[best].at))
            best = i;
    }
    return best;
}

/* Another process becomes the active one: one that is at the checkpoint. */
static void resume(Debugger *d, int checkpoint)
{
    char wake = 1;
    quit_active(d);
    d->shared->active = 0;
    if (checkpoint < 0)
        start(d);
    else
        wire_write(d->pipes.wake[checkpoint][1], &wake, 1);
}

/* ---- running ---- */

static cJSON *take_state(Debugger *d, cJSON *state)
{
    if (!cJSON_HasObjectItem(state, "error")) {
        cJSON_Delete(d->state);
        d->state = cJSON_Duplicate(state, true);
    }
    return state;
}

static cJSON *run(Debugger *d, Task order)
{
    order.kind = TASK_RUN;
    d->shared->order = order;
    return take_state(d, carry_out(d));
}

static cJSON *go_to(Debugger *d, Position to)
{
    if (d->shared->ended || !position_before(d->shared->here, to))
        resume(d, checkpoint_before(d, to.at - (to.instr > 0 && to.at > 0)));
    return run(d, (Task){.until = to});
}

static cJSON *step(Debugger *d, u64 n)
{
    if (d->shared->ended)
        return fault("the program has ended; `back` goes back");
    return run(d, (Task){.until = ANYWHERE, .steps = n});
}

static cJSON *back(Debugger *d, u64 n)
{
    const Shared *shared = d->shared;
    if (!shared->nrecent)
        return fault("this is the start");
    bool all = shared->nrecent < RECENT; /* that there are */
    u64 to = shared->recent[n <= shared->nrecent ? n - 1 : shared->nrecent - 1];
    if (n > shared->nrecent && !all)
        to = shared->here.at > n ? shared->here.at - n : 0;
    return go_to(d, (Position){to, 0});
}

static cJSON *pick(Debugger *d, u32 goroutine)
{
    Shared *shared = d->shared;
    if (shared->ended)
        return fault("the program has ended; `back` goes back");
    if (shared->here.instr) /* inside of a step: on to the next choice */
        cJSON_Delete(step(d, 1));
    const cJSON *g, *all = cJSON_GetObjectItem(d->state, "goroutines");
    bool can_run = goroutine == 0;
    cJSON_ArrayForEach(g, all) if ((u32)cJSON_GetNumberValue(cJSON_GetObjectItem(g, "id")) ==
                                   goroutine) can_run =
        cJSON_IsTrue(cJSON_GetObjectItem(g, "can_run"));
    if (!can_run)
        return fault("that goroutine cannot go on now");
    while (shared->npicks && shared->picks[shared->npicks - 1].at >= shared->here.at)
        shared->npicks--;
    if (shared->npicks == MOST_PICKS)
        return fault("too many picks");
    end_checkpoints(d, shared->here.at);
    shared->picks[shared->npicks++] = (Pick){shared->here.at, goroutine};
    return step(d, 1);
}

static bool is_bad(const cJSON *state)
{
    const char *verdict = cJSON_GetStringValue(cJSON_GetObjectItem(state, "verdict"));
    return verdict && strcmp(verdict, "clean") != 0;
}

/* One step before what went wrong; the start if nothing did. */
static cJSON *to_failure(Debugger *d)
{
    resume(d, -1);
    cJSON *state = run(d, (Task){.until = ANYWHERE, .races = true});
    bool bad = d->shared->raced || is_bad(state);
    const char *why = cJSON_GetStringValue(cJSON_GetObjectItem(state, "note"));
    char note[TEXT];
    snprintf(note, sizeof note, "%s",
             !bad               ? "nothing goes wrong in this run"
             : d->shared->raced ? why
                                : cJSON_GetStringValue(cJSON_GetObjectItem(state, "verdict")));
    cJSON_Delete(state);
    u64 at = d->shared->raced ? d->shared->raced_at : d->shared->nrecent ? d->shared->recent[0] : 0;
    state = go_to(d, (Position){bad ? at : 0, 0});
    char text[TEXT + 32];
    snprintf(text, sizeof text, "%s%s", bad ? "one step before: " : "", note);
    cJSON_ReplaceItemInObject(state, "note", cJSON_CreateString(text));
    return state;
}

static cJSON *look(Debugger *d, const char *what, u32 goroutine, const char *name)
{
    Task *order = &d->shared->order;
    order->kind = TASK_LOOK;
    order->goroutine = goroutine;
    snprintf(order->what, TEXT, "%s", what);
    snprintf(order->name, TEXT, "%s", name ? name : "");
    return carry_out(d);
}

/* Runs do not write their schedules down, which would take more memory than all else: another run
 * does. */
static cJSON *save(Debugger *d)
{
    Position here = d->shared->here;
    bool ended = d->shared->ended;
    resume(d, -1);
    cJSON_Delete(run(d, (Task){.until = ended ? ANYWHERE : here, .record = true}));
    return look(d, "schedule", 0, NULL);
}

/* Searches the pieces between checkpoints, the last one first. */
static cJSON *last(Debugger *d, FindKind find, const char *name)
{
    Position here = d->shared->here, limit = here;
    if (find != FIND_BREAK) {
        cJSON *place = look(d, "place", 0, name);
        if (cJSON_HasObjectItem(place, "error"))
            return place;
        cJSON_Delete(place);
    }
    Task order = {.find = find,
                  .sought_loc = d->shared->order.sought_loc,
                  .sought_size = d->shared->order.sought_size};
    d->shared->has_found = false;
    for (;;) {
        int from = limit.at ? checkpoint_before(d, limit.at - 1) : -1;
        u64 begin = from < 0 ? 0 : d->shared->checkpoints[from].at;
        resume(d, from);
        order.until = limit;
        cJSON_Delete(run(d, order));
        if (d->shared->has_found || from < 0)
            break;
        limit = (Position){begin, 0};
    }
    if (d->shared->has_found)
        return go_to(d, d->shared->found);
    cJSON_Delete(go_to(d, here));
    return fault("not before here");
}

/* ---- stops ---- */

static const char *text_of(const cJSON *request, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(request, name));
    return text ? text : "";
}

static u64 number_of(const cJSON *request, const char *name, u64 otherwise)
{
    const cJSON *number = cJSON_GetObjectItem(request, name);
    return cJSON_IsNumber(number) && number->valuedouble >= 0 ? (u64)number->valuedouble
                                                              : otherwise;
}

/* NULL: there are too many. */
static Stop *free_stop(Debugger *d)
{
    for (u32 i = 0; i < MOST_STOPS; i++)
        if (!d->shared->stops[i].number)
            return &d->shared->stops[i];
    return NULL;
}

static cJSON *add_stop(Debugger *d, const cJSON *request, bool watch)
{
    Stop *stop = free_stop(d);
    if (!stop)
        return fault("too many breakpoints");
    if (watch) {
        cJSON *place = look(d, "place", 0, text_of(request, "name"));
        if (cJSON_HasObjectItem(place, "error"))
            return place;
        cJSON_Delete(place);
    } else if (!*text_of(request, "file") || !number_of(request, "line", 0)) {
        return fault("a breakpoint needs FILE:LINE");
    }
    snprintf(stop->file, TEXT, "%s", watch ? "" : text_of(request, "file"));
    snprintf(stop->condition, TEXT, "%s", text_of(request, watch ? "name" : "if"));
    stop->line = (u32)number_of(request, "line", 0);
    stop->number = ++d->stops;
    cJSON *reply = cJSON_CreateObject();
    cJSON_AddNumberToObject(reply, "number", stop->number);
    return reply;
}

static cJSON *delete_stop(Debugger *d, u64 number)
{
    for (u32 i = 0; i < MOST_STOPS; i++) {
        if (!number || d->shared->stops[i].number != number)
            continue;
        d->shared->stops[i].number = 0;
        cJSON *reply = cJSON_CreateObject();
        cJSON_AddNumberToObject(reply, "number", (double)number);
        return reply;
    }
    return fault("there is no breakpoint or watch point of that number");
}

static cJSON *list_stops(const Debugger *d)
{
    cJSON *reply = cJSON_CreateObject(), *stops = cJSON_AddArrayToObject(reply, "stops");
    for (u32 i = 0; i < MOST_STOPS; i++) {
        const Stop *stop = &d->shared->stops[i];
        if (!stop->number)
            continue;
        cJSON *object = cJSON_CreateObject();
        cJSON_AddNumberToObject(object, "number", stop->number);
        if (stop->file[0]) {
            cJSON_AddStringToObject(object, "file", stop->file);
            cJSON_AddNumberToObject(object, "line", stop->line);
        }
        if (stop->condition[0])
            cJSON_AddStringToObject(object, stop->file[0] ? "if" : "watch", stop->condition);
        cJSON_AddItemToArray(stops, object);
    }
    return reply;
}

/* ---- requests ---- */

static cJSON *run_on(Debugger *d)
{
    return d->shared->ended ? fault("the program has ended; `back` goes back")
                            : run(d, (Task){.until = ANYWHERE, .stops = true, .races = true});
}

static cJSON *run_until(Debugger *d, const cJSON *request)
{
    Stop *stop = free_stop(d);
    if (!stop)
        return fault("too many breakpoints");
    snprintf(stop->file, TEXT, "%s", text_of(request, "file"));
    stop->line = (u32)number_of(request, "line", 0);
    stop->condition[0] = '\0';
    if (!stop->file[0] || !stop->line)
        return fault("to which line? FILE:LINE");
    stop->number = STOP_ONCE;
    cJSON *reply = run_on(d);
    stop->number = 0;
    return reply;
}

static cJSON *line(Debugger *d, const cJSON *request)
{
    u32 now = (u32)number_of(d->state, "goroutine", 0);
    u32 g = (u32)number_of(request, "goroutine", now ? now : number_of(d->state, "next", 1));
    if (d->shared->ended)
        return fault("the program has ended; `back` goes back");
    return run(d, (Task){.until = ANYWHERE,
                         .stops = true,
                         .races = true,
                         .line_of = g ? g : GOROUTINE_MAIN,
                         .into = cJSON_IsTrue(cJSON_GetObjectItem(request, "into"))});
}

static cJSON *find_last(Debugger *d, const cJSON *request)
{
    const char *what = text_of(request, "what");
    FindKind find = !strcmp(what, "write")   ? FIND_WRITE
                    : !strcmp(what, "lock")  ? FIND_LOCK
                    : !strcmp(what, "break") ? FIND_BREAK
                                             : FIND_NOTHING;
    return find ? last(d, find, text_of(request, "name"))
                : fault("back to what? write NAME, lock NAME or break");
}

static cJSON *motion(Debugger *d, const char *what, const cJSON *request)
{
    u64 n = number_of(request, "n", 1);
    if (!strcmp(what, "state"))
        return cJSON_Duplicate(d->state, true);
    if (!strcmp(what, "step"))
        return step(d, n ? n : 1);
    if (!strcmp(what, "pick"))
        return pick(d, (u32)number_of(request, "goroutine", 0));
    if (!strcmp(what, "line"))
        return line(d, request);
    if (!strcmp(what, "run"))
        return run_on(d);
    if (!strcmp(what, "until"))
        return run_until(d, request);
    if (!strcmp(what, "failure"))
        return to_failure(d);
    if (!strcmp(what, "back"))
        return back(d, n ? n : 1);
    if (!strcmp(what, "goto"))
        return go_to(d,
                     (Position){number_of(request, "at", 0), (u32)number_of(request, "instr", 0)});
    return !strcmp(what, "last") ? find_last(d, request) : NULL;
}

cJSON *debug_request(Debugger *d, const cJSON *request)
{
    const char *what = text_of(request, "do");
    d->shared->interrupted = false;
    cJSON *reply = motion(d, what, request);
    if (reply)
        return reply;
    if (!strcmp(what, "break") || !strcmp(what, "watch"))
        return add_stop(d, request, *what == 'w');
    if (!strcmp(what, "stops"))
        return list_stops(d);
    if (!strcmp(what, "delete"))
        return delete_stop(d, number_of(request, "number", 0));
    if (!strcmp(what, "save"))
        return save(d);
    if (!strcmp(what, "look"))
        return look(d, text_of(request, "what"), (u32)number_of(request, "goroutine", 0),
                    text_of(request, "name"));
    return fault("there is no such request");
}

void debug_interrupt(Debugger *d)
{
    d->shared->interrupted = true;
}

/* ---- life ---- */

static bool open_pipes(Pipes *pipes)
{
    memset(pipes, 0xff, sizeof *pipes); /* no descriptors */
    bool ok = pipe(pipes->orders) == 0 && pipe(pipes->replies) == 0;
    for (u32 i = 0; i < MOST_CHECKPOINTS; i++)
        ok = ok && pipe(pipes->wake[i]) == 0;
    return ok;
}

static void close_pipes(Pipes *pipes)
{
    int *fds = (int *)pipes;
    for (u32 i = 0; i < sizeof *pipes / sizeof *fds; i++)
        close(fds[i]);
}

Debugger *debug_new(const DebugConfig *config)
{
    Debugger *d = xcalloc(1, sizeof *d);
    d->config = *config;
    ExecutorConfig *executor = &d->config.executor;
    executor->single = executor->unrecorded = executor->described = executor->hooks = true;
    executor->jit = JIT_OFF;
    d->executor = executor_new(executor);
    if (!d->executor) {
        free(d);
        return NULL;
    }
    d->shared =
        mmap(NULL, sizeof *d->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (d->shared == MAP_FAILED)
        BUG("no memory for the debugger");
    d->shared->front = getpid();
    fflush(NULL);
    d->failed = !open_pipes(&d->pipes);
    if (!d->failed) {
        signal(SIGCHLD, SIG_IGN);
        start(d);
    }
    if (d->failed) {
        int error = errno;
        debug_free(d);
        errno = error;
        return NULL;
    }
    cJSON_Delete(run(d, (Task){.until = ANYWHERE, .steps = 1}));
    return d;
}

void debug_free(Debugger *d)
{
    quit_active(d);
    for (u32 i = 0; i < MOST_CHECKPOINTS; i++)
        checkpoint_end(&d->shared->checkpoints[i]);
    close_pipes(&d->pipes);
    munmap(d->shared, sizeof *d->shared);
    executor_free(d->executor);
    cJSON_Delete(d->state);
    free(d);
}
