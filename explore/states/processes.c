/* Processes on this machine: copies of the one that leads, each with a socket to it, which passes
 * on what they have for each other. */
#include "explore/states/transport.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/process.h"

typedef struct Peer {
    pid_t pid;
    int fd;
} Peer;

typedef struct Processes {
    VEC(Peer) peers; /* the others; in one that does not lead the one that does */
} Processes;

/* ---- messages ---- */

static bool receive_all(int fd, void *data, size_t len)
{
    for (size_t at = 0; at < len;) {
        ssize_t n = recv(fd, (char *)data + at, len - at, 0);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        at += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Their lengths, then their texts. */
static bool send_bufs(int fd, const Buf *bufs, u32 count)
{
    VEC(u32) lengths = {0};
    for (u32 i = 0; i < count; i++)
        vec_push(&lengths, bufs[i].len);
    bool sent = process_send(fd, lengths.data, count * sizeof *lengths.data);
    for (u32 i = 0; i < count && sent; i++)
        sent = process_send(fd, bufs[i].data, bufs[i].len);
    vec_free(&lengths);
    return sent;
}

static bool receive_bufs(int fd, Buf *bufs, u32 count)
{
    VEC(u32) lengths = {0};
    vec_zeros(&lengths, count);
    bool got = receive_all(fd, lengths.data, count * sizeof *lengths.data);
    for (u32 i = 0; i < count && got; i++) {
        vec_reserve(&bufs[i], lengths.data[i]);
        bufs[i].len = lengths.data[i];
        got = receive_all(fd, bufs[i].data, bufs[i].len);
    }
    vec_free(&lengths);
    return got;
}

/* ---- a round ---- */

/* What process i has for each, and what each has for it, is row and column i of a matrix. */
static bool pass_on(const Transport *t, Buf *out, Buf *in)
{
    const Processes *p = t->internal;
    u32 n = t->count;
    Buf *all = xcalloc((size_t)n * n, sizeof *all), *column = xcalloc(n, sizeof *column);
    bool got = true;
    for (u32 i = 0; i < n; i++)
        all[i] = out[i];
    for (u32 i = 1; i < n && got; i++)
        got = receive_bufs(p->peers.data[i - 1].fd, all + (size_t)i * n, n);
    for (u32 i = 1; i < n && got; i++) {
        for (u32 k = 0; k < n; k++)
            column[k] = all[(size_t)k * n + i];
        got = send_bufs(p->peers.data[i - 1].fd, column, n);
    }
    for (u32 i = 0; i < n; i++) {
        Buf own = in[i];
        in[i] = all[(size_t)i * n]; /* the buffers change hands */
        all[(size_t)i * n] = own;
    }
    out[0] = all[0];
    for (u32 i = n; i < n * n; i++)
        buf_free(&all[i]);
    free(all);
    free(column);
    return got;
}

bool transport_exchange(Transport *t, Buf *out, Buf *in)
{
    const Processes *p = t->internal;
    if (t->me == 0)
        return pass_on(t, out, in);
    int fd = p->peers.data[0].fd;
    return send_bufs(fd, out, t->count) && receive_bufs(fd, in, t->count);
}

/* ---- their lives ---- */

static NORETURN void live(Transport *t, u32 me, int fd, TransportWork work, void *ctx)
{
    Processes *p = t->internal;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limits_renew();
    for (u32 i = 0; i < p->peers.len; i++) /* else the others would not see their end */
        close(p->peers.data[i].fd);
    vec_clear(&p->peers);
    vec_push(&p->peers, (Peer){.fd = fd});
    t->me = me;
    work(t, ctx);
    _exit(0);
}

static bool start(Transport *t, u32 me, TransportWork work, void *ctx)
{
    Processes *p = t->internal;
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        close(fds[0]);
        live(t, me, fds[1], work, ctx);
    }
    close(fds[1]);
    if (pid < 0)
        close(fds[0]);
    else
        vec_push(&p->peers, (Peer){pid, fds[0]});
    return pid > 0;
}

Transport *transport_start(u32 count, TransportWork work, void *ctx)
{
    Transport *t = xcalloc(1, sizeof *t);
    *t = (Transport){.count = count, .here = count, .internal = xcalloc(1, sizeof(Processes))};
    for (u32 i = 1; i < count; i++)
        if (!start(t, i, work, ctx)) {
            transport_end(t);
            return NULL;
        }
    return t;
}

u32 transport_started(void)
{
    return 1;
}

bool transport_leads(void)
{
    return true;
}

void transport_end(Transport *t)
{
    Processes *p = t->internal;
    for (u32 i = 0; i < p->peers.len; i++) {
        close(p->peers.data[i].fd);
        kill(p->peers.data[i].pid, SIGKILL);
        while (waitpid(p->peers.data[i].pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    vec_free(&p->peers);
    free(p);
    free(t);
}
