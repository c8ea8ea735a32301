/* The search by several processes: parts of it go to those that are idle (explore/dpor/frontier.h),
 * and what they answer is put together here. All counts are those of one process, in which each
 * class of executions is one execution too; only which execution stands for a class, and so which
 * schedule shows a finding, depends on what was searched when. */
#include "explore/check/pool.h"
#include "explore/dpor/frontier.h"

/* How long a part is searched before what is left of it is given back, so that it can be shared; at
 * first for less, since many are small, and others wait for what it begins with. */
enum { PART_MS = CHECKING ? 0 : 30, FIRST_MS = CHECKING ? 0 : 5 };

typedef struct Parallel {
    Dpor *dpor;
    Frontier frontier;
    Pool pool;
    u64 given; /* executions that the parts being searched may make */
} Parallel;

/* How many executions a part may make, so that all together do not make more than is asked for; 0:
 * others have to end first. */
static u64 quota(const Check *check, const Parallel *p)
{
    u64 most = check->bounds.executions;
    if (!most)
        return UINT64_MAX;
    u64 spent = check->executions + p->given, left = most > spent ? most - spent : 0;
    u64 share = left / (2 * p->pool.at.len);
    return share ? share : left > 0;
}

static void give_parts(Check *check, Parallel *p)
{
    Buf request = {0};
    while (pool_idle(&p->pool)) {
        u64 executions = quota(check, p);
        Branch *part = executions ? frontier_next(&p->frontier) : NULL;
        if (!part)
            break;
        part->quota = check->bounds.executions ? executions : 0;
        vec_clear(&request);
        u32 ms = frontier_begun(part) ? PART_MS : FIRST_MS;
        frontier_request(&p->frontier, part, executions, ms, &request);
        if (!pool_give(&p->pool, part, &request)) {
            frontier_give_back(&p->frontier, part);
            break;
        }
        p->given += part->quota;
    }
    buf_free(&request);
}

/* Workers go on with parts of a search that has begun anew: they are replaced. */
static void restart(Parallel *p)
{
    u32 jobs = p->pool.at.len;
    pool_free(&p->pool);
    pool_init(&p->pool, jobs, part_serve, p->dpor);
    p->given = 0;
}

static void take_answer(Check *check, Parallel *p, const PoolNews *news)
{
    Branch *part = news->work;
    p->given -= part->quota;
    if (news->lost) {
        frontier_give_back(&p->frontier, part);
        return;
    }
    bool anew = frontier_answer(&p->frontier, part, news->answer, p->pool.at.len, check);
    check->covered = check->executions;
    if (anew)
        restart(p);
}

static bool parallel_step(Check *check)
{
    Parallel *p = check->search;
    PoolNews news;
    give_parts(check, p);
    /* Parts wait for each other only in a file that was damaged. */
    check->damaged |= !pool_busy(&p->pool) && !frontier_goes_on(&p->frontier);
    if (pool_busy(&p->pool) && pool_take(&p->pool, (int)check->wait_ms, &news))
        take_answer(check, p, &news);
    check->lost = pool_hopeless(&p->pool);
    return !frontier_done(&p->frontier) && !check->memory_bound && !check->lost && !check->damaged;
}

static void parallel_begin(Check *check)
{
    Parallel *p = xcalloc(1, sizeof *p);
    p->dpor = dpor_new(check);
    frontier_init(&p->frontier, p->dpor);
    pool_init(&p->pool, check->bounds.jobs, part_serve, p->dpor);
    check->search = p;
}

Frontier *parallel_frontier(const Check *check)
{
    CHECK(check->ops == &dpor_in_parts);
    return &((Parallel *)check->search)->frontier;
}

static void parallel_progress(const Check *check, Buf *out)
{
    const Parallel *p = check->search;
    double part = frontier_part(&p->frontier);
    u32 busy = pool_busy(&p->pool), waiting = p->frontier.queue.len;
    buf_printf(out, "%u process%s, %u part%s waiting, deepest %u, %llu cut", busy,
               busy == 1 ? "" : "es", waiting, plural(waiting), p->frontier.deepest,
               (unsigned long long)(check->schedules - check->executions));
    if (part > 0)
        buf_printf(out, ", perhaps %.0f in all", (double)check->executions / part);
}

static void parallel_end(Check *check)
{
    Parallel *p = check->search;
    pool_free(&p->pool);
    frontier_free(&p->frontier);
    dpor_free(p->dpor);
    free(p);
}

static void parallel_save(Check *check, Buf *out)
{
    const Parallel *p = check->search;
    frontier_pack(&p->frontier, out);
}

static bool parallel_load(Check *check, Unpack *from)
{
    Parallel *p = check->search;
    check->covered = check->executions;
    return frontier_unpack(&p->frontier, from);
}

const SearchOps dpor_in_parts = {
    .begin = parallel_begin,
    .step = parallel_step,
    .progress = parallel_progress,
    .end = parallel_end,
    .save = parallel_save,
    .load = parallel_load,
};
