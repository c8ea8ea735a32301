/* A part of the search, for one of several processes: all executions that begin with certain steps,
 * less those that begin with steps asleep. In the path of a part the nodes before path.base belong
 * to other parts. What these have explored is known when the part begins, and does not change what
 * the part has to explore: steps that are inserted there later come after those of the part, and so
 * are not asleep in it. */
#include "explore/dpor/dpor.h"

/* ---- nodes ---- */

static void pack_node(Buf *out, const Dpor *dpor, const Node *node)
{
    pack_u8(out, node->free);
    pack_u32(out, node->explored);
    pack_acts(out, dpor, &node->sleep);
    pack_tree(out, dpor, node->tree);
}

static Node unpack_node(Unpack *from, Dpor *dpor)
{
    Node node = {.free = unpack_u8(from) != 0};
    node.explored = unpack_u32(from);
    unpack_acts(from, dpor, &node.sleep);
    node.tree = unpack_tree(from, dpor);
    return node;
}

void pack_nodes(Buf *out, const Dpor *dpor, u32 from)
{
    pack_u32(out, dpor->path.nodes.len - from);
    for (u32 i = from; i < dpor->path.nodes.len; i++) {
        pack_node(out, dpor, &dpor->path.nodes.data[i]);
        if (i + 1 == dpor->path.nodes.len)
            break;
        bool taken = i < dpor->path.taken.len; /* else it has been read */
        Act act =
            taken ? act_of(dpor, &dpor->path.taken.data[i]) : act_copy(&dpor->path.given.data[i]);
        pack_act(out, dpor, &act);
        act_free(&act);
    }
}

void unpack_nodes(Unpack *from, Dpor *dpor)
{
    u32 n = unpack_count(from, 1);
    for (u32 i = 0; i < n && !from->bad; i++) {
        vec_push(&dpor->path.nodes, unpack_node(from, dpor));
        if (i + 1 < n)
            vec_push(&dpor->path.given, unpack_act(from, dpor));
    }
}

/* ---- the request ---- */

/* A node of another part: the step that leads to this one, those that come before it, which are
 * asleep here, and those that come after it. */
static void unpack_foreign(Unpack *from, Dpor *dpor)
{
    Node node = {0};
    vec_push(&dpor->path.given, unpack_act(from, dpor));
    unpack_acts(from, dpor, &node.sleep);
    node.tree = unpack_tree(from, dpor);
    vec_push(&dpor->path.nodes, node);
}

/* What the part has inserted into nodes of others before. */
static void load_held(Dpor *dpor, Unpack *from)
{
    ActList v = {0};
    while (from->at < from->end && !from->bad) {
        u32 at = unpack_u32(from);
        unpack_acts(from, dpor, &v);
        from->bad |= at >= dpor->path.nodes.len;
        if (!from->bad)
            wake_insert(&dpor->path.nodes.data[at], &v);
    }
    vec_free(&v);
}

/* False: it is of a checkpoint that was damaged. */
static bool load(Dpor *dpor, Unpack *from)
{
    dpor_clear(dpor);
    acts_clear(&dpor->path.given);
    vec_clear(&dpor->elsewhere);
    dpor->anew = dpor->grew = false;
    unpack_rules(from, dpor);
    dpor->path.fresh = unpack_u32(from);
    dpor->path.base = unpack_count(from, 1);
    for (u32 i = 0; i < dpor->path.base && !from->bad; i++)
        unpack_foreign(from, dpor);
    Unpack held = unpack_bytes(from);
    Unpack own = unpack_bytes(from);
    load_held(dpor, &held);
    unpack_nodes(&own, dpor);
    return !from->bad && !held.bad && !own.bad;
}

/* ---- the search ---- */

/* What is asked of the process, and what it has learnt. */
typedef struct Task {
    u64 quota; /* executions at most */
    u32 ms;    /* how long */
    u32 fresh; /* as path.fresh, at first */
    ActList
        first; /* the given steps from there on, the last one first: what they do is known now */
} Task;

static void note_first(const Dpor *dpor, Task *task)
{
    for (u32 i = dpor->path.base; i-- > task->fresh && i < dpor->path.taken.len;)
        vec_push(&task->first, act_of(dpor, &dpor->path.taken.data[i]));
}

static PartEnd end_of(const Dpor *dpor, bool more)
{
    return dpor->run.impossible >= 0 ? PART_IMPOSSIBLE
           : dpor->anew              ? PART_ANEW
           : more                    ? PART_LEFT
                                     : PART_DONE;
}

/* A finding ends the task, so that it is reported. */
static PartEnd search(Dpor *dpor, Task *task)
{
    Check *check = dpor->check;
    u32 found = check->found.len;
    u64 until = clock_ms() + task->ms;
    bool more = true;
    check->ops = &engine_dpor.ops;
    check->search = dpor;
    check->bounds.executions = 0; /* the quota says it */
    check->done = false;
    check->schedules = check->executions = check->covered = 0;
    while (more && !check->late && end_of(dpor, more) <= PART_LEFT) {
        more = check_all_step(check);
        if (check->schedules == 1)
            note_first(dpor, task);
        if (clock_ms() >= until || check->executions >= task->quota || check->found.len > found)
            break;
    }
    return end_of(dpor, more);
}

static void pack_answer(const Dpor *dpor, const Task *task, PartEnd end, Buf *out)
{
    pack_u32(out, dpor->deepest);
    pack_u32(out, end == PART_IMPOSSIBLE ? (u32)dpor->run.impossible : 0);
    if (end == PART_ANEW) {
        pack_rules(out, dpor);
        return;
    }
    double part = dpor_done_part(dpor);
    pack_bytes(out, &part, sizeof part);
    pack_acts(out, dpor, &task->first);
    pack_bytes(out, dpor->elsewhere.data, dpor->elsewhere.len);
    if (end == PART_LEFT)
        pack_nodes(out, dpor, dpor->path.base);
}

bool part_serve(void *ctx, Unpack request, Buf *answer)
{
    Dpor *dpor = ctx;
    Check *check = dpor->check;
    u32 found = check->found.len;
    Task task = {.quota = unpack_u64(&request)};
    task.ms = unpack_u32(&request);
    if (!load(dpor, &request))
        return false;
    task.fresh = dpor->path.fresh;
    dpor->run.impossible = -1;
    PartEnd end = search(dpor, &task);
    if (!check->late) {
        pack_u8(answer, (u8)end);
        check_all_pack(check, found, answer);
        pack_answer(dpor, &task, end, answer);
    }
    acts_clear(&task.first);
    vec_free(&task.first);
    return !check->late;
}
