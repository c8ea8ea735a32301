/* Worker processes that are given one piece of work after the other: copies of this process, each
 * with a socket to it. A worker keeps nothing that the answer to a piece does not say, so one that
 * is killed costs no more than the piece that it was doing, which is given out again. */
#ifndef EXPLORE_CHECK_POOL_H
#define EXPLORE_CHECK_POOL_H

#include <sys/types.h>

#include "base/pack.h"

/* Does the work that the request states and appends the answer. False: the worker has to leave, the
 * work is not done. */
typedef bool (*PoolServe)(void *ctx, Unpack request, Buf *answer);

typedef struct PoolWorker {
    pid_t pid; /* 0: there is none */
    int fd;
    Buf in;     /* of the answer: what has arrived */
    void *work; /* that it is doing; NULL: it is idle */
} PoolWorker;

typedef struct Pool {
    VEC(PoolWorker) at;
    PoolServe serve;
    void *ctx;
    u32 lost;    /* workers that were killed or crashed */
    u32 in_vain; /* of them since the last answer */
} Pool;

/* What has become of a piece of work. */
typedef struct PoolNews {
    void *work;
    bool lost;     /* its worker is gone: to be given out again */
    Unpack answer; /* valid until the next call */
} PoolNews;

/* A pool of `count` workers, which are started when they are needed. `ctx` is theirs. */
void pool_init(Pool *pool, u32 count, PoolServe serve, void *ctx);
/* Whether a worker is idle; how many are not. */
bool pool_idle(const Pool *pool);
u32 pool_busy(const Pool *pool);
/* Gives the work, which is the caller's and not NULL, to an idle worker. False: no process can be
 * had. */
bool pool_give(Pool *pool, void *work, const Buf *request);
/* Waits up to `ms` milliseconds for an answer. False: there is none yet. */
bool pool_take(Pool *pool, int ms, PoolNews *news);
/* Whether so many workers were lost in a row that there is no use in going on. */
bool pool_hopeless(const Pool *pool);
/* Ends all workers and what they are doing. */
void pool_free(Pool *pool);

#endif
