/* Worker processes that are given one piece of work after the other. */
#include "explore/check/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/process.h"

/* Workers that may be lost in a row. */
enum { MOST_LOST = 100 };

/* ---- both sides ---- */

/* A message: its length, then its text. */
static bool send_message(int fd, const Buf *text)
{
    u64 len = text->len;
    return process_send(fd, &len, sizeof len) && process_send(fd, text->data, text->len);
}

/* Appends what has arrived. False: the other side is gone. */
static bool receive(int fd, Buf *in)
{
    char data[1 << 16];
    ssize_t n = recv(fd, data, sizeof data, 0);
    if (n < 0)
        return errno == EINTR || errno == EAGAIN;
    buf_add(in, data, (size_t)n);
    return n > 0;
}

/* Whether a whole message is there. */
static bool is_whole(const Buf *in)
{
    u64 len;
    if (in->len < sizeof len)
        return false;
    memcpy(&len, in->data, sizeof len);
    return in->len - sizeof len >= len;
}

static Unpack text_of(const Buf *message)
{
    CHECK(is_whole(message));
    return unpack_of(message->data + sizeof(u64), message->len - sizeof(u64));
}

/* ---- the worker's side ---- */

static NORETURN void work(const Pool *pool, int fd)
{
    Buf in = {0}, answer = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) {
        vec_clear(&in);
        vec_clear(&answer);
        while (!is_whole(&in))
            if (!receive(fd, &in))
                _exit(0);
        if (!pool->serve(pool->ctx, text_of(&in), &answer) || !send_message(fd, &answer))
            _exit(0);
    }
}

/* ---- the other one ---- */

void pool_init(Pool *pool, u32 count, PoolServe serve, void *ctx)
{
    *pool = (Pool){.serve = serve, .ctx = ctx};
    for (u32 i = 0; i < count; i++)
        vec_push(&pool->at, (PoolWorker){0});
}

static bool start(Pool *pool, PoolWorker *worker)
{
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        limits_renew();
        close(fds[0]);
        for (u32 i = 0; i < pool->at.len; i++) /* else the others would not see their end */
            if (pool->at.data[i].pid)
                close(pool->at.data[i].fd);
        work(pool, fds[1]);
    }
    close(fds[1]);
    if (pid < 0) {
        close(fds[0]);
        return false;
    }
    worker->pid = pid;
    worker->fd = fds[0];
    return true;
}

static void end(PoolWorker *worker)
{
    close(worker->fd);
    kill(worker->pid, SIGKILL);
    while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    worker->pid = 0;
    worker->work = NULL;
    vec_clear(&worker->in);
}

u32 pool_busy(const Pool *pool)
{
    u32 n = 0;
    for (u32 i = 0; i < pool->at.len; i++)
        n += pool->at.data[i].work != NULL;
    return n;
}

bool pool_idle(const Pool *pool)
{
    return pool_busy(pool) < pool->at.len;
}

bool pool_hopeless(const Pool *pool)
{
    return pool->in_vain >= MOST_LOST;
}

/* One that is gone when the message is sent is found so by pool_take. */
bool pool_give(Pool *pool, void *piece, const Buf *request)
{
    CHECK(piece && pool_idle(pool));
    PoolWorker *worker = pool->at.data;
    while (worker->work)
        worker++;
    if (!worker->pid && !start(pool, worker))
        return false;
    vec_clear(&worker->in);
    worker->work = piece;
    send_message(worker->fd, request);
    return true;
}

/* What has arrived from the worker: a whole answer, or its end. */
static bool hear(Pool *pool, PoolWorker *worker, PoolNews *news)
{
    bool lost = !receive(worker->fd, &worker->in);
    if (lost) {
        *news = (PoolNews){.work = worker->work, .lost = true};
        end(worker);
        pool->lost++;
        pool->in_vain++;
        return true;
    }
    if (!is_whole(&worker->in))
        return false;
    *news = (PoolNews){.work = worker->work, .answer = text_of(&worker->in)};
    worker->work = NULL;
    pool->in_vain = 0;
    return true;
}

bool pool_take(Pool *pool, int ms, PoolNews *news)
{
    u32 n = 0;
    bool heard = false;
    struct pollfd *fds = xcalloc(pool->at.len + 1, sizeof *fds);
    PoolWorker **by_fd = xcalloc(pool->at.len + 1, sizeof *by_fd);
    for (u32 i = 0; i < pool->at.len; i++) {
        if (!pool->at.data[i].work)
            continue;
        fds[n] = (struct pollfd){.fd = pool->at.data[i].fd, .events = POLLIN};
        by_fd[n++] = &pool->at.data[i];
    }
    if (poll(fds, n, ms) > 0)
        for (u32 i = 0; i < n && !heard; i++)
            heard = fds[i].revents && hear(pool, by_fd[i], news);
    free(fds);
    free(by_fd);
    return heard;
}

void pool_free(Pool *pool)
{
    for (u32 i = 0; i < pool->at.len; i++) {
        if (pool->at.data[i].pid)
            end(&pool->at.data[i]);
        buf_free(&pool->at.data[i].in);
    }
    vec_free(&pool->at);
}
