/* Worker processes of a fuzzer, and the messages that they send to it. */
#include "explore/fuzz/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "explore/executor/deadline.h"

/* How often a worker sends its counts, in milliseconds; how long it may take to leave. */
enum { SEND_MS = 50, LEAVE_MS = 2000 };
/* Workers that may be lost in a row without having done anything. */
enum { MOST_LOST = 100 };
/* Exit status of a worker that was asked to leave before its work was done. */
enum { LEFT_EARLY = 1 };

typedef enum MessageType { MESSAGE_COUNTS, MESSAGE_FOUND, MESSAGE_ENDING } MessageType;

/* What stands before every message. */
typedef struct Message {
    u32 type;
    u32 len; /* of what follows */
} Message;

/* MESSAGE_COUNTS: before the fingerprints of new partial orders. */
typedef struct Counts {
    u64 executions;             /* since the last message */
    u64 by_comment, by_pattern; /* races hidden by this worker (race/report/silence.h) */
} Counts;

/* ---- the worker's side ---- */

typedef struct Sender {
    Fuzzer *fuzzer;
    int fd;
    u64 sent; /* executions */
    u32 sent_found;
    VEC(u64) sent_endings; /* counts, by index */
    Buf out;
} Sender;

static void put(Sender *t, const void *data, size_t len)
{
    buf_add(&t->out, data, len);
}

static void put_text(Sender *t, const char *text)
{
    put(t, text, strlen(text) + 1);
}

/* Returns where the message begins; end_message fills in its length. */
static u32 begin_message(Sender *t, MessageType type)
{
    Message message = {type, 0};
    put(t, &message, sizeof message);
    return t->out.len;
}

static void end_message(Sender *t, u32 start)
{
    CHECK(start >= sizeof(Message) && start <= t->out.len);
    u32 len = t->out.len - start;
    memcpy(t->out.data + start - sizeof len, &len, sizeof len);
}

static void send_counts(Sender *t)
{
    u32 start = begin_message(t, MESSAGE_COUNTS);
    Counts counts = {.executions = t->fuzzer->executions - t->sent};
    if (t->fuzzer->silence) {
        counts.by_comment = t->fuzzer->silence->by_comment;
        counts.by_pattern = t->fuzzer->silence->by_pattern;
    }
    t->sent = t->fuzzer->executions;
    put(t, &counts, sizeof counts);
    if (t->fuzzer->new_orders.len)
        put(t, t->fuzzer->new_orders.data, t->fuzzer->new_orders.len * sizeof(u64));
    vec_clear(&t->fuzzer->new_orders);
    end_message(t, start);
}

static void send_found(Sender *t, const Found *found)
{
    u32 start = begin_message(t, MESSAGE_FOUND);
    u64 numbers[] = {found->kind, found->key, found->group, found->execution, found->shaky};
    put(t, numbers, sizeof numbers);
    put_text(t, found->title);
    u32 steps = found->schedule.steps.len;
    put(t, &steps, sizeof steps);
    if (steps)
        put(t, found->schedule.steps.data, steps * sizeof(Step));
    end_message(t, start);
}

static void send_endings(Sender *t)
{
    for (u32 i = 0; i < t->fuzzer->endings.len; i++) {
        const Ending *ending = &t->fuzzer->endings.data[i];
        if (i == t->sent_endings.len)
            vec_push(&t->sent_endings, 0);
        u64 numbers[] = {ending->hash, ending->count - t->sent_endings.data[i]};
        if (!numbers[1])
            continue;
        u32 start = begin_message(t, MESSAGE_ENDING);
        put(t, numbers, sizeof numbers);
        put_text(t, ending->verdict);
        put_text(t, ending->output);
        end_message(t, start);
        t->sent_endings.data[i] = ending->count;
    }
}

static void flush(Sender *t)
{
    for (u32 at = 0; at < t->out.len;) {
        ssize_t n = write(t->fd, t->out.data + at, t->out.len - at);
        if (n < 0 && errno != EINTR)
            _exit(0); /* the parent is gone */
        at += n > 0 ? (u32)n : 0;
    }
    vec_clear(&t->out);
}

static void send_ready(Sender *t)
{
    for (; t->sent_found < t->fuzzer->ready; t->sent_found++) {
        send_found(t, &t->fuzzer->found.data[t->sent_found]);
        flush(t);
    }
}

static void send_news(Sender *t)
{
    send_counts(t);
    send_endings(t);
    flush(t);
}

/* What the parent knows already is not sent again. */
static void begin_sending(Sender *t)
{
    t->sent = t->fuzzer->executions;
    t->sent_found = t->fuzzer->ready;
    vec_clear(&t->fuzzer->new_orders);
    for (u32 i = 0; i < t->fuzzer->endings.len; i++)
        vec_push(&t->sent_endings, t->fuzzer->endings.data[i].count);
}

static NORETURN void work(Fuzzer *fuzzer, int fd, u64 seed, u64 schedules)
{
    Sender t = {.fuzzer = fuzzer, .fd = fd};
    fuzzer->seed = seed;
    signal(SIGPIPE, SIG_IGN);
    begin_sending(&t);
    u64 next = clock_ms() + SEND_MS;
    for (u64 n = 0; n < schedules; n++) {
        fuzz_step(fuzzer);
        send_ready(&t);
        if (n % 8 || clock_ms() < next)
            continue;
        send_news(&t);
        next = clock_ms() + SEND_MS;
        sigset_t pending;
        sigpending(&pending);
        if (sigismember(&pending, SIGTERM)) {
            fuzz_finish(fuzzer);
            send_ready(&t);
            _exit(LEFT_EARLY);
        }
    }
    fuzz_finish(fuzzer);
    send_ready(&t);
    send_news(&t);
    _exit(0);
}

/* ---- the parent's side ---- */

static void start_one(Workers *w, Worker *worker)
{
    int fds[2];
    vec_clear(&worker->in);
    worker->pid = 0;
    if (pipe(fds))
        return;
    u64 seed = hash_u64(w->fuzzer->seed + ++w->generation * 0x9e3779b97f4a7c15ULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(fds[0]);
        limits_renew();
        work(w->fuzzer, fds[1], seed, worker->left);
    }
    close(fds[1]);
    if (pid < 0) {
        close(fds[0]);
        return;
    }
    worker->pid = pid;
    worker->fd = fds[0];
}

void workers_start(Workers *w, Fuzzer *fuzzer, u32 count, u64 schedules)
{
    *w = (Workers){.fuzzer = fuzzer};
    for (u32 i = 0; i < count; i++) {
        u64 share = schedules / count + (i < schedules % count);
        vec_push(&w->at, (Worker){.left = schedules ? share : UINT64_MAX});
    }
    for (u32 i = 0; i < count; i++) {
        start_one(w, &w->at.data[i]);
        if (w->at.data[i].pid)
            fuzz_forget_waiting(fuzzer); /* the first worker has them now */
    }
}

/* Workers come to the same hidden races: the one that met most of them has it right. */
static void merge_hidden(Silence *silence, const Counts *counts)
{
    if (silence && counts->by_comment > silence->by_comment)
        silence->by_comment = counts->by_comment;
    if (silence && counts->by_pattern > silence->by_pattern)
        silence->by_pattern = counts->by_pattern;
}

static void merge_counts(Workers *w, Worker *worker, const char *data, u32 len)
{
    u64 order;
    Counts counts;
    CHECK(len >= sizeof counts && (len - sizeof counts) % sizeof order == 0);
    memcpy(&counts, data, sizeof counts);
    merge_hidden(w->fuzzer->silence, &counts);
    w->fuzzer->executions += counts.executions;
    w->in_vain = counts.executions ? 0 : w->in_vain;
    worker->executions += counts.executions;
    if (worker->left != UINT64_MAX)
        worker->left -= counts.executions < worker->left ? counts.executions : worker->left;
    for (u32 at = sizeof counts; at + sizeof order <= len; at += sizeof order) {
        memcpy(&order, data + at, sizeof order);
        if (w->fuzzer->orders.count >= FUZZ_ORDERS)
            return;
        u64 *seen = map_put(&w->fuzzer->orders, order | 1);
        w->fuzzer->fresh += (*seen)++ == 0;
    }
}

static void merge_found(Workers *w, const char *data)
{
    u64 numbers[5];
    memcpy(numbers, data, sizeof numbers);
    const char *title = data + sizeof numbers, *rest = title + strlen(title) + 1;
    u64 *known = map_put(&w->fuzzer->known, numbers[2]);
    if ((*known)++)
        return;
    CHECK(numbers[0] < FOUND_KINDS);
    Found found = {.kind = (FindingKind)numbers[0],
                   .key = numbers[1],
                   .group = numbers[2],
                   .execution = w->fuzzer->executions + numbers[3],
                   .title = xstrdup(title),
                   .shaky = numbers[4] != 0};
    const Schedule *own = &executor_execution(w->fuzzer->executor)->schedule;
    found.schedule.program = own->program;
    found.schedule.facts = own->facts;
    u32 steps;
    memcpy(&steps, rest, sizeof steps);
    rest += sizeof steps;
    for (u32 i = 0; i < steps; i++) {
        Step step;
        memcpy(&step, rest + i * sizeof step, sizeof step);
        vec_push(&found.schedule.steps, step);
    }
    vec_push(&w->fuzzer->found, found);
    w->fuzzer->ready = w->fuzzer->found.len;
}

static void merge_ending(Workers *w, const char *data)
{
    Fuzzer *f = w->fuzzer;
    u64 numbers[2];
    memcpy(numbers, data, sizeof numbers);
    const char *verdict = data + sizeof numbers, *output = verdict + strlen(verdict) + 1;
    u64 *index = map_put(&f->ending_index, numbers[0]);
    if (!*index) {
        vec_push(&f->endings, (Ending){numbers[0], 0, xstrdup(verdict), xstrdup(output)});
        *index = f->endings.len;
    }
    f->endings.data[*index - 1].count += numbers[1];
}

/* Takes the whole messages out of what was read. */
static void understand(Workers *w, Worker *worker)
{
    u32 at = 0;
    Message message;
    while (worker->in.len - at >= sizeof message) {
        memcpy(&message, worker->in.data + at, sizeof message);
        if (worker->in.len - at - sizeof message < message.len)
            break;
        const char *data = worker->in.data + at + sizeof message;
        if (message.type == MESSAGE_COUNTS)
            merge_counts(w, worker, data, message.len);
        else if (message.type == MESSAGE_FOUND)
            merge_found(w, data);
        else
            merge_ending(w, data);
        at += (u32)sizeof message + message.len;
    }
    memmove(worker->in.data, worker->in.data + at, worker->in.len - at);
    worker->in.len -= at;
}

/* False: the worker has closed its end. */
static bool receive(Workers *w, Worker *worker)
{
    char data[1 << 16];
    ssize_t n = read(worker->fd, data, sizeof data);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    if (n == 0)
        return false;
    buf_add(&worker->in, data, (size_t)n);
    understand(w, worker);
    return true;
}

/* True: it had done its work. */
static bool bury(Worker *worker)
{
    int status = 0;
    close(worker->fd);
    while (waitpid(worker->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    worker->pid = 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static u32 poll_all(Workers *w, int ms, bool restart)
{
    u32 n = 0;
    struct pollfd *fds = xcalloc(w->at.len + 1, sizeof *fds);
    Worker **by_fd = xcalloc(w->at.len + 1, sizeof *by_fd);
    for (u32 i = 0; i < w->at.len; i++) {
        if (!w->at.data[i].pid)
            continue;
        fds[n] = (struct pollfd){.fd = w->at.data[i].fd, .events = POLLIN};
        by_fd[n++] = &w->at.data[i];
    }
    u32 alive = n;
    if (n && poll(fds, n, ms) > 0) {
        for (u32 i = 0; i < n; i++) {
            if (!fds[i].revents || receive(w, by_fd[i]))
                continue;
            bool lost = !bury(by_fd[i]) && restart;
            w->lost += lost;
            w->in_vain += lost;
            if (lost && by_fd[i]->left && w->in_vain < MOST_LOST)
                start_one(w, by_fd[i]);
            alive -= by_fd[i]->pid == 0;
        }
    }
    free(fds);
    free(by_fd);
    return alive;
}

bool workers_poll(Workers *w, int ms)
{
    return poll_all(w, ms, true) > 0;
}

void workers_stop(Workers *w)
{
    for (u32 i = 0; i < w->at.len; i++)
        if (w->at.data[i].pid)
            kill(w->at.data[i].pid, SIGTERM);
    u64 until = clock_ms() + LEAVE_MS;
    while (clock_ms() < until && poll_all(w, 20, false))
        continue;
    for (u32 i = 0; i < w->at.len; i++) {
        if (w->at.data[i].pid) {
            kill(w->at.data[i].pid, SIGKILL);
            bury(&w->at.data[i]);
        }
        buf_free(&w->at.data[i].in);
    }
    vec_free(&w->at);
}
